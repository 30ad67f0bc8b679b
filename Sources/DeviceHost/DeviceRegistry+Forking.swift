import DeviceTokens
import LifecycleKernel

extension DeviceRegistry {
    /// Makes a copy of a device in the state it had after writing a record. The two devices are independent afterwards.
    ///
    /// A state exists only between two inputs or deadlines, so the copy has the state after the input or deadline that
    /// wrote the record. It has the device's labels, and the part of its timeline that is kept in memory or in the
    /// journal, as much as a device keeps in memory. Its clock has the device's settings and starts at that state's time.
    ///
    /// - Parameters:
    ///   - id: The device.
    ///   - copy: The id of the copy; nil for a generated one.
    ///   - sequence: The record; nil is the last one.
    /// - Throws: `unknownDevice`; `rejected` for a sequence after the last record; `stateEvicted` for one that is no
    ///   longer kept; `deviceExists`, `tooManyDevices`, `overloaded`, `journalUnavailable`, `journalUnreadable`.
    package func fork(
        _ id: DeviceID,
        as copy: DeviceID? = nil,
        at sequence: SequenceNumber? = nil
    ) async throws(HostError) -> DeviceDocument {
        try await beginFork(of: id, as: copy, at: sequence).whenDurable()
    }

    /// Makes a copy of a device without waiting until it is durable.
    ///
    /// - Parameter claim: That of the request, when it has an idempotency key.
    /// - Returns: The copy. Call `whenDurable` before showing it.
    /// - Throws: As `fork`, except for errors of the commit.
    package func beginFork(
        of id: DeviceID,
        as copy: DeviceID?,
        at sequence: SequenceNumber?,
        under claim: AnswerClaim? = nil
    ) async throws(HostError) -> Held<DeviceDocument> {
        let (source, device) = try await source(of: id, at: sequence)
        return try await beginAdoption(
            of: device,
            with: try await records(of: id, upTo: device.lastSequence),
            as: copy,
            labels: source.labels,
            expiresAfter: source.expiresAfter,
            under: claim
        )
    }

    /// The state that a fork would have, without making one.
    ///
    /// - Throws: As `fork`, for what is not about the copy.
    package func state(of id: DeviceID, at sequence: SequenceNumber?) async throws(HostError) -> Device {
        try await source(of: id, at: sequence).device
    }

    /// Makes a device of a state that came about elsewhere. Its clock has the state's settings and starts at its time.
    ///
    /// - Parameters:
    ///   - device: The state, its records taken.
    ///   - records: Its newest records, up to its last one; at most `limits.recordsPerDevice` are kept.
    ///   - wanted: The id; nil for a generated one.
    ///   - claim: That of the request, when it has an idempotency key.
    /// - Returns: The device. Call `whenDurable` before showing it.
    /// - Throws: `deviceExists`, `tooManyDevices`, `overloaded`, `journalUnavailable`.
    package func beginAdoption(
        of device: Device,
        with records: [Record],
        as wanted: DeviceID?,
        labels: [Label] = [],
        expiresAfter: Duration? = nil,
        under claim: AnswerClaim? = nil
    ) async throws(HostError) -> Held<DeviceDocument> {
        while true {
            let id = wanted ?? .random()
            var ring = RecordRing(
                capacity: limits.recordCapacity,
                after: records.first.map { $0.sequence - 1 } ?? device.lastSequence
            )
            _ = ring.append(records.namingTokens(on: id.description))
            let hosted = HostedDevice(
                id: id,
                labels: labels,
                expiresAfter: expiresAfter,
                device: device,
                clock: DeviceClock(device.clock, showing: device.now, at: wall.now),
                records: ring
            )
            do throws(HostError) {
                return try await shard(of: id).insert(hosted, under: claim)
            } catch .deviceExists where wanted == nil {
                continue
            }
        }
    }

    private func source(
        of id: DeviceID,
        at sequence: SequenceNumber?
    ) async throws(HostError) -> (source: ForkSource, device: Device) {
        let source = try await committed { () async throws(HostError) in
            try await shard(of: id).withDevice(id) { shard throws(HostError) in try shard.forkSource(id, at: sequence) }
        }
        return (source, try await device(from: source, of: id))
    }

    /// Restores the device that the fork starts from.
    private func device(from source: ForkSource, of id: DeviceID) async throws(HostError) -> Device {
        let number: Int64
        switch source.state {
        case .present(let device): return device
        case .stored(let stored): number = stored
        }
        let replay = try await readJournal { store in try await store.replay(of: number, to: source.sequence) }
        do throws(Rejection) {
            return try replay.device(at: source.sequence, now: source.now)
        } catch {
            throw .deviceSetAside(id, "an input of it is refused when it is replayed: \(error.detail)")
        }
    }
}
