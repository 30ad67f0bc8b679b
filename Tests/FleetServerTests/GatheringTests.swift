import DeviceHost
import Fleet
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@Suite("Lists of all devices of a fleet", .timeLimit(.minutes(1)))
struct GatheringTests {
    /// Runs a test against three servers with 30 devices that two labels tell apart.
    private func run(_ test: @escaping @Sendable (TestFleet, [String]) async throws -> Void) async throws {
        try await TestFleet.run(3) { fleet in
            fleet.assign(Self.owner)
            let ids = (0..<30).map { "device-\($0)" }.sorted()
            for (index, id) in ids.enumerated() {
                let owner = Self.owner(Partition.of(id))
                try await fleet[owner].make(id, labels: ["half": index < 15 ? "one" : "two"])
            }
            try await test(fleet, ids)
        }
    }

    private static func owner(_ partition: Partition) -> Int64 { Int64(partition.number % 3) + 1 }

    private func ids(_ answer: Answer) -> [String] { answer["devices"]?.elements.compactMap { $0["id"]?.text } ?? [] }

    @Test("Pages go over the devices of all servers in order, and go on at any server", arguments: [1, 4, 7, 30, 100])
    func pages(limit: Int) async throws {
        try await run { fleet, expected in
            var found: [String] = []
            var cursor: String?
            var server: Int64 = 1
            repeat {
                let answer = try await fleet[server].get(
                    "/v1/devices?limit=\(limit)" + (cursor.map { "&cursor=\($0)" } ?? "")
                )
                #expect(answer.status == 200)
                let page = ids(answer)
                #expect(page.count <= limit)
                found += page
                cursor = answer["next"]?.text
                server = server % 3 + 1
            } while cursor != nil && found.count <= expected.count
            #expect(found == expected)
            let labelled = try await fleet[2].get("/v1/devices?label=half:one")
            #expect(ids(labelled) == Array(expected.prefix(15)))
        }
    }

    @Test("Sums are of all servers")
    func sums() async throws {
        try await run { fleet, _ in
            #expect(try await fleet[1].get("/v1/processes/summary")["devices"] == 30)
            #expect(try await fleet[2].get("/v1/processes")["processes"] == [])
            let deleted = try await fleet[3].send(.delete, "/v1/devices?label=half:one")
            #expect(deleted.text == #"{"deleted":15}"#)
            #expect(try await fleet[1].get("/v1/processes/summary")["devices"] == 15)
        }
    }

    @Test("A partition that nobody answers for holds the list up, unless the client takes what is there")
    func missing() async throws {
        try await run { fleet, expected in
            fleet.assign { $0.number % 3 == 2 ? nil : Self.owner($0) }
            let refused = try await fleet[1].get("/v1/devices")
            #expect(refused.status == 503)
            #expect(refused.code == "owner-unavailable")
            let partial = try await fleet[1].get("/v1/devices?partial=true&limit=100")
            #expect(partial.status == 200)
            #expect(partial["unavailable"] == 21)
            #expect(ids(partial) == expected.filter { Partition.of($0).number % 3 != 2 })
            let summary = try await fleet[2].get("/v1/processes/summary?partial=true")
            #expect(summary["unavailable"] == 21)
            #expect(summary["devices"] == .integer(Int64(ids(partial).count)))
            #expect(try await fleet[2].get("/v1/processes?partial=true")["unavailable"] == 21)
            fleet.assign(Self.owner)
            let whole = try await fleet[1].get("/v1/devices?partial=true")
            #expect(whole["unavailable"] == 0)
            #expect(ids(whole) == expected)
        }
    }

    @Test("Of a device that two servers have in memory, the owner's counts")
    func leftover() async throws {
        try await run { fleet, expected in
            for id in expected where Self.owner(Partition.of(id)) != 2 { try await fleet[2].make(id) }
            #expect(try await ids(fleet[1].get("/v1/devices?limit=100")) == expected)
            #expect(try await ids(fleet[2].get("/v1/devices?limit=5")) == Array(expected.prefix(5)))
        }
    }

    @Test("A server whose host has lost a partition does not answer for it, whatever is known of the owners")
    func lostByHost() async throws {
        try await run { fleet, expected in
            let kept = (0..<Partition.defaultCount).map { Partition($0) }.filter { Self.owner($0) == 2 }.dropFirst()
            fleet[2].tenure.update(owned: kept.map { Claim($0, epoch: 2) }, until: WallInstant(nanoseconds: .max))
            for number in 1...2 as ClosedRange<Int64> {
                for path in ["/v1/devices", "/v1/processes", "/v1/processes/summary"] {
                    let refused = try await fleet[number].get(path)
                    #expect(refused.code == "owner-unavailable", "\(path): \(refused.text)")
                    let partial = try await fleet[number].get("\(path)?partial=true")
                    #expect(partial["unavailable"] == 1, "\(path): \(partial.text)")
                }
            }
        }
    }

    @Test("Numbers of another server that are too large end nothing")
    func largeNumbers() async throws {
        for number in [Int64.min, .max] {
            let text = #"{"devices": \#(number), "states": {"active": \#(number)}}"#
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nGreenroom-Partitions: \r\n"
            let reply = TestReceiver.Reply.bytes("\(head)Content-Length: \(text.utf8.count)\r\n\r\n\(text)")
            try await TestReceiver.run([reply, reply]) { receiver in
                let port = receiver.port
                try await run { fleet, _ in
                    fleet.assign { $0.number == 0 ? 4 : $0.number == 1 ? 5 : 1 }
                    fleet.add(4, at: port)
                    fleet.add(5, at: port)
                    let answer = try await fleet[1].get("/v1/processes/summary?partial=true")
                    #expect(answer.status == 200, "\(answer.text)")
                }
            }
        }
    }

    @Test("A deletion whose answer is missing is not told as one of fewer devices")
    func brokenDeletion() async throws {
        for reply in [TestReceiver.Reply.close, .status(503)] {
            try await TestReceiver.run([reply]) { receiver in
                let port = receiver.port
                try await run { fleet, _ in
                    fleet.assign { Self.owner($0) == 3 ? 4 : Self.owner($0) }
                    fleet.add(4, at: port)
                    let answer = try await fleet[1].send(.delete, "/v1/devices?label=half:one")
                    #expect(answer.status == 503)
                    #expect(answer.code == "outcome-unknown", "\(answer.text)")
                    #expect(answer.headers[.retryAfter] == "1")
                    // Repeated where every server answers, it says how many were left.
                    fleet.assign(Self.owner)
                    let left = try await fleet[3].registry.devices(labels: [Label("half:one")!]).devices.count
                    let again = try await fleet[1].send(.delete, "/v1/devices?label=half:one")
                    #expect(again["deleted"] == .integer(Int64(left)))
                    #expect(left > 0)
                }
            }
        }
    }

    @Test("A deletion is not partial, and one while an owner is missing may have deleted some")
    func missingDeletion() async throws {
        try await run { fleet, _ in
            let partial = try await fleet[1].send(.delete, "/v1/devices?label=half:one&partial=true")
            #expect(partial.code == "unknown-field")
            fleet.assign { Self.owner($0) == 3 ? nil : Self.owner($0) }
            let answer = try await fleet[1].send(.delete, "/v1/devices?label=half:one")
            #expect(answer.code == "outcome-unknown")
        }
    }

    @Test("A HEAD of a list has the head of the list")
    func head() async throws {
        try await run { fleet, _ in
            for path in ["/v1/devices", "/v1/processes/summary"] {
                let answer = try await fleet[2].send(.head, path)
                #expect(answer.status == 200)
                #expect(answer.text == "")
            }
        }
    }

    @Test("A wrong question is refused once, and one about a device is its owner's")
    func questions() async throws {
        try await run { fleet, expected in
            for (path, status) in [
                ("/v1/devices?cursor=1", 422), ("/v1/devices?limit=0", 422), ("/v1/devices?other=1", 422),
                ("/v1/devices?partial=some", 422), ("/v1/devices?partial=false", 200),
                ("/v1/processes?device=\(expected[0])", 200), ("/v1/processes?device=nobody", 404),
            ] {
                let answer = try await fleet[1].get(path)
                #expect(answer.status == status, "\(path)")
            }
            let unlabelled = try await fleet[1].send(.delete, "/v1/devices")
            #expect(unlabelled.code == "missing-field")
        }
    }
}
