import DeviceHost
import Foundation
import GreenroomClient
import LifecycleKernel
import NIOHTTP1
import Telemetry
import TestKit
import Testing
import WireFormat

@testable import Greenroom
@testable import GreenroomServer

/// What docs/operating.md says must be so: its tables name every limit and every metric, and no other.
@Suite("docs/operating.md") struct OperatingGuideTests {
    private let text: String

    init() throws {
        text = try String(contentsOf: repository.appending(path: "docs/operating.md"), encoding: .utf8)
    }

    @Test("the table of limits has a row for each that is a number, with its default") func limits() throws {
        let expected = Mirror(reflecting: HostLimits()).children.compactMap { limit in
            limit.label.flatMap { $0 == "shards" ? nil : ["`\($0)`", "\(limit.value)"] }
        }
        #expect(try rows(in: "Limits").map { Array($0.prefix(2)) } == expected)
    }

    @Test("its tables of settings and metrics are made from their rows: if not, make documents") func current() {
        #expect(OperatingGuide.updated(in: text) == text)
    }

    @Test("each metric that a server exposes has a row, with its type, help and labels, and each row has a metric")
    func metrics() async throws {
        let rows = MetricsGuide.all(with: Features.all).sorted { $0.name < $1.name }
        try await withServer(["--demo", "--appium-port", "0"]) { address, _ in
            // The instruments of requests are made by the first request.
            _ = try await ServerConnection(address: address).send(.GET, ["v1", "devices"])
            let lines = try await metricsText(address).split(separator: "\n").map { $0.split(separator: " ") }
            var helps: [Substring: String] = [:]
            for line in lines where line.starts(with: ["#", "HELP"]) {
                helps[line[2]] = line.dropFirst(3).joined(separator: " ")
            }
            let exposed = lines.filter { $0.starts(with: ["#", "TYPE"]) }.map {
                [String($0[2]), String($0[3]), helps[$0[2]] ?? ""]
            }
            #expect(exposed == rows.map { [$0.name, $0.type, $0.help] })
            for row in rows {
                let ends = row.type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
                let series = lines.map { $0.joined(separator: " ") }.filter { line in
                    ends.contains { line.hasPrefix("\(row.name)\($0){") || line.hasPrefix("\(row.name)\($0) ") }
                }
                #expect(!series.isEmpty, "\(row.name)")
                for line in series {
                    let labels = line.matches(of: /(\w+)="/).map { String($0.1) }.filter { $0 != "le" }
                    #expect(Set(labels) == Set(row.labels), "\(line)")
                }
            }
        }
    }

    @Test("the answer to a list of inputs tells all that they caused in every app, whatever an advance may write")
    func answerToList() async throws {
        let inputs = 20
        let apps = ["com.example.notes", "com.example.letters", "com.example.maps"]
        try await withServer(["--records-per-advance", "1"]) { address, _ in
            let client = ServerConnection(address: address)
            _ = try await client.send(.POST, ["v1", "devices"], body: ["id": "d", "clock": ["mode": "manual"]])
            for app in apps {
                _ = try await client.send(.PUT, ["v1", "devices", "d", "apps", app], body: [:])
                let launch: Value = ["type": "app.launch", "bundleID": .string(app)]
                _ = try await client.send(.POST, ["v1", "devices", "d", "events"], body: launch)
            }
            let list = Value.array(Array(repeating: ["type": "device.memoryWarning"], count: inputs))
            let answer = try await client.send(.POST, ["v1", "devices", "d", "events"], body: list)
            let records = answer.body["records"]?.elements ?? []
            #expect(records.count { $0["kind"] == "input" } == inputs)
            for app in apps {
                let told = records.count { $0["kind"] == "callback" && $0["bundleID"] == .string(app) }
                #expect(told >= inputs, "\(app)")
            }
        }
    }

    @Test("the alerts ask for metrics that there are, and the table has each with its severity") func alerts() throws {
        let file = repository.appending(path: "examples/prometheus/alerts.yml")
        let alerts = try String(contentsOf: file, encoding: .utf8)
        let metrics = Set(try rows(in: "Metrics").map { $0[0].trimmingCharacters(in: ["`"]) })
        let expressions = alerts.matches(of: /expr: (.*)/).map { String($0.1) }
        let asked = expressions.flatMap { $0.matches(of: /(greenroom|process|telemetry)_\w+/).map { String($0.0) } }
        #expect(asked.count >= 16)
        #expect(Set(asked).subtracting(metrics) == [])
        let rules = alerts.matches(of: /alert: (\w+)(?s:.*?)severity: (\w+)(?s:.*?)summary: "(.*)"/)
            .map { ["`\($0.1)`", String($0.2), String($0.3)] }
        #expect(rules.count == expressions.count)
        #expect(rules == (try rows(in: "Metrics", table: 1)))
        #expect(Set(rules.map { $0[1] }).isSubset(of: ["critical", "warning", "info"]))
    }

    /// The cells of the rows of a table in a section, without the head.
    ///
    /// - Parameter table: Which of the section's tables, counted from 0.
    private func rows(in section: String, table: Int = 0) throws -> [[String]] {
        let start = try #require(text.range(of: "\n## \(section)\n")).upperBound
        let end = text[start...].range(of: "\n## ")?.lowerBound ?? text.endIndex
        let tables = text[start..<end].split(separator: "\n\n").filter { $0.hasPrefix("| ") }
        try #require(tables.count > table)
        return tables[table].split(separator: "\n").dropFirst(2).map { row in
            row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }
}
