import DeviceHost
import LifecycleKernel

/// Handlers: from the callback to the return.
extension ProcessTrace {
    /// A callback begins. What the main thread was in before has returned.
    ///
    /// - Parameter app: The app, if its installation was seen.
    mutating func call(
        _ callback: Callback,
        of app: AppManifest?,
        _ observation: Observation,
        into output: inout Telemetry
    ) {
        moveOn(observation, into: &output)
        let attributes = [
            Attribute(.callback, callback.name.rawValue),
            Attribute(.applicationState, callback.applicationState.rawValue),
        ]
        let span = OpenSpan(callback.name.rawValue, observation, attributes)
        let awaited: OpenHandler.Return? =
            if let app { app.awaitedReturn(from: callback.name, observation.record) } else { .unknown }
        if let awaited {
            handler = OpenHandler(span: span, awaited: awaited)
        } else {
            end(span, SpanEnd(observation), into: &output)
        }
    }

    /// A notification is posted. Where a program outside observes it, its observers are a handler.
    ///
    /// - Parameter app: The app, if its installation was seen.
    mutating func post(
        _ name: NotificationName,
        of app: AppManifest?,
        _ observation: Observation,
        into output: inout Telemetry
    ) {
        moveOn(observation, into: &output)
        guard app?.awaitsObservers(of: name) == true else { return }
        let span = OpenSpan(name.rawValue, observation, [Attribute(.callback, name.rawValue)])
        handler = OpenHandler(span: span, awaited: .isRecorded)
    }

    /// A handler has returned, and a record says so.
    mutating func returned(from callback: SequenceNumber, _ observation: Observation, into output: inout Telemetry) {
        guard let handler, handler.span.record == callback else { return }
        self.handler = nil
        end(handler.span, SpanEnd(observation), into: &output)
    }

    /// The program that plays an attached app completes a handler: it returns at this instant, unless what it does first ends
    /// the process.
    mutating func complete(_ callback: SequenceNumber, at time: Instant) {
        guard let handler, handler.span.record == callback else { return }
        self.handler?.awaited = .at(time)
    }

    /// Ends the handler if a record of the device shows that it has returned.
    mutating func settleHandler(before observation: Observation, into output: inout Telemetry) {
        guard let handler, handler.hasReturned(before: observation.record) else { return }
        moveOn(observation, into: &output)
    }

    /// The main thread goes on, so what it was in has returned. A method of an extension is different: the system says
    /// beside it that its time is over.
    mutating func moveOn(_ observation: Observation, into output: inout Telemetry) {
        guard let handler = handler.take() else { return }
        let isLate = observation.record.appExtension != nil && handler.awaited == .isRecorded
        let failure = OpenSpan.Failure("expired", "It did not call its content handler in time.")
        end(handler.span, SpanEnd(observation, at: handler.silentReturn, isLate ? failure : nil), into: &output)
    }

    /// A handler that has returned ends, though nothing more is seen that would show it.
    mutating func finishHandler(at observedTime: Instant, _ last: SequenceNumber, into output: inout Telemetry) {
        guard let handler, case .at(let instant) = handler.awaited else { return }
        self.handler = nil
        end(handler.span, SpanEnd(after: last, at: instant, seenAt: observedTime), into: &output)
    }

    /// The process ends: in the handler, or after it has returned.
    mutating func endHandler(_ exit: ExitRecord, _ observation: Observation, into output: inout Telemetry) {
        guard let handler = handler.take() else { return }
        let end =
            handler.isCutOff(by: exit, observation.record)
            ? SpanEnd(observation, OpenSpan.Failure(exit)) : SpanEnd(observation, at: handler.silentReturn)
        self.end(handler.span, end, into: &output)
    }
}
