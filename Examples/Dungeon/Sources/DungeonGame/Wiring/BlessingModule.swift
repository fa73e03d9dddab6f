import Infusion

/// Helps the hero, who accepts a blessing but does not require one.
struct BlessingModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Blessing.self).to { Blessing() }
  }
}
