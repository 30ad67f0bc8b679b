/// What an app is launched or resumed for in the background.
struct WakeUp: Hashable, Sendable {
    var reason: LaunchReason
    /// The assertion that holds the process.
    var assertion: Assertion.Kind
    /// How long until that assertion expires.
    var length: Milliseconds
    /// What becomes of what the app is woken for, if its process exists then.
    var verdict: Verdict
    /// A step before the one that it is woken for.
    var first: Step?
    /// The step that it is woken for.
    var step: Step
    /// The launch options, if it is launched.
    var options: [Value.Member] = []
    /// Whether it counts as one of the hour's deliveries of pushes.
    var countsAsPushDelivery = false
}
