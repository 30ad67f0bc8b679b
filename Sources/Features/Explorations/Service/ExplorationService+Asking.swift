import DeviceHost
import Explorer
import LifecycleKernel
import Synchronization
import WireFormat

// What the interface does with explorations.
extension ExplorationService {
    /// Begins an exploration, which waits while as many run as may.
    ///
    /// - Parameter claim: That of the request, when it has an idempotency key.
    /// - Throws: `ExplorationError`; a `HostError` for the device that it begins with; a `Rejection` for what is wrong.
    package func begin(_ new: NewExploration, under claim: AnswerClaim? = nil) async throws -> ExplorationDocument {
        try await sharing?.refresh(self)
        try state.withLock { state throws(ExplorationError) in try admit(&state) }
        let start = try await new.start(on: registry)
        let exploration = try checked(new.exploration(from: start), new)
        guard let sharing else {
            return try state.withLock { state throws(ExplorationError) in
                try admit(&state)
                sweep(&state)
                let id = new.id ?? "exploration-" + DeviceID.randomCharacters()
                guard state.explorations[id] == nil else { throw .exists(id) }
                state.count += 1
                let row = ExplorationRow(number: state.count, known: exploration.known, at: wall.date)
                state.explorations[id] = hosted(id, new, exploration, start?.origin, row)
                startWaiting(&state)
                return try document(of: id, in: state)
            }
        }
        let request = ExplorationRequest(claim)
        let id = new.id ?? request?.id ?? "exploration-" + DeviceID.randomCharacters()
        // A server with other limits shows the same.
        let asked = new.document.setting("jobs", to: .integer(Int64(exploration.limits.jobs)))
        let row = ExplorationRow(number: .random(in: 1...(.max)), known: exploration.known, at: wall.date)
        let exchange = hosted(id, new, exploration, start?.origin, row).exchange
        try await exchange?.create()
        do {
            try await sharing.insert(id, KeptExploration(asked, start, request, row))
        } catch {
            try? await exchange?.remove()
            throw error
        }
        try await sharing.refresh(self)
        try await requireRoom(for: Start(id: id, number: row.number), exchange, in: sharing)
        return try await self.exploration(id)
    }

    /// Requires that no more wait than may, now that another one waits.
    private func requireRoom(
        for start: Start,
        _ exchange: RemoteRunExchange?,
        in sharing: SharedExplorations
    ) async throws {
        let isTooMany = state.withLock { $0.waiting > limits.queued }
        guard isTooMany, hosted(start)?.status == .queued, try await sharing.takeBack(start) else { return }
        try await exchange?.remove()
        throw overloaded
    }

    /// Requires room for one more.
    private func admit(_ state: inout State) throws(ExplorationError) {
        guard !state.isStopping else { throw .overloaded("The server is being shut down.") }
        guard state.running.count < limits.running || state.waiting < limits.queued else { throw overloaded }
    }

    private var overloaded: ExplorationError {
        .overloaded("\(limits.queued, as: "limit") explorations are waiting, which is the limit of the server.")
    }

    /// An exploration that is added.
    private func hosted(
        _ id: String,
        _ new: NewExploration,
        _ exploration: Exploration,
        _ origin: ExplorationOrigin?,
        _ row: ExplorationRow
    ) -> HostedExploration {
        let start = Start(id: id, number: row.number)
        let signal = StopSignal()
        let mailbox =
            exploration.isRemote
            ? RemoteRunMailbox(named: SharedExplorations.name(start), in: sharing?.remoteRuns, at: wall.now) : nil
        let exchange = mailbox.map { mailbox in
            RemoteRunExchange(exploration, id: id, mailbox, on: registry, wall: wall, signal: signal) { [weak self] in
                self?.hosted(start)?.status.isEnd ?? true
            }
        }
        return HostedExploration(id: id, new, exploration, origin, exchange, signal: signal, row)
    }

    /// An exploration as the store has it; nil if this version does not understand it.
    func hosted(_ id: String, _ kept: KeptExploration) throws -> HostedExploration? {
        guard let new = try? NewExploration(kept.asked),
            let exploration = try? checked(new.exploration(from: kept.start), new)
        else { return nil }
        return hosted(id, new, exploration, kept.start?.origin, kept.row)
    }

    /// What is explored within the limits of this server.
    private func checked(_ given: Exploration, _ new: NewExploration) throws -> Exploration {
        guard given.limits.transitions <= ExplorationLimits.transitions else {
            throw Rejection(
                .invalidValue,
                """
                On this server, an exploration can have at most \(ExplorationLimits.transitions, as: "limit") transitions.
                """,
                field: "limits.transitions"
            )
        }
        var exploration = given
        exploration.properties = new.properties
        exploration.limits.jobs = min(new.jobs ?? limits.usualJobs, limits.threads)
        exploration.limits.memory = min(exploration.limits.memory, ExplorationLimits.memory)
        if let seed = new.seed { exploration.limits.seed = seed }
        if exploration.isRemote { try Self.checkRemote(exploration) }
        do throws(Rejection) {
            guard try Explorer.alphabet(of: exploration).inputs.isEmpty else { return exploration }
        } catch {
            throw error.isOfStart ? ExplorationError.notExplorable(error) : error as any Error
        }
        throw ExplorationError.notExplorable(
            Rejection(.invalidValue, "The exploration has no event and no action to try.", field: "inputs")
        )
    }

    /// Checks that a client can carry out the runs of an exploration.
    private static func checkRemote(_ exploration: Exploration) throws(Rejection) {
        guard exploration.variants.isEmpty else {
            throw Rejection(
                .invalidValue,
                "A remote exploration cannot have variants, because they change a declared behavior.",
                field: "file.variants"
            )
        }
        guard exploration.inputs.returnsWithin == nil else {
            throw Rejection(
                .invalidValue,
                "A remote exploration cannot have attached: the app's own code decides when its handlers return.",
                field: "file.attached"
            )
        }
        _ = try exploration.remoteRunDevice()
    }

    /// Takes the report of a remote run, and gives the next one to the client that has the app's code.
    ///
    /// - Throws: `unknown`, `notRemote`, `unknownRemoteRun`; a `HostError` when the device of a remote run cannot be read or made.
    package func nextRun(_ id: String, after report: RemoteRunReport) async throws -> RemoteRunDocument {
        guard let exchange = try await exploration(id).hosted.exchange else { throw ExplorationError.notRemote(id) }
        let run = try await exchange.next(after: report)
        return RemoteRunDocument(exploration: id, status: try await exploration(id).hosted.status, run: run)
    }

    /// An exploration as it is now.
    ///
    /// - Throws: `unknown`; `storeUnreadable`, `overloaded`.
    package func exploration(_ id: String) async throws -> ExplorationDocument {
        try await sharing?.refresh(self)
        return try state.withLock { state throws(ExplorationError) in
            sweep(&state)
            return try document(of: id, in: state)
        }
    }

    /// The explorations that a query asks for, in the order of their ids.
    ///
    /// - Throws: `storeUnreadable`, `overloaded`.
    package func explorations(_ query: ExplorationQuery) async throws -> ExplorationPage {
        try await sharing?.refresh(self)
        return state.withLock { state in
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
    /// - Throws: `unknown`; `storeUnreadable`, `overloaded`.
    package func cancel(_ id: String) async throws -> ExplorationDocument {
        let reader = try await follow(id, after: 0, isCounted: false)
        if let sharing {
            try await sharing.stop(id, for: self)
            try await sharing.refresh(self)
        } else {
            state.withLock { state in
                stop(id, in: &state)
                metrics.show(queued: state.waiting, running: state.running.count)
            }
        }
        while await reader.next().isOpen {}
        return try await exploration(id)
    }

    /// Stops an exploration and forgets it.
    ///
    /// - Throws: `unknown`; `storeUnreadable`, `overloaded`.
    package func delete(_ id: String) async throws {
        if let sharing {
            try await sharing.remove(id)
            return try await sharing.refresh(self)
        }
        try state.withLock { state throws(ExplorationError) in
            sweep(&state)
            guard state.explorations[id] != nil else { throw .unknown(id) }
            stop(id, in: &state)
            remove(id, from: &state)
            startWaiting(&state)
        }
    }

    /// The state graph of an exploration as it is now, or was lately, if another server searches.
    ///
    /// - Throws: `unknown`; `storeUnreadable`, `overloaded`.
    package func graph(of id: String) async throws -> Value {
        let hosted = try await exploration(id).hosted
        let graphs = try await sharing?.graph(hosted).map { [$0] } ?? hosted.graphs
        return graphs[0].document.setting("variants", to: .array(graphs.dropFirst().map(\.document)))
    }

    /// Takes the signatures that a change names for no failures from now on, in place of those before.
    ///
    /// - Throws: `unknown`; `storeUnreadable`, `overloaded`.
    package func change(_ id: String, _ change: ExplorationChange) async throws -> ExplorationDocument {
        if let known = change.known {
            try await sharing?.change(id) { $0.row.known = known }
            if sharing == nil {
                state.withLock { state in
                    sweep(&state)
                    state.explorations[id]?.know(known)
                }
            }
        }
        return try await exploration(id)
    }

    /// The scenario of a failure.
    ///
    /// - Parameters:
    ///   - number: The number of the failure in the report, from 1.
    ///   - asItIs: Whether it passes as long as the app fails; otherwise it fails until the app is mended.
    /// - Throws: `unknown`, `withoutReport`, `unknownFailure`, `withoutStart`.
    package func scenario(ofFailure number: Int, of id: String, asItIs: Bool) async throws -> Value {
        let (hosted, report, failure) = try await failure(number, of: id)
        if let origin = hosted.origin, !origin.isRecorded { throw ExplorationError.withoutStart(origin.device) }
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
    ) async throws -> (device: Device, records: [Record]) {
        let (_, report, failure) = try await failure(number, of: id)
        let inputs = failure.steps.count
        guard (0...inputs).contains(count ?? inputs) else {
            throw Rejection(.invalidValue, "The failure has \(inputs, as: "count") inputs.", field: "upTo")
        }
        return try report.device(of: failure, upTo: count ?? inputs)
    }

    private func failure(
        _ number: Int,
        of id: String
    ) async throws -> (HostedExploration, ExplorationReport, ExploredFailure) {
        let hosted = try await exploration(id).hosted
        guard let report = hosted.report else { throw ExplorationError.withoutReport(id) }
        // Those of variants are counted behind those of the app.
        let failures = report.withVariants.flatMap { part in part.failures.map { (part, $0) } }
        guard failures.indices.contains(number - 1) else { throw ExplorationError.unknownFailure(id, number) }
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
    ) async throws -> ExplorationReader {
        try await sharing?.refresh(self)
        return try state.withLock { state throws(ExplorationError) in
            sweep(&state)
            guard let hosted = state.explorations[id] else { throw .unknown(id) }
            guard !isCounted || state.readers < limits.readers else {
                throw .overloaded(
                    "\(limits.readers, as: "limit") streams of explorations are open, which is the limit of the server."
                )
            }
            state.readerCount += 1
            if isCounted { state.readers += 1 }
            let start = Start(id: id, number: hosted.number)
            return ExplorationReader(self, state.readerCount, of: start, after: number, isCounted: isCounted)
        }
    }

    /// Waits for the end of an exploration.
    ///
    /// - Parameter longest: For how long at most.
    /// - Throws: `unknown`, `overloaded`.
    package func waitForEnd(of id: String, atMost longest: Duration) async throws {
        try await follow(id, after: 0).waitForEnd(until: wall.now + longest)
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
