/// The exits that `MXAppExitMetric` counts, by the middle of their names. Source: facts 4.5.
package enum ExitCounter: String, CaseIterable, Codable, Sendable {
    case normalApp = "NormalApp"
    case memoryResourceLimit = "MemoryResourceLimit"
    case cpuResourceLimit = "CPUResourceLimit"
    case memoryPressure = "MemoryPressure"
    case badAccess = "BadAccess"
    case abnormal = "Abnormal"
    case illegalInstruction = "IllegalInstruction"
    case appWatchdog = "AppWatchdog"
    case suspendedWithLockedFile = "SuspendedWithLockedFile"
    case backgroundTaskAssertionTimeout = "BackgroundTaskAssertionTimeout"
    // These two are in payloads and not in the documentation.
    case backgroundURLSessionCompletionTimeout = "BackgroundURLSessionCompletionTimeout"
    case backgroundFetchCompletionTimeout = "BackgroundFetchCompletionTimeout"

    /// The name of the counter, such as `cumulativeAbnormalExitCount`.
    package var key: String { "cumulative\(rawValue)ExitCount" }

    /// Whether `foregroundExitData` has it too; `backgroundExitData` has all of them.
    ///
    /// The documentation names no processor limit for the foreground; the payloads that Xcode simulates have it.
    package var countsInForeground: Bool {
        switch self {
        case .normalApp, .memoryResourceLimit, .cpuResourceLimit, .badAccess, .abnormal, .illegalInstruction,
            .appWatchdog:
            true
        case .memoryPressure, .suspendedWithLockedFile, .backgroundTaskAssertionTimeout,
            .backgroundURLSessionCompletionTimeout, .backgroundFetchCompletionTimeout:
            false
        }
    }
}

/// How often the processes of an app ended in each of the ways that MetricKit counts, since the app was installed.
///
/// An exit in the foreground for which only the background has a counter is counted nowhere, as MetricKit has it.
package struct ExitCounts: Hashable, Codable, Sendable {
    /// What has been counted at least once, in the order of the first time.
    private var rows: [Row] = []

    /// One counter of one side.
    private struct Row: Hashable, Codable {
        var counter: ExitCounter
        var inForeground: Bool
        var count: Int
    }

    mutating func count(_ counter: ExitCounter, inForeground: Bool) {
        guard !inForeground || counter.countsInForeground else { return }
        if let index = index(counter, inForeground) {
            rows[index].count += 1
        } else {
            rows.append(Row(counter: counter, inForeground: inForeground, count: 1))
        }
    }

    /// How often each was counted that was.
    var counts: [Int] { rows.map(\.count) }

    /// How often it was counted.
    package func count(of counter: ExitCounter, inForeground: Bool) -> Int {
        index(counter, inForeground).map { rows[$0].count } ?? 0
    }

    private func index(_ counter: ExitCounter, _ inForeground: Bool) -> Int? {
        rows.firstIndex { $0.counter == counter && $0.inForeground == inForeground }
    }
}
