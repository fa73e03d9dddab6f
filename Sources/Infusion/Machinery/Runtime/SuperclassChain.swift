/// The classes from the root to the class itself.
func superclassChain(of cls: AnyClass) -> [AnyClass] { superclasses(from: cls).reversed() }

/// The class itself, and those above it.
func superclasses(from cls: AnyClass) -> some Sequence<AnyClass> {
  sequence(first: cls) { _getSuperclass($0) }
}
