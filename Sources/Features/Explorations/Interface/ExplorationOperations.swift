import HTTPAPI
import HTTPTypes
import LifecycleKernel
import WireFormat

extension Operation.Group {
    fileprivate static let explorations = Self(
        "Explorations",
        "Searches for the shortest sequences in which an app fails.",
        parameters: [
            "exploration": Schema.string.with("minLength", 1).saying("The id of the exploration."),
            "number": Schema.integer(1...1_000).saying("The number of the failure in the report, from 1."),
        ]
    )
}

extension Operation {
    private static let path = "/v1/explorations"
    private static let one = path + "/{exploration}"

    /// What can be done with explorations.
    static let explorations: [Operation] = [
        Operation(
            .post,
            path,
            "beginExploration",
            .explorations,
            "Begins a search for the sequences in which an app fails",
            about: """
                What is explored is a `file`: an exploration, a scenario, of which the device and the apps count, or an app; \
                in YAML it is the whole body. Or it is a device as it is, or as it was after a record, by `from`: the device \
                does not notice. `inputs`, `properties`, `known`, `limits`, `attached` and `target` then stand beside it; a \
                file has its own. The search waits while as many run as may.
                """,
            body: Body(
                types: [MediaType.json] + MediaType.yaml,
                schema: .component("NewExploration"),
                examples: [
                    .init(
                        "app",
                        [
                            "id": "diary",
                            "file": [
                                "bundleID": "com.example.diary",
                                "behavior": ["applicationWillTerminate(_:)": [["action": "save"]]],
                            ],
                        ]
                    ),
                    .init("device", ["from": ["device": "phone"], "budgetSeconds": 30]),
                ]
            ),
            .json("Exploration", "The exploration.", status: .created, hasLocation: true),
            traits: [.once],
            problems: [
                .notExplorable, .notPossibleNow, .unknownDevice, .deviceSetAside, .recordsEvicted, .storeUnavailable,
                .tooComplex, .unknownEvent, .unknownAction, .unknownRule,
            ]
        ),
        Operation(
            .get,
            path,
            "listExplorations",
            .explorations,
            "Lists explorations, by their ids, without their reports",
            query: [
                Parameter("status", .choice(ExplorationQuery.statuses), "Only those that do this."), .explorationLabels,
                .explorationCursor, .limit,
            ],
            .json("ExplorationList", "A page of explorations.")
        ),
        Operation(
            .get,
            one,
            "readExploration",
            .explorations,
            "Reads an exploration: how far it has come, and in the end its report; or follows it",
            about: """
                As text it is the report for people. As a stream it is told of with the events `progress`, at most four a \
                second, `pass`, `failure` and, at last, `end`; `Last-Event-ID` is the id of the last one that a client has.
                """,
            query: [
                Parameter("coverage", .boolean, "As text: says in full what was tried and reached."),
                Parameter(
                    "waitSeconds",
                    Schema.seconds.with("maximum", .integer(ExplorationEndpoints.longestWait)).with("default", 0),
                    "How long to wait for its end."
                ),
            ],
            Success(
                description: "The exploration.",
                content: [
                    (MediaType.json, .component("Exploration")), (MediaType.text, .string),
                    (MediaType.eventStream, .string),
                ]
            ),
            traits: [.resumable],
            problems: [.unknownExploration, .notAcceptable]
        ),
        Operation(
            .patch,
            one,
            "changeExploration",
            .explorations,
            "Changes which signatures are known",
            about: "A failure that is known counts no more; the search itself goes on as it is.",
            body: Body(schema: .component("ExplorationChange")),
            .json("Exploration", "The exploration."),
            problems: [.unknownExploration]
        ),
        Operation(
            .delete,
            one,
            "deleteExploration",
            .explorations,
            "Stops an exploration and forgets it",
            .empty("It is gone."),
            problems: [.unknownExploration]
        ),
        Operation(
            .post,
            one + "/cancel",
            "cancelExploration",
            .explorations,
            "Stops an exploration, which keeps what it has found",
            about: "The answer comes when it has stopped. One that has ended stays as it is.",
            body: Body(schema: .component("NoFields"), isRequired: false),
            .json("Exploration", "The exploration, with its report if it ran."),
            traits: [.once],
            problems: [.unknownExploration]
        ),
        Operation(
            .post,
            one + "/remote-runs",
            "nextRemoteRun",
            .explorations,
            "Reports a remote run of an exploration, and waits for the next one",
            about: """
                For an exploration with `remote`. A client first sends an empty body, and then a report of each run that it has \
                carried out. It carries out `steps` in their order, as those of a scenario, on `device`, with its code attached \
                to the target. A step that is refused ends the run, which the client reports all the same. The answer comes as \
                soon as there is a run; after 20 s it comes without one: ask again. A client that asks without a report while a \
                run is handed out gets it again, with all steps on a new device. The exploration is cancelled if no client has \
                asked for 60 s.
                """,
            body: Body(schema: .component("RemoteRunReport"), isRequired: false),
            .json(
                "RemoteRun",
                "What is to be carried out; without a `run` there is nothing yet, or the exploration has ended."
            ),
            traits: [.once],
            problems: [
                .unknownExploration, .notPossibleNow, .unknownRemoteRun, .unknownDevice, .deviceSetAside,
                .recordsEvicted,
                .tooManyDevices, .storeUnavailable,
            ]
        ),
        Operation(
            .get,
            one + "/graph",
            "readExplorationGraph",
            .explorations,
            "Gives the state graph of an exploration",
            about: """
                It is that of the pass with the most abstract states, while the search runs as it was a quarter of a second ago. A \
                node stands for the abstract states in which the app is in one state, holds the same kinds of assertions, and the \
                same apps are in front. At most 200 are told apart: those with the fewest abstract states are put together.
                """,
            .json("ExplorationGraph", "The graph; without nodes before the search has begun."),
            problems: [.unknownExploration]
        ),
        Operation(
            .get,
            one + "/failures/{number}/scenario",
            "readFailureScenario",
            .explorations,
            "Gives a failure as a scenario, which fails until the app is mended",
            query: [
                Parameter(
                    "asItIs",
                    .boolean.with("default", false),
                    "Turn it round: it passes as long as the app fails."
                )
            ],
            .text(MediaType.yaml[0], "The scenario, in YAML.", .bytes),
            problems: [.unknownExploration, .notPossibleNow, .recordsEvicted]
        ),
        Operation(
            .post,
            one + "/failures/{number}/device",
            "createFailureDevice",
            .explorations,
            "Makes a device on which the inputs of a failure have happened, or the first of them",
            about: "Only advances move its clock. A device of an exploration of a device begins its timeline there.",
            body: Body(schema: .component("NewFailureDevice"), isRequired: false),
            .json("Device", "The device.", status: .created, hasLocation: true),
            traits: [.once],
            problems: [
                .unknownExploration, .notPossibleNow, .deviceExists, .tooManyDevices, .storeUnavailable,
            ]
        ),
    ]
}

extension Operation.Parameter {
    fileprivate static let explorationLabels = Self(
        name: "label",
        schema: Schema.array(of: .string.with("pattern", "^[^:]+:"))
            .saying("Only those with this label, `name:value`; given several times, with all of them.")
            .example(["run:4711"]),
        isList: true
    )
    /// An id in the hexadecimal digits of a cursor.
    fileprivate static let explorationCursor = Self(
        "cursor",
        .string.with("pattern", "^(3[0-9]|6[1-9a-f]|7[0-9a])(2d|3[0-9]|6[1-9a-f]|7[0-9a]){0,62}$"),
        "`next` of the page before."
    )
}
