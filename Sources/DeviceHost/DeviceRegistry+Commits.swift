import LifecycleKernel

extension DeviceRegistry {
    /// Reads something, and gives it once everything that it shows is durable. What was rolled back meanwhile is read again.
    ///
    /// - Throws: What the reading throws.
    func committed<Value>(
        reading: () async throws(HostError) -> Held<Value>
    ) async throws(HostError) -> Value {
        while true {
            let held = try await reading()
            guard case .rolledBack = await held.commit?.outcome() else { return held.value }
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
