// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions of Windows that the library calls, with the types that Swift gives them.

public typealias DWORD = UInt32
public typealias ULONG_PTR = UInt64
public typealias HMODULE = UnsafeMutablePointer<HINSTANCE__>
public struct HINSTANCE__ {}
public typealias FARPROC = @convention(c) () -> Int64
public struct WindowsBool: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) {}
}

// It holds a pointer, which Swift considers unsafe.
@unsafe public struct SRWLOCK { public init() {} }
public struct CONDITION_VARIABLE { public init() {} }
public var INFINITE: DWORD { 0xffff_ffff }

public func InitializeSRWLock(_ lock: UnsafeMutablePointer<SRWLOCK>!) {}
public func AcquireSRWLockExclusive(_ lock: UnsafeMutablePointer<SRWLOCK>!) {}
public func ReleaseSRWLockExclusive(_ lock: UnsafeMutablePointer<SRWLOCK>!) {}
public func InitializeConditionVariable(_ condition: UnsafeMutablePointer<CONDITION_VARIABLE>!) {}
public func WakeConditionVariable(_ condition: UnsafeMutablePointer<CONDITION_VARIABLE>!) {}
@discardableResult
public func SleepConditionVariableSRW(
  _ condition: UnsafeMutablePointer<CONDITION_VARIABLE>!, _ lock: UnsafeMutablePointer<SRWLOCK>!,
  _ milliseconds: DWORD, _ flags: UInt32
) -> WindowsBool { true }

public var FLS_OUT_OF_INDEXES: DWORD { 0xffff_ffff }
public func FlsAlloc(
  _ callback: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!
) -> DWORD { 0 }
public func FlsGetValue(_ index: DWORD) -> UnsafeMutableRawPointer! { nil }
@discardableResult
public func FlsSetValue(_ index: DWORD, _ value: UnsafeMutableRawPointer!) -> WindowsBool { true }

@discardableResult
public func SwitchToThread() -> WindowsBool { true }
public func GetCurrentThreadStackLimits(
  _ low: UnsafeMutablePointer<ULONG_PTR>!, _ high: UnsafeMutablePointer<ULONG_PTR>!
) {}

public func GetModuleHandleW(_ name: UnsafePointer<UInt16>!) -> HMODULE! { nil }
public func GetProcAddress(_ library: HMODULE!, _ name: UnsafePointer<CChar>!) -> FARPROC! { nil }
