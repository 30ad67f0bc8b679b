import DeviceHost
import HTTPAPI
import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@Suite("Reports")
struct ReportTests {
    private let path = "/v1/devices/phone/apps/com.example.notes"

    /// Ends Notes by an event.
    private func end(_ api: APIClient, _ event: String) async throws {
        let answer = try await api.post(
            "/v1/devices/phone/events",
            #"[{"type": "app.launch", "bundleID": "com.example.notes"}, {"bundleID": "com.example.notes", \#(event)}]"#
        )
        try #require(answer.status == 200)
    }

    @Test("A crash leaves a report in the list, and the report is a file of two JSON objects")
    func crash() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            #expect(try await api.get(path + "/reports").json == ["reports": [], "next": .null])
            try await end(api, #""type": "app.crash", "exception": "abort", "message": "boom""#)
            let list = try await api.get(path + "/reports").list("reports")
            try #require(list.count == 1)
            #expect(list[0].matches(["kind": "crash", "bugType": "309", "pid": 101, "reason": "abnormal"]))
            let id = try #require(list[0]["id"]?.text)
            let report = try await api.get(path + "/reports/" + id)
            #expect(report.status == 200)
            #expect(report.headers[.contentType] == "application/x-ndjson")
            #expect(report.headers[.contentDisposition] == "attachment; filename=\"\(id)\"")
            let lines = report.text.split(separator: "\n")
            try #require(lines.count == 2)
            let (header, body) = (try JSONText.parse(lines[0].utf8), try JSONText.parse(lines[1].utf8))
            #expect(header["incident_id"] == body["incident"])
            #expect(body.matches(["exception": ["type": "EXC_CRASH", "signal": "SIGABRT"]]))
            let tag = try #require(report.tag)
            #expect(try await api.get(path + "/reports/" + id, headers: [.ifNoneMatch: tag]).status == 304)
        }
    }

    @Test("Too much processor time leaves a report of which only the header is JSON")
    func processor() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            try await end(api, #""type": "app.terminate", "cause": "cpuLimit""#)
            let list = try await api.get(path + "/reports").list("reports")
            #expect(list.first?.matches(["kind": "processor", "bugType": "206", "reason": "cpuResourceLimit"]) == true)
            let report = try await api.get(path + "/reports/" + (list.first?["id"]?.text ?? ""))
            #expect(report.headers[.contentType] == "text/plain; charset=utf-8")
            let lines = report.text.split(separator: "\n")
            #expect(try JSONText.parse(lines[0].utf8)["bug_type"] == "206")
            #expect(lines[1].hasPrefix("Date/Time:"))
        }
    }

    @Test("A kill for memory leaves a JetsamEvent report, a force quit none")
    func jetsam() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            try await end(api, #""type": "app.forceQuit""#)
            #expect(try await api.get(path + "/reports").list("reports").isEmpty)
            try await end(api, #""type": "app.terminate", "cause": "jetsam""#)
            let list = try await api.get(path + "/reports").list("reports")
            #expect(list.count == 1)
            #expect(list.first?.matches(["kind": "jetsam", "bugType": "298", "reason": "memoryPressure"]) == true)
        }
    }

    @Test("The MetricKit payload counts exits")
    func metrics() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            try await end(api, #""type": "app.crash", "exception": "badAccess""#)
            let payload = try await api.get(path + "/metrickit")
            #expect(
                payload.json.matches([
                    "applicationExitMetrics": [
                        "foregroundExitData": ["cumulativeBadAccessExitCount": 1, "cumulativeAbnormalExitCount": 0],
                        "backgroundExitData": ["cumulativeBadAccessExitCount": 0],
                    ],
                    "metaData": ["bundleIdentifier": "com.example.notes"],
                ])
            )
        }
    }

    /// What cannot be read, and the code of the problem.
    static let missing: [(String, String)] = [
        ("/v1/devices/phone/apps/com.example.notes/reports/none.ips", "unknown-report"),
        ("/v1/devices/phone/apps/com.example.notes/reports/%00", "unknown-report"),
        ("/v1/devices/phone/apps/com.example.none/reports", "unknown-app"),
        ("/v1/devices/phone/apps/com.example.none/reports/none.ips", "unknown-app"),
        ("/v1/devices/phone/apps/com.example.none/metrickit", "unknown-app"),
        ("/v1/devices/none/apps/com.example.notes/reports", "unknown-device"),
        ("/v1/devices/none/apps/com.example.notes/metrickit", "unknown-device"),
    ]

    @Test("What is not there is a 404 that says what is missing", arguments: missing)
    func unknown(path: String, code: String) async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let answer = try await api.get(path)
            #expect(answer.status == 404)
            #expect(answer.code == code)
        }
    }
}
