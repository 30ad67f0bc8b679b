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
