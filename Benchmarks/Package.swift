// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors where WARNINGS_AS_ERRORS is set.
let warnings: [SwiftSetting] = Context.environment["WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

let strict: [SwiftSetting] =
    warnings + [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "greenroom", path: ".."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", .upToNextMinor(from: "2.28.0")),
        .package(url: "https://github.com/apple/swift-log", .upToNextMinor(from: "1.16.0")),
        .package(url: "https://github.com/apple/swift-nio", .upToNextMinor(from: "2.101.0")),
    ],
    targets: [
        // Figures as lines of JSON, processor time, memory in use.
        .target(name: "Measuring", swiftSettings: strict),
        // The rules alone, on one core.
        .executableTarget(
            name: "KernelBenchmarks",
            dependencies: ["Measuring", .product(name: "LifecycleKernel", package: "greenroom")],
            swiftSettings: strict
        ),
        // A million processes in a registry: their size, ticks, expiry, lists.
        .executableTarget(
            name: "HostBenchmarks",
            dependencies: [
                "Measuring",
                .product(name: "LifecycleKernel", package: "greenroom"),
                .product(name: "DeviceHost", package: "greenroom"),
            ],
            swiftSettings: strict
        ),
        // Searches, and a random monkey on the same device.
        .executableTarget(
            name: "ExplorerBenchmarks",
            dependencies: [
                "Measuring",
                .product(name: "LifecycleKernel", package: "greenroom"),
                .product(name: "Explorer", package: "greenroom"),
                .product(name: "Scenarios", package: "greenroom"),
            ],
            swiftSettings: strict
        ),
        // What Hummingbird alone can do: one route that answers a small object, one that decodes one.
        .executableTarget(
            name: "BareServer",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
    ]
)
