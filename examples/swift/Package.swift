// swift-tools-version: 6.2
import PackageDescription

/// Tests of an app's life cycle against a Greenroom server, with Swift Testing and AsyncHTTPClient.
let package = Package(
    name: "lifecycle-tests",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/swift-server/async-http-client", .upToNextMinor(from: "1.37.0"))
    ],
    targets: [
        .testTarget(
            name: "LifecycleTests",
            dependencies: [.product(name: "AsyncHTTPClient", package: "async-http-client")]
        )
    ]
)
