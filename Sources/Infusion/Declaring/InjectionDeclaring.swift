/// The protocol that ``Injectable``, ``NamedInjectable``, ``DefaultInitializable`` and
/// ``AwakesFromInjection`` refine.
///
/// It has no requirements. Every class that conforms to one of these protocols has the method
/// ``inject(fileID:line:)``. Name it only in a conditional conformance, next to one of these
/// protocols.
public protocol InjectionDeclaring: AnyObject {}
