import Infusion

/// What notes are and who answers for them.
struct NotesModule: Module {
  func configure(_ binder: Binder) {
    binder.bind((any TimeSource).self).to { SystemTime() }.in(.singleton)
    binder.contribute((any NoteRule).self).to { TitleRule() }
    binder.contribute((any NoteRule).self).to { TextRule() }
    binder.contribute((any NoteRule).self).to { NullCharacterRule() }
    // One for each request, with what belongs to the request.
    binder.bind(NotesController.self).to { NotesController() }
    binder.bind(Account.self).to { Account() }
  }
}
