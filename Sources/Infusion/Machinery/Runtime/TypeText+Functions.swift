extension TypeText {
  /// A function type, spelled as in code; nil for another type.
  ///
  /// Read from the type's metadata, which is part of Swift's stable binary interface
  /// (*TypeMetadata.rst* of the Swift repository). A test pins it. An unrecognized type is spelled as
  /// the runtime prints it.
  static func functionText(_ type: Any.Type) -> String? {
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    let word = MemoryLayout<UInt>.size
    guard let flags = FunctionFlags.of(type) else { return nil }
    let printed = String(describing: type)
    // The bracket of an attribute follows its name.
    let opening = printed.indices.first { index in
      printed[index] == "(" && printed[..<index].last ?? " " == " "
    }
    guard flags & FunctionFlags.unknown == 0, !printed.contains("throws("), let opening else {
      return printed
    }
    // The result follows the flags, and the parameters the result.
    let components = (0...Int(flags & FunctionFlags.countMask)).map { position in
      TypeText(unsafe metadata.load(fromByteOffset: (2 + position) * word, as: Any.Type.self)).text
    }
    let parameters = components.dropFirst().joined(separator: ", ")
    let effects =
      (flags & FunctionFlags.isAsync != 0 ? "async " : "")
      + (flags & FunctionFlags.throwsErrors != 0 ? "throws " : "")
    return "\(printed[..<opening])(\(parameters)) \(effects)-> \(components[0])"
  }
}
