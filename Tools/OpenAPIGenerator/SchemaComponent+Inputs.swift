import DeviceHost
import HTTPAPI
import LifecycleKernel
import Scenarios
import WireFormat

// The bodies of requests. The fields, their kinds and limits are found from the readers; only descriptions are given here.
extension SchemaComponent {
    static let inputs: [SchemaComponent] =
        [
            SchemaComponent(
                "Events",
                "One event, or several that are applied in order at one instant, all of them or none.",
                .oneOrSeveral("Event")
            ),
            SchemaComponent(
                "Event",
                "Something that the user or the system does.",
                .oneOf(Event.knownTypes, of: "Event", by: "type")
            ),
        ] + events + [
            SchemaComponent(
                "Actions",
                "One action, or several that are taken in order at one instant, all of them or none.",
                .oneOrSeveral("PerformedAction")
            ),
            SchemaComponent(
                "PerformedAction",
                "Something that the code of the app does, or that of an extension of it.",
                .oneOf([.component("Action"), .component("ExtensionAction")])
            ),
            SchemaComponent(
                "ExtensionAction",
                "Something that the code of the app's notification service extension does while it handles a notification.",
                .oneOf(extensionActions.map { .action($0, with: [extensionField]) })
            ),
            SchemaComponent(
                "Action",
                "Something that the app's own code does.",
                .oneOf(Action.knownNames, of: "Action", by: "action")
            ),
        ] + actions + conditions + patterns + requests + steps

    private static let events = Event.descriptions.map { event in
        let survey = FieldSurvey(given: [.init("type", .string(event.name))], known: ["priority": .priority]) {
            value throws(Rejection) in
            _ = try Event(value, at: "")
        }
        return SchemaComponent(
            Schema.componentName(of: event.name, "Event"),
            event.summary,
            survey.schema(describing: FieldDescriptions.of(event)).example(survey.example)
        )
    }

    private static let bundleIDField = SchemaField.field("bundleID", .bundleID, "The app.")
    private static let extensionField = SchemaField.field(
        "extension",
        .choice(AppExtension.self),
        "The extension of the app whose code does it."
    )

    /// The actions that an extension can take.
    private static let extensionActions = Action.descriptions.filter { action in
        let action = try? Action(FieldSurvey.ofAction(action.name).example, at: "")
        return action.map(NotificationServiceExtension.permits) == true
    }

    /// An entry of a handler that can take some actions.
    private static func entry(_ actions: [InputDescription], returning result: Schema) -> Schema {
        .oneOf(
            actions.map { action in
                .action(
                    action,
                    with: [.optional("takesSeconds", .longSeconds.orNull, "How long the handler stays in it.")]
                )
            } + [.object([.field("returns", result, "What the handler returns; the last entry.")])]
        )
    }

    private static let actions = Action.descriptions.map { action in
        let survey = FieldSurvey.ofAction(action.name)
        return SchemaComponent(
            Schema.componentName(of: action.name, "Action"),
            action.summary,
            survey.schema(describing: FieldDescriptions.of(action)).example(survey.example)
        )
    }

    /// Each with a name, as one refers to itself through the others, which generators of code cope with only so.
    private static let conditions: [SchemaComponent] = {
        let kinds: [(name: String, about: String, sample: Value.Member)] = [
            ("AppCondition", "An app is in a state.", .init("app", ["bundleID": "a", "state": "active"])),
            ("RecordCondition", "There is a record.", .init("record", [:])),
            ("AllCondition", "Several conditions are met.", .init("all", [.anyRecord])),
            ("AnyCondition", "One of several conditions is met.", .init("any", [.anyRecord])),
        ]
        let schemas = Schema.alternatives(
            of: kinds.map(\.sample),
            known: ["record": .component("RecordPattern"), "all": .conditions, "any": .conditions],
            describing: FieldDescriptions.of("condition")
        ) { value throws(Rejection) in
            _ = try Condition(value, at: "")
        }
        return [
            SchemaComponent(
                "Condition",
                "What is waited for: exactly one of these.",
                .oneOf(kinds.map { .component($0.name) })
            )
        ] + zip(kinds, schemas).map { kind, schema in SchemaComponent(kind.name, kind.about, schema) }
    }()

    private static let patterns: [SchemaComponent] =
        [
            SchemaComponent(
                "RecordPattern",
                "The fields that a record must have, all of one kind of records; without any, every record will do.",
                .anyOf(Record.Kind.allCases.map { .component(Schema.componentName(of: $0.rawValue, "Pattern")) })
            )
        ]
        + Record.Kind.allCases.map { kind in
            SchemaComponent(
                Schema.componentName(of: kind.rawValue, "Pattern"),
                "What a pattern may ask for of a record of the kind \(kind.rawValue).",
                .pattern(of: kind)
            )
        }

    private static let requests: [SchemaComponent] = [
        SchemaComponent(
            "AppAction",
            "An action, and the app whose code takes it.",
            .oneOf(
                Action.descriptions.map { .action($0, with: [bundleIDField]) }
                    + extensionActions.map { .action($0, with: [bundleIDField, extensionField]) }
            )
        ),
        SchemaComponent(
            "BehaviorEntry",
            "What a handler does next, and how long it stays on the main thread for it; or what it returns at its end.",
            entry(Action.descriptions, returning: .any)
        ),
        SchemaComponent(
            "ExtensionEntry",
            "What a handler of a notification service extension does next, or the content that it returns at its end.",
            entry(extensionActions, returning: .component("ExtensionContent"))
        ),
        SchemaComponent(
            "ExtensionContent",
            "What a notification service extension makes of a notification.",
            .openObject([.optional("aps", .openObject(), "What the system reads.")])
        ),
        SchemaComponent(
            "Completion",
            "How a handler returns.",
            FieldSurvey(known: ["actions": .array(of: .component("Action"), 0...1_000)]) { value throws(Rejection) in
                _ = try Completion(value, at: "", callback: 1)
            }.schema(describing: FieldDescriptions.of("completion"))
        ),
        SchemaComponent(
            "Wait",
            "What is waited for, and how long.",
            FieldSurvey(samples: [.init("until", .anyRecord)], known: ["until": .component("Condition")]) {
                value throws(Rejection) in
                _ = try WaitRequest(value, at: "")
            }.schema(describing: FieldDescriptions.of("wait"))
        ),
        SchemaComponent(
            "Advance",
            "How far time is moved: exactly one of these.",
            .exactlyOne(
                of: [
                    .init("seconds", 0), .init("to", .string(Instant.manualStart.description)),
                    .init("untilIdle", true), .init("until", .anyRecord),
                ],
                known: [
                    "untilIdle": .constant(true), "until": .component("Condition"),
                    "during": .array(of: .sequence, 0...64),
                ],
                describing: FieldDescriptions.of("advance")
            ) { value throws(Rejection) in
                _ = try Advance(value, at: "")
            }
        ),
        SchemaComponent(
            "ForkRequest",
            "Which copy of a device is wanted; every field has a default.",
            FieldSurvey(known: ["id": .deviceID]) { value throws(Rejection) in _ = try ForkRequest(value, at: "") }
                .schema(describing: FieldDescriptions.of("fork"))
        ),
        SchemaComponent(
            "ClockChange",
            "How a clock is to run; what is not given stays as it is.",
            // Whether a rate alone is right depends on the clock as it is.
            FieldSurvey { value throws(Rejection) in _ = try ClockChange(value, at: "") }
                .schema(describing: FieldDescriptions.of("clock"))
                .refusing([.having(["mode", "rate"], [.unscaled, .anyRate])])
        ),
        SchemaComponent(
            "NewDevice",
            "What a device is made with; every field has a default.",
            FieldSurvey(known: .ofDevices) { value throws(Rejection) in _ = try NewDevice(value, at: "") }
                .schema(describing: FieldDescriptions.of("device"))
        ),
        SchemaComponent("NewApp", "An app to be installed.", .app(named: nil)),
        SchemaComponent(
            "InstalledApp",
            "An app to be installed under the name in the path.",
            .app(named: "com.example")
        ),
        SchemaComponent(
            "BatchLine",
            "One line of a batch.",
            [
                .field("device", .deviceID, "The device."),
                .field("event", .component("Event"), "What happens to it."),
            ]
        ),
        SchemaComponent(
            "Scenario",
            "A specification: a device, apps, and steps that each do one thing and may check what it caused.",
            FieldSurvey(
                samples: [.init("steps", [["check": [:]]])],
                known: [
                    "device": .openObject(), "apps": .array(of: .component("NewApp"), 0...ScenarioLimits.apps),
                    "steps": .array(of: .component("ScenarioStep"), 1...ScenarioLimits.steps),
                    "properties": .array(of: .component("ScenarioProperty"), 0...ScenarioLimits.properties),
                    "include": .null, "variables": Schema.variables.orNull,
                ]
            ) { value throws(Rejection) in
                _ = try Scenario(value)
            }.schema(describing: FieldDescriptions.of("scenario"))
        ),
        SchemaComponent(
            "ScenarioStep",
            "A step: exactly one operation, and checks of what it caused.",
            .oneOf(steps.map { .component($0.name) })
        ),
    ]

    /// The steps, by what they do.
    private static let steps: [SchemaComponent] = {
        let operations: [Value.Member] = [
            .init("send", [:]), .init("act", ["bundleID": "a"]), .init("advance", 0), .init("advanceBefore", 0),
            .init("advanceUntil", [:]), .init("advanceToCallback", 0),
            .init("complete", ["bundleID": "a", "callback": "a"]), .init("install", [:]), .init("check", [:]),
        ]
        let schemas = Schema.alternatives(
            of: operations,
            known: .ofSteps,
            describing: FieldDescriptions.of("step")
        ) { value throws(Rejection) in
            _ = try ScenarioStep(value, at: "")
        }
        return zip(operations, schemas).map { operation, schema in
            SchemaComponent(
                Schema.componentName(of: operation.name, "Step"),
                "A step whose operation is `\(operation.name)`.",
                schema
            )
        }
    }()
}

extension Schema {
    /// What a pattern may ask for of records of a kind.
    fileprivate static func pattern(of kind: Record.Kind) -> Schema {
        let fields = Record.commonFields.filter { $0.name != "kind" } + kind.patternFields
        let named = SchemaField.optional("kind", .constant(.string(kind.rawValue)), "The kind of records.")
        return .object(
            [named]
                + fields.map {
                    SchemaField.optional($0.name, Schema($0.values), "What stands in the field \($0.name).")
                }
        )
    }

    /// A component, or an array of them.
    fileprivate static func oneOrSeveral(_ name: String) -> Schema {
        .oneOf([.component(name), .array(of: .component(name), 1...HTTPServerSettings().inputLimit)])
    }

    /// The priorities of APNs: the reader takes a number and then looks whether it is one of them.
    fileprivate static let priority = Schema.integer(1...10).with("enum", [1, 5, 10]).with("default", 10)

    /// A length of time as it is given, anywhere.
    fileprivate static let longSeconds = Schema(.seconds(atMost: FieldReader.longestTime))

    /// An action, with fields besides its own.
    fileprivate static func action(_ action: InputDescription, with others: [SchemaField]) -> Schema {
        FieldSurvey.ofAction(action.name).schema(describing: FieldDescriptions.of(action)).adding(others)
    }

    /// The parts of a condition.
    fileprivate static let conditions = Schema.array(of: .component("Condition"), 1...100)

    /// An app to be installed.
    fileprivate static func app(named bundleID: BundleID?) -> Schema {
        FieldSurvey(known: .ofApps) { value throws(Rejection) in
            _ = try AppManifest(value, at: "", bundleID: bundleID)
        }.schema(describing: FieldDescriptions.of("app"))
    }
}

extension FieldSurvey {
    /// An action of a name.
    fileprivate static func ofAction(_ name: String) -> FieldSurvey {
        FieldSurvey(given: [.init("action", .string(name))]) { value throws(Rejection) in
            _ = try Action(value, at: "")
        }
    }
}

extension Value {
    /// A condition that any record meets.
    fileprivate static let anyRecord: Value = ["record": [:]]
}

// What a reader looks through by itself, so that no survey can see it: maps, and values of two kinds.
extension Value.Member {
    /// The mode of a clock that has no rate.
    fileprivate static let unscaled = Value.Member("mode", ["enum": ["manual", "realtime", .null]])
    fileprivate static let anyRate = Value.Member("rate", ["type": "number"])
}

extension Schema {
    /// The clock of a new device: it has a rate if it is scaled, and only then.
    fileprivate static let newClock = FieldSurvey { value throws(Rejection) in
        _ = try ClockSettings.read(value, at: "")
    }
    .schema(describing: FieldDescriptions.of("clock"))
    .refusing([
        .having(["rate"], [.unscaled, .anyRate]),
        .having(["mode"], [.init("mode", ["const": "scaled"]), .init("rate", ["type": "null"])]),
    ])
}

extension [String: Schema] {
    /// Fields of a device.
    fileprivate static let ofDevices: [String: Schema] = [
        "id": .deviceID, "clock": .newClock,
        // Shorter than a millisecond is no time at all.
        "expiresAfterSeconds": .longSeconds.with("minimum", .number(0.001)),
        "apps": .array(of: .component("NewApp"), 0...1_000),
        "labels": .labels,
        "rules": .oneOf([
            .choice(RuleProfile.self),
            .object([
                .optional("profile", .choice(RuleProfile.self).orNull, "The profile."),
                .optional("overrides", .component("RuleOverrides").orNull, "What differs from it."),
            ]),
        ]),
    ]

    /// Fields of an app.
    fileprivate static let ofApps: [String: Schema] = [
        "infoPlist": .component("InfoPlist"),
        "purgeableBytes": .integer(FieldReader.byteSizes),
        "behavior": .map(
            to: .array(of: .component("BehaviorEntry"), 0...1_000),
            names: .choice(CallbackName.self)
        ),
        // The last part of its bundle identifier.
        "notificationService.name": .bundleID,
        "notificationService.behavior": .map(
            to: .array(of: .component("ExtensionEntry"), 0...1_000),
            names: .choice(NotificationServiceExtension.handlers.map(\.rawValue))
        ),
    ]

    /// Fields of a scenario's step.
    fileprivate static let ofSteps: [String: Schema] = {
        let names = Schema.array(of: .string)
        let pattern = Schema.component("RecordPattern").with("minProperties", 1)
        let patterns = Schema.array(of: pattern, 1...ScenarioLimits.elements)
        return [
            "send": .oneOrSeveral("Event"), "act": .oneOrSeveral("AppAction"),
            "advanceUntil": .component("Condition"), "install": .component("NewApp"),
            "actions": .array(of: .component("Action"), 0...ScenarioLimits.elements), "check": Schema.object([]).orNull,
            "callbacks": .oneOf([names, .map(to: names)]), "notifications": .oneOf([names, .map(to: names)]),
            "states": .byApp(.choice(ProcessState.self)), "records": patterns, "never": patterns,
            "exit": .byApp(.component("ExitPattern")), "process": .byApp(.openObject()),
            "resource": .byApp(.openObject()),
            "vocabulary": .map(to: names).with("minProperties", 1),
            "reports": .byApp(.array(of: .openObject(), 0...ScenarioLimits.elements)),
            "metricKit": .byApp(.openObject()),
            "rejected": Schema.string.with("minLength", 1),
        ]
    }()
}

extension Schema {
    /// A value for each of some apps, at least one.
    fileprivate static func byApp(_ value: Schema) -> Schema {
        map(to: value, names: .bundleID).with("minProperties", 1)
    }

    /// What the variables of a scenario stand for.
    fileprivate static let variables = map(
        to: Schema(.init("type", ["string", "number", "boolean"])),
        names: string.with("pattern", "^[A-Za-z0-9_-]{1,64}$")
    ).with("maxProperties", .integer(Int64(ScenarioLimits.variables)))
}
