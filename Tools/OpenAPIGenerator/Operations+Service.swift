import GreenroomServer
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import Scenarios
import WireFormat

// What reads across devices, what stands for itself, and the service.
extension Operation {
    static let pushes: [Operation] = [
        Operation(
            .get,
            "/v1/devices/{device}/pushes",
            "listPushes",
            .pushes,
            "Lists the pushes of a device that have an apns-id, and what became of them",
            query: [
                .bundleID,
                Parameter("apnsID", .string, "Only those with this apns-id, of either case."),
                Parameter("verdict", .choice(Verdict.Decision.self), "Only those of which this was decided last."),
                Parameter("user", .choice(PushOutcome.User.self), "Only those of which the user saw this."),
                Parameter("code", .choice(PushOutcome.Code.self), "Only those of which the app's code got this."),
                Parameter("after", .count.with("default", 0), "Only those after this sequence."), .limit,
            ],
            .json("PushList", "A page of pushes."),
            traits: [.conditional]
        ),
        Operation(
            .get,
            "/v1/pushes/{apnsID}",
            "readPush",
            .pushes,
            "Reads the newest push of an apns-id, however it came, and what became of it",
            .json("Push", "The push."),
            problems: [.unknownPush]
        ),
    ]

    static let processes: [Operation] = [
        Operation(
            .get,
            "/v1/devices/{device}/processes",
            "listDeviceProcesses",
            .processes,
            "Lists the processes of a device, living and ended",
            .json("ProcessList", "All of the processes that are remembered."),
            traits: [.conditional]
        ),
        Operation(
            .get,
            "/v1/devices/{device}/processes/{pid}",
            "readProcess",
            .processes,
            "Reads a process",
            .json("Process", "The process."),
            traits: [.conditional],
            problems: [.unknownProcess]
        ),
        Operation(
            .get,
            "/v1/processes",
            "listProcesses",
            .processes,
            "Lists the living processes of all devices, or those in a state",
            query: [
                Parameter(
                    "state",
                    .choice(ProcessState.self),
                    "Only those in this state: `terminated` for ended ones, as far as they are remembered."
                ), .bundleID,
                Parameter("device", .deviceID, "Only those of this device."), .labels, .cursor, .limit,
            ],
            .json("HostedProcessList", "A page of processes."),
            problems: [.unknownDevice]
        ),
        Operation(
            .get,
            "/v1/processes/summary",
            "countProcesses",
            .processes,
            "Counts the apps of all devices by their state",
            query: [.labels],
            .json("StateSummary", "How many are in each state.")
        ),
    ]

    static let requests: [Operation] = [
        Operation(
            .get,
            "/v1/requests",
            "listRequests",
            .requests,
            "Lists the newest requests with what they carried and why they were refused, the newest first",
            about:
                "Left out are requests of this path, of probes, metrics and descriptions, and what the dashboard reads.",
            query: [
                Parameter("device", .deviceID, "Only those to the paths of this device."),
                Parameter("listener", .string, "Only those of this listener, such as `apns`."),
                Parameter("method", .choice(RequestEndpoints.Method.self), "Only those with this method."),
                Parameter("status", .integer(100...599), "Only those that were answered with this status."),
                Parameter("refused", .boolean, "Only those that were refused, or only the others."),
                Parameter("after", .count, "Only those with a larger number."),
                .limit,
            ],
            .json("LoggedRequestList", "The newest of the requests that are kept."),
            problems: [.unknownDevice]
        ),
        Operation(
            .delete,
            "/v1/requests",
            "forgetRequests",
            .requests,
            "Forgets all requests",
            .empty("They are forgotten.")
        ),
    ]

    private static let app = "/v1/devices/{device}/apps/{bundleID}"

    static let reports: [Operation] = [
        Operation(
            .get,
            app + "/reports",
            "listReports",
            .reports,
            "Lists the reports of an app: crashes, kills for memory, too much processor time",
            .json("ReportList", "All of the reports that are kept."),
            traits: [.conditional]
        ),
        Operation(
            .get,
            app + "/reports/{report}",
            "readReport",
            .reports,
            "Reads a report as the file that a device would write",
            Operation.Success(
                description:
                    "The `.ips` file: a header and a body, each a JSON object on a line; of a report of too much "
                    + "processor time only the header is JSON, and the whole is text.",
                content: [(MediaType.jsonLines, .bytes), (MediaType.text, .string)]
            ),
            traits: [.conditional],
            problems: [.unknownReport]
        ),
        Operation(
            .get,
            app + "/metrickit",
            "readMetricKitPayload",
            .reports,
            "Reads what MetricKit would hand to the app",
            .json("MetricKitPayload", "The payload."),
            traits: [.conditional]
        ),
    ]

    static let rules: [Operation] = [
        Operation(
            .get,
            "/v1/rulebook",
            "readRulebook",
            .rules,
            "Reads every rule with its value in each profile, its source, and what disputes it",
            .json("RuleTable", "The rules.")
        ),
        Operation(
            .get,
            "/v1/rulebook/{profile}",
            "readProfile",
            .rules,
            "Reads the rules of a profile",
            .json("Rulebook", "The rules."),
            problems: [.unknownProfile]
        ),
    ]

    static let scenarios: [Operation] = [
        Operation(
            .post,
            "/v1/scenarios/run",
            "runScenario",
            .scenarios,
            "Carries a scenario out on a device of its own",
            query: [
                Parameter(
                    "failOnFindings",
                    .choice(FailingFindings.self),
                    "Fail the step that causes a finding as bad as this, whatever the scenario expects."
                )
            ],
            body: Body(
                types: [MediaType.json] + MediaType.yaml,
                schema: .component("Scenario"),
                examples: [
                    .init(
                        "home",
                        [
                            "scenario": "home-press",
                            "apps": [["bundleID": "com.example.notes", "lifecycle": "appDelegate"]],
                            "steps": [
                                ["send": ["type": "app.launch", "bundleID": "com.example.notes"]],
                                [
                                    "send": ["type": "device.home"],
                                    "callbacks": [
                                        "applicationWillResignActive(_:)", "applicationDidEnterBackground(_:)",
                                    ],
                                    "states": ["com.example.notes": "background"],
                                ],
                            ],
                        ]
                    )
                ]
            ),
            .json("ScenarioVerdict", "The verdict, step by step."),
            traits: [.once],
            problems: [.tooComplex]
        ),
        Operation(
            .get,
            "/v1/devices/{device}/scenario",
            "recordScenario",
            .scenarios,
            "Gives the life of a device so far as a scenario",
            query: [
                Parameter("after", .count.with("default", 0), "Check what follows this sequence."),
                Parameter(
                    "asItShouldBe",
                    .boolean.with("default", false),
                    "Say how it should be, not how it was: what was found wrong must never happen."
                ),
            ],
            .text(MediaType.yaml[0], "The scenario, in YAML.", .bytes),
            problems: [.recordsEvicted, .limitReached, .tooComplex, .notPossibleNow]
        ),
    ]

    static let service: [Operation] = [
        Operation(
            .get,
            "/livez",
            "checkLife",
            .service,
            "Says that the service lives",
            .json("Health", "It lives."),
            traits: [.open, .anyQuery, .anyHost]
        ),
        Operation(
            .get,
            "/readyz",
            "checkReadiness",
            .service,
            "Says whether the service can be used",
            .json("Health", "It is ready."),
            traits: [.open, .anyQuery, .anyHost],
            problems: [.notReady]
        ),
        Operation(
            .get,
            "/version",
            "readVersion",
            .service,
            "Reads the versions of the service and of its kernel",
            .json("Version", "The versions."),
            traits: [.open]
        ),
        Operation(
            .get,
            "/metrics",
            "readMetrics",
            .service,
            "Reads the metrics",
            .text(MediaType.prometheus, "The metrics, in the Prometheus text format."),
            traits: [.anyQuery]
        ),
        Operation(
            .get,
            "/openapi.json",
            "readDescription",
            .service,
            "Reads this description",
            Success(description: "The document.", content: [(MediaType.json, .openObject())]),
            traits: [.open, .conditional]
        ),
        Operation(
            .get,
            "/problems",
            "listProblems",
            .service,
            "Explains the codes of problem documents to people",
            .text("text/html; charset=utf-8", "The page."),
            traits: [.open, .conditional]
        ),
        Operation(
            .get,
            "/problems/{code}",
            "explainProblem",
            .service,
            "Explains one code: the `type` of a problem document leads here",
            .text("text/html; charset=utf-8", "The page."),
            traits: [.open, .conditional],
            problems: [.unknownPath]
        ),
    ]

    /// Every operation of the core, in the order in which they are shown. The files of the dashboard are none: programs have no use for
    /// them.
    private static let core =
        devices + clock + apps + inputs + attached + timeline + pushes + processes + requests + reports + rules
        + scenarios + service

    /// Every operation: those of the core, then those of features.
    static let all = core + OpenAPIDocument.features.flatMap { $0.description.operations }
}
