// Findings: behavior of an app that loses data or gets the app killed, or that will.
//
// A finding is a record. It is written when the system could know it, and names the records that show it. FindingTable
// has a row for each: severity, advice, source. StateFindings looks at changes of state, SlowHandlers at handlers that
// return, UncalledHandlers at code that is never called. AppAudit sums them up for an app, with advice that fits how it
// saves (SavingHabits).

/// Behavior of an app that loses data or gets the app killed, or that will.
///
/// A finding is written at the moment when the system could know it, once for each time that it happens.
public struct Finding: Hashable, Sendable {
    public var code: Code
    /// How bad it is: an error if the process was ended for it, else what the table says of the code.
    package var severity: Severity
    /// What happened this time.
    public var detail: Sentence
    /// The sequences of the records that show it, ascending, each once.
    public var evidence: [SequenceNumber]
    /// The callback of an attached app that had not been completed then. The program that plays the app may then be the
    /// cause, and not the app's code.
    package var callbackInFlight: UncompletedCallback?

    /// Makes a finding.
    ///
    /// - Parameter evidence: The sequences of records in any order; 0 stands for one that is not known.
    package init(code: Code, detail: Sentence, evidence: [SequenceNumber] = []) {
        self.code = code
        severity = code.severity
        self.detail = detail
        var sequences: [SequenceNumber] = []
        for sequence in evidence.sorted() where sequence != 0 && sequence != sequences.last {
            sequences.append(sequence)
        }
        self.evidence = sequences
    }

    /// The finding with a further record that shows it.
    func shown(by record: SequenceNumber) -> Finding {
        var finding = self
        if record != 0, record != evidence.last { finding.evidence.append(record) }
        return finding
    }

    /// Whether it is an error only because the process was ended for it.
    var isRaised: Bool { severity != code.severity }

    /// The same finding, as an error for which the process was ended.
    var fatal: Finding {
        var finding = self
        finding.severity = .error
        return finding
    }

    /// What can be found. The severity, the advice and the source of each are a row of a table.
    public enum Code: String, CaseIterable, Codable, Sendable {
        /// The process died with unsaved changes.
        case dataLoss
        /// The process was suspended with unsaved changes.
        case dataAtRisk
        /// The app saves in `applicationWillTerminate(_:)` and nowhere else. This follows from the app's whole history,
        /// which is judged when the audit is read.
        case savesOnlyInWillTerminate
        /// The handler of entering the background took longer than Apple's documentation allows, or the process was
        /// killed in it.
        case slowDidEnterBackground
        /// The launch methods took longer than Apple advises, or the process was killed in them.
        case slowLaunch
        /// The handler of resigning active took so long that people notice.
        case slowResignActive
        /// The watchdog ended the process, since its main thread was blocked. Handlers of a launch, of resigning active
        /// and of entering the background have findings of their own.
        case mainThreadBlocked
        /// Background tasks were open when their time was over, or too many at once.
        case backgroundTaskLeaked
        /// A background task was begun without an expiration handler, or a task of `BGTaskScheduler` that has none
        /// ran out of time.
        case backgroundTaskWithoutExpirationHandler
        /// An expiration handler returned and its task was still open.
        case expirationHandlerDoesNotEndTask
        /// A background task or a task of `BGTaskScheduler` was ended by its expiration handler, and not by the work.
        case endedOnlyByExpiration
        /// The process was suspended with a sizeable footprint, and had freed nothing since it left the screen.
        case keptMemoryInBackground
        /// A memory warning was delivered and nothing was freed, though there was something to free: more than the app
        /// has when it starts, or a sizeable footprint.
        case noResponseToMemoryWarning
        /// The app did not call a completion handler in time: in the background that ends it.
        case completionHandlerMissing
        /// The process was to be suspended while it held a lock on a file in a shared container.
        case fileLockHeldAtSuspend
        /// A timer, an animation, a game or rendering continues after the app was deactivated. Loading and video may.
        case workWhileInactive
        /// A game that had been stopped or frozen continued when the app became active, without an action of the user.
        case gameResumedByItself
        /// The process was suspended with a timer running, which is paused then.
        case relianceOnTimerWhileSuspended
        /// The switcher's snapshot was taken while sensitive content was shown.
        case sensitiveContentInSnapshot
        /// A window is not in the state in which the user left it, although the user did not close it.
        case sceneStateLost
        /// A background mode is declared that was never used, though the app has been in the background. This follows
        /// from the app's whole history, which is judged when the audit is read.
        case backgroundModeUnused
        /// A silent push was throttled because more came than the hour allows.
        case silentPushBudgetExceeded
        /// The type or the priority of a push does not fit the rest of it. The sender is at fault.
        case pushTypeMismatch
        /// The app was launched without the scene life cycle on a system that wants it.
        case sceneLifecycleNotAdopted
        /// The process used too much of the processor in the background, and was ended for it.
        case excessiveProcessorUse
        /// The process was ended for a mistake that no other code names, such as an exception that a framework throws, or too
        /// much memory.
        case fatalMistake
        /// A transfer that the app began in the background has to wait, as the system has woken the app for
        /// other transfers.
        case transferDelayed
        /// A request of a default URL session lost its connection before it was answered, since the process was suspended
        /// or ended.
        case requestCutOff
        /// A continued processing task did not report progress, and was ended for it.
        case continuedTaskStalled
        /// The app was launched and has code in methods of a delegate that its life cycle never calls.
        case delegateMethodNeverCalled
        /// The app did not take again a session of Core Location that its last process held.
        case locationSessionLost
        /// A Live Activity of an earlier process is shown, and the app has not looked for it.
        case liveActivityOrphaned
        /// The notification service extension had not called its content handler when its time was over.
        case contentHandlerNotCalled
        /// The notification service extension took more memory than it may, and was ended for it.
        case extensionMemoryExceeded
        /// A framework woke the app, and its process had not registered for that.
        case wakeNotHeard
    }

    /// How bad a finding is.
    public enum Severity: String, CaseIterable, Sendable {
        case note, warning, error
    }
}

/// How findings are written, and what they point to.
extension App {
    /// Writes a finding and adds it to the app's audit.
    mutating func report(
        _ code: Finding.Code,
        _ detail: Sentence,
        evidence: [SequenceNumber],
        in system: inout SystemState
    ) {
        report(Finding(code: code, detail: detail, evidence: evidence), in: &system)
    }

    mutating func report(_ finding: Finding, scene: SceneID? = nil, in system: inout SystemState) {
        write(.finding(finding), scene: scene, in: &system)
        auditLog.add(finding, at: system.lastSequence, time: system.now)
    }

    /// The record of what an app's code does now: the input that brought an action from outside, or else the callback
    /// that the code is in.
    func responsibleRecord(in system: SystemState) -> SequenceNumber {
        guard system.lastSequence != system.cause, let callback = process.runLoop.inFlight?.record else {
            return system.cause
        }
        return callback
    }

    /// The callback that the app's main thread is in, or that of the notification whose observers run.
    private var calledNow: CallbackName? { process.runLoop.inFlight?.counterpart }

    /// Notes that the app uses a background mode, if it declares the mode.
    mutating func noteUse(of mode: BackgroundMode) {
        guard !auditLog.hasUsed(mode), declares(mode) else { return }
        auditLog.noteUse(of: mode)
    }

    // MARK: What the app's code does

    /// Notes that the app has changes that are not saved.
    mutating func noteEdit(in system: inout SystemState) {
        guard process.unsavedChanges > 0, process.trace(.unsavedChanges) == nil else {
            return
        }
        process.leaveTrace(.unsavedChanges, at: responsibleRecord(in: system))
    }

    /// Notes that the app saves: in which callback, and whether that saves all changes.
    mutating func noteSave(in system: inout SystemState) {
        if process.unsavedChanges == 0 { process.takeTrace(.unsavedChanges) }
        guard calledNow == .applicationWillTerminate else {
            auditLog.noteSaveElsewhere()
            return
        }
        let detail: Sentence = "the app saves in applicationWillTerminate(_:), and has saved nowhere else"
        let finding = Finding(
            code: .savesOnlyInWillTerminate,
            detail: detail,
            evidence: [responsibleRecord(in: system)]
        )
        auditLog.add(finding, at: system.lastSequence, time: system.now)
    }

    /// Notes that the app frees memory. What an active app frees does not count, since that is no reaction to leaving
    /// the screen.
    mutating func noteFree(in system: inout SystemState) {
        let isLeaving = calledNow.map { SlowHandler.row(of: $0) != nil } ?? false
        guard isLeaving || process.state != .active else { return }
        process.leaveTrace(.freedMemory, at: responsibleRecord(in: system))
    }

    /// Called when an activity starts: reports a game that the handlers of returning to the foreground start again.
    ///
    /// - Parameter record: The record of what the app's code did.
    mutating func noteStart(of activity: Activity, by record: SequenceNumber, in system: inout SystemState) {
        guard activity == .game, let stopped = process.takeTrace(.stoppedGame),
            let name = calledNow, name.isReturnToForeground
        else { return }
        report(
            .gameResumedByItself,
            "the game that had been stopped was started again in \(name.rawValue, as: "callback")",
            evidence: [stopped.sequence, record],
            in: &system
        )
    }

    mutating func noteStop(of activity: Activity, in system: inout SystemState) {
        if activity == .game { process.leaveTrace(.stoppedGame, at: responsibleRecord(in: system)) }
    }
}

extension CallbackName {
    /// Whether it is called when the app returns to the foreground.
    fileprivate var isReturnToForeground: Bool {
        self == .applicationDidBecomeActive || self == .applicationWillEnterForeground
            || self == .sceneDidBecomeActive || self == .sceneWillEnterForeground
    }
}

/// A record that a finding may point to later, kept with the process until the matter is settled.
///
/// A process that leaves nothing open has none.
struct ConductTrace: Hashable, Codable, Sendable {
    enum Mark: String, Codable, Sendable {
        /// The first change that is not saved.
        case unsavedChanges
        /// The lock on a file was taken.
        case fileLock
        /// A handler of the launch that took time; there may be several.
        case launchHandler
        /// The memory warning being handled; the amount is the footprint when it began, in bytes.
        case memoryWarning
        /// Memory was freed since the app was last active.
        case freedMemory
        case stoppedGame
        /// The game was running when the process was suspended.
        case frozenGame
        /// Sensitive content, which only the user should see, was shown: a snapshot would show it too.
        case sensitiveContent
    }

    var mark: Mark
    var sequence: SequenceNumber
    var amount: ByteCount = 0
}

extension ConductTrace: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("mark", mark)
        f.ignore("sequence")  // Evidence of findings.
        f.field("amount", amount)
    }
}

extension AppProcess {
    /// The trace of a matter that is open; nil if it is not.
    func trace(_ mark: ConductTrace.Mark) -> ConductTrace? { work.traces.first { $0.mark == mark } }

    /// Notes the record of a matter, in place of one noted before.
    mutating func leaveTrace(_ mark: ConductTrace.Mark, at sequence: SequenceNumber, amount: ByteCount = 0) {
        work.traces.removeAll { $0.mark == mark }
        work.traces.append(ConductTrace(mark: mark, sequence: sequence, amount: amount))
    }

    /// Removes the trace of a matter that is settled.
    ///
    /// - Returns: The trace, if the matter was open.
    @discardableResult
    mutating func takeTrace(_ mark: ConductTrace.Mark) -> ConductTrace? {
        guard let trace = trace(mark) else { return nil }
        work.traces.removeAll { $0.mark == mark }
        // The buffer goes too: few processes need it again.
        if work.traces.isEmpty { work.traces = [] }
        return trace
    }
}
