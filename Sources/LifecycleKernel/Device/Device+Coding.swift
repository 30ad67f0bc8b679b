/// A device is encoded as one structure: how its parts are cut is no matter of the form.
extension Device: Codable {
    private enum CodingKeys: String, CodingKey {
        case now, bootedAt, lastSequence, clock, rulebook, installed, ended, screen, deadlines, conditions
        case systemMemory, memoryLevel, isSettlingMemory, warned, callOwner, callHasVideo
        case lastTransfer, lastVisit, chance, lastPID, cause, lastInput, lastChange, outbox
        case initialSettings = "madeWith"
        case isInterrupted = "isSpeakerTaken"
    }

    /// Reads the parts in the order in which they are written.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let now = try values.decode(Instant.self, forKey: .now)
        let bootedAt = try values.decode(Instant.self, forKey: .bootedAt)
        let lastSequence = try values.decode(SequenceNumber.self, forKey: .lastSequence)
        let clock = try values.decode(ClockSettings.self, forKey: .clock)
        var system = SystemState(try values.decode(DeviceSettings.self, forKey: .initialSettings), at: now)
        system.bootedAt = bootedAt
        system.clock = clock
        system.rulebook = try values.decode(Rulebook.self, forKey: .rulebook)
        let apps = try values.decode([App].self, forKey: .installed)
        system.endedProcesses = EndedProcesses(try values.decode([EndedProcess].self, forKey: .ended))
        system.screen = try values.decode(Screen.self, forKey: .screen)
        system.deadlines = try values.decode(DeadlineQueue.self, forKey: .deadlines)
        system.conditions = try values.decode(Conditions.self, forKey: .conditions)
        system.memory = MemoryLedger(
            systemBytes: try values.decode(ByteCount.self, forKey: .systemMemory),
            level: try values.decode(MemoryLevel.self, forKey: .memoryLevel),
            isSettling: try values.decode(Bool.self, forKey: .isSettlingMemory),
            warned: try values.decode([ProcessID].self, forKey: .warned)
        )
        system.telephony = Telephony(
            isInterrupted: try values.decode(Bool.self, forKey: .isInterrupted),
            callOwner: try values.decodeIfPresent(ProcessID.self, forKey: .callOwner),
            callHasVideo: try values.decodeIfPresent(Bool.self, forKey: .callHasVideo) ?? false
        )
        let lastTransfer = try values.decode(UInt32.self, forKey: .lastTransfer)
        let lastVisit = try values.decode(UInt64.self, forKey: .lastVisit)
        system.random = SplitMix64(seed: try values.decode(UInt64.self, forKey: .chance))
        let lastPID = try values.decode(ProcessID.self, forKey: .lastPID)
        system.counters = Counters(lastPID: lastPID, lastTransfer: lastTransfer, lastVisit: lastVisit)
        system.timeline = Timeline(
            at: now,
            lastSequence: lastSequence,
            cause: try values.decode(SequenceNumber.self, forKey: .cause),
            lastInput: try values.decodeIfPresent(SequenceNumber.self, forKey: .lastInput),
            lastChange: try values.decodeIfPresent(SequenceNumber.self, forKey: .lastChange) ?? 0
        )
        // Records on their way out are no part of the state.
        _ = try values.decode(Outbox.self, forKey: .outbox)
        self.init(apps: apps, system: system)
    }

    /// Writes the parts in the order of their keys.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(system.timeline.now, forKey: .now)
        try values.encode(system.bootedAt, forKey: .bootedAt)
        try values.encode(system.timeline.lastSequence, forKey: .lastSequence)
        try values.encode(system.clock, forKey: .clock)
        try values.encode(system.initialSettings, forKey: .initialSettings)
        try values.encode(system.rulebook, forKey: .rulebook)
        try values.encode(apps, forKey: .installed)
        try values.encode(system.endedProcesses.processes, forKey: .ended)
        try values.encode(system.screen, forKey: .screen)
        try values.encode(system.deadlines, forKey: .deadlines)
        try values.encode(system.conditions, forKey: .conditions)
        try values.encode(system.memory.systemBytes, forKey: .systemMemory)
        try values.encode(system.memory.level, forKey: .memoryLevel)
        try values.encode(system.memory.isSettling, forKey: .isSettlingMemory)
        try values.encode(system.memory.warned, forKey: .warned)
        try values.encode(system.telephony.isInterrupted, forKey: .isInterrupted)
        try values.encodeIfPresent(system.telephony.callOwner, forKey: .callOwner)
        if system.telephony.callHasVideo { try values.encode(true, forKey: .callHasVideo) }
        try values.encode(system.counters.lastTransfer, forKey: .lastTransfer)
        try values.encode(system.counters.lastVisit, forKey: .lastVisit)
        try values.encode(system.random.state, forKey: .chance)
        try values.encode(system.counters.lastPID, forKey: .lastPID)
        try values.encode(system.timeline.cause, forKey: .cause)
        try values.encodeIfPresent(system.timeline.lastInput, forKey: .lastInput)
        if system.timeline.lastChange != 0 { try values.encode(system.timeline.lastChange, forKey: .lastChange) }
        try values.encode(Outbox(), forKey: .outbox)
    }
}
