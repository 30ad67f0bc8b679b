import LifecycleKernel

/// What React Native's `AppState` emits: `appStateDidChange` only when its string changes, and `memoryWarning`.
///
/// Nothing is emitted when an app that is launched to the screen becomes active: the JavaScript code that listens is loaded
/// after that. Sources: `RCTAppState.mm`; react-native issue 18836.
struct ReactNativeAppState: Listener {
    private var last: String

    init(before state: ProcessState) {
        last =
            switch state {
            case .active: "active"
            case .inactive: "inactive"
            case .background, .suspended: "background"
            case .notRunning, .terminated: "unknown"
            }
    }

    mutating func consume(_ record: Record) -> [String] {
        switch record.body {
        case .process(let change) where change.from == .notRunning:
            // With scenes the process is in the background until the first one connects.
            last = change.launchReason?.isForeground == true ? "active" : "background"
            return []
        case .notification(.willResignActive): return emit("inactive")
        case .notification(.willEnterForeground), .notification(.didEnterBackground): return emit("background")
        case .notification(.didBecomeActive): return emit("active")
        case .notification(.didReceiveMemoryWarning): return ["memoryWarning"]
        default: return []
        }
    }

    private mutating func emit(_ state: String) -> [String] {
        guard state != last else { return [] }
        last = state
        return [state]
    }
}
