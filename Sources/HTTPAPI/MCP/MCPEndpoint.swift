import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

/// The Model Context Protocol (Streamable HTTP): each message is a POST, and its answer the one to it as JSON.
///
/// There are no sessions and no streams: nothing is kept between two messages, and the server has nothing to say by itself.
struct MCPEndpoint: Sendable {
    /// Where messages are sent to.
    static let path = "/mcp"

    private let service: MCPService
    private let bodyLimit: Int

    init(_ service: MCPService, bodyLimit: Int) {
        self.service = service
        self.bodyLimit = bodyLimit
    }

    var routes: [Route] { [Route(.post, Self.path, answer)] }

    @Sendable private func answer(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        _ = try request.preferredType(of: [MediaType.json])
        let body = try await JSONBody(request, upTo: bodyLimit)
        let message: RPCMessage
        do {
            message = try RPCMessage(body.bytes)
            if message.id == nil { try MCPHeaders.checkNotification(request) }
        } catch {
            return error.response(to: nil)
        }
        guard let id = message.id else { return Response(status: .accepted) }
        do throws(RPCError) {
            let revision = try MCPHeaders.revision(of: message, in: request)
            let result = try await service.result(of: message, in: revision, context)
            return .message(["jsonrpc": "2.0", "id": id, "result": result])
        } catch {
            return error.response(to: id)
        }
    }
}
