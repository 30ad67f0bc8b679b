/// A callback or notification of an attached app that the program that plays the app had not completed when something
/// happened: what the app's code would still have done is not known.
package struct UncompletedCallback: Hashable, Codable, Sendable {
    /// The sequence of its record.
    package var sequence: SequenceNumber
    /// Its name, as Apple spells it.
    package var name: String

    package init(sequence: SequenceNumber, name: String) {
        self.sequence = sequence
        self.name = name
    }
}

extension App {
    /// The callback that the program that plays this attached app has not completed; nil also while its completion is
    /// applied.
    func uncompletedCallback(in system: SystemState) -> UncompletedCallback? {
        guard let sequence = callbackToComplete, !system.timeline.isCompleting(sequence),
            let handler = process.runLoop.inFlight, let name = handler.name?.rawValue ?? handler.notification?.rawValue
        else { return nil }
        return UncompletedCallback(sequence: sequence, name: name)
    }
}

extension Timeline {
    /// Whether the input being applied completes a callback.
    func isCompleting(_ callback: SequenceNumber) -> Bool {
        guard let lastInput else { return false }
        // The records are numbered without gaps: a search would go through all of a long advance for each end of a process.
        let index = records.count - 1 - lastInput.distance(to: lastSequence)
        guard records.indices.contains(index), case .input(.completion(_, let completion)) = records[index].body else {
            return false
        }
        return completion.callback == callback
    }
}

extension Finding {
    /// The finding about an app whose program had not completed a callback then.
    func during(_ callback: UncompletedCallback?) -> Finding {
        guard let callback else { return self }
        var finding = Finding(
            code: code,
            detail:
                "\(detail); \(callback.name) was in flight, and the program that plays the app had not completed it",
            evidence: evidence + [callback.sequence]
        )
        finding.callbackInFlight = callback
        return finding
    }
}
