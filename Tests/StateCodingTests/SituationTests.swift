import Simulation
import StateCoding
import Testing

@testable import LifecycleKernel

/// The form in which only what counts of a state is left.
@Suite struct SituationTests {
    /// A field of the state that nobody has decided about would be taken as it is: searches would go on for ever.
    ///
    /// Of each structure every key is looked at, whether it has a value or not: one that lives do not reach is written
    /// down below, or has an example of its own.
    @Test func everyKeyOfAStateHasARowAndEveryRowAKey() {
        var types: [String: any CodingKey.Type] = [:]
        var reached: Set<String> = []
        for seed in 1...120 as ClosedRange<UInt64> {
            let encoder = SituationEncoder(rules: Rulebook(.ios18), options: SituationOptions())
            StateLives.live(seed) { _ = encoder.situation(encoding: $0) }
            for part in StateLives.seldom { encoder.learn(part) }
            types.merge(encoder.keyTypes) { old, _ in old }
            reached.formUnion(encoder.encodedKeys)
        }
        let keys = Set(types.flatMap { structure, type in KeyCases.names(of: type).map { "\(structure) \($0)" } })
        let rows = SituationTable.standard.rows
        #expect(keys.subtracting(rows.keys).sorted() == [], "keys without a row")
        #expect(Set(rows.keys).subtracting(keys).sorted() == [], "rows without a key")
        let missing = rows.filter { $0.value && !reached.contains($0.key) }.keys
        #expect(Set(missing).subtracting(Self.plainFields).sorted() == [], "rows that nothing reaches")
        // The keys of a structure are known without a value of each: only the first of these was encoded.
        let encoder = SituationEncoder(rules: Rulebook(.ios18), options: SituationOptions())
        encoder.learn(Step.connected)
        #expect(encoder.keyTypes["Step"].map { KeyCases.names(of: $0) }?.contains("deliverTransfer") == true)
    }

    /// Fields that few lives give a value, which is a number, a flag, a name or a list of names: no structure of its own.
    private static let plainFields: Set<String> = [
        "BackgroundState cancelledTransfers", "BackgroundState sessionsToWakeFor", "BackgroundTransfer isDiscretionary",
        "BluetoothService restoreIdentifier", "Device callHasVideo",
        "HandlerInFlight result", "HeldVoIPPush awaitsEnd", "LiveActivity holder", "RunningTask expiry",
        "VoIPPush payload", "LaunchPayload.notificationResponse notificationID",
        "LaunchPayload.url sourceApplication", "LaunchPayload.userActivity webpageURL",
        "NotificationServiceProcess fileLock", "RemoteNotification apnsID", "RemoteNotification expiresAt",
        "Request requestCallback", "RunningTask progress", "RunningTask requiresExternalPower", "RunningTask usesGPU",
        "SceneSession configuration", "SceneSession delegateClass", "ShownNotification apnsID", "Suspension alarm",
        "TaskRequest requiresGPU",
        "VoIPPush apnsID", "VoIPPush expiresAt", "SystemWake launches", "SystemWake survivesForceQuit",
        // Structures, and lists of structures, that have an example of their own.
        "Step.hearWake arguments", "BackgroundState wakesAwaitingEnd", "PendingActivity missedActivityChanges",
    ]

    /// What is visited leads to the same situation as what is encoded.
    @Test func visitingIsEncoding() {
        for seed in 1...150 as ClosedRange<UInt64> {
            let device = Timeline(seed: seed, steps: 60).device
            let encoder = SituationEncoder(rules: device.rulebook, options: SituationOptions())
            #expect(encoder.situation(of: device) == encoder.situation(encoding: device), "seed \(seed)")
        }
    }

    /// Every field that counts is visited.
    @Test func everyKeyThatCountsIsVisited() {
        var visited: Set<String> = []
        for seed in 1...150 as ClosedRange<UInt64> {
            let device = Timeline(seed: seed, steps: 120).device
            let encoder = SituationEncoder(rules: device.rulebook, options: SituationOptions())
            _ = encoder.situation(of: device)
            visited.formUnion(encoder.visitedKeys)
        }
        // Of deadlines, steps and handlers only those are visited that a device has; and few devices are near the limit on
        // the processor.
        let rare = ["ProcessDeadline", "DeviceDeadline", "Step", "Subject", "UseInState", "ProcessorWindow"]
        for structure in StateStructure.allCases.map(\.name) where !rare.contains(where: structure.hasPrefix) {
            let keys = Set(SituationTable.standard.keys(of: structure).map { "\(structure) \($0)" })
            #expect(keys.subtracting(visited).sorted() == [])
        }
    }
}

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
            InputEvent.remoteControl(target: "view"), DeviceDeadline.transferStarts(1), ProcessDeadline.processorLimit,
            ActivityPush.end("ride"), ActivityPush.wake(wake),
            HeldWake(wake: wake, arguments: [Value.Member("message", "x")]),
            LiveActivityChange(identifier: "ride", state: "ended"),
            FinishedTransfer(identifier: "sync", kind: .download), BackgroundTransfer.Progress.delayed(remaining: 1),
            HandlerInFlight.Subject.callback(.launchHandler, record: 1, .task("refresh")),
            HandlerInFlight.Subject.notification(.didBecomeActive, record: 1), HandlerInFlight.Subject.otherCode,
            CallbackArguments.session("sync", error: "cancelled"),
            CallbackArguments.named([Value.Member("region", "home")]),
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

/// Every case of an enumeration of coding keys, by the description that the runtime has of each type.
///
/// The compiler makes most of these enumerations, and none of them is `CaseIterable`.
enum KeyCases {
    /// Where the number of cases without a value is in the description of an enumeration.
    private static let countOffset = 6 * MemoryLayout<UInt32>.size

    static func names<Key: CodingKey>(of type: Key.Type) -> [String] {
        let metadata = unsafeBitCast(type as Any.Type, to: UnsafePointer<UnsafeRawPointer>.self)
        let count = Int(metadata[1].load(fromByteOffset: countOffset, as: UInt32.self))
        guard count > 0 else { return [] }
        precondition(MemoryLayout<Key>.size == (count == 1 ? 0 : 1), "\(type) is no enumeration of at most 256 cases")
        return (0..<count).map { number in
            withUnsafeBytes(of: UInt8(number)) { $0.loadUnaligned(as: type).stringValue }
        }
    }
}
