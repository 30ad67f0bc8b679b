import LifecycleKernel
import WireFormat

/// The body of a request that moves a clock, and of those that continue where it has stopped early.
package struct AdvanceRequest {
    /// The body to send next.
    package private(set) var body: Value

    /// Makes the first request.
    package init(_ body: Value) {
        self.body = body
    }

    /// Why an advance stopped; nil for an answer that does not say.
    package static func stop(in answer: Value) -> AdvanceStop? {
        answer["stopped"]?.text.flatMap(AdvanceStop.init(rawValue:))
    }

    /// Makes the next request, when the server has stopped before all of the time had passed.
    ///
    /// - Parameter answer: What the server has answered.
    /// - Returns: Whether anything is left.
    /// - Throws: When the answer does not say when the advance began and where it stopped.
    package mutating func resume(after answer: Value) throws -> Bool {
        guard Self.stop(in: answer)?.isEarly == true else { return false }
        try shorten(after: answer)
        return true
    }

    /// Makes the request for what is left of the time after an answer.
    ///
    /// - Parameters:
    ///   - answer: What the server has answered.
    ///   - now: The time of the device, where time has passed since; the answer's when nil.
    /// - Throws: When the answer does not say when the advance began and where it stopped.
    mutating func shorten(after answer: Value, to now: Instant? = nil) throws {
        // The first record is the advance itself.
        guard let start = answer["records"]?.elements.first?.time,
            let now = now ?? answer.time
        else {
            throw UnexpectedAnswer(what: "an advance without its times")
        }
        body = try Advance(body, at: "").rest(from: start, to: now).value
    }
}
