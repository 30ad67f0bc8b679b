import DequeModule
import LifecycleKernel
import StateCoding

/// Something that a shard has handed to the journal and that is not durable yet.
struct PendingChange {
    /// What is to be done when it is durable, or undone when it never will be.
    enum Effect {
        /// A device gets a place.
        indirect case creation(HostedDevice, JournalPlace, [Record], evicted: Int)
        /// The device at a place comes to the state ahead of it; its books were so before.
        case step(Int, JournalBooks)
        /// The device at a place is removed.
        case removal(Int)
        /// Only somebody waits.
        case nothing
    }

    /// Its ticket.
    var ticket: UInt64
    /// What it is about.
    var effect: Effect
    /// What nobody has seen yet, and who waits for it.
    var ahead: AheadState
}

extension DeviceShard {
    // MARK: Handing over

    /// Lets a device's time come to what its clock shows, ahead of what is durable.
    func catchUpAhead(_ place: Int, at wall: WallInstant, limit: Int) -> Bool {
        let (clock, isBehind) = latest(place) { device, clock in (clock, device.now < clock.now(at: wall)) }
        guard isBehind else { return true }
        // Without a journal its time stands: nobody may see what cannot be kept.
        guard let journal, journal.failure == nil else { return false }
        // Nothing is worked out that would be thrown away.
        let isDue = latest(place) { device, clock in device.nextDeadline.map { $0 < clock.now(at: wall) } ?? false }
        guard !isDue || journal.hasRoom else { return false }
        var device = latest(place) { device, _ in copy device }
        let now = clock.now(at: wall)
        let isCurrent = device.settle(before: now, limit: limit)
        let records = device.takeRecords()
        if records.isEmpty {
            // Nothing has happened, and nothing to be seen depends on it.
            if slots.journalled[place]?.ahead.isEmpty == true { slots.values[place]!.device = device }
            scheduleTick(place)
            return isCurrent
        }
        let ahead = AheadState(device: device, clock: clock, records: records)
        let kind = isCurrent ? JournalStep.Kind.time : .partOfTime
        return (try? append(ahead, kind, at: isCurrent ? now : device.now, to: place)) != nil && isCurrent
    }

    /// Does something to a device, ahead of what is durable.
    ///
    /// - Parameter settlement: Is told what becomes of it.
    /// - Returns: The outcome to be answered when it is durable.
    func beginStep(
        _ place: Int,
        at wall: WallInstant,
        answer: AnswerRecipe<InputOutcome>?,
        settling settlement: WakeUp<HostError?>,
        _ body: (inout Device) throws(HostError) -> AdvanceStop?
    ) throws(HostError) -> InputOutcome {
        var device = latest(place) { device, _ in copy device }
        var clock = latest(place) { _, clock in clock }
        // Only what leaves no records: `catchUp` has been here.
        _ = device.settle(before: clock.now(at: wall), limit: limits.deadlinesPerAdvance)
        let at = device.now
        let stopped = try body(&device)
        clock.follow(device, at: wall)
        let records = device.takeRecords()
        let outcome = device.outcome(of: slots.values[place]!.id, records, stopped: stopped)
        let ahead = AheadState(device: device, clock: clock, records: records, settling: settlement)
        try append(
            ahead,
            .inputs,
            at: at,
            to: place,
            answer: answer?.keyed(outcome, within: limits, on: self.wall.date),
            waking: settlement
        )
        return outcome
    }

    /// Hands a device's creation over.
    func beginCreation(
        _ device: HostedDevice,
        _ records: [Record],
        _ evicted: Int,
        _ answer: KeyedAnswer?
    ) throws(HostError) -> AheadState {
        guard let journal else { preconditionFailure("a creation is journalled without a journal") }
        let number = journal.nextDevice()
        let bytes = RecordText.write(device.records.after(0))
        let last = device.device.lastSequence
        let step = JournalStep(
            device: number,
            kind: .beginning,
            before: device.records.oldestSequence - 1,
            last: last,
            at: device.device.now,
            limits: limits.perAdvance,
            records: bytes,
            digest: RecordText.digest(bytes, after: FNV1a.start),
            hash: nil
        )
        let origin = DeviceOrigin(
            number: number,
            id: device.id,
            labels: device.labels,
            expiresAfter: device.expiresAfter.map { $0.wholeNanoseconds / 1_000_000 }
        )
        let snapshot = JournalSnapshot(of: device.device, as: number, digest: step.digest)
        let entry = JournalEntry(step: step, snapshot: snapshot, forgetsBefore: nil, answer: answer)
        let ticket = try journal.append(.created(origin, entry), from: index, in: epoch)
        let books = JournalBooks(sequence: last, digest: step.digest, oldest: step.before + 1, snapshots: [last])
        let place = JournalPlace(number: number, books: books)
        let ahead = AheadState(device: device.device, clock: device.clock, records: [])
        pending.append(
            PendingChange(ticket: ticket, effect: .creation(device, place, records, evicted: evicted), ahead: ahead)
        )
        return ahead
    }

    /// Hands a device's removal over; until it is durable, the device is there for nobody.
    @discardableResult
    func beginRemoval(_ place: Int) throws(HostError) -> AheadState {
        guard let journal, let number = slots.journalled[place]?.number else {
            preconditionFailure("a removal is journalled without a journal")
        }
        let ticket = try journal.append(.deleted(number), from: index, in: epoch)
        slots.journalled[place]!.isLeaving = true
        // Nothing happens to it any more that would come behind its removal.
        deadlines.set(place, at: nil)
        expiries.set(place, at: nil)
        let ahead = AheadState(device: slots.values[place]!.device, clock: slots.values[place]!.clock, records: [])
        pending.append(PendingChange(ticket: ticket, effect: .removal(place), ahead: ahead))
        return ahead
    }

    /// Hands a step over.
    ///
    /// - Throws: `overloaded`, `journalUnavailable`; nothing has changed then.
    func append(
        _ ahead: AheadState,
        _ kind: JournalStep.Kind,
        at instant: Instant,
        to place: Int,
        answer: KeyedAnswer? = nil,
        isLast: Bool = false,
        waking wakeUp: WakeUp<HostError?>? = nil
    ) throws(HostError) {
        guard let journal, let number = slots.journalled[place]?.number else {
            preconditionFailure("a step is journalled without a journal")
        }
        let before = slots.journalled[place]!.books
        var books = before
        let bytes = RecordText.write(ahead.records)
        let step = JournalStep(
            device: number,
            kind: kind,
            before: books.sequence,
            last: ahead.device.lastSequence,
            at: instant,
            limits: limits.perAdvance,
            records: bytes,
            digest: RecordText.digest(bytes, after: books.digest)
        )
        books.add(step)
        var entry = JournalEntry(step: step, snapshot: nil, forgetsBefore: nil, answer: answer)
        // A step that stopped amidst what was due leaves a state that is not told by its records alone.
        if isLast || books.wantsSnapshot(limits), kind != .partOfTime {
            let snapshot = JournalSnapshot(of: ahead.device, as: number, digest: step.digest)
            entry.step.hash = snapshot.hash
            entry.snapshot = snapshot
            entry.forgetsBefore = books.addSnapshot(keeping: limits.journalledRecordsPerDevice)
        }
        let ticket = try journal.append(.stepped(entry), from: index, in: epoch, waking: wakeUp)
        slots.journalled[place]!.books = books
        slots.journalled[place]!.ahead.append(ahead)
        pending.append(PendingChange(ticket: ticket, effect: .step(place, before), ahead: ahead))
        scheduleTick(place)
    }

    // MARK: Waiting

    /// Waits until something handed over is durable.
    ///
    /// - Throws: `journalUnavailable` when it never will be.
    func settled(_ ahead: AheadState) async throws(HostError) {
        if let error = await settlement(of: ahead).answer() { throw error }
    }

    /// Tells when something handed over is durable, or why it never will be.
    func settlement(of ahead: AheadState) -> WakeUp<HostError?> {
        let wakeUp = WakeUp<HostError?>()
        ahead.whenSettled(wakeUp)
        return wakeUp
    }

    // MARK: What has become of it

    /// Sees what has become of everything handed over: shows what is durable, takes back what has failed.
    func lookAtJournal() {
        guard let journal else { return }
        let progress = journal.progress
        while !pending.isEmpty, pending[0].ticket <= progress.durable {
            let change = pending.removeFirst()
            show(change)
            change.ahead.settle(nil)
        }
        guard progress.epoch != epoch else { return }
        epoch = progress.epoch
        let failed = pending
        pending = []
        let error = HostError.journalUnavailable(journal.failure ?? "writing has failed")
        // The last one first, so that each place ends up with what is durable.
        for change in failed.reversed() { takeBack(change) }
        for change in failed { change.ahead.settle(error) }
    }

    private func show(_ change: PendingChange) {
        switch change.effect {
        case .creation(let device, let journalled, let records, let evicted):
            let place = takeIn(device, records, evicted: evicted)
            slots.journalled[place] = journalled
        case .step(let place, _):
            slots.journalled[place]!.ahead.removeFirst()
            change.ahead.show(on: &slots.values[place]!)
            keep(change.ahead.records, at: place)
        case .removal(let place): remove(place)
        case .nothing: break
        }
    }

    private func takeBack(_ change: PendingChange) {
        switch change.effect {
        case .creation, .nothing: break
        case .step(let place, let books):
            slots.journalled[place]!.ahead.removeLast()
            slots.journalled[place]!.books = books
            scheduleTick(place)
        case .removal(let place):
            slots.journalled[place]!.isLeaving = false
            scheduleTick(place)
            renew(place, at: wall.now)
        }
    }

    // MARK: The end

    /// Hands over the states of devices that have changed since their last snapshot, for the journal to end with.
    ///
    /// - Returns: Whether there is more to hand over once this is written.
    func closeBooks() -> Bool {
        lookAtJournal()
        let wall = closingAt ?? wall.now
        closingAt = wall
        var left = Self.devicesClosedAtOnce
        while placesClosed < slots.values.count, left > 0 {
            defer { placesClosed += 1 }
            guard slots.journalled[placesClosed]?.isLeaving == false else { continue }
            left -= 1
            close(placesClosed, at: wall)
        }
        return placesClosed < slots.values.count
    }

    private static let devicesClosedAtOnce = 1_000

    /// Hands over the state of a device, unless the journal has it; its clock then goes on from here.
    private func close(_ place: Int, at wall: WallInstant) {
        var (device, clock) = latest(place) { device, clock in (copy device, clock) }
        let now = max(device.now, clock.now(at: wall))
        guard device.now < now || slots.journalled[place]!.books.stepsSinceSnapshot > 0 else { return }
        let isCurrent = device.settle(before: now, limit: limits.deadlinesPerAdvance)
        let ahead = AheadState(device: device, clock: clock, records: device.takeRecords())
        let kind = isCurrent ? JournalStep.Kind.time : .partOfTime
        // What does not get through is made up for by the next recovery, with more steps.
        try? append(ahead, kind, at: device.now, to: place, isLast: true)
    }
}

extension JournalSnapshot {
    /// The state of a device now.
    init(of device: Device, as number: Int64, digest: UInt64) {
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
