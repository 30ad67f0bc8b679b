import LifecycleKernel

extension DeviceRegistry {
    /// Makes a copy of a device as it was when a record had been written; both then go on by themselves.
    ///
    /// A device can stand between inputs and between deadlines, so the copy stands behind the one that wrote the record.
    /// It has the device's labels, and of its timeline what is kept in memory or in the journal, up to
    /// `limits.recordsPerDevice` records. Its clock runs as the device's did, from the instant that it shows.
    ///
    /// - Parameters:
    ///   - id: The device.
    ///   - copy: The id of the copy; one is made up when none is given.
    ///   - sequence: The record; nil is the last one.
    ///   - answer: The answer to the request, when it has an idempotency key.
    /// - Throws: `unknownDevice`; `rejected` for a sequence that is still to come; `stateEvicted` for one that is no
    ///   longer kept; `deviceExists`, `tooManyDevices`, `overloaded`, `journalUnavailable`, `journalUnreadable`.
    package func fork(
        _ id: DeviceID,
        as copy: DeviceID? = nil,
        at sequence: UInt64? = nil,
        answer: AnswerRecipe<DeviceDocument>? = nil
    ) async throws(HostError) -> DeviceDocument {
        let source = try await committed { () async throws(HostError) in
            try await shard(of: id).forkSource(id, at: sequence)
        }
        let device = try await device(from: source, of: id)
        let records = try await records(of: id, upTo: device.lastSequence, atMost: limits.recordsPerDevice)
        while true {
            let copyID = copy ?? .random()
            var ring = RecordRing(
                capacity: limits.recordsPerDevice,
                after: records.first.map { $0.sequence - 1 } ?? device.lastSequence
            )
            _ = ring.append(records)
            let hosted = HostedDevice(
                id: copyID,
                labels: source.labels,
                expiresAfter: source.expiresAfter,
                device: device,
                clock: DeviceClock(device.clock, showing: device.now, at: wall.now),
                records: ring
            )
            do throws(HostError) {
                return try await shard(of: copyID).insert(hosted, answer: answer).whenDurable()
            } catch .deviceExists where copy == nil {
                continue
            }
        }
    }

    /// The device that a fork is.
    private func device(from source: ForkSource, of id: DeviceID) async throws(HostError) -> Device {
        let replay: DeviceReplay
        switch source.state {
        case .present(let device): return device
        case .replay(let kept): replay = kept
        case .journal(let number):
            replay = try await readJournal { journal in try await journal.replay(of: number, to: source.sequence) }
        }
        do throws(Rejection) {
            return try replay.device(at: source.sequence, now: source.now)
        } catch {
            throw .deviceSetAside(id, "what came in to it is refused when it is repeated: \(error.detail)")
        }
    }
}

extension Journal {
    /// What a device is brought back from: the newest snapshot that is not behind the sequence, and the steps behind it.
    ///
    /// - Throws: When what is kept cannot be used.
    func replay(of device: Int64, to sequence: UInt64) async throws -> DeviceReplay {
        guard let snapshot = try await snapshot(of: device, upTo: sequence) else {
            throw JournalDamage("no snapshot of it is kept from before record \(sequence)")
        }
        guard snapshot.kernel == KernelVersion.current else {
            throw JournalDamage("record \(sequence) was written by kernel \(snapshot.kernel)")
        }
        var replay = DeviceReplay(device: try snapshot.restored(), steps: [])
        var position = snapshot.position
        while (replay.steps.last?.last ?? snapshot.sequence) < sequence {
            let steps = try await steps(of: device, after: position, limit: 256)
            guard let last = steps.last else { break }
            position = last.position
            for step in steps {
                // Another kernel took the device over here; what came before is told by its own snapshot.
                guard let again = try DeviceStep(step) else { return replay }
                replay.steps.append(again)
            }
        }
        return replay
    }
}
