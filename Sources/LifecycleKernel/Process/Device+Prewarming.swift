/// Processes that the system prepares for launches that it expects.
///
/// It runs them up to `UIApplicationMain` and suspends them there: no code of the app's delegates runs, and for people
/// and for the app it does not run. It counts for memory, and goes before all that was on screen. The launch goes on in
/// the same process, and has all its time. Sources: facts 1.0, 1.8.
extension Device {
    func checkPrewarms(_ bundleID: BundleID) throws(Rejection) {
        let index = try known(bundleID)
        guard rulebook.holds(.prewarmingAvailable) else {
            throw notNow("this system does not prewarm apps", state: state(of: index).rawValue)
        }
        if let process = installed[index].process {
            throw notNow("\(bundleID) has a process already", state: process.state.rawValue)
        }
    }

    /// Prepares a process; a device that is locked, or has not been unlocked yet, does so too.
    mutating func prewarm(_ index: Int) {
        var process = AppProcess(
            pid: nextPID(),
            reason: .prewarm,
            at: now,
            state: .suspended,
            footprintBytes: installed[index].manifest.footprintBytes
        )
        process.suspendedAt = now
        // Its record is the next one.
        process.suspendedBy = lastSequence + 1
        installed[index].process = process
        write(
            .process(ProcessChange(from: .notRunning, to: .suspended, why: .prewarmed, launchReason: .prewarm)),
            app: index
        )
        footprintGrew(index)
    }
}
