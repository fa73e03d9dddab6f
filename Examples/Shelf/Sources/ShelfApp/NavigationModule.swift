import BookList
import Infusion

struct NavigationModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Navigator.self).toInitializer(Navigator.init(factory:)).in(.singleton)
    binder.bind((any BookOpening).self).to(Navigator.self) { $0 }
  }
}
