import LifecycleKernel
import WireFormat

/// Finds the sequences of events, actions and passings of time in which an app fails.
///
/// The search is a function of the exploration: it reads no clock and draws no random numbers, so the same exploration
/// gives the same report, on however many cores.
public enum Explorer {
    /// Searches.
    ///
    /// - Parameters:
    ///   - exploration: What is explored, and how far.
    ///   - isOver: Asked by every worker after some inputs whether to stop: within a few milliseconds the search ends. The
    ///     report says how far it has come; its failures are not made shorter, as that takes time. An answer must stay true.
    ///   - usedTime: Which part of the time that the search may take is used up, from 0; the passes end by their shares of it,
    ///     and at 1 the search ends. What it has found is made shorter nevertheless.
    ///   - progress: Told again and again how far the search has come.
    ///   - graph: Told again and again how to make the state graph as it is then, which takes about a millisecond.
    /// - Throws: What is wrong with the device, an app, an input or a step of the start.
    public static func run(
        _ exploration: Exploration,
        isOver: @escaping @Sendable () -> Bool = { false },
        usedTime: @escaping @Sendable () -> Double = { 0 },
        progress: @escaping (ExplorationProgress) -> Void = { _ in },
        graph: @escaping (() -> StateGraph) -> Void = { _ in }
    ) async throws(Rejection) -> ExplorationReport {
        let apps = [exploration] + exploration.variants.map(exploration.exploring)
        var contexts: [(context: SearchContext, alphabet: InputAlphabet)] = []
        for app in apps { contexts.append(try SearchContext.make(for: app)) }
        var reports: [ExplorationReport] = []
        for (place, (app, made)) in zip(apps, contexts).enumerated() {
            var search = Search(app, made.context)
            let ended = reports
            await search.run(
                Search.Watch(
                    isOver: isOver,
                    usedTime: { usedTime() * Double(apps.count) - Double(place) },
                    progress: { progress($0.following(ended, of: apps.count)) },
                    graph: graph
                )
            )
            reports.append(await ExplorationReport(app, made.context, made.alphabet, search, isOver: isOver))
        }
        reports[0].variants = Array(reports.dropFirst())
        return reports[0]
    }

    /// Searches with an app whose code runs elsewhere, running each sequence from its start.
    ///
    /// No pass of it is ever closed. With an app that does the same each time, the same exploration gives the same report.
    ///
    /// - Parameters:
    ///   - exploration: What is explored, and how far; a transition is a remote run. It has no variants.
    ///   - runner: Who has the app's code.
    ///   - isOver: Asked before each remote run whether to stop.
    ///   - usedTime: Which part of the time that the search may take is used up; at 1 the search ends.
    ///   - progress: Told before each remote run how far the search has come.
    /// - Throws: What is wrong with the device, an app, an input or a step of the start.
    public static func run(
        _ exploration: Exploration,
        runningOn runner: any RemoteRunner,
        isOver: @escaping @Sendable () -> Bool = { false },
        usedTime: @escaping @Sendable () -> Double = { 0 },
        progress: @escaping (ExplorationProgress) -> Void = { _ in }
    ) async throws(Rejection) -> ExplorationReport {
        var exploration = exploration
        exploration.isRemote = true
        let made = try SearchContext.make(for: exploration)
        var search = try AttachedSearch(exploration, made.context, runner)
        let outcome = await search.run(
            Search.Watch(isOver: isOver, usedTime: usedTime, progress: progress, graph: { _ in })
        )
        return ExplorationReport(exploration, made.context, made.alphabet, outcome)
    }

    /// The inputs that a search would try.
    ///
    /// - Throws: What is wrong with the device, an app, an input or a step of the start.
    public static func alphabet(of exploration: Exploration) throws(Rejection) -> InputAlphabet {
        try SearchContext.make(for: exploration).alphabet
    }
}
