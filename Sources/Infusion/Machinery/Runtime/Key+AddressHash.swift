extension Key {
  /// A hash for the library's own tables: the address distinguishes types, and a name adds its own
  /// hash; for a plan, the address of the binding that adds to it counts, too.
  ///
  /// `Hasher`, which withstands keys that an attacker chooses, would take ten times as long: see the
  /// row named of `Tests/Benchmarks`. The tables hold only keys that the program binds or requests
  /// by type.
  @inline(__always)
  var addressHash: UInt {
    let bits = UInt(bitPattern: ObjectIdentifier(type)) ^ UInt(bitPattern: contribution)
    var hash = bits.multiplied
    if let name { hash ^= UInt64(name.description.quickHash) }
    return UInt(truncatingIfNeeded: hash ^ (hash >> 32))
  }
}

extension Key {
  /// The same number in all snapshots: the address of the type, or for a named key an odd number, which
  /// another named key may have, too.
  var identity: UInt {
    name == nil ? UInt(bitPattern: ObjectIdentifier(type)) : addressHash | 1
  }
}

extension String {
  /// A hash of the bytes if they are ASCII; equal strings have equal hashes.
  package var quickHash: UInt {
    // Equal strings of other characters may differ in their bytes.
    hashOfASCII ?? withoutASCIITwins.hashOfASCII ?? UInt(bitPattern: hashValue)
  }

  /// Nil for a string that is not ASCII.
  private var hashOfASCII: UInt? {
    var text = self
    return text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      var hash = UInt64(UInt(bitPattern: bytes.count))
      var all: UInt64 = 0
      func add(_ word: UInt64) {
        all |= word
        hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 29
      }
      func load<Word: FixedWidthInteger>(_ position: Int, as type: Word.Type) -> UInt64 {
        unsafe UInt64(bytes.loadUnaligned(fromByteOffset: position, as: Word.self))
      }
      // No load crosses a multiple of eight bytes: a short string has just been stored in two words,
      // and a load across both would wait for them.
      var position = 0
      while position + 8 <= bytes.count {
        add(load(position, as: UInt64.self))
        position += 8
      }
      if position + 4 <= bytes.count {
        add(load(position, as: UInt32.self) << 32 | load(bytes.count - 4, as: UInt32.self))
      } else {
        var rest: UInt64 = 0
        while position < bytes.count {
          rest = rest << 8 | UInt64(unsafe bytes[position])
          position += 1
        }
        add(rest)
      }
      return all & 0x8080_8080_8080_8080 == 0 ? UInt(truncatingIfNeeded: hash) : nil
    }
  }

  /// The string with a character of ASCII for each of the three others that equal one.
  ///
  /// Unicode never adds a fourth. A test compares all characters.
  private var withoutASCIITwins: String {
    var text = UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "\u{212A}": text.append("K")
      case "\u{37E}": text.append(";")
      case "\u{1FEF}": text.append("`")
      default: text.append(scalar)
      }
    }
    return String(text)
  }
}
