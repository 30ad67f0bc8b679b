import LifecycleKernel
import Testing

@Suite("Checking an input without applying it")
struct InputCheckTests {
    private static let inputs: [Input] = [
        .event(.app("a", .launch(arguments: []))), .event(.device(.home)), .event(.device(.answerCall)),
        .action("a", .playAudio), .action("none", .playAudio), .completion("a", Completion(callback: 1)),
        .install(AppManifest(bundleID: "b")), .uninstall("a"), .uninstall("none"), .clock(ClockChange(rate: 2)),
        .clock(ClockChange(paused: true)), .advance(.by(1_000)), .advance(.by(-1)),
    ]

    @Test("gives the rejection with which the input is refused, and none where it is accepted", arguments: inputs)
    func agreement(_ input: Input) throws {
        var device = Device(DeviceSettings(clock: ClockSettings(mode: .manual)), at: .manualStart)
        try device.apply(.install(AppManifest(bundleID: "a")), at: device.now, limit: 100)
        for before: Input in [
            .event(.device(.lock)), .event(.device(.unlock)), .event(.app("a", .launch(arguments: []))),
        ] {
            try device.apply(before, at: device.now, limit: 100)
            var copy = device
            let refused = rejection { () throws(Rejection) in try copy.apply(input, at: copy.now, limit: 100) }
            #expect(rejection { () throws(Rejection) in try device.check(input) } == refused)
        }
    }

    private func rejection(_ body: () throws(Rejection) -> Void) -> Rejection? {
        do throws(Rejection) {
            try body()
            return nil
        } catch {
            return error
        }
    }
}
