import LifecycleKernel

/// What React Native's `AppState` emits: `appStateDidChange` only when its string changes, and `memoryWarning`.
///
/// Nothing is emitted when an app that is launched to the screen becomes active: the JavaScript code that listens is loaded
/// after that. Sources: `RCTAppState.mm`; react-native issue 18836.
struct ReactNativeAppState: Listener {
    private var last: String
    /// Whether the app is on its way to the screen in a process that was launched for it.
    private var isLaunchedToScreen = false

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
            isLaunchedToScreen = change.launchReason?.isForeground == true
            last = isLaunchedToScreen ? "active" : "background"
            return []
        // UIKit posts it at a launch with scenes, too.
        case .notification(.willEnterForeground, _) where isLaunchedToScreen: return []
        case .notification(.willResignActive, _): return emit("inactive")
        case .notification(.willEnterForeground, _), .notification(.didEnterBackground, _): return emit("background")
        case .notification(.didBecomeActive, _): return emit("active")
        case .notification(.didReceiveMemoryWarning, _): return ["memoryWarning"]
        default: return []
        }
    }

    private mutating func emit(_ state: String) -> [String] {
        isLaunchedToScreen = false
        guard state != last else { return [] }
        last = state
        return [state]
    }
}
