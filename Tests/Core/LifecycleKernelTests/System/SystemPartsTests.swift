import Testing

@testable import LifecycleKernel

@Suite struct SystemPartsTests {
    @Test("No id is given twice")
    func counters() {
        var counters = Counters()
        let pids = (0..<3).map { _ in counters.nextPID() }
        #expect(pids == [101, 102, 103])
        let transfers = (0..<3).map { _ in counters.nextTransfer() }
        #expect(transfers == [1, 2, 3])
        let visits = (0..<3).map { _ in counters.nextVisit() }
        #expect(visits == [1, 2, 3])
        #expect(counters.lastPID == 103)
    }

    @Test("Random numbers follow from the seed: the first of SplitMix64 for 1234567")
    func chance() {
        var random = SplitMix64(seed: 1_234_567)
        let numbers = (0..<3).map { _ in random.next() }
        #expect(numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    }

    @Test("The system takes a quarter of the memory, and never less than 0 or more than all of it")
    func systemMemory() {
        var ledger = MemoryLedger(deviceBytes: 4_000)
        #expect(ledger.systemBytes == 1_000)
        ledger.changeSystem(by: 500, deviceBytes: 4_000)
        #expect(ledger.systemBytes == 1_500)
        ledger.changeSystem(by: -9_000, deviceBytes: 4_000)
        #expect(ledger.systemBytes == 0)
        ledger.changeSystem(by: ByteCount(.max), deviceBytes: 4_000)
        #expect(ledger.systemBytes == 4_000)
        ledger.restart(deviceBytes: 4_000)
        #expect(ledger.systemBytes == 1_000)
    }

    @Test("A level is recorded only if it differs")
    func levels() {
        var ledger = MemoryLedger(deviceBytes: 4_000)
        let changes = [MemoryLevel.normal, .warning, .warning, .critical, .normal].map { ledger.change(to: $0) }
        #expect(changes == [false, true, false, true, true])
    }

    @Test("The ledger settles only once at a time")
    func settling() {
        var ledger = MemoryLedger(deviceBytes: 4_000)
        let first = ledger.beginSettling()
        let nested = ledger.beginSettling()
        ledger.endSettling()
        let second = ledger.beginSettling()
        #expect([first, nested, second] == [true, false, true])
    }

    @Test("Warned processes are in the order of the warnings")
    func warnings() {
        var ledger = MemoryLedger(deviceBytes: 4_000)
        for pid: ProcessID in [105, 101] { ledger.noteWarned(pid) }
        #expect(ledger.hasWarned)
        let warned = (0..<3).map { _ in ledger.takeWarned() }
        #expect(warned == [105, 101, nil])
        #expect(!ledger.hasWarned)
    }

    @Test("A call belongs to the process that reported one last")
    func calls() {
        var telephony = Telephony()
        telephony.beginCall(of: 101, hasVideo: true)
        telephony.beginCall(of: 104, hasVideo: false)
        #expect(!telephony.callHasVideo)
        #expect(telephony.callOwner == 104)
        telephony.endCall()
        #expect(telephony.callOwner == nil)
        telephony.setInterrupted(true)
        #expect(telephony.isInterrupted)
    }
}

/// The conditions of a device, by themselves.
@Suite struct ConditionsTests {
    /// An event, and the conditions that apps are notified of because of it on a new device.
    struct Row: Sendable {
        var event: ConditionEvent
        var changes: Set<ConditionChange>
    }

    static let rows = [
        Row(event: .changeLocale("de_DE"), changes: [.locale]),
        Row(event: .changeLocale("en_US"), changes: []),
        Row(event: .rotate(.landscapeLeft), changes: [.orientation]),
        Row(event: .setBattery(level: 500, isCharging: nil), changes: [.batteryLevel]),
        Row(event: .setBattery(level: nil, isCharging: true), changes: [.batteryState]),
        Row(event: .setBattery(level: 500, isCharging: true), changes: [.batteryLevel, .batteryState]),
        Row(event: .setBattery(level: nil, isCharging: nil), changes: []),
        Row(event: .setNetwork(.none), changes: []),
        Row(event: .setThermalState(.serious), changes: [.thermalState]),
        Row(event: .setLowPowerMode(true), changes: [.lowPowerMode]),
        Row(event: .setBackgroundRefresh(false, bundleID: nil), changes: [.backgroundRefresh]),
        Row(event: .setBackgroundRefresh(false, bundleID: "notes"), changes: []),
        Row(event: .changeTime, changes: []),
        Row(event: .setIdle(true), changes: []),
    ]

    @Test("An event changes what it says and nothing else", arguments: rows.indices)
    func changes(index: Int) {
        let row = Self.rows[index]
        let before = Conditions()
        var after = before
        after.change(by: row.event)
        let changes = ConditionChange.allCases.filter { $0.differs(before, after) }
        #expect(Set(changes) == row.changes, "\(row.event)")
        after.change(by: row.event)
        #expect(ConditionChange.allCases.filter { $0.differs(before, after) } == changes, "\(row.event) again")
    }

    @Test("The network, the battery and whether anybody uses the device are kept")
    func values() {
        var conditions = Conditions()
        conditions.change(by: .setNetwork(.cellular))
        conditions.change(by: .setBattery(level: 200, isCharging: true))
        conditions.change(by: .setBattery(level: nil, isCharging: false))
        conditions.setIdle(true)
        #expect(conditions.network == .cellular)
        #expect(conditions.batteryLevel == 200)
        #expect(!conditions.isCharging)
        #expect(conditions.isIdle)
        conditions.setIdle(false)
        #expect(!conditions.isIdle)
    }
}

@Suite struct TimelineTests {
    private static let start = Instant.manualStart

    @Test("Time advances and never goes back", arguments: [(5, 5), (0, 0), (-5, 0)] as [(Milliseconds, Milliseconds)])
    func passing(by length: Milliseconds, leadsTo expected: Milliseconds) {
        var timeline = Timeline(at: Self.start)
        timeline.advance(to: Instant(milliseconds: Self.start.milliseconds + length.count))
        #expect(timeline.now - Self.start == expected)
    }

    @Test("Records are numbered without gaps, at their instant, with the input as their cause")
    func records() {
        var timeline = Timeline(at: Self.start, lastSequence: 7)
        timeline.beginInput()
        timeline.write(.log(message: "one"), about: "com.example.notes", pid: 101)
        timeline.advance(to: Self.start + 1_000)
        timeline.write(.log(message: "two"), about: nil, pid: nil)
        let records = timeline.takeRecords()
        #expect(records.map(\.sequence) == [8, 9])
        #expect(records.map(\.cause) == [8, 8])
        #expect(records.map { $0.time - Self.start } == [0, 1_000])
        #expect(records.map(\.bundleID) == ["com.example.notes", nil])
        #expect(timeline.lastInput == 8)
        #expect(timeline.records.isEmpty)
    }

    @Test("The cause of a deadline's records is the record that set it")
    func attribution() {
        var timeline = Timeline(at: Self.start, lastSequence: 20)
        timeline.beginInput()
        timeline.attribute(to: 12)
        timeline.write(.log(message: ""), about: nil, pid: nil)
        #expect(timeline.records.map(\.cause) == [12])
        #expect(timeline.lastInput == 21)
    }

    @Test(
        "A timeline resumes after the later of its own records and those of another",
        arguments: [(10, 40, 40), (40, 10, 40)] as [(SequenceNumber, SequenceNumber, SequenceNumber)]
    )
    func resuming(own: SequenceNumber, other: SequenceNumber, expected: SequenceNumber) {
        var timeline = Timeline(at: Self.start, lastSequence: own)
        timeline.resume(after: other, at: Self.start + 60)
        #expect(timeline.lastSequence == expected)
        #expect(timeline.now == Self.start + 60)
    }
}
