import Infusion

/// Hides the engines of `PartsModule` while it is installed.
struct ElectricPartsModule: Module {
  func configure(_ binder: Binder) {
    binder.bind((any Engine).self).to(ElectricEngine.self) { $0 }
    binder.bind((any Engine).self, named: .sport).to(ElectricEngine.self) { $0 }
  }
}
