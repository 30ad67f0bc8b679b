import DeviceHost
import Fleet
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

/// What became of sending a request to another server.
enum Attempt: Sendable {
    /// It was answered.
    case answered(Response)
    /// It was not carried out.
    case notDone
    /// It may have been carried out.
    case inDoubt
}

extension PeerRouting {
    /// Sends a request to the member that is taken for the owner.
    ///
    /// - Throws: `CancellationError`.
    func attempt(_ request: PeerRequest, to member: Int64, for target: Target) async throws -> Attempt {
        let start = ContinuousClock.now
        let (attempt, outcome) = await outcome(of: request, to: member, for: target)
        metrics.forwarded(outcome, after: start.duration(to: .now))
        if outcome == .refused { peers.noteOutdated() }
        try Task.checkCancellation()
        return attempt
    }

    private func outcome(
        of request: PeerRequest,
        to member: Int64,
        for target: Target
    ) async -> (Attempt, PeerMetrics.Outcome) {
        do {
            guard let answer = try await answer(to: request, of: member, for: target) else { return (.notDone, .moved) }
            let response = try await collected(answer, to: request)
            // A signature is refused where the secrets or the clocks of two servers differ.
            switch response.status {
            case .misdirectedRequest, .unauthorized: return (.notDone, .refused)
            case .serviceUnavailable where await response.problemCode == .notReady: return (.notDone, .refused)
            default: return (.answered(response), .answered)
            }
        } catch PeerFailure.notSent {
            return (.notDone, .unsent)
        } catch {
            return (.inDoubt, .broken)
        }
    }

    /// The answer of a member; nil if the request was given up, because the member is not the owner any more, or none at all.
    private func answer(
        to request: PeerRequest,
        of member: Int64,
        for target: Target
    ) async throws(PeerFailure) -> PeerAnswer? {
        guard request.isRepeatable || request.staysOpen, target != .anyOwner else {
            return try await peers.send(request, to: member)
        }
        let result: Result<PeerAnswer, PeerFailure>? = await withTaskGroup(
            of: Result<PeerAnswer, PeerFailure>?.self
        ) { group in
            group.addTask { [peers] in
                do throws(PeerFailure) {
                    return .success(try await peers.send(request, to: member))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask { [peers] in
                await peers.waitWhile(.forward(to: member), isFor: target)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        return try result?.get()
    }

    /// An answer as it is passed on. A short one is read whole.
    private func collected(_ answer: PeerAnswer, to request: PeerRequest) async throws -> Response {
        var headers = answer.headers
        headers[.requestID] = nil
        headers[.date] = nil
        let length = headers[.contentLength].flatMap { Int($0) }
        guard request.method != .head, answer.status != .noContent, answer.status != .notModified else {
            return Response(status: answer.status, headers: headers)
        }
        guard let length, length <= request.collectedBytes else {
            // Hummingbird closes the connection of a stream at its end.
            if headers[.contentType] == MediaType.eventStream { headers[.connection] = "close" }
            let body = answer.body
            return Response(
                status: answer.status,
                headers: headers,
                body: ResponseBody(contentLength: length) { writer in
                    for try await part in body { try await writer.write(part) }
                    try await writer.finish(nil)
                }
            )
        }
        let body = try await answer.body.collect(upTo: length)
        return Response(status: answer.status, headers: headers, body: ResponseBody(byteBuffer: body))
    }
}

extension Response {
    /// The JSON document that the body is; nil for another one, or if it cannot be read.
    var document: Value? {
        get async {
            let collected = CollectedBody()
            guard (try? await body.write(collected)) != nil else { return nil }
            return try? JSONText.parse(collected.bytes)
        }
    }

    /// The code of the problem that the response is; nil for another one, or if its body is not in memory.
    var problemCode: ProblemCode? {
        get async { await problem?.code }
    }

    /// The problem that the response is; nil for another one, or if its body is not in memory.
    package var problem: Problem? {
        get async {
            guard headers[.contentType] == MediaType.problem, let length = body.contentLength, length > 0 else {
                return nil
            }
            return await document.flatMap { Problem(document: $0, headers: headers) }
        }
    }
}

extension Problem {
    /// The problem that a document of another server tells of; nil if it has no code that is known here.
    init?(document: Value, headers: HTTPFields) {
        guard let code = document["code"]?.text.flatMap(ProblemCode.init(rawValue:)) else { return nil }
        self.init(
            code,
            document["detail"]?.text ?? "",
            field: document["field"]?.text,
            state: document["state"]?.text,
            accepted: document["accepted"]?.elements.compactMap(\.text) ?? [],
            requestID: document["requestID"]?.text
        )
        if case .integer(let index)? = document["index"] { self.index = Int(index) }
        for name in [HTTPField.Name.retryAfter, .eTag] { self.headers[name] = headers[name] }
    }
}
