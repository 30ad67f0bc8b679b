// Transfers of background URL sessions: they belong to the system, and continue while the app is suspended or not running.
//
// A transfer runs while there is a network; a discretionary one needs Wi-Fi and power. When one has ended, a running
// app is notified by its session's delegate; any other app is woken when all transfers of the session have ended.
// Transfers that a process was not notified of before it ended are kept for the next process. A force quit cancels
// transfers. TransferDelay has the resume rate limiter. Sources: facts 2.4, 6.3.
//
// Callbacks: `handleEventsForBackgroundURLSession` and those of the session's delegate. Records: `verdict` of `transfer`,
// `assertion` of `urlSessionEvents`.

/// A transfer of a background `URLSession`: it belongs to the system and outlives the process. Source: facts 6.3.
struct BackgroundTransfer: Hashable, Codable, Sendable {
    /// Identifies it on its device.
    var number: UInt32
    /// The session that it belongs to.
    var identifier: String
    /// How many bytes go over the network.
    var bytes: ByteCount
    /// Whether it is a download or an upload; nil if the app did not say.
    var kind: TransferKind?
    /// Whether it waits for Wi-Fi and power.
    var isDiscretionary: Bool
    /// Distinguishes it from other transfers of its session (`URLSessionTask.taskDescription`); nil if the app did not
    /// say.
    var taskDescription: String?
    var progress: Progress

    /// How far it is. `remaining` is the time that it still needs with a network.
    enum Progress: Hashable, Codable, Sendable {
        /// The resume rate limiter delays it until the deadline `transferStarts`.
        case delayed(remaining: Milliseconds)
        /// It has started, and waits for a network, or for Wi-Fi and power.
        case paused(remaining: Milliseconds)
        /// It runs until the deadline `transferEnds`.
        case running
    }

    /// Whether the resume rate limiter delays it.
    var isDelayed: Bool { if case .delayed = progress { true } else { false } }

    /// The record of a decision about it.
    func verdict(
        _ decision: Verdict.Decision,
        _ reason: Verdict.Reason? = nil,
        detail: Sentence? = nil
    ) -> Record.Body {
        .verdict(
            Verdict(
                subject: .transfer,
                decision: decision,
                reason: reason,
                identifier: identifier,
                detail: detail,
                taskDescription: taskDescription
            )
        )
    }
}

extension BackgroundTransfer: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("number", ordinal: Int64(number), of: .transfer)
        f.field("identifier", identifier)
        f.ignore("bytes")  // For the energy of the app.
        f.field("kind", kind)
        f.field("isDiscretionary", isDiscretionary)
        f.field("taskDescription", taskDescription)
        f.field("progress", progress)
    }
}

extension BackgroundTransfer.Progress: StateFields {
    func fields(_ f: inout FieldVisitor) {
        switch self {
        case .delayed(let remaining):
            f.choice("delayed")
            f.write(remaining)
        case .paused(let remaining):
            f.choice("paused")
            f.write(remaining)
        case .running: f.choice("running")
        }
    }
}

/// What a transfer of a background `URLSession` is.
public enum TransferKind: String, CaseIterable, Codable, Sendable {
    case download, upload
}

/// A transfer that has ended, or was cancelled, and is not reported to the app yet.
struct FinishedTransfer: Hashable, Codable, Sendable {
    /// The session that it belonged to.
    var identifier: String
    /// Whether it was a download or an upload; nil if the app did not say, or if it was cancelled.
    var kind: TransferKind?
    /// Distinguishes it from other transfers of its session; nil if the app did not say.
    var taskDescription: String?
}

extension FinishedTransfer: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("identifier", identifier)
        f.field("kind", kind)
        f.field("taskDescription", taskDescription)
    }
}

/// Transfers of background URL sessions, which continue while the app is suspended or not running. Source: facts 6.3.
extension Device {
    /// Pauses transfers without network or power, and continues them when both are available; discretionary ones need
    /// Wi-Fi and a charger.
    mutating func updateTransfers() {
        for index in apps.indices {
            for transfer in apps[index].background.transfers {
                switch (transfer.progress, system.mayCarryOn(transfer)) {
                case (.paused, true): apps[index].run(transfer.number, in: &system)
                case (.running, false): apps[index].pause(transfer.number, in: &system)
                default: break
                }
            }
        }
    }

    /// Ends a transfer: a running app is notified by its session's delegate, any other app is woken when all transfers
    /// of the session have ended.
    mutating func transferEnds(_ number: UInt32) {
        guard let index = index(ofTransfer: number),
            let transferIndex = apps[index].background.transfers.firstIndex(where: { $0.number == number })
        else { return }
        system.deadlines.cancel { $0.isOf(transfer: number) }
        let transfer = apps[index].background.transfers.remove(at: transferIndex)
        apps[index].countNetwork(transfer.bytes)
        apps[index].write(transfer.verdict(.finished), in: &system)
        apps[index].background.finishedTransfers.append(
            FinishedTransfer(
                identifier: transfer.identifier,
                kind: transfer.kind,
                taskDescription: transfer.taskDescription
            )
        )
        carryOut(apps[index].reportFinishedSession(transfer.identifier, in: &system), of: index)
    }

    /// The delay of the resume rate limiter is over for a transfer.
    mutating func transferStarts(_ number: UInt32) {
        guard let index = index(ofTransfer: number) else { return }
        apps[index].endDelay(of: number, in: &system)
    }

    private func index(ofTransfer number: UInt32) -> Int? {
        apps.indices.first { index in
            apps[index].background.transfers.contains { $0.number == number }
        }
    }

    /// Wakes an app whose process does not run, since all transfers of a session have ended.
    mutating func wake(_ index: Int, forSession identifier: String) {
        guard apps[index].isDone(identifier) else { return }
        let isLaunch = !apps[index].hasLaunched
        let limit = system.rulebook.urlSessionEventsLimitSeconds
        guard let assertion = run(index, for: .urlSession, holding: .urlSessionEvents, lasting: limit) else {
            apps[index].writeHeld(identifier, in: &system)
            return
        }
        apps[index].raiseTransferDelay(in: system)
        apps[index].enqueue([
            .callToComplete(.handleEventsForBackgroundURLSession, arguments: .session(identifier), assertion),
            .deliverTransfers(ofSession: identifier),
            .call(.urlSessionDidFinishEvents, arguments: .session(identifier)),
        ])
        pump(index)
        guard isLaunch else { return }
        // A new process is notified of every session that is done.
        for other in apps[index].finishedSessions where other != identifier {
            guard apps[index].hasLaunched else { return }
            wake(index, forSession: other)
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
    /// Starts a transfer. `length` is how long it takes with a network.
    mutating func startTransfer(
        ofSession identifier: String,
        _ bytes: ByteCount,
        taking length: Milliseconds,
        _ kind: TransferKind?,
        isDiscretionary: Bool,
        describedAs description: String?,
        in system: inout SystemState
    ) {
        guard transferCount < BackgroundLimits.transfers else {
            let most: Sentence = """
                \(BackgroundLimits.transfers, as: "count") transfers are under way or not yet reported to the app
                """
            let verdict = Verdict(
                subject: .transfer,
                decision: .refused,
                reason: .tooManyTransfers,
                identifier: identifier,
                detail: most,
                taskDescription: description
            )
            write(.verdict(verdict), in: &system)
            return
        }
        let becomesDiscretionary =
            process.state == .background && !isInFront(in: system)
            && system.rulebook.backgroundTransfersAreDiscretionary
        let start = takeTransferDelay(in: system)
        let transfer = BackgroundTransfer(
            number: system.counters.nextTransfer(),
            identifier: identifier,
            bytes: bytes,
            kind: kind,
            isDiscretionary: isDiscretionary || becomesDiscretionary,
            taskDescription: description,
            progress: start == nil ? .paused(remaining: length) : .delayed(remaining: length)
        )
        background.transfers.append(transfer)
        if let start { return delay(transfer, until: start, in: &system) }
        write(transfer.verdict(.started), in: &system)
        if system.mayCarryOn(transfer) { run(transfer.number, in: &system) }
    }

    /// How many transfers run, or have ended and are not delivered yet.
    private var transferCount: Int {
        background.transfers.count + background.finishedTransfers.count
            + (background.cancelledTransfers?.count ?? 0)
    }

    /// Runs a transfer that is paused.
    mutating func run(_ number: UInt32, in system: inout SystemState) {
        guard let index = background.transfers.firstIndex(where: { $0.number == number }),
            case .paused(let remaining) = background.transfers[index].progress
        else { return }
        background.transfers[index].progress = .running
        system.deadlines.set(.transferEnds(number), at: system.now + remaining, cause: system.lastSequence)
    }

    /// Pauses a transfer that runs.
    mutating func pause(_ number: UInt32, in system: inout SystemState) {
        guard let index = background.transfers.firstIndex(where: { $0.number == number }),
            let end = system.deadlines.instant(of: .transferEnds(number))
        else { return }
        system.deadlines.cancel(.transferEnds(number))
        background.transfers[index].progress = .paused(remaining: max(0, end - system.now))
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

    private func completion(of transfer: FinishedTransfer, error: Value? = nil) -> Step {
        let description = transfer.taskDescription
        return .call(
            .urlSessionTaskDidComplete,
            arguments: .session(transfer.identifier, taskDescription: description, error: error)
        )
    }

    // MARK: At the end of a process

    /// Keeps the transfers that an ending process was not notified of, for the next process. Writes a verdict for each
    /// of their sessions. Source: facts 6.3.
    mutating func keepUndeliveredTransfers(in system: inout SystemState) {
        guard !process.runLoop.isIdle else { return }
        let undelivered = UndeliveredTransfers(process.runLoop.takeWaitingSteps())
        if !undelivered.finished.isEmpty {
            background.finishedTransfers = undelivered.finished + background.finishedTransfers
        }
        if !undelivered.cancelled.isEmpty {
            background.cancelledTransfers = undelivered.cancelled + (background.cancelledTransfers ?? [])
        }
        let kept = Set(finishedSessions).union(undelivered.cancelled.map(\.identifier))
        for identifier in undelivered.sessions where kept.contains(identifier) { writeHeld(identifier, in: &system) }
    }

    /// Writes that the ended transfers of a session wait for the next launch.
    fileprivate mutating func writeHeld(_ identifier: String, in system: inout SystemState) {
        let next: Sentence = "the process ended before it was notified; the app is notified at its next launch"
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

    /// Delivers the first ended transfer of a session, and then the next ones, `count` in all.
    mutating func deliverTransfer(ofSession identifier: String, of count: UInt32) {
        guard let index = background.finishedTransfers.firstIndex(where: { $0.identifier == identifier }) else {
            return
        }
        let transfer = background.finishedTransfers.remove(at: index)
        var steps: [Step] = []
        if transfer.kind == .download {
            let arguments = CallbackArguments.session(identifier, taskDescription: transfer.taskDescription)
            steps.append(.call(.urlSessionDidFinishDownloading, arguments: arguments))
        }
        steps.append(completion(of: transfer))
        if count > 1 { steps.append(.deliverTransfer(ofSession: identifier, of: count - 1)) }
        process.runLoop.insert(steps)
    }

    /// Reports the ended transfers of a session: to a running app at once, to any other when the whole session is done,
    /// and to a terminating one when its process has ended.
    mutating func reportFinishedSession(_ identifier: String, in system: inout SystemState) -> AppEffect? {
        if hasLaunched, runs, !isEnding {
            enqueue([.deliverTransfers(ofSession: identifier)])
            return .runMainThread
        }
        // The system does not launch an app that was force-quit, not even after its terminating process has ended.
        let mayWake = !installation.isForceQuit || hasLaunched && !isEnding
        guard isDone(identifier), mayWake, !waits(.session(identifier), in: &system) else { return nil }
        return .wakeForSession(identifier)
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
        guard let transfers = background.cancelledTransfers else { return [] }
        background.cancelledTransfers = nil
        return transfers.map { completion(of: $0, error: Self.cancelledByForceQuit) }
    }

    /// `NSURLErrorCancelled`, because the user force-quit the app. Source: facts 2.4, 5 (NSURLError.h).
    private static let cancelledByForceQuit: Value = [
        "domain": "NSURLErrorDomain", "code": -999, "NSURLErrorBackgroundTaskCancelledReasonKey": 0,
    ]

    /// Ends the transfers of an app that the user has force-quit, each with its verdict; they are delivered at its next
    /// launch by the user.
    mutating func cancelTransfersByForceQuit(in system: inout SystemState) {
        guard !background.transfers.isEmpty else { return }
        let cancelled = background.transfers.map {
            FinishedTransfer(identifier: $0.identifier, taskDescription: $0.taskDescription)
        }
        cancelTransfers(.forceQuit, in: &system)
        background.cancelledTransfers = (background.cancelledTransfers ?? []) + cancelled
    }

    // MARK: Cancelling

    /// Ends the transfers of an app, each with its verdict.
    mutating func cancelTransfers(_ reason: Verdict.Reason, in system: inout SystemState) {
        for transfer in background.transfers {
            system.deadlines.cancel { $0.isOf(transfer: transfer.number) }
            write(transfer.verdict(.cancelled, reason), in: &system)
        }
        if !background.transfers.isEmpty { background.transfers = [] }
    }
}

/// The ended transfers that the waiting steps of a process would have delivered. Source: facts 6.3.
struct UndeliveredTransfers {
    /// What was about to be delivered, in order.
    private(set) var finished: [FinishedTransfer] = []
    /// The transfers that a force quit cancelled, in order.
    private(set) var cancelled: [FinishedTransfer] = []
    /// The sessions whose transfers the steps would have delivered, each once: first those of ended transfers, then
    /// those of cancelled ones.
    private(set) var sessions: [String] = []

    /// Reads the steps that have not begun.
    init(_ steps: [Step]) {
        // A download that the delegate has already received is not delivered again.
        var isDownload = false
        for step in steps {
            switch step {
            case .deliverTransfers(let session?), .deliverTransfer(let session, _):
                sessions.append(session)
            case .call(.urlSessionDidFinishDownloading, _, _):
                isDownload = true
            case .call(.urlSessionTaskDidComplete, _, .session(let session, let description, let error)):
                var transfer = FinishedTransfer(identifier: session, taskDescription: description)
                if error != nil {
                    cancelled.append(transfer)
                } else {
                    transfer.kind = isDownload ? .download : nil
                    finished.append(transfer)
                    sessions.append(session)
                }
                isDownload = false
            default: continue
            }
        }
        var seen: Set<String> = []
        sessions = (sessions + cancelled.map(\.identifier)).filter { seen.insert($0).inserted }
    }
}
