import Simulation

@testable import LifecycleKernel

/// Random lives, and what they seldom come to: with both, states have every structure.
enum StateLives {
    /// Lives a life, and looks at the state after each input.
    ///
    /// - Parameters:
    ///   - seed: The seed of the life.
    ///   - look: What looks at the device.
    static func live(_ seed: UInt64, _ look: (Device) -> Void) {
        var random = SplitMix64(seed: seed)
        var device = Device(random.deviceSettings(), at: .manualStart)
        for bundleID in SplitMix64.bundleIDs.dropLast() {
            _ = try? device.apply(.install(random.manifest(bundleID)), at: device.now, limit: 1_000)
        }
        for _ in 0..<200 {
            let input = random.input(for: device)
            let length = random.oneIn(2) ? 0 : random.duration()
            _ = try? device.apply(input, at: device.now + length, limit: 100_000)
            _ = device.takeRecords()
            look(device)
        }
    }
    /// Values of enumerations, and structures, that a life has for an instant only.
    static var seldom: [any Encodable] {
        steps + [
            InputEvent.remoteControl(target: "view"), Deadline.Kind.transferStarts(1), Deadline.Kind.processorLimit,
            ActivityPush.end("ride"), ActivityPush.wake(wake),
            HeldWake(wake: wake, arguments: [Value.Member("message", "x")]),
            LiveActivityChange(identifier: "ride", state: "ended"),
            FinishedTransfer(identifier: "sync", kind: .download),
        ]
    }

    private static let wake = SystemWake(.healthKit, handler: .updateHandler, limit: 1)

    private static let steps: [Step] = [
        .attach(1), .deliver(PendingPayload(payload: .shortcut(type: "compose"), scene: 1)),
        .deliverTransfer(ofSession: "sync", of: 2), .detach(1), .discard(1), .dispatch(.touch(target: "view")),
        .expireTask(1), .fireLateTimers(["poll"]), .launchTask("refresh", 1), .hearLocation, .deliverHeldPush,
        .notifyOfProtectedData, .trapWithoutScenes, .end(.normal),
    ]
}
