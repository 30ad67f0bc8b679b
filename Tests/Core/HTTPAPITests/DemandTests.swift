import HTTPTestKit
import HTTPTypes
import HummingbirdTesting
import LifecycleKernel
import NIOCore
import Testing
import WireFormat

@testable import HTTPAPI

@Suite("What a request demands of the server")
struct DemandTests {
    private func send(_ fields: HTTPFields) async throws -> (status: Int, code: String?, accepted: Value?) {
        try await APIClient.run { api in
            var fields = fields
            fields[.contentType] = "application/json"
            let response = try await api.client.executeRequest(
                uri: "/v1/devices",
                method: .post,
                headers: fields,
                body: .init(string: #"{"id": "phone"}"#)
            )
            let answer = APIAnswer(response)
            return (answer.status, answer.code, answer["accepted"])
        }
    }

    @Test("may be to continue, and nothing else", arguments: ["200-ok", "", "100-continue, x", "100-continu\u{E9}"])
    func expectations(value: String) async throws {
        let answer = try await send([.expect: value])
        #expect((answer.status, answer.code) == (417, "expectation-failed"))
        #expect(answer.accepted == ["100-continue"])
    }

    @Test(
        "may be to read a chunked body, and no other coding",
        arguments: ["gzip, chunked", "identity", "chunked, chunked", "chunked;q=1", "x"]
    )
    func codings(value: String) async throws {
        let answer = try await send([.transferEncoding: value])
        #expect((answer.status, answer.code) == (501, "unsupported-transfer-coding"))
        #expect(answer.accepted == ["chunked"])
    }

    @Test("is met")
    func met() async throws {
        #expect(try await send([.expect: "100-Continue", .transferEncoding: "Chunked"]).status == 201)
    }
}
