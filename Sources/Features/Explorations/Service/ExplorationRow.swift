import DeviceHost
import Explorer
import LifecycleKernel

/// What becomes of an exploration, without what was explored and found. A pure value.
struct ExplorationRow: Codable, Sendable {
    enum Status: String, CaseIterable, Codable, Sendable {
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

    /// Tells it from another one of the same id.
    let number: Int
    let createdAt: Instant
    private(set) var status = Status.queued
    private(set) var startedAt: Instant?
    private(set) var endedAt: Instant?
    /// When it began and ended by the clock that is never set.
    private(set) var began: WallInstant?
    private(set) var ended: WallInstant?
    private(set) var progress: ExplorationProgress?
    /// What is wrong, of one that failed.
    private(set) var detail: String?
    /// The signatures that are no failures.
    var known: [String]
    private(set) var log = ExplorationLog()
    private var toldFailures: Set<String> = []
    private var toldProgress: WallInstant?

    private enum CodingKeys: CodingKey {
        case number, createdAt, status, startedAt, endedAt, began, ended, progress, detail, known, log
    }

    init(number: Int, known: [String], at createdAt: Instant) {
        self.number = number
        self.known = known
        self.createdAt = createdAt
    }

    mutating func start(at now: WallInstant, date: Instant) {
        status = .running
        began = now
        startedAt = date
        progress = nil
    }

    /// Gives it back to those that wait: another server starts it anew.
    mutating func release() {
        status = .queued
        (began, startedAt, progress) = (nil, nil, nil)
    }

    /// Takes up how far the search has come.
    ///
    /// - Returns: Whether those who watch it are told something.
    mutating func take(_ progress: ExplorationProgress, at now: WallInstant) -> Bool {
        let told = log.lastNumber
        self.progress = progress
        append(passes: progress.passes)
        append(failures: progress.signatures, atMost: ExplorationLimits.streamedFailures)
        if toldProgress.map({ now - $0 >= ExplorationLimits.progressInterval }) ?? true {
            toldProgress = now
            log.append(.progress, document(of: progress, at: now))
        }
        return log.lastNumber > told
    }

    /// Ends it.
    ///
    /// - Parameters:
    ///   - status: How.
    ///   - passes: The passes of the report.
    ///   - found: The signatures of its failures.
    ///   - detail: What is wrong, of one that failed.
    mutating func end(
        _ status: Status,
        passes: [PassSummary] = [],
        found: [String] = [],
        detail: String? = nil,
        at now: WallInstant,
        date: Instant
    ) {
        self.status = status
        self.detail = detail
        ended = now
        endedAt = date
        append(passes: passes)
        append(failures: found)
        log.append(.end, ["why": .string(status.rawValue)])
    }

    /// How many transitions a second the search takes, since it began.
    func rate(at now: WallInstant) -> Int {
        guard let began, let progress else { return 0 }
        let seconds = ((ended ?? now) - began) / .seconds(1)
        return seconds > 0 ? Int(Double(progress.transitions) / seconds) : 0
    }

    private mutating func append(passes: [PassSummary]) {
        for pass in passes.dropFirst(log.count(of: .pass)) { log.append(.pass, pass.document) }
    }

    private mutating func append(failures signatures: [String], atMost limit: Int = .max) {
        // It was read from a store.
        if toldFailures.isEmpty { toldFailures = Set(log.failures) }
        guard toldFailures.count < limit else { return }
        for signature in signatures where toldFailures.insert(signature).inserted {
            log.append(.failure, ["signature": .string(signature)])
        }
    }
}

extension ExplorationRow {
    /// How far the search has come, as a document.
    func document(of progress: ExplorationProgress, at now: WallInstant) -> Value {
        [
            "interruptions": .integer(Int64(progress.interruptions)), "inputs": .integer(Int64(progress.inputs)),
            "abstractStates": .integer(Int64(progress.abstractStates)),
            "transitions": .integer(Int64(progress.transitions)), "perSecond": .integer(Int64(rate(at: now))),
            "share": .number(progress.share),
        ]
    }
}
