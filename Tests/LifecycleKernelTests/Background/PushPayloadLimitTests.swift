import LifecycleKernel
import TestKit
import Testing
import WireFormat

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
        #expect(rejection.detail.contains("4097") && rejection.detail.contains("4096"))
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
