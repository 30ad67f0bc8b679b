/// Completion handlers that the system gives to an app with a push, a fetch, or the events of a background URL session, and
/// holds its process for until they are called. Sources: facts 2.3, 6.3.
extension App {
    /// A handler that the app has to complete: the assertion that was acquired first for one of these ends.
    mutating func complete(_ kind: Assertion.Kind, or other: Assertion.Kind? = nil, in system: inout SystemState) {
        guard let assertion = process.assertions.first(of: kind, or: other) else { return }
        end(assertion, .released, in: &system)
    }

    /// Notes which assertion the completion handler of a callback ends.
    ///
    /// A behaviour that completes pushes and fetches itself does so in the order in which they came, which needs no note.
    mutating func noteCompletionHandler(
        of kind: Assertion.Kind,
        givenTo name: CallbackName,
        _ arguments: [Value.Member],
        callback: SequenceNumber
    ) {
        var session: String?
        if case .string(let identifier)? = arguments.first(where: { $0.name == "session" })?.value {
            session = identifier
        }
        guard session != nil || manifest.driver == .attached || !manifest.behavior.completesFetch(in: name) else {
            return
        }
        // The assertions whose callbacks have begun are noted, and come first.
        let noted = openCompletionHandlers
        let notedAssertions = Set(noted.map(\.assertion))
        guard
            let assertion = process.assertions.held.first(where: { held in
                held.kind == kind && !notedAssertions.contains(held.id)
            })
        else { return }
        process.work.completionHandlers =
            noted + [CompletionHandler(assertion: assertion.id, callback: callback, session: session)]
    }

    /// The completion handlers that have not been called, and whose assertions have not expired.
    var openCompletionHandlers: [CompletionHandler] {
        guard !process.work.isBlank, !process.work.completionHandlers.isEmpty else { return [] }
        let held = process.assertions.ids
        return process.work.completionHandlers.filter { held.contains($0.assertion) }
    }

    /// Calls the completion handler of a push or a fetch, or of a wake-up that has one.
    ///
    /// - Parameter callback: The record of the callback that it was given with; nil for the handler in flight if it was
    ///   given one, else for the push or fetch that was given first, else for such a wake-up.
    mutating func completeFetch(of callback: SequenceNumber?, in system: inout SystemState) {
        guard let callback = callback ?? callbackInFlightToComplete ?? wakeToComplete else {
            return complete(.remoteNotification, or: .backgroundFetch, in: &system)
        }
        complete(String(callback), in: &system) { $0.callback == callback && $0.session == nil }
    }

    /// Calls the completion handler of the events of a background URL session: of the one named, or of the first one.
    mutating func completeEvents(ofSession identifier: String?, in system: inout SystemState) {
        guard let identifier else { return complete(.urlSessionEvents, in: &system) }
        complete(identifier, in: &system) { $0.session == identifier }
    }

    /// The callback in flight, if its completion handler is one of a push or a fetch that has not been called.
    private var callbackInFlightToComplete: SequenceNumber? {
        guard !process.work.isBlank, let callback = process.runLoop.inFlight?.callback,
            openCompletionHandlers.contains(where: { $0.callback == callback && $0.session == nil })
        else { return nil }
        return callback
    }

    /// Calls a completion handler; one that does not exist, or was called before, is refused with a verdict.
    private mutating func complete(
        _ name: String,
        in system: inout SystemState,
        where fits: (CompletionHandler) -> Bool
    ) {
        let open = openCompletionHandlers
        guard let handler = open.first(where: fits), let assertion = process.assertions[handler.assertion] else {
            let refusal = Refusal(.unknownTask, "no completion handler of this name waits to be called")
            write(.verdict(.completionHandler, .refused, refusal, name), in: &system)
            return
        }
        process.work.completionHandlers = open.filter { $0 != handler }
        end(assertion, .released, in: &system)
    }
}

extension AppBehavior {
    /// Whether a handler calls the completion handler of a push or a fetch that it is given.
    fileprivate func completesFetch(in name: CallbackName) -> Bool {
        self[name].contains { entry in
            if case .act(.completeFetch, _) = entry { true } else { false }
        }
    }
}
