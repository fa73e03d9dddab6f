// Reads memory that was given back: the address sanitizer has to notice.
@main struct UseAfterFree {
  static func main() {
    let memory = UnsafeMutablePointer<Int>.allocate(capacity: 8)
    memory.initialize(repeating: 1, count: 8)
    memory.deallocate()
    print(memory[3])
  }
}
