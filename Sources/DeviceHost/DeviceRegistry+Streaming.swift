import LifecycleKernel

extension DeviceRegistry {
    /// Subscribes to a device: its records after a sequence, new records as they are written, and its deletion.
    ///
    /// Requires a running `FanOut`.
    ///
    /// - Parameters:
    ///   - id: The device.
    ///   - sequence: The sequence; nil begins with the oldest record that is kept.
    /// - Throws: `unknownDevice`; `overloaded` when there are too many subscribers.
    package func follow(
        _ id: DeviceID,
        after sequence: SequenceNumber? = nil
    ) async throws(HostError) -> RecordSubscription {
        let subscription = try RecordSubscription(id, after: sequence?.rawValue, in: self)
        _ = try await read(id) { $0.device.lastSequence }
        return subscription
    }

    /// Subscribes to all devices, including devices created later: their records as they are written.
    ///
    /// Requires a running `FanOut`.
    ///
    /// - Parameter position: The position after which to begin; nil for now. A position of another run of the server
    ///   results in a gap.
    /// - Throws: `overloaded` when there are too many subscribers.
    package func followAll(
        after position: StreamPosition? = nil
    ) throws(HostError) -> RecordSubscription {
        let isOfThisRun = position.map { $0.run == hub.run && $0.number <= hub.all.last } ?? true
        let start = isOfThisRun ? position?.number : nil
        return try RecordSubscription(nil, after: start, positionIsForeign: !isOfThisRun, in: self)
    }

    /// Distributes what was published until now to the streams, which may have ended: whoever reads on then reads it.
    package func distributePublished() async {
        for shard in shards { await shard.publish() }
        hub.distribute().wakeAtOnce()
    }

    /// The position of an item in the stream of all devices.
    package func position(_ number: UInt64) -> StreamPosition { StreamPosition(run: hub.run, number: number) }

    /// How many streams there are.
    package var subscriberCount: Int { hub.subscriberCount }
}
