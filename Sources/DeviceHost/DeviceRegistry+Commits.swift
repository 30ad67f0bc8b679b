import LifecycleKernel

extension DeviceRegistry {
    /// Reads a value and returns it once every change that it depends on is durable. Reads again if such a change was
    /// rolled back.
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
