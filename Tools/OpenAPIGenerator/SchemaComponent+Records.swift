import HTTPAPI
import LifecycleKernel

// Records, by kind.
extension SchemaComponent {
    static let records: [SchemaComponent] =
        [
            SchemaComponent(
                "Record",
                "An input, or something that iOS did.",
                .oneOf(Record.Kind.allCases.map(\.rawValue), of: "Record", by: "kind")
            )
        ]
        + Record.Kind.allCases.map { kind in
            SchemaComponent(
                Schema.componentName(of: kind.rawValue, "Record"),
                kind.words,
                Schema.object(Self.head(of: kind) + kind.fields + Self.tail).example(
                    ExampleLife.record(of: kind) ?? .null
                )
            )
        }
        + [
            SchemaComponent(
                "ForeseenRecord",
                "A record that will be written if nothing else happens.",
                .oneOf(Record.Kind.allCases.map(\.rawValue), of: "ForeseenRecord", by: "kind")
            )
        ]
        + Record.Kind.allCases.map { kind in
            SchemaComponent(
                Schema.componentName(of: kind.rawValue, "ForeseenRecord"),
                kind.words,
                Schema.object(Self.foreseen(of: kind) + kind.fields)
            )
        }
        + [
            SchemaComponent("Exit", "How a process ended.", Record.Kind.exit.fields)
        ]

    private static func head(of kind: Record.Kind) -> [SchemaField] {
        [.field("sequence", .sequence, "Its place in the device's timeline, from 1, without gaps.")]
            + foreseen(of: kind) + [
                .field("cause", .sequence, "The sequence of the input, or of the record that set the deadline.")
            ]
    }

    private static func foreseen(of kind: Record.Kind) -> [SchemaField] {
        [
            .field("time", .instant, "When it happened."),
            .field("kind", .constant(.string(kind.rawValue)), "Its kind."),
            .optional("bundleID", .bundleID, "The app it is about."),
            .optional("pid", .pid, "The process it is about."),
            .optional(
                "extension",
                .choice(AppExtension.self),
                "The extension of the app whose process that is; the process is the app's own unless it is there."
            ),
            .optional("sceneID", .sceneID, "The scene it is about."),
        ]
    }

    private static let tail: [SchemaField] = [.vocabulary]
}

extension SchemaField {
    /// The reports of frameworks with a record, or with the callback of which the record says that it began.
    static let vocabulary = optional(
        "vocabulary",
        .map(to: .array(of: .string)),
        "What other frameworks would have reported to their code, if requested."
    )
}

extension Record.Kind {
    /// The meaning of records of this kind.
    fileprivate var words: String {
        switch self {
        case .input: "An input was applied."
        case .returned: "A handler returned."
        case .process: "A process went from one state to another."
        case .scene: "A scene went from one state to another."
        case .callback: "The system called a method or a handler of the app."
        case .notification: "A notification was posted to the app."
        case .assertion: "What keeps a process running in the background was acquired or ended."
        case .verdict: "The system decided about something that it was asked or given."
        case .memory: "The device is shorter of memory than before, or less short."
        case .dispatch: "An event of the user went along the responder chain."
        case .exit: "A process ended."
        case .finding: "Something in the app's conduct loses data, gets it killed, or will."
        case .snapshot: "The app switcher's snapshot was taken."
        case .activity: "Something that an app does by itself began, ended, stood still or went on."
        case .log: "A line that the app wrote."
        }
    }

    /// The fields of records of this kind, those aside that all records have.
    var fields: [SchemaField] {
        switch self {
        case .input: Self.input
        case .returned:
            [
                .field("callback", .sequence, "The record of the callback."),
                .field("tookSeconds", .seconds, "How long the handler took."),
                .optional("result", .any, "What it returned."),
            ]
        case .process: Self.process
        case .scene:
            [
                .field("from", .choice(SceneState.self), "The state before."),
                .field("to", .choice(SceneState.self), "The state after."),
            ]
        case .callback: Self.callback
        case .notification:
            [
                .field("name", .choice(NotificationName.self), "The notification, by Apple's name."),
                .optional("arguments", .openObject(), "What matters of its `userInfo`, if it has any."),
            ]
        case .assertion:
            [
                .field("assertion", .choice(Assertion.Kind.self), "The kind of assertion."),
                .field("change", .choice(AssertionChange.Change.self), "What happened to it."),
                .optional("number", .count, "The number of the background task, by which it can be ended."),
                .optional("name", .string, "Its name among assertions of its kind."),
                .optional("remainingSeconds", .seconds, "How long it lasts if nothing ends it before."),
            ]
        case .verdict:
            [
                .field("subject", .choice(Verdict.Subject.self), "What was decided about."),
                .field("verdict", .choice(Verdict.Decision.self), "The decision."),
                .optional("why", .choice(Verdict.Reason.allCases.map(\.name)), "The reason."),
                .optional("identifier", .string, "Its identifier among verdicts on its subject."),
                .optional("apnsID", .string, "The header `apns-id` of the push."),
                .optional("taskDescription", .string, "What tells the transfer from others of its session."),
                .optional(
                    "detail",
                    .string,
                    "What more there is to say, for people: in English or Chinese, as `Accept-Language` prefers."
                ),
            ]
        case .memory:
            [
                .field("level", .choice(MemoryLevel.self), "How short memory is."),
                .field("availableBytes", .integer(0 ... .max), "How much is available."),
            ]
        case .dispatch:
            [
                .field("target", .string, "The responder that was meant."),
                .field(
                    "asked",
                    .array(of: .string),
                    """
                    Those that were asked, in order; none for a touch while the app is not active, and none for remote \
                    control while it neither is active nor plays.
                    """
                ),
                .optional("handledBy", .string, "The one that handled it."),
                .optional("why", .choice(Dispatch.reasons.map(\.name)), "Why none was asked."),
            ]
        case .exit: Self.exit
        case .finding:
            [
                .field("code", .choice(Finding.Code.self), "What was found."),
                .field("severity", .choice(Finding.Severity.self), "How bad it is."),
                .field(
                    "detail",
                    .string,
                    "What happened, for people: in English or Chinese, as `Accept-Language` prefers."
                ),
                .field("evidence", .array(of: .sequence), "The records that show it."),
                Self.uncompletedCallback,
            ]
        case .snapshot:
            [
                .field("appearance", .choice(Appearance.self), "The appearance in which it was taken."),
                .optional("sensitiveContent", .boolean, "Whether it shows what is for the user's eyes only."),
            ]
        case .activity:
            [
                .field("name", .string, "The name that the app gave it."),
                .field("activity", .choice(Activity.self), "What it does."),
                .field("change", .choice(ActivityChange.Change.self), "What happened to it."),
            ]
        case .log: [.field("message", .string, "The line.")]
        }
    }

    private static let input: [SchemaField] = [
        .optional("event", .component("Event"), "What the user or the system did."),
        .optional("action", .component("AppAction"), "What the app's code did."),
        .optional(
            "completion",
            .object([
                .field("bundleID", .bundleID, "The app."), .field("callback", .sequence, "The record of the callback."),
                .field("actions", .array(of: .component("Action")), "What the handler did before it returned."),
                .optional("returns", .any, "What it returned."),
            ]),
            "How an attached app returned from a callback."
        ),
        .optional("install", .component("NewApp"), "What was installed."),
        .optional("uninstall", .object([.field("bundleID", .bundleID, "The app.")]), "What was uninstalled."),
        .optional("clock", .component("ClockChange"), "How the clock was changed."),
        .optional("advance", .component("Advance"), "How far time was moved."),
    ]

    private static let process: [SchemaField] = [
        .field("from", .choice(ProcessState.self), "The state before."),
        .field("to", .choice(ProcessState.self), "The state after."),
        .field("why", .choice(ProcessChange.Reason.self), "Why."),
        .optional("launchReason", .choice(LaunchReason.self), "Why it was launched, when this is its launch."),
        .optional("coldLaunch", .boolean, "Whether the process is new, or was only prewarmed."),
        .optional(
            "launchSteps",
            .array(
                of: .object([
                    .field("name", .choice(LaunchStep.self), "The step."),
                    .optional(
                        "tookSeconds",
                        .seconds,
                        "How long the code declared for it takes; missing where a program outside plays it."
                    ),
                ])
            ),
            "The steps of the launch before the app delegate is called."
        ),
    ]

    private static let callback: [SchemaField] = [
        .field("name", .choice(CallbackName.self), "The method or handler, by Apple's name."),
        .field("receiver", .choice(CallbackName.Receiver.self), "Whose method it is."),
        .field("applicationState", .choice(ProcessState.self), "`UIApplication.applicationState` inside it."),
        .field("arguments", .openObject(), "What it is given, by name."),
        .optional("limitSeconds", .seconds, "The time it has until a watchdog ends the process."),
    ]

    private static let exit: [SchemaField] = [
        .field("reason", .choice(TerminationReason.self), "Why it ended."),
        .optional("namespace", .string, "The namespace of the code, as crash reports name it."),
        .field("code", .hexadecimal, "The code, in hexadecimal."),
        .field("explanation", .string, "The reason in the words of the system's log, which is English."),
        .optional("signature", .string, "What tells the failure from others, as the app's code gave it."),
        .optional("metricKit", .string, "The exit counter of MetricKit."),
        .field("state", .choice(ProcessState.self), "The state it ended in."),
        .field("report", .choice(ExitRecord.ReportKind.self), "The kind of report that is written."),
        .field("unsavedChanges", .count, "How many changes are lost."),
        uncompletedCallback,
    ]

    /// The callback that an attached app was in.
    static let uncompletedCallback = SchemaField.optional(
        "callbackInFlight",
        .object([
            .field("sequence", .sequence, "The sequence of its record."),
            .field("name", .string, "Its name, as Apple spells it."),
        ]),
        """
        The callback of an attached app that the program that plays it had not completed then: that may be the reason, and \
        not the app's code.
        """
    )
}
