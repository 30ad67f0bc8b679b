import LifecycleKernel
import WireFormat

/// Replays the recorded inputs, to separate what each input caused at once from what was due at the same instant and was
/// caused by the next tick: records alone do not always show it.
struct RecordedReplay {
    /// The device; nil once it differs from the records, which another version of the kernel may have written.
    private var device: Device?

    /// The members of a device that the kernel knows.
    private static let settingNames = ["model", "rules", "memoryBytes", "passcode", "seed"]
    /// How much one input may cause.
    private static let limits = AdvanceLimits.standard

    /// Makes a device as it was when it was created.
    init(of settings: Value, at start: Instant) {
        guard case .object(let members) = settings else { return }
        let kept = Value.object(members.filter { Self.settingNames.contains($0.name) })
        device = (try? DeviceSettings(kept, at: "")).map { Device($0, at: start) }
    }

    /// What an input did.
    struct Effect {
        /// How many records it wrote after its own.
        var written: Int
        /// Why it stopped, if it was an advance.
        var stop: AdvanceStop
        /// When it stopped.
        var stoppedAt: Instant
    }

    /// Applies the next input.
    ///
    /// - Parameter record: The record of the input.
    /// - Returns: What it did; nil once the device differs from the records.
    mutating func apply(_ record: Value) -> Effect? {
        guard let record = try? Record(record, at: ""), case .input(let input) = record.body,
            device?.settle(before: record.time, within: Self.limits) == .reached, device?.now == record.time,
            device?.lastSequence.next == record.sequence,
            let stop = try? device?.apply(input, at: record.time, within: Self.limits), let last = device?.lastSequence
        else {
            device = nil
            return nil
        }
        _ = device?.takeRecords()
        return Effect(
            written: last.count(after: record.sequence),
            stop: stop,
            stoppedAt: device?.now ?? record.time
        )
    }
}
