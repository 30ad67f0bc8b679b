/// The state of a device as bytes: what snapshots, recovery and forks stand on.
///
/// The bytes are canonical: devices that will do the same have the same bytes, in every process and on every machine.
/// They hold everything that later records depend on, and nothing else.
extension Device {
    /// The state, in the form that `StateFormat` describes.
    ///
    /// Records that have not been taken are not in it: take them first, or keep the device.
    public func encodedState() -> [UInt8] { StateEncoder.encode(self) }

    /// Makes a device that goes on where the encoded one was.
    ///
    /// - Parameter encodedState: What `encodedState()` returned, in this version of the kernel or an earlier one.
    /// - Throws: Why it cannot be read. Bytes of any kind are safe to give: what no kernel can have written is refused.
    public init(encodedState: [UInt8]) throws(StateCodingError) {
        self = try StateDecoder.decode(Device.self, from: encodedState)
        if let reason = impossibility {
            throw .notUnderstood(reason: reason, offset: encodedState.count)
        }
    }

    /// What the state says that can never be; nil when there is nothing.
    private var impossibility: String? {
        if !deadlines.fitTheirOwners { return "a deadline of the device has a process, or one of a process has none" }
        let counters = [
            lastSequence, lastVisit, cause, lastInput ?? 0, deadlines.lastOrder, UInt64(lastTransfer) << 16,
        ]
        if counters.contains(where: { $0 >= Self.counterBound }) || lastPID < 0 || lastPID >= .max / 2 {
            return "a counter stands near its end"
        }
        let bytes = [systemMemory, madeWith.memoryBytes] + processFootprints
        return bytes.allSatisfy { (0...Self.byteBound).contains($0) } ? nil : "an amount of memory is impossible"
    }

    private var processFootprints: [Int64] {
        installed.compactMap(\.process).flatMap { [$0.footprintBytes, $0.purgedBytes] }
    }

    /// No counter of a device comes so far in any life.
    private static let counterBound: UInt64 = 1 << 47
    /// No device has so much memory, and no process takes so much.
    private static let byteBound: Int64 = 1 << 53

    /// The hash of the encoded state, which stands in its last eight bytes.
    ///
    /// It costs as much as encoding.
    public var stateHash: UInt64 { StateEncoder.encode(self).suffix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}
