/// What requests of `BGTaskScheduler` wait for, as explanations say it.
extension Device {
    /// A sentence for each request of an app that waits, in the order in which they were made.
    func sentencesAboutRequests(of index: Int) -> [String] {
        guard !apps[index].background.isBlank else { return [] }
        var facts = apps[index].taskFacts(in: system)
        facts.isAtContinuedLimit = isAtContinuedTaskLimit
        return apps[index].background.requests.map { pending in
            let task = "its request for the task \(pending.request.identifier) waits"
            if let obstacle = TaskPolicy.obstacle(to: pending.request, facts) { return "\(task): \(obstacle.rawValue)" }
            return pending.earliest > system.now ? "\(task) until \(pending.earliest)" : "\(task) for time to pass"
        }
    }
}
