/// What waits for the program that plays an attached app.
extension App {
    /// Whether a callback of the app or of its extension waits for it.
    var hasCallbackToComplete: Bool { callbackToComplete != nil || serviceCallbackToComplete != nil }

    /// That the future depends on that program, as a sentence; nil where it does not.
    var attachedSentence: String? {
        guard callbackToComplete != nil, let handler = process.runLoop.inFlight else { return nil }
        let sentence = "the program that plays it has not completed this callback, and what comes next depends on that"
        return handler.deadline.map { "\(sentence); a watchdog ends the process at \($0)" } ?? sentence
    }
}
