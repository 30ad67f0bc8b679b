// Requests of a default URL session: they belong to the process, and end with it.
//
// A request runs while the process runs, and does not keep it running. For a request to go on after the user leaves the
// app, the app needs a background task. If the process is suspended before the answer, its connections are closed, and
// the request fails when the process runs again. If the process ends, the answer is lost. The server has a request as
// soon as it is sent, unless the app's code says that it arrives only with its last byte. Transfers of background URL
// sessions are in Transfers. Sources: facts 6.5.
//
// Callbacks: `requestCompletionHandler`. Records: `verdict` of `request` (`delivered` says that the server has it),
// findings `requestCutOff`.

/// A request of a default `URLSession` that waits for its answer. Source: facts 6.5.
struct NetworkRequest: Hashable, Codable, Sendable {
    /// Identifies it on its device.
    let number: UInt32
    /// What the app calls it.
    let identifier: String
    /// How many bytes go over the network.
    let bytes: ByteCount
    /// Whether the server has it. If not, it arrives when it is answered.
    let hasArrived: Bool
    /// The record of what the app's code did when it started it.
    let startedBy: SequenceNumber
    /// When its answer is complete; nil if its connection was lost while the process was suspended.
    var endsAt: Instant?
}

extension NetworkRequest: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("number", ordinal: Int64(number), of: .transfer)
        f.field("identifier", identifier)
        f.ignore("bytes")  // For the energy of the app.
        f.field("hasArrived", hasArrived)
        f.ignore("startedBy")  // Evidence of findings.
        f.field("endsAt", due: endsAt)
    }
}

/// Why a request failed, as the completion handler gets it. Source: facts 6.5 (NSURLError.h).
private enum RequestError: Int64 {
    case cancelled = -999
    case networkConnectionLost = -1005
    case notConnectedToInternet = -1009

    /// The arguments of a completion handler.
    var value: Value { ["domain": "NSURLErrorDomain", "code": .integer(rawValue)] }
}

extension App {
    /// Starts a request. `length` is how long it takes until its answer is complete.
    mutating func startRequest(
        _ identifier: String,
        _ bytes: ByteCount,
        taking length: Milliseconds,
        arrives: Bool,
        in system: inout SystemState
    ) {
        guard process.work.requests.count < BackgroundLimits.requests else {
            let most: Sentence = "\(BackgroundLimits.requests, as: "count") requests wait for their answers"
            write(.verdict(.request, .refused, Refusal(.tooManyTransfers, most), identifier), in: &system)
            return
        }
        guard system.isReachable else {
            return fail(identifier, with: .notConnectedToInternet, because: .noNetwork, in: &system)
        }
        let request = NetworkRequest(
            number: system.counters.nextTransfer(),
            identifier: identifier,
            bytes: bytes,
            hasArrived: arrives,
            startedBy: responsibleRecord(in: system),
            endsAt: system.now + length
        )
        write(.verdict(.request, .started, nil, identifier), in: &system)
        if arrives { write(.verdict(.request, .delivered, nil, identifier), in: &system) }
        process.work.requests.append(request)
        set(.requestEnds(request.number), at: system.now + length, in: &system)
    }

    /// Of the requests with an identifier that wait for their answers, cancels the oldest.
    mutating func cancelRequest(named identifier: String, in system: inout SystemState) {
        guard let index = process.work.requests.firstIndex(where: { $0.identifier == identifier }) else { return }
        let request = process.work.requests.remove(at: index)
        cancelDeadlines(in: &system) { $0 == .requestEnds(request.number) }
        write(.verdict(.request, .cancelled, .byTheApp, identifier), in: &system)
        callCompletionHandler(of: identifier, with: .cancelled)
    }

    /// Ends a request, since its answer is complete.
    mutating func requestEnds(_ number: UInt32, in system: inout SystemState) {
        guard let index = process.work.requests.firstIndex(where: { $0.number == number }) else { return }
        let request = process.work.requests.remove(at: index)
        countNetwork(request.bytes)
        if !request.hasArrived { write(.verdict(.request, .delivered, nil, request.identifier), in: &system) }
        write(.verdict(.request, .finished, nil, request.identifier), in: &system)
        callCompletionHandler(of: request.identifier)
    }

    private mutating func callCompletionHandler(of identifier: String, with error: RequestError? = nil) {
        let error = error.map { [Value.Member("error", $0.value)] } ?? []
        let arguments = CallbackArguments([Value.Member("identifier", .string(identifier))] + error)
        enqueue([.call(.requestCompletionHandler, arguments: arguments)])
    }

    private mutating func fail(
        _ identifier: String,
        with error: RequestError,
        because reason: Verdict.Reason,
        in system: inout SystemState
    ) {
        write(.verdict(.request, .failed, reason, identifier), in: &system)
        callCompletionHandler(of: identifier, with: error)
    }

    // MARK: While the process is suspended

    /// Closes the connections of a process that has been suspended. Under the rule that keeps them, the answers wait for
    /// the process to run again.
    mutating func suspendRequests(in system: inout SystemState) {
        guard !process.work.requests.isEmpty else { return }
        cancelDeadlines(in: &system) { if case .requestEnds = $0 { true } else { false } }
        if system.rulebook.suspensionClosesConnections { cutOffRequests(because: .suspended, in: &system) }
    }

    /// Marks the requests of a suspended process as failed.
    private mutating func cutOffRequests(because reason: Verdict.Reason, in system: inout SystemState) {
        var requests = process.work.requests
        for index in requests.indices where requests[index].endsAt != nil {
            requests[index].endsAt = nil
            write(.verdict(.request, .failed, reason, requests[index].identifier), in: &system)
        }
        process.work.requests = requests
    }

    /// Notifies a resumed process of what became of its requests.
    mutating func resumeRequests(in system: inout SystemState) {
        for request in process.work.requests {
            guard let end = request.endsAt else {
                process.work.requests.removeAll { $0.number == request.number }
                callCompletionHandler(of: request.identifier, with: .networkConnectionLost)
                continue
            }
            if end > system.now {
                set(.requestEnds(request.number), at: end, in: &system)
            } else {
                requestEnds(request.number, in: &system)
            }
        }
    }

    // MARK: What cuts requests off

    /// Fails the requests of a process, since the network is gone. A suspended process is notified when it runs again.
    mutating func loseNetwork(in system: inout SystemState) -> AppEffect? {
        guard hasLaunched, !process.work.isBlank, !process.work.requests.isEmpty else { return nil }
        guard runs else {
            cutOffRequests(because: .noNetwork, in: &system)
            return nil
        }
        cancelDeadlines(in: &system) { if case .requestEnds = $0 { true } else { false } }
        let requests = process.work.requests
        process.work.requests = []
        for request in requests {
            fail(request.identifier, with: .networkConnectionLost, because: .noNetwork, in: &system)
        }
        return .runMainThread
    }

    /// Writes that the requests of an ending process have failed. Those that failed before have their verdict.
    mutating func failRequestsOfEndedProcess(_ reason: TerminationReason, in system: inout SystemState) {
        guard !process.work.isBlank else { return }
        let requests = process.work.requests.filter { $0.endsAt != nil }
        for request in requests {
            write(.verdict(.request, .failed, Verdict.Reason(endOfProcess: reason), request.identifier), in: &system)
        }
    }
}

extension AppProcess {
    /// Returns the finding that requests have lost their connection before they were answered; nil if none has.
    ///
    /// - Parameters:
    ///   - reason: What happened to the process.
    ///   - record: The record of that.
    func requestsCutOff(_ reason: Sentence, at record: SequenceNumber) -> Finding? {
        guard !work.isBlank else { return nil }
        let requests = work.requests.filter { $0.endsAt != nil }
        guard let first = requests.first?.identifier else { return nil }
        return Finding(
            code: .requestCutOff,
            detail: requests.count == 1
                ? "the request \(first, as: "name") was cut off before its answer: \(reason, as: "reason")"
                : """
                \(requests.count, as: "count") requests were cut off before their answers, first \(first, as: "name"): \
                \(reason, as: "reason")
                """,
            // There may be many; the first few show enough.
            evidence: requests.prefix(16).map(\.startedBy) + [record]
        )
    }
}
