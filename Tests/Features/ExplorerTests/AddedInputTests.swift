import LifecycleKernel
import Testing
import WireFormat

@testable import Explorer

/// What an added input does counts, and not what it is called.
@Suite struct AddedInputTests {
    private static let notes: Value = "com.example.notes"

    /// The properties that the sequences of some inputs break.
    private static func broken(
        only inputs: [Value],
        adding added: Value,
        behavior: Value = [:],
        infoPlist: Value = [:],
        depth: Int = 3
    ) async throws -> Set<String> {
        var exploration = try Exploration(
            [
                "explore": "added",
                "apps": [["bundleID": notes, "behavior": behavior, "infoPlist": infoPlist]],
                "inputs": ["only": .array(inputs), "add": [added]],
            ],
            name: ""
        )
        exploration.limits.depth = depth
        exploration.limits.interruptions = 1
        exploration.limits.transitions = 4_000
        let report = try await Explorer.run(exploration)
        return Set(report.failures.flatMap { $0.broken + $0.onTheWay }.map(\.property))
    }

    private static let crash: Value = ["type": "app.crash", "bundleID": notes, "exception": "abort"]

    /// Ends that an input asks for, whatever it is called, alone or among several inputs.
    static let asked: [Value] =
        [
            ["name": "boom", "send": crash], ["name": "app.crash", "send": crash],
            ["name": "leave and crash", "send": [["type": "device.home"], crash]],
            ["name": "crash and lock", "send": [crash, ["type": "device.lock"]]],
        ]
        + CrashException.allCases.map { exception in
            ["name": "a crash", "send": crash.setting("exception", to: .string(exception.rawValue))]
        }
        + ["perProcessLimit", "cpuLimit"].map { cause in
            ["name": "killed", "send": ["type": "app.terminate", "bundleID": notes, "cause": .string(cause)]]
        }

    @Test(arguments: asked) func anEndThatAnInputAsksForIsNoFaultOfTheApp(_ input: Value) async throws {
        #expect(try await Self.broken(only: ["app.launch"], adding: input) == [])
    }

    /// Ends that the app's own code brings about, under names that sound as if somebody had asked for them.
    static let own: [(input: Value, behavior: Value)] = [
        (
            ["name": "app.crash", "send": ["type": "device.home"]],
            ["sceneDidEnterBackground(_:)": [["action": "crash", "exception": "badAccess"]]]
        ),
        (["name": "app.crash", "act": ["action": "crash", "bundleID": notes, "exception": "badAccess"]], [:]),
        (
            ["name": "app.crash", "send": [["type": "device.home"], ["type": "app.launch", "bundleID": notes]]],
            ["sceneWillEnterForeground(_:)": [["action": "crash", "exception": "badAccess"]]]
        ),
    ]

    @Test(arguments: own) func anEndByTheCodeOfTheAppIsItsFault(_ input: Value, behavior: Value) async throws {
        let broken = try await Self.broken(only: ["app.launch"], adding: input, behavior: behavior)
        #expect(broken.contains("badAccess"))
    }

    /// Of several ends that one input causes only the first is asked for: the system may launch the app again.
    @Test func theNextProcessEndsByItsOwnFault() throws {
        let input = Record(1, .input(.event(.app("com.example.notes", .crash(.abort, message: nil)))))
        let first = Record(2, .exit(.crashed))
        let second = Record(3, .exit(.crashed))
        let device = Device(DeviceSettings(), at: .manualStart)
        let records = [input, first, second]
        let broken = records.indices.map {
            BuiltInProperty.brokenBy(records[$0], after: records[..<$0], in: nil, on: device)?.property
        }
        #expect(broken == [nil, nil, "abnormal"])
    }

    /// People wait for an app that they open, by whatever input.
    @Test(
        arguments: [
            ["name": "a link", "send": ["type": "app.openURL", "url": "notes://x"]],
            ["name": "a tap", "send": ["type": "app.tapNotification", "bundleID": notes]],
            ["name": "two", "send": [["type": "device.home"], ["type": "app.launch", "bundleID": notes]]],
        ] as [Value]
    )
    func peopleWaitForAnAppThatTheyOpen(_ input: Value) async throws {
        let broken = try await Self.broken(
            only: ["device.home"],
            adding: input,
            behavior: ["application(_:didFinishLaunchingWithOptions:)": [["action": "save", "takesSeconds": 7]]],
            infoPlist: ["CFBundleURLTypes": [["CFBundleURLSchemes": ["notes"]]]]
        )
        #expect(broken.contains("notResponding"))
    }

    private static let hanging: Value = ["applicationWillTerminate(_:)": [["action": "hang"]]]

    /// A watchdog is told by what it watched, and not by the words of its explanation.
    @Test func theEventOfAWatchdogIsThatOfTheIncident() async throws {
        var exploration = try Exploration(
            [
                "explore": "slow",
                "apps": [["bundleID": Self.notes, "behavior": Self.hanging]],
                "inputs": ["only": ["app.launch", "app.forceQuit"]],
            ],
            name: ""
        )
        exploration.limits.transitions = 2_000
        let failures = try await Explorer.run(exploration).failures.flatMap(\.broken)
        let killed = failures.filter { $0.property == "appWatchdog" }
        #expect(killed.contains { $0.detail == "process-exit/applicationWillTerminate(_:)" }, "\(failures)")
        #expect(killed.allSatisfy { $0.severity == .warning })
    }
}

extension Record {
    fileprivate init(_ sequence: SequenceNumber, _ body: Body) {
        self.init(
            sequence: sequence,
            time: .manualStart,
            cause: 1,
            bundleID: "com.example.notes",
            pid: nil,
            appExtension: nil,
            scene: nil,
            decodedBody: body
        )
    }
}

extension ExitRecord {
    fileprivate static let crashed = ExitRecord(
        reason: .abnormal,
        code: 6,
        explanation: "",
        report: .crash,
        state: .active,
        unsavedChanges: 0
    )
}
