// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors where WARNINGS_AS_ERRORS is set, as `.ci/run` does: a newer compiler or library may warn of more,
/// and must not keep anybody from building this version.
let warnings: [SwiftSetting] = Context.environment["WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// What every target is built with.
let strict: [SwiftSetting] =
    warnings + [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]

/// The commit that is built, as `make release` gives it in the environment: letters, digits and hyphens.
let commit = Context.environment["GREENROOM_COMMIT"].map { $0.filter { $0.isLetter || $0.isNumber || $0 == "-" } } ?? ""

let package = Package(
    name: "greenroom",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "greenroom", targets: ["Main"]),
        .library(name: "LifecycleKernel", targets: ["LifecycleKernel"]),
        .library(name: "DeviceHost", targets: ["DeviceHost"]),
        .library(name: "GreenroomClient", targets: ["GreenroomClient"]),
        .library(name: "Explorer", targets: ["Explorer"]),
        .library(name: "Scenarios", targets: ["Scenarios"]),
    ],
    traits: [
        .default(enabledTraits: ["APNs", "Outgoing", "PostgreSQL"]),
        .trait(name: "APNs", description: "The listener for clients of APNs: TLS, HTTP/2, certificates."),
        .trait(name: "Outgoing", description: "Webhooks, and the export to OpenTelemetry: a client of HTTP."),
        .trait(name: "PostgreSQL", description: "The store that several servers share: libpq."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.0")),
        .package(url: "https://github.com/apple/swift-asn1", .upToNextMinor(from: "1.7.0")),
        .package(url: "https://github.com/apple/swift-certificates", .upToNextMinor(from: "1.21.0")),
        .package(url: "https://github.com/apple/swift-collections", .upToNextMinor(from: "1.6.0")),
        .package(url: "https://github.com/apple/swift-crypto", .upToNextMinor(from: "4.5.0")),
        .package(url: "https://github.com/apple/swift-http-types", .upToNextMinor(from: "1.8.0")),
        .package(url: "https://github.com/apple/swift-log", .upToNextMinor(from: "1.16.0")),
        .package(url: "https://github.com/apple/swift-metrics", .upToNextMinor(from: "2.13.0")),
        .package(url: "https://github.com/apple/swift-nio", .upToNextMinor(from: "2.101.0")),
        .package(url: "https://github.com/apple/swift-nio-extras", .upToNextMinor(from: "1.35.0")),
        .package(url: "https://github.com/apple/swift-nio-http2", .upToNextMinor(from: "1.46.0")),
        .package(url: "https://github.com/apple/swift-nio-ssl", .upToNextMinor(from: "2.37.0")),
        .package(url: "https://github.com/groue/GRDB.swift", .upToNextMinor(from: "7.10.0")),
        .package(url: "https://github.com/hummingbird-project/hummingbird", .upToNextMinor(from: "2.28.0")),
        .package(url: "https://github.com/jpsim/Yams", .upToNextMinor(from: "6.2.0")),
        .package(url: "https://github.com/swift-server/async-http-client", .upToNextMinor(from: "1.37.0")),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", .upToNextMinor(from: "2.13.0")),
    ],
    targets: [
        // The rules of iOS as a pure value. Imports nothing but the standard library.
        .target(
            name: "LifecycleKernel",
            path: "Sources/Core/LifecycleKernel",
            swiftSettings: strict,
            // Rounding a Double is the standard library's, but on Linux it calls the C library for it.
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
        ),
        // The state of a device as canonical bytes, and its hash.
        .target(
            name: "StateCoding",
            dependencies: ["LifecycleKernel"],
            path: "Sources/Core/StateCoding",
            swiftSettings: strict
        ),
        // Events, actions, records and documents as JSON: their names, readers and writers.
        .target(
            name: "WireFormat",
            dependencies: ["LifecycleKernel"],
            path: "Sources/Core/WireFormat",
            swiftSettings: strict
        ),
        // The tokens by which pushes are sent to the apps of a device.
        .target(
            name: "DeviceTokens",
            dependencies: ["LifecycleKernel"],
            path: "Sources/Core/DeviceTokens",
            swiftSettings: strict
        ),
        // Many devices, alive: the registry of actors, clocks, the ticker, limits, waits, the store as a protocol.
        .target(
            name: "DeviceHost",
            dependencies: [
                "DeviceTokens", "LifecycleKernel", "StateCoding", "Telemetry", "WireFormat",
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Sources/Core/DeviceHost",
            swiftSettings: strict
        ),
        // The store that outlives the process.
        .target(
            name: "SQLiteStore",
            dependencies: [
                "DeviceHost", "LifecycleKernel", "StateCoding",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Sources/Core/SQLiteStore",
            swiftSettings: strict
        ),
        // The client library of PostgreSQL, from the system.
        .systemLibrary(
            name: "CPostgreSQL",
            path: "Sources/Features/CPostgreSQL",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        // The store that several servers share, in PostgreSQL.
        .target(
            name: "PostgreSQLStore",
            dependencies: [
                "CPostgreSQL", "Commands", "DeviceHost", "DeviceTokens", "GreenroomServer", "LifecycleKernel",
                "SQLiteStore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources/Features/PostgreSQLStore",
            swiftSettings: strict
        ),
        // What other frameworks would have told their code: functions of records.
        .target(
            name: "Vocabularies",
            dependencies: ["LifecycleKernel"],
            path: "Sources/Core/Vocabularies",
            swiftSettings: strict
        ),
        // Crash and jetsam reports (.ips) and the MetricKit payload: functions of what the kernel remembers.
        .target(
            name: "Reports",
            dependencies: ["LifecycleKernel", "WireFormat"],
            path: "Sources/Core/Reports",
            swiftSettings: strict
        ),
        // The scenario format and its runner, in-process or over HTTP.
        .target(
            name: "Scenarios",
            dependencies: [
                "DeviceTokens", "LifecycleKernel", "Vocabularies", "Reports", "WireFormat",
                .product(name: "Yams", package: "Yams"),
            ],
            path: "Sources/Core/Scenarios",
            swiftSettings: strict
        ),
        // Searches: the sequences of events, actions and passings of time in which an app fails.
        .target(
            name: "Explorer",
            dependencies: ["LifecycleKernel", "StateCoding", "WireFormat"],
            path: "Sources/Features/Explorer",
            swiftSettings: strict
        ),
        // Explorations on a server: queued, searched on threads of their own, kept for a while.
        .target(
            name: "Explorations",
            dependencies: [
                "Commands", "DeviceHost", "Explorer", "GreenroomClient", "GreenroomServer", "HTTPAPI",
                "LifecycleKernel", "Scenarios", "StateCoding", "Telemetry", "WireFormat",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            path: "Sources/Features/Explorations",
            swiftSettings: strict
        ),
        // docs/openapi.json, as it is in the binary; in C.
        .target(name: "EmbeddedFiles", path: "Sources/Core/EmbeddedFiles"),
        // The files of the dashboard, as they are in the binary; in C.
        .target(name: "DashboardFiles", path: "Sources/Features/Dashboard/Files"),
        // The pages that people look at.
        .target(
            name: "Dashboard",
            dependencies: [
                "DashboardFiles", "GreenroomServer", "HTTPAPI",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            path: "Sources/Features/Dashboard",
            exclude: ["package.json", "Files", "Lessons", "Site"],
            swiftSettings: strict
        ),
        // The features that need no library but those of the core, each in a folder of its own.
        .target(
            name: "SmallFeatures",
            dependencies: [
                "Commands", "DeviceHost", "GreenroomClient", "GreenroomServer", "HTTPAPI", "LifecycleKernel",
                "Scenarios",
                "Telemetry", "WireFormat",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Sources/Features/SmallFeatures",
            swiftSettings: strict
        ),
        // The Apple Push Notification service: a listener for its clients, whose pushes are inputs of devices.
        .target(
            name: "APNs",
            dependencies: [
                "DeviceHost", "DeviceTokens", "GreenroomServer", "HTTPAPI", "LifecycleKernel", "Telemetry",
                "WireFormat",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOExtras", package: "swift-nio-extras"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            path: "Sources/Features/APNs",
            swiftSettings: strict
        ),
        // Requests to other servers, within limits of time and size.
        .target(
            name: "Outgoing",
            dependencies: [
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Sources/Features/Outgoing",
            swiftSettings: strict
        ),
        // Webhooks: messages about records to URLs of others, signed and sent again.
        .target(
            name: "Webhooks",
            dependencies: [
                "DeviceHost", "GreenroomServer", "HTTPAPI", "LifecycleKernel", "Outgoing", "Telemetry", "WireFormat",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Sources/Features/Webhooks",
            swiftSettings: strict
        ),
        // OpenTelemetry: events and spans of what happens on devices, sent to a receiver of OTLP/HTTP.
        .target(
            name: "OpenTelemetryExport",
            dependencies: [
                "DeviceHost", "GreenroomServer", "HTTPAPI", "LifecycleKernel", "Outgoing", "Telemetry", "Vocabularies",
                "WireFormat",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Sources/Features/OpenTelemetryExport",
            swiftSettings: strict
        ),
        // Hummingbird: routes, bodies, problem documents.
        .target(
            name: "HTTPAPI",
            dependencies: [
                "DeviceHost", "EmbeddedFiles", "LifecycleKernel", "Reports", "Scenarios", "Telemetry", "Vocabularies",
                "WireFormat",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Sources/Core/HTTPAPI",
            swiftSettings: strict
        ),
        // Appium and WebDriverAgent: listeners for their clients, whose commands are inputs of devices.
        .target(
            name: "WebDriver",
            dependencies: [
                "DeviceHost", "GreenroomServer", "HTTPAPI", "LifecycleKernel", "Reports", "Telemetry", "WireFormat",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Sources/Features/WebDriver",
            swiftSettings: strict
        ),
        // The server: settings, features, the start and the end.
        .target(
            name: "GreenroomServer",
            dependencies: [
                "BuildRecord", "DeviceHost", "HTTPAPI", "LifecycleKernel", "SQLiteStore", "Scenarios",
                "Telemetry", "WireFormat",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            path: "Sources/Core/GreenroomServer",
            swiftSettings: strict
        ),
        // Metrics in the Prometheus text format, and log lines as JSON.
        .target(
            name: "Telemetry",
            dependencies: [
                "LifecycleKernel",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources/Core/Telemetry",
            swiftSettings: strict
        ),
        // The client of a server, for tests in Swift: devices, and the code of attached apps.
        .target(
            name: "GreenroomClient",
            dependencies: [
                "LifecycleKernel", "WireFormat",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(
                    name: "NIOSSL",
                    package: "swift-nio-ssl",
                    condition: .when(traits: ["Outgoing"])
                ),
            ],
            path: "Sources/Core/GreenroomClient",
            swiftSettings: strict
        ),
        // The commit that the binary was built from.
        .target(
            name: "BuildRecord",
            path: "Sources/Core/BuildRecord",
            cSettings: commit.isEmpty ? [] : [.define("GREENROOM_COMMIT", to: "\"\(commit)\"")]
        ),
        // The command line: what is common to commands, and the commands of the core.
        .target(
            name: "Commands",
            dependencies: [
                "DeviceHost", "GreenroomClient", "GreenroomServer", "HTTPAPI", "LifecycleKernel", "SQLiteStore",
                "Scenarios", "Telemetry", "WireFormat",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Sources/Core/Commands",
            swiftSettings: strict
        ),
        // The command line tool: the core, and the list of features.
        .target(
            name: "Greenroom",
            dependencies: [
                "Commands", "Dashboard", "Explorations", "GreenroomServer", "HTTPAPI", "LifecycleKernel",
                "SmallFeatures", "WebDriver", "WireFormat",
                .target(name: "APNs", condition: .when(traits: ["APNs"])),
                .target(name: "OpenTelemetryExport", condition: .when(traits: ["Outgoing"])),
                .target(name: "Webhooks", condition: .when(traits: ["Outgoing"])),
                .target(name: "PostgreSQLStore", condition: .when(traits: ["PostgreSQL"])),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        // The executable.
        .executableTarget(name: "Main", dependencies: ["Greenroom"], swiftSettings: strict),
        // Makes docs/openapi.json, the description of the interface, from tables and from the code that reads requests.
        .target(
            name: "OpenAPIGenerator",
            dependencies: [
                "DeviceHost", "Greenroom", "GreenroomServer", "HTTPAPI", "LifecycleKernel", "Scenarios", "Vocabularies",
                "WireFormat",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            path: "Tools/OpenAPIGenerator",
            swiftSettings: strict
        ),
        // Writes the files of the repository that are made from its code.
        .executableTarget(
            name: "generate",
            dependencies: [
                "DeviceHost", "Greenroom", "StoreTestKit", "LifecycleKernel", "OpenAPIGenerator", "SQLiteStore",
                "Simulation", "TestKit", "WireFormat",
            ],
            path: "Tools/Generate",
            swiftSettings: strict
        ),
        .testTarget(
            name: "TelemetryTests",
            dependencies: [
                "LifecycleKernel", "Telemetry",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/Core/TelemetryTests",
            swiftSettings: strict
        ),
        .testTarget(
            name: "ExplorerTests",
            dependencies: [
                "Explorer", "LifecycleKernel", "Scenarios", "Simulation", "StateCoding", "TestKit", "WireFormat",
            ],
            path: "Tests/Features/ExplorerTests",
            swiftSettings: strict
        ),
        .testTarget(
            name: "ExplorationsTests",
            dependencies: [
                "Commands", "DeviceHost", "Explorations", "Explorer", "GreenroomClient", "HTTPTestKit",
                "LifecycleKernel", "Scenarios", "TestKit", "WireFormat",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
            ],
            path: "Tests/Features/ExplorationsTests",
            swiftSettings: strict
        ),
        .testTarget(
            name: "ScenariosTests",
            dependencies: ["DeviceTokens", "Scenarios", "LifecycleKernel", "Simulation", "TestKit", "WireFormat"],
            path: "Tests/Core/ScenariosTests",
            swiftSettings: strict
        ),
        // What tests of several targets share: a device, a clock that is moved by hand, a receiver of requests, and waiting
        // without sleeping.
        .target(
            name: "TestKit",
            dependencies: [
                "DeviceHost", "LifecycleKernel", "WireFormat",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Tests/Core/TestKit",
            swiftSettings: strict
        ),
        // What tests of endpoints share: a service with the features that a test is about, a client, and the check of its answers.
        .target(
            name: "HTTPTestKit",
            dependencies: [
                "DeviceHost", "GreenroomServer", "HTTPAPI", "LifecycleKernel", "TestKit", "WireFormat",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ],
            path: "Tests/Core/HTTPTestKit",
            swiftSettings: strict
        ),
        // Checks of a store.
        .target(
            name: "StoreTestKit",
            dependencies: [
                "DeviceHost", "DeviceTokens", "LifecycleKernel", "Simulation", "StateCoding", "TestKit", "WireFormat",
            ],
            path: "Tests/Core/StoreTestKit",
            swiftSettings: strict
        ),
        // Random lives of devices, from a seed; and an executable that prints their digests.
        .target(
            name: "Simulation",
            dependencies: ["LifecycleKernel", "StateCoding", "WireFormat"],
            path: "Tests/Core/Simulation",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "simulate",
            dependencies: ["LifecycleKernel", "Simulation", "StateCoding", "WireFormat"],
            path: "Tests/Core/Simulate",
            swiftSettings: strict
        ),
        .testTarget(
            name: "SimulationTests",
            dependencies: ["LifecycleKernel", "Simulation", "StateCoding", "TestKit", "simulate"],
            path: "Tests/Core/SimulationTests",
            swiftSettings: strict
        ),
        .testTarget(
            name: "LifecycleKernelTests",
            dependencies: ["LifecycleKernel", "Simulation", "StateCoding", "TestKit", "WireFormat"],
            path: "Tests/Core/LifecycleKernelTests",
            swiftSettings: strict
        ),
        .testTarget(
            name: "StateCodingTests",
            dependencies: ["StateCoding", "LifecycleKernel", "Simulation"],
            path: "Tests/Core/StateCodingTests",
            swiftSettings: strict
        ),
        .testTarget(
            name: "VocabulariesTests",
            dependencies: ["Vocabularies", "LifecycleKernel", "TestKit"],
            path: "Tests/Core/VocabulariesTests",
            swiftSettings: strict
        ),
        .testTarget(
            name: "ReportsTests",
            dependencies: ["Reports", "LifecycleKernel", "StateCoding", "TestKit", "WireFormat"],
            path: "Tests/Core/ReportsTests",
            swiftSettings: strict
        ),
        .testTarget(
            name: "WireFormatTests",
            dependencies: ["WireFormat", "LifecycleKernel", "TestKit"],
            path: "Tests/Core/WireFormatTests",
            swiftSettings: strict
        ),
        .testTarget(
            name: "CommandsTests",
            dependencies: [
                "Commands", "GreenroomClient", "GreenroomServer", "HTTPTestKit", "LifecycleKernel", "Scenarios",
                "Telemetry", "TestKit", "WireFormat",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            path: "Tests/Core/CommandsTests",
            swiftSettings: strict
        ),
        .testTarget(
            name: "HTTPAPITests",
            dependencies: [
                "DeviceHost", "HTTPAPI", "HTTPTestKit", "LifecycleKernel", "Scenarios", "TestKit", "WireFormat",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Tests/Core/HTTPAPITests",
            swiftSettings: strict
        ),
        .testTarget(
            name: "DashboardTests",
            dependencies: [
                "Dashboard", "HTTPAPI", "HTTPTestKit", "LifecycleKernel",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            path: "Tests/Features/DashboardTests",
            exclude: ["Site"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SmallFeaturesTests",
            dependencies: [
                "DeviceHost", "GreenroomClient", "HTTPAPI", "HTTPTestKit", "LifecycleKernel", "Scenarios",
                "SmallFeatures", "TestKit", "WireFormat",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            path: "Tests/Features/SmallFeaturesTests",
            swiftSettings: strict
        ),
        .testTarget(
            name: "APNsTests",
            dependencies: [
                "APNs", "DeviceHost", "GreenroomServer", "HTTPAPI", "HTTPTestKit", "LifecycleKernel", "SQLiteStore",
                "TestKit", "WireFormat",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            path: "Tests/Features/APNsTests",
            swiftSettings: strict
        ),
        .testTarget(
            name: "WebhooksTests",
            dependencies: [
                "APNs", "DeviceHost", "HTTPTestKit", "LifecycleKernel", "Outgoing", "TestKit", "Webhooks",
                "WireFormat",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Tests/Features/WebhooksTests",
            swiftSettings: strict
        ),
        .testTarget(
            name: "OpenTelemetryExportTests",
            dependencies: [
                "DeviceHost", "GreenroomServer", "HTTPTestKit", "LifecycleKernel", "OpenTelemetryExport",
                "Outgoing", "Simulation", "TestKit", "WireFormat",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Tests/Features/OpenTelemetryExportTests",
            swiftSettings: strict
        ),
        .testTarget(
            name: "WebDriverTests",
            dependencies: [
                "DeviceHost", "HTTPAPI", "HTTPTestKit", "LifecycleKernel", "TestKit", "WebDriver", "WireFormat",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tests/Features/WebDriverTests",
            swiftSettings: strict
        ),
        .testTarget(
            name: "GreenroomTests",
            dependencies: [
                "Commands", "Dashboard", "DeviceHost", "Greenroom", "GreenroomClient", "GreenroomServer", "HTTPAPI",
                "HTTPTestKit", "LifecycleKernel", "OpenAPIGenerator", "SQLiteStore", "Scenarios", "Telemetry",
                "TestKit", "WireFormat",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "DeviceHostTests",
            dependencies: [
                "DeviceHost", "DeviceTokens", "LifecycleKernel", "StateCoding", "TestKit", "WireFormat",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ],
            path: "Tests/Core/DeviceHostTests",
            swiftSettings: strict
        ),
        .testTarget(
            name: "SQLiteStoreTests",
            dependencies: [
                "SQLiteStore", "DeviceHost", "StoreTestKit", "LifecycleKernel", "Simulation",
                "StateCoding", "TestKit", "WireFormat",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/Core/SQLiteStoreTests",
            exclude: ["Recorded"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PostgreSQLStoreTests",
            dependencies: [
                "PostgreSQLStore", "APNs", "DeviceHost", "DeviceTokens", "Explorations", "HTTPAPI", "StoreTestKit",
                "LifecycleKernel", "OpenTelemetryExport", "SQLiteStore", "Simulation", "StateCoding", "TestKit",
                "WebDriver",
                "Webhooks", "WireFormat",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
            ],
            path: "Tests/Features/PostgreSQLStoreTests",
            swiftSettings: strict
        ),
    ]
)
