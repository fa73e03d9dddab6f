import Infusion

/// Helps the hero, who accepts a blessing and does not need one.
struct BlessingModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Blessing.self).to { Blessing() }
  }
}
