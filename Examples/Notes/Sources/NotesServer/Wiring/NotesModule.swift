import Infusion

/// Binds the rules for notes, and the objects that answer requests.
struct NotesModule: Module {
  func configure(_ binder: Binder) {
    binder.bind((any TimeSource).self).to { SystemTime() }.in(.singleton)
    binder.contribute((any NoteRule).self).to { TitleRule() }
    binder.contribute((any NoteRule).self).to { TextRule() }
    binder.contribute((any NoteRule).self).to { NullCharacterRule() }
    // One for each request, with the values of that request.
    binder.bind(NotesController.self).to { NotesController() }
    binder.bind(Account.self).to { Account() }
  }
}
