extension InjectionError {
  /// The sentence that states the fact, the details to add to it, and what can be done.
  ///
  /// One case after another, so the compiler finds a problem that has no words.
  struct Words {
    let error: InjectionError
    var fact = ""
    var details: [String] = []
    var fixes: [String] = []

    init(_ error: InjectionError) {
      self.error = error
      describe()
      if error.isOfShutdown {
        fixes.insert("Await it: try await injector.shutdownGracefully()", at: 0)
      }
      if case .marker(let marker) = error.path.first?.asker {
        fact = "\(marker.subject) was read before it was injected. \(fact)"
        fixes.insert(contentsOf: injecting(marker), at: 0)
        if marker.isUnderInjection {
          fixes.insert(
            "If a list mentions the property, remove it from the list: @Injected is enough", at: 0)
        }
      }
    }
  }
}

extension InjectionError.Words {
  mutating func describe() {
    switch error.problem {
    case .missingBinding(let key, let suggestions, let requiresBinding, _):
      let spelling = suggestions?.spelling
      fact = "Nothing provides \(quoted(key))\(asker)."
      fixes = (spelling.map { correcting(key, to: $0) } ?? []) + [Self.binding(key)]
      // As in `try injector.resolve() === car`.
      if error.path.first?.kind == .call, key.type == Any.self || key.type == AnyObject.self {
        let inferred = quoted(Key(key.type))
        fixes.insert("Name the type, if Swift has inferred \(inferred): resolve(….self)", at: 0)
      }
      let isMisspelled = spelling != nil && key.name != nil
      if !isMisspelled {
        fixes += creating(key, requiringBinding: requiresBinding) + accepting(key)
      }
    case .boundInChild(let key, let facts, let kept, let areAll):
      fact =
        "The parent keeps \(quoted(kept[0].key)), which needs \(quoted(key)), but only the child binds \(quoted(key))."
      details = ["\(quoted(key)) is \(facts.text)"]
      fixes = moving(kept, areAll: areAll)
    case .notCreatable(let key, let facts, let hidden):
      fact = "\(quoted(key)) is bound without a target, and cannot be created on demand."
      details = hidden.map { ["hidden:   \($0.text)", "in force: \(facts.text)"] } ?? [facts.text]
      let advice =
        hidden == nil
        ? "Give it a target" : "Write one binding, with the scope after the target"
      fixes = ["\(advice): \(Self.code(binding: key, facts.verb))"] + creating(key)
    case .nothingProvided(let key, let facts, let isGone):
      let owner = error.path.first?.property.map { ", but '\(text($0.owner))' requires a value" }
      let cause =
        isGone
        ? "\(quoted(key)) is bound with to(weak:) to an object that no longer exists"
        : "The binding of \(quoted(key)) provides nothing"
      fact = "\(cause)\(owner ?? "")."
      // The path says where a property's value is bound.
      details = error.path.first?.bindingLocation == nil ? facts.map { [$0.text] } ?? [] : []
      fixes =
        isGone
        ? [
          "Keep a reference to the object for as long as something asks for it",
          "Let the binding keep the object: .to(instance: …)",
        ]
        : [
          "Let the binding return a value: \(facts?.code(binding: key) ?? Self.code(binding: key))"
        ]
      fixes += accepting(nothing: key)
    case .emptyContribution(let key, let facts):
      fact = "A contribution to '[\(text(key.type))]' provides nothing, so it never adds a value."
      details = [facts.text]
      fixes = ["Remove it", "Let it return a value: \(facts.code(binding: key))"]
    case .notWritable(let property):
      let type = property.type.map { " of type '\(text($0))'" } ?? ""
      let unnamed =
        property.isWithin
        ? "What a property of '\(text(property.owner))' leads to"
        : "A property of '\(text(property.owner))'"
      fact =
        "\(property.name == nil ? unnamed : "'\(property)'")\(type) is listed as requirement \(property.position), but cannot be set."
      fixes =
        property.isWithin
        ? listingAnother(than: property)
        : [
          "Make it a variable, nil until the injection: \(variable(property))",
          "If its setter is private, list it inside '\(text(property.owner))'",
          removing(property),
        ]
    case .anotherObject(let property):
      fact =
        "Requirement \(property.position) of '\(text(property.owner))' is not one of its own properties: the key path leads to another object or into an Optional."
      fixes = listingAnother(than: property)
    case .wrongRoot(let property, let type):
      let (owner, root, isClass) = (text(property.owner), text(type), type is AnyClass)
      let listed = property.name.map { "'\(root).\($0)'" } ?? "a property of '\(root)'"
      let reason =
        isClass ? "is neither '\(root)' nor a subclass of it" : "'\(root)' is not a class"
      fact = "'\(owner)' lists \(listed) as requirement \(property.position), but \(reason)."
      fixes = [
        isClass ? "List it in '\(root)' or a subclass" : "Begin the key path at '\(owner)'",
        removing(property),
      ]
      if let name = property.name, hasVariable(property.owner, name) {
        fixes.insert("List the property of '\(owner)' instead: \\\(owner).\(name)", at: 0)
      }
    case .argumentMismatch(let key, let expected, let given):
      describeArguments(of: key, expected, given)
    case .contributionWithArguments(let key, let expected, let facts):
      fact =
        "A contribution to '[\(text(key.type))]' takes arguments, but a collection passes none."
      details = ["expected: \(list(expected))", facts.text]
      fixes = [
        "Contribute without arguments: \(Self.code(binding: key, "contribute"))",
        "Bind it by name, and ask for it with arguments: binder.bind(\(TypeText(inCode: key.type).parenthesized).self, named: …)",
      ]
    case .parameterCount(let key, let declared, let expected):
      fact =
        "The initializer of \(quoted(key)) has \(count(expected, "parameter")), but \(declared) \(declared == 1 ? "is" : "are") listed."
      fixes = [
        "List .resolved, .named(_), .default(_) or .argument for each parameter",
        "List no parameters if all of them are resolved",
      ]
    case .defaultMismatch(let key, let position, let expected, let found):
      fact =
        "The default of parameter \(position) of \(quoted(key)) \(found == Any?.self ? "is nil" : "has type '\(text(found))'"), but the parameter has type '\(text(expected))'."
      fixes = ["Write a default of type '\(text(expected))'"]
    case .foreignInitializer(let key, let made, let facts):
      let superclasses = (key.type as? AnyClass).map { superclassChain(of: $0) } ?? []
      if made is any InitializerDeclaring.Type, superclasses.contains(where: { $0 == made }) {
        fact = "\(quoted(key)) inherits an initializer that creates '\(text(made))'."
        fixes = [
          "Override it and list all parameters; '\(text(made))' has to declare it with class var, too: override class var initializer: Initializer { Initializer(\(withoutArguments(key.type)).init(…), …) }"
        ]
      } else {
        fact = "The initializer that \(quoted(key)) declares creates '\(text(made))'."
        fixes = ["Declare a function that returns '\(text(key.type))'"]
      }
      fixes.append(
        facts.map { "Give it a target: \(Self.code(binding: key, $0.verb))" } ?? Self.binding(key))
    case .storedTypeMismatch(let key, let found):
      fact =
        "The scope's store returned a value of the wrong type for \(quoted(key)): '\(text(found))'."
      fixes = ["Return the value that was published for the key, or nil"]
    case .notAnObject(let type):
      fact =
        "A value of type '\(text(type))' is not a class instance, so nothing can be injected into it."
      fixes =
        TypeRepresentation.isOptional(type)
        ? ["Pass the objects without nil: compactMap { $0 }"] : ["Pass instances of classes only"]
    case .cyclicDependency(let cycle):
      fact = "\(quoted(cycle.last)) is needed before it exists."
      details = [Self.drawn(cycle)]
      fixes = breaking(cycle)
    case .forbiddenCycle(let cycle):
      fact = "\(quoted(cycle.last)) refers back to itself, and the options forbid cycles."
      details = [Self.drawn(cycle)]
      fixes = [
        later(cycle),
        "Allow cycles between properties: Injector.Options(forbidsCycles: false)",
      ]
    case .nestingLimit(let call, let limit, let isOfStack):
      let requests = count(limit, "other request")
      fact =
        isOfStack
        ? "\(call.text) is nested in \(requests), and the thread's stack has no room for more."
        : "\(call.text) is nested in more than \(requests)."
      fixes = [
        "End the recursion in the closures, initializers or awakeFromInjection()",
        isOfStack
          ? "Make the outermost request on a thread with a larger stack"
          : "Raise the limit: Injector.Options(maximumNesting: \(max(limit, 1) * 2))",
      ]
    case .endlessInstallation(let module, let limit):
      let name = text(module)
      fact = "install(\(name)) is nested in \(count(limit, "other call")) of install."
      fixes = ["End the recursion: let one module install the others"]
      if !(module is AnyClass) { fixes += comparing(module) }
    case .providerFailed(let work, let cause):
      fact = failed(work)
      details = [Self.spelled(cause)]
      if case .release(_, let key, let facts) = work, facts.location != nil {
        details.append("\(quoted(key)) is \(facts.text)")
      }
      fixes = ["Inspect the cause: error.underlying as? \(inCode(type(of: cause)))"]
    case .duplicateBinding(let duplicates):
      let merged = Self.merged(duplicates)
      fact =
        merged.count == 1
        ? "\(quoted(merged[0].key)) is bound more than once."
        : "\(count(merged.count, "key")) are bound more than once."
      details = merged.map { "\($0.key): \($0.locations.joined(separator: "; "))" }
      let first = duplicates[0]
      fixes = keepingOne(of: first.key, first.earlier, first.later, isRemovable: first.isRemovable)
    case .weakValue(let key, let facts, let reason):
      describe(reason, of: key, at: facts)
    case .notSingleton(let call, let scope, let rescope):
      let (reason, spelling) =
        switch call.verb {
        case .eager: ("eager", "asEagerSingleton()")
        case .eagerInstance:
          ("an instance that the injector injects", "to(instance: …, injecting: true)")
        default: ("prepared asynchronously", "toAsync { … }")
        }
      fact = "\(quoted(call.key)) is \(reason), but has scope '\(scope)'."
      details = call.location.map { ["bound at \($0)"] } ?? []
      fixes = ["Keep it a singleton: \(spelling) without another scope"]
      if let rescope {
        details.append("rescoped at \(rescope)")
        fixes = ["Remove the call of rescope"]
      }
    case .captiveDependency(let kept, let captured, let scope, let asked, let location):
      fact =
        "The singleton \(quoted(kept.key)) keeps \(quoted(captured)), whose scope '\(scope)' ends earlier."
      if error.path.isEmpty { details = location.map { ["bound at \($0)"] } ?? [] }
      fixes =
        asked.map { ["Ask for it each time: Provider<\(inCode($0.type))>\($0.name.phrase)"] } ?? []
      fixes += shortening(kept)
    case .shadowedBinding(let key, let hidden, let facts):
      fact = "\(quoted(key)) is bound twice, and the later binding hides the earlier one."
      details = ["earlier: \(hidden.text)", "later:   \(facts.text)"]
      fixes = keepingOne(of: key, hidden, facts)
    case .notInjected(let key, let reason, let facts):
      describe(reason, of: key, facts.verb)
      details = [facts.text]
    case .injectorReleased(let key, let holder):
      let asker = holder.map { "a Lazy, Provider or ObjectFactory of '\(text($0))'" } ?? "a handle"
      fact = "The injector no longer exists, but \(asker) asked it for \(quoted(key))."
      fixes = [Self.keepingInjector("the handle is used")]
    case .currentInjectorReleased:
      fact = "The current injector of the task no longer exists."
      fixes = [Self.keepingInjector("the task runs")]
    case .noDefaultInjector:
      fact = "There is neither a current nor a default injector."
      if error.path.contains(where: { $0.kind == .creation }) {
        fixes.append(
          "In the closure of a binding, ask the injector that it receives: .to { … try $0.resolve() … }"
        )
      }
      if Self.isTesting { fixes.append("Give the test an injector: @Test(.injector(AppModule()))") }
      fixes += [
        "Set a default injector: Injector.setDefault(injector)",
        "Make an injector current: Injector.withCurrent(injector) { … }; threads and detached tasks do not inherit it",
      ]
    case .alreadyConfigured:
      fact = "A default injector is configured already."
      fixes = [
        "Replace it: Injector.clearAndConfigure { … }",
        "Keep the first one: Injector.configureOnce { … }",
      ]
    case .deadlock(let key, let waiters):
      // A change waits for the injector itself.
      let changes = waiters.contains { $0.wants?.type == Injector.self }
      let awaited = key.type == Injector.self ? "to change the injector" : "for \(quoted(key))"
      fact = "Waiting \(awaited) would never end, because threads wait for one another."
      // The waiter that gave way comes first.
      let first = waiters.firstIndex { $0.wants == key } ?? waiters.startIndex
      details = waiters.indices.map { number in
        let waiter = waiters[(first + number) % waiters.count]
        let holds = waiter.holds.map { quoted($0) }.joined(separator: ", ")
        let wants =
          waiter.wants.map { $0.type == Injector.self ? "to change the injector" : quoted($0) }
          ?? "another request"
        return "thread \(number + 1) holds \(holds.isEmpty ? "nothing" : holds) and wants \(wants)"
      }
      fixes =
        changes
        ? ["Update or shut down the injector after the request has ended"]
        : [
          "Let the singletons refer to one another through properties, not in their closures",
          "Ask for one of them later: Lazy<\(inCode(key.type))>\(key.name.phrase)",
        ]
    case .actorIsolated(let key, let isolated, is MainActor.Type):
      fact = "\(owned(isolated, key)) belongs to the main actor, but was used off the main actor."
      details = isolated.declared.map { [$0.text] } ?? []
      // An asynchronous closure that receives the value runs where its binding says.
      let calling =
        if let user = closureUser {
          "Run the closure of \(quoted(user.key)) on the main actor: binder.onMainActor.\(user.verb)(\(user.key.code)).toAsync(uses: …) { … }"
        } else {
          "Call it on the main actor: mark the calling function @MainActor, or write try await MainActor.run { … }"
        }
      fixes =
        separating(isolated, from: MainActor.self) ?? [calling, freeing(isolated, key)]
    case .actorIsolated(let key, let isolated, let actor):
      let isItself = if case .type(let type, _) = isolated { type == actor } else { false }
      let sayingAnywhere = sayingAnywhere(isolated, actor)
      fact =
        isItself
        ? "'\(text(key.type))' is an actor, so the injector cannot set its properties."
        : "\(owned(isolated, key)) belongs to the actor '\(text(actor))'\(sayingAnywhere == nil ? "" : ", or captures it")."
      details = isolated.declared.map { [$0.text] } ?? []
      // An asynchronous closure receives what its binding declares from code that runs on no actor.
      let isDeclared = if case .closure = error.path.first?.asker { true } else { false }
      fixes =
        if closureUser != nil {
          [
            "Wait for it in a closure that runs on the actor, instead of declaring it: try await injector.prepared(\(isDeclared ? key.code : "…"))"
          ]
        } else if isItself {
          ["Pass its dependencies to its initializer"]
        } else {
          separating(isolated, from: actor) ?? leaving(isolated, key, actor)
        }
      if let sayingAnywhere {
        fixes.append("If the closure does not run on the actor, say so: \(sayingAnywhere)")
      }
    case .notPrepared(let key):
      let awaited = collection ?? key
      fact = "\(quoted(key)) is prepared asynchronously, but was requested before it was prepared."
      // An injector creates its eager singletons before it can be prepared.
      if case .call(let call) = error.path.last?.asker, call.isEager {
        fixes = [
          call.verb == .eagerInstance
            ? "Bind it without 'injecting: true', and inject it after prepare(): "
              + "try injector.injectDependencies(into: …)"
            : call.key == key
              ? "Remove asEagerSingleton(): prepare() creates the value"
              : "Write .in(.singleton) in place of asEagerSingleton(), and ask for it after prepare()"
        ]
        return
      }
      // The preparation runs the closure that asks.
      let isPreparing = error.path.contains { step in
        if case .call(let call) = step.asker {
          [.prepare, .prepared].contains(call.verb)
        } else {
          false
        }
      }
      if !isPreparing {
        fixes = [
          "Prepare everything first, with the injector that binds it: try await injector.prepare()"
        ]
      }
      fixes += [
        "Wait for it: try await injector.prepared(\(awaited.code))",
        "Declare it in the binding that needs it: toAsync(uses: \(use(of: awaited, awaited.code))) { … }",
      ]
    case .preparationCancelled(let prepared, let missing):
      fact =
        "The preparation was cancelled with \(prepared) of \(count(prepared + missing.count, "singleton")) prepared."
      let names = Self.shortened(missing.map { quoted($0) }).joined(separator: ", ")
      details = missing.isEmpty ? [] : ["not prepared: \(names)"]
      fixes = ["Prepare again: prepared singletons stay, and the others start over"]
    case .injectorShutDown(let key):
      // A call such as `prepare()` asks for no value, and has the key of the injector.
      fact =
        key.type == Injector.self
        ? "The injector is shut down."
        : "\(quoted(key)) was requested, but the injector is shut down."
      fixes = [
        "Make the call before the injector is shut down",
        "Create a new injector from the same modules",
      ]
    case .nestedUpdate:
      fact = "This thread is already changing the injector."
      fixes = [
        error.path.contains { $0.kind == .creation }
          ? "Update it after the update has ended"
          : "Make all changes in one update, through the binder that its closure receives"
      ]
    case .nestedShutdown(let key):
      let work =
        key.map { "the injector was creating \(quoted($0))" }
        ?? "the injector or a child of it was being updated or shut down"
      fact = "A shutdown was requested while \(work) on the same thread."
      fixes = ["Shut it down after the \(key == nil ? "update or shutdown" : "request") has ended"]
    case .shutdownAwaits(let type):
      fact = "The release of '\(text(type))' has to be awaited, but shutdown() does not await."
    case .several(let errors):
      fact = "\(count(errors.count, "error")) were found."
    }
  }
}
