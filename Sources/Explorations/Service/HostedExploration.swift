import DeviceHost
import Explorer
import LifecycleKernel
import WireFormat

/// An exploration, with what became of it.
struct HostedExploration: Sendable {
    enum Status: String, CaseIterable, Sendable {
        /// It waits for another one to end.
        case queued
        case running
        /// The search has come to its end, or to that of its time.
        case finished
        case cancelled
        /// What is explored turned out to be wrong.
        case failed

        /// Whether it changes no more.
        var isEnd: Bool { self != .queued && self != .running }
    }

    let id: String
    /// Tells it from another one of the same id.
    let number: Int
    let asked: NewExploration
    private(set) var exploration: Exploration
    let origin: ExplorationOrigin?
    let createdAt: Instant
    let signal: StopSignal
    /// Who has the app's code play; nil where its behavior says what it does.
    let exchange: PlayExchange?
    private(set) var status = Status.queued
    private(set) var startedAt: Instant?
    private(set) var endedAt: Instant?
    /// When it began and ended by the clock that is never set.
    private var began: WallInstant?
    private(set) var ended: WallInstant?
    private(set) var progress: ExplorationProgress?
    private(set) var report: ExplorationReport?
    /// The state graph as it was last made while it runs, and when.
    private var runningGraph: StateGraph?
    private var graphMade: WallInstant?
    /// What is wrong, of one that failed.
    private(set) var refusal: Rejection?
    private(set) var log = ExplorationLog()
    /// Fulfilled with the next event, by the number of the reader that waits.
    private var watchers: [Int: Promise<ExplorationReader.Alarm>] = [:]
    private var toldPasses = 0
    private var toldFailures: Set<String> = []
    private var toldProgress: WallInstant?
    private var countedTransitions = 0

    init(
        id: String,
        number: Int,
        _ asked: NewExploration,
        _ exploration: Exploration,
        _ origin: ExplorationOrigin?,
        _ exchange: PlayExchange?,
        signal: StopSignal,
        at createdAt: Instant
    ) {
        self.id = id
        self.number = number
        self.asked = asked
        self.exploration = exploration
        self.origin = origin
        self.exchange = exchange
        self.signal = signal
        self.createdAt = createdAt
    }

    /// The state graph; those of the variants of the app behind it when it has ended.
    var graphs: [StateGraph] {
        report?.withVariants.map(\.graph) ?? [runningGraph ?? StateGraph(of: exploration)]
    }

    /// The instant at which it is forgotten; nil before it has ended.
    var forgottenAt: WallInstant? { ended.map { $0 + .milliseconds(asked.keeping) } }

    /// What was found so far: the signatures of a search that runs, or of the report's failures.
    var found: [String] {
        guard let report else { return progress?.signatures ?? [] }
        return report.withVariants.flatMap { part in part.failures.compactMap { part.signatures(of: $0).first } }
    }

    /// The passes that have ended.
    var passes: [PassSummary] { report?.passes ?? progress?.passes ?? [] }

    /// How many transitions a second the search takes, since it began.
    func rate(at now: WallInstant) -> Int {
        guard let began, let progress else { return 0 }
        let seconds = ((ended ?? now) - began) / .seconds(1)
        return seconds > 0 ? Int(Double(progress.transitions) / seconds) : 0
    }

    // MARK: What becomes of it

    mutating func start(at now: WallInstant, date: Instant) {
        status = .running
        began = now
        startedAt = date
    }

    /// Takes up how far the search has come.
    ///
    /// - Returns: How many transitions are new.
    mutating func take(_ progress: ExplorationProgress, at now: WallInstant) -> Int {
        self.progress = progress
        tell(passes: progress.passes)
        if toldFailures.count < ExplorationLimits.streamedFailures { tell(failures: progress.signatures) }
        if toldProgress.map({ now - $0 >= ExplorationLimits.progressInterval }) ?? true {
            toldProgress = now
            log.append(.progress, document(of: progress, at: now))
            wake()
        }
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
        exploration.known = signatures
        report = report?.knowing(signatures)
    }

    /// Ends it.
    ///
    /// - Returns: How many transitions are new.
    mutating func end(_ result: Result<ExplorationReport, Rejection>?, at now: WallInstant, date: Instant) -> Int {
        ended = now
        endedAt = date
        status = signal.isSet ? .cancelled : .finished
        var transitions = 0
        switch result {
        case .success(let report)?:
            // What is known may have been changed while it ran.
            self.report = report.knowing(exploration.known)
            runningGraph = nil
            transitions = report.withVariants.flatMap(\.passes).reduce(0) { $0 + $1.transitions }
            tell(passes: report.passes)
            tell(failures: found)
        case .failure(let rejection)?:
            status = .failed
            refusal = rejection
        case nil:
            break
        }
        log.append(.end, ["why": .string(status.rawValue)])
        wake()
        exchange?.finish()
        return count(upTo: transitions)
    }

    private mutating func count(upTo transitions: Int) -> Int {
        defer { countedTransitions = max(countedTransitions, transitions) }
        return max(0, transitions - countedTransitions)
    }

    // MARK: Who watches it

    /// Has a reader woken with the next event.
    mutating func watch(_ reader: Int, _ alarm: Promise<ExplorationReader.Alarm>) { watchers[reader] = alarm }

    mutating func forget(_ reader: Int) { watchers[reader] = nil }

    /// Wakes everybody who watches it.
    mutating func wake() {
        for alarm in watchers.values { alarm.fulfill(.event) }
        watchers = [:]
    }

    private mutating func tell(passes: [PassSummary]) {
        for pass in passes.dropFirst(toldPasses) { log.append(.pass, pass.document) }
        if passes.count > toldPasses { wake() }
        toldPasses = max(toldPasses, passes.count)
    }

    private mutating func tell(failures signatures: [String]) {
        for signature in signatures where toldFailures.insert(signature).inserted {
            log.append(.failure, ["signature": .string(signature)])
            wake()
        }
    }
}

extension ExplorationReport {
    /// The report and those of the variants of the app.
    var withVariants: [ExplorationReport] { [self] + variants }
}
