import Infusion
import Testing

private protocol P {}
private protocol Q {}
private protocol R<Item> { associatedtype Item }
private final class Radio {}
private final class Box<Value> {}
private final class Row<each Value> {}
private final class Pair<First, Second> {}
private enum Rack<Value> {
  struct Slot {
    enum Label<Text> {}
  }
}
extension Rack where Value == Int { fileprivate struct Tray {} }
extension [Radio] { fileprivate struct Order {} }
private enum Front { final class Door {} }
private enum Rear { final class Door {} }
private typealias AnyPQ = any (P & Q).Type

/// Types are printed as in source code; the tests read the description of a key.
struct TypeTextTests {
  @Test(
    arguments: zip(
      [
        Radio.self, (any P).self, (any P & Q).self, [any P].self, Radio?.self, (any P)?.self,
        [Radio?].self, [String: any P].self, Set<String>.self, Lazy<any P>.self,
        Provider<[Radio]>.self, [[any P]]?.self, (any P.Type).self, Box<Radio>.self, Any.self,
        AnyObject.self, Radio??.self, (any R<Radio>).self, (any R<any P>)?.self,
        ((any P) -> Void).self, ((Int, any P) async throws -> Radio?)?.self,
        (@Sendable () -> any P).self, [(Int) -> Void].self, (() -> () -> Radio).self,
        (any P).Type.self, [(any P & Q).Type?].self, Any.Type.self, (any P.Type)?.self,
        Void.self, ((any P) -> Void)?.self, AnyObject.Type.self, AnyPQ.self, [AnyPQ?].self,
        Row<Int, Radio>.self, Box<Row<Int>>.self,
      ] as [Any.Type],
      [
        "Radio", "any P", "any P & Q", "[any P]", "Radio?", "(any P)?", "[Radio?]",
        "[String: any P]", "Set<String>", "Lazy<any P>", "Provider<[Radio]>", "[[any P]]?",
        "any P.Type", "Box<Radio>", "Any", "AnyObject", "Radio??", "any R<Radio>", "(any R<P>)?",
        "(any P) -> Void", "(nonisolated(nonsending) (Int, any P) async throws -> Radio?)?",
        "@Sendable () -> any P",
        "[(Int) -> Void]", "() -> () -> Radio", "(any P).Type", "[(any P & Q).Type?]",
        "Any.Type", "(any P.Type)?", "Void", "((any P) -> Void)?", "any AnyObject.Type",
        "any (P & Q).Type", "[(any (P & Q).Type)?]", "Row<Int, Radio>", "Box<Row<Int>>",
      ]))
  func typesAreSpelledAsInCode(type: Any.Type, text: String) {
    #expect(Key(type).description == text)
  }

  @Test(
    arguments: zip(
      [
        Pair<Front.Door, Rear.Door>.self, Front.Door.Type.self, Rack<Radio>.Slot.self,
        Rack<Front.Door>.Slot.Label<Radio?>.self, Box<Rack<any P>.Slot>.self,
        (Rack<Int>.Slot, String).self, ((Rack<Int>.Slot) -> Void).self, Rack<Int>.Slot.Type.self,
        Box<Radio>.Type.self, Rack<any Collection<Int>>.Slot.self, Rack<any R<Int>>.Slot.self,
        Rack<Int>.Tray.self, Box<[Radio].Order>.self,
      ] as [Any.Type],
      [
        "Pair<Front.Door, Rear.Door>", "Front.Door.Type", "Rack<Radio>.Slot",
        "Rack<Front.Door>.Slot.Label<Optional<Radio>>", "Box<Rack<P>.Slot>",
        "(Rack<Int>.Slot, String)", "((Rack<Int>.Slot) -> ())", "Rack<Int>.Slot.Type",
        "Box<Radio>.Type", "Rack<any Collection<Int>>.Slot", "Slot", "Rack<Int>.Tray",
        "Box<Array<Radio>.Order>",
      ]))
  func codeNamesTheTypesAroundANestedType(type: Any.Type, code: String) throws {
    func ask<Value>(_ type: Value.Type) throws { _ = try Injector().resolve(Value.self) }
    let error = try failure { try _openExistential(type, do: ask) }
    #expect(error.description.contains("binder.bind(\(code).self).to"))
  }

  @Test func namesAreLiterals() {
    #expect(Key(Radio.self, named: "a \"b\"\n").description == #"Radio named "a \"b\"\n""#)
  }
}
