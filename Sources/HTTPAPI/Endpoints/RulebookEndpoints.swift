import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

/// The rules of iOS: each with its values, where it is known from, and what disputes it.
struct RulebookEndpoints: Sendable {
    /// The table never changes, so its text is made once.
    private let table = ByteBuffer(bytes: JSONText.write(RuleTable()))

    var routes: [Route] {
        [
            Route(.get, "/v1/rulebook") { request, _ in try whole(request) },
            Route(.get, "/v1/rulebook/{profile}", profile),
        ]
    }

    private func whole(_ request: Request) throws -> Response {
        try request.refuseQuery()
        return Response(status: .ok, headers: [.contentType: MediaType.json], body: .init(byteBuffer: table))
    }

    @Sendable private func profile(_ request: Request, _ context: APIRequestContext) throws -> Response {
        try request.refuseQuery()
        let name = context.parameter("profile")
        guard let profile = RuleProfile(exactly: name) else {
            throw Problem(
                .unknownProfile,
                "There is no rule profile \(name.quotedBriefly).",
                accepted: RuleProfile.allCases.map(\.rawValue)
            )
        }
        return .json(Rulebook(profile))
    }
}
