import DeviceHost
import Explorer
import LifecycleKernel
import Synchronization

extension ExplorationService {
    /// Searches until the end, until its time is over, or until it is told to stop.
    func search(_ start: Start) async {
        guard let sharing else {
            if let hosted = hosted(start) {
                let result = await outcome(on: hosted, of: start)
                await hosted.exchange?.cleanUp()
                let (now, date) = (wall.now, wall.date)
                count(
                    transitions: state.withLock { state in
                        change(start, in: &state) { $0.end(result, at: now, date: date) } ?? 0
                    }
                )
                count(result)
            }
            return end(start)
        }
        if let hosted = await sharing.claim(start, for: self) {
            let result = await withTaskGroup(of: Void.self) { group in
                group.addTask { await sharing.keep(start, of: self) }
                let result = await outcome(on: hosted, of: start)
                await hosted.exchange?.cleanUp()
                group.cancelAll()
                return result
            }
            count(transitions: state.withLock { change(start, in: &$0) { $0.count(upTo: result) } ?? 0 })
            if await sharing.end(start, result, of: self) { count(result) }
        }
        end(start)
    }

    /// An exploration, unless it is gone.
    func hosted(_ start: Start) -> HostedExploration? {
        state.withLock { state in
            state.explorations[start.id].flatMap { $0.number == start.number ? $0 : nil }
        }
    }

    private func outcome(on hosted: HostedExploration, of start: Start) async -> Result<ExplorationReport, Rejection> {
        do throws(Rejection) {
            return .success(try await report(on: hosted, of: start))
        } catch {
            return .failure(error)
        }
    }

    private func report(on hosted: HostedExploration, of start: Start) async throws(Rejection) -> ExplorationReport {
        let signal = hosted.signal
        let began = wall.now
        let budget = max(.milliseconds(1), Duration.milliseconds(hosted.asked.budget))
        let usedTime: @Sendable () -> Double = { (self.wall.now - began) / budget }
        let progress = { self.note($0, of: start) }
        guard let exchange = hosted.exchange else {
            return try await Explorer.run(
                hosted.exploration,
                isOver: { signal.isSet },
                usedTime: usedTime,
                progress: progress,
                graph: { self.noteGraph(of: start, made: $0) }
            )
        }
        // Failures are run again once the time is over, for at most as long.
        await exchange.begin(endingAt: began + budget * 2 + ExplorationLimits.remoteRunSilence)
        return try await Explorer.run(
            hosted.exploration,
            runningOn: exchange,
            isOver: { signal.isSet },
            usedTime: usedTime,
            progress: progress
        )
    }

    /// Takes up how far a search has come.
    private func note(_ progress: ExplorationProgress, of start: Start) {
        let now = wall.now
        let isShared = sharing != nil
        count(
            transitions: state.withLock { state in
                change(start, in: &state) { isShared ? $0.takeUnsaved(progress) : $0.take(progress, at: now) } ?? 0
            }
        )
    }

    /// Takes up the state graph of a search as often as its progress is told.
    private func noteGraph(of start: Start, made: () -> StateGraph) {
        let now = wall.now
        let isDue = state.withLock { state in change(start, in: &state) { $0.wantsGraph(at: now) } ?? false }
        guard isDue else { return }
        let graph = made()
        state.withLock { state in _ = change(start, in: &state) { $0.take(graph, at: now) } }
    }

    /// Has the next one searched.
    private func end(_ start: Start) {
        state.withLock { state in
            state.running.remove(start)
            sweep(&state)
            startWaiting(&state)
        }
    }

    private func count(transitions: Int) { metrics.count(transitions: transitions) }

    private func count(_ result: Result<ExplorationReport, Rejection>) {
        guard case .success(let report) = result else { return }
        metrics.count(failures: report.withVariants.reduce(0) { $0 + $1.newFailures.count })
    }

    /// Changes an exploration in memory, unless it is gone.
    func change<Result>(
        _ start: Start,
        in state: inout State,
        _ body: (inout HostedExploration) -> Result
    ) -> Result? {
        guard state.explorations[start.id]?.number == start.number else { return nil }
        return body(&state.explorations[start.id]!)
    }
}

/// Tells a search to stop.
final class StopSignal: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }

    /// Has it stop no search any more, before another one begins.
    func reset() { flag.store(false, ordering: .relaxed) }
}
