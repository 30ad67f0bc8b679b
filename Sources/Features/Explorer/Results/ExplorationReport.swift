import LifecycleKernel
import WireFormat

/// What a search has found, and within which bounds it has looked.
public struct ExplorationReport: Sendable {
    public internal(set) var exploration: Exploration
    public let alphabet: InputAlphabet
    /// How long before something is due inputs were tried.
    public let resolution: Milliseconds
    /// The passes, with more interruptions each.
    public let passes: [PassSummary]
    /// The random runs beyond them; nil where every pass is closed, or the search ended before.
    public let randomRuns: RandomRunSummary?
    /// The failures, the worst first.
    public let failures: [ExploredFailure]
    /// What was tried and reached, and what was not.
    public let coverage: CoverageReport
    /// The state graph of the pass with the most abstract states.
    public let graph: StateGraph
    public internal(set) var variants: [ExplorationReport] = []

    /// The report on a search.
    ///
    /// - Parameter isOver: Asked before each trial whether to stop making failures shorter.
    init(
        _ exploration: Exploration,
        _ context: SearchContext,
        _ alphabet: InputAlphabet,
        _ search: Search,
        isOver: @escaping () -> Bool
    ) async {
        self.exploration = exploration
        self.alphabet = alphabet
        resolution = context.resolution
        passes = search.passes
        randomRuns = search.randomRuns
        let wanted = search.failures.entries.filter { exploration.looksFor($0.broken) }
        failures = await ExploredFailure.failures(of: wanted, context, isOver: isOver)
        coverage = CoverageReport(search.coverage, alphabet, context)
        graph = search.graph(
            of: failures.map { ($0.main.signature(of: exploration.target), $0.steps.map(\.input)) }
        )
    }

    /// The report on a remote exploration. Its graph is empty: nothing of its ways can be made again here.
    init(_ exploration: Exploration, _ context: SearchContext, _ alphabet: InputAlphabet, _ outcome: SearchOutcome) {
        self.exploration = exploration
        self.alphabet = alphabet
        resolution = context.resolution
        passes = outcome.passes
        randomRuns = outcome.randomRuns
        failures = outcome.failures
        coverage = CoverageReport(outcome.coverage, alphabet, context)
        graph = StateGraph(of: exploration)
    }

    /// The report where these signatures are no failures, in place of those that were known before.
    public func knowing(_ signatures: [String]) -> ExplorationReport {
        var report = self
        report.exploration.known = signatures
        report.variants = variants.map { $0.knowing(signatures) }
        return report
    }
}

extension Exploration {
    /// Whether a property is among those that are looked for.
    func looksFor(_ broken: Breakage) -> Bool { properties.isEmpty || properties.contains(broken.property) }

    /// Whether what was found ends the search: the first failure that is bad enough.
    func isEnough(_ found: FailureTable) -> Bool {
        guard let severity = limits.stopsAt else { return false }
        return found.entries.contains { one in
            one.broken.severity.rank >= severity.rank && looksFor(one.broken)
                && !known.contains(one.broken.signature(of: target))
        }
    }
}

extension ExplorationReport {
    /// A device on which the first inputs of a failure have happened, with a clock that only advances move.
    ///
    /// - Parameters:
    ///   - failure: A failure of this report.
    ///   - count: How many of its inputs.
    /// - Returns: The device, and the records since it was made, or since the device that the search began with.
    /// - Throws: What is wrong with the device, an app or a step of the start; nothing of a report that was made of them.
    public func device(
        of failure: ExploredFailure,
        upTo count: Int
    ) throws(Rejection) -> (device: Device, records: [Record]) {
        var device = try exploration.makeStart().device
        if device.clock.mode != .manual {
            try device.apply(.clock(ClockChange(mode: .manual)), at: device.now, within: .standard)
        }
        for step in failure.steps.prefix(count) {
            for input in inputs(of: step, on: device) { try device.apply(input, at: device.now, within: .standard) }
        }
        let records = device.takeRecords()
        return (device, records)
    }

    private func inputs(of step: ExploredFailure.Step, on device: Device) -> [Input] {
        switch step.input {
        case .input(let place): alphabet.inputs[place].inputs(on: device, of: exploration.target) ?? []
        case .time(let length): [.advance(.by(length))]
        }
    }

    /// What became of one property that was looked for.
    public struct PropertyResult: Sendable {
        /// The property: a name that `--for` takes, or that of one of the user's.
        public var name: String
        /// The failures that break it, with the text for people.
        public var failures: [(signature: String, text: String)]
        /// Why no input of this search can break it; nil where one can.
        public var skipped: String?

        public init(name: String, failures: [(signature: String, text: String)], skipped: String?) {
            self.name = name
            self.failures = failures
            self.skipped = skipped
        }
    }

    /// What became of each property: first those that every app has, then those of the user.
    public var propertyResults: [PropertyResult] {
        let names =
            BuiltInProperty.names + (exploration.isRemote ? [Breakage.invariantBroken] : [])
            + exploration.ownProperties.map(\.name)
        let reports = [self] + variants
        return names.filter { exploration.properties.isEmpty || exploration.properties.contains($0) }.map { name in
            let failures = reports.flatMap { report in
                report.newFailures.enumerated().filter { $0.element.breaks(name) }.map { number, failure in
                    (
                        failure.main.signature(of: exploration.target),
                        report.text(of: failure, number: number + 1).joined(separator: "\n")
                    )
                }
            }
            return PropertyResult(name: name, failures: failures, skipped: failures.isEmpty ? obstacle(to: name) : nil)
        }
    }

    /// Why no input of this search can break a property: the app never gets what it is about.
    private func obstacle(to name: String) -> String? {
        guard let callbacks = BuiltInProperty.callbacks(of: name) else { return nil }
        let reached = Set(coverage.reached.compactMap(\.callback))
        return callbacks.contains(where: reached.contains)
            ? nil : "no input of this search leads to \(callbacks.map(\.rawValue).joined(separator: " or "))"
    }
}

extension ExploredFailure {
    fileprivate func breaks(_ name: String) -> Bool { (broken + onTheWay).contains { $0.property == name } }
}
