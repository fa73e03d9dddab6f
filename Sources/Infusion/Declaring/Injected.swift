/// Marks a property that is found by reflection and injected.
///
/// The class needs no `requires` and no conformance:
///
/// ```swift
/// class Cockpit {
///   @Injected var radio: Radio
///   @Injected("LeftHeadlight") var left: Headlight
///   @Injected var heater: Heater?
/// }
/// ```
///
/// Markers are set after the listed properties of their class, superclass first. A marker of an
/// Optional type is an optional dependency: it is `nil` when nothing provides it.
///
/// The property can be set like any other. Read before any injection, it resolves itself from
/// ``Injector/current`` once and keeps the result. A read that cannot be satisfied stops the
/// program with the text of the error; `try $radio.resolve()` throws it instead.
///
/// Reflection runs once per class, when the first object of the class is injected. A class that
/// conforms to `CustomReflectable` has to show its markers in its mirror.
///
/// Not `Sendable`: it is as thread-safe as a stored property.
///
/// - Important: A class with markers needs its own `CodingKeys` for synthesized `Decodable`.
@propertyWrapper
public final class Injected<Value> {
  let name: Name?
  let place: CodeLocation
  private var value: Value?

  /// Marks a property that is provided by its type.
  ///
  /// - Parameters:
  ///   - fileID: The file of the declaration, for error messages.
  ///   - line: The line of the declaration, for error messages.
  public init(fileID: String = #fileID, line: UInt = #line) {
    name = nil
    place = CodeLocation(fileID: fileID, line: line)
  }

  /// Marks a property that is provided by its type and a name.
  ///
  /// - Parameters:
  ///   - name: The name of the binding.
  ///   - fileID: The file of the declaration, for error messages.
  ///   - line: The line of the declaration, for error messages.
  public init(_ name: Name, fileID: String = #fileID, line: UInt = #line) {
    self.name = name
    place = CodeLocation(fileID: fileID, line: line)
  }

  /// The injected value.
  ///
  /// Read before any injection, it is resolved from ``Injector/current`` and kept.
  public var wrappedValue: Value {
    get {
      do throws(InjectionError) {
        return try resolve()
      } catch {
        fatalError(error.description)
      }
    }
    set { value = newValue }
  }

  /// The marker itself, for ``resolve()``.
  public var projectedValue: Injected { self }

  /// The injected value; when there is none yet, it is resolved from ``Injector/current`` and kept.
  ///
  /// - Returns: The value of the property.
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/noDefaultInjector`` when
  ///   there is no current injector, and whatever ``Injector/resolve(_:named:fileID:line:)``
  ///   throws. The property stays as it is.
  @discardableResult
  public func resolve() throws(InjectionError) -> Value {
    if let value { return value }
    let injector: Injector
    do throws(InjectionError) {
      injector = try Injector.current
    } catch {
      throw error.requested(
        by: CallFacts(.marker, Key.looking(for: Value.self, named: name), at: place))
    }
    let resolved: Value = try injector.resolveMarker(named: name, at: place)
    value = resolved
    return resolved
  }
}

extension Injected: InjectionMarker {
  func makeSlot(reaching place: MarkerPlace) -> Slot { place.makeSlot(of: Value.self) }

  var isOptional: Bool { TypeRepresentation.isOptional(Value.self) }

  func inject(_ newValue: Value) { value = newValue }

  /// Notes that an injector provides nothing for the property: unless it was set, it is nil from
  /// now on.
  func leave() {
    if value == nil, let optional = optionalForm(of: Value.self) {
      value = optional.absent(as: Value.self)
    }
  }
}
