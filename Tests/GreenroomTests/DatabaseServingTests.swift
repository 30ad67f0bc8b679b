#if PostgreSQL
import Foundation
import GreenroomClient
import LifecycleKernel
import NIOHTTP1
import TestKit
import Testing
import WireFormat

@testable import Greenroom

/// The database that `dev/with-postgres` runs; nil without it.
private let database = ProcessInfo.processInfo.environment["GREENROOM_TEST_POSTGRES"]

@Suite(
    "A server whose devices are in PostgreSQL",
    .timeLimit(.minutes(1)),
    .enabled(if: database != nil, "GREENROOM_TEST_POSTGRES is not set: dev/with-postgres sets it")
)
struct DatabaseServingTests {
    @Test("has every metric of a fleet that it has a text about, and says of itself what others have to know")
    func metrics() async throws {
        let metrics = Server.makeMetrics()
        let shared = try await DatabaseJournal.open(try #require(database), metrics: metrics, logger: quietLogger)
        try await withListeners(shared: shared, metrics: metrics) { addresses, _ in
            let client = ServerConnection(address: addresses.main)
            var fleet = Value.null
            repeat {
                // Not before the table was read.
                fleet = (try? await client.send(.GET, ["v1", "fleet"]).body) ?? .null
                await Task.yield()
            } while fleet["settled"] != .bool(true)
            let member = try #require(fleet["members"]?.elements.last)
            #expect(member["address"] == .string(addresses.main))
            #expect(member["sameToken"] == .bool(true))
            let text = try await metricsText(addresses.main)
            for (label, help) in MetricsHelp.textsOfFleet {
                #expect(text.contains(help), "a metric \(label) is told about, and there is none")
            }
            let guide = try String(contentsOf: repository.appending(path: "docs/guides/fleet.md"), encoding: .utf8)
            for line in text.split(separator: "\n") where line.hasPrefix("# HELP ") {
                guard MetricsHelp.textsOfFleet.values.contains(where: line.hasSuffix) else { continue }
                let name = line.split(separator: " ")[2]
                #expect(guide.contains("\n| `\(name)` |"), "the guide says nothing of \(name)")
            }
            #expect(text.contains("\ngreenroom_database_up 1\n"))
            #expect(text.contains("\ngreenroom_fleet_moves_total{why=\"first\"} 64\n"))
            #expect(text.contains("\ngreenroom_fleet_unowned_seconds_count 0\n"))
        }
    }
}
#endif
