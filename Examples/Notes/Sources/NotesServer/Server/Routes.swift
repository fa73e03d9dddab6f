import HTTPTypes
import Hummingbird
import Infusion

/// The routes of the server, and the object that answers each.
enum Routes {
  /// Makes the router.
  ///
  /// A child of the injector creates the objects of one request while it is answered; see
  /// ``InjectionMiddleware``.
  static func makeRouter(_ injector: Injector) throws -> Router<NotesContext> {
    let router = Router(context: NotesContext.self, options: .autoGenerateHeadEndpoints)
    let activity = try injector.resolve(Activity.self)
    router.addMiddleware {
      RequestMiddleware(activity: activity)
      MetricsMiddleware()
      ProblemMiddleware()
    }
    addPages(to: router, graph: try injector.resolve(GraphPage.self), of: injector)
    addNotes(to: router.group().add(middleware: InjectionMiddleware(injector)))
    return router
  }

  private static func addPages(
    to router: Router<NotesContext>, graph: GraphPage, of injector: Injector
  ) {
    router.get("/") { _, _ in HomePage.html }
    router.get("/home.js") { _, _ in HomePage.script }
    router.get("/home.css") { _, _ in HomePage.style }
    router.get("/graph") { _, _ in try await graph.response(for: injector) }
  }

  private static func addNotes(to routes: RouterGroup<NotesContext>) {
    routes.get("/me") { _, _ in
      try await inject(Account.self).summary()
    }
    routes.get("/notes") { request, _ in
      try await inject(NotesController.self).page(PageRequest(request))
    }
    routes.get("/notes/:id") { _, context in
      try await inject(NotesController.self).note(context.noteID).response()
    }
    routes.post("/notes") { request, context in
      let draft = try await request.decodeInjected(as: NoteDraft.self, context: context)
      let note = try await draft.save()
      return note.response(.created, location: "/notes/\(note.id)")
    }
    routes.put("/notes/:id") { request, context in
      let revision = try await request.decodeInjected(as: NoteRevision.self, context: context)
      let expected = try ExpectedVersion(request)
      return try await revision.save(over: context.noteID, expecting: expected).response()
    }
    routes.delete("/notes/:id") { _, context in
      try await inject(NotesController.self).delete(context.noteID)
      return HTTPResponse.Status.noContent
    }
  }
}
