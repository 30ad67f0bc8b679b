/// The processor time that a process has used in the background and that counts towards the limit there.
///
/// As in the kernel's monitor, windows of a fixed length follow one another, and what was used in one does not count in
/// the next. The first window begins with the first use after the process has entered the background or was resumed. A
/// process that reaches the limit within one window ends, at the deadline `processorLimit`.
///
/// Records: `exit` with `cpuResourceLimit`, and a finding. Source: facts 10.3.
struct ProcessorWindow: Hashable, Codable, Sendable {
    /// When the current window began.
    private(set) var startedAt: Instant
    /// What was used in it, in microseconds.
    private(set) var usedMicroseconds: Int64 = 0

    /// A limit: how much processor time within which window.
    struct Limit: Hashable, Sendable {
        var most: Milliseconds
        var window: Milliseconds
    }

    init(at now: Instant) { startedAt = now }

    /// Adds the processor time that a share of a core used since an instant.
    ///
    /// - Parameter share: The share of a core, in ten-thousandths.
    mutating func add(share: Int64, since start: Instant, until now: Instant, _ limit: Limit) {
        begin(at: now, limit)
        usedMicroseconds = usedMicroseconds.adding((now - max(start, startedAt)).microseconds(ofShare: share))
    }

    /// Adds processor time that was used at one instant.
    mutating func add(microseconds: Int64, at now: Instant, _ limit: Limit) {
        begin(at: now, limit)
        usedMicroseconds = usedMicroseconds.adding(microseconds)
    }

    /// Begins the window that contains an instant.
    mutating func begin(at now: Instant, _ limit: Limit) {
        let elapsed = now - startedAt
        guard elapsed >= limit.window else { return }
        startedAt = startedAt + Milliseconds(elapsed.count / limit.window.count * limit.window.count)
        usedMicroseconds = 0
    }

    func isExceeded(_ limit: Limit) -> Bool { usedMicroseconds >= limit.most.microseconds }

    /// Returns when a constant share of a core reaches the limit within one window; nil if it never does.
    ///
    /// - Parameters:
    ///   - share: The share of a core, in ten-thousandths.
    ///   - now: An instant in the current window, up to which everything has been added.
    func reaches(_ limit: Limit, with share: Int64, from now: Instant) -> Instant? {
        if isExceeded(limit) { return now }
        guard share > 0 else { return nil }
        let end = startedAt + limit.window
        let inThis = now + Self.time(for: limit.most.microseconds.subtracting(usedMicroseconds), share)
        if inThis < end { return inThis }
        let inNext = end + Self.time(for: limit.most.microseconds, share)
        return inNext < end + limit.window ? inNext : nil
    }

    /// How long a share of a core takes for an amount of processor time, rounded up.
    private static func time(for microseconds: Int64, _ share: Int64) -> Milliseconds {
        let tenfold = microseconds.times(10)
        return Milliseconds(tenfold / share + (tenfold % share == 0 ? 0 : 1))
    }
}

extension ProcessorWindow: StateFields {
    func fields(_ f: inout FieldVisitor) {
        let (elapsed, length) = (f.now - startedAt, f.bounds.processorWindow)
        f.field("startedAt", elapsed.count % length.count)
        f.field("usedMicroseconds", elapsed < length ? usedMicroseconds : 0)
    }
}

/// The processor time for which a process was ended.
package struct ProcessorUse: Hashable, Codable, Sendable {
    package var used: Milliseconds
    /// The time in which it was used.
    package var duration: Milliseconds
    /// The processor time that was permitted.
    package var limit: Milliseconds
    /// The window in which that was permitted.
    package var window: Milliseconds

    /// The explanation in the words of the system's report.
    package var explanation: String { String(detail.description.dropFirst(Self.place.count)) }

    /// What the finding says of it.
    var detail: Sentence {
        """
        in the background: \(used / 1_000, as: "used") seconds cpu time over \(duration / 1_000, as: "duration") seconds \
        (\(Self.percent(used, of: duration), as: "average")% cpu average), exceeding limit of \
        \(Self.percent(limit, of: window), as: "limit")% cpu over \(window / 1_000, as: "window") seconds
        """
    }

    /// The beginning of the finding's detail, which the system's report leaves out.
    private static let place = "in the background: "

    private static func percent(_ part: Milliseconds, of whole: Milliseconds) -> Int64 {
        part.count.times(100) / max(1, whole.count)
    }
}

/// The limit on the processor in the background. Source: facts 10.3.
extension App {
    /// The limit in force for the process now. It is nil in the foreground, if a rule turns the limit off, and while a
    /// processing task runs that requires external power.
    private func processorLimit(_ rulebook: Rulebook) -> ProcessorWindow.Limit? {
        guard process.state == .background, let limit = rulebook.processorLimit else { return nil }
        guard !process.work.isBlank else { return limit }
        let isExempt = process.work.runningTasks.contains {
            $0.kind == .processing && $0.requiresExternalPower
        }
        return isExempt ? nil : limit
    }

    /// Adds what activities have used since the energy ledger was settled last.
    mutating func countActivitiesTowardsProcessorLimit(in system: SystemState) {
        guard let limit = processorLimit(system.rulebook) else { return }
        let share = processorShare(system.rulebook)
        guard share > 0 else { return }
        let (start, now) = (process.energy.settledAt, system.now)
        process.energy.changeProcessorWindow(from: start) { $0.add(share: share, since: start, until: now, limit) }
    }

    /// Adds processor time that the app's code used at one instant. If that reaches the limit, the process ends when
    /// time next passes.
    mutating func countTowardsProcessorLimit(microseconds: Int64, in system: inout SystemState) {
        guard microseconds > 0, let limit = processorLimit(system.rulebook) else { return }
        let now = system.now
        let isExceeded = process.energy.changeProcessorWindow(from: now) { window in
            window.add(microseconds: microseconds, at: now, limit)
            return window.isExceeded(limit)
        }
        // Without activities nothing more is used until the app's code runs again.
        if isExceeded || !process.work.isBlank { watchProcessor(in: &system) }
    }

    /// Called when the process has changed its state.
    mutating func watchProcessor(from state: ExecutionState, in system: inout SystemState) {
        if state == .background {
            if process.energy.endProcessorWindow() { cancelDeadlines(in: &system) { $0 == .processorLimit } }
        } else if process.state == .background, !process.work.isBlank {
            watchProcessor(in: &system)
        }
    }

    /// Sets the deadline at which the process will have used too much if nothing changes. Called when its activities,
    /// or what exempts it, have changed. Requires that everything used so far has been counted.
    mutating func watchProcessor(in system: inout SystemState) {
        if process.energy.processorWindow != nil { cancelDeadlines(in: &system) { $0 == .processorLimit } }
        guard let limit = processorLimit(system.rulebook) else { return }
        let (share, now) = (processorShare(system.rulebook), system.now)
        guard share > 0 || process.energy.processorWindow != nil else { return }
        let instant = process.energy.changeProcessorWindow(from: now) { window in
            window.begin(at: now, limit)
            return window.reaches(limit, with: share, from: now)
        }
        if let instant { set(.processorLimit, at: instant, in: &system) }
    }

    /// Called at that deadline: ends the process if it has used too much.
    mutating func processorLimitReached(in system: inout SystemState) -> AppEffect? {
        settleEnergy(in: &system)
        guard let limit = processorLimit(system.rulebook), let window = process.energy.processorWindow else {
            return nil
        }
        guard window.isExceeded(limit) else {
            watchProcessor(in: &system)
            return nil
        }
        let used = Milliseconds(window.usedMicroseconds / 1_000)
        // Work at one instant is charged at that instant. All cores together would take at least this long for it.
        let shortest = used / max(1, Int64(system.rulebook.processorCores))
        let use = ProcessorUse(
            used: used,
            duration: max(system.now - window.startedAt, shortest),
            limit: limit.most,
            window: limit.window
        )
        let finding = Finding(
            code: .excessiveProcessorUse,
            detail: use.detail,
            evidence: process.work.activities.map(\.startedBy)
        )
        return .end(
            Termination(.cpuResourceLimit, explanation: use.explanation, processorUse: use, finding: finding)
        )
    }

    /// What counts towards the limit, as a sentence; nil while nothing does.
    func processorSentence(in system: SystemState) -> Sentence? {
        guard hasProcess, let limit = processorLimit(system.rulebook), var window = process.energy.processorWindow
        else { return nil }
        window.add(
            share: processorShare(system.rulebook),
            since: process.energy.settledAt,
            until: system.now,
            limit
        )
        let used = Milliseconds(window.usedMicroseconds / 1_000).seconds(digits: 1)
        return """
            in the background it has used \(used, as: "used") s of the \(limit.most.secondsText, as: "limit") s of \
            processor time that it may use within \(limit.window.secondsText, as: "window") s
            """
    }
}

extension Rulebook {
    /// The limit on the processor in the background; nil if there is none.
    var processorLimit: ProcessorWindow.Limit? {
        guard let most = self.backgroundProcessorLimitSeconds, most > 0,
            let window = self.backgroundProcessorWindowSeconds, window > 0
        else { return nil }
        return ProcessorWindow.Limit(most: most, window: window)
    }
}
