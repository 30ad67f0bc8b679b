import LifecycleKernel

/// What `AppState.currentState` of React Native is, when it changes. Unlike the events of `AppState`, it has a value from the
/// launch on: that of `applicationState`, for which the rule `reactNativeInitialState` has the word while the app is
/// inactive. Sources: `RCTAppState.mm`; react-native PR 37690; bugsnag-js-performance issue 491.
struct ReactNativeState: Listener {
    /// The word for an inactive app at its launch.
    let inactive: String
    private var last: String

    init(before state: ProcessState, inactive: String) {
        self.inactive = inactive
        last =
            switch state {
            case .active: "active"
            case .inactive: "inactive"
            case .background, .suspended: "background"
            case .notRunning, .terminated: ""
            }
    }

    mutating func consume(_ record: Record) -> [String] {
        switch record.body {
        case .process(let change) where change.from == .notRunning:
            return become(change.to == .inactive ? inactive : "background")
        case .notification(.willResignActive, _): return become("inactive")
        case .notification(.willEnterForeground, _), .notification(.didEnterBackground, _): return become("background")
        case .notification(.didBecomeActive, _): return become("active")
        default: return []
        }
    }

    private mutating func become(_ state: String) -> [String] {
        guard state != last else { return [] }
        last = state
        return [state]
    }
}
