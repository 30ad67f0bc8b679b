import HTTPAPI
import LifecycleKernel
import WireFormat

// What is written about apps, the rules, scenarios, and the service itself.
extension SchemaComponent {
    static let documents: [SchemaComponent] =
        conduct + rules + verdicts + pushes + requests + service

    private static let conduct: [SchemaComponent] = [
        SchemaComponent(
            "Audit",
            "What was found in an app's conduct.",
            [.field("device", .deviceID, "The device."), .field("bundleID", .bundleID, "The app.")]
                + page("findings", of: "Finding")
        ),
        SchemaComponent(
            "Finding",
            "Something that loses data, gets the app killed, or will.",
            Record.Kind.finding.fields + [
                .field("count", .count, "How often it was found."),
                .field("firstSeen", .instant, "When first."), .field("firstSequence", .sequence, "Its record."),
                .field("lastSeen", .instant, "When last."), .field("lastSequence", .sequence, "Its record."),
                .field("advice", .string, "What to do about it."),
                .field("source", .string, "Where that is known from."),
            ]
        ),
        SchemaComponent("Energy", "What an app has used.", energy),
        SchemaComponent("ReportList", "The reports of an app that are kept.", page("reports", of: "ReportSummary")),
        SchemaComponent(
            "ReportSummary",
            "A report in short.",
            [
                .field("id", .string, "The name of its file."),
                .field("kind", .choice(ExitRecord.ReportKind.self), "What kind of report it is."),
                .field("bugType", .choice(["206", "298", "309"]), "Apple's number of the kind."),
                .field("bundleID", .bundleID, "The app."), .field("pid", .pid, "The process."),
                .field("time", .instant, "When it ended."),
                .field("reason", .choice(TerminationReason.self), "Why it ended."),
                .field("sequence", .sequence, "The record of its exit."),
            ]
        ),
        SchemaComponent("MetricKitPayload", "What MetricKit hands to an app, in Apple's words.", metricKit),
    ]

    private static let estimate: [SchemaField] = [
        .field("estimatedMilliwattHours", .number, "The energy, by estimate."),
        .field("estimatedBatteryPercent", Schema.number.orNull, "How much of a full battery that is."),
    ]

    private static let use: [SchemaField] = [
        .field("cpuSeconds", .seconds, "Processor time."), .field("wakeUps", .count, "How often it was woken."),
        .field("wakeUpsByReason", .map(to: .count), "How often, by the reason."),
        .field("networkBytes", .count, "What went through the network."),
        .field("audioSeconds", .seconds, "How long audio played."),
        .field("locationSeconds", .seconds, "How long the location was asked for."),
        .field("bluetoothSeconds", .seconds, "How long Bluetooth was in use."),
        .field("carDisplaySeconds", .seconds, "How long it was on the display of a car, and not on the device's."),
    ]

    private static let states = Schema.array(
        of: .object(
            [
                .field("state", .choice(ProcessState.self), "The state."),
                .field("seconds", .seconds, "How long it was in it."),
            ] + use + estimate
        )
    )

    private static let energy: [SchemaField] = [
        .field("bundleID", .bundleID, "The app."), .field("time", .instant, "Up to when."),
        .field(
            "total",
            .object(
                [
                    .field("seconds", .seconds, "How long it lived."),
                    .field("foregroundSeconds", .seconds, "How long in the foreground."),
                    .field("backgroundSeconds", .seconds, "How long in the background."),
                ] + use + estimate
            ),
            "In all."
        ),
        .field("states", states, "By state."),
        .field(
            "processes",
            .array(
                of: .object([
                    .field("pid", .pid, "The process."), .field("startedAt", .instant, "When it was launched."),
                    .optional("endedAt", .instant, "When it ended."), .field("states", states, "By state."),
                ])
            ),
            "By process."
        ),
        .field(
            "model",
            .object([
                .field("device", .choice(DeviceModel.self), "The kind of device."),
                .field("rules", .map(to: .any), "The rules of the estimate."),
            ]),
            "What the estimate was made with."
        ),
    ]

    private static let metricKit: [SchemaField] = [
        .field("appVersion", .string, "The app's version."), .field("timeStampBegin", .string, "From when."),
        .field("timeStampEnd", .string, "Up to when."), .field("metaData", .openObject(), "The app and its device."),
        .field("applicationTimeMetrics", .map(to: .string), "How long it was in the foreground and in the background."),
        .field("cpuMetrics", .map(to: .string), "The processor time that it took."),
        .field("memoryMetrics", .openObject(), "The memory it took at most."),
        .field("applicationExitMetrics", .openObject(), "How its processes ended: the exit counters."),
    ]

    // MARK: Rules

    private static let ruleHead: [SchemaField] = [
        .field("key", .choice(RuleKey.allCases.map(\.name)), "The rule's name."),
        .field("group", .choice(Rule.Group.self), "What kind of rule it is."),
        .field("unit", .string, "What its values are."),
        .optional("accepted", .array(of: .string), "The values that it may have, where they can be listed."),
    ]

    private static let ruleTail: [SchemaField] = [
        .field("confidence", .choice(Rule.Confidence.self), "How sure it is."),
        .field("source", .string, "Where it is known from."),
        .optional("dispute", .string, "What speaks against it, where sources disagree."),
    ]

    private static let ruleValue = Schema(.init("type", ["number", "boolean", "string", "null"]))

    private static let rules: [SchemaComponent] = [
        SchemaComponent(
            "RuleTable",
            "Every rule with its value in each profile.",
            [
                .field("profiles", .array(of: .choice(RuleProfile.self)), "The profiles."),
                .field(
                    "rules",
                    .array(
                        of: .object(
                            ruleHead + [
                                .field("values", .map(to: ruleValue), "By profile; null where it is not known there.")
                            ] + ruleTail
                        )
                    ),
                    "The rules."
                ),
            ]
        ),
        SchemaComponent(
            "Rulebook",
            "The rules of a profile.",
            [
                .field("profile", .choice(RuleProfile.self), "The profile."),
                .field(
                    "rules",
                    .array(
                        of: .object(
                            ruleHead + [
                                .field("value", ruleValue, "Its value; null where the profile does not know it."),
                                .optional("overridden", .boolean, "Whether the device overrides it."),
                            ] + ruleTail
                        )
                    ),
                    "The rules."
                ),
            ]
        ),
        SchemaComponent(
            "RuleOverrides",
            "Rules that differ from a profile, by their names.",
            Rulebook.rules.map { .optional($0.key.name, Schema($0.unit), $0.source) }
        ),
        SchemaComponent("InfoPlist", "An Info.plist; other keys than these are kept and change nothing.", infoPlist),
        SchemaComponent(
            "Responder",
            "A responder of the app's own.",
            [
                .field("name", .string, "Its name."), .optional("parent", .string, "The next responder."),
                .field("handles", .array(of: .string), "The kinds of events that it handles."),
                .optional("elementType", .choice(Responder.ElementType.self), "What it is for UI tests."),
                .optional(
                    "alert",
                    .object([
                        .field("title", .string, "The title."),
                        .optional("message", .string, "What is below the title."),
                        .field("buttons", .array(of: .string), "The titles of the buttons."),
                    ]),
                    "The alert of the app that a touch of it presents."
                ),
            ]
        ),
    ]

    private static let names = Schema.array(of: .text(FieldReader.nameLength), 0...1_000).orNull

    private static let infoPlist = Schema.openObject([
        .optional("UIBackgroundModes", names, "What the app may do in the background."),
        .optional("BGTaskSchedulerPermittedIdentifiers", names, "The tasks that it may submit."),
        .optional("UIApplicationExitsOnSuspend", .boolean.orNull, "Whether it ends where others are suspended."),
        .optional(
            "UIApplicationSceneManifest",
            .openObject([
                .optional(
                    "UIApplicationSupportsMultipleScenes",
                    .boolean.orNull,
                    "Whether it may have several windows."
                ),
                .optional(
                    "UISceneConfigurations",
                    .openObject([
                        .optional(
                            "UIWindowSceneSessionRoleApplication",
                            .array(
                                of: .openObject([
                                    .optional(
                                        "UISceneConfigurationName",
                                        .text(FieldReader.nameLength).orNull,
                                        "Its name, which is used once."
                                    )
                                ]),
                                0...100
                            ).orNull,
                            "The configurations of windows."
                        )
                    ]).orNull,
                    "The configurations, by role."
                ),
            ]).orNull,
            "Its scenes."
        ),
        .optional(
            "CFBundleURLTypes",
            .array(of: .openObject([.optional("CFBundleURLSchemes", names, "The schemes.")]), 0...1_000).orNull,
            "The URLs that it opens."
        ),
    ])

    // MARK: Scenarios and the service

    private static let failures = Schema.array(
        of: .object([
            .field("check", .string, "The check."), .field("expected", .any, "What was expected."),
            .field("seen", .any, "What was seen."),
        ])
    )

    private static let verdicts: [SchemaComponent] = [
        SchemaComponent(
            "ScenarioVerdict",
            "The result of a scenario.",
            [
                .field("scenario", .string, "Its name."), .field("passed", .boolean, "Whether all was as expected."),
                .optional("setup", failures, "What was wrong before the first step."),
                .field(
                    "steps",
                    .array(
                        of: .object([
                            .field("index", .count, "The step, from 0."), .field("does", .string, "What it does."),
                            .field("passed", .boolean, "Whether all was as expected."),
                            .field("skipped", .boolean, "Whether it was left out because something before it failed."),
                            .field("failures", failures, "What was not as expected."),
                        ])
                    ),
                    "Step by step."
                ),
            ]
        )
    ]

    private static let pushes: [SchemaComponent] = [
        SchemaComponent("Push", "A push, and what became of it.", push),
        SchemaComponent(
            "PushList",
            "A page of pushes.",
            [
                .field("pushes", .array(of: .component("Push")), "The pushes, oldest first."),
                .field("next", Schema.sequence.orNull, "The `after` of the next page; null at the end."),
            ]
        ),
    ]

    private static let push: [SchemaField] = [
        .field("apnsID", .string, "The header `apns-id`."),
        .field("apnsUniqueID", .string.orNull, "That of the answer; null if it did not come through the listener."),
        .field("device", .deviceID, "The device."), .field("bundleID", .bundleID, "The app."),
        .field("token", .string.orNull, "The device token; null as above."),
        .field("topic", .string, "The header `apns-topic`."),
        .field("pushType", .choice(RemoteNotification.PushType.self), "The header `apns-push-type`."),
        .field("priority", Schema.integer(1...10).orNull, "The header `apns-priority`."),
        .field("collapseID", .string.orNull, "The header `apns-collapse-id`."),
        .field("storable", .boolean, "Whether APNs keeps it while it cannot reach the device."),
        .field("expiresAt", Schema.instant.orNull, "When it is no longer worth delivering, on the device's clock."),
        .field("receivedAt", Schema.instant.orNull, "When it came, by the real clock; null as above."),
        .field("time", .instant, "When it came, on the device's clock."),
        .field("sequence", .sequence, "The sequence of the input."),
        .field(
            "verdict",
            Schema.choice(Verdict.Decision.self).orNull,
            "What was decided last; null when its records are no longer kept."
        ),
        .field("why", Schema.choice(Verdict.Reason.allCases.map(\.name)).orNull, "The reason of it."),
        .field("detail", Schema.string.orNull, "The same in words."),
        .field(
            "user",
            Schema.choice(PushOutcome.User.self).orNull,
            """
            What the user saw: it is `shown`, or was until a newer one with its collapse id `replaced` it; is `waiting` or \
            `notShown`; is `leftToApp`, as the app is in front; or has `nothingToShow`. Null as `verdict`.
            """
        ),
        .field(
            "code",
            Schema.choice(PushOutcome.Code.self).orNull,
            """
            What the app's code got: it was `delivered`, is `waiting` or `dropped`; is `leftToFramework`, which wakes the \
            app; or has `nothingToDeliver`. Null as `verdict`.
            """
        ),
        .field(
            "verdicts",
            .array(
                of: .object([
                    .field("sequence", .sequence, "The sequence of the verdict."),
                    .field("time", .instant, "When it was decided."),
                    .field("subject", .choice(Verdict.Subject.self), "About what."),
                    .field("verdict", .choice(Verdict.Decision.self), "What was decided."),
                    .field("why", Schema.choice(Verdict.Reason.allCases.map(\.name)).orNull, "The reason."),
                    .field("detail", Schema.string.orNull, "The same in words."),
                ])
            ),
            "Everything that was decided, in order."
        ),
    ]

    private static let requests: [SchemaComponent] = [
        SchemaComponent(
            "LoggedRequest",
            "A request to the server. Headers and queries are not kept.",
            [
                .field("number", .integer(1...Int64.max), "Its number, from 1 in each run of the server."),
                .field("time", .instant, "When it came, by the server's clock."),
                .field("id", .string, "Its id, as in `X-Request-Id` and the log; of a push, its apns-id."),
                .field("method", .string, "Its method."),
                .field("path", .string, "Its path without the query, cut to 256 bytes."),
                .field(
                    "listener",
                    .string,
                    "On what it came: `http`, or a listener with a protocol of its own, such as `appium`, `wda` and `apns`."
                ),
                .field("device", Schema.deviceID.orNull, "The device in the path."),
                .field("status", .integer(100...599), "The status of the answer."),
                .field("seconds", .seconds, "How long the answer took; that of a stream, until it began."),
                .field("problem", Schema.component("Problem").orNull, "Why it was refused."),
                .field(
                    "refusal",
                    Schema.string.orNull,
                    "Why a listener with a protocol of its own refused it, in the words of that protocol."
                ),
                .field(
                    "body",
                    Schema.string.orNull,
                    "What it carried, its first 2,048 bytes; null if nothing was read, or a secret was expected."
                ),
                .field("bodyBytes", .count, "How many bytes were read of what it carried."),
            ]
        ),
        SchemaComponent(
            "LoggedRequestList",
            "The newest requests.",
            [
                .field("requests", .array(of: .component("LoggedRequest")), "The requests, the newest first."),
                .field("count", .count, "How many there are, those after the limit included."),
            ]
        ),
    ]

    private static let service: [SchemaComponent] = [
        SchemaComponent(
            "Health",
            "Whether the service can be used.",
            [.field("status", .choice(["ok"] + Readiness.allCases.map(\.rawValue)), "How it is.")]
        ),
        SchemaComponent(
            "Version",
            "Which version this is.",
            [
                .field("version", .string, "The version of the service."),
                .field("kernelVersion", .string, "The version of the kernel: with another one, records may differ."),
            ]
        ),
        SchemaComponent(
            "Problem",
            "Why a request was refused (RFC 9457).",
            [
                .field("type", .string.with("format", "uri-reference"), "Where the code is explained."),
                .field(
                    "title",
                    .string,
                    "What the code means, for people: in English or Chinese, as `Accept-Language` says."
                ),
                .field("status", .integer(400...599), "The HTTP status."),
                .field("detail", .string, "What is wrong and what would have been right, in the same language."),
                .field("code", .choice(OpenAPIDocument.problems.map(\.rawValue)), "What is wrong, for programs."),
                .optional(
                    "parameters",
                    .openObject(),
                    "What differs in `detail`, by name, so that a program need not parse it."
                ),
                .optional("field", .string, "The field, query parameter or header that is wrong."),
                .optional("state", .string, "The state that the request met."),
                .optional(
                    "accepted",
                    .array(of: .string),
                    "What would have been accepted; of many names those that are most like the one given."
                ),
                .optional(
                    "acceptedCount",
                    .count,
                    "How many names would have been accepted, where `accepted` lists only some."
                ),
                .optional("index", .count, "Which of several inputs was refused, from 0."),
                .optional("requestID", .string, "The id of the request in the log, where the log has details."),
            ]
        ),
    ]
}

extension Schema {
    /// The values that a rule of a unit may be overridden with.
    fileprivate init(_ unit: Rule.Unit) {
        switch unit {
        case .seconds: self = Schema(.seconds(atMost: FieldReader.longestTime))
        case .count: self = .integer(0...1_000_000)
        case .fraction: self = Schema(.number(0...1))
        case .flag: self = .boolean
        case .code:
            let digits = Schema.string.with("pattern", "^0x0*[0-9A-Fa-f]{1,8}$")
            self = Schema(.init("anyOf", [digits.value, Schema.integer(0...Int64(UInt32.max)).value]))
        case .choice(let names): self = .choice(names)
        }
    }
}
