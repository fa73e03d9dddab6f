// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions of the C library that the library calls on every platform.

public func getenv(_ name: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { nil }
public func strcmp(_ one: UnsafePointer<CChar>!, _ other: UnsafePointer<CChar>!) -> Int32 { 0 }
public func qsort(
  _ start: UnsafeMutableRawPointer!, _ count: Int, _ stride: Int,
  _ compare: (@convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> Int32)!
) {}
