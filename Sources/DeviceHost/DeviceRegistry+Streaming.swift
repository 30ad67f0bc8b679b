import LifecycleKernel

extension DeviceRegistry {
    /// Follows a device: its records after a sequence, those to come as they come, and its end.
    ///
    /// Nothing comes without a `FanOut` that runs.
    ///
    /// - Parameters:
    ///   - id: The device.
    ///   - sequence: The sequence; nil begins with the oldest record that is kept.
    /// - Throws: `unknownDevice`; `overloaded` when there are too many subscribers.
    package func follow(_ id: DeviceID, after sequence: UInt64? = nil) async throws(HostError) -> RecordSubscription {
        let subscription = try RecordSubscription(id, after: sequence, in: self)
        _ = try await read(id) { $0.device.lastSequence }
        return subscription
    }

    /// Follows all devices, those that are yet to be made as well: their records as they come.
    ///
    /// Nothing comes without a `FanOut` that runs.
    ///
    /// - Parameter position: The position after which to begin; nil is now. One that is none of this run is a gap.
    /// - Throws: `overloaded` when there are too many subscribers.
    package func followAll(
        after position: StreamPosition? = nil
    ) throws(HostError) -> RecordSubscription {
        let isOfThisRun = position.map { $0.run == hub.run && $0.number <= hub.all.last } ?? true
        let start = isOfThisRun ? position?.number : nil
        return try RecordSubscription(nil, after: start, positionIsForeign: !isOfThisRun, in: self)
    }

    /// The position of an item in the stream of all devices.
    package func position(_ number: UInt64) -> StreamPosition { StreamPosition(run: hub.run, number: number) }

    /// How many streams there are.
    package var subscriberCount: Int { hub.subscriberCount }
}
