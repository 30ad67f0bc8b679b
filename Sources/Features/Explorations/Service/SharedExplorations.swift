import DeviceHost
import Explorer
import LifecycleKernel
import StateCoding
import Synchronization

/// The explorations in a store that servers share.
///
/// Each is an item, of which every server has a copy. A server with capacity claims one that waits, renews the claim every second with
/// how far the search has come, and writes the report at the end. If it ends before, another server starts the search anew, which
/// comes to the same.
struct SharedExplorations: Sendable {
    /// Names this server.
    private let server = UInt64.random(in: .min ... .max)
    private let rows: SharedItems
    private let results: SharedItems
    /// The mailboxes of remote runs.
    let remoteRuns: SharedItems
    private let copies: ItemCopies

    /// How often the state graph of a search is written.
    private static let graphInterval = Duration.seconds(2)
    /// How long a server waits before it tries again what has failed.
    private static let pause = Duration.seconds(1)
    /// How often a search is started at most: it may have ended the servers.
    private static let attempts = 3

    /// Makes those of a server; nil if it shares its store with no other.
    init?(in registry: DeviceRegistry) {
        guard let rows = SharedItems(.exploration, in: registry),
            let results = SharedItems(.explorationResult, in: registry),
            let remoteRuns = SharedItems(.explorationRemoteRuns, in: registry),
            let copies = ItemCopies(of: .exploration, in: registry)
        else { return nil }
        (self.rows, self.results, self.remoteRuns, self.copies) = (rows, results, remoteRuns, copies)
    }

    // MARK: Copies

    /// What the store has of explorations that have changed.
    private struct Changed: Sendable {
        /// The positions of all explorations, by their ids.
        var positions: [String: Int64]
        var explorations: [(hosted: HostedExploration, kept: KeptExploration, report: ExplorationReport?)] = []
    }

    /// Reads the explorations again that have changed.
    ///
    /// - Parameter revisions: The revisions of items that the store had lately; nil to ask for them.
    /// - Throws: `storeUnreadable`, `overloaded`.
    func refresh(_ service: ExplorationService, to revisions: ItemRevisions? = nil) async throws(HostError) {
        try await copies.refresh(to: revisions) {
            try await changed(service)
        } replace: { changed in
            service.state.withLock { replace(by: changed, of: service, in: &$0) }
            return true
        }
    }

    private func changed(_ service: ExplorationService) async throws -> Changed {
        var changed = Changed(positions: try await rows.positions())
        let before = service.state.withLock(\.positions)
        for (id, position) in changed.positions where before[id] != position {
            guard let value = try await rows.value(named: id) else {
                changed.positions[id] = nil
                continue
            }
            // A newer version may have written it.
            guard let kept = try? KeptExploration(value) else { continue }
            let known = service.hosted(ExplorationService.Start(id: id, number: kept.row.number))
            guard let hosted = try known ?? service.hosted(id, kept) else { continue }
            var report: ExplorationReport?
            if hosted.report == nil, let name = kept.result, let value = try await results.value(named: name) {
                report = try? KeptResult(value).report.map {
                    try ExplorationReport(encoded: $0, of: hosted.exploration)
                }
            }
            changed.explorations.append((hosted, kept, report))
        }
        return changed
    }

    private func replace(
        by changed: Changed,
        of service: ExplorationService,
        in state: inout ExplorationService.State
    ) {
        for id in Array(state.explorations.keys) where changed.positions[id] == nil {
            service.remove(id, from: &state)
        }
        for (hosted, kept, report) in changed.explorations {
            let start = ExplorationService.Start(id: hosted.id, number: hosted.number)
            if state.explorations[start.id]?.number != start.number {
                service.remove(start.id, from: &state)
                state.explorations[start.id] = hosted
            }
            state.explorations[start.id]?.take(kept, report)
            if kept.isStopping, state.running.contains(start) { hosted.stop() }
        }
        state.positions = changed.positions
        service.startWaiting(&state)
    }

    // MARK: Requests

    /// Adds an exploration; nothing if the same request has added it before.
    ///
    /// - Throws: `ExplorationError.exists`; `storeUnreadable`, `overloaded`.
    func insert(_ id: String, _ new: KeptExploration) async throws {
        try await rows.change(id) { value in
            guard let other = value else {
                value = new.encoded
                return
            }
            guard let request = new.request, try KeptExploration(other).request == request else {
                throw ExplorationError.exists(id)
            }
        }
    }

    /// Takes one back for which there was no room.
    ///
    /// - Returns: False if a server has begun to search.
    func takeBack(_ start: ExplorationService.Start) async throws -> Bool {
        try await rows.change(start.id) { value in
            guard let kept = try kept(value, start), kept.row.status == .queued else { return false }
            value = nil
            return true
        }
    }

    /// Changes an exploration.
    ///
    /// - Throws: `ExplorationError.unknown`; `storeUnreadable`, `overloaded`.
    func change(_ id: String, _ body: (inout KeptExploration) -> Void) async throws {
        try await rows.change(id) { value in
            guard let bytes = value else { throw ExplorationError.unknown(id) }
            var kept = try KeptExploration(bytes)
            body(&kept)
            value = kept.encoded
        }
    }

    /// Has the search of an exploration stopped; ends one that no server searches.
    ///
    /// - Throws: `ExplorationError.unknown`; `storeUnreadable`, `overloaded`.
    func stop(_ id: String, for service: ExplorationService) async throws {
        let (now, date) = (service.wall.now, service.wall.date)
        try await change(id) { kept in
            guard !kept.row.status.isEnd else { return }
            kept.isStopping = true
            if kept.isFree(at: now) { end(&kept, id, .cancelled, at: now, date) }
        }
    }

    /// Ends an exploration that no server searches.
    private func end(
        _ kept: inout KeptExploration,
        _ id: String,
        _ status: ExplorationRow.Status,
        detail: String? = nil,
        at now: WallInstant,
        _ date: Instant
    ) {
        kept.row.end(status, detail: detail, at: now, date: date)
        // What a server has left that has ended is removed with it.
        if let claim = kept.claim.take() {
            kept.result = resultName(ExplorationService.Start(id: id, number: kept.row.number), of: claim.server)
        }
    }

    /// Removes an exploration with all that is kept of it.
    ///
    /// - Throws: `ExplorationError.unknown`; `storeUnreadable`, `overloaded`.
    func remove(_ id: String) async throws {
        guard let value = try await rows.value(named: id) else { throw ExplorationError.unknown(id) }
        let kept = try KeptExploration(value)
        let start = ExplorationService.Start(id: id, number: kept.row.number)
        // First, so that nothing is left over.
        for name in Set([kept.result, kept.claim.map { resultName(start, of: $0.server) }].compactMap(\.self)) {
            try await results.change(name) { $0 = nil }
        }
        try await remoteRuns.change(Self.name(start)) { $0 = nil }
        try await rows.change(id) { value in
            if try self.kept(value, start) != nil { value = nil }
        }
    }

    /// The state graph of a search that another server carries out; nil if it has written none.
    ///
    /// - Throws: `storeUnreadable`.
    func graph(_ hosted: HostedExploration) async throws(HostError) -> StateGraph? {
        guard let claim = hosted.claim, claim.server != server else { return nil }
        let start = ExplorationService.Start(id: hosted.id, number: hosted.number)
        return try await results.value(named: resultName(start, of: claim.server)).flatMap { try? KeptResult($0).graph }
    }

    // MARK: The search

    /// Claims an exploration for this server.
    ///
    /// - Returns: The exploration; nil if another server was faster, or it is gone.
    func claim(_ start: ExplorationService.Start, for service: ExplorationService) async -> HostedExploration? {
        do {
            // Before the claim: from then on it may be stopped.
            service.hosted(start)?.signal.reset()
            guard !service.state.withLock(\.isStopping) else { return nil }
            let (now, date) = (service.wall.now, service.wall.date)
            let former: ExplorationClaim?? = try await rows.change(start.id) { value in
                guard var kept = try kept(value, start), kept.isFree(at: now) else { return nil }
                defer { value = kept.encoded }
                kept.attempts += 1
                guard !kept.isStopping, kept.attempts <= Self.attempts else {
                    let status: ExplorationRow.Status = kept.isStopping ? .cancelled : .failed
                    end(&kept, start.id, status, detail: kept.isStopping ? nil : Self.gaveUp, at: now, date)
                    return nil
                }
                let former = kept.claim
                kept.row.start(at: now, date: date)
                kept.claim = ExplorationClaim(server, at: now)
                return .some(former)
            }
            try await refresh(service)
            guard let former, let hosted = service.hosted(start) else { return nil }
            if let former { try await results.change(resultName(start, of: former.server)) { $0 = nil } }
            return hosted
        } catch {
            // Otherwise it would be tried again at once.
            try? await service.wall.sleep(until: service.wall.now + Self.pause)
            return nil
        }
    }

    private static let gaveUp = "The servers that searched have ended before the search, \(attempts) times."

    /// Renews the claim, and writes how far the search has come, until the task is cancelled or another server has the claim.
    func keep(_ start: ExplorationService.Start, of service: ExplorationService) async {
        let wall = service.wall
        var graphWritten = wall.now
        while (try? await wall.sleep(until: wall.now + ExplorationClaim.interval)) != nil {
            guard let hosted = service.hosted(start) else { return }
            let now = wall.now
            // Without an answer it is tried again: nobody else may be able to search.
            let isKept = try? await rows.change(start.id) { value in
                guard var kept = try kept(value, start), kept.claim?.server == server else { return false }
                if let progress = hosted.unsaved { _ = kept.row.take(progress, at: now) }
                kept.claim = ExplorationClaim(server, at: now)
                value = kept.encoded
                return true
            }
            guard isKept != false else { return hosted.stop() }
            if let graph = hosted.runningGraph, now - graphWritten >= Self.graphInterval {
                graphWritten = now
                try? await results.change(resultName(start, of: server)) { $0 = KeptResult(graph: graph).encoded }
            }
            try? await refresh(service)
        }
    }

    /// Writes what a search has come to, as soon as the store can be written. If this server stops, another one starts it anew.
    ///
    /// - Returns: Whether it has ended.
    func end(
        _ start: ExplorationService.Start,
        _ result: Result<ExplorationReport, Rejection>,
        of service: ExplorationService
    ) async -> Bool {
        while !Task.isCancelled {
            do {
                return try await write(result, of: start, service)
            } catch {
                try? await service.wall.sleep(until: service.wall.now + Self.pause)
            }
        }
        return false
    }

    private func write(
        _ result: Result<ExplorationReport, Rejection>,
        of start: ExplorationService.Start,
        _ service: ExplorationService
    ) async throws -> Bool {
        let name = resultName(start, of: server)
        let hosted = service.hosted(start)
        let isStopped = hosted?.signal.isSet ?? true
        let isReleased = isStopped && service.state.withLock(\.isStopping)
        if case .success(let report) = result, hosted != nil {
            try await results.change(name) { $0 = KeptResult(report: report.encoded()).encoded }
        }
        let (now, date) = (service.wall.now, service.wall.date)
        let hasEnded: Bool? = try await rows.change(start.id) { value in
            guard var kept = try kept(value, start) else { return nil }
            // It was written, and the answer was lost.
            if kept.result == name { return true }
            guard kept.claim?.server == server else { return nil }
            kept.claim = nil
            if isReleased, !kept.isStopping {
                kept.row.release()
                kept.attempts = 0
            } else {
                kept.row.end(result, isStopped: isStopped, at: now, date: date)
                if case .success = result { kept.result = name }
            }
            value = kept.encoded
            return kept.row.status.isEnd
        }
        if hasEnded != true { try await results.change(name) { $0 = nil } }
        if hasEnded == nil, try await kept(rows.value(named: start.id), start) == nil {
            try await remoteRuns.change(Self.name(start)) { $0 = nil }
        }
        try await refresh(service)
        return hasEnded == true
    }

    // MARK: Names and values

    /// The exploration that a value is, if it is still the same.
    private func kept(_ value: [UInt8]?, _ start: ExplorationService.Start) throws(HostError) -> KeptExploration? {
        guard let value else { return nil }
        let kept = try KeptExploration(value)
        return kept.row.number == start.number ? kept : nil
    }

    /// The name of what belongs to an exploration.
    static func name(_ start: ExplorationService.Start) -> String { "\(start.id)/\(start.number)" }

    private func resultName(_ start: ExplorationService.Start, of server: UInt64) -> String {
        "\(Self.name(start))/\(server)"
    }
}

/// What a search has found, as a store keeps it.
private struct KeptResult: Codable {
    /// While it goes on.
    var graph: StateGraph?
    /// At its end.
    var report: [UInt8]?

    init(graph: StateGraph? = nil, report: [UInt8]? = nil) {
        self.graph = graph
        self.report = report
    }

    init(_ bytes: [UInt8]) throws { self = try KeptBytes.decode(Self.self, from: bytes) }

    var encoded: [UInt8] { KeptBytes.encode(self) }
}
