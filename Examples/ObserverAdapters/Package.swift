// swift-tools-version: 6.2
import PackageDescription

var settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
if Context.environment["INFUSION_STRICT"] != nil {
  settings.append(.treatAllWarnings(as: .error))
}

// A package of its own: Infusion itself depends on nothing.
let package = Package(
  name: "observer-adapters",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "InfusionLogging", targets: ["InfusionLogging"]),
    .library(name: "InfusionMetrics", targets: ["InfusionMetrics"]),
  ],
  dependencies: [
    .package(name: "infusion", path: "../.."),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
  ],
  targets: [
    .target(
      name: "InfusionLogging",
      dependencies: [
        .product(name: "Infusion", package: "infusion"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .target(
      name: "InfusionMetrics",
      dependencies: [
        .product(name: "Infusion", package: "infusion"),
        .product(name: "Metrics", package: "swift-metrics"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "InfusionLoggingTests",
      dependencies: [
        "InfusionLogging",
        .product(name: "InMemoryLogging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "InfusionMetricsTests",
      dependencies: [
        "InfusionMetrics",
        .product(name: "MetricsTestKit", package: "swift-metrics"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
