import Testing

@testable import LifecycleKernel

/// The assertions of a process, and what a change of its clock means for deadlines.
@Suite struct AssertionSetTests {
    private static let start = Instant.manualStart

    @Test("An assertion is held as it was acquired, until it is removed")
    func held() {
        var set = AssertionSet()
        let id = set.acquire(.transition, acquiredBy: 7).id
        #expect(set[id] == Assertion(acquiredBy: 7, kind: .transition, id: id))
        #expect(set.remove(id)?.kind == .transition)
        #expect(set.isEmpty)
        #expect(set.remove(id) == nil)
        #expect(set[id] == nil)
    }

    @Test("An id is never used twice, and a given id is kept")
    func ids() {
        var set = AssertionSet()
        let first = set.makeID()
        #expect(set.acquire(.backgroundTask, id: first, acquiredBy: 1).id == first)
        let second = set.acquire(.audio, acquiredBy: 2).id
        #expect(second != first)
        _ = set.remove(second)
        #expect(set.acquire(.audio, acquiredBy: 3).id.rawValue == second.rawValue + 1)
        #expect(set.lastID.rawValue == 3)
    }

    @Test("The first assertion of two kinds is the one acquired first")
    func first() {
        var set = AssertionSet()
        let audio = set.acquire(.audio, acquiredBy: 1).id
        let voip = set.acquire(.voip, acquiredBy: 2).id
        #expect(set.first(of: .voip, or: .audio)?.id == audio)
        #expect(set.first(of: .voip)?.id == voip)
        #expect(set.first(of: .location) == nil)
        #expect(set.holds(.audio) && !set.holds(.location))
    }

    struct ClockRow: Sendable {
        var kinds: [Assertion.Kind]
        var inBackground: Bool
        var runs: Bool
    }

    static let clockRows = [
        ClockRow(kinds: [], inBackground: true, runs: false),
        ClockRow(kinds: [.transition], inBackground: true, runs: false),
        ClockRow(kinds: [.backgroundTask], inBackground: true, runs: true),
        ClockRow(kinds: [.backgroundTask], inBackground: false, runs: false),
        ClockRow(kinds: [.transition, .backgroundTask], inBackground: true, runs: true),
        ClockRow(kinds: [.backgroundTask, .audio], inBackground: true, runs: false),
        ClockRow(kinds: [.backgroundTask, .remoteNotification], inBackground: true, runs: false),
    ]

    @Test("The allowance is used up while tasks are the reason for which the process runs", arguments: clockRows)
    func clock(row: ClockRow) {
        var set = AssertionSet()
        for kind in row.kinds { _ = set.acquire(kind, acquiredBy: 1) }
        #expect(set.updateTaskClock(inBackground: row.inBackground, at: Self.start) == (row.runs ? .started : .none))
        #expect(set.updateTaskClock(inBackground: row.inBackground, at: Self.start) == .none)
        #expect(set.taskClock.used(at: Self.start + 3_000) == (row.runs ? 3_000 : 0))
        #expect(set.updateTaskClock(inBackground: false, at: Self.start + 3_000) == (row.runs ? .stopped : .none))
        #expect(set.taskClock.used(at: Self.start + 9_000) == (row.runs ? 3_000 : 0), "it keeps its value")
    }

    @Test("A reset sets the clock to zero, and ends its deadlines if it ran", arguments: [true, false])
    func reset(runs: Bool) {
        var set = AssertionSet()
        _ = set.acquire(.backgroundTask, acquiredBy: 1)
        _ = set.updateTaskClock(inBackground: true, at: Self.start)
        set.noteTaskWarning()
        if !runs { _ = set.updateTaskClock(inBackground: false, at: Self.start + 1_000) }
        #expect(!set.taskClock.isReset)
        #expect(set.resetTaskClock() == (runs ? .stopped : .none))
        #expect(set.taskClock.isReset)
    }

    @Test(
        "Tasks are warned once, before the allowance ends, and never in the past",
        arguments: [
            (used: 0, hasWarned: false, warning: 25_000, end: 30_000),
            (used: 10_000, hasWarned: false, warning: 15_000, end: 20_000),
            (used: 27_000, hasWarned: false, warning: 0, end: 3_000),
            (used: 27_000, hasWarned: true, warning: nil, end: 3_000),
            (used: 40_000, hasWarned: true, warning: nil, end: 0),
        ] as [(used: Milliseconds, hasWarned: Bool, warning: Milliseconds?, end: Milliseconds)]
    )
    func deadlines(row: (used: Milliseconds, hasWarned: Bool, warning: Milliseconds?, end: Milliseconds)) {
        var clock = TaskClock()
        clock.start(at: Self.start)
        clock.stop(at: Self.start + row.used)
        clock.hasWarned = row.hasWarned
        clock.start(at: Self.start)
        let deadlines = clock.deadlines(of: 30_000, notice: 5_000, at: Self.start)
        #expect(deadlines.warning == row.warning.map { Self.start + $0 })
        #expect(deadlines.end == Self.start + row.end)
    }
}
