/// How processes begin. Source: facts 1.1.
extension Device {
    /// Launches an app in a new process, or in the one that was prewarmed for it.
    ///
    /// - Parameters:
    ///   - payload: What it is launched with, which the launch options or the connection options contain.
    ///   - scene: The scene that the payload is delivered to.
    ///   - inBackground: Whether it stays in the background, though launches for its reason may be in the foreground.
    ///   - options: Further launch options.
    mutating func launch(
        _ index: Int,
        reason: LaunchReason,
        payload: LaunchPayload? = nil,
        scene: SceneID = 0,
        arguments: [String] = [],
        inBackground: Bool = false,
        options: [Value.Member] = []
    ) {
        if apps[index].hasProcess { apps[index].settleEnergy(in: &system) }
        let prewarmed = apps[index].livingProcess
        apps[index].launchCount += 1
        let hasScenes = apps[index].lifecycle == .scenes
        let launchesToForeground = reason.isForeground && !inBackground
        let state: ProcessState = !hasScenes && launchesToForeground ? .inactive : .background
        var process = AppProcess(
            pid: prewarmed?.pid ?? system.counters.nextPID(),
            reason: reason,
            at: system.now,
            state: state,
            footprintBytes: apps[index].manifest.footprintBytes
        )
        if !hasScenes {
            process.scenes = [Scene(number: 0, state: state == .inactive ? .foregroundInactive : .background)]
        }
        if let prewarmed { process.resume(from: prewarmed) }
        process.payloads = payload.map { [PendingPayload(payload: $0, scene: scene, isCold: !hasScenes)] } ?? []
        if inBackground { process.launchInBackground() }
        let told = options + (hasScenes ? [] : payload?.launchOptions ?? [])
        let from: ProcessState = prewarmed == nil ? .notRunning : .suspended
        let timed = apps[index].manifest.launchSteps(from: from, for: reason)
        process.runLoop.enqueue(
            apps[index].launchSteps(
                reason,
                launchesToForeground: launchesToForeground,
                told,
                arguments,
                after: timed,
                in: &system
            )
        )
        process.runLoop.enqueueReconciliation()
        apps[index].livingProcess = process
        if !launchesToForeground { apps[index].countWakeUp(reason) }
        apps[index].write(
            .process(
                ProcessChange(from: from, to: state, reason: .launch, launchReason: reason, launchSteps: timed)
            ),
            in: &system
        )
        if launchesToForeground { apps[index].resetTransferDelay(in: &system) }
        apps[index].awaitLocationSessions(in: &system)
        apps[index].auditLaunchRequest(in: &system)
        footprintGrew(index)
    }
}
