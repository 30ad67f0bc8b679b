import LifecycleKernel

/// The events that a JSBox script gets with `$app.listen`.
///
/// Source: JSBox's documentation, which has one `pause` after the app stops responding and one `resume` after it
/// responds again. Other accounts have one for each of the two callbacks on the way; the rule `jsboxEvents` decides.
/// `exit` cannot be relied on: a process that is killed gets no event.
struct JSBoxEvents: Listener {
    private let reportsEveryCallback: Bool
    private var isPaused: Bool

    init(before state: ProcessState, reportsEveryCallback: Bool) {
        self.reportsEveryCallback = reportsEveryCallback
        // A script that starts has not been paused, whatever its process does in the background.
        isPaused = state != .active && state != .notRunning
    }

    mutating func consume(_ record: Record) -> [String] {
        switch record.notification {
        case .didFinishLaunching: ["ready"]
        case .willResignActive: pauses() ? ["pause"] : []
        case .didBecomeActive: resumes() ? ["resume"] : []
        case .didEnterBackground: reportsEveryCallback ? ["pause"] : []
        case .willEnterForeground: reportsEveryCallback ? ["resume"] : []
        case .willTerminate: ["exit"]
        default: []
        }
    }

    /// Whether becoming inactive is reported.
    private mutating func pauses() -> Bool {
        defer { isPaused = true }
        return reportsEveryCallback || !isPaused
    }

    /// Whether becoming active is reported.
    private mutating func resumes() -> Bool {
        defer { isPaused = false }
        return reportsEveryCallback || isPaused
    }
}
