import DeviceHost
import Explorer
import LifecycleKernel
import WireFormat

/// An exploration with what was explored and found, and who watches it.
struct HostedExploration: Sendable {
    let id: String
    let asked: NewExploration
    private(set) var exploration: Exploration
    let origin: ExplorationOrigin?
    let signal: StopSignal
    /// Exchanges remote runs with the client that has the app's code; nil for a declared behavior.
    let exchange: RemoteRunExchange?
    /// What has become of it.
    private(set) var row: ExplorationRow
    private(set) var report: ExplorationReport?
    /// Which server searches, where several share a store.
    private(set) var claim: ExplorationClaim?
    /// How far the search on this server has come, as far as the store does not have it.
    private(set) var unsaved: ExplorationProgress?
    /// The state graph as it was last made while it runs, and when.
    private(set) var runningGraph: StateGraph?
    private var graphMade: WallInstant?
    /// Fulfilled with the next event, by the number of the reader that waits.
    private var watchers: [Int: Promise<ExplorationReader.Alarm>] = [:]
    private var countedTransitions = 0

    init(
        id: String,
        _ asked: NewExploration,
        _ exploration: Exploration,
        _ origin: ExplorationOrigin?,
        _ exchange: RemoteRunExchange?,
        signal: StopSignal,
        _ row: ExplorationRow
    ) {
        self.id = id
        self.asked = asked
        self.exploration = exploration
        self.origin = origin
        self.exchange = exchange
        self.signal = signal
        self.row = row
    }

    var number: Int { row.number }
    var status: ExplorationRow.Status { row.status }

    /// The state graph; those of the variants of the app behind it when it has ended.
    var graphs: [StateGraph] {
        report?.withVariants.map(\.graph) ?? [runningGraph ?? StateGraph(of: exploration)]
    }

    /// The instant at which it is forgotten; nil before it has ended.
    var forgottenAt: WallInstant? { row.ended.map { $0 + .milliseconds(asked.keeping) } }

    /// What was found so far: the signatures of a search that runs, or of the report's failures.
    var found: [String] { report?.found ?? row.progress?.signatures ?? [] }

    /// The passes that have ended.
    var passes: [PassSummary] { report?.passes ?? row.progress?.passes ?? [] }

    // MARK: What becomes of it

    mutating func start(at now: WallInstant, date: Instant) { row.start(at: now, date: date) }

    /// Takes up how far the search has come.
    ///
    /// - Returns: How many transitions are new.
    mutating func take(_ progress: ExplorationProgress, at now: WallInstant) -> Int {
        if row.take(progress, at: now) { wake() }
        return count(upTo: progress.transitions)
    }

    /// Takes up how far the search has come, to be written to the store.
    ///
    /// - Returns: How many transitions are new.
    mutating func takeUnsaved(_ progress: ExplorationProgress) -> Int {
        unsaved = progress
        return count(upTo: progress.transitions)
    }

    /// Whether the state graph is to be made anew.
    func wantsGraph(at now: WallInstant) -> Bool {
        graphMade.map { now - $0 >= ExplorationLimits.progressInterval } ?? true
    }

    /// Takes up the state graph of the search.
    mutating func take(_ graph: StateGraph, at now: WallInstant) {
        runningGraph = graph
        graphMade = now
    }

    /// Takes these signatures for no failures from now on, in place of those before.
    mutating func know(_ signatures: [String]) {
        row.known = signatures
        exploration.known = signatures
        report = report?.knowing(signatures)
    }

    /// Ends it.
    ///
    /// - Returns: How many transitions are new.
    mutating func end(_ result: Result<ExplorationReport, Rejection>?, at now: WallInstant, date: Instant) -> Int {
        row.end(result, isStopped: signal.isSet, at: now, date: date)
        if case .success(let report)? = result { take(report) }
        wake()
        return count(upTo: result)
    }

    /// How many transitions of what a search has come to are counted for the first time.
    mutating func count(upTo result: Result<ExplorationReport, Rejection>?) -> Int {
        count(upTo: (try? result?.get()).map(\.transitionsOfPasses) ?? 0)
    }

    private mutating func take(_ report: ExplorationReport) {
        // What is known may have been changed while it ran.
        self.report = report.knowing(row.known)
        runningGraph = nil
    }

    /// How many transitions of the search are counted for the first time.
    private mutating func count(upTo transitions: Int) -> Int {
        defer { countedTransitions = max(countedTransitions, transitions) }
        return max(0, transitions - countedTransitions)
    }

    /// Has the search on this server stop soon.
    func stop() {
        signal.set()
        exchange?.wake()
    }

    /// Has the search on this server stop, and everybody look who watches it or waits for a remote run.
    mutating func leave() {
        stop()
        wake()
    }

    // MARK: Several servers

    /// Takes up what the store has of it.
    mutating func take(_ kept: KeptExploration, _ report: ExplorationReport?) {
        (row, claim) = (kept.row, kept.claim)
        exploration.known = row.known
        if let report = report ?? self.report { take(report) }
        wake()
    }

    // MARK: Who watches it

    /// Has a reader woken with the next event.
    mutating func watch(_ reader: Int, _ alarm: Promise<ExplorationReader.Alarm>) { watchers[reader] = alarm }

    /// Wakes everybody who watches it, or waits for a remote run.
    mutating func wake() {
        for alarm in watchers.values { alarm.fulfill(.event) }
        watchers = [:]
        if status.isEnd { exchange?.wake() }
    }
}

extension ExplorationRow {
    /// Ends it with what a search has come to.
    ///
    /// - Parameters:
    ///   - result: The report, or what is wrong; nil if nothing was searched.
    ///   - isStopped: Whether the search was told to stop.
    mutating func end(
        _ result: Result<ExplorationReport, Rejection>?,
        isStopped: Bool,
        at now: WallInstant,
        date: Instant
    ) {
        let status: Status = isStopped ? .cancelled : .finished
        switch result {
        case .success(let report)?: end(status, passes: report.passes, found: report.found, at: now, date: date)
        case .failure(let rejection)?: end(.failed, detail: "\(rejection.detail)", at: now, date: date)
        case nil: end(status, at: now, date: date)
        }
    }
}

extension ExplorationReport {
    /// The report and those of the variants of the app.
    var withVariants: [ExplorationReport] { [self] + variants }

    /// The signatures of all failures.
    var found: [String] {
        withVariants.flatMap { part in part.failures.compactMap { part.signatures(of: $0).first } }
    }

    /// How many transitions its passes have taken.
    var transitionsOfPasses: Int { withVariants.flatMap(\.passes).reduce(0) { $0 + $1.transitions } }
}
