import LifecycleKernel
import TestKit
import Testing
import WireFormat

/// The limits of one advance.
@Suite struct AdvanceLimitTests {
    /// A suspended app that is woken every few seconds, and writes a long line each time.
    private func fetchingApp(lineLength: Int = 10) throws -> Device {
        var device = try TestDevice()
        let line = Action.log(message: String(repeating: "x", count: lineLength))
        try device.install(
            modes: ["fetch"],
            .appDelegate,
            [.performFetch: [.now(line), .now(.completeFetch(.newData))]]
        )
        try device.launch()
        try device.act(.setMinimumBackgroundFetchInterval(0))
        try device.leaveAndSuspend()
        try device.set(.setIdle(true))
        return device.kernel
    }

    /// Advances repeatedly, until the whole time has passed.
    private func advance(
        _ device: inout Device,
        _ advance: Advance,
        within limits: AdvanceLimits
    ) throws -> (records: [[Record]], stops: [AdvanceStop]) {
        var (records, stops): ([[Record]], [AdvanceStop]) = ([], [])
        var rest = advance
        while stops.last?.isEarly ?? true {
            let start = device.now
            stops.append(try device.apply(.advance(rest), at: start, within: limits))
            records.append(device.takeRecords())
            rest = rest.rest(from: start, to: device.now)
        }
        return (records, stops)
    }

    /// The records, without those of the advances and without sequence numbers.
    private func happenings(_ records: [[Record]]) -> [Record] {
        var all = records.joined().filter { $0.kind != .input }
        for index in all.indices {
            (all[index].sequence, all[index].cause) = (0, 0)
            if case .returned(_, let took, let result) = all[index].body {
                all[index].body = .returned(callback: 0, took: took, result: result)
            }
        }
        return all
    }

    @Test(
        "Several advances have the effect of one, and each keeps within the limit",
        arguments: [
            .by(3_600_000), .to(.manualStart + 3_700_000), .untilIdle(limit: 3_600_000),
            .until(.record(["kind": "log", "message": "never"]), limit: 3_600_000),
            .until(.record(["time": "2026-01-01T00:30:05.000Z"]), limit: 3_600_000),
        ] as [Advance],
        [
            AdvanceLimits(deadlines: .max, records: 1), AdvanceLimits(deadlines: .max, records: 50),
            AdvanceLimits(deadlines: .max, bytes: 5_000), AdvanceLimits(deadlines: 3),
        ]
    )
    func pieces(asked: Advance, limits: AdvanceLimits) throws {
        var (whole, cut) = (try fetchingApp(), try fetchingApp())
        let expected = try advance(&whole, asked, within: AdvanceLimits(deadlines: .max))
        let pieces = try advance(&cut, asked, within: limits)
        #expect(expected.stops.count == 1)
        #expect(pieces.stops.count > 5)
        #expect(pieces.stops.last == expected.stops.last)
        #expect(cut.now == whole.now)
        #expect(happenings(pieces.records) == happenings(expected.records))
        // One deadline of this app writes fewer than twenty records.
        for piece in pieces.records { #expect(piece.count - 20 < limits.records) }
    }

    @Test(
        "An advance of twenty days stops at the limit of records and bytes of its answer",
        arguments: [10, 5_000]
    )
    func standard(lineLength: Int) throws {
        var device = try fetchingApp(lineLength: lineLength)
        let stop = try device.apply(.advance(.by(1_800_000_000)), at: device.now, within: .standard)
        #expect(stop == .records)
        let records = device.takeRecords()
        #expect(records.count <= AdvanceLimits.standard.records + 20)
        let bytes = records.reduce(0) { $0 + $1.approximateSize }
        #expect(bytes <= AdvanceLimits.standard.bytes + 20 * 6_000)
        #expect(records.count > 9_000 || bytes > 4_000_000)
    }

    @Test("An advance whose condition is not met stops when its time is over")
    func timeout() throws {
        var device = try fetchingApp()
        let advance = Advance.until(.app("a", .active), limit: 5_000)
        #expect(try device.apply(.advance(advance), at: device.now, within: .standard) == .timeout)
    }
}

@Suite("Checking an input without applying it")
struct InputCheckTests {
    private static let inputs: [Input] = [
        .event(.app("a", .launch(arguments: []))), .event(.device(.home)), .event(.device(.answerCall)),
        .action("a", .playAudio), .action("none", .playAudio), .completion("a", Completion(callback: 1)),
        .install(AppManifest(bundleID: "b")), .uninstall("a"), .uninstall("none"), .clock(ClockChange(rate: 2)),
        .clock(ClockChange(paused: true)), .advance(.by(1_000)), .advance(.by(-1)),
    ]

    @Test("gives the rejection with which the input is refused, and none where it is accepted", arguments: inputs)
    func agreement(_ input: Input) throws {
        var device = Device(DeviceSettings(clock: ClockSettings(mode: .manual)), at: .manualStart)
        try device.apply(.install(AppManifest(bundleID: "a")), at: device.now, limit: 100)
        for before: Input in [
            .event(.device(.lock)), .event(.device(.unlock)), .event(.app("a", .launch(arguments: []))),
        ] {
            try device.apply(before, at: device.now, limit: 100)
            var copy = device
            let refused = rejection { () throws(Rejection) in try copy.apply(input, at: copy.now, limit: 100) }
            #expect(rejection { () throws(Rejection) in try device.check(input) } == refused)
        }
    }

    private func rejection(_ body: () throws(Rejection) -> Void) -> Rejection? {
        do throws(Rejection) {
            try body()
            return nil
        } catch {
            return error
        }
    }
}
