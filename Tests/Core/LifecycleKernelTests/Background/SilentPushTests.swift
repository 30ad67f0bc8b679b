import TestKit
import Testing
import WireFormat

@testable import LifecycleKernel

/// The verdicts on silent pushes: which condition decides, and the order of the conditions.
@Suite struct SilentPushTests {
    @Test("A simulated app completes the push that an action names, and no callback of another kind")
    func namedCompletion() throws {
        var device = try TestDevice()
        try device.install(modes: ["remote-notification"], .appDelegate)
        var callbacks: [SequenceNumber] = []
        for _ in 0..<2 {
            let records = try device.push()
            let called = records.last { [$0].callbacks == [.didReceiveRemoteNotification] }
            callbacks.append(try #require(called).sequence)
            try device.advance(1)
        }
        let launch = try #require(device.history.first { [$0].callbacks == [.didFinishLaunching] })
        let unknown = Action.completeFetch(.newData, callback: launch.sequence)
        #expect(try device.act(unknown).decisions == ["refused unknownTask"])
        for callback in callbacks.reversed() {
            #expect(device.state() == .background)
            #expect(try device.act(.completeFetch(.newData, callback: callback)).decisions == [])
        }
        #expect(device.state() == .suspended)
    }

    @Test("A push whose launch is killed for memory uses nothing of the hourly budget")
    func diesOfMemory() throws {
        var device = try TestDevice()
        try device.install(modes: ["remote-notification"])
        try device.install("b")
        try device.launch("b")
        try device.send(.allocateSystemMemory(4_400_000_000))
        for _ in 0..<5 { #expect(try device.push().decisions == ["dropped processNotRunning"]) }
        try device.send(.freeSystemMemory(4_400_000_000))
        for _ in 0..<3 { #expect(try device.push().decisions == ["delivered"]) }
        #expect(try device.push().decisions == ["throttled hourlyBudgetSpent"])
    }

    /// The conditions of the verdict table, in its order.
    enum Condition: String, CaseIterable, Sendable {
        case malformed, priorityTen, expired, noNetwork, forceQuit, noMode, refreshOff, refreshOffForApp
        case beforeFirstUnlock, lowPower, budgetSpent

        var decision: String {
            switch self {
            case .malformed, .priorityTen: "dropped malformed"
            case .expired: "dropped expired"
            case .forceQuit: "dropped forceQuit"
            case .noMode: "dropped missingBackgroundMode"
            case .refreshOff, .refreshOffForApp: "dropped backgroundRefreshOff"
            case .noNetwork: "held noNetwork"
            case .beforeFirstUnlock: "held beforeFirstUnlock"
            case .lowPower: "held lowPowerMode"
            case .budgetSpent: "throttled hourlyBudgetSpent"
            }
        }

        /// Whether both can hold together: a restart ends the effect of a force quit, and without the mode no budget is spent.
        func goesWith(_ other: Condition) -> Bool {
            let pair: Set = [self, other]
            return pair != [.forceQuit, .beforeFirstUnlock] && pair != [.noMode, .budgetSpent]
        }
    }

    /// A device on which conditions hold, and the push that the verdict is about.
    static func device(_ conditions: [Condition]) throws -> (TestDevice, RemoteNotification) {
        var device = try TestDevice(.ios18, ["backgroundPushWithPriority10Wakes": false])
        try device.install(
            modes: conditions.contains(.noMode) ? [] : ["remote-notification"],
            .appDelegate,
            [.didReceiveRemoteNotification: [.now(.completeFetch(.newData))]]
        )
        try device.launch()
        try device.leaveAndSuspend()
        var push = RemoteNotification.silent()
        if conditions.contains(.budgetSpent) { for _ in 0..<3 { try device.push() } }
        if conditions.contains(.forceQuit) { try device.send(.app("a", .forceQuit)) }
        if conditions.contains(.beforeFirstUnlock) { try device.send(.reboot) }
        if conditions.contains(.refreshOff) { try device.set(.setBackgroundRefresh(false, bundleID: nil)) }
        if conditions.contains(.refreshOffForApp) { try device.set(.setBackgroundRefresh(false, bundleID: "a")) }
        if conditions.contains(.noNetwork) { try device.set(.setNetwork(.none)) }
        if conditions.contains(.lowPower) { try device.set(.setLowPowerMode(true)) }
        if conditions.contains(.malformed) { push.payload = ["content-available": 1] }
        if conditions.contains(.priorityTen) { push.priority = 10 }
        if conditions.contains(.expired) { push.expiresAt = device.kernel.now }
        return (device, push)
    }

    @Test("A condition decides alone", arguments: Condition.allCases)
    func alone(condition: Condition) throws {
        var (device, push) = try Self.device([condition])
        let records = try device.send(.push(push))
        #expect(records.decisions == [condition.decision])
        #expect(records.callbacks.isEmpty)
    }

    @Test("Of two conditions the one earlier in the table decides", arguments: Condition.allCases)
    func order(condition: Condition) throws {
        let later = Condition.allCases.drop { $0 != condition }.dropFirst()
        for other in later where condition.goesWith(other) {
            var (device, push) = try Self.device([condition, other])
            #expect(try device.send(.push(push)).decisions == [condition.decision], "\(condition) and \(other)")
        }
    }

    @Test("Without any condition the push is delivered, and the app's code runs")
    func delivered() throws {
        var (device, push) = try Self.device([])
        push.collapseID = "news"
        let records = try device.send(.push(push))
        #expect(records.identifiedDecisions == ["news delivered"])
        #expect(records.callbacks == [.didReceiveRemoteNotification])
        #expect(
            records.wakeOrder == [
                "process", "acquired", "verdict", CallbackName.didReceiveRemoteNotification.rawValue, "released",
                "process",
            ]
        )
        #expect(device.state() == .suspended)
    }

    @Test(
        "The app in front gets the push whatever the modes and conditions",
        arguments: [
            Condition.noMode, .refreshOff, .refreshOffForApp, .lowPower, .budgetSpent,
        ]
    )
    func inFront(condition: Condition) throws {
        var (device, push) = try Self.device([condition])
        try device.launch()
        let records = try device.send(.push(push))
        #expect(records.decisions == ["delivered"])
        #expect(records.callbacks == [.didReceiveRemoteNotification])
        #expect(device.state() == .active)
    }

    @Test("The app in front gets the push when there is a network")
    func inFrontWithoutNetwork() throws {
        var (device, push) = try Self.device([.noNetwork])
        try device.launch()
        #expect(try device.send(.push(push)).decisions == ["held noNetwork"])
        let records = try device.set(.setNetwork(.wifi))
        #expect(records.decisions == ["delivered"])
        #expect(records.callbacks == [.didReceiveRemoteNotification])
    }

    @Test("What the user has ended hears of the push only if it is opened before there is a network")
    func forceQuitWithoutNetwork() throws {
        for isOpened in [false, true] {
            var (device, push) = try Self.device([.noNetwork, .forceQuit])
            #expect(try device.send(.push(push)).decisions == ["held noNetwork"])
            if isOpened { try device.launch() }
            let records = try device.set(.setNetwork(.wifi))
            #expect(records.decisions == [isOpened ? "delivered" : "dropped forceQuit"])
        }
    }

    @Test(
        "A malformed, contradictory or expired push is not delivered even to the app in front",
        arguments: [
            Condition.malformed, .priorityTen, .expired,
        ]
    )
    func inFrontDropped(condition: Condition) throws {
        var (device, push) = try Self.device([condition])
        try device.launch()
        if condition == .expired { push.expiresAt = device.kernel.now }
        #expect(try device.send(.push(push)).decisions == [condition.decision])
    }

    /// Payloads, and their verdicts for an app that is suspended.
    static let payloads: [(Value, [String])] = [
        ([], ["dropped malformed"]), (["aps": 1], ["dropped malformed"]), (["aps": []], ["dropped malformed"]),
        (["aps": ["content-available": 0]], ["dropped malformed"]), (["aps": ["alert": "x"]], ["shown"]),
        (["aps": ["badge": 3]], ["shown"]), (["aps": ["sound": "x"]], ["shown"]),
        (["aps": ["content-available": 1]], ["delivered"]),
        (["aps": ["alert": "x", "content-available": 1]], ["shown", "delivered"]),
    ]

    /// Malformed pushes, and a word of the verdict's detail.
    static let details: [(RemoteNotification, String)] = [
        (RemoteNotification(bundleID: "a", payload: ["content-available": 1]), "no object aps"),
        (RemoteNotification(bundleID: "a", payload: ["aps": ["content-available": 0]]), "none of alert"),
        (
            RemoteNotification(
                bundleID: "a",
                payload: ["aps": ["content-available": 1]],
                pushType: .background,
                priority: 10
            ), "priority 10"
        ),
    ]

    @Test("The verdict on a malformed push says which rule it breaks", arguments: details.indices)
    func malformedDetail(row: Int) throws {
        var (device, _) = try Self.device([])
        let verdict = try #require(try device.send(.push(Self.details[row].0)).verdicts.first)
        #expect(verdict.reason == .malformed)
        #expect(verdict.detail?.description.contains(Self.details[row].1) == true)
    }

    /// Conditions, and a word of the verdict's detail.
    static let conditionDetails: [(Condition, String)] = [
        (.forceQuit, "force-quit"), (.noMode, "remote-notification"), (.refreshOff, "whole device"),
        (.refreshOffForApp, "this app"), (.budgetSpent, "3 were delivered"),
    ]

    @Test("A verdict has a detail where the reason alone is not enough", arguments: conditionDetails)
    func detail(condition: Condition, detail: String) throws {
        var (device, push) = try Self.device([condition])
        #expect(try device.send(.push(push)).verdicts.first?.detail?.description.contains(detail) == true)
    }

    @Test("A background push without a priority has priority 5, and is in the launch options")
    func launchOptions() throws {
        var (device, _) = try Self.device([])
        try device.send(.app("a", .terminate(.jetsam)))
        let payload: Value = ["aps": ["content-available": 1], "id": 7]
        let push = RemoteNotification(bundleID: "a", payload: payload, pushType: .background)
        let records = try device.send(.push(push))
        #expect(records.decisions == ["delivered"])
        let options = [Value.Member("remoteNotification", payload)]
        #expect(records.launchOptions == [options, options])
    }

    @Test("The payload of a push without a type decides what becomes of it", arguments: payloads)
    func payload(payload: Value, expected: [String]) throws {
        var (device, _) = try Self.device([])
        let push = RemoteNotification(bundleID: "a", payload: payload.isEmptyArray ? .object([]) : payload)
        let records = try device.send(.push(push))
        #expect(records.decisions == expected)
        #expect(records.callbacks.isEmpty == !expected.contains("delivered"))
    }

    @Test("An alert wakes no app, and changes no state", arguments: [false, true])
    func alert(isForceQuit: Bool) throws {
        var (device, push) = try Self.device(isForceQuit ? [.forceQuit] : [])
        push.payload = ["aps": ["alert": "hello"]]
        push.pushType = .alert
        let records = try device.send(.push(push))
        #expect(records.decisions == ["shown"])
        #expect(records.callbacks.isEmpty && records.states.isEmpty)
    }

    @Test("An alert with content-available for a force-quit app is shown and not delivered")
    func alertAfterForceQuit() throws {
        var (device, push) = try Self.device([.forceQuit])
        push.payload = ["aps": ["alert": "hello", "content-available": 1]]
        push.pushType = .alert
        #expect(try device.send(.push(push)).decisions == ["shown", "dropped forceQuit"])
        #expect(device.state() == .notRunning)
    }

    @Test(
        "The app in front is asked how to present an alert before the push is delivered",
        arguments: AppLifecycle.allCases
    )
    func alertInFront(lifecycle: AppLifecycle) throws {
        var device = try TestDevice()
        try device.install(modes: [], lifecycle, [.didReceiveRemoteNotification: [.now(.completeFetch(.noData))]])
        try device.launch()
        var push = RemoteNotification.silent()
        push.payload = ["aps": ["alert": "hello"]]
        push.pushType = .alert
        #expect(try device.send(.push(push)).callbacks == [.willPresentNotification])
        push.payload = ["aps": ["alert": "hello", "content-available": 1]]
        let records = try device.send(.push(push))
        #expect(records.callbacks == [.willPresentNotification, .didReceiveRemoteNotification])
        #expect(device.state() == .active)
    }

    @Test("Whether an app needs to be registered is a rule", arguments: [false, true])
    func registration(isNeeded: Bool) throws {
        var device = try TestDevice(.ios18, ["pushNeedsRegistration": .bool(isNeeded)])
        try device.install(modes: ["remote-notification"])
        try device.launch()
        #expect(try device.push().decisions == [isNeeded ? "dropped notRegistered" : "delivered"])
        #expect(try device.act(.registerForRemoteNotifications).callbacks == [.didRegisterForRemoteNotifications])
        #expect(try device.push().decisions == ["delivered"])
    }

    @Test("A push that is never completed ends an app in the background, and is only reported in front")
    func neverCompleted() throws {
        var device = try TestDevice()
        try device.install(modes: ["remote-notification"])
        try device.launch()
        try device.push()
        let inFront = try device.advance(30)
        #expect(inFront.exit == nil)
        #expect(
            inFront.contains {
                if case .finding(let found) = $0.body { found.code == .completionHandlerMissing } else { false }
            }
        )
        try device.leaveAndSuspend()
        try device.push()
        #expect(try device.advance(29.999).exit == nil)
        let exit = try device.advance(0.001).exit
        #expect(exit?.reason == .backgroundFetchTimeout)
        #expect(exit?.code == 0x2182_bad4)
    }
}

extension Value {
    fileprivate var isEmptyArray: Bool { self == .array([]) }
}

/// The verdict table of silent pushes (`docs/rules.md` 2.14, 4.24): the first condition that applies decides.
@Suite struct PushPolicyTests {
    struct Row: Sendable {
        var what: String
        var decision: PushPolicy.Decision
        var change: @Sendable (inout PushPolicy.Facts) -> Void

        init(
            _ what: String,
            _ decision: PushPolicy.Decision,
            _ change: @escaping @Sendable (inout PushPolicy.Facts) -> Void
        ) {
            self.what = what
            self.decision = decision
            self.change = change
        }
    }

    /// In the order of the table: each row is decided before those that follow it.
    static let rows = [
        Row("there is no network", .hold(.noNetwork)) { $0.hasNetwork = false },
        Row("the user has force-quit the app", .drop(.forceQuit)) { $0.isForceQuit = true },
        Row("the app is in front", .deliver) { $0.isInFront = true },
        Row("the mode is not declared", .drop(.missingBackgroundMode)) { $0.declaresMode = false },
        Row("background refresh is off", .drop(.backgroundRefreshOff)) { $0.isRefreshOn = false },
        Row("the process is ending", .hold(.terminating)) { $0.isEnding = true },
        Row("the device has not been unlocked", .hold(.beforeFirstUnlock)) { $0.mayLaunch = false },
        Row("low power mode is on", .hold(.lowPowerMode)) { $0.isLowPowerMode = true },
        Row("priority 1 would have to wake", .hold(.lowPriority)) { $0.priority = 1 },
        Row("the hour is spent", .throttle) { $0.isBudgetSpent = true },
        Row("nothing is in the way", .deliver) { _ in },
    ]

    @Test("A condition that applies alone decides", arguments: rows.indices)
    func alone(index: Int) {
        var facts = PushPolicy.Facts()
        Self.rows[index].change(&facts)
        #expect(PushPolicy.decide(facts) == Self.rows[index].decision, "\(Self.rows[index].what)")
    }

    @Test("Of several conditions the first decides", arguments: rows.indices)
    func first(index: Int) {
        var facts = PushPolicy.Facts()
        for row in Self.rows[index...] { row.change(&facts) }
        #expect(PushPolicy.decide(facts) == Self.rows[index].decision, "\(Self.rows[index].what)")
    }

    @Test("Priority 1 is delivered to an app that runs")
    func awake() {
        #expect(PushPolicy.decide(PushPolicy.Facts(isAwake: true, priority: 1)) == .deliver)
    }

    @Test("The obstacles of a push have the reasons of their names")
    func obstacles() {
        for obstacle in PushPolicy.Obstacle.allCases { #expect("\(obstacle)" == obstacle.reason.name) }
    }
}

/// The largest payload that APNs takes.
@Suite struct PushPayloadLimitTests {
    /// A payload that takes so many bytes as compact JSON.
    static func payload(bytes: Int) -> Value {
        let aps = Value.Member("aps", ["alert": "é"])
        let rest = bytes - Value.object([aps, Value.Member("data", "")]).compactJSONByteCount
        return .object([aps, Value.Member("data", .string(String(repeating: "x", count: rest)))])
    }

    static func push(_ payload: Value, _ type: RemoteNotification.PushType = .alert) -> Event {
        .push(RemoteNotification(bundleID: "a", payload: payload, pushType: type))
    }

    @Test("A payload of 4,096 bytes is sent, one more is refused", arguments: RuleProfile.allCases)
    func limit(profile: RuleProfile) throws {
        var device = try TestDevice(profile)
        try device.install()
        #expect(try device.send(Self.push(Self.payload(bytes: 4_096))).verdicts.map(\.decision) == [.shown])
        let before = device.kernel.lastSequence
        let event = Self.push(Self.payload(bytes: 4_097))
        let rejection = try #require(throws: Rejection.self) { try device.send(event) }
        #expect(rejection.code == .invalidValue)
        #expect(rejection.field == "payload")
        #expect("\(rejection.detail)".contains("4097") && "\(rejection.detail)".contains("4096"))
        #expect(device.kernel.lastSequence == before)
    }

    @Test("The limit is a rule, and holds for background pushes and a device without a network too")
    func rule() throws {
        var device = try TestDevice(.ios18, ["pushPayloadLimitBytes": 31])
        try device.install()
        try device.send(.device(.condition(.setNetwork(.none))))
        let silent: Value = ["aps": ["content-available": 1]]
        #expect(silent.compactJSONByteCount == 31)
        try device.send(Self.push(silent, .background))
        #expect(throws: Rejection.self) {
            try device.send(Self.push(["aps": ["content-available": 10]], .background))
        }
    }

    static let values: [Value] = [
        .null, true, false, 0, -12, .integer(.min), .number(0.1), .number(-1e300), "", "é \u{1F600} \" \\ / \u{7f}",
        [], [1, [], "x"], [:], ["a": ["b": .null], "ü\"": [.number(1.5)]],
    ]

    @Test("The size is that of the text that is written", arguments: values)
    func size(value: Value) {
        #expect(value.compactJSONByteCount == JSONText.write(value).count)
    }

    @Test("A control character counts in its shortest form")
    func controlCharacters() {
        let short: Value = "\n\r\t\u{8}\u{c}"
        #expect(short.compactJSONByteCount == 12)
        let long: Value = "\u{0}\u{1f}"
        #expect(long.compactJSONByteCount == 14)
    }
}
