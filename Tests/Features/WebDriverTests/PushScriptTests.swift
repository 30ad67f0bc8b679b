import LifecycleKernel
import Testing
import WireFormat

@testable import WebDriver

@Suite("What became of pushes") struct PushScriptTests {
    private static let app = #", "appium:bundleId": "com.example.notes""#

    @Test("A script lists the pushes of the device, or of one app, with their verdicts") func pushes() async throws {
        try await DriverClient.run { driver in
            let session = try await driver.open(Self.app)
            for (app, id) in [("notes", "1"), ("mail", "2")] {
                let sent = try await driver.script(
                    session,
                    "greenroom: event",
                    """
                    {"type": "push.deliver", "bundleID": "com.example.\(app)", "pushType": "background", "priority": 5, \
                    "apnsID": "00000000-0000-4000-8000-00000000000\(id)", "payload": {"aps": {"content-available": 1}}}
                    """
                )
                #expect(sent.status == 200, "\(sent.message)")
            }
            let all = try await driver.script(session, "greenroom: pushes").value["pushes"]?.elements ?? []
            #expect(all.map { $0["bundleID"] } == ["com.example.notes", "com.example.mail"])
            #expect(all.allSatisfy { $0["verdict"]?.text != nil && $0["verdicts"]?.elements.isEmpty == false })
            let mail = try await driver.script(session, "greenroom: pushes", #"{"bundleID": "com.example.mail"}"#)
            #expect(mail.value["pushes"]?.elements == all.suffix(1))
            let verdict = try #require(all[0]["verdict"]?.text)
            let chosen = try await driver.script(session, "greenroom: pushes", #"{"verdict": "\#(verdict)"}"#)
            #expect(chosen.value["pushes"]?.elements.contains(all[0]) == true)
            let unknown = try await driver.script(session, "greenroom: pushes", #"{"token": "a"}"#)
            #expect((unknown.status, unknown.error) == (400, "invalid argument"))
        }
    }
}
