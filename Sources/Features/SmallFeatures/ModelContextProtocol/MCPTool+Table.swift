import HTTPAPI

extension MCPTool {
    /// Every tool, in the order in which a session needs them.
    static let all = rows.compactMap { $0 }

    /// A tool for each of these operations. A test holds that there is no name without an operation.
    static let rows: [MCPTool?] = devices + inputs + attached + reading + scenarios + explorations

    private static let devices: [MCPTool?] = [
        MCPTool("listDevices", .reads),
        MCPTool(
            "createDevice",
            .changes,
            .arguments,
            hint: """
                Give it an id and {"mode": "manual"} as its clock, and time passes only by advance_clock. It stays until it is \
                deleted or the server ends, unless it is told to expire.
                """
        ),
        MCPTool("deleteDevice", .removes),
        MCPTool(
            "forkDevice",
            .changes,
            .arguments,
            hint: "Try something on the copy, and the original stays as it is."
        ),
        MCPTool(
            "installApp",
            .changes,
            .arguments,
            hint: """
                `behavior` says what the app's handlers do: for the name of a callback, one of those of delegateImplements or \
                expirationHandler, a list of entries such as {"action": "save", "takesSeconds": 1.5}. perform_actions describes \
                the fields of actions. With the driver `attached` you play the app's code: see list_callbacks.
                """
        ),
        MCPTool("uninstallApp", .removes),
    ]

    private static let inputs: [MCPTool?] = [
        MCPTool(
            "sendEvents",
            .changes,
            .argument("events"),
            hint: """
                The answer has the records that they caused, in order. The resource greenroom://events says what each event \
                means; list_possible_events says which are possible now.
                """
        ),
        MCPTool("listPossibleEvents", .reads),
        MCPTool(
            "performActions",
            .changes,
            .argument("actions"),
            hint: "The resource greenroom://actions says what each action means."
        ),
        MCPTool(
            "advanceClock",
            .changes,
            .arguments,
            hint: """
                A manual clock stands still otherwise; another one goes on from there. `stopped` in the answer says why it stopped.
                """
        ),
        MCPTool("changeClock", .changes, .arguments, hint: "A manual clock stands still until advance_clock."),
        MCPTool(
            "waitForCondition",
            .reads,
            .arguments,
            hint: """
                For clocks that run by themselves, and for what other clients do. On a manual clock use `until` of \
                advance_clock. Keep timeoutSeconds below the time in which your client gives a call up.
                """
        ),
    ]

    private static let attached: [MCPTool?] = [
        MCPTool(
            "listCallbacks",
            .reads,
            purpose: "Lists the callbacks that an app with the driver attached is in: they wait for complete_callback",
            hint: "No time passes in a handler but that of the device: with a manual clock it waits for you."
        ),
        MCPTool(
            "completeCallback",
            .changes,
            .arguments,
            purpose: "Returns from a callback of an app with the driver attached",
            hint: """
                `sequence` is that of its record in list_callbacks. `actions` is what the handler did, each as \
                perform_actions takes it. A handler that never returns is killed by the watchdog.
                """
        ),
    ]

    private static let reading: [MCPTool?] = [
        MCPTool(
            "readTimeline",
            .reads,
            purpose: "Reads the records of a device: everything that happened, in order",
            hint: "Use `last` for the newest records, `after` for those since a sequence, `brief` for a line each."
        ),
        MCPTool("explainApp", .reads),
        MCPTool(
            "auditApp",
            .reads,
            hint: "Each finding comes with advice, and the sequences of the records that show it."
        ),
        MCPTool("listProcesses", .reads),
        MCPTool("listDeviceProcesses", .reads),
        MCPTool("listPushes", .reads),
        MCPTool("listReports", .reads),
        MCPTool("readReport", .reads, hint: "`report` is a name that list_reports gives."),
    ]

    private static let scenarios: [MCPTool?] = [
        MCPTool(
            "recordScenario",
            .reads,
            hint: "With `asItShouldBe` it fails as long as the app does what was found wrong: a test for the fault."
        ),
        MCPTool(
            "runScenario",
            .reads,
            .text(
                "scenario",
                type: MediaType.yaml[0],
                about: "The scenario as YAML or JSON: the resource greenroom://scenarios/guide says how one is written."
            ),
            hint: "No other device is touched. The answer says of each step whether it passed, and if not, why."
        ),
    ]

    private static let explorations: [MCPTool?] = [
        MCPTool(
            "beginExploration",
            named: "explore",
            .changes,
            .argumentsBut(["remote", "labels"]),
            readBy: "read_exploration",
            purpose: "Searches for the shortest sequences of events in which an app fails, and reports them",
            hint: """
                Explore an app (`file`, as install_app takes one with its bundleID) or a device as it is (`from`). A failure is \
                a loss of data, a crash, a kill by the system or another finding, with the fewest inputs that lead to it.
                """
        ),
        MCPTool(
            "readExploration",
            .reads,
            as: "text/plain",
            purpose: "Reads the report of an exploration, or how far the search is; waits for its end",
            hint: "The number before a failure is that of read_failure_scenario and create_failure_device."
        ),
        MCPTool(
            "readFailureScenario",
            .reads,
            hint: "run_scenario proves with it that the app fails, and later that it does not any more."
        ),
        MCPTool("createFailureDevice", .changes, .arguments, hint: "Then read its timeline, or audit the app there."),
    ]
}
