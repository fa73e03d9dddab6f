/// The protocol that ``Injectable``, ``NamedInjectable``, ``DefaultInitializable`` and
/// ``AwakesFromInjection`` refine.
///
/// It has no requirements. Every class that conforms to one of these protocols has the method
/// ``inject(fileID:line:)``. Do not conform to it directly.
public protocol InjectionDeclaring: AnyObject {}
