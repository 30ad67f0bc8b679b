/// Transfers of background URL sessions: they go on while the app is suspended or gone. Source: facts 6.3.
extension Device {
    mutating func startTransfer(_ identifier: String, bytes: Int64, lasting length: Milliseconds, _ index: Int) {
        guard transferCount(index) < BackgroundLimits.transfers else {
            let most = "\(BackgroundLimits.transfers) transfers are under way or have not been told"
            write(verdict(.transfer, .refused, Refusal(.tooManyTransfers, most), identifier), app: index)
            return
        }
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

    /// Transfers that are under way, or have ended and were not told.
    private func transferCount(_ index: Int) -> Int {
        installed[index].background.transfers.count + installed[index].background.finishedTransfers.count
            + (installed[index].background.cancelledTransfers?.count ?? 0)
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
        countNetwork(transfer.bytes, index)
        write(verdict(.transfer, .finished, nil, transfer.identifier), app: index)
        installed[index].background.finishedTransfers.append(transfer.identifier)
        tellFinishedSession(transfer.identifier, index)
    }

    private func index(ofTransfer number: UInt32) -> Int? {
        installed.indices.first { index in
            installed[index].background.transfers.contains { $0.number == number }
        }
    }

    /// Tells of what has ended of a session: a running app at once, an ending one when its process has ended, any other
    /// when all of the session is done; before the first unlock that waits.
    private mutating func tellFinishedSession(_ identifier: String, _ index: Int) {
        if isEnding(index) {
            installed[index].background.sessionsAwaitEnd = true
        } else if hasLaunched(index), runs(index) {
            enqueue(takeFinished(identifier, index), index)
            pump(index)
        } else {
            wake(forSession: identifier, index)
        }
    }

    private mutating func wake(forSession identifier: String, _ index: Int) {
        let isLaunch = !hasLaunched(index)
        guard isDone(identifier, index), !isLaunch || mayLaunchInBackground && !installed[index].isForceQuit else {
            return
        }
        let limit = rulebook.milliseconds(.urlSessionEventsLimitSeconds)
        guard run(index, for: .urlSession, holding: .urlSessionEvents, lasting: limit) != nil else {
            let next = "the process did not live to be told; the app hears of it when it is launched next"
            write(verdict(.transfer, .held, Refusal(.processNotRunning, next), identifier), app: index)
            return
        }
        let session = [Value.Member("session", .string(identifier))]
        enqueue(
            [.call(.handleEventsForBackgroundURLSession, scene: 0, arguments: session)]
                + takeFinished(identifier, index)
                + [.call(.urlSessionDidFinishEvents, scene: 0, arguments: session)],
            index
        )
        pump(index)
        // A new process is told of every session that is done.
        for other in isLaunch ? installed[index].background.finishedTransfers : [] where hasLaunched(index) {
            wake(forSession: other, index)
        }
    }

    /// Whether something of a session has ended and was not told, and nothing of it is under way.
    private func isDone(_ identifier: String, _ index: Int) -> Bool {
        installed[index].background.finishedTransfers.contains(identifier)
            && !installed[index].background.transfers.contains { $0.identifier == identifier }
    }

    /// The calls that tell of what has ended of a session, which is told with them.
    private mutating func takeFinished(_ identifier: String, _ index: Int) -> [Step] {
        let count = installed[index].background.finishedTransfers.count { $0 == identifier }
        guard count > 0 else { return [] }
        installed[index].background.finishedTransfers.removeAll { $0 == identifier }
        return Array(repeating: completion(ofSession: identifier), count: count)
    }

    private func completion(ofSession identifier: String, error: Value? = nil) -> Step {
        var arguments = [Value.Member("session", .string(identifier))]
        if let error { arguments.append(Value.Member("error", error)) }
        return .call(.urlSessionTaskDidComplete, scene: 0, arguments: arguments)
    }

    /// Sessions that were done before the first unlock are told of now.
    mutating func tellFinishedSessions() {
        for index in installed.indices { tellFinishedSessions(index) }
    }

    mutating func tellFinishedSessions(_ index: Int) {
        // A session is listed once for each of its transfers; it is told of once, all of them together.
        var told: [String] = []
        for identifier in installed[index].background.finishedTransfers where !told.contains(identifier) {
            told.append(identifier)
            tellFinishedSession(identifier, index)
        }
    }

    // MARK: At the next launch

    /// Whether a launch has transfers to tell of.
    @inline(__always)
    func hasTransfersToTell(_ index: Int) -> Bool {
        guard !installed[index].background.isBlank else { return false }
        return installed[index].background.cancelledTransfers?.isEmpty == false
            || !installed[index].background.finishedTransfers.isEmpty
    }

    /// The app has been launched, and makes its sessions anew: their delegates hear of transfers that ended and were not
    /// told. What a force quit cancelled is told when the user has opened the app. Source: facts 2.4.
    mutating func tellTransfers(_ index: Int) {
        var steps = self[process: index].wasLaunchedToScreen ? takeCancelled(index) : []
        while let identifier = installed[index].background.finishedTransfers.first {
            steps += takeFinished(identifier, index)
        }
        self[process: index].runLoop.insert(steps)
    }

    /// The user opens an app that was launched in the background since the force quit: it hears of its transfers now.
    mutating func tellCancelledTransfers(_ index: Int) {
        guard !installed[index].background.isBlank, installed[index].background.cancelledTransfers != nil,
            installed[index].process != nil
        else { return }
        enqueue(takeCancelled(index), index)
        pump(index)
    }

    /// The calls that tell of the transfers that a force quit cancelled, which are told with them.
    private mutating func takeCancelled(_ index: Int) -> [Step] {
        guard let sessions = installed[index].background.cancelledTransfers else { return [] }
        installed[index].background.cancelledTransfers = nil
        return sessions.map { completion(ofSession: $0, error: Self.cancelledByForceQuit) }
    }

    /// `NSURLErrorCancelled`, because the user force-quit the app. Source: facts 2.4, 5 (NSURLError.h).
    private static let cancelledByForceQuit: Value = [
        "domain": "NSURLErrorDomain", "code": -999, "NSURLErrorBackgroundTaskCancelledReasonKey": 0,
    ]

    /// Ends the transfers of an app that the user has force-quit, each with its verdict: the app hears of them at its next
    /// launch by the user.
    mutating func cancelTransfersByForceQuit(_ index: Int) {
        guard !installed[index].background.transfers.isEmpty else { return }
        let sessions = installed[index].background.transfers.map(\.identifier)
        cancelTransfers(.forceQuit, index)
        installed[index].background.cancelledTransfers =
            (installed[index].background.cancelledTransfers ?? []) + sessions
    }

    // MARK: Cancelling

    /// Ends the transfers of an app, each with its verdict.
    mutating func cancelTransfers(_ why: Verdict.Why, _ index: Int) {
        for transfer in installed[index].background.transfers {
            deadlines.callOff(pid: 0) { $0 == .transferEnds(transfer.number) }
            write(verdict(.transfer, .cancelled, why, transfer.identifier), app: index)
        }
        if !installed[index].background.transfers.isEmpty { installed[index].background.transfers = [] }
    }
}
