import HTTPAPI
import HTTPTypes
import LifecycleKernel
import WireFormat

extension Operation.Group {
    fileprivate static let webhooks = Self(
        "Webhooks",
        "URLs that are told of records, and what became of the messages.",
        parameters: ["webhook": Schema.string.with("minLength", 1).saying("The id of the webhook.")]
    )
}

extension Operation {
    /// What can be done with webhooks.
    static let webhooks: [Operation] = [
        Operation(
            .get,
            "/v1/webhooks",
            "listWebhooks",
            .webhooks,
            "Lists the webhooks, and what became of their messages",
            .json("WebhookList", "All of them, without their secrets.")
        ),
        Operation(
            .post,
            "/v1/webhooks",
            "registerWebhook",
            .webhooks,
            "Registers a webhook, which is told of records from then on",
            about: """
                The answer has the secret with which messages are signed, and no other answer has it again. Only hosts that \
                `--webhook-hosts` names are accepted.
                """,
            body: Body(
                schema: .component("NewWebhook"),
                examples: [
                    .init("exitsAndFindings", ["url": "https://hooks.example.com/greenroom"]),
                    .init(
                        "killsOfOneRun",
                        [
                            "url": "https://hooks.example.com/greenroom",
                            "filter": [
                                "labels": ["run": "4711"],
                                "records": [["kind": "exit", "reason": "backgroundTaskAssertionTimeout"]],
                            ],
                            "description": "kills of the nightly run",
                        ]
                    ),
                ]
            ),
            .json("RegisteredWebhook", "The webhook with its secret.", status: .created, hasLocation: true),
            problems: [.limitReached, .tooComplex, .notPossibleNow, .storeUnavailable]
        ),
        Operation(
            .get,
            "/v1/webhooks/{webhook}",
            "readWebhook",
            .webhooks,
            "Reads a webhook",
            .json("Webhook", "The webhook, without its secret."),
            problems: [.unknownWebhook]
        ),
        Operation(
            .patch,
            "/v1/webhooks/{webhook}",
            "changeWebhook",
            .webhooks,
            "Changes a webhook, enables it again, or gives it another secret",
            about: """
                What is not given, or null, stays as it is. `enabled: true` begins anew: what waits is sent at once. A new \
                secret is shown in the answer; for a day messages are signed with the former one as well.
                """,
            body: Body(schema: .component("WebhookChange")),
            .json("ChangedWebhook", "The webhook, with its secret if that was changed."),
            problems: [.unknownWebhook, .tooComplex, .notPossibleNow, .storeUnavailable]
        ),
        Operation(
            .delete,
            "/v1/webhooks/{webhook}",
            "removeWebhook",
            .webhooks,
            "Removes a webhook, with the messages that wait",
            .empty("It is removed."),
            problems: [.unknownWebhook, .storeUnavailable]
        ),
        Operation(
            .post,
            "/v1/webhooks/{webhook}/test",
            "testWebhook",
            .webhooks,
            "Sends a message that tries the receiver: at once, and once",
            about: "What became of it is among the deliveries. It does not matter whether the webhook is enabled.",
            .json("WebhookTest", "The message that will be sent.", status: .accepted),
            problems: [.unknownWebhook, .notPossibleNow]
        ),
        Operation(
            .get,
            "/v1/webhooks/{webhook}/deliveries",
            "listWebhookDeliveries",
            .webhooks,
            "Lists the newest 100 attempts to deliver messages of a webhook, the newest first",
            .json("WebhookDeliveryList", "The attempts since the server was started."),
            problems: [.unknownWebhook]
        ),
    ]

    /// The requests that webhooks send.
    static let webhookRequests: [Value.Member] = [
        .init(
            "message",
            [
                "post": [
                    "operationId": "receiveWebhook",
                    "tags": [.string(Group.webhooks.title)],
                    "summary": "What a webhook is sent, by the rules of Standard Webhooks",
                    "parameters": [
                        header("webhook-id", "The identifier of the message: the same however often it is sent."),
                        header("webhook-timestamp", "When it is sent, in seconds since 1970 of the real clock."),
                        header(
                            "webhook-signature",
                            "`v1,` and the signature in base64; for a day after a change of the secret two of them."
                        ),
                    ],
                    "requestBody": [
                        "required": true,
                        "content": ["application/json": ["schema": Schema.component("WebhookMessage").value]],
                    ],
                    "responses": [
                        "2XX": ["description": "The receiver has the message. Any other answer has it sent again."],
                        "410": ["description": "The receiver wants no more: the webhook is disabled."],
                    ],
                ]
            ]
        )
    ]

    private static func header(_ name: String, _ description: String) -> Value {
        [
            "name": .string(name), "in": "header", "required": true, "description": .string(description),
            "schema": Schema.string.value,
        ]
    }
}
