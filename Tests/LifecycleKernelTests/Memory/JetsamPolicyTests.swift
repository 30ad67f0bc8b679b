import Testing

@testable import LifecycleKernel

/// The order in which processes are killed for memory, by the table of jetsam bands.
@Suite struct JetsamPolicyTests {
    struct Row: Sendable {
        var what: String
        /// pid, band, megabytes, last on screen
        var candidates: [(ProcessID, Int, Int64, UInt64)]
        var leastRecentlyUsed: ProcessID?
        var largestFirst: ProcessID?
    }

    static let rows = [
        Row(what: "nobody", candidates: [], leastRecentlyUsed: nil, largestFirst: nil),
        Row(
            what: "a suspended one before one that runs in the background, however large",
            candidates: [(101, 30, 900, 1), (102, 0, 10, 9)],
            leastRecentlyUsed: 102,
            largestFirst: 102
        ),
        Row(
            what: "one in the background before the app in front, and that before one that plays",
            candidates: [(101, 120, 10, 1), (102, 100, 10, 3), (103, 40, 10, 2)],
            leastRecentlyUsed: 103,
            largestFirst: 103
        ),
        Row(
            what: "in one band the one used longest ago, or the largest",
            candidates: [(101, 0, 10, 5), (102, 0, 50, 7), (103, 0, 30, 6)],
            leastRecentlyUsed: 101,
            largestFirst: 102
        ),
        Row(
            what: "one that nobody has seen before all that were on screen",
            candidates: [(101, 0, 10, 1), (102, 0, 10, 0)],
            leastRecentlyUsed: 102,
            largestFirst: 102
        ),
        Row(
            what: "of those that nothing tells apart the oldest",
            candidates: [(104, 0, 10, 0), (103, 0, 10, 0)],
            leastRecentlyUsed: 103,
            largestFirst: 103
        ),
    ]

    @Test("The system kills", arguments: rows)
    func victim(row: Row) {
        let candidates = row.candidates.map {
            JetsamPolicy.Candidate(pid: $0.0, band: $0.1, footprintBytes: .mebibytes($0.2), lastOnScreen: $0.3)
        }
        for candidates in [candidates, candidates.reversed()] {
            let leastUsed = JetsamPolicy.victim(of: candidates, order: .leastRecentlyUsed)
            #expect(leastUsed?.pid == row.leastRecentlyUsed, "\(row.what)")
            #expect(JetsamPolicy.victim(of: candidates, order: .largestFirst)?.pid == row.largestFirst, "\(row.what)")
        }
    }

    @Test(
        "The level is a warning below a tenth of the device's memory, and critical below a twentieth",
        arguments: [
            (100_000, .normal), (10_000, .normal), (9_999, .warning), (5_000, .warning), (4_999, .critical),
            (0, .critical), (-1, .critical),
        ] as [(ByteCount, MemoryLevel)]
    )
    func level(available: ByteCount, expected: MemoryLevel) {
        #expect(MemoryLevel(available: available, of: 100_000, Rulebook(.ios18)) == expected)
    }
}
