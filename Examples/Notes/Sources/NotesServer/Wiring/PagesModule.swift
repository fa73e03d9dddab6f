import Infusion

/// Binds the pages for people.
struct PagesModule: Module {
  func configure(_ binder: Binder) {
    binder.bind((any GraphDrawer).self).to { Graphviz() }
    binder.bind(GraphPage.self).toInitializer(GraphPage.init(drawer:)).in(.singleton)
  }
}
