import DeviceHost
import Fleet
import FleetServer
import HTTPAPI
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@Suite("Marks that other servers are asked for", .timeLimit(.minutes(1)))
struct AskedMarksTests {
    private static let mark = Mark(position: 1_800_000_000_000_000, partitions: [Partition(1), Partition(31)])

    @Test("Every owner that answers soon is heard, whatever becomes of the others")
    func several() async throws {
        try await TestReceiver.run([.stalled("")]) { receiver in
            let port = receiver.port
            try await TestFleet.run(3) { fleet in
                // The third owns nothing that it knows of, nothing listens for the fourth, and the fifth never answers.
                fleet.assign { Int64($0.number % 5) + 1 }
                fleet.add(4, at: 1)
                fleet.add(5, at: port)
                fleet[1].mark.value = Mark(position: 1, partitions: [])
                fleet[2].mark.value = Self.mark
                let start = ContinuousClock.now
                #expect(await AskedMarks(peers: fleet[1].peers).marks() == [Self.mark])
                #expect(start.duration(to: .now) < .seconds(5))
                #expect(start.duration(to: .now) >= .milliseconds(300))
                await soon { receiver.closedConnections == 1 }
                // What a server says of partitions that are another one's does not count.
                fleet[3].mark.value = Mark(position: 9, partitions: [Partition(1), Partition(2)])
                fleet.assign { Int64($0.number % 3) + 1 }
                let marks = await AskedMarks(peers: fleet[1].peers).marks()
                let third = Mark(position: 9, partitions: [Partition(2)])
                #expect(marks.sorted { $0.position < $1.position } == [third, Self.mark])
            }
        }
    }

    @Test("Nobody is asked where this server owns everything")
    func alone() async throws {
        try await TestFleet.run(1) { fleet in
            let marks = await AskedMarks(peers: fleet[1].peers).marks()
            #expect(marks == [])
        }
    }

    @Test("A mark is read as it was written, and nothing else is read as one")
    func document() throws {
        let text = JSONText.write(Self.mark)
        #expect(Mark(try JSONText.parse(text)) == Self.mark)
        for other in [
            "{}", "[]", #"{"position": 1}"#, #"{"position": "1", "partitions": []}"#,
            #"{"position": 9223372036854775807, "partitions": []}"#, #"{"position": -1, "partitions": []}"#,
            #"{"position": 1, "partitions": [-1]}"#, #"{"position": 1, "partitions": ["1"]}"#,
        ] {
            #expect(Mark(try JSONText.parse(other.utf8)) == nil, "\(other)")
        }
    }
}
