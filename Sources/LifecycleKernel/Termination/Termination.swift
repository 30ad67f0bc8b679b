/// The reason for which a process ends, with its explanation.
struct Termination: Hashable, Sendable {
    var reason: TerminationReason
    /// Further explanation besides that of the reason.
    var explanation: String?
    /// What a watchdog ends it for.
    var transgression: WatchdogTransgression?
    /// Whether UIKit ends it since it has not adopted scenes.
    var isInSceneAdoptionCheck = false
    /// What it used of the processor, where that ends it.
    var processorUse: ProcessorUse?
    /// What the app did wrong to be ended; the `exit` record shows it too.
    var finding: Finding?

    init(
        _ reason: TerminationReason,
        explanation: String? = nil,
        transgression: WatchdogTransgression? = nil,
        isInSceneAdoptionCheck: Bool = false,
        processorUse: ProcessorUse? = nil,
        finding: Finding? = nil
    ) {
        self.reason = reason
        self.explanation = explanation
        self.transgression = transgression
        self.isInSceneAdoptionCheck = isInSceneAdoptionCheck
        self.processorUse = processorUse
        self.finding = finding
    }
}
