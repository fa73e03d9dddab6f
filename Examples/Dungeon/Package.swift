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

let package = Package(
  name: "dungeon-example",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "dungeon", targets: ["dungeon"])],
  dependencies: [
    .package(name: "infusion", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ],
  targets: [
    .target(
      name: "DungeonGame",
      dependencies: [.product(name: "Infusion", package: "infusion")],
      resources: [.copy("Levels")],
      swiftSettings: settings),
    .executableTarget(
      name: "dungeon",
      dependencies: [
        "DungeonGame",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DungeonGameTests",
      dependencies: [
        "DungeonGame",
        .product(name: "Infusion", package: "infusion"),
        .product(name: "InfusionTesting", package: "infusion"),
      ],
      resources: [.copy("Golden")],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
