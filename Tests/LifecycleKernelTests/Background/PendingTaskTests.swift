import LifecycleKernel
import TestKit
import Testing

/// Explanations say what requests of `BGTaskScheduler` wait for.
@Suite struct PendingTaskTests {
    private static func because(_ device: TestDevice, _ identifier: String) -> String? {
        device.kernel.explain("a", within: .standard)?.because.first { $0.contains("the task \(identifier) ") }
    }

    @Test("A continued task that is queued waits for those that run")
    func queued() throws {
        var device = try TestDevice(.ios26, ["concurrentContinuedProcessingTasks": 1])
        try device.install(
            modes: [],
            tasks: ["a.export.*"],
            .scenes,
            [
                .didFinishLaunching: ["a.export.1", "a.export.2"].map { identifier in
                    .now(.registerTask(identifier: identifier, hasExpirationHandler: true))
                }
            ]
        )
        try device.launch()
        for identifier in ["a.export.1", "a.export.2"] {
            try device.act(.submitTaskRequest(TaskRequest(identifier: identifier, kind: .continuedProcessing)))
        }
        #expect(Self.because(device, "a.export.1") == "its request for the task a.export.1 waits for time to pass")
        try device.advance(0)
        #expect(Self.because(device, "a.export.1") == nil)
        #expect(
            Self.because(device, "a.export.2")
                == "its request for the task a.export.2 waits: as many continued processing tasks run as the system permits"
        )
        try device.act(.completeTask(success: true))
        try device.advance(0)
        #expect(Self.because(device, "a.export.2") == nil)
    }

    @Test("A refresh waits for its earliest date, for the app to leave, and for the conditions of the system")
    func refresh() throws {
        var device = try TestDevice()
        try device.install(
            modes: ["fetch"],
            tasks: ["r"],
            .scenes,
            [.didFinishLaunching: [.now(.registerTask(identifier: "r", hasExpirationHandler: true))]]
        )
        try device.launch()
        try device.act(
            .submitTaskRequest(TaskRequest(identifier: "r", kind: .appRefresh, earliestBeginAfter: 3_600_000))
        )
        #expect(Self.because(device, "r") == "its request for the task r waits: the app is in front")
        try device.leaveAndSuspend()
        #expect(Self.because(device, "r")?.hasPrefix("its request for the task r waits until ") == true)
        try device.set(.setLowPowerMode(true))
        #expect(Self.because(device, "r") == "its request for the task r waits: the device is in Low Power Mode")
    }
}
