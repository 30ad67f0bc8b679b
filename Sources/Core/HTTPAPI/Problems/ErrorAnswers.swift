import Hummingbird
import LifecycleKernel
import Logging
import NIOCore
import NIOHTTP1
import WireFormat

/// Turns the errors of handlers into problem documents, and unknown paths and methods into 404 and 405.
struct ErrorAnswers: Sendable {
    let routes: RouteTable

    /// The problem of a request whose handling threw an error.
    ///
    /// - Parameter id: The id of the request, with which the log has details that the answer does not.
    func problem(for error: any Error, _ request: Request, _ context: APIRequestContext, id: String) -> Problem {
        if let problem = Problem(describing: error) { return problem }
        if let error = error as? HTTPError, error.status == .notFound { return routes.problem(for: request, context) }
        return unexpected(error, context, id)
    }

    /// Logs an internal error. Its details are not sent to the client, which gets the id of the log line.
    private func unexpected(_ error: any Error, _ context: APIRequestContext, _ id: String) -> Problem {
        context.requestLogger.error(
            "request failed",
            metadata: ["id": "\(id)", "error": "\(error)", "route": "\(context.routeLabel)"]
        )
        return Problem(
            .internalError,
            "The request could not be answered. The log has a line with its id.",
            requestID: id
        )
    }
}

/// An error that has a problem document.
package protocol ProblemConvertible: Error {
    /// The problem document.
    var problem: Problem { get }
}

extension Rejection: ProblemConvertible {
    package var problem: Problem { Problem(self) }
}

extension BatchRejection: ProblemConvertible {
    package var problem: Problem { Problem(rejection, index: index) }
}

extension Problem {
    /// The problem that an error of a request is; nil for an internal error.
    package init?(describing error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as any ProblemConvertible: self = error.problem
        case is NIOTooManyBytesError: self = .tooLarge(limit: nil)
        case let error as HTTPParserError: self = .malformedRequest(error)
        default: return nil
        }
    }

    /// The bytes of a request, or of the rest of one, cannot be parsed.
    static func malformedRequest(_ error: HTTPParserError) -> Problem {
        Problem(
            .malformedRequest,
            "The request cannot be parsed: \("\(error)", as: "reason").",
            headers: [.connection: "close"]
        )
    }

    /// A body, or a part of one, is larger than what is read.
    static func tooLarge(limit: Int?) -> Problem {
        Problem(
            .tooLarge,
            limit.map { "The body may have at most \($0, as: "limit") bytes." } ?? "The body is too large."
        )
    }
}
