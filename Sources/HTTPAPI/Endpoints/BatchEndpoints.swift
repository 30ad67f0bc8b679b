import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

/// Many events for many devices in one request: one a line comes in, one verdict a line goes out, in the same order.
///
/// A line that is wrong gets a verdict that says so, and the others are none the worse. Nothing is collected: a batch
/// may be as long as it likes. Who sends a long one must read verdicts while sending, or both sides wait for ever.
struct BatchEndpoints: Sendable {
    let registry: DeviceRegistry
    let limits: HTTPServerSettings

    /// Verdicts are sent on when there are so many bytes of them, and at the end of what has come in.
    private static let flushSize = 65_536

    var routes: [Route] {
        [Route(.post, "/v1/batch") { request, _ in try run(request) }]
    }

    private func run(_ request: Request) throws -> Response {
        try request.refuseQuery()
        guard try request.mediaType(oneOf: [MediaType.jsonLines]) != nil else {
            throw Problem.withoutMediaType([MediaType.jsonLines])
        }
        guard request.headers[.idempotencyKey] == nil else {
            throw Problem(
                .invalidValue,
                "A batch takes no idempotency key: its answer is not kept. Send the events one by one to use keys.",
                field: HTTPField.Name.idempotencyKey.rawName
            )
        }
        return Response(status: .ok, headers: [.contentType: MediaType.jsonLines], body: verdicts(of: request.body))
    }

    private func verdicts(of body: RequestBody) -> ResponseBody {
        ResponseBody { writer in
            var splitter = LineSplitter(limit: limits.batchLineLimit)
            var number = 0
            var output = ByteBuffer()
            for try await chunk in body {
                try await splitter.feed(chunk.readableBytesView) { line in
                    number += 1
                    await answer(line, number, into: &output)
                    if output.readableBytes >= Self.flushSize { try await flush(&output, &writer) }
                }
                try await flush(&output, &writer)
            }
            if let line = splitter.finish() { await answer(line, number + 1, into: &output) }
            try await flush(&output, &writer)
            try await writer.finish(nil)
        }
    }

    private func flush(_ output: inout ByteBuffer, _ writer: inout any ResponseBodyWriter) async throws {
        guard output.readableBytes > 0 else { return }
        let full = output
        output = ByteBuffer()
        try await writer.write(full)
    }

    /// Carries out a line and writes its verdict; a line of nothing but white space has none.
    private func answer(_ line: LineSplitter.Line, _ number: Int, into output: inout ByteBuffer) async {
        switch line {
        case .tooLong:
            let detail = "A line may have at most \(limits.batchLineLimit) bytes."
            write(Verdict(line: number, result: .refused(Problem(.tooLarge, detail))), into: &output)
        case .bytes(let bytes) where bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }:
            return
        case .bytes(let bytes):
            write(Verdict(line: number, result: await result(of: bytes)), into: &output)
        }
    }

    private func write(_ verdict: Verdict, into output: inout ByteBuffer) {
        output.writeBytes(JSONText.write(verdict))
        output.writeInteger(UInt8(ascii: "\n"))
    }

    private func result(of bytes: [UInt8]) async -> Verdict.Result {
        do throws(Problem) {
            let (id, event) = try Self.read(bytes)
            do throws(HostError) {
                return .applied(try await registry.apply(.event(event), to: id))
            } catch {
                throw error.problem
            }
        } catch {
            return .refused(error)
        }
    }

    private static func read(_ bytes: [UInt8]) throws(Problem) -> (DeviceID, Event) {
        let device: String
        let event: Event
        do throws(Rejection) {
            var fields = try FieldReader(JSONText.parse(bytes), at: "")
            device = try fields.string("device")
            event = try fields.nested("event", Event.init(_:at:))
            try fields.finish()
        } catch {
            throw Problem(error)
        }
        guard let id = DeviceID(device) else { throw .unknownDevice(device) }
        return (id, event)
    }
}

/// What became of one line of a batch.
private struct Verdict: FieldWritable {
    enum Result {
        case applied(InputOutcome)
        case refused(Problem)
    }

    /// The line's number in the batch, from 1.
    let line: Int
    let result: Result

    func write(to sink: inout some FieldSink) {
        sink.put("line", Int64(line))
        switch result {
        case .applied(let outcome):
            sink.put("status", 200)
            outcome.write(to: &sink)
        case .refused(let problem):
            sink.put("status", Int64(problem.status.code))
            sink.put("problem", problem)
        }
    }
}
