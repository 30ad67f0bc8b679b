import Testing

@testable import LifecycleKernel

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
