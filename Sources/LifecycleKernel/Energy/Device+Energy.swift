/// What processes use: time, processor, network, wake-ups and what else draws on the battery.
///
/// What counts, and why:
/// - Processor: what an app's code says that it works (`work`); the time that anything else in a handler of a simulated
///   app keeps the main thread (`handlerProcessorShare`), unless it hangs; each activity by its share of a core. An
///   attached app says itself what it works: how long its harness takes to answer says nothing about a phone.
/// - An activity that draws counts while the app is on screen, any other while the process runs.
/// - Network: a background transfer's bytes, in the state in which the app is when it has finished.
/// - Wake-ups: each time the system launches or resumes the process in the background.
extension Device {
    /// Writes down what a process has used up to now. Comes before every change that the use depends on.
    mutating func settleEnergy(_ index: Int) {
        guard now > self[process: index].energy.settledAt else { return }
        let state = self[process: index].state
        if usesMoreThanTime(index) {
            let use = useSinceSettled(index)
            self[process: index].energy.settle(state, until: now, using: use)
        } else {
            self[process: index].energy.settle(state, until: now)
        }
    }

    /// A process goes to another state; what it has used up to now belongs to the one before.
    mutating func enter(_ state: ProcessState, _ index: Int) {
        if usesMoreThanTime(index) { settleEnergy(index) }
        self[process: index].enter(state, at: now)
    }

    /// Something in a handler has kept the main thread; `work` says itself, when it takes effect, what it used.
    mutating func chargeEntry(_ action: Action, lasting time: Milliseconds, _ index: Int) {
        if case .work = action { return }
        useProcessor(rulebook.processorTime(of: action, in: time), index)
    }

    /// What the handler in flight is in will never be done: it hangs from now on, or dies with the process.
    mutating func chargeUnfinishedEntry(_ index: Int) {
        let cpu = cpuOfUnfinishedEntry(index)
        if cpu > 0 { useProcessor(cpu, index) }
    }

    /// The code of an app works.
    mutating func work(_ cpu: Milliseconds, _ index: Int) {
        useProcessor(cpu.times(1_000), index)
    }

    /// The system has woken a process.
    mutating func countWakeUp(_ reason: LaunchReason, _ index: Int) {
        let state = self[process: index].state
        self[process: index].energy.countWakeUp(reason, in: state)
    }

    /// Bytes went over the network for an app, whether a process of it lives or not.
    mutating func countNetwork(_ bytes: Int64, _ index: Int) {
        let bytes = EnergyUse(networkBytes: bytes)
        if installed[index].process != nil {
            self[process: index].energy.add(bytes, in: self[process: index].state)
        } else if bytes != .nothing {
            installed[index].past.energy.add(StateEnergy(state: .notRunning, use: bytes))
        }
    }

    private mutating func useProcessor(_ microseconds: Int64, _ index: Int) {
        let state = self[process: index].state
        self[process: index].energy.add(cpuMicroseconds: microseconds, in: state)
    }

    // MARK: What has passed since the ledger was settled

    /// Whether anything but time may count up by itself.
    @inline(__always)
    func usesMoreThanTime(_ index: Int) -> Bool {
        self[process: index].state != .suspended
            && (!self[process: index].work.isBlank || usesBluetooth(index))
    }

    private func useSinceSettled(_ index: Int) -> EnergyUse {
        guard usesMoreThanTime(index) else { return EnergyUse() }
        let time = now - self[process: index].energy.settledAt
        var use = EnergyUse.nothing
        if !self[process: index].work.isBlank {
            use.cpuMicroseconds = time.microseconds(ofShare: processorShare(index))
            if self[process: index].work.isAudible { use.audio = time }
            if self[process: index].work.updatesLocation { use.location = time }
        }
        if usesBluetooth(index) { use.bluetooth = time }
        return use
    }

    /// How much of the processor the activities of a process take, in ten-thousandths of a core.
    private func processorShare(_ index: Int) -> Int64 {
        let isOnScreen = self[process: index].state != .background
        let share = self[process: index].work.activities.reduce(0) { sum, running in
            isOnScreen || !running.activity.draws
                ? sum + rulebook.part(running.activity.processorShare, of: 10_000) : sum
        }
        return min(share, Int64(rulebook.count(.processorCores)) * 10_000)
    }

    /// The processor time of what the handler in flight is in, so far, in microseconds.
    private func cpuOfUnfinishedEntry(_ index: Int) -> Int64 {
        guard self[process: index].runLoop.inFlight != nil, installed[index].manifest.driver == .simulated,
            let handler = self[process: index].runLoop.inFlight, let name = handler.name, handler.startedAt < now,
            !handler.hangs
        else { return 0 }
        let entries = installed[index].manifest.behavior[name]
        guard entries.indices.contains(Int(handler.entry)), case .act(let action, _) = entries[Int(handler.entry)]
        else {
            return 0
        }
        let done = entries.prefix(Int(handler.entry)).reduce(0) { $0 + $1.takes }
        return rulebook.processorTime(of: action, in: now - handler.startedAt - done)
    }

    // MARK: Reading

    /// What a living process has used up to now.
    func energy(ofProcessAt index: Int) -> [StateEnergy] {
        let process = self[process: index]
        var ledger = process.energy
        ledger.settle(process.state, until: now, using: useSinceSettled(index))
        ledger.add(EnergyUse(cpuMicroseconds: cpuOfUnfinishedEntry(index)), in: process.state)
        return ledger.states
    }

    /// Processor time that a living process has used up to now.
    @inline(__always)
    func cpuTime(ofProcessAt index: Int) -> Milliseconds {
        let settled = self[process: index].energy.cpuMicroseconds
        // Mostly nothing has come since, and a question that is not inlined copies the device.
        guard usesMoreThanTime(index) || self[process: index].runLoop.inFlight != nil else { return settled / 1_000 }
        let ofActivities = usesMoreThanTime(index) ? useSinceSettled(index).cpuMicroseconds : 0
        return settled.adding(ofActivities.adding(cpuOfUnfinishedEntry(index))) / 1_000
    }

    /// What an app has used since it was installed; nil when it is not.
    ///
    /// Reading changes nothing: what has passed since the last change is added to what has been written down.
    public func energy(of bundleID: BundleID) -> EnergyReport? {
        index(of: bundleID).map(energy(ofAppAt:))
    }

    /// What an app has used since it was installed.
    func energy(ofAppAt index: Int) -> EnergyReport {
        let bundleID = installed[index].manifest.bundleID
        var states = installed[index].past.energy
        var processes = ended.filter { $0.bundleID == bundleID }.map {
            ProcessEnergy(pid: $0.pid, startedAt: $0.startedAt, endedAt: $0.endedAt, states: $0.energy)
        }
        if let process = installed[index].process {
            let energy = energy(ofProcessAt: index)
            states.add(energy)
            processes.append(
                ProcessEnergy(pid: process.pid, startedAt: process.startedAt, endedAt: nil, states: energy)
            )
        }
        return EnergyReport(
            bundleID: bundleID,
            time: now,
            states: states,
            processes: processes,
            model: EnergyModel(settings.model, rulebook)
        )
    }
}

extension Rulebook {
    /// What an action uses that keeps the main thread so long, in microseconds of processor time.
    fileprivate func processorTime(of action: Action, in time: Milliseconds) -> Int64 {
        if case .work(let cpu) = action { return min(cpu, time).times(1_000) }
        return time.microseconds(ofShare: part(.handlerProcessorShare, of: 10_000))
    }
}

extension Milliseconds {
    /// A share of a length of time, in microseconds.
    ///
    /// - Parameter share: In ten-thousandths.
    fileprivate func microseconds(ofShare share: Int64) -> Int64 {
        (self / 10).times(share).adding(self % 10 * share / 10)
    }
}

extension Activity {
    /// Whether it draws, so that off screen nothing of it goes on.
    var draws: Bool {
        switch self {
        case .animation, .video, .game, .rendering: true
        case .timer, .request, .queue: false
        }
    }

    /// The rule that says how much of a core it takes.
    fileprivate var processorShare: RuleKey {
        switch self {
        case .timer: .timerProcessorShare
        case .animation: .animationProcessorShare
        case .video: .videoProcessorShare
        case .game: .gameProcessorShare
        case .request: .requestProcessorShare
        case .queue: .queueProcessorShare
        case .rendering: .renderingProcessorShare
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
