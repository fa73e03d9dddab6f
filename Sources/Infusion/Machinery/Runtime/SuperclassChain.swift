/// The classes from the root to the class itself.
func superclassChain(of cls: AnyClass) -> [AnyClass] {
  var chain: [AnyClass] = []
  var next: AnyClass? = cls
  while let current = next {
    chain.append(current)
    next = _getSuperclass(current)
  }
  return chain.reversed()
}
