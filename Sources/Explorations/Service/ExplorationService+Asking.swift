import DeviceHost
import Explorer
import LifecycleKernel
import Synchronization
import WireFormat

// What the interface does with explorations.
extension ExplorationService {
    /// Begins an exploration, which waits while as many run as may.
    ///
    /// - Throws: `ExplorationError`; a `HostError` for the device that it begins with; a `Rejection` for what is wrong.
    package func begin(_ new: NewExploration) async throws -> ExplorationDocument {
        try state.withLock { state throws(ExplorationError) in try admit(&state) }
        let (given, origin) = try await new.exploration(on: registry)
        let exploration = try checked(given, new)
        return try state.withLock { state throws(ExplorationError) in
            try admit(&state)
            sweep(&state)
            let id = new.id ?? "exploration-" + DeviceID.randomCharacters()
            guard state.explorations[id] == nil else { throw .exists(id) }
            state.count += 1
            let signal = StopSignal()
            let exchange =
                exploration.isPlayed
                ? PlayExchange(exploration, id: id, on: registry, wall: wall, signal: signal) : nil
            state.explorations[id] = HostedExploration(
                id: id,
                number: state.count,
                new,
                exploration,
                origin,
                exchange,
                signal: signal,
                at: wall.date
            )
            state.waiting.append(Start(id: id, number: state.count))
            startWaiting(&state)
            return try document(of: id, in: state)
        }
    }

    /// Requires room for one more.
    private func admit(_ state: inout State) throws(ExplorationError) {
        guard !state.isStopping else { throw .overloaded("The server is being shut down.") }
        guard state.running < limits.running || state.waiting.count < limits.queued else {
            throw .overloaded("\(limits.queued) explorations wait already, which is the most this server takes.")
        }
    }

    /// What is explored within the limits of this server.
    private func checked(_ given: Exploration, _ new: NewExploration) throws -> Exploration {
        guard given.limits.transitions <= ExplorationLimits.transitions else {
            throw Rejection(
                .invalidValue,
                "On a server the transitions of an exploration are at most \(ExplorationLimits.transitions).",
                field: "limits.transitions"
            )
        }
        var exploration = given
        exploration.properties = new.properties
        exploration.limits.jobs = min(new.jobs ?? limits.usualJobs, limits.threads)
        exploration.limits.memory = min(exploration.limits.memory, ExplorationLimits.memory)
        if let seed = new.seed { exploration.limits.seed = seed }
        if exploration.isPlayed { try Self.checkPlayed(exploration) }
        do throws(Rejection) {
            guard try Explorer.alphabet(of: exploration).letters.isEmpty else { return exploration }
        } catch {
            throw error.isOfStart ? ExplorationError.notExplorable(error) : error as any Error
        }
        throw ExplorationError.notExplorable(
            Rejection(.invalidValue, "No event or action may be tried: nothing is explored.", field: "letters")
        )
    }

    /// Checks that code elsewhere can play an exploration.
    private static func checkPlayed(_ exploration: Exploration) throws(Rejection) {
        guard exploration.variants.isEmpty else {
            throw Rejection(
                .invalidValue,
                "An exploration that is played has no variants: they are of a declared behavior.",
                field: "file.variants"
            )
        }
        guard exploration.letters.returnsWithin == nil else {
            throw Rejection(
                .invalidValue,
                "An exploration that is played has no attached: its code says when its handlers return.",
                field: "file.attached"
            )
        }
        _ = try exploration.playedDevice()
    }

    /// Takes the report of a play, and gives the next one to the client that has the app's code.
    ///
    /// - Throws: `unknown`, `notPlayed`, `unknownPlay`; a `HostError` when the device of a play cannot be read or made.
    package func play(_ id: String, after report: PlayReport) async throws -> PlayDocument {
        guard let exchange = try exploration(id).hosted.exchange else { throw ExplorationError.notPlayed(id) }
        let play = try await exchange.next(after: report)
        return PlayDocument(exploration: id, status: try exploration(id).hosted.status, play: play)
    }

    /// An exploration as it is now.
    ///
    /// - Throws: `unknown`.
    package func exploration(_ id: String) throws(ExplorationError) -> ExplorationDocument {
        try state.withLock { state throws(ExplorationError) in
            sweep(&state)
            return try document(of: id, in: state)
        }
    }

    /// The explorations that a query asks for, in the order of their ids.
    package func explorations(_ query: ExplorationQuery) -> ExplorationPage {
        state.withLock { state in
            sweep(&state)
            let found = state.explorations.values.filter(query.matches).sorted { $0.id < $1.id }
            let page = found.prefix(query.limit)
            let now = wall.now
            return ExplorationPage(
                explorations: page.map { ExplorationDocument($0, at: now, isWhole: false) },
                next: found.count > page.count ? page.last.map { PageCursor.text(of: $0.id) } : nil
            )
        }
    }

    /// Stops an exploration, which keeps what it has, and waits until it has stopped. One that has ended stays as it is.
    ///
    /// - Throws: `unknown`.
    package func cancel(_ id: String) async throws(ExplorationError) -> ExplorationDocument {
        let reader = try follow(id, after: 0, isCounted: false)
        state.withLock { state in
            stop(id, in: &state)
            metrics.show(queued: state.waiting.count, running: state.running)
        }
        while await reader.next().isOpen {}
        return try exploration(id)
    }

    /// Stops an exploration and forgets it.
    ///
    /// - Throws: `unknown`.
    package func delete(_ id: String) throws(ExplorationError) {
        try state.withLock { state throws(ExplorationError) in
            sweep(&state)
            guard state.explorations[id] != nil else { throw .unknown(id) }
            stop(id, in: &state)
            remove(id, from: &state)
            startWaiting(&state)
        }
    }

    /// The state graph of an exploration as it is now.
    ///
    /// - Throws: `unknown`.
    package func graph(of id: String) throws(ExplorationError) -> Value {
        let graphs = try exploration(id).hosted.graphs
        return graphs[0].document.setting("variants", to: .array(graphs.dropFirst().map(\.document)))
    }

    /// Takes the signatures that a change names for no failures from now on, in place of those before.
    ///
    /// - Throws: `unknown`.
    package func change(_ id: String, _ change: ExplorationChange) throws(ExplorationError) -> ExplorationDocument {
        try state.withLock { state throws(ExplorationError) in
            sweep(&state)
            if let known = change.known { state.explorations[id]?.know(known) }
            return try document(of: id, in: state)
        }
    }

    /// The scenario of a failure.
    ///
    /// - Parameters:
    ///   - number: The number of the failure in the report, from 1.
    ///   - asItIs: Whether it passes as long as the app fails; otherwise it fails until the app is mended.
    /// - Throws: `unknown`, `withoutReport`, `unknownFailure`, `withoutStart`.
    package func scenario(ofFailure number: Int, of id: String, asItIs: Bool) throws(ExplorationError) -> Value {
        let (hosted, report, failure) = try failure(number, of: id)
        if let origin = hosted.origin, !origin.isRecorded { throw .withoutStart(origin.device) }
        return report.scenario(of: failure, asItIs: asItIs)
    }

    /// A device on which the first inputs of a failure have happened, and its records.
    ///
    /// - Parameter count: How many of the inputs; nil for all.
    /// - Throws: `ExplorationError`; a `Rejection` for more inputs than there are.
    package func device(
        ofFailure number: Int,
        of id: String,
        upTo count: Int?
    ) throws -> (device: Device, records: [Record]) {
        let (_, report, failure) = try failure(number, of: id)
        let inputs = failure.steps.count
        guard (0...inputs).contains(count ?? inputs) else {
            throw Rejection(.invalidValue, "The failure has \(inputs) inputs.", field: "upTo")
        }
        return try report.device(of: failure, upTo: count ?? inputs)
    }

    private func failure(
        _ number: Int,
        of id: String
    ) throws(ExplorationError) -> (HostedExploration, ExplorationReport, ExploredFailure) {
        let hosted = try exploration(id).hosted
        guard let report = hosted.report else { throw .withoutReport(id) }
        // Those of variants are counted behind those of the app.
        let failures = report.withVariants.flatMap { part in part.failures.map { (part, $0) } }
        guard failures.indices.contains(number - 1) else { throw .unknownFailure(id, number) }
        return (hosted, failures[number - 1].0, failures[number - 1].1)
    }

    /// Follows what happens to an exploration.
    ///
    /// - Parameters:
    ///   - number: The number of the event after which to begin.
    ///   - isCounted: Whether it is one of the streams of which there may be only so many.
    /// - Throws: `unknown`, `overloaded`.
    package func follow(
        _ id: String,
        after number: Int,
        isCounted: Bool = true
    ) throws(ExplorationError) -> ExplorationReader {
        try state.withLock { state throws(ExplorationError) in
            sweep(&state)
            guard let hosted = state.explorations[id] else { throw .unknown(id) }
            guard !isCounted || state.readers < limits.readers else {
                throw .overloaded("\(limits.readers) streams of explorations are open already.")
            }
            state.readerCount += 1
            if isCounted { state.readers += 1 }
            let start = Start(id: id, number: hosted.number)
            return ExplorationReader(self, state.readerCount, of: start, after: number, isCounted: isCounted)
        }
    }

    private func document(of id: String, in state: State) throws(ExplorationError) -> ExplorationDocument {
        guard let hosted = state.explorations[id] else { throw .unknown(id) }
        return ExplorationDocument(hosted, at: wall.now, isWhole: true)
    }
}

extension Rejection {
    /// Whether it is about where a search would begin, and not about how the body is written.
    fileprivate var isOfStart: Bool {
        switch code {
        case .malformedBody, .unknownField, .invalidValue, .missingField, .unknownEvent, .unknownAction, .unknownRule:
            false
        default: true
        }
    }
}
