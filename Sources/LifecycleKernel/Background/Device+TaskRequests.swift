/// Tasks of `BGTaskScheduler`: registered, requested, launched, expired, completed. Sources: facts 2.3, 6.2.
extension Device {
    // MARK: Running

    /// Launches or resumes the app for a task that it requested.
    mutating func launchTask(_ identifier: String, _ index: Int) {
        guard
            let requestIndex = apps[index].background.requests.firstIndex(where: { $0.request.identifier == identifier }
            )
        else {
            return
        }
        let request = apps[index].background.requests.remove(at: requestIndex).request
        let isContinued = request.kind == .continuedProcessing
        let limit =
            isContinued
            ? system.timeOfContinuedTask(launchedAt: system.now) : system.rulebook.milliseconds(request.kind.limit)
        guard let assertion = run(index, for: .backgroundTask, holding: .backgroundTaskScheduler, lasting: limit) else {
            apps[index].write(.verdict(.taskRequest, .failed, .processEnded, identifier), in: &system)
            return
        }
        apps[index].settleEnergy(in: &system)
        apps[index].process.work.runningTasks.append(
            RunningTask(
                identifier: identifier,
                kind: request.kind,
                assertion: assertion,
                // The record of the verdict is the next one.
                launchedBy: system.lastSequence.next,
                requiresExternalPower: request.requiresExternalPower ? true : nil,
                launchedAt: isContinued ? system.now : nil,
                usesGPU: isContinued && request.requiresGPU == true ? true : nil
            )
        )
        apps[index].watchProcessor(in: &system)
        apps[index].write(.verdict(.taskRequest, .launched, nil, identifier), in: &system)
        apps[index].enqueue([.launchTask(identifier, assertion)])
        pump(index)
    }

    mutating func expireProcessingTasks() {
        for index in apps.indices {
            guard apps[index].hasProcess, !apps[index].process.work.isBlank else { continue }
            let tasks = apps[index].process.work.runningTasks
            for task in tasks where task.kind == .processing { apps[index].expire(task, in: &system) }
            if !tasks.isEmpty { pump(index) }
        }
    }

    /// Whether as many continued processing tasks run, of all apps, as the system permits.
    var isAtContinuedTaskLimit: Bool {
        let running = apps.reduce(0) { count, app in
            guard let process = app.livingProcess, !process.work.isBlank else { return count }
            return count + process.work.runningTasks.count { $0.kind == .continuedProcessing }
        }
        return running >= system.rulebook.count(.concurrentContinuedProcessingTasks)
    }
}
