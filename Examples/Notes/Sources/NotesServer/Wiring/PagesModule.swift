import Infusion

/// What people look at.
struct PagesModule: Module {
  func configure(_ binder: Binder) {
    binder.bind((any GraphDrawer).self).to { Graphviz() }
    binder.bind(GraphPage.self).toInitializer(GraphPage.init(drawer:)).in(.singleton)
  }
}
