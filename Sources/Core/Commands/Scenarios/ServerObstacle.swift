import GreenroomClient
import LifecycleKernel
import WireFormat

/// Why a server cannot carry a scenario out, which says nothing about the scenario.
struct ServerObstacle: Error, CustomStringConvertible {
    let description: String
    /// Whether every other scenario would meet it, too.
    let isLasting: Bool

    /// The server is not ready, or does not answer.
    init(_ reason: NotReady, isLasting: Bool) {
        description = reason.description
        self.isLasting = isLasting
    }

    /// What an answer says about the server; nil when it is about what was asked.
    init?(_ answer: ServerConnection.Answer, of server: ServerConnection) {
        let detail = answer.body["detail"]?.text ?? "it answers with status \(answer.status)"
        switch (answer.status, answer.body["code"]) {
        case (401, _) where server.token == nil:
            description = "\(server.address) needs a token: --token, or GREENROOM_TOKEN"
        case (401, _): description = "\(server.address) does not accept the token"
        case (403, _), (421, _): description = "\(server.address) refuses this client: \(detail)"
        case (404, "unknown-device"):
            description =
                "\(server.address) has lost the device of the scenario: it was deleted there, or the server restarted"
        case (500..., _): description = "\(server.address) cannot do it: \(detail)"
        default: return nil
        }
        isLasting = [401, 403, 421].contains(answer.status)
    }
}
