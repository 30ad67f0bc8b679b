import Foundation
import Telemetry
import Testing

@testable import Commands
@testable import GreenroomServer

@Suite("The ready line") struct ReadyLineTests {
    @Test("says that the server is ready: in words, or as an object where log lines are objects")
    func readyLine() throws {
        let wda = Listener(rawValue: "wda")
        var addresses = ServerAddresses(of: [.main, wda])
        addresses.add(ListeningAddress(.main, "http://127.0.0.1:8080"))
        addresses.add(ListeningAddress(wda, "http://127.0.0.1:8100"))
        let words = "greenroom ready on http://127.0.0.1:8080 wda=http://127.0.0.1:8100"
        #expect(ReadyLine.text(addresses, .text) == words + "\n")
        let line = ReadyLine.text(addresses, .json)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
        #expect(object["message"] == words)
        #expect(object["address"] == "http://127.0.0.1:8080")
        #expect(object["wda"] == "http://127.0.0.1:8100")
        #expect(object["level"] == "notice")
        #expect(line.hasSuffix("}\n"))
    }
}
