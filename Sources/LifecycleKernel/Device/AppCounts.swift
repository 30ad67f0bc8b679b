/// How much of what may grow with every visit an app has.
package struct AppCounts: Hashable, Sendable {
    /// What is counted.
    package enum Kind: String, CaseIterable, Sendable {
        case openBackgroundTasks, footprint, transfers, requests, windows, waitingCalls, liveActivities
    }

    private var counts: [Int64]

    /// How many, or for the footprint how many bytes.
    package subscript(kind: Kind) -> Int64 { counts[Kind.allCases.firstIndex(of: kind) ?? 0] }

    fileprivate init(_ app: App) {
        counts = Kind.allCases.map { kind in
            switch kind {
            case .openBackgroundTasks: Int64(app.livingProcess?.work.tasks.count ?? 0)
            case .footprint: app.livingProcess?.footprintBytes.count ?? 0
            case .transfers: Int64(app.background.transfers.count)
            case .requests: Int64(app.background.requests.count)
            case .windows: Int64(app.sessions.count)
            case .waitingCalls: Int64(app.livingProcess?.runLoop.waitingCount ?? 0)
            case .liveActivities: Int64(app.background.liveActivities?.count ?? 0)
            }
        }
    }
}

extension Device {
    /// How much of what may grow an app has; nil when it is not installed.
    package func counts(of bundleID: BundleID) -> AppCounts? { index(of: bundleID).map { AppCounts(apps[$0]) } }
}
