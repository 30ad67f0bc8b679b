// Transfers of background URL sessions: they belong to the system, and continue while the app is suspended or not running.
//
// A transfer runs while there is a network, and if it is discretionary, Wi-Fi and power. When one has ended, a running app is
// notified by its session's delegate; any other app is woken when all transfers of the session have ended. What a process does
// not live to hear is kept for the next one. A force quit cancels transfers. TransferDelay has the resume rate limiter.
// Sources: facts 2.4, 6.3.
//
// Callbacks: `handleEventsForBackgroundURLSession` and those of the session's delegate. Records: `verdict` of `transfer`,
// `assertion` of `urlSessionEvents`.

/// A transfer of a background `URLSession`: it belongs to the system and outlives the process. Source: facts 6.3.
struct BackgroundTransfer: Hashable, Codable, Sendable {
    /// Tells it from the others of its device.
    var number: UInt32
    /// The session that it belongs to.
    var identifier: String
    /// How many bytes go over the network.
    var bytes: ByteCount
    /// The time it still takes with a network.
    var remaining: Milliseconds
    /// When it ends; nil while there is no network.
    var endsAt: Instant?
    /// What it is; nil where the app did not say.
    var kind: TransferKind?
    /// Whether it waits for Wi-Fi and power; nil for no.
    var isDiscretionary = false
    /// When it starts, while the resume rate limiter holds it; nil once it has started.
    var startsAt: Instant?
}

/// What a transfer of a background `URLSession` is.
public enum TransferKind: String, CaseIterable, Codable, Sendable {
    case download, upload
}

/// A transfer that has ended and is not reported to the app yet.
struct FinishedTransfer: Hashable, Codable, Sendable {
    /// The session that it belonged to.
    var identifier: String
    /// What it was; nil where the app did not say.
    var kind: TransferKind?
}

/// Transfers of background URL sessions, which continue while the app is suspended or not running. Source: facts 6.3.
extension Device {
    /// Pauses transfers without network or power, and continues them when both are available; discretionary ones need
    /// Wi-Fi and a charger.
    mutating func updateTransfers() {
        for index in apps.indices {
            for transfer in apps[index].background.transfers where transfer.startsAt == nil {
                if !system.mayCarryOn(transfer) {
                    apps[index].pause(transfer, in: &system)
                } else if transfer.endsAt == nil {
                    apps[index].start(transfer.number, in: &system)
                }
            }
        }
    }

    /// A transfer has ended: a running app is notified by its session's delegate, any other is woken when its session
    /// is done.
    mutating func transferEnds(_ number: UInt32) {
        guard let index = index(ofTransfer: number),
            let transferIndex = apps[index].background.transfers.firstIndex(where: { $0.number == number })
        else { return }
        system.deadlines.cancel { $0.isOf(transfer: number) }
        let transfer = apps[index].background.transfers.remove(at: transferIndex)
        apps[index].countNetwork(transfer.bytes)
        apps[index].write(.verdict(.transfer, .finished, nil, transfer.identifier), in: &system)
        apps[index].background.finishedTransfers.append(
            FinishedTransfer(identifier: transfer.identifier, kind: transfer.kind)
        )
        carryOut(apps[index].reportFinishedSession(transfer.identifier), of: index)
    }

    /// The delay of the resume rate limiter is over for a transfer.
    mutating func transferStarts(_ number: UInt32) {
        guard let index = index(ofTransfer: number) else { return }
        apps[index].endHold(of: number, in: &system)
    }

    private func index(ofTransfer number: UInt32) -> Int? {
        apps.indices.first { index in
            apps[index].background.transfers.contains { $0.number == number }
        }
    }

    /// Wakes an app whose process does not run for a session that is done; before the first unlock that waits.
    mutating func wake(_ index: Int, forSession identifier: String) {
        let isLaunch = !apps[index].hasLaunched
        guard apps[index].isDone(identifier), !isLaunch || !apps[index].installation.isForceQuit else { return }
        guard !isLaunch || system.mayLaunchInBackground else {
            return apps[index].awaitWake(forSession: identifier)
        }
        let limit = system.rulebook.urlSessionEventsLimitSeconds
        guard let assertion = run(index, for: .urlSession, holding: .urlSessionEvents, lasting: limit) else {
            apps[index].writeHeld(identifier, in: &system)
            return
        }
        apps[index].raiseTransferDelay(in: system)
        apps[index].enqueue([
            .callToComplete(.handleEventsForBackgroundURLSession, arguments: .session(identifier), assertion),
            .deliverTransfers(ofSession: identifier),
            .call(.urlSessionDidFinishEvents, scene: 0, arguments: .session(identifier)),
        ])
        pump(index)
        guard isLaunch else { return }
        // A new process is notified of every session that is done.
        for other in apps[index].finishedSessions where other != identifier {
            guard apps[index].hasLaunched else { return }
            wake(index, forSession: other)
        }
    }

    /// Wakes an app for the sessions for which it could not be woken before.
    mutating func wakeForSessions(_ index: Int) {
        for identifier in apps[index].takeSessionsToWakeFor() {
            carryOut(apps[index].reportFinishedSession(identifier), of: index)
        }
    }
}

extension SystemState {
    /// Whether a transfer that has started may be carried on now. Source: facts 6.3 (isDiscretionary).
    func mayCarryOn(_ transfer: BackgroundTransfer) -> Bool {
        guard isReachable else { return false }
        return !transfer.isDiscretionary || conditions.network == .wifi && conditions.isCharging
    }
}

extension App {
    mutating func startTransfer(_ transfer: consuming BackgroundTransfer, in system: inout SystemState) {
        guard transferCount < BackgroundLimits.transfers else {
            let most = "\(BackgroundLimits.transfers) transfers are under way or have not been told"
            write(
                .verdict(.transfer, .refused, Refusal(.tooManyTransfers, most), transfer.identifier),
                in: &system
            )
            return
        }
        var transfer = transfer
        transfer.number = system.counters.nextTransfer()
        if process.state == .background, !isInFront(in: system),
            system.rulebook.backgroundTransfersAreDiscretionary
        {
            transfer.isDiscretionary = true
        }
        transfer.startsAt = takeTransferDelay(in: system)
        background.transfers.append(transfer)
        if let start = transfer.startsAt { return hold(transfer, until: start, in: &system) }
        write(.verdict(.transfer, .started, nil, transfer.identifier), in: &system)
        if system.mayCarryOn(transfer) { start(transfer.number, in: &system) }
    }

    /// Transfers that run, or have ended and are not delivered.
    private var transferCount: Int {
        background.transfers.count + background.finishedTransfers.count
            + (background.cancelledTransfers?.count ?? 0)
    }

    mutating func start(_ number: UInt32, in system: inout SystemState) {
        guard let index = background.transfers.firstIndex(where: { $0.number == number }) else {
            return
        }
        let end = system.now + background.transfers[index].remaining
        background.transfers[index].endsAt = end
        system.deadlines.set(.transferEnds(number), at: end, cause: system.lastSequence)
    }

    mutating func pause(_ transfer: BackgroundTransfer, in system: inout SystemState) {
        guard let end = transfer.endsAt,
            let index = background.transfers.firstIndex(where: { $0.number == transfer.number })
        else { return }
        system.deadlines.cancel(.transferEnds(transfer.number))
        background.transfers[index].remaining = max(0, end - system.now)
        background.transfers[index].endsAt = nil
    }

    /// Returns whether a session has undelivered transfers and none that runs.
    func isDone(_ identifier: String) -> Bool {
        background.finishedTransfers.contains { $0.identifier == identifier }
            && !background.transfers.contains { $0.identifier == identifier }
    }

    /// The sessions with undelivered transfers, each once, in the order in which their first one ended.
    fileprivate var finishedSessions: [String] {
        var seen: Set<String> = []
        return background.finishedTransfers.map(\.identifier).filter { seen.insert($0).inserted }
    }

    private func completion(ofSession identifier: String, error: Value? = nil) -> Step {
        .call(.urlSessionTaskDidComplete, scene: 0, arguments: .session(identifier, error: error))
    }

    // MARK: At the end of a process

    /// Keeps the transfers whose calls a process does not live to receive, for the next one. Each session that is kept
    /// has a verdict. Source: facts 6.3.
    mutating func keepUndeliveredTransfers(in system: inout SystemState) {
        guard !process.runLoop.isIdle else { return }
        let undelivered = UndeliveredTransfers(process.runLoop.takeWaitingSteps())
        if !undelivered.finished.isEmpty {
            background.finishedTransfers = undelivered.finished + background.finishedTransfers
        }
        if !undelivered.cancelled.isEmpty {
            background.cancelledTransfers = undelivered.cancelled + (background.cancelledTransfers ?? [])
        }
        let kept = Set(finishedSessions).union(undelivered.cancelled)
        for identifier in undelivered.sessions where kept.contains(identifier) { writeHeld(identifier, in: &system) }
    }

    /// Writes that the ended transfers of a session wait for the next launch.
    fileprivate mutating func writeHeld(_ identifier: String, in system: inout SystemState) {
        let next = "the process did not live to be told; the app hears of it when it is launched next"
        write(.verdict(.transfer, .held, Refusal(.processNotRunning, next), identifier), in: &system)
    }

    // MARK: At the next launch

    /// Whether transfers wait to be delivered after a launch.
    var hasUndeliveredTransfers: Bool {
        guard !background.isBlank else { return false }
        return background.cancelledTransfers?.isEmpty == false
            || !background.finishedTransfers.isEmpty
    }

    /// Delivers the ended transfers of a session, or after a launch those of all the sessions that the app has created
    /// again. Transfers that a force quit cancelled are delivered when the user has opened the app. Source: facts 2.4.
    ///
    /// - Parameter session: The session; nil for all, after a launch.
    mutating func deliverTransfers(ofSession session: String?) {
        let cancelled = session == nil && process.wasLaunchedToScreen ? takeCancelled() : []
        let sessions = session.map { [$0] } ?? finishedSessions
        let finished = sessions.compactMap { session -> Step? in
            let count = background.finishedTransfers.count { $0.identifier == session }
            return count > 0 ? .deliverTransfer(ofSession: session, of: UInt32(count)) : nil
        }
        process.runLoop.insert(cancelled + finished)
    }

    /// Delivers the first ended transfer of a session; the others of so many follow it.
    mutating func deliverTransfer(ofSession identifier: String, of count: UInt32) {
        guard let index = background.finishedTransfers.firstIndex(where: { $0.identifier == identifier }) else {
            return
        }
        let transfer = background.finishedTransfers.remove(at: index)
        var steps: [Step] =
            transfer.kind == .download
            ? [.call(.urlSessionDidFinishDownloading, scene: 0, arguments: .session(identifier))] : []
        steps.append(completion(ofSession: identifier))
        if count > 1 { steps.append(.deliverTransfer(ofSession: identifier, of: count - 1)) }
        process.runLoop.insert(steps)
    }

    /// Reports the ended transfers of a session: to a running app at once, to a terminating one when its process has
    /// ended, to any other when the whole session is done.
    fileprivate mutating func reportFinishedSession(_ identifier: String) -> AppEffect? {
        if isEnding {
            awaitWake(forSession: identifier)
            return nil
        }
        guard hasLaunched, runs else { return .wakeForSession(identifier) }
        enqueue([.deliverTransfers(ofSession: identifier)])
        return .runMainThread
    }

    /// The app cannot be woken for a session now, and is when that is possible.
    fileprivate mutating func awaitWake(forSession identifier: String) {
        let waiting = background.sessionsToWakeFor ?? []
        if !waiting.contains(identifier) { background.sessionsToWakeFor = waiting + [identifier] }
    }

    /// Returns the sessions for which the app could not be woken and that it has not heard of since; none waits any more.
    fileprivate mutating func takeSessionsToWakeFor() -> [String] {
        guard !background.isBlank, let waiting = background.sessionsToWakeFor else { return [] }
        background.sessionsToWakeFor = nil
        return waiting.filter { session in background.finishedTransfers.contains { $0.identifier == session } }
    }

    /// Delivers the transfers that a force quit cancelled, when the user opens an app that was launched in the
    /// background since.
    mutating func deliverCancelledTransfers() -> AppEffect? {
        guard !background.isBlank, background.cancelledTransfers != nil, hasProcess else { return nil }
        enqueue(takeCancelled())
        return .runMainThread
    }

    /// Returns the calls that deliver the transfers that a force quit cancelled, and marks them as delivered.
    private mutating func takeCancelled() -> [Step] {
        guard let sessions = background.cancelledTransfers else { return [] }
        background.cancelledTransfers = nil
        return sessions.map { completion(ofSession: $0, error: Self.cancelledByForceQuit) }
    }

    /// `NSURLErrorCancelled`, because the user force-quit the app. Source: facts 2.4, 5 (NSURLError.h).
    private static let cancelledByForceQuit: Value = [
        "domain": "NSURLErrorDomain", "code": -999, "NSURLErrorBackgroundTaskCancelledReasonKey": 0,
    ]

    /// Ends the transfers of an app that the user has force-quit, each with its verdict; they are delivered at its next
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
    mutating func cancelTransfers(_ reason: Verdict.Reason, in system: inout SystemState) {
        for transfer in background.transfers {
            system.deadlines.cancel { $0.isOf(transfer: transfer.number) }
            write(.verdict(.transfer, .cancelled, reason, transfer.identifier), in: &system)
        }
        if !background.transfers.isEmpty { background.transfers = [] }
    }
}

/// The ended transfers that the waiting steps of a process would have delivered. Source: facts 6.3.
struct UndeliveredTransfers {
    /// What was about to be delivered, in order.
    private(set) var finished: [FinishedTransfer] = []
    /// The sessions of transfers that a force quit cancelled, in order, one for each transfer.
    private(set) var cancelled: [String] = []
    /// The sessions that steps would have delivered transfers of, each once: first those of ended transfers, then those
    /// of cancelled ones.
    private(set) var sessions: [String] = []

    /// Reads the steps that have not begun.
    init(_ steps: [Step]) {
        // A download that has been handed over is not handed over again.
        var isDownload = false
        for step in steps {
            switch step {
            case .deliverTransfers(let session?), .deliverTransfer(let session, _):
                sessions.append(session)
            case .call(.urlSessionDidFinishDownloading, _, _):
                isDownload = true
            case .call(.urlSessionTaskDidComplete, _, .session(let session, let error)):
                if error != nil {
                    cancelled.append(session)
                } else {
                    finished.append(FinishedTransfer(identifier: session, kind: isDownload ? .download : nil))
                    sessions.append(session)
                }
                isDownload = false
            default: continue
            }
        }
        var seen: Set<String> = []
        sessions = (sessions + cancelled).filter { seen.insert($0).inserted }
    }
}
