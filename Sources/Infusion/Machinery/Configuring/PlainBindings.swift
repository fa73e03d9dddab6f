/// The bindings that are made while an injector is set up, in the order in which they are made, and
/// a table of their keys.
///
/// Most bindings are a type, a closure that captures nothing, and a scope. Here they stay plain
/// values until a request needs them, so setting up an injector takes no object per binding. See
/// the rows setup13 and setup450 of `Tests/Benchmarks`. A binding that receives anything to own
/// gets an object at once. ``BindingTable`` keeps that object, and the injector may release it. An
/// entry here stays as long as the injector, even when its key is unbound: a type, a name and a
/// location, and the declaration that was made of them. An update adds nothing.
///
/// `@unchecked Sendable`: the binder that sets the injector up changes it, on its own thread. After
/// that, nothing changes except the declarations that are made on demand, each of which is set
/// once.
@safe final class PlainBindings: @unchecked Sendable {
  /// A binding in as few words of memory as possible, because an injector has many.
  struct Entry: ~Copyable {
    private let type: Any.Type
    private let name: Name?
    /// The number of the file in which the binding was made, and the line.
    fileprivate let file: Int32
    fileprivate let line: UInt32
    private let layerNumber: Int32
    /// The modules that made the binding, as ``ModulePaths`` numbers them.
    let modules: Int32
    /// The index of the object of the ``BindingTable`` that has replaced the entry; -1 without one.
    var object: Int32 = -1
    let isOverriding: Bool
    /// Whether a later entry has the same key.
    fileprivate(set) var isHidden = false
    var isEager = false
    var requiresMainActor = false
    var scope: Scope?
    /// Nil means as if nothing were bound.
    var recipe: RecipeMaker?
    fileprivate let declaration = OnceReference<BindingDeclaration>()

    var key: Key { Key(type, named: name) }
    /// The number of its layer in the configuration.
    var layer: Int { Int(layerNumber) }

    @inline(__always)
    fileprivate init(
      key: Key, file: Int32, line: UInt, layer: Int, modules: Int32, isOverriding: Bool
    ) {
      type = key.type
      name = key.name
      self.file = file
      self.line = UInt32(clamping: line)
      layerNumber = Int32(layer)
      self.modules = modules
      self.isOverriding = isOverriding
    }

    @inline(__always)
    fileprivate func has(_ key: Key) -> Bool {
      type == key.type && name == key.name && key.contribution == 0
    }
  }

  /// Makes the recipe of a binding that declares how its values are made.
  struct RecipeMaker {
    let make: () -> Recipe

    /// Whether the closure captures nothing.
    ///
    /// A closure is its code and a reference to what it captures, which is part of Swift's stable
    /// binary interface (*CallingConvention.rst* of the Swift repository). A test pins it.
    var ownsNothing: Bool {
      unsafe withUnsafeBytes(of: self) {
        unsafe $0.load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt.self) == 0
      }
    }
  }

  /// The modules of the bindings.
  var paths = ModulePaths()
  /// The file of the first binding, and the other files, of which most injectors have few.
  private var firstFile: String?
  private var otherFiles: ContiguousArray<String> = []
  private(set) var count = 0
  /// The number of entries that there is room for: a power of two, or zero before the first entry.
  private var capacity = 0
  private let firstCapacity: Int
  private var entries: UnsafeMutablePointer<Entry>
  /// The numbers of entries, counted from one, in twice as many words as there is room for entries.
  ///
  /// Each is at the position that its key's hash names, or after it, without a gap between.
  private var numbers: UnsafeMutablePointer<UInt32>

  /// - Parameter capacity: The number of entries to make room for with the first; a power of two.
  init(roomFor capacity: Int) {
    firstCapacity = capacity
    (unsafe entries, unsafe numbers) = unsafe Self.nowhere
  }

  /// The memory of a table that has room for nothing.
  nonisolated(unsafe) private static let nowhere = unsafe allocate(0)

  deinit {
    guard capacity > 0 else { return }
    unsafe entries.deinitialize(count: count)
    unsafe entries.deallocate()
  }

  /// Allocates room for entries, followed by room for their numbers.
  private static func allocate(
    _ capacity: Int
  ) -> (UnsafeMutablePointer<Entry>, UnsafeMutablePointer<UInt32>) {
    let sizeOfEntries = capacity * MemoryLayout<Entry>.stride
    let sizeOfPlaces = capacity * 2 * MemoryLayout<UInt32>.stride
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: sizeOfEntries + sizeOfPlaces, alignment: MemoryLayout<Entry>.alignment)
    let entries = unsafe memory.bindMemory(to: Entry.self, capacity: capacity)
    let numbers = unsafe (memory + sizeOfEntries).bindMemory(
      to: UInt32.self, capacity: capacity * 2)
    unsafe numbers.initialize(repeating: 0, count: capacity * 2)
    return unsafe (entries, numbers)
  }

  // MARK: - Reading

  /// - Complexity: O(1) on average.
  func find(_ key: Key) -> Int? {
    guard count > 0 else { return nil }
    let number = unsafe numbers[place(of: key)]
    return number == 0 ? nil : Int(number) - 1
  }

  subscript(position: Int) -> Entry {
    @inline(__always)
    unsafeAddress {
      precondition(position >= 0 && position < count)
      return unsafe UnsafePointer(entries + position)
    }
    @inline(__always)
    unsafeMutableAddress {
      precondition(position >= 0 && position < count)
      return unsafe entries + position
    }
  }

  /// The positions of some entries, layer by layer, and within each layer in the order of the
  /// entries.
  func positionsByLayer(where isWanted: (Int) -> Bool) -> [Int] {
    let positions = (0..<count).filter(isWanted)
    let isInOrder = zip(positions, positions.dropFirst()).allSatisfy {
      self[$0].layer <= self[$1].layer
    }
    return isInOrder
      ? positions : positions.sorted { (self[$0].layer, $0) < (self[$1].layer, $1) }
  }

  /// The declaration of an entry that has no object: the same one each time.
  func declaration(at position: Int) -> BindingDeclaration {
    self[position].declaration.load()
      ?? self[position].declaration.storeIfEmpty(makeDeclaration(at: position))
  }

  func place(at position: Int) -> CodeLocation {
    let file = Int(self[position].file)
    return CodeLocation(
      fileID: file == 0 ? firstFile ?? "" : otherFiles[file - 1], line: UInt(self[position].line))
  }

  /// Makes a new declaration from an entry.
  func makeDeclaration(at position: Int) -> BindingDeclaration {
    let declaration = BindingDeclaration(
      self[position].key, place: place(at: position), modules: paths[self[position].modules])
    declaration.recipe = self[position].recipe?.make()
    declaration.scope = self[position].scope
    declaration.isEager = self[position].isEager
    declaration.requiresMainActor = self[position].requiresMainActor
    declaration.isOverriding = self[position].isOverriding
    declaration.layer = self[position].layer
    return declaration
  }

  // MARK: - Setting up

  /// Adds an entry, and puts it at the position of its key.
  ///
  /// - Returns: The position of the entry that was there, which the new entry hides from now on;
  ///   -1 when there was none.
  @inline(__always)
  func bind(
    _ key: Key, at place: CodeLocation, in layer: Int, of modules: Int32, isOverriding: Bool
  ) -> Int {
    if count == capacity { grow() }
    let number = unsafe numbers + self.place(of: key)
    unsafe (entries + count).initialize(
      to: Entry(
        key: key, file: file(place.fileID), line: place.line, layer: layer, modules: modules,
        isOverriding: isOverriding))
    count += 1
    let hidden = Int(unsafe number.pointee) - 1
    unsafe number.pointee = UInt32(count)
    if hidden >= 0 { unsafe entries[hidden].isHidden = true }
    return hidden
  }

  /// The number of a file, which is often the file of the previous binding.
  private func file(_ fileID: String) -> Int32 {
    if firstFile == fileID { return 0 }
    if firstFile == nil {
      firstFile = fileID
      return 0
    }
    if otherFiles.last != fileID { otherFiles.append(fileID) }
    return Int32(otherFiles.count)
  }

  /// The position of a key in the table, or the one it would take.
  private func place(of key: Key) -> Int {
    let mask = capacity * 2 - 1
    var place = Int(truncatingIfNeeded: key.addressHash) & mask
    while case let number = unsafe numbers[place], number != 0,
      unsafe !entries[Int(number) - 1].has(key)
    {
      place = (place + 1) & mask
    }
    return place
  }

  private func grow() {
    let (old, oldNumbers, size) = unsafe (entries, numbers, capacity)
    capacity = size == 0 ? firstCapacity : size * 2
    (unsafe entries, unsafe numbers) = unsafe Self.allocate(capacity)
    unsafe entries.moveInitialize(from: old, count: count)
    for place in 0..<size * 2 where unsafe oldNumbers[place] != 0 {
      let number = unsafe oldNumbers[place]
      unsafe numbers[self.place(of: entries[Int(number) - 1].key)] = number
    }
    if size > 0 { unsafe old.deallocate() }
  }
}
