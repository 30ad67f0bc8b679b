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
        "BackgroundTransfer startsAt", "BluetoothService restoreIdentifier", "Device callHasVideo",
        "HandlerInFlight result", "HeldVoIPPush awaitsEnd", "LiveActivity holder", "RunningTask expiry",
        "VoIPPush payload", "LaunchPayload.notificationResponse notificationID",
        "LaunchPayload.url sourceApplication", "LaunchPayload.userActivity webpageURL",
        "NotificationServiceProcess fileLock", "RemoteNotification apnsID", "RemoteNotification expiresAt",
        "Request requestCallback", "RunningTask progress", "RunningTask requiresExternalPower", "RunningTask usesGPU",
        "SceneSession configuration", "SceneSession delegateClass", "ShownNotification apnsID",
        "TaskRequest requiresGPU",
        "VoIPPush apnsID", "VoIPPush expiresAt", "SystemWake launches", "SystemWake survivesForceQuit",
        // Lists of structures that have an example of their own.
        "BackgroundState wakesAwaitingEnd", "PendingActivity missedActivityChanges",
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
        // Of deadlines and steps only those are visited that a device has; and few devices are near the limit on the processor.
        let rare = ["Kind", "Step", "UseInState", "ProcessorWindow"]
        for structure in StateStructure.allCases.map(\.name) where !rare.contains(where: structure.hasPrefix) {
            let keys = Set(SituationTable.standard.keys(of: structure).map { "\(structure) \($0)" })
            #expect(keys.subtracting(visited).sorted() == [])
        }
    }
}
