/// Transfers of background URL sessions: they go on while the app is suspended or gone. Source: facts 6.3.
extension App {
    mutating func startTransfer(
        _ identifier: String,
        bytes: Int64,
        lasting length: Milliseconds,
        in system: inout SystemState
    ) {
        guard transferCount < BackgroundLimits.transfers else {
            let most = "\(BackgroundLimits.transfers) transfers are under way or have not been told"
            write(.verdict(.transfer, .refused, Refusal(.tooManyTransfers, most), identifier), in: &system)
            return
        }
        let transfer = BackgroundTransfer(
            number: system.counters.nextTransfer(),
            identifier: identifier,
            bytes: bytes,
            remaining: length
        )
        background.transfers.append(transfer)
        write(.verdict(.transfer, .started, nil, identifier), in: &system)
        if system.mayTransfer { start(transfer.number, in: &system) }
    }

    /// Transfers that are under way, or have ended and were not told.
    private var transferCount: Int {
        background.transfers.count + background.finishedTransfers.count
            + (background.cancelledTransfers?.count ?? 0)
    }

    /// Lets a transfer run.
    mutating func start(_ number: UInt32, in system: inout SystemState) {
        guard let place = background.transfers.firstIndex(where: { $0.number == number }) else {
            return
        }
        let end = system.now + background.transfers[place].remaining
        background.transfers[place].endsAt = end
        system.deadlines.set(.transferEnds(number), at: end, pid: 0, cause: system.lastSequence)
    }

    mutating func pause(_ transfer: BackgroundTransfer, in system: inout SystemState) {
        guard let end = transfer.endsAt,
            let place = background.transfers.firstIndex(where: { $0.number == transfer.number })
        else { return }
        system.deadlines.callOff(pid: 0) { $0 == .transferEnds(transfer.number) }
        background.transfers[place].remaining = max(0, end - system.now)
        background.transfers[place].endsAt = nil
    }

    /// Whether something of a session has ended and was not told, and nothing of it is under way.
    func isDone(_ identifier: String) -> Bool {
        background.finishedTransfers.contains(identifier)
            && !background.transfers.contains { $0.identifier == identifier }
    }

    /// The calls that tell of what has ended of a session, which is told with them.
    mutating func takeFinished(_ identifier: String) -> [Step] {
        let count = background.finishedTransfers.count { $0 == identifier }
        guard count > 0 else { return [] }
        background.finishedTransfers.removeAll { $0 == identifier }
        return Array(repeating: completion(ofSession: identifier), count: count)
    }

    private func completion(ofSession identifier: String, error: Value? = nil) -> Step {
        var arguments = [Value.Member("session", .string(identifier))]
        if let error { arguments.append(Value.Member("error", error)) }
        return .call(.urlSessionTaskDidComplete, scene: 0, arguments: arguments)
    }

    // MARK: At the next launch

    /// Whether a launch has transfers to tell of.
    // Inlining saves 2 % of the instructions of a transition, all of this folder together.
    @inline(__always)
    var hasTransfersToTell: Bool {
        guard !background.isBlank else { return false }
        return background.cancelledTransfers?.isEmpty == false
            || !background.finishedTransfers.isEmpty
    }

    /// The app has been launched, and makes its sessions anew: their delegates hear of transfers that ended and were not
    /// told. What a force quit cancelled is told when the user has opened the app. Source: facts 2.4.
    mutating func tellTransfers() {
        var steps = process.wasLaunchedToScreen ? takeCancelled() : []
        while let identifier = background.finishedTransfers.first {
            steps += takeFinished(identifier)
        }
        process.runLoop.insert(steps)
    }

    /// The calls that tell of the transfers that a force quit cancelled, which are told with them.
    mutating func takeCancelled() -> [Step] {
        guard let sessions = background.cancelledTransfers else { return [] }
        background.cancelledTransfers = nil
        return sessions.map { completion(ofSession: $0, error: Self.cancelledByForceQuit) }
    }

    /// `NSURLErrorCancelled`, because the user force-quit the app. Source: facts 2.4, 5 (NSURLError.h).
    private static let cancelledByForceQuit: Value = [
        "domain": "NSURLErrorDomain", "code": -999, "NSURLErrorBackgroundTaskCancelledReasonKey": 0,
    ]

    /// Ends the transfers of an app that the user has force-quit, each with its verdict: the app hears of them at its next
    /// launch by the user.
    mutating func cancelTransfersByForceQuit(in system: inout SystemState) {
        guard !background.transfers.isEmpty else { return }
        let sessions = background.transfers.map(\.identifier)
        cancelTransfers(.forceQuit, in: &system)
        background.cancelledTransfers =
            (background.cancelledTransfers ?? []) + sessions
    }

    // MARK: Cancelling

    /// Ends the transfers of an app, each with its verdict.
    mutating func cancelTransfers(_ why: Verdict.Why, in system: inout SystemState) {
        for transfer in background.transfers {
            system.deadlines.callOff(pid: 0) { $0 == .transferEnds(transfer.number) }
            write(.verdict(.transfer, .cancelled, why, transfer.identifier), in: &system)
        }
        if !background.transfers.isEmpty { background.transfers = [] }
    }
}
