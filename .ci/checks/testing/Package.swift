// swift-tools-version: 6.2
import PackageDescription

// A package that is not Infusion's: its program uses the library, its tests use InfusionTesting.
let package = Package(
  name: "shop",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "infusion", path: "../../..")],
  targets: [
    .target(name: "Shop", dependencies: [.product(name: "Infusion", package: "infusion")]),
    .executableTarget(name: "shop-program", dependencies: ["Shop"]),
    .testTarget(
      name: "ShopTests",
      dependencies: [
        "Shop", .product(name: "Infusion", package: "infusion"),
        .product(name: "InfusionTesting", package: "infusion"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
