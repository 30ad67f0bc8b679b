import HTTPAPI
import HTTPTypes
import LifecycleKernel
import Vocabularies
import WireFormat

// The inputs of devices, and their outcomes.
extension Operation.Parameter {
    /// The frameworks whose reports are added to records and callbacks.
    static let vocabulary = names(
        "vocabulary",
        of: Framework.self,
        "Add what this framework would have reported to its code."
    )
}

extension Operation.Success {
    /// What inputs did: a JSON object of a component, or the records as text.
    static func outcome(_ component: String, _ description: String) -> Self {
        Self(
            description: "\(description) With `Accept: text/plain`, the records, one line of text each.",
            content: [(MediaType.json, .component(component)), ("text/plain", .string)]
        )
    }
}

extension Operation {
    /// What an input may be refused for that is not in its text.
    private static let impossible: [ProblemCode] = [
        .unknownApp, .unknownScene, .deviceLocked, .notPossibleNow, .processNotRunning, .processSuspended,
        .multipleScenesNotSupported, .limitReached, .tooComplex,
    ]

    private static let eventExamples: [Value.Member] = [
        .init("launch", ["type": "app.launch", "bundleID": "com.example.notes"]),
        .init("home", ["type": "device.home"]),
        .init(
            "silentPush",
            [
                "type": "push.deliver", "bundleID": "com.example.notes", "pushType": "background", "priority": 5,
                "payload": ["aps": ["content-available": 1]],
            ]
        ),
        .init(
            "several",
            [["type": "device.lock"], ["type": "device.setBattery", "level": .number(0.1), "charging": false]]
        ),
    ]

    static let inputs: [Operation] = [
        Operation(
            .get,
            "/v1/devices/{device}/events/possible",
            "listPossibleEvents",
            .inputs,
            "Lists the types of events that would be taken now",
            about: """
                Of the events that need no field but the app. Whether one is possible that needs others, such as `app.openURL` \
                or `push.deliver`, depends on what they say.
                """,
            query: [Parameter("bundleID", .string.example("com.example.notes"), "Those of this app too.")],
            .json("PossibleEvents", "The types."),
            traits: [.conditional],
            problems: [.unknownApp]
        ),
        Operation(
            .post,
            "/v1/devices/{device}/events",
            "sendEvents",
            .inputs,
            "Lets one event happen, or several at one instant",
            about: "Several are applied in order, all of them or none; a problem names the `index` of the one refused.",
            query: [.vocabulary],
            body: Body(schema: .component("Events"), examples: eventExamples),
            .outcome("Outcome", "What iOS did."),
            traits: [.guarded, .once],
            problems: impossible + [.unknownEvent, .notAcceptable]
        ),
        Operation(
            .post,
            "/v1/devices/{device}/apps/{bundleID}/actions",
            "performActions",
            .inputs,
            "Lets an app's own code do something",
            about: "Code of a process that is suspended or not running cannot do anything.",
            query: [.vocabulary],
            body: Body(
                schema: .component("Actions"),
                examples: [
                    .init("edit", ["action": "edit", "count": 2]),
                    .init(
                        "several",
                        [
                            ["action": "beginBackgroundTask", "name": "upload", "endsAfterSeconds": 12],
                            ["action": "work", "cpuSeconds": .number(0.5)],
                        ]
                    ),
                ]
            ),
            .outcome("Outcome", "What the inputs did."),
            traits: [.guarded, .once],
            problems: impossible + [.unknownAction, .notAcceptable]
        ),
        Operation(
            .post,
            "/v1/batch",
            "sendBatch",
            .inputs,
            "Lets events happen on many devices",
            about: """
                One object a line, `{"device": ..., "event": ...}`; a verdict for each line comes back while others are \
                still sent. A line that is refused does no harm to the others. There are fewer verdicts than lines where \
                the body broke off or was malformed as HTTP, or the server stopped: the status has been sent by then.
                """,
            body: Body(types: [MediaType.jsonLines], schema: .component("BatchLine")),
            .lines("BatchVerdict", "A verdict for each line, in their order.")
        ),
    ]

    static let attached: [Operation] = [
        Operation(
            .get,
            "/v1/devices/{device}/apps/{bundleID}/callbacks",
            "listCallbacks",
            .attached,
            "Waits for the callback that an attached app is in",
            about: """
                On a clock that runs, the time until it is completed counts against the watchdog. On a manual one none \
                passes, and an advance with `stopAtCallbacks` stops for it. An app whose driver is simulated is refused.
                """,
            query: [
                Parameter("pending", .choice(["true"]), "Those in flight, which are all that are listed."),
                Parameter(
                    "waitSeconds",
                    Schema.seconds.with("maximum", 60).with("default", 0),
                    "How long to wait for one when there is none."
                ),
                .vocabulary,
            ],
            .json("CallbackList", "Those in flight; none when the time is over, or the process has ended."),
            problems: [.notPossibleNow, .overloaded]
        ),
        Operation(
            .post,
            "/v1/devices/{device}/apps/{bundleID}/callbacks/{sequence}/complete",
            "completeCallback",
            .attached,
            "Returns from a callback",
            query: [.vocabulary],
            body: Body(
                schema: .component("Completion"),
                examples: [.init("saving", ["actions": [["action": "save"]]])],
                isRequired: false
            ),
            .outcome("Outcome", "What the inputs did."),
            traits: [.guarded, .once],
            problems: impossible + [.unknownCallback, .unknownAction, .notAcceptable]
        ),
    ]

    private static let records: [Parameter] = [
        .names("kind", of: Record.Kind.self, "Only records of this kind."), .bundleID,
    ]

    static let timeline: [Operation] = [
        Operation(
            .get,
            "/v1/devices/{device}/timeline",
            "readTimeline",
            .timeline,
            "Reads or follows the records of a device",
            about: """
                `Accept` chooses the form: JSON, one aligned line of text a record, or a stream of server-sent events. \
                A stream takes neither `limit` nor `last`; it goes on after `Last-Event-ID`. An answer ends early when it \
                gets large, with at least one record, and when it had to look at many others: `next` says where it goes on.
                """,
            query: [
                Parameter("after", .count, "Only records after this sequence."),
                // Without a default in the schema: generated clients would send it beside `last`.
                Parameter("limit", .integer(1...1_000), "How many at most, 100 unless given; not with `last`."),
                Parameter("last", .integer(1...1_000), "The newest so many; fewer, if they are large."),
            ] + records + [.vocabulary],
            Success(
                description: "The records, oldest first.",
                content: [
                    (MediaType.json, .component("Timeline")), ("text/plain", .string),
                    (MediaType.eventStream, .string),
                ]
            ),
            traits: [.conditional, .resumable],
            problems: [.recordsEvicted, .notAcceptable, .overloaded]
        ),
        Operation(
            .get,
            "/v1/timeline",
            "followTimelines",
            .timeline,
            "Follows the records of all devices as they are written",
            about: """
                Each record has the `device` besides its own fields. Events with a name are no records: `open`, `gap`, \
                `position`, `deviceDeleted`, `end`. A `gap` says `why` records are missing, and in `missed` how many of \
                any kind, or null if that is unknown.
                """,
            query: [Parameter("device", .deviceID, "Only this device."), .labels] + records,
            .text(MediaType.eventStream, "The records, as server-sent events."),
            traits: [.resumable],
            problems: [.unknownDevice, .notAcceptable, .overloaded]
        ),
        Operation(
            .post,
            "/v1/devices/{device}/wait",
            "waitForCondition",
            .timeline,
            "Waits until something has happened",
            about: "Answers at once if it has happened after the sequence `after`.",
            body: Body(
                schema: .component("Wait"),
                examples: [
                    .init(
                        "suspended",
                        [
                            "until": ["app": ["bundleID": "com.example.notes", "state": "suspended"]],
                            "timeoutSeconds": 0,
                        ]
                    ),
                    .init(
                        "callback",
                        [
                            "until": ["record": ["kind": "callback", "name": "applicationDidEnterBackground(_:)"]],
                            "after": 0, "timeoutSeconds": 0,
                        ]
                    ),
                ]
            ),
            .json("WaitOutcome", "Whether it happened."),
            traits: [.once],
            problems: [.tooComplex, .notReady, .recordsEvicted]
        ),
    ]
}
