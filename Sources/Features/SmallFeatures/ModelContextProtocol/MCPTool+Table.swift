import HTTPAPI

extension MCPTool {
    /// Every tool, in the order in which a session needs them.
    static let all = rows.compactMap { $0 }

    /// A tool for each of these operations. A test holds that there is no name without an operation.
    static let rows: [MCPTool?] = [
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
                `behavior` says what the app's handlers do: for the name of a callback, such as \
                sceneDidEnterBackground(_:), or of expirationHandler, a list of actions. Each is as perform_actions takes it, \
                and says how long the handler stays in it: {"action": "save", "takesSeconds": 1.5}.
                """
        ),
        MCPTool("uninstallApp", .removes),
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
        MCPTool("advanceClock", .changes, .arguments, hint: "The clock of the device must be a manual one."),
        MCPTool(
            "readTimeline",
            .reads,
            purpose: "Reads the records of a device: everything that happened, in order",
            hint: "Use `last` for the newest records, `after` for those since a sequence."
        ),
        MCPTool("explainApp", .reads),
        MCPTool(
            "auditApp",
            .reads,
            hint: "Each finding comes with advice, and the sequences of the records that show it."
        ),
        MCPTool("listProcesses", .reads),
        MCPTool("listDeviceProcesses", .reads),
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
}
