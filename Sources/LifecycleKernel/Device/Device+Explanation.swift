/// The explanation of an app's state: its reasons, its assertions, and its future without further input.
extension Device {
    /// How far an explanation looks ahead: a day.
    package static let explanationSpan: Milliseconds = 86_400_000

    /// Explains an app's state.
    ///
    /// The future is that of a copy which is advanced, so it is what an advance would do.
    ///
    /// - Parameter limit: How many deadlines of the copy are settled at most.
    /// - Returns: nil when the app is not installed.
    package func explain(_ bundleID: BundleID, limit: Int) -> Explanation? {
        guard let index = index(of: bundleID) else { return nil }
        var future = self
        _ = future.takeRecords()
        let stop = future.carryOut(
            .untilIdle(limit: Self.explanationSpan),
            within: AdvanceLimits(deadlines: limit)
        )
        return Explanation(
            app: apps[index].status(in: system),
            process: apps[index].livingProcess.flatMap { process($0.pid) },
            isInFront: apps[index].installation.isInFront(in: system),
            because: apps[index].reasons(in: system),
            next: future.takeRecords().filter { $0.bundleID == bundleID },
            isComplete: stop == .idle
        )
    }
}
