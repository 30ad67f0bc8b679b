import LifecycleKernel

/// A change of a shard whose commit has not ended, as far as the shard knows.
struct UncommittedChange {
    /// What the change is.
    enum Kind {
        /// The device in a slot was created.
        case creation(slot: Int, StepEffects)
        /// The device in a slot took a step; its clock ran so before.
        case step(slot: Int, StepEffects, clockBefore: DeviceClock)
        /// The device in a slot was removed.
        case removal(slot: Int)
        /// A device that was set aside was removed.
        case removalOfSetAside(DeviceID)
    }

    /// The commit.
    var commit: Commit
    /// What the change is.
    var kind: Kind

    /// The slot of its device; nil for one that was set aside.
    var slot: Int? {
        switch kind {
        case .creation(let slot, _), .step(let slot, _, _), .removal(let slot): slot
        case .removalOfSetAside: nil
        }
    }
}

/// The effects of a step on subscribers, waiting requests and metrics. Held back until the step is durable.
struct StepEffects {
    /// The records that the step wrote.
    var records: [Record]
    /// The device's apps by state, after the step.
    var counts: StateCounts
    /// The requests whose condition the step met, and the device as it was then.
    var conditionsMet: [(promise: Promise<Waiter.End>, moment: Waiter.Moment)] = []
}
