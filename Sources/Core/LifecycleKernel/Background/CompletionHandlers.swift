/// Completion handlers that the system gives to an app with a push, a fetch, or the events of a background URL session, and
/// holds its process for until they are called. Sources: facts 2.3, 6.3.
extension App {
    /// Notes which assertion the completion handler of a callback ends. Before, no code of the app has the handler.
    mutating func noteCompletionHandler(
        _ arguments: CallbackArguments?,
        callback: SequenceNumber,
        ending assertion: AssertionID
    ) {
        process.assertions.note(handlerGivenWith: callback, for: assertion)
        if case .session(let session, _)? = arguments {
            process.work.sessionHandlers =
                process.work.sessionHandlers.filter { process.assertions[$0.assertion] != nil }
                + [SessionHandler(assertion: assertion, session: session)]
        }
    }

    /// Calls the completion handler of a push or a fetch, or of a wake-up that has one.
    ///
    /// - Parameter callback: The record of the callback that it was given with; nil for the handler in flight if it was
    ///   given one, else for the push or fetch that was given first, else for such a wake-up.
    mutating func completeFetch(of callback: SequenceNumber?, in system: inout SystemState) {
        if let callback {
            let assertion = firstGiven { $0.kind != .urlSessionEvents && $0.handlerGivenWith == callback }
            complete(assertion, named: String(callback), in: &system)
        } else if let assertion = fetchToComplete {
            complete(assertion, in: &system)
        }
    }

    /// Calls the completion handler of the events of a background URL session: of the one named, or of the first one.
    mutating func completeEvents(ofSession identifier: String?, in system: inout SystemState) {
        if let identifier {
            let handlers = process.work.isBlank ? [] : process.work.sessionHandlers.filter { $0.session == identifier }
            let assertion = firstGiven { assertion in handlers.contains { $0.assertion == assertion.id } }
            complete(assertion, named: identifier, in: &system)
        } else if let assertion = firstGiven(where: { $0.kind == .urlSessionEvents }) {
            complete(assertion, in: &system)
        }
    }

    /// What ends with the completion handler that code calls which does not say which one: that of the callback in flight,
    /// which it may have called already, else that of a push or a fetch, else that of a wake-up.
    private var fetchToComplete: Assertion? {
        if let inFlight = process.runLoop.inFlight {
            let own = firstGiven { $0.kind != .urlSessionEvents && $0.handlerGivenWith == inFlight.record }
            if own != nil || inFlight.name?.isGivenFetchHandler == true { return own }
        }
        return firstGiven { $0.kind != .systemWake && $0.kind != .urlSessionEvents }
            ?? firstGiven { $0.kind == .systemWake }
    }

    /// The assertion whose completion handler was given to the app first and has not been called, of those that fit.
    private func firstGiven(where fits: (Assertion) -> Bool) -> Assertion? {
        var first: Assertion?
        for assertion in process.assertions.held where assertion.handlerGivenWith > 0 && fits(assertion) {
            if let earlier = first, earlier.handlerGivenWith < assertion.handlerGivenWith { continue }
            first = assertion
        }
        return first
    }

    /// Calls a completion handler; one that does not exist, or was called before, is refused with a verdict.
    private mutating func complete(_ assertion: Assertion?, named name: String, in system: inout SystemState) {
        guard let assertion else {
            let refusal = Refusal(.unknownTask, "no completion handler of this name waits to be called")
            write(.verdict(.completionHandler, .refused, refusal, name), in: &system)
            return
        }
        complete(assertion, in: &system)
    }

    private mutating func complete(_ assertion: Assertion, in system: inout SystemState) {
        if assertion.kind == .urlSessionEvents {
            process.work.sessionHandlers = process.work.sessionHandlers.filter { $0.assertion != assertion.id }
        }
        end(assertion, .released, in: &system)
    }
}

extension CallbackName {
    /// Whether it is called with the completion handler of a push or a fetch.
    fileprivate var isGivenFetchHandler: Bool {
        completes == .remoteNotification || completes == .backgroundFetch
    }
}
