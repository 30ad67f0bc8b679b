import LifecycleKernel

/// What React Native's `AppState` emits: `appStateDidChange` only when its string changes, and `memoryWarning`.
///
/// Source: `RCTAppState.mm`. Its string starts as what the application's state is at the launch, and is `unknown` for an
/// inactive one.
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
            last = change.to == .background ? "background" : "unknown"
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
