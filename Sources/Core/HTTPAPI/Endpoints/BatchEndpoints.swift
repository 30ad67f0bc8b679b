import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import ServiceLifecycle
import WireFormat

/// Many events for many devices in one request: each line of the body is an event, each line of the answer its verdict, in
/// the same order.
///
/// A line that is refused does not affect the others. Lines are carried out as they arrive, so a batch may have any
/// length. A client that sends a long one must read verdicts while sending, otherwise both sides wait for ever. When the
/// server is being shut down, the batch ends with the verdicts of the lines that have been carried out.
struct BatchEndpoints: Sendable {
    let registry: DeviceRegistry
    let pushes: PushHistory
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
                """
                A batch cannot have an idempotency key, because its answer is not kept. Send the events one by one to use \
                keys.
                """,
                field: HTTPField.Name.idempotencyKey.rawName
            )
        }
        return Response(
            status: .ok,
            headers: [.contentType: MediaType.jsonLines],
            body: verdicts(of: request.body, in: request.language)
        )
    }

    private func verdicts(of body: RequestBody, in language: Language) -> ResponseBody {
        let trace = RequestTrace.current
        return ResponseBody { writer in
            var splitter = LineSplitter(limit: limits.batchLineLimit)
            var batch = Batch(registry: registry, pushes: pushes, lineLimit: limits.batchLineLimit, language: language)
            // A client that sends nothing more must not delay the shutdown.
            for try await chunk in body.cancelOnGracefulShutdown() {
                trace?.note(chunk.readableBytesView)
                try await splitter.feed(chunk.readableBytesView) { line in
                    await batch.add(line)
                    if let full = batch.takeFullOutput() { try await writer.write(full) }
                }
                // A client must get the verdict of a line without sending another.
                await batch.finishLines()
                if let output = batch.takeOutput() { try await writer.write(output) }
            }
            if let line = splitter.finish() { await batch.add(line) }
            await batch.finishLines()
            if let output = batch.takeOutput() { try await writer.write(output) }
            try await writer.finish(nil)
        }
    }
}
