/// The explanation of an app's state: its reasons, its assertions, and its future without further input.
extension Device {
    /// How far an explanation looks ahead: a day.
    package static let explanationSpan: Milliseconds = 86_400_000

    /// Explains an app's state.
    ///
    /// The future is that of a copy which is advanced, so it is what an advance would do. Of an attached app it ends where
    /// a callback of it waits for the program that plays it: how that goes on nobody knows.
    ///
    /// - Parameter limits: How much of that future is looked at; `isComplete` says whether more follows.
    /// - Returns: nil when the app is not installed.
    package func explain(_ bundleID: BundleID, within limits: AdvanceLimits) -> Explanation? {
        guard let index = index(of: bundleID) else { return nil }
        var future = self
        _ = future.takeRecords()
        var budget = AdvanceBudget(limits, on: system.timeline)
        budget.stopsAtCallbacks = .only(bundleID)
        let stop = future.settleUntilIdle(upTo: system.now + Self.explanationSpan, within: budget)
        return Explanation(
            app: apps[index].status(in: system),
            process: apps[index].livingProcess.flatMap { process($0.pid) },
            isInFront: apps[index].installation.isInFront(in: system),
            because: apps[index].reasons(in: system)
                + apps[index].sentencesAboutRequests(isAtContinuedLimit: isAtContinuedTaskLimit, in: system),
            next: future.takeRecords().filter { $0.bundleID == bundleID },
            isComplete: stop == .idle
        )
    }
}
