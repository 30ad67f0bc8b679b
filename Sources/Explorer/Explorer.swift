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
    ///   - isOver: Asked again and again whether to stop; the report says how far the search has come.
    ///   - progress: Told again and again how far the search has come.
    /// - Throws: What is wrong with the device, an app, a letter or a step of the start.
    public static func run(
        _ exploration: Exploration,
        isOver: () -> Bool = { false },
        progress: (ExplorationProgress) -> Void = { _ in }
    ) async throws(Rejection) -> ExplorationReport {
        let (context, alphabet) = try SearchContext.make(for: exploration)
        var search = Search(exploration, context)
        await search.run(isOver: isOver, progress: progress)
        return ExplorationReport(exploration, context, alphabet, passes: search.passes, failures: search.failures)
    }

    /// The letters that a search would try.
    ///
    /// - Throws: What is wrong with the device, an app, a letter or a step of the start.
    public static func alphabet(of exploration: Exploration) throws(Rejection) -> Alphabet {
        try SearchContext.make(for: exploration).alphabet
    }
}
