// swift-tools-version: 6.2
import PackageDescription

// A package of its own: Infusion itself depends on nothing.
let package = Package(
  name: "notes",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "notes", targets: ["notes"])
  ],
  dependencies: [
    .package(name: "infusion", path: "../.."),
    .package(path: "../ObserverAdapters"),
    .package(path: "../ServiceLifecycle"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // Its default traits add swift-configuration, which is not used here.
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
  ],
  targets: [
    .target(
      name: "NotesServer",
      dependencies: [
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Infusion", package: "infusion"),
        .product(name: "InfusionLifecycle", package: "ServiceLifecycle"),
        .product(name: "InfusionLogging", package: "ObserverAdapters"),
        .product(name: "InfusionMetrics", package: "ObserverAdapters"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      resources: [.embedInCode("Pages/Resources")]),
    .executableTarget(
      name: "notes",
      dependencies: [
        "NotesServer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Infusion", package: "infusion"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
      ]),
    // `mallinfo2`, on Linux.
    .systemLibrary(name: "Allocations", path: "Tests/Allocations"),
    .testTarget(
      name: "NotesServerTests",
      dependencies: [
        "Allocations",
        "NotesServer",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Infusion", package: "infusion"),
        .product(name: "InfusionTesting", package: "infusion"),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

let isStrict = Context.environment["INFUSION_STRICT"] != nil
for target in package.targets where target.type != .system {
  var settings = target.swiftSettings ?? []
  settings += [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  if isStrict { settings.append(.treatAllWarnings(as: .error)) }
  target.swiftSettings = settings
}
