// swift-tools-version: 6.2
import PackageDescription

var settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
if Context.environment["INFUSION_STRICT"] != nil {
  settings.append(.treatAllWarnings(as: .error))
}

// A separate package, so that users of the library never resolve its dependencies.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "benchmarks", targets: ["benchmarks"])],
  dependencies: [
    .package(name: "infusion", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ],
  targets: [
    .target(name: "Counting"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "Counting",
        .product(name: "Infusion", package: "infusion"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/Benchmarks",
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
