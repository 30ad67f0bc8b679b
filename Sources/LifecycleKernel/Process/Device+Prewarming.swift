/// Processes that the system prepares for launches that it expects.
///
/// It runs them up to `UIApplicationMain` and suspends them there: no code of the app's delegates runs, and for people
/// and for the app it does not run. It counts for memory, and goes before all that was on screen. The launch goes on in
/// the same process, and has all its time. Sources: facts 1.0, 1.8.
extension Device {
    func checkPrewarms(_ bundleID: BundleID) throws(Rejection) {
        let index = try requireInstalled(bundleID)
        guard system.rulebook.holds(.prewarmingAvailable) else {
            throw Rejection.notNow("this system does not prewarm apps", state: apps[index].state.rawValue)
        }
        guard apps[index].manifest.mainOnlyTakesTime else {
            throw Rejection.notNow(
                "the behavior of main does more than take time, which prewarming would run: it is not simulated",
                state: apps[index].state.rawValue
            )
        }
        if let process = apps[index].livingProcess {
            throw Rejection.notNow("\(bundleID) has a process already", state: process.state.rawValue)
        }
    }
}
