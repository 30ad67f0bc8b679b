/// How many apps are in each state.
///
/// Plain fields instead of a SIMD vector: a vector that lives across an `await` needs more alignment than the frame of
/// an asynchronous function has, and Swift 6.3.1 then writes beyond its end in optimized builds.
package struct StateCounts: Hashable, Sendable {
    private var notRunning: Int32 = 0
    private var inactive: Int32 = 0
    private var active: Int32 = 0
    private var background: Int32 = 0
    private var suspended: Int32 = 0
    private var terminated: Int32 = 0

    package static let zero = StateCounts()

    private init() {}

    /// Makes counts from a closure that returns the count of each state.
    package init(_ count: (ProcessState) -> Int) {
        notRunning = Int32(clamping: count(.notRunning))
        inactive = Int32(clamping: count(.inactive))
        active = Int32(clamping: count(.active))
        background = Int32(clamping: count(.background))
        suspended = Int32(clamping: count(.suspended))
        terminated = Int32(clamping: count(.terminated))
    }

    /// Counts one more app.
    mutating func count(_ state: ProcessState) {
        switch state {
        case .notRunning: notRunning += 1
        case .inactive: inactive += 1
        case .active: active += 1
        case .background: background += 1
        case .suspended: suspended += 1
        case .terminated: terminated += 1
        }
    }

    /// How many are in a state.
    package subscript(state: ProcessState) -> Int {
        switch state {
        case .notRunning: Int(notRunning)
        case .inactive: Int(inactive)
        case .active: Int(active)
        case .background: Int(background)
        case .suspended: Int(suspended)
        case .terminated: Int(terminated)
        }
    }

    /// Adds the counts of other apps.
    package static func += (left: inout StateCounts, right: StateCounts) {
        left.notRunning += right.notRunning
        left.inactive += right.inactive
        left.active += right.active
        left.background += right.background
        left.suspended += right.suspended
        left.terminated += right.terminated
    }

    /// Subtracts the counts of apps that are among them.
    package static func -= (left: inout StateCounts, right: StateCounts) {
        left.notRunning -= right.notRunning
        left.inactive -= right.inactive
        left.active -= right.active
        left.background -= right.background
        left.suspended -= right.suspended
        left.terminated -= right.terminated
    }
}

/// How many things an app has of the kinds that may grow with every input.
package struct AppCounts: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case openBackgroundTasks, footprint, transfers, requests, windows, waitingCalls, liveActivities
    }

    private var counts: [Int64]

    /// The count of this kind; for the footprint, the number of bytes.
    package subscript(kind: Kind) -> Int64 { counts[Kind.allCases.firstIndex(of: kind) ?? 0] }

    fileprivate init(_ app: App) {
        counts = Kind.allCases.map { kind in
            switch kind {
            case .openBackgroundTasks: Int64(app.livingProcess?.work.tasks.count ?? 0)
            case .footprint: app.livingProcess?.footprintBytes.count ?? 0
            case .transfers:
                Int64(app.background.transfers.count + (app.livingProcess?.work.requests.count ?? 0))
            case .requests: Int64(app.background.requests.count)
            case .windows: Int64(app.sessions.count)
            case .waitingCalls: Int64(app.livingProcess?.runLoop.waitingCount ?? 0)
            case .liveActivities: Int64(app.background.liveActivities?.count ?? 0)
            }
        }
    }
}

extension Device {
    /// How many things an app has of these kinds; nil if it is not installed.
    package func counts(of bundleID: BundleID) -> AppCounts? { index(of: bundleID).map { AppCounts(apps[$0]) } }
}

/// What a search reads of an app in every state. It is small, and reading it copies nothing large.
package struct AppGlance: Hashable, Sendable {
    package var state: ProcessState
    /// Whether a handler of its process is in flight.
    package var isInHandler: Bool
    /// The callback whose handler is in flight.
    package var callbackInFlight: CallbackName?
    /// Whether its process has unsaved changes.
    package var hasUnsavedChanges: Bool
}

extension App {
    /// What a search reads of the app.
    fileprivate var glance: AppGlance {
        guard hasLaunched else {
            return AppGlance(state: .notRunning, isInHandler: false, callbackInFlight: nil, hasUnsavedChanges: false)
        }
        return AppGlance(
            state: ProcessState(process.state),
            isInHandler: process.runLoop.isInHandler,
            callbackInFlight: process.runLoop.inFlight?.name,
            hasUnsavedChanges: process.unsavedChanges > 0
        )
    }

    /// The kinds of the assertions that its process holds.
    fileprivate var assertionKinds: AssertionKinds {
        guard hasLaunched else { return [] }
        return process.assertions.held.reduce(into: []) { $0.insert(AssertionKinds($1.kind)) }
    }
}

extension Device {
    /// The kinds of the assertions that an app's process holds; none if it is not installed.
    package func assertionKinds(of bundleID: BundleID) -> AssertionKinds {
        index(of: bundleID).map { apps[$0].assertionKinds } ?? []
    }

    /// Who is in front, as an app sees it.
    package func front(of bundleID: BundleID) -> Front { system.screen.front(of: bundleID) }

    /// What a search reads of an app; nil if it is not installed.
    package func glance(at bundleID: BundleID) -> AppGlance? { index(of: bundleID).map { apps[$0].glance } }

    /// The next deadline other than the one at which the device becomes idle; nil if there is none.
    package var nextDeadlineBesidesIdleness: Instant? {
        system.deadlines.first { $0.subject != .device(.deviceBecomesIdle) }?.at
    }

    /// The numbers of an app's windows, in the order in which they were made.
    package func windows(of bundleID: BundleID) -> [SceneID] {
        guard let index = index(of: bundleID) else { return [] }
        return apps[index].sessions.filter { $0.otherRole == nil }.map(\.number)
    }
}
