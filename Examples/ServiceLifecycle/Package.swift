// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "service-lifecycle-example",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [.library(name: "InfusionLifecycle", targets: ["InfusionLifecycle"])],
  dependencies: [
    .package(name: "infusion", path: "../.."),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
  ],
  targets: [
    .target(
      name: "InfusionLifecycle",
      dependencies: [
        .product(name: "Infusion", package: "infusion"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .testTarget(
      name: "InfusionLifecycleTests",
      dependencies: [
        "InfusionLifecycle",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Infusion", package: "infusion"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  var settings = target.swiftSettings ?? []
  settings += [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
  target.swiftSettings = settings
}
