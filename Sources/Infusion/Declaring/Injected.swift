/// Marks a property that the injector finds by reflection and injects.
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
/// In each class, starting with the topmost superclass, the injector sets first the listed
/// properties and then the `@Injected` ones. An `@Injected` property of an Optional type is an
/// optional dependency: if nothing provides a value, it keeps the value that it has, or becomes
/// `nil` if it has none.
///
/// You can set the property like any other. If you read it before an injection has set it, it asks
/// ``Injector/current`` once, and keeps the result. If that fails, the program stops with the text
/// of the error; `try $radio.resolve()` throws the error instead.
///
/// Reflection runs once per class, when the first object of the class is injected. The binding name
/// that it finds in this object applies to all objects of the class. The injector sets the value
/// inside the wrapper, so `didSet` and overrides of the property do not run: if a property needs
/// them, list it instead.
///
/// Not `Sendable`: it is as thread-safe as a stored property.
///
/// The wrapper is an object, so the copies of a structure share the value: if you set it in one
/// copy, it changes in all of them.
///
/// - Important: A class with `@Injected` properties needs its own `CodingKeys`, or Swift cannot
///   synthesize `Decodable`.
@propertyWrapper
public final class Injected<Value> {
  let name: Name?
  let location: CodeLocation
  /// The type that declares the property, or the function that declares a variable.
  private let owner: String
  var value: Value?

  /// Marks a property that is requested by its type.
  ///
  /// - Parameters:
  ///   - fileID: The file of the declaration, for error messages.
  ///   - line: The line of the declaration, for error messages.
  ///   - owner: The type that declares the property, for error messages.
  public init(fileID: String = #fileID, line: UInt = #line, owner: String = #function) {
    name = nil
    location = CodeLocation(fileID: fileID, line: line)
    self.owner = owner
  }

  /// Marks a property that is requested by its type and a name.
  ///
  /// - Parameters:
  ///   - name: The name of the binding.
  ///   - fileID: The file of the declaration, for error messages.
  ///   - line: The line of the declaration, for error messages.
  ///   - owner: The type that declares the property, for error messages.
  public init(
    _ name: Name, fileID: String = #fileID, line: UInt = #line, owner: String = #function
  ) {
    self.name = name
    location = CodeLocation(fileID: fileID, line: line)
    self.owner = owner
  }

  /// The injected value.
  ///
  /// If you read it before an injection has set it, it is resolved from ``Injector/current`` and
  /// kept.
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

  /// The property wrapper itself, for ``resolve()``.
  public var projectedValue: Injected { self }

  /// Returns the injected value.
  ///
  /// If there is none yet, it is resolved from ``Injector/current`` and kept.
  ///
  /// - Returns: The value of the property.
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/noDefaultInjector`` when
  ///   there is no current injector, and any error that ``Injector/resolve(_:named:fileID:line:)``
  ///   throws. The property stays as it is.
  @discardableResult
  public func resolve() throws(InjectionError) -> Value {
    if let value { return value }
    let injector = try Injector.current(for: reading)
    let resolved: Value
    do throws(InjectionError) {
      resolved = try injector.resolveLater(named: name, at: location)
    } catch {
      throw error.withoutCall().passing(reading)
    }
    // A value that is still under construction may be dropped.
    if !Resolution.current.isLastUnfinished { value = resolved }
    return resolved
  }

  /// The step of an error that names the property.
  private var reading: InjectionError.Step {
    let marker = InjectionError.Marker(
      owner: owner,
      home: MarkerReflection.home(ofMarkersIn: owner, declaredAt: location),
      property: ClassShape.markedProperty(at: location, storing: Injected.self, in: owner),
      key: Key.looking(for: Value.self, named: name),
      isUnderInjection: Resolution.current.frames.isInjecting)
    return InjectionError.Step(.marker(marker), at: location)
  }
}

extension Injected {
  /// Notes that an injector provides nothing for the property: unless it was set, it is nil from
  /// now on.
  func leave() {
    if value == nil, let optional = optionalForm(of: Value.self) {
      value = optional.absent(as: Value.self)
    }
  }
}
