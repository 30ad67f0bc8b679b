import DeviceHost
import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@Suite("A fork over HTTP")
struct ForkTests {
    private static let fork = "/v1/devices/phone/fork"

    @Test("is a device as it was at a sequence, with the timeline up to there")
    func copy() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let before = try await api.get("/v1/devices/phone")
            guard case .integer(let sequence)? = before["sequence"] else { throw Missing() }
            _ = try await api.post("/v1/devices/phone/events", APIClient.home)

            let fork = try await api.post(Self.fork, #"{"id": "what-if", "at": \#(sequence)}"#)
            #expect(fork.status == 201)
            #expect(fork.headers[.location] == "/v1/devices/what-if")
            #expect(fork["sequence"] == before["sequence"])
            #expect(fork.tag == (try await api.get("/v1/devices/what-if")).tag)
            #expect(fork["apps"] == before["apps"])
            let (original, copied) = (
                try await api.get("/v1/devices/phone/timeline?limit=\(sequence)"),
                try await api.get("/v1/devices/what-if/timeline")
            )
            #expect(copied.list("records") == original.list("records"))
            // The same inputs then have the same results.
            let (one, other) = (
                try await api.post("/v1/devices/what-if/events", APIClient.home),
                try await api.get("/v1/devices/phone/timeline?after=\(sequence)")
            )
            #expect(one.list("records") == other.list("records"))
        }
    }

    @Test("has all of the input in the midst of which it is made, and says at which sequence it is")
    func amidInput() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let before = try await api.get("/v1/devices/phone")["sequence"]?.asSequence ?? 0
            let left = try await api.post("/v1/devices/phone/events", APIClient.home)
            let phone = try await api.get("/v1/devices/phone")
            let records = left.list("records")
            #expect(records.count > 2)
            for record in records.compactMap({ $0["sequence"]?.asSequence }) {
                #expect(record > before)
                let fork = try await api.post(Self.fork, #"{"at": \#(record)}"#)
                #expect(fork["sequence"] == phone["sequence"])
                #expect(fork["apps"] == phone["apps"])
            }
        }
    }

    private struct Missing: Error {}

    @Test("is of the device as it is, with a generated id, by default")
    func defaults() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let (phone, fork) = (try await api.get("/v1/devices/phone"), try await api.post(Self.fork, ""))
            #expect(fork.status == 201)
            #expect(fork["id"] != "phone")
            #expect(fork["sequence"] == phone["sequence"])
        }
    }

    @Test("is made once for an idempotency key")
    func once() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let key: HTTPFields = [HTTPField.Name("Idempotency-Key")!: "k"]
            let first = try await api.post(Self.fork, "{}", headers: key)
            let again = try await api.post(Self.fork, "{}", headers: key)
            #expect(first.text == again.text)
            #expect(api.registry.deviceCount == 2)
        }
    }

    @Test(
        "is refused for what is not there or is no fork",
        arguments: [
            ("/v1/devices/nobody/fork", "{}", 404, "unknown-device"),
            (fork, #"{"id": "phone"}"#, 409, "device-exists"),
            (fork, #"{"at": 100000}"#, 422, "invalid-value"), (fork, #"{"at": -1}"#, 422, "invalid-value"),
            (fork, #"{"id": "Not An Id"}"#, 422, "invalid-value"), (fork, #"{"to": 1}"#, 422, "unknown-field"),
            (fork, "[]", 422, "invalid-value"), (fork, "{", 400, "malformed-body"),
            (fork + "?at=1", "{}", 422, "unknown-field"),
        ]
    )
    func refusals(path: String, body: String, status: Int, code: String) async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let answer = try await api.post(path, body)
            #expect(answer.status == status)
            #expect(answer.code == code)
            #expect(api.registry.deviceCount == 1)
        }
    }

    @Test("is refused before the oldest state that is kept, and the problem names that")
    func evicted() async throws {
        var limits = HostLimits()
        limits.inputsPerDevice = 2
        try await APIClient.run(limits: limits) { api in
            try await api.makePhoneWithNotesInFront()
            for _ in 0..<6 { _ = try await api.post("/v1/devices/phone/events", APIClient.launch) }
            let answer = try await api.post(Self.fork, #"{"at": 1}"#)
            #expect(answer.status == 410)
            #expect(answer.code == "records-evicted")
            #expect(answer["field"] == "at")
            let oldest = try #require(answer.list("accepted").first?.text)
            let fork = try await api.post(Self.fork, #"{"at": \#(oldest)}"#)
            #expect(fork.status == 201)
        }
    }
}
