import TestKit
import Testing
import WireFormat

@testable import LifecycleKernel

/// What the header `apns-push-type` decides. Source: facts 6.4.
@Suite struct PushTypeTests {
    /// A row of the table of tried combinations (Apple forums 745345, iOS 17), with what the finding is about.
    struct Row: Sendable {
        var type: RemoteNotification.PushType
        var priority: Int
        /// Whether `content-available` is 1; if not, it is 0.
        var wakes: Bool
        var hasAlert: Bool
        var decisions: [String]
        var findings: [String] = []

        var push: RemoteNotification {
            var aps = [Value.Member("content-available", .integer(wakes ? 1 : 0))]
            if hasAlert { aps.append(Value.Member("alert", "hello")) }
            let payload = Value.object([Value.Member("aps", .object(aps))])
            return RemoteNotification(bundleID: "a", payload: payload, pushType: type, priority: priority)
        }
    }

    static let malformed = ["dropped malformed"]
    static let delivered = ["delivered"]
    private static let alert = ["an alert"]
    private static let urgent = ["priority"]

    static let rows = [
        Row(type: .background, priority: 5, wakes: false, hasAlert: false, decisions: malformed),
        Row(type: .background, priority: 5, wakes: false, hasAlert: true, decisions: malformed, findings: alert),
        Row(type: .background, priority: 5, wakes: true, hasAlert: false, decisions: delivered),
        Row(type: .background, priority: 5, wakes: true, hasAlert: true, decisions: delivered, findings: alert),
        Row(type: .background, priority: 10, wakes: false, hasAlert: false, decisions: malformed),
        Row(type: .background, priority: 10, wakes: false, hasAlert: true, decisions: malformed, findings: alert),
        Row(type: .background, priority: 10, wakes: true, hasAlert: false, decisions: delivered, findings: urgent),
        Row(
            type: .background,
            priority: 10,
            wakes: true,
            hasAlert: true,
            decisions: delivered,
            findings: alert + urgent
        ),
        Row(type: .alert, priority: 5, wakes: false, hasAlert: false, decisions: malformed),
        Row(type: .alert, priority: 5, wakes: false, hasAlert: true, decisions: ["shown"]),
        Row(type: .alert, priority: 5, wakes: true, hasAlert: false, decisions: malformed, findings: ["not woken"]),
        Row(type: .alert, priority: 5, wakes: true, hasAlert: true, decisions: ["shown", "delivered"]),
    ]

    private static func device(_ profile: RuleProfile, _ lifecycle: AppLifecycle) throws -> TestDevice {
        var device = try TestDevice(profile)
        try device.install(
            modes: ["remote-notification"],
            lifecycle,
            [.didReceiveRemoteNotification: [.now(.completeFetch(.newData))]]
        )
        try device.launch()
        try device.leaveAndSuspend()
        return device
    }

    @Test("Type, priority and payload decide what becomes of a push", arguments: rows.indices, AppLifecycle.allCases)
    func table(row: Int, lifecycle: AppLifecycle) throws {
        let row = Self.rows[row]
        var device = try Self.device(.ios18, lifecycle)
        let records = try device.send(.push(row.push))
        #expect(records.decisions == row.decisions)
        #expect(records.callbacks.isEmpty == !row.decisions.contains("delivered"))
        let findings = records.findings.filter { $0.code == .pushTypeMismatch }
        #expect(findings.count == row.findings.count)
        for (finding, word) in zip(findings, row.findings) { #expect(finding.detail.description.contains(word)) }
    }

    @Test("Before iOS 13 the payload alone decides, and priority 10 is for the user", arguments: rows.indices)
    func withoutTypes(row: Int) throws {
        let row = Self.rows[row]
        var device = try Self.device(.ios12, .appDelegate)
        let isError = row.wakes && !row.hasAlert && row.priority == 10
        let decisions = (row.hasAlert ? ["shown"] : []) + (row.wakes ? ["delivered"] : [])
        let records = try device.send(.push(row.push))
        #expect(records.decisions == (decisions.isEmpty || isError ? Self.malformed : decisions))
        #expect(!records.findings.contains { $0.code == .pushTypeMismatch })
    }

    /// Payloads, and the type of a push that names none.
    static let payloads: [(Value, RemoteNotification.PushType)] = [
        (["aps": ["content-available": 1]], .background), (["aps": ["content-available": 1, "x": "y"]], .background),
        (["aps": ["content-available": 1, "alert": "x"]], .alert),
        (["aps": ["content-available": 1, "badge": 1]], .alert),
        (["aps": ["content-available": 1, "sound": "x"]], .alert), (["aps": ["content-available": 0]], .alert),
        (["aps": ["alert": "x"]], .alert), (["content-available": 1], .alert), ("x", .alert),
    ]

    @Test("A push that names no type has the one that its payload asks for", arguments: payloads)
    func asked(payload: Value, type: RemoteNotification.PushType) {
        let push = RemoteNotification(bundleID: "a", payload: payload)
        #expect(push.pushType == type)
        #expect(push.priority == (type == .background ? 5 : 10))
    }

    @Test("A mismatch is told once for a push that waits with Apple's servers, when it arrives")
    func stored() throws {
        var device = try Self.device(.ios18, .appDelegate)
        try device.set(.setNetwork(.none))
        let sent = try device.send(.push(Self.rows[3].push))
        #expect(sent.decisions == ["held noNetwork"])
        #expect(sent.findings.isEmpty)
        let arrived = try device.set(.setNetwork(.wifi))
        #expect(arrived.decisions == ["delivered"])
        #expect(arrived.findings.map(\.code) == [.pushTypeMismatch])
    }
}
