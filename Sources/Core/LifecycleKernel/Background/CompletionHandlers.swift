/// Completion handlers that the system gives to an app with a push, a fetch, or the events of a background URL session.
/// An assertion holds the process until the app calls the handler. Records: `assertion` for its release, and the
/// `verdict` of `completionHandler` if there is no such handler. Sources: facts 2.3, 6.3.
extension App {
    /// Notes which assertion the completion handler of a callback ends. Called when the callback begins, since the
    /// app's code does not have the handler before.
    mutating func noteCompletionHandler(
        _ arguments: CallbackArguments?,
        callback: SequenceNumber,
        ending assertion: AssertionID
    ) {
        process.assertions.note(completionHandlerCallback: callback, for: assertion)
        if case .session(let session, _, _)? = arguments {
            process.work.sessionHandlers =
                process.work.sessionHandlers.filter { process.assertions[$0.assertion] != nil }
                + [SessionHandler(assertion: assertion, session: session)]
        }
    }

    /// Calls the completion handler of a push or a fetch, or of a wake-up that has one.
    ///
    /// - Parameter callback: The record of the callback that gave the app the handler. If it is nil, this calls the
    ///   handler of the callback in flight; if there is none, the handler of the oldest push or fetch; otherwise that
    ///   of the oldest wake-up.
    mutating func completeFetch(of callback: SequenceNumber?, in system: inout SystemState) {
        if let callback {
            let assertion = firstGiven { $0.kind != .urlSessionEvents && $0.completionHandlerCallback == callback }
            complete(assertion, named: String(callback), in: &system)
        } else if let assertion = fetchToComplete() {
            complete(assertion, in: &system)
        }
    }

    /// Calls the completion handler for the events of a background URL session: of the named session, or of the one
    /// whose handler the app was given first.
    mutating func completeEvents(ofSession identifier: String?, in system: inout SystemState) {
        if let identifier {
            let handlers = process.work.isBlank ? [] : process.work.sessionHandlers.filter { $0.session == identifier }
            let assertion = firstGiven { assertion in handlers.contains { $0.assertion == assertion.id } }
            complete(assertion, named: identifier, in: &system)
        } else if let assertion = firstGiven(where: { $0.kind == .urlSessionEvents }) {
            complete(assertion, in: &system)
        }
    }

    /// The assertion that ends if the app's code calls a completion handler without naming its callback.
    ///
    /// It belongs to the callback in flight, if that has a completion handler; nil if that handler was called already.
    /// Otherwise it belongs to the oldest push or fetch, or else to the oldest wake-up.
    // It changes nothing, but is `mutating`, since its caller would otherwise copy the app.
    private mutating func fetchToComplete() -> Assertion? {
        if let callback = process.runLoop.inFlight?.record {
            let own = firstGiven { $0.kind != .urlSessionEvents && $0.completionHandlerCallback == callback }
            if own != nil || process.runLoop.inFlight?.name?.isGivenFetchHandler == true { return own }
        }
        return firstGiven { $0.kind != .systemWake && $0.kind != .urlSessionEvents }
            ?? firstGiven { $0.kind == .systemWake }
    }

    /// Returns, of the assertions that match a predicate and whose completion handler is not called yet, the one whose
    /// handler the app received first.
    private mutating func firstGiven(where fits: (Assertion) -> Bool) -> Assertion? {
        var first: (assertion: Assertion, callback: SequenceNumber)?
        // By index: an iterator would copy the set of assertions.
        for index in process.assertions.held.indices {
            let assertion = process.assertions.held[index]
            guard let callback = assertion.completionHandlerCallback, fits(assertion) else { continue }
            if let first, first.callback < callback { continue }
            first = (assertion, callback)
        }
        return first?.assertion
    }

    /// Calls a completion handler. If there is none, or if it was called before, writes the verdict `refused`.
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
