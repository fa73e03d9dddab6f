import Infusion

public struct BookListModule: Module {
  public init() {}

  public func configure(_ binder: Binder) {
    binder.bind(BookListModel.self).to { BookListModel() }
  }
}
