/// Transfers of background URL sessions: they go on while the app is suspended or gone. Source: facts 6.3.
extension Device {
    mutating func startTransfer(_ identifier: String, bytes: Int64, lasting length: Milliseconds, _ index: Int) {
        lastTransfer += 1
        let transfer = BackgroundTransfer(
            number: lastTransfer,
            identifier: identifier,
            bytes: bytes,
            remaining: length
        )
        installed[index].background.transfers.append(transfer)
        write(verdict(.transfer, .started, nil, identifier), app: index)
        if mayTransfer { start(transfer.number, index) }
    }

    private var mayTransfer: Bool { screen.isOn && conditions.network != .none }

    /// Lets a transfer run.
    private mutating func start(_ number: UInt32, _ index: Int) {
        guard let place = installed[index].background.transfers.firstIndex(where: { $0.number == number }) else {
            return
        }
        let end = now + installed[index].background.transfers[place].remaining
        installed[index].background.transfers[place].endsAt = end
        deadlines.set(.transferEnds(number), at: end, pid: 0, cause: lastSequence)
    }

    /// The network or the power is gone: transfers stand still; it is back: they go on.
    mutating func transfersFollowNetwork() {
        for index in installed.indices {
            for transfer in installed[index].background.transfers {
                if !mayTransfer {
                    pause(transfer, index)
                } else if transfer.endsAt == nil {
                    start(transfer.number, index)
                }
            }
        }
    }

    private mutating func pause(_ transfer: BackgroundTransfer, _ index: Int) {
        guard let end = transfer.endsAt,
            let place = installed[index].background.transfers.firstIndex(where: { $0.number == transfer.number })
        else { return }
        deadlines.callOff(pid: 0) { $0 == .transferEnds(transfer.number) }
        installed[index].background.transfers[place].remaining = max(0, end - now)
        installed[index].background.transfers[place].endsAt = nil
    }

    /// A transfer has ended: a running app hears its session's delegate, any other is woken when its session is done.
    mutating func transferEnds(_ number: UInt32) {
        guard let index = index(ofTransfer: number),
            let place = installed[index].background.transfers.firstIndex(where: { $0.number == number })
        else { return }
        deadlines.callOff(pid: 0) { $0 == .transferEnds(number) }
        let transfer = installed[index].background.transfers.remove(at: place)
        let identifier = transfer.identifier
        countNetwork(transfer.bytes, index)
        write(verdict(.transfer, .finished, nil, identifier), app: index)
        let done = Step.call(
            .urlSessionTaskDidComplete,
            scene: 0,
            arguments: [Value.Member("session", .string(identifier))]
        )
        if runs(index) {
            // It also hears of those of the session that ended while it could not.
            let missed = installed[index].background.finishedTransfers.count { $0 == identifier }
            installed[index].background.finishedTransfers.removeAll { $0 == identifier }
            enqueue(Array(repeating: done, count: missed + 1), index)
            pump(index)
            return
        }
        installed[index].background.finishedTransfers.append(identifier)
        tellFinishedSession(identifier, index)
    }

    private func index(ofTransfer number: UInt32) -> Int? {
        installed.indices.first { index in
            installed[index].background.transfers.contains { $0.number == number }
        }
    }

    /// Wakes an app whose session is done; before the first unlock that waits.
    private mutating func tellFinishedSession(_ identifier: String, _ index: Int) {
        guard !installed[index].background.transfers.contains(where: { $0.identifier == identifier }) else { return }
        let finished = installed[index].background.finishedTransfers.count { $0 == identifier }
        guard finished > 0, mayLaunchInBackground || hasLaunched(index) else { return }
        installed[index].background.finishedTransfers.removeAll { $0 == identifier }
        let session = [Value.Member("session", .string(identifier))]
        let limit = rulebook.milliseconds(.urlSessionEventsLimitSeconds)
        guard run(index, for: .urlSession, holding: .urlSessionEvents, lasting: limit) != nil else { return }
        enqueue(
            [.call(.handleEventsForBackgroundURLSession, scene: 0, arguments: session)]
                + Array(repeating: .call(.urlSessionTaskDidComplete, scene: 0, arguments: session), count: finished)
                + [.call(.urlSessionDidFinishEvents, scene: 0, arguments: session)],
            index
        )
        pump(index)
    }

    /// Sessions that were done before the first unlock are told of now.
    mutating func tellFinishedSessions() {
        for index in installed.indices {
            // A session is listed once for each of its transfers; it is told of once, all of them together.
            for identifier in installed[index].background.finishedTransfers { tellFinishedSession(identifier, index) }
        }
    }

    /// Ends the transfers of an app, each with its verdict.
    mutating func cancelTransfers(_ why: Verdict.Why, _ index: Int) {
        for transfer in installed[index].background.transfers {
            deadlines.callOff(pid: 0) { $0 == .transferEnds(transfer.number) }
            write(verdict(.transfer, .cancelled, why, transfer.identifier), app: index)
        }
        if !installed[index].background.transfers.isEmpty { installed[index].background.transfers = [] }
        if !installed[index].background.finishedTransfers.isEmpty { installed[index].background.finishedTransfers = [] }
    }
}
