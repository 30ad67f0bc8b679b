import LifecycleKernel
import Reports
import Testing
import WireFormat

/// A device on which apps end, and the reports of it.
struct Theatre {
    private(set) var device: Device
    static let app = "com.example.notes"

    init(_ profile: RuleProfile = .ios18, overrides: [RuleOverride] = [], memoryBytes: ByteCount = 6_442_450_944) {
        device = Device(
            DeviceSettings(profile: profile, overrides: overrides, memoryBytes: memoryBytes, seed: 7),
            at: .manualStart
        )
    }

    mutating func apply(_ input: Input) throws {
        try device.apply(input, at: device.now, limit: 100_000)
        _ = device.takeRecords()
    }

    mutating func send(_ event: DeviceEvent) throws { try apply(.event(.device(event))) }
    mutating func send(_ event: AppEvent, _ app: BundleID = Self.app) throws { try apply(.event(.app(app, event))) }
    mutating func act(_ action: Action, _ app: BundleID = Self.app) throws { try apply(.action(app, action)) }
    mutating func launch(_ app: BundleID = Self.app) throws { try send(.launch(arguments: []), app) }
    mutating func advance(_ milliseconds: Milliseconds) throws { try apply(.advance(.by(milliseconds))) }

    mutating func install(
        _ app: BundleID = Self.app,
        _ lifecycle: AppLifecycle = .appDelegate,
        footprintBytes: ByteCount = 83_886_080,
        infoPlist: InfoPlist = InfoPlist(),
        handlers: [AppBehavior.Handler] = []
    ) throws {
        try apply(
            .install(
                AppManifest(
                    bundleID: app,
                    name: "Notes",
                    version: "1.2",
                    lifecycle: lifecycle,
                    infoPlist: infoPlist,
                    footprintBytes: footprintBytes,
                    behavior: AppBehavior(handlers: handlers)
                )
            )
        )
    }

    /// The user leaves, and the app is suspended when its grace is over.
    mutating func leaveAndSuspend() throws {
        try send(.home)
        try advance(5_000)
    }

    func incidents(_ app: BundleID = Self.app) -> [Incident] { device.incidents(of: app) ?? [] }

    /// The newest report of the app.
    func report(_ app: BundleID = Self.app) throws -> DiagnosticReport {
        DiagnosticReport(try #require(incidents(app).last), deviceID: "phone")
    }
}

extension Value {
    /// What stands at a path of names and places.
    subscript(path: String...) -> Value? {
        var value: Value? = self
        for name in path {
            switch value {
            case .array(let elements): value = Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            default: value = value?[name]
            }
        }
        return value
    }

    var elements: [Value] { if case .array(let elements) = self { elements } else { [] } }
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var number: Int64? { if case .integer(let number) = self { number } else { nil } }
    var names: [String] { if case .object(let members) = self { members.map(\.name) } else { [] } }
}
