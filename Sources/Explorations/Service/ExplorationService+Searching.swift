import DeviceHost
import Explorer
import LifecycleKernel
import Synchronization

extension ExplorationService {
    /// Searches until the end, until its time is over, or until it is told to stop.
    func search(_ start: Start) async {
        let hosted = state.withLock { state in
            state.explorations[start.id].flatMap { $0.number == start.number ? $0 : nil }
        }
        guard let hosted else { return end(start, nil) }
        let result: Result<ExplorationReport, Rejection>
        do throws(Rejection) {
            result = .success(try await report(on: hosted, of: start))
        } catch {
            result = .failure(error)
        }
        await hosted.exchange?.cleanUp()
        end(start, result)
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
        // Failures are played again once the time is over, for at most as long.
        exchange.begin(endingAt: began + budget * 2 + ExplorationLimits.playSilence)
        return try await Explorer.run(
            hosted.exploration,
            playedBy: exchange,
            isOver: { signal.isSet },
            usedTime: usedTime,
            progress: progress
        )
    }

    /// Takes up how far a search has come.
    private func note(_ progress: ExplorationProgress, of start: Start) {
        let now = wall.now
        let transitions = state.withLock { state in
            guard state.explorations[start.id]?.number == start.number else { return 0 }
            return state.explorations[start.id]?.take(progress, at: now) ?? 0
        }
        metrics.count(transitions: transitions)
    }

    /// Takes up the state graph of a search as often as its progress is told.
    private func noteGraph(of start: Start, made: () -> StateGraph) {
        let now = wall.now
        let isDue = state.withLock { state in
            state.explorations[start.id].map { $0.number == start.number && $0.wantsGraph(at: now) } ?? false
        }
        guard isDue else { return }
        let graph = made()
        state.withLock { state in
            guard state.explorations[start.id]?.number == start.number else { return }
            state.explorations[start.id]?.take(graph, at: now)
        }
    }

    /// Takes up what a search has come to, and has the next one searched.
    private func end(_ start: Start, _ result: Result<ExplorationReport, Rejection>?) {
        let (now, date) = (wall.now, wall.date)
        let transitions = state.withLock { state in
            state.running -= 1
            var transitions = 0
            if state.explorations[start.id]?.number == start.number {
                transitions = state.explorations[start.id]?.end(result, at: now, date: date) ?? 0
            }
            sweep(&state)
            startWaiting(&state)
            return transitions
        }
        metrics.count(transitions: transitions)
        guard case .success(let report)? = result else { return }
        metrics.count(failures: report.withVariants.reduce(0) { $0 + $1.newFailures.count })
    }
}

/// Tells a search to stop.
final class StopSignal: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
}
