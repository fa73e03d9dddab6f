// swift-tools-version: 6.2
import PackageDescription

// The settings of Xcode's template for apps, except the default isolation.
var settings: [SwiftSetting] = [
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
if Context.environment["INFUSION_STRICT"] != nil {
  settings.append(.treatAllWarnings(as: .error))
}

// Screens and the app belong to the main actor. The books do not: any thread may ask for them.
let ofMainActor = settings + [.defaultIsolation(MainActor.self)]
let infusion = Target.Dependency.product(name: "Infusion", package: "infusion")

let package = Package(
  name: "shelf-example",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "infusion", path: "../..")],
  targets: [
    .target(name: "Books", dependencies: [infusion], swiftSettings: settings),
    .target(name: "Screens", dependencies: ["Books", infusion], swiftSettings: ofMainActor),
    .target(
      name: "BookList", dependencies: ["Books", "Screens", infusion], swiftSettings: ofMainActor),
    .target(
      name: "BookDetail", dependencies: ["Books", "Screens", infusion], swiftSettings: ofMainActor),
    .target(
      name: "ShelfApp", dependencies: ["Books", "Screens", "BookList", "BookDetail", infusion],
      swiftSettings: ofMainActor),
    .executableTarget(
      name: "shelf", dependencies: ["Books", "BookList", "BookDetail", "ShelfApp", infusion],
      swiftSettings: ofMainActor),
    .testTarget(
      name: "ShelfTests",
      dependencies: [
        "Books", "Screens", "BookList", "BookDetail", "ShelfApp", infusion,
        .product(name: "InfusionTesting", package: "infusion"),
      ],
      swiftSettings: ofMainActor),
  ],
  swiftLanguageModes: [.v6]
)
