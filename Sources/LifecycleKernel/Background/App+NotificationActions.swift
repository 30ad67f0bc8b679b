/// What the user does with a notification. Source: facts 1.3.
extension App {
    /// The grace, from now on, for a process that has it already or not.
    mutating func holdForTransitionAnew(in system: inout SystemState) {
        if let assertion = process.assertions.first(of: .transition) {
            let length = system.rulebook.milliseconds(.suspendDelaySeconds)
            extend(assertion.id, by: length, in: &system)
        } else {
            holdForTransition(in: &system)
        }
    }
}
