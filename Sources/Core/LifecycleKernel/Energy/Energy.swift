/// What processes use: time, processor, network, wake-ups and what else draws on the battery.
///
/// What counts, and why:
/// - Processor: the time that an app's code declares (`work`). For each other entry of a handler, a share of the time
///   for which it keeps the main thread of a simulated app (`handlerProcessorShare`), unless it hangs. For each
///   activity, its share of a core. An attached app declares all its processor time: how long the program that plays it
///   takes to answer says nothing about a phone.
/// - An activity that draws on the screen counts while the app is on screen; other activities count while the process
///   runs.
/// - The display of a car counts while the app is on no other display.
/// - Network: the bytes of a background transfer, in the state that the app has when the transfer ends.
/// - Wake-ups: each time the system launches or resumes the process in the background.
///
/// An `EnergyLedger` keeps what a process has used; it is settled before everything that changes the use. Energy causes
/// no callbacks and no records. An `EnergyReport` is computed when it is read.
extension Device {
    /// What an app has used since it was installed; nil when it is not.
    ///
    /// Reading changes nothing: the use since the ledger was last settled is added to the result only.
    package func energy(of bundleID: BundleID) -> EnergyReport? {
        index(of: bundleID).map { apps[$0].energyReport(in: system) }
    }
}

extension App {
    /// Adds what a process has used up to now to its ledger. Called before every change on which its use depends.
    mutating func settleEnergy(in system: inout SystemState) {
        guard system.now > process.energy.settledAt else { return }
        let state = process.state
        if usesMoreThanTime() {
            let use = useSinceSettled(at: system.now, system.rulebook)
            if !process.work.isBlank {
                countActivitiesTowardsProcessorLimit(in: system)
            }
            process.energy.settle(state, until: system.now, using: use)
        } else {
            process.energy.settle(state, until: system.now)
        }
    }

    /// Charges an entry of a handler that has kept the main thread. The action `work` charges itself when it takes
    /// effect.
    mutating func chargeEntry(_ action: Action, lasting time: Milliseconds, in system: inout SystemState) {
        if case .work = action { return }
        useProcessor(system.rulebook.processorTime(of: action, in: time), in: &system)
    }

    /// Charges the current entry of the handler in flight, which hangs from now on or ends with the process.
    mutating func chargeUnfinishedEntry(in system: inout SystemState) {
        let cpu = cpuOfUnfinishedEntry(at: system.now, system.rulebook)
        if cpu > 0 { useProcessor(cpu, in: &system) }
    }

    /// Charges processor time that the app's code declares.
    mutating func work(_ cpu: Milliseconds, in system: inout SystemState) {
        useProcessor(cpu.microseconds, in: &system)
    }

    /// Counts that the system has woken a process.
    mutating func countWakeUp(_ reason: LaunchReason) {
        let state = process.state
        process.energy.countWakeUp(reason, in: state)
    }

    /// Adds bytes that went over the network for an app, whether it has a process or not.
    mutating func countNetwork(_ bytes: ByteCount) {
        let bytes = EnergyUse(networkBytes: bytes)
        if hasProcess {
            process.energy.add(bytes, in: process.state)
        } else if bytes != .nothing {
            history.energy.add(StateEnergy(state: .notRunning, use: bytes))
        }
    }

    private mutating func useProcessor(_ microseconds: Int64, in system: inout SystemState) {
        let state = process.state
        process.energy.add(cpuMicroseconds: microseconds, in: state)
        countTowardsProcessorLimit(microseconds: microseconds, in: &system)
    }

    // MARK: Use since the ledger was settled

    /// Whether anything besides time may be used while nothing happens.
    func usesMoreThanTime() -> Bool {
        process.state != .suspended
            && (!process.work.isBlank || usesBluetooth)
    }

    private func useSinceSettled(at now: Instant, _ rulebook: Rulebook) -> EnergyUse {
        guard usesMoreThanTime() else { return EnergyUse() }
        let time = now - process.energy.settledAt
        var use = EnergyUse.nothing
        if !process.work.isBlank {
            use.cpuMicroseconds = time.microseconds(ofShare: processorShare(rulebook))
            if process.work.isAudible { use.audio = time }
            if process.work.updatesLocation { use.location = time }
            if isOnCarDisplayOnly { use.carDisplay = time }
        }
        if usesBluetooth { use.bluetooth = time }
        return use
    }

    /// Whether the process is in the foreground with its scene in a car, and with no window.
    private var isOnCarDisplayOnly: Bool {
        guard let carScene = process.work.carScene else { return false }
        return process.scenes.activation != .background
            && !process.scenes.contains { $0.number != carScene && $0.state.isForeground }
    }

    /// How much of the processor the activities of a process take, in ten-thousandths of a core.
    func processorShare(_ rulebook: Rulebook) -> Int64 {
        guard !process.work.isBlank else { return 0 }
        let isOnScreen = process.state != .background
        let share = process.work.activities.reduce(Int64(0)) { sum, running in
            isOnScreen || !running.activity.draws
                ? sum.adding(running.activity.processorShare(in: rulebook).tenThousandths) : sum
        }
        return min(share, Int64(rulebook.processorCores).times(10_000))
    }

    /// The processor time that the current entry of the handler in flight has used so far, in microseconds.
    private func cpuOfUnfinishedEntry(at now: Instant, _ rulebook: Rulebook) -> Int64 {
        guard process.runLoop.isInHandler, let handler = process.runLoop.inFlight, let name = handler.name,
            manifest.isPlayed(name), handler.startedAt < now, !handler.hangs
        else { return 0 }
        let entries = manifest.behavior[name]
        guard entries.indices.contains(Int(handler.entry)), case .act(let action, _) = entries[Int(handler.entry)]
        else {
            return 0
        }
        let done = entries.prefix(Int(handler.entry)).reduce(.zero) { $0 + $1.takes }
        return rulebook.processorTime(of: action, in: now - handler.startedAt - done)
    }

    // MARK: Reading

    /// What a living process has used up to now.
    private func processEnergy(in system: SystemState) -> [StateEnergy] {
        let process = self.process
        var ledger = process.energy
        ledger.settle(process.state, until: system.now, using: useSinceSettled(at: system.now, system.rulebook))
        ledger.add(EnergyUse(cpuMicroseconds: cpuOfUnfinishedEntry(at: system.now, system.rulebook)), in: process.state)
        return ledger.states
    }

    /// Processor time that a living process has used up to now.
    func cpuTime(at now: Instant, _ rulebook: Rulebook) -> Milliseconds {
        let settled = process.energy.cpuMicroseconds
        // Usually there is nothing to add, and a call that is not inlined copies the device.
        guard usesMoreThanTime() || process.runLoop.isInHandler else { return Milliseconds(settled / 1_000) }
        let ofActivities = usesMoreThanTime() ? useSinceSettled(at: now, rulebook).cpuMicroseconds : 0
        return Milliseconds(settled.adding(ofActivities.adding(cpuOfUnfinishedEntry(at: now, rulebook))) / 1_000)
    }

    /// What an app has used since it was installed.
    func energyReport(in system: SystemState) -> EnergyReport {
        let bundleID = manifest.bundleID
        var states = history.energy
        let ended = system.endedProcesses.processes.filter { $0.bundleID == bundleID && $0.appExtension == nil }
        var processes = ended.map {
            ProcessEnergy(pid: $0.pid, startedAt: $0.startedAt, endedAt: $0.endedAt, states: $0.energy)
        }
        if let process = livingProcess {
            let energy = processEnergy(in: system)
            states.add(energy)
            processes.append(
                ProcessEnergy(pid: process.pid, startedAt: process.startedAt, endedAt: nil, states: energy)
            )
        }
        return EnergyReport(
            bundleID: bundleID,
            time: system.now,
            states: states,
            processes: processes,
            model: EnergyModel(system.initialSettings.value.model, system.rulebook)
        )
    }
}

extension Rulebook {
    /// The processor time that an action uses while it keeps the main thread for a length of time, in microseconds.
    fileprivate func processorTime(of action: Action, in time: Milliseconds) -> Int64 {
        if case .work(let cpu) = action { return min(cpu, time).microseconds }
        return time.microseconds(ofShare: self.handlerProcessorShare.tenThousandths)
    }
}

extension Milliseconds {
    /// The length in microseconds.
    var microseconds: Int64 { count.times(1_000) }

    /// A share of a length of time, in microseconds.
    ///
    /// - Parameter share: The share, in ten-thousandths.
    func microseconds(ofShare share: Int64) -> Int64 {
        (count / 10).times(share).adding((count % 10).times(share) / 10)
    }
}

extension SceneState {
    fileprivate var isForeground: Bool { self == .foregroundActive || self == .foregroundInactive }
}

extension Activity {
    /// Whether it draws, and so pauses while the app is off screen.
    var draws: Bool {
        switch self {
        case .animation, .video, .game, .rendering: true
        case .timer, .request, .queue: false
        }
    }

    /// How much of a core it takes.
    fileprivate func processorShare(in rulebook: Rulebook) -> Fraction {
        switch self {
        case .timer: rulebook.timerProcessorShare
        case .animation: rulebook.animationProcessorShare
        case .video: rulebook.videoProcessorShare
        case .game: rulebook.gameProcessorShare
        case .request: rulebook.requestProcessorShare
        case .queue: rulebook.queueProcessorShare
        case .rendering: rulebook.renderingProcessorShare
        }
    }
}

extension AppBehavior.Entry {
    /// How long it keeps the main thread.
    fileprivate var takes: Milliseconds {
        switch self {
        case .act(_, let takes): takes
        case .returns: 0
        }
    }
}
