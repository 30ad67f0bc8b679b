import LifecycleKernel
import TestKit

/// What happens in the background.
extension TestDevice {
    /// Installs an app with background modes and permitted task identifiers.
    mutating func install(
        _ app: BundleID = "a",
        modes: [String],
        tasks: [String]? = nil,
        plist: Value = .object([]),
        _ lifecycle: AppLifecycle = .appDelegate,
        _ handlers: [CallbackName: [AppBehavior.Entry]] = [:]
    ) throws {
        try install(
            app,
            lifecycle,
            infoPlist: InfoPlist(backgroundModes: modes, permittedTaskIdentifiers: tasks, source: plist),
            handlers
        )
    }

    @discardableResult
    mutating func wake(_ event: WakeEvent, _ app: BundleID = "a") throws -> [Record] { try send(.wake(app, event)) }

    @discardableResult
    mutating func set(_ condition: ConditionEvent) throws -> [Record] { try send(.device(.condition(condition))) }

    @discardableResult
    mutating func push(_ id: String? = nil, _ app: BundleID = "a", expiresAt: Instant? = nil) throws -> [Record] {
        try send(.push(.silent(id, app, expiresAt: expiresAt)))
    }

    /// The kinds of assertions that the app's process holds.
    func held(_ app: BundleID = "a") -> [Assertion.Kind] { process(app)?.assertions.map(\.kind) ?? [] }
}

extension InfoPlist {
    /// That of an app which supports Live Activities.
    static let liveActivities = InfoPlist(source: ["NSSupportsLiveActivities": true])
}

extension AppBehavior.Entry {
    /// An action that takes no time.
    static func now(_ action: Action) -> AppBehavior.Entry { .act(action, takes: 0) }
}

extension [Record] {
    /// Verdicts as `decision`, or `decision reason`.
    var decisions: [String] {
        verdicts.map { verdict in
            verdict.reason.map { "\(verdict.decision) \($0)" } ?? "\(verdict.decision)"
        }
    }

    /// Verdicts with what they are about, as `identifier decision`.
    var identifiedDecisions: [String] {
        verdicts.map { "\($0.identifier ?? "-") \($0.decision)" }
    }

    /// The arguments of the launch methods, in order.
    var launchOptions: [[Value.Member]] {
        compactMap { record in
            guard case .callback(let call) = record.body else { return nil }
            return call.name == .willFinishLaunching || call.name == .didFinishLaunching ? call.arguments : nil
        }
    }

    /// The records of one app.
    func of(_ app: BundleID) -> [Record] { filter { $0.bundleID == app } }

    /// The records of a wake-up as one word each, in order.
    var wakeOrder: [String] {
        compactMap { record in
            switch record.body {
            case .process: "process"
            case .assertion(let change): "\(change.change)"
            case .verdict: "verdict"
            case .callback(let callback): callback.name.rawValue
            default: nil
            }
        }
    }
}
