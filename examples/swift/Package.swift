// swift-tools-version: 6.2
import PackageDescription

/// Tests of an app's life cycle against a Greenroom server, with Swift Testing and Greenroom's client for Swift.
let package = Package(
    name: "lifecycle-tests",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "greenroom", path: "../..")
    ],
    targets: [
        .testTarget(
            name: "LifecycleTests",
            dependencies: [.product(name: "GreenroomClient", package: "greenroom")]
        ),
        // The SDK of ../sdk in Swift: its core depends on nothing, and its tests play the app that uses it.
        .target(name: "AnalyticsSDK"),
        .testTarget(
            name: "AnalyticsTests",
            dependencies: ["AnalyticsSDK", .product(name: "GreenroomClient", package: "greenroom")]
        ),
    ]
)
