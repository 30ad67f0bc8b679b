/// Processes that the system prepares for launches that it expects. Sources: facts 1.0, 1.8.
extension App {
    /// Prepares a process; a device that is locked, or has not been unlocked yet, does so too.
    mutating func prewarm(in system: inout SystemState) -> AppEffect {
        var process = AppProcess(
            pid: system.counters.nextPID(),
            reason: .prewarm,
            at: system.now,
            state: .suspended,
            footprintBytes: manifest.footprintBytes
        )
        process.suspendedAt = system.now
        // Its record is the next one.
        process.suspendedBy = system.lastSequence.next
        livingProcess = process
        write(
            .process(
                ProcessChange(
                    from: .notRunning,
                    to: .suspended,
                    reason: .prewarmed,
                    launchReason: .prewarm,
                    launchSteps: manifest.launchSteps(from: .notRunning, for: .prewarm)
                )
            ),
            in: &system
        )
        return .footprintGrew
    }
}
