import GreenroomClient
import HTTPTestKit
import LifecycleKernel
import NIOHTTP1
import Scenarios
import Testing

@testable import Commands

@Suite("The command line's client") struct ClientTests {
    @Test("server-sent events are read however the bytes are cut", arguments: 1...9) func events(size: Int) {
        let text =
            ": a comment\n\nid: 7\nevent: record\ndata: {\"a\":\ndata: 1}\n\n"
            + "data: täglich\r\n\r\nevent: gap\n\ndata: open"
        var reader = ServerEventReader()
        var events: [ServerEvent] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            events += reader.events(in: rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        #expect(
            events == [
                ServerEvent(name: "record", data: "{\"a\":\n1}"), ServerEvent(name: "message", data: "täglich"),
            ]
        )
    }

    @Test("columns are as wide as their widest word") func table() {
        let columns: [TextTable.Column] = [
            .init("a", "name"), .init("long head", "exit", "reason"), .init("c") { "#\($0["pid"]?.cellText ?? "")" },
            .init("extension", "extension", leftOutWhenEmpty: true),
        ]
        let elements: [Value] = [["name": "wider", "pid": 1, "exit": ["reason": "x"]], ["name": "y", "pid": 2]]
        #expect(
            TextTable(of: elements, columns: columns).text
                == "A      LONG HEAD  C\nwider  x          #1\ny                 #2"
        )
        let extended = TextTable(of: [["extension": "notificationService"]] + elements, columns: columns).text
        #expect(extended.hasPrefix("A      LONG HEAD  C   EXTENSION\n"))
    }

    @Test(
        "an advance continues with the rest until the server says that it is done",
        arguments: [
            (["seconds": 60], ["seconds": 50]),
            (["to": "2026-01-01T00:01:00.000Z"], ["to": "2026-01-01T00:01:00.000Z"]),
            (["untilIdle": true, "limitSeconds": 60], ["untilIdle": true, "limitSeconds": 50]),
            (
                ["until": ["app": ["bundleID": "a", "state": "active"]]],
                ["until": ["app": ["bundleID": "a", "state": "active"]], "limitSeconds": 86_390]
            ),
            (["seconds": 60, "stopAtCallbacks": true], ["seconds": 50, "stopAtCallbacks": true]),
        ] as [(Value, Value)]
    )
    func advances(first: Value, second: Value) throws {
        for stop in AdvanceStop.allCases {
            var request = AdvanceRequest(first)
            let answer: Value = [
                "time": "2026-01-01T00:00:10.000Z", "stopped": .string(stop.rawValue),
                "records": [["kind": "input", "time": "2026-01-01T00:00:00.000Z"]],
            ]
            #expect(try request.resume(after: answer) == (stop == .records || stop == .limit))
            if stop == .records { #expect(request.body == second) }
        }
    }

    @Test(
        "an assertion is explained with its name and the time left, where it has them",
        arguments: [
            (["assertion": "transition", "name": .null, "remainingSeconds": 5], "  transition, 5 s left"),
            (["assertion": "backgroundTask", "name": "b", "remainingSeconds": 30], "  backgroundTask b, 30 s left"),
            (["assertion": "audio", "name": .null, "remainingSeconds": .null], "  audio"),
        ] as [(Value, String)]
    )
    func explainedAssertion(held: Value, line: String) {
        #expect(ExplainCommand.assertionLine(held) == line)
    }

    @Test("what an app has without effect is a warning, of the app and of the device") func warnings() async throws {
        let behavior: Value = ["applicationDidEnterBackground(_:)": [["action": "save"]]]
        let app: Value = ["bundleID": "com.a", "infoPlist": ["CFBundleName": "A"], "behavior": behavior]
        try await withServer { address in
            let client = ServerConnection(address: address)
            let device = try await client.send(.POST, ["v1", "devices"], body: ["id": "d", "apps": [app]]).body
            let uncalled = "com.a: these handlers of the behavior are never called: applicationDidEnterBackground(_:)"
            #expect(AppWarnings(device: device).lines == [uncalled])
            let installed = try await client.send(.GET, ["v1", "devices", "d", "apps", "com.a"]).body
            let ignored = "com.a: these keys of the Info.plist have no effect: CFBundleName"
            #expect(AppWarnings(app: installed).lines == [ignored, uncalled])
            _ = try await client.send(.PUT, ["v1", "devices", "d", "apps", "com.b"])
            let plain = try await client.send(.GET, ["v1", "devices", "d", "apps", "com.b"]).body
            #expect(AppWarnings(app: plain).lines.isEmpty)
            #expect(AppWarnings(device: try await client.send(.POST, ["v1", "devices"], body: [:]).body).lines.isEmpty)
        }
    }
}

@Suite("Results as JUnit XML") struct JUnitReportTests {
    @Test("what passed, what failed and why is there, whatever the names are") func report() {
        var failed = ScenarioResult(scenario: "a <b> & \"c\"\u{1}")
        failed.setup = [CheckFailure("device", expected: "x", seen: "y")]
        var report = JUnitReport()
        report.add(
            ScenarioResult(scenario: "good"),
            file: "good.yaml",
            place: DocumentPlace(file: "good.yaml"),
            seconds: 0.0125
        )
        report.add(failed, file: "bad.yaml", place: DocumentPlace(file: "bad.yaml"), seconds: 2)
        let unreadable = DocumentFileError(
            file: "c.yaml",
            line: 7,
            rejection: Rejection(.unknownField, "There is no x.")
        )
        report.add(unreadable)
        var shared = unreadable
        shared.scenario = ScenarioReference(name: "d", place: DocumentPlace(file: "d.yaml", line: 1))
        report.add(shared)
        #expect(report.xml.contains("tests=\"4\" failures=\"1\" errors=\"2\" skipped=\"0\" time=\"2.012\""))
        #expect(
            report.xml.contains("file=\"c.yaml\" line=\"7\" time=\"0.000\">\n      <error message=\"There is no x.\">")
        )
        #expect(
            report.xml.contains("<testcase classname=\"good.yaml\" name=\"good\" file=\"good.yaml\" time=\"0.012\"/>")
        )
        #expect(report.xml.contains("<testcase classname=\"d.yaml\" name=\"d\" file=\"c.yaml\" line=\"7\" "))
        #expect(report.xml.contains("name=\"a &lt;b&gt; &amp; &quot;c&quot;\u{FFFD}\""))
        #expect(report.xml.contains("<failure message=\"device is not as expected\">"))
        #expect(report.xml.contains("expected  x"))
    }
}
