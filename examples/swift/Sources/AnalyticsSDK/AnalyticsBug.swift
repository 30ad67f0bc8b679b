/// The bugs that can be switched on. The README of `examples/sdk` describes them.
public enum AnalyticsBug: String, CaseIterable, Decodable, Sendable {
    case savesAtTheEnd = "saves at the end"
    case noBackgroundTask = "no background task"
    case sessionAtLaunch = "session at launch"
    case sentBeforeSaved = "sent before saved"
    case sessionTimer = "session timer"
    case taskLeftOpen = "task left open"
    case pushNotCompleted = "push not completed"
    case secondTask = "second task"
    case pushWaits = "push waits"
}
