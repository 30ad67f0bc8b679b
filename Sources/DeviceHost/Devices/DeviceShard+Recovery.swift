import DeviceTokens
import LifecycleKernel
import StateCoding

/// A device that could not be recovered. Nothing can be done with it but to delete it.
struct SetAsideDevice: Sendable {
    /// Its number, id and labels.
    var origin: DeviceOrigin
    /// Why it could not be recovered.
    var reason: String
}

/// A device as read from the journal.
struct RecoveredDevice: Sendable {
    /// Its number, id and labels.
    var origin: DeviceOrigin
    /// What is kept of it, or why that cannot be used.
    var kept: Result<KeptDevice, JournalDamage>
    /// The answers given under idempotency keys.
    var answers: [KeyedAnswer]
}

extension DeviceShard {
    /// Recovers devices from the journal; those that cannot be recovered are set aside.
    ///
    /// - Returns: The devices set aside.
    func recover(_ devices: [RecoveredDevice]) -> [SetAsideDevice] {
        var failed: [SetAsideDevice] = []
        for device in devices {
            do throws(JournalDamage) {
                try enter(device.origin)
            } catch {
                // The device that has the id is served.
                failed.append(SetAsideDevice(origin: device.origin, reason: error.description))
                continue
            }
            do throws(JournalDamage) {
                try recover(device, from: try device.kept.get())
            } catch {
                let unreadable = SetAsideDevice(origin: device.origin, reason: error.description)
                setAside[device.origin.id] = unreadable
                failed.append(unreadable)
            }
        }
        return failed
    }

    /// Adds a device to the directory, where it stays even if it is set aside afterwards: its id is taken.
    private func enter(_ origin: DeviceOrigin) throws(JournalDamage) {
        do throws(HostError) {
            try directory.add(origin.id, labels: origin.labels, isNew: false)
        } catch {
            throw JournalDamage("its id is used twice")
        }
    }

    private func recover(_ recovered: RecoveredDevice, from kept: KeptDevice) throws(JournalDamage) {
        let state = try kept.state()
        makeRoomForDevice()
        let (device, evicted) = hosted(recovered.origin, kept, state)
        let slot = assignSlot(to: device, evicted: evicted)
        publish(StepEffects(records: [], counts: state.device.stateCounts), of: slot)
        guard !kept.isOfThisKernel else { return }
        // The steps from here on are this kernel's.
        let beginning = FinishedStep(
            kind: .beginning,
            at: state.device.now,
            records: [],
            clockBefore: device.clock,
            takesSnapshot: true
        )
        finish(beginning, of: slot)
    }

    /// A device as it is kept in memory, of what the journal has of it. Its clock continues from here.
    ///
    /// - Returns: It, and how many of its records do not fit into memory.
    func hosted(
        _ origin: DeviceOrigin,
        _ kept: KeptDevice,
        _ state: RecoveredState
    ) -> (HostedDevice, evicted: Int) {
        var records = RecordRing(capacity: limits.recordCapacity, after: state.ringStart)
        let evicted = records.append(state.records.namingTokens(on: origin.id.description))
        let device = HostedDevice(
            id: origin.id,
            labels: origin.labels,
            expiresAfter: origin.expiresAfter.map { .milliseconds($0) },
            device: state.device,
            clock: DeviceClock(state.device.clock, showing: state.device.now, at: wall.now),
            records: records,
            cursor: JournalCursor(kept, state, as: origin.number)
        )
        return (device, evicted)
    }
}

/// A device's state as restored from the journal.
struct RecoveredState: Sendable {
    var device: Device
    /// The digest of all its records.
    var digest: UInt64
    /// Records to have in memory, the last ones.
    var records: [Record]
    /// The sequence of the record before those.
    var ringStart: SequenceNumber
}

extension JournalCursor {
    /// The cursor of a device that was restored from the journal.
    init(_ kept: KeptDevice, _ state: RecoveredState, as number: Int64) {
        self.init(
            number: number,
            sequence: state.device.lastSequence,
            digest: state.digest,
            oldest: kept.oldest,
            snapshots: kept.isOfThisKernel ? kept.snapshots : []
        )
        for step in kept.steps { add(step, bytes: step.records.count) }
    }
}

extension KeptDevice {
    /// Whether it was written by this version of the kernel.
    var isOfThisKernel: Bool { snapshot.kernel == KernelVersion.current }

    /// The state after all steps.
    ///
    /// - Throws: `JournalDamage` if the snapshot or a step cannot be used.
    func state() throws(JournalDamage) -> RecoveredState { isOfThisKernel ? try replayed() : try takenOver() }

    /// The state after all steps, each replayed and compared.
    func replayed() throws(JournalDamage) -> RecoveredState {
        var replay = try StepReplay(from: snapshot)
        for step in steps { try replay.apply(step) }
        return RecoveredState(
            device: replay.device,
            digest: replay.digest,
            records: replay.records,
            ringStart: snapshot.sequence
        )
    }

    /// The state of the snapshot, continued after the steps that a kernel of another version wrote.
    func takenOver() throws(JournalDamage) -> RecoveredState {
        var device = try snapshot.restored()
        var digest = snapshot.digest
        for step in steps {
            try step.checkDigest(after: digest)
            digest = step.digest
            let end = try step.readRecords().last?.time ?? step.at
            device.resume(after: step.last, at: max(end, step.at))
        }
        return RecoveredState(device: device, digest: digest, records: [], ringStart: device.lastSequence)
    }
}

extension JournalSnapshot {
    /// Decodes the device.
    func restored() throws(JournalDamage) -> Device {
        guard Device.stateHash(of: state) == hash else {
            throw JournalDamage("its snapshot at \(sequence) is not what was written")
        }
        let device: Device
        do throws(StateCodingError) {
            device = try Device(encodedState: state)
        } catch {
            throw JournalDamage("its snapshot at \(sequence) cannot be read: \(error)")
        }
        guard device.lastSequence == sequence else {
            throw JournalDamage("its snapshot at \(sequence) is of a state after record \(device.lastSequence)")
        }
        return device
    }
}

// MARK: Checking

extension KeptDevice {
    /// Checks that a server can recover the device.
    ///
    /// - Returns: The device.
    /// - Throws: `JournalDamage`, with the reason for which it would be set aside.
    @discardableResult
    package func recovered() throws(JournalDamage) -> Device { try state().device }
}

extension JournalSnapshot {
    /// Checks that the state is as it was written, and can be read.
    ///
    /// - Throws: `JournalDamage` if not.
    package func checkState() throws(JournalDamage) { _ = try restored() }
}

// MARK: The end of the server

extension DeviceShard {
    /// Appends snapshots of devices that have changed since their last one, at the end of the journal.
    ///
    /// - Returns: Whether to call this again once these are written.
    func takeFinalSnapshots() async -> Bool {
        publish()
        if shutdownAt == nil { slotsToShutDown = slots.values.indices }
        let wall = shutdownAt ?? wall.now
        shutdownAt = wall
        for _ in 0..<Self.devicesAtOnce {
            guard let slot = await nextToShutDown() else { return false }
            takeFinalSnapshot(slot, at: wall)
        }
        return true
    }

    /// The next slot whose device may need a last snapshot: the ones in memory first, because loading one evicts another.
    private func nextToShutDown() async -> Int? {
        if let slot = slotsToShutDown.popFirst() { return slot }
        return await nextResting()
    }

    private static let devicesAtOnce = 1_000

    /// Appends a snapshot of a device, unless the journal has its state. A recovered clock continues from here.
    ///
    /// If the journal has no room for it, the next recovery replays more steps.
    private func takeFinalSnapshot(_ slot: Int, at wall: WallInstant) {
        guard slots.values[slot] != nil, !beingRemoved.contains(slot), !needingReload.contains(slot) else {
            return
        }
        let clock = slots.values[slot]!.clock
        let now = max(slots.values[slot]!.device.now, clock.now(at: wall))
        // A reading may have brought a running clock to now, which the journal does not have.
        let hasMoved = clock.isRunning || slots.values[slot]!.device.now < now
        guard hasMoved || slots.values[slot]!.cursor.stepsSinceSnapshot > 0, log.hasRoom else { return }
        let isCurrent = slots.values[slot]!.device.settle(before: now, within: limits.perAdvance) == .reached
        finish(
            FinishedStep(
                kind: isCurrent ? .time : .partOfTime,
                at: slots.values[slot]!.device.now,
                records: slots.values[slot]!.device.takeRecords(),
                clockBefore: clock,
                takesSnapshot: true
            ),
            of: slot
        )
    }
}
