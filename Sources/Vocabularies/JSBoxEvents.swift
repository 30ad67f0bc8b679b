import LifecycleKernel

/// What a JSBox script hears with `$app.listen`.
///
/// Source: JSBox's documentation, which has one `pause` after the app stops responding and one `resume` after it
/// responds again. Other accounts have one for each of the two callbacks on the way; the rule `jsboxEvents` decides.
/// `exit` cannot be relied on: a process that is killed hears nothing.
struct JSBoxEvents: Listener {
    private let hearsEveryCallback: Bool
    private var isPaused: Bool

    init(before state: ProcessState, hearsEveryCallback: Bool) {
        self.hearsEveryCallback = hearsEveryCallback
        // A script that starts has not been paused, whatever its process does in the background.
        isPaused = state != .active && state != .notRunning
    }

    mutating func heard(_ record: Record) -> [String] {
        switch record.notification {
        case .didFinishLaunching: ["ready"]
        case .willResignActive: pauses() ? ["pause"] : []
        case .didBecomeActive: resumes() ? ["resume"] : []
        case .didEnterBackground: hearsEveryCallback ? ["pause"] : []
        case .willEnterForeground: hearsEveryCallback ? ["resume"] : []
        case .willTerminate: ["exit"]
        default: []
        }
    }

    /// Whether becoming inactive is told.
    private mutating func pauses() -> Bool {
        defer { isPaused = true }
        return hearsEveryCallback || !isPaused
    }

    /// Whether becoming active is told.
    private mutating func resumes() -> Bool {
        defer { isPaused = false }
        return hearsEveryCallback || isPaused
    }
}
