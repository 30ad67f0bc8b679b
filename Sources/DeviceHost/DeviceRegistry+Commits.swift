import LifecycleKernel

extension DeviceRegistry {
    /// Reads a value and returns it once every change that it depends on is durable. Reads again if such a change was
    /// rolled back.
    ///
    /// - Throws: What the reading throws; `journalUnavailable` when nobody knows whether such a change was written.
    func committed<Value>(
        reading: () async throws(HostError) -> Held<Value>
    ) async throws(HostError) -> Value {
        while true {
            let held = try await reading()
            switch await held.commit?.outcome() {
            case .durable, nil: return held.value
            case .unknown(let reason): throw .journalUnavailable(reason)
            case .partlyRefused(let refused):
                // What was read of several devices may have what a refused one has lost.
                if let device = held.device, refused[device] == nil { return held.value }
            case .rolledBack: continue
            }
        }
    }

    /// Reads something from a device.
    ///
    /// - Throws: `unknownDevice`.
    func read<Value: Sendable>(
        _ id: DeviceID,
        _ value: @Sendable (borrowing HostedDevice) -> Value
    ) async throws(HostError) -> Reading<Value> {
        try await committed { () async throws(HostError) in try await shard(of: id).read(id, value) }
    }
}
