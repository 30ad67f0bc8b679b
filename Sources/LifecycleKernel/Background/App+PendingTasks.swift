/// What requests of `BGTaskScheduler` wait for, as explanations say it.
extension App {
    /// A sentence for each request that waits, in the order in which they were made.
    ///
    /// - Parameter isAtContinuedLimit: Whether as many continued tasks run on the device as may.
    func sentencesAboutRequests(isAtContinuedLimit: Bool, in system: SystemState) -> [String] {
        guard !background.isBlank else { return [] }
        var facts = taskFacts(in: system)
        facts.isAtContinuedLimit = isAtContinuedLimit
        return background.requests.map { pending in
            let task = "its request for the task \(pending.request.identifier) waits"
            if let obstacle = TaskPolicy.obstacle(to: pending.request, facts) { return "\(task): \(obstacle.rawValue)" }
            return pending.earliest > system.now ? "\(task) until \(pending.earliest)" : "\(task) for time to pass"
        }
    }
}
