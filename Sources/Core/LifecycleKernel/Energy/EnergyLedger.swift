/// What a living process has used, by state.
///
/// It is settled whenever something changes that the use depends on: the state, an activity, audio, location updates,
/// a scan. Between these changes nothing is counted, so it needs no deadline; reading it adds the use since the last
/// one.
///
/// Its size: most processes are suspended, and most of these have used nothing but time. So the times are kept inline,
/// and everything else in rows that exist only for states in which something was used.
struct EnergyLedger: Hashable, Codable, Sendable {
    /// Up to when it has been settled.
    private(set) var settledAt: Instant
    private var inactive: Milliseconds = 0
    private var active: Milliseconds = 0
    private var background: Milliseconds = 0
    private var suspended: Milliseconds = 0
    /// What was used besides time; no row for a state in which nothing was.
    private var uses: [UseInState] = []

    /// What was used in one state.
    struct UseInState: Hashable, Codable, Sendable {
        var state: ExecutionState
        var use: EnergyUse
        /// What of it counts towards the limit on the processor; nil while nothing does.
        var processorWindow: ProcessorWindow?
    }

    /// The ledger of a process that begins now.
    init(at now: Instant) { self.settledAt = now }

    /// Writes down the time since it was last settled, and what was used in it.
    mutating func settle(_ state: ExecutionState, until now: Instant, using use: EnergyUse) {
        settle(state, until: now)
        add(use, in: state)
    }

    /// Writes down the time since it was last settled, in which nothing was used.
    mutating func settle(_ state: ExecutionState, until now: Instant) {
        let time = now - settledAt
        settledAt = now
        switch state {
        case .inactive: inactive += time
        case .active: active += time
        case .background: background += time
        case .suspended: suspended += time
        }
    }

    /// Writes down something that was used at one instant.
    mutating func add(_ use: EnergyUse, in state: ExecutionState) {
        guard use != .nothing else { return }
        uses[row(of: state)].use += use
    }

    /// Writes down processor time that was used at one instant.
    mutating func add(cpuMicroseconds: Int64, in state: ExecutionState) {
        guard cpuMicroseconds != 0 else { return }
        let row = row(of: state)
        uses[row].use.cpuMicroseconds = uses[row].use.cpuMicroseconds.adding(cpuMicroseconds)
    }

    /// Writes down that the system woke the process.
    mutating func countWakeUp(_ reason: LaunchReason, in state: ExecutionState) {
        uses[row(of: state)].use.count(EnergyUse.WakeUpCount(reason: reason, count: 1))
    }

    /// The index of the row of a state. Makes the row if there is none.
    private mutating func row(of state: ExecutionState) -> Int {
        if let index = existingRow(of: state) { return index }
        uses.append(UseInState(state: state, use: EnergyUse()))
        return uses.count - 1
    }

    private func existingRow(of state: ExecutionState) -> Int? {
        // By index: a closure would be given a copy of each row.
        for index in uses.indices where uses[index].state == state { return index }
        return nil
    }

    /// What has been written down: one row for each state that the process was in.
    var states: [StateEnergy] {
        var rows = [
            StateEnergy(state: .inactive, time: inactive), StateEnergy(state: .active, time: active),
            StateEnergy(state: .background, time: background), StateEnergy(state: .suspended, time: suspended),
        ]
        for use in uses { rows.add(StateEnergy(state: ProcessState(use.state), use: use.use)) }
        return rows.filter { $0.time > 0 || $0.use != .nothing }
    }

    /// Processor time used, in microseconds.
    var cpuMicroseconds: Int64 { uses.reduce(0) { $0.adding($1.use.cpuMicroseconds) } }
}

extension EnergyLedger: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.ignore("settledAt")  // It matters only while activities run: see `AppProcess`.
        // What was used is for reports. What counts towards the limit on the processor is in a window of its own.
        f.ignore("inactive")
        f.ignore("active")
        f.ignore("background")
        f.ignore("suspended")
        f.field("uses", uses.filter { $0.processorWindow != nil })
    }
}

extension EnergyLedger.UseInState: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.ignore("state")
        f.ignore("use")
        f.field("processorWindow", processorWindow)
    }
}

/// What counts towards the limit on the processor in the background. Callers change it in place, inside the ledger: to
/// read a value through the process would copy the process.
extension EnergyLedger {
    /// The present window; nil while nothing counts.
    var processorWindow: ProcessorWindow? { existingRow(of: .background).flatMap { uses[$0].processorWindow } }

    /// Changes the present window. If there is none, first begins one at `start`.
    mutating func changeProcessorWindow<Result>(
        from start: Instant,
        _ change: (inout ProcessorWindow) -> Result
    ) -> Result {
        let row = row(of: .background)
        var window = uses[row].processorWindow ?? ProcessorWindow(at: start)
        defer { uses[row].processorWindow = window }
        return change(&window)
    }

    /// Ends the present window.
    ///
    /// - Returns: Whether there was one.
    mutating func endProcessorWindow() -> Bool {
        guard let row = existingRow(of: .background), uses[row].processorWindow != nil else { return false }
        uses[row].processorWindow = nil
        return true
    }
}
