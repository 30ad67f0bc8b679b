import LifecycleKernel
import StateCoding

/// A step that a device has just taken: inputs were applied, or time passed.
struct FinishedStep {
    /// What the step was.
    var kind: JournalStep.Kind
    /// When it was taken, in the device's time.
    var at: Instant
    /// The records that it wrote.
    var records: [Record]
    /// The records as JSON, if they have been encoded already.
    var recordText: [UInt8]?
    /// The device's clock before it.
    var clockBefore: DeviceClock
    /// The answer to the request, when it has an idempotency key.
    var answer: KeyedAnswer?
    /// Whether a snapshot is written with it in any case.
    var takesSnapshot = false
}

extension DeviceShard {
    /// Advances a device's time to what its clock shows.
    ///
    /// Time does not advance while the journal cannot be written: a client must not see what cannot be made durable.
    ///
    /// - Returns: Whether the device has reached its clock's time; if not, more was due than the limit, or the journal has
    ///   no room.
    func catchUp(_ slot: Int, at wall: WallInstant, limit: Int) -> Bool {
        let clock = slots.values[slot]!.clock
        let now = clock.now(at: wall)
        guard slots.values[slot]!.device.now < now else { return true }
        let isDue = slots.values[slot]!.device.nextDeadline.map { $0 < now } ?? false
        switch journal?.availability {
        case .failed: return false
        case .full where isDue: return false
        case .full, .open, nil: break
        }
        let isCurrent = slots.values[slot]!.device.settle(before: now, limit: limit)
        let records = slots.values[slot]!.device.takeRecords()
        guard !records.isEmpty else {
            // There are no records, so there is nothing to journal.
            scheduleTick(slot)
            return isCurrent
        }
        finish(
            FinishedStep(
                kind: isCurrent ? .time : .partOfTime,
                at: isCurrent ? now : slots.values[slot]!.device.now,
                records: records,
                clockBefore: clock
            ),
            of: slot
        )
        return isCurrent
    }

    /// Finishes a step: keeps its records, appends it to the journal, publishes it when it is durable, and schedules the
    /// device's next deadline.
    func finish(_ step: FinishedStep, of slot: Int) {
        let evicted = slots.values[slot]!.records.append(step.records)
        recordCount += step.records.count - evicted
        counters.countEvictedRecords(evicted)
        let effects = StepEffects(
            records: step.records,
            counts: slots.values[slot]!.device.stateCounts,
            conditionsMet: conditionsMet(slot, step.records)
        )
        if let commit = append(step, of: slot) {
            let kind = UncommittedChange.Kind.step(slot: slot, effects, clockBefore: step.clockBefore)
            uncommitted.append(UncommittedChange(commit: commit, kind: kind))
        } else {
            publish(effects, of: slot)
        }
        makeRoomForRecords()
        scheduleTick(slot)
    }

    /// Appends a step to the journal.
    ///
    /// - Returns: Its commit; nil without a journal.
    private func append(_ step: FinishedStep, of slot: Int) -> Commit? {
        guard let journal, var cursor = slots.values[slot]!.cursor else { return nil }
        let bytes = step.recordText ?? RecordText.write(step.records)
        let journalled = JournalStep(
            device: cursor.number,
            kind: step.kind,
            before: cursor.sequence,
            last: slots.values[slot]!.device.lastSequence,
            at: step.at,
            limits: limits.perAdvance,
            records: bytes,
            digest: RecordText.digest(bytes, after: cursor.digest)
        )
        cursor.add(journalled)
        var entry = JournalEntry(step: journalled, snapshot: nil, forgetsBefore: nil, answer: step.answer)
        // After a step that stopped between deadlines of one instant, the state does not follow from the records alone.
        if step.takesSnapshot || cursor.wantsSnapshot(limits), step.kind != .partOfTime {
            let snapshot = JournalSnapshot(
                of: slots.values[slot]!.device,
                as: cursor.number,
                digest: journalled.digest
            )
            entry.step.hash = snapshot.hash
            entry.snapshot = snapshot
            entry.forgetsBefore = cursor.addSnapshot(keeping: limits.journalledRecordsPerDevice)
        }
        let commit = journal.append(.stepped(entry), from: number)
        cursor.commit = commit
        slots.values[slot]!.cursor = cursor
        return commit
    }
}

extension JournalSnapshot {
    /// The state of a device now.
    init(of device: borrowing Device, as number: Int64, digest: UInt64) {
        let state = device.encodedState()
        self.init(
            device: number,
            sequence: device.lastSequence,
            digest: digest,
            kernel: KernelVersion.current,
            hash: Device.stateHash(of: state),
            state: state
        )
    }
}
