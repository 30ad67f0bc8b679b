import LifecycleKernel
import WireFormat

/// How long a scenario has taken so far, in time of its device.
struct ElapsedTime {
    /// The time since the scenario began.
    private(set) var elapsed: Milliseconds = 0
    /// When it began; nil until a record says it.
    private var start: Instant?

    init(since start: Instant?) {
        self.start = start
    }

    /// Adds the time that a step took. One that lets a length of time pass says it; of others the last record does.
    mutating func pass(_ operation: ScenarioStep.Operation, causing records: [Value]) {
        switch operation {
        case .advance(let length), .advanceBefore(let length): elapsed += length
        case .send, .act, .advanceUntil, .advanceToCallback, .complete, .install, .check:
            guard let last = records.last?.time else { return }
            guard let start else {
                start = Instant(milliseconds: last.milliseconds - elapsed.count)
                return
            }
            elapsed = max(elapsed, Milliseconds(last.milliseconds - start.milliseconds))
        }
    }
}
