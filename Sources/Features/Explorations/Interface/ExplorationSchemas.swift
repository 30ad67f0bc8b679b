import DeviceHost
import Explorer
import HTTPAPI
import LifecycleKernel
import WireFormat

// Explorations, and what they find.
extension SchemaComponent {
    static let explorations: [SchemaComponent] = [
        SchemaComponent(
            "Exploration",
            "An exploration as it is now.",
            summary + [
                .field("report", Schema.component("ExplorationReport").orNull, "What was found, when it has ended.")
            ]
        ),
        SchemaComponent("ExplorationSummary", "An exploration without its report.", summary),
        SchemaComponent(
            "ExplorationList",
            "A page of explorations.",
            page("explorations", of: "ExplorationSummary")
        ),
        SchemaComponent("ExplorationProgress", "How far a search has come.", progress),
        SchemaComponent(
            "ExplorationPass",
            "What a pass of a search has come to.",
            Schema.openObject([
                .field("interruptions", .count, "The most interruptions on a sequence."),
                .field("closed", .boolean, "Whether every sequence of any length was tried."),
                .field("inputs", .count, "To how many inputs every sequence was tried."),
                .field("abstractStates", .count, "How many abstract states were met."),
                .field("transitions", .count, "How many inputs were taken in some abstract state."),
            ])
        ),
        SchemaComponent(
            "ExplorationReport",
            "What a search has found, and within which bounds it has looked.",
            Schema.openObject([
                .field("explore", .string, "Its name."), .field("target", .bundleID, "The app."),
                .field("inputs", .array(of: .string), "What was tried."),
                .field("resolutionSeconds", .seconds, "How long before something is due inputs were tried."),
                .field("memoryMiB", .count, "How much memory the search could take."),
                .field("memoryIsFull", .boolean, "Whether a pass ended because that was full."),
                .field("passes", .array(of: .component("ExplorationPass")), "The passes."),
                .field("failures", .array(of: .component("ExplorationFailure")), "The failures, the worst first."),
                .field("properties", .array(of: .openObject(property)), "What became of each property."),
            ])
        ),
        SchemaComponent("ExplorationFailure", "A way in which the app fails.", Schema.openObject(failure)),
        SchemaComponent("NewExploration", "An exploration to begin.", request),
        SchemaComponent(
            "InputGroup",
            "Inputs that are asked for or left out together. \(groups).",
            Schema.choice(Exploration.inputGroups.map { $0.name })
        ),
        SchemaComponent("NewFailureDevice", "A device of a failure to make.", device),
        SchemaComponent("ExplorationChange", "What is changed of an exploration.", change),
        SchemaComponent(
            "RemoteRunReport",
            "What a client reports of a remote run. Without a run there is nothing to say of one.",
            Schema.object(report).refusing([
                .having(["abstractState"], [.init("abstractState", ["type": "string"]), noRun]),
                .having(["invariants"], [.init("invariants", ["minItems": 1]), noRun]),
            ])
        ),
        SchemaComponent("RemoteRun", "A remote run to carry out.", run),
        SchemaComponent("ExplorationGraph", "The state graph of a search.", wholeGraph),
        SchemaComponent("NoFields", "Nothing: there is nothing to say.", []),
    ]

    private static let summary: [SchemaField] = [
        .field("id", .deviceID, "Its id."),
        .field("status", .choice(ExplorationQuery.statuses), "What it does."),
        .field("explore", .string, "Its name."), .field("target", .bundleID, "The app that is explored."),
        .field(
            "from",
            Schema.object([
                .field("device", .deviceID, "The device."),
                .field("at", .sequence, "Its last record that has happened when the search begins."),
            ]).orNull,
            "The device that the search begins with; null for that of a file."
        ),
        .field("remote", .boolean, "Whether a client that has the app's code carries out its runs."),
        .field("labels", .labels, "By which it is found."),
        .field("seed", .count, "The seed of the random runs after the passes."),
        .field("jobs", .count, "How many jobs share the search."),
        .field("interruptions", .count, "The most interruptions on a sequence; each number up to it has a pass."),
        .field("memoryMiB", .count, "How much memory the search may take: at most what this server allows."),
        .field("budgetSeconds", .seconds, "How long the search may take."),
        .field("keepSeconds", .seconds, "How long it is kept when it has ended."),
        .field("createdAt", .instant, "When it was asked for, by the real clock."),
        .field("startedAt", Schema.instant.orNull, "When the search began."),
        .field("endedAt", Schema.instant.orNull, "When it ended."),
        .field("progress", Schema.component("ExplorationProgress").orNull, "How far it has come."),
        .field("passes", .array(of: .component("ExplorationPass")), "The passes that have ended."),
        .field("found", .array(of: .string), "What was found so far, by signature."),
        .field("known", .array(of: .string), "Signatures of what is no failure."),
        .field("detail", Schema.string.orNull, "What was wrong, of one that failed."),
    ]

    private static let progress: [SchemaField] = [
        .field("interruptions", .count, "The most interruptions on a sequence of the pass that runs."),
        .field("inputs", .count, "To how many inputs the pass has tried every sequence."),
        .field("abstractStates", .count, "How many abstract states the pass has met."),
        .field("transitions", .count, "How many inputs were taken in all."),
        .field("perSecond", .count, "How many of them a second."),
        .field("share", .number, "Which part of the transitions that may be taken were taken."),
    ]

    private static let property: [SchemaField] = [
        .field("name", .string, "The property."),
        .field(
            "failures",
            .array(
                of: .openObject([
                    .field("signature", .string, "The failure that breaks it."),
                    .field("text", .string, "The failure for people."),
                ])
            ),
            "What breaks it."
        ),
        .field("skipped", Schema.string.orNull, "Why nothing that was tried can break it; null where something can."),
    ]

    private static let failure: [SchemaField] = [
        .field("signature", .string, "What tells it from others: the app, the property, and more where that differs."),
        .field("properties", .array(of: .string), "The properties that are broken, the worst first."),
        .field("severity", .choice(Finding.Severity.self), "How bad it is."),
        .field("isKnown", .boolean, "Whether `known` lists it."),
        .field("isConfirmed", .boolean, "Whether a replay of its inputs has failed in the same way."),
        .field(
            "isMinimal",
            .boolean,
            "Whether it is known that no input and no pair of inputs can be left out; not, where the search was stopped."
        ),
        .field("interruptions", .count, "How many interruptions it needs."),
        .field(
            "inputs",
            .array(
                of: .openObject([
                    .field("input", .string, "The event, the action, or the time that passes."),
                    .field("at", .seconds, "When it happens, counted from the start."),
                    .field("state", .choice(ProcessState.self), "The state of the app after it."),
                    .optional(
                        "window",
                        .object([
                            .field("from", .seconds, "The shortest."), .field("to", .seconds, "The longest."),
                        ]),
                        "The lengths of a passing of time with which the app fails just so."
                    ),
                ])
            ),
            "The sequence."
        ),
        .field("evidence", .array(of: .component("Record")), "The records that say so."),
        .optional("advice", .string, "What to do about it."),
        .field("scenario", .openObject(), "A scenario that fails until the app is mended."),
    ]

    private static let request: [SchemaField] = [
        .optional("id", Schema.deviceID.orNull, "Its id; made up unless given."),
        .optional(
            "file",
            Schema.openObject().orNull,
            """
            An exploration, a scenario or an app, such as {"apps": [{"bundleID": "com.example.notes"}]}; unless `from` is given.
            """
        ),
        .optional(
            "from",
            Schema.object([
                .field("device", .deviceID, "The device that the search begins with."),
                .optional("at", Schema.sequence.orNull, "The record after which it begins: the last, unless given."),
            ]).orNull,
            "In place of a file."
        ),
        .optional(
            "remote",
            Schema.boolean.orNull,
            "Whether the target's code runs in a client, which carries out remote runs; only with a file."
        ),
        .optional("target", Schema.bundleID.orNull, "The app that is explored: the first, unless given."),
        .optional("attached", Schema.openObject().orNull, "Within how long handlers of an attached app return."),
        .optional(
            "inputs",
            Schema.openObject([
                .optional("only", inputs, "What is tried, and nothing else."),
                .optional("with", inputs, "What is tried in addition."),
                .optional("without", inputs, "What is left out."),
            ]).orNull,
            "What is tried, as in a file."
        ),
        .optional("properties", Schema.array(of: .openObject(), 0...32).orNull, "Properties of one's own."),
        .optional(
            "known",
            Schema.array(of: .text(FieldReader.nameLength), 0...64).orNull,
            "Signatures of what is no failure."
        ),
        .optional("limits", Schema.openObject().orNull, "How far the search goes, as in a file."),
        .optional(
            "for",
            Schema.array(of: .text(FieldReader.nameLength), 0...64).orNull,
            "Look for these properties only."
        ),
        .optional("seed", Schema.count.orNull, "The seed of the random runs after the passes."),
        .optional("jobs", Schema.integer(1...256).orNull, "How many jobs share the search; the report is the same."),
        .optional(
            "budgetSeconds",
            Schema(.seconds(atMost: ExplorationLimits.longestBudget)).orNull,
            "How long it may take: 10 unless given."
        ),
        .optional(
            "keepSeconds",
            Schema(.seconds(atMost: ExplorationLimits.longestKeeping)).orNull,
            "How long it is kept when it has ended: 3600 unless given."
        ),
        .optional("labels", Schema.labels.orNull, "By which it is found, at most 32."),
    ]

    /// Inputs by their names or types, and groups.
    private static let inputs = Schema.array(
        of: Schema(Value.Member("anyOf", .array([Schema.component("InputGroup").value, Schema.string.value])))
    )

    /// The groups, with the inputs in each.
    private static let groups = Exploration.inputGroups.map { group in
        "`\(group.name)`: \(group.types.joined(separator: ", "))"
    }
    .joined(separator: "; ")

    private static let change: [SchemaField] = [
        .optional(
            "known",
            .array(of: .text(1...256), 0...64),
            "Signatures of what is no failure, in place of those before."
        )
    ]

    /// Null, or not there.
    private static let noRun = Value.Member("run", ["type": "null"])

    private static let report: [SchemaField] = [
        .optional("run", Schema.integer(1...Int64(Int32.max)).orNull, "Its number; none at first."),
        .optional(
            "abstractState",
            Schema.text(0...RemoteRunReport.abstractStateLength).orNull,
            "The state of the app's code: two runs lead to the same abstract state only if they report the same. Without it, no two do."
        ),
        .optional(
            "invariants",
            .array(
                of: .object([
                    .field("name", .text(FieldReader.nameLength), "Its name."),
                    .field(
                        "steps",
                        .integer(1...Int64(Int32.max)),
                        "How many of the run's steps had been carried out when it was seen not to hold."
                    ),
                ]),
                0...RemoteRunReport.mostInvariants
            ),
            "The invariants of the app's code that did not hold. Each is a failure of its own, `invariantBroken`."
        ),
    ]

    private static let run: [SchemaField] = [
        .field("exploration", .deviceID, "The exploration."),
        .field("status", .choice(ExplorationQuery.statuses), "What it does."),
        .field("run", Schema.count.orNull, "The number with which it is reported; null when there is nothing to do."),
        .field("device", Schema.deviceID.orNull, "The device, whose clock only advances move."),
        .field(
            "continues",
            .boolean,
            "Whether the steps continue those of the last run; otherwise the device is new, and the app must be new too."
        ),
        .field("steps", .array(of: .openObject()), "The steps, as scenarios have them: `send`, `act` or `advance`."),
    ]

    private static let wholeGraph: [SchemaField] =
        graph + [
            .field("variants", .array(of: .object(graph)), "The graphs of the variants of the app, when it has ended.")
        ]

    private static let graph: [SchemaField] = [
        .field("explore", .string, "What the exploration, or the variant, is called."),
        .field("target", .bundleID, "The app."),
        .field("interruptions", .count, "The most interruptions on a sequence of the pass that it shows."),
        .field("abstractStates", .count, "How many abstract states the pass has met."),
        .field("transitions", .count, "How many inputs the pass has taken in some abstract state."),
        .field("merged", .count, "How many nodes were put together, as there may be 200."),
        .field(
            "nodes",
            .array(of: .object(node), 0...200),
            "The nodes: the one in which the search begins, then those with the most abstract states first."
        ),
        .field("edges", .array(of: .object(edge)), "Which inputs lead from one node to another."),
        .field(
            "ways",
            .array(
                of: .object([
                    .field("signature", .string, "The failure."),
                    .field("nodes", .array(of: .count), "The ids of the nodes, from the start to where it breaks."),
                ])
            ),
            "The nodes that the sequence of each failure goes through."
        ),
    ]

    private static let node: [SchemaField] = [
        .field("id", .count, "Its id: its place in the list."),
        .field("stateClass", .string, "The class of its abstract states, as the coverage names it."),
        .field("state", .choice(ProcessState.self), "The state of the app."),
        .field("isInHandler", .boolean, "Whether its main thread is in a handler."),
        .field("screen", .choice(["free", "covered", "locked"]), "What is on the screen."),
        .field("assertions", .array(of: .choice(Assertion.Kind.self)), "The kinds of assertions that the app holds."),
        .field(
            "front",
            Schema.choice(["nobody", "app", "others", "both"]).orNull,
            "Who is in front; null for a node that was put together of several."
        ),
        .field("isOthers", .boolean, "Whether it stands for all nodes of its class that were put together."),
        .field(
            "abstractStates",
            .count,
            "How many abstract states it has; 0 where only the sequence of a failure leads there, which another pass has found."
        ),
        .field("onWayOf", .array(of: .string), "The signatures of the failures on whose way it lies."),
        .field("breaks", .array(of: .string), "The signatures of the failures that end in it."),
    ]

    private static let edge: [SchemaField] = [
        .field("from", .count, "The node in which the inputs are taken."),
        .field("to", .count, "The node that they lead to."), .field("count", .count, "How many there are."),
        .field(
            "inputs",
            .array(
                of: .object([
                    .field("input", .string, "The event or action, or `time`."),
                    .field("count", .count, "How often it was taken."),
                ])
            ),
            "How often each input was taken."
        ),
    ]

    private static let device: [SchemaField] = [
        .optional("id", Schema.deviceID.orNull, "Its id; made up unless given."),
        .optional("upTo", Schema.integer(0...1_000_000).orNull, "How many inputs have happened: all, unless given."),
    ]
}
