import DeviceHost
import HTTPAPI
import LifecycleKernel
import WireFormat

// Webhooks, and what they are sent.
extension SchemaComponent {
    static let webhooks: [SchemaComponent] = [
        SchemaComponent("Webhook", "A webhook, without its secret.", webhook),
        SchemaComponent("WebhookList", "All webhooks.", page("webhooks", of: "Webhook")),
        SchemaComponent(
            "RegisteredWebhook",
            "A webhook that was registered, with its secret.",
            webhook + [
                .field("secret", secret, "What messages are signed with. It is not shown again.")
            ]
        ),
        SchemaComponent(
            "ChangedWebhook",
            "A webhook that was changed.",
            webhook + [
                .optional("secret", secret, "What messages are signed with, if it was changed. It is not shown again.")
            ]
        ),
        SchemaComponent(
            "NewWebhook",
            "A webhook to register.",
            [
                .field("url", url, "Where its messages are sent."),
                .optional(
                    "filter",
                    Schema.component("NewWebhookFilter").orNull,
                    "What it hears of: exits and findings, unless given."
                ),
                .optional("description", description.orNull, "What people say of it."),
                .optional("enabled", Schema.boolean.orNull, "Whether messages are sent: true unless given."),
                .optional("secret", secret.orNull, "What messages are signed with; made by chance unless given."),
            ]
        ),
        SchemaComponent(
            "WebhookChange",
            "What changes about a webhook. Its secret is given or made by chance, not both.",
            .object([
                .optional("url", url.orNull, "Where its messages are sent."),
                .optional("filter", Schema.component("NewWebhookFilter").orNull, "What it hears of, as a whole."),
                .optional("description", description.orNull, "What people say of it."),
                .optional("enabled", Schema.boolean.orNull, "Whether messages are sent; true begins anew."),
                .optional("secret", secret.orNull, "What messages are signed with from now on."),
                .optional("rotateSecret", Schema.boolean.orNull, "Makes a secret by chance, in place of `secret`."),
            ])
            .refusing([
                .having(
                    ["secret", "rotateSecret"],
                    [.init("secret", ["type": "string"]), .init("rotateSecret", ["type": "boolean"])]
                )
            ])
        ),
        SchemaComponent("WebhookFilter", "What a webhook hears of: records that meet all of it.", filter),
        SchemaComponent("NewWebhookFilter", "What a webhook is to hear of: records that meet all of it.", newFilter),
        SchemaComponent(
            "WebhookTest",
            "A message that tries a receiver.",
            [.field("id", .string, "Its `webhook-id`.")]
        ),
        SchemaComponent("WebhookDelivery", "An attempt to deliver a message.", delivery),
        SchemaComponent("WebhookDeliveryList", "The newest attempts.", page("deliveries", of: "WebhookDelivery")),
        SchemaComponent("WebhookMessage", "What a webhook is sent.", message),
    ]

    private static let url = Schema.text(WebhookURL.length).with("format", "uri").with("pattern", "^https?://")
        .example("https://hooks.example.com/greenroom")
    private static let description = Schema.text(FieldReader.descriptionLength)
    private static let secret = Schema.string.with("pattern", "^whsec_[A-Za-z0-9+/]{32,88}={0,2}$")

    private static let webhook: [SchemaField] = [
        .field("id", .string, "Its id."), .field("url", .string, "Where its messages are sent."),
        .field("filter", .component("WebhookFilter"), "What it hears of."),
        .field("description", .string.orNull, "What people say of it."),
        .field("enabled", .boolean, "Whether records become messages."),
        .field("pausedSince", Schema.instant.orNull, "Since when nothing is sent, where nobody asked for that."),
        .field(
            "why",
            Schema.choice(Webhook.StopReason.self).orNull,
            "Why nothing is sent: five messages in a row were given up, or the receiver answered 410."
        ),
        .field("createdAt", .instant, "When it was registered, by the real clock."),
        .field("waiting", .count, "How many messages wait or are being sent."),
        .field("delivered", .count, "How many were delivered since the server was started."),
        .field("failed", .count, "How many were given up."),
        .field("dropped", .count, "How many were dropped because too many waited, or it was disabled."),
    ]

    private static let kinds = Schema.array(of: .choice(Record.Kind.self))

    private static let filter: [SchemaField] = [
        .field("kinds", kinds, "Records of one of these kinds; of every kind where there is none."),
        .field("bundleID", Schema.bundleID.orNull, "Records about this app; null for all."),
        .field("device", Schema.deviceID.orNull, "Records of this device; null for all."),
        .field("labels", .labels, "Records of devices with all these labels."),
        .field(
            "records",
            .array(of: .openObject()),
            "Records that match one of these patterns; any where there is none."
        ),
    ]

    /// A filter as it is given: each field may be missing.
    private static let newFilter: [SchemaField] = [
        .optional(
            "kinds",
            Schema.array(of: .choice(Record.Kind.self), 0...Record.Kind.allCases.count).orNull,
            "Records of one of these kinds: exits and findings unless given, or every kind if `records` is given."
        ),
        .optional("bundleID", Schema.bundleID.orNull, "Records about this app."),
        .optional("device", Schema.deviceID.orNull, "Records of this device."),
        .optional("labels", Schema.labels.orNull, "Records of devices with all these labels, at most 32."),
        .optional(
            "records",
            Schema.array(of: .component("RecordPattern"), WebhookFilter.patternCount).orNull,
            "Records that match one of these patterns."
        ),
    ]

    private static let delivery: [SchemaField] = [
        .field("id", .string, "The `webhook-id` of the message."),
        .field("type", .choice(types), "What the message is about."),
        .field("attempt", .integer(1...6), "The number of the attempt."),
        .field("time", .instant, "When it began, by the real clock."),
        .field("tookSeconds", .seconds, "How long it took."),
        .field("outcome", .choice(Delivery.Outcome.self), "What became of the message."),
        .field("status", Schema.integer(100...999).orNull, "The status of the answer; null without one."),
        .field("error", Schema.choice(OutgoingFailure.self).orNull, "Why there was no answer."),
        .field("nextAttempt", Schema.instant.orNull, "When the message is sent again; null if it is not."),
    ]

    private static let types =
        Record.Kind.allCases.map { "greenroom.\($0.rawValue)" } + ["greenroom.gap", "greenroom.test"]

    private static let message: [SchemaField] = [
        .field("type", .choice(types), "What it is about: `greenroom.` and the kind of the record, `gap` or `test`."),
        .field("timestamp", .instant, "When it was made, by the real clock."),
        .field(
            "data",
            .object([
                .optional("device", .deviceID, "The device whose record it is."),
                .optional("labels", .labels, "The labels of the device."),
                .optional("record", .component("Record"), "The record."),
                .optional("dropped", .count, "How many messages were dropped before this one."),
                .optional("missed", Schema.count.orNull, "Of a gap: how many records of any kind; null if unknown."),
                .optional("webhook", .string, "Of a test: the webhook."),
            ]),
            "What is told."
        ),
    ]
}
