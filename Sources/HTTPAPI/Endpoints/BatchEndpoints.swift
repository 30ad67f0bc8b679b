import DeviceHost
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// Many events for many devices in one request: one a line comes in, one verdict a line goes out, in the same order.
///
/// A line that is wrong gets a verdict that says so, and the others are none the worse. Nothing is collected: a batch
/// may be as long as it likes. Who sends a long one must read verdicts while sending, or both sides wait for ever. When the
/// server is being shut down, the batch ends with the verdicts of the lines that have been carried out.
struct BatchEndpoints: Sendable {
    let registry: DeviceRegistry
    let limits: HTTPServerSettings

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
            var batch = Batch(registry: registry, lineLimit: limits.batchLineLimit)
            // A client that sends nothing more must not hold the shutdown up.
            for try await chunk in body.cancelOnGracefulShutdown() {
                try await splitter.feed(chunk.readableBytesView) { line in
                    await batch.carryOut(line)
                    if let full = batch.takeFullOutput() { try await writer.write(full) }
                }
                // Who sends a line must get its verdict without sending another.
                await batch.finishLines()
                if let output = batch.takeOutput() { try await writer.write(output) }
            }
            if let line = splitter.finish() { await batch.carryOut(line) }
            await batch.finishLines()
            if let output = batch.takeOutput() { try await writer.write(output) }
            try await writer.finish(nil)
        }
    }
}
