import LifecycleKernel
import WireFormat

/// Lives the recorded life again, input by input, to tell what each input wrote when it came in from what was due at the
/// same instant and came with the next tick: records alone do not always say so.
struct RecordedTwin {
    /// The device; nil once it went another way than the records, which another kernel may have written.
    private var device: Device?

    /// The members of a device that the kernel knows.
    private static let known = ["model", "rules", "memoryBytes", "passcode", "seed"]
    /// What one input may set off.
    private static let limits = AdvanceLimits.standard

    /// Makes a device as it was when its life began.
    init(of settings: Value, at start: Instant) {
        guard case .object(let members) = settings else { return }
        let kept = Value.object(members.filter { Self.known.contains($0.name) })
        device = (try? DeviceSettings(kept, at: "")).map { Device($0, at: start) }
    }

    /// What an input did.
    struct Effect {
        /// How many records it wrote behind its own.
        var written: Int
        /// Whether it was an advance that left time for another one.
        var stoppedEarly: Bool
    }

    /// Applies the next input.
    ///
    /// - Parameter record: The record of the input.
    /// - Returns: What it did; nil when that cannot be said any more.
    mutating func apply(_ record: Value) -> Effect? {
        guard let record = try? Record(record, at: ""), case .input(let input) = record.body,
            device?.settle(before: record.time, limit: Self.limits.deadlines) == true, device?.now == record.time,
            device.map({ $0.lastSequence + 1 }) == record.sequence,
            let stop = try? device?.apply(input, at: record.time, within: Self.limits), let last = device?.lastSequence
        else {
            device = nil
            return nil
        }
        _ = device?.takeRecords()
        return Effect(written: Int(last - record.sequence), stoppedEarly: stop.isEarly)
    }
}
