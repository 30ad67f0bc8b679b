import DeviceHost
import HTTPAPI
import LifecycleKernel
import WireFormat

extension Fault: FieldWritable {
    /// Puts the fault as `init` reads it.
    package func write(to sink: inout some FieldSink) {
        sink.put("reason", reason?.rawValue ?? Self.none)
        sink.put("times", Int64(times))
        if let status { sink.put("status", Int64(status)) }
        if let topic { sink.put("topic", topic.text) }
        if let token { sink.put("token", token) }
        if let device { sink.put("device", device.description) }
        if delay > .zero { sink.put("delaySeconds", seconds: Milliseconds(Int64(delay / .milliseconds(1)))) }
        if goAway { sink.put("goAway", true) }
    }

    /// The reason of a fault with which the push is accepted.
    private static let none = "none"
    private static let timesRange: ClosedRange<Int64> = 1...1_000_000
    private static let statuses: ClosedRange<Int64> = 400...599
    /// How long a fault may delay a push.
    package static let longestDelay = Milliseconds(60_000)

    /// Reads a fault.
    package init(_ value: Value) throws(Rejection) {
        var fields = try FieldReader(value, at: "")
        let name = try fields.string("reason")
        let reason = Reason(exactly: name)
        guard reason != nil || name == Self.none else {
            throw Rejection.invalid(
                at: "reason",
                expected: "a reason of APNs, or none",
                found: .string(name),
                accepted: Reason.allCases.map(\.rawValue) + [Self.none]
            )
        }
        self.init(
            reason: reason,
            times: Int(try fields.optionalInteger("times", in: Self.timesRange) ?? 1),
            status: try fields.optionalInteger("status", in: Self.statuses).map { Int($0) },
            topic: try fields.optionalBundleID("topic").flatMap { PushTopic($0.rawValue) },
            token: try fields.optionalDeviceToken("token")
        )
        device = try fields.optionalDeviceID("device")
        delay = .milliseconds(try fields.optionalSeconds("delaySeconds", atMost: Self.longestDelay) ?? .zero)
        goAway = try fields.bool("goAway", orElse: false)
        try fields.finish()
        if reason == nil { try requireEffect() }
    }

    /// Reads the faults that an item holds.
    static func list(kept value: Value) throws(Rejection) -> [Fault] {
        try value.elements.map(Fault.init(_:))
    }

    /// Refuses a fault without a reason that would do nothing, or has what belongs to a reason.
    private func requireEffect() throws(Rejection) {
        guard status == nil else {
            throw Rejection(.invalidValue, "With the reason none, status must not be given.", field: "status")
        }
        guard delay > .zero || goAway else {
            throw Rejection(
                .missingField,
                "With the reason none, the push is accepted, so give delaySeconds above 0, or goAway.",
                field: "delaySeconds"
            )
        }
    }
}

extension FieldReader {
    /// A device token, if it is given.
    fileprivate mutating func optionalDeviceToken(_ name: String) throws(Rejection) -> String? {
        guard let text = try optionalString(name) else { return nil }
        guard DeviceTokenKey(hexadecimal: text) != nil else {
            throw Rejection.invalid(
                at: name,
                expected: "a device token of 64 hexadecimal digits",
                found: .string(text)
            )
        }
        return text
    }
}
