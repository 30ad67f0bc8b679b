import LifecycleKernel

/// What `XCUIApplication.state` becomes, as a UI test sees it from outside, when it changes.
///
/// Source: Apple, "XCUIApplication.State", and the mapping that Appium's `mobile: queryAppState` documents.
struct XCUIApplicationState: Listener {
    func consume(_ record: Record) -> [String] {
        guard case .process(let change) = record.body else { return [] }
        let state = name(of: change.to)
        return state == name(of: change.from) ? [] : [state]
    }

    private func name(of state: ProcessState) -> String {
        switch state {
        case .notRunning, .terminated: "notRunning"
        case .suspended: "runningBackgroundSuspended"
        case .background: "runningBackground"
        case .inactive, .active: "runningForeground"
        }
    }
}
