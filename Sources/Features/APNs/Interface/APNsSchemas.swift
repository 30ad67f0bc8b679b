import HTTPAPI
import LifecycleKernel
import WireFormat

extension SchemaComponent {
    /// The documents of the listener for clients of APNs.
    static let apns: [SchemaComponent] = [
        SchemaComponent("APNs", "The listener for clients of APNs.", state),
        SchemaComponent("ProviderKey", "A registered key of a push provider, without the key itself.", key),
        SchemaComponent("ProviderKeyList", "All registered keys.", page("keys", of: "ProviderKey")),
        SchemaComponent(
            "NewProviderKey",
            "A key of a push provider.",
            [
                .field("keyID", .text(ProviderKey.nameLength), "Its identifier, `kid` of provider tokens."),
                .optional("teamID", name, "The team, `iss` of provider tokens; any if it is left out."),
                .field(
                    "pem",
                    .text(FieldReader.textLength).with("pattern", "^-----BEGIN (EC PRIVATE|PRIVATE|PUBLIC) KEY-----"),
                    "The private or public key of P-256 in PEM."
                ),
                .optional(
                    "topics",
                    Schema.array(of: .bundleID, 0...1_000).orNull,
                    "The apps that it may send to; all if it is left out."
                ),
            ]
        ),
        SchemaComponent("PushFault", "What the next requests get that would be accepted.", fault),
        SchemaComponent("PushFaultList", "All faults.", page("faults", of: "PushFault")),
    ]

    private static let name = Schema.text(ProviderKey.nameLength).orNull
    private static let reasons = Reason.allCases.map(\.rawValue)

    private static let state: [SchemaField] = [
        .field("address", .string.orNull, "Where it listens; null if it does not."),
        .field("auth", .choice(ProviderTokenCheck.self), "How provider tokens are looked at."),
        .field("keys", .array(of: .string), "The identifiers of the registered keys."),
        .field("faults", .array(of: .component("PushFault")), "The faults."),
        .field("connections", .count, "How many connections are open."),
        .field(
            "requests",
            .array(
                of: .object([
                    .field("status", .integer(200...599), "The status."),
                    .field("reason", Schema.choice(reasons).orNull, "The reason of a refusal."),
                    .field("count", .count, "How many were answered so."),
                ])
            ),
            "How many requests were answered, by status and reason."
        ),
    ]

    private static let key: [SchemaField] = [
        .field("keyID", .string, "Its identifier."), .field("teamID", .string.orNull, "The team; null for any."),
        .field("topics", Schema.array(of: .bundleID).orNull, "The apps that it may send to; null for all."),
    ]

    private static let fault = Schema.object([
        .field(
            "reason",
            .choice(reasons + ["none"]),
            "The reason of the refusal; `none` accepts the push, after `delaySeconds` or with `goAway`."
        ),
        .optional("times", .integer(1...1_000_000).orNull, "How many requests get it: 1 unless given."),
        .optional(
            "status",
            .integer(400...599).orNull,
            "The status, if it is not that of the reason; not with `none`."
        ),
        .optional(
            "topic",
            .bundleID.orNull,
            "Only pushes for this app; with a suffix, such as `.voip`, only those of this topic."
        ),
        .optional("token", .string.with("pattern", "^[0-9A-Fa-f]{64}$").orNull, "Only pushes for this device token."),
        .optional("device", .deviceID.orNull, "Only pushes for this device."),
        .optional(
            "delaySeconds",
            Schema(.seconds(atMost: Fault.longestDelay)).orNull,
            "How long the push waits before it is delivered or refused."
        ),
        .optional("goAway", .boolean.orNull, "Whether the connection ends after it."),
    ])
    .refusing([
        .having(["reason", "status"], [none, .init("status", ["type": "integer"])]),
        // What accepts the push must do something: a delay below a millisecond is none.
        .having(
            ["reason"],
            [none, .init("delaySeconds", ["exclusiveMaximum": 0.001]), .init("goAway", ["enum": [false, .null]])]
        ),
    ])

    private static let none = Value.Member("reason", ["const": "none"])
}
