// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "infusion",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Infusion", targets: ["Infusion"]),
    // The same library, for apps of several frameworks: one copy in all of them.
    .library(name: "InfusionDynamic", type: .dynamic, targets: ["Infusion"]),
    .library(name: "InfusionTesting", targets: ["InfusionTesting"]),
    .executable(name: "garage", targets: ["garage"]),
  ],
  targets: [
    .target(name: "Infusion", exclude: ["Machinery/README.md"]),
    .target(name: "InfusionTesting", dependencies: ["Infusion"]),
    .executableTarget(
      name: "garage", dependencies: ["Infusion"], path: "Examples/Garage",
      exclude: ["garage.json"]),
    // What threads do, counted exactly; part of the test program only.
    .target(name: "WorkCounts", path: "Tests/WorkCounts"),
    .testTarget(name: "InfusionTests", dependencies: ["Infusion", "WorkCounts"]),
    .testTarget(name: "InfusionTestingTests", dependencies: ["Infusion", "InfusionTesting"]),
    .testTarget(name: "ReliabilityTests", dependencies: ["Infusion", "WorkCounts"]),
    .testTarget(name: "ConformanceTests", dependencies: ["Infusion"]),
  ],
  swiftLanguageModes: [.v6]
)

// What keeps a program on Linux from carrying what it does not use:
//
// - A linker removes functions that nothing calls, if each has a section of its own and public ones
//   are not marked as used. A dynamic library still exports everything.
// - Metadata of fields refers to every type of the library, used or not. Without it, a value prints
//   itself only if it has a description; public values have one.
// - Types are found by functions instead of names. Names are shared, and what a file shares is kept
//   as a whole; functions are also faster when a type is first used.
//
// `Tests/Benchmarks/cold` measures the size. Packages that depend on this one by version may do so
// because its tools version is 6.2 or later.
let droppingUnused = SwiftSetting.unsafeFlags(
  [
    "-function-sections", "-internalize-at-link", "-disable-reflection-metadata",
    "-disable-concrete-type-metadata-mangled-name-accessors",
  ].flatMap { ["-Xfrontend", $0] },
  .when(platforms: [.linux], configuration: .release))

// The same rules for every target; none of them reaches a client of the library.
let isStrict = Context.environment["INFUSION_STRICT"] != nil
for target in package.targets {
  var settings = target.swiftSettings ?? []
  settings += [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
  // Tests and examples hold nothing that could be unsafe.
  if target.type == .regular { settings.append(.strictMemorySafety()) }
  if target.name == "Infusion" { settings.append(droppingUnused) }
  if isStrict { settings.append(.treatAllWarnings(as: .error)) }
  target.swiftSettings = settings
}

// The documentation plugin is for those who build the documentation, `INFUSION_DOCUMENTATION=1 swift
// package generate-documentation --target Infusion`; a client resolves nothing.
if Context.environment["INFUSION_DOCUMENTATION"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}
