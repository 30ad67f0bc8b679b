import Testing

@testable import LifecycleKernel

/// The sizes of the types that a million processes are made of.
@Suite struct MemoryLayoutTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var size: Int
        var limit: Int

        var testDescription: String { name }

        init<Part>(_ part: Part.Type, atMost limit: Int) {
            name = "\(part)"
            size = MemoryLayout<Part>.stride
            self.limit = limit
        }
    }

    static let rows = [
        Row(Device.self, atMost: 376),
        Row(SystemState.self, atMost: 368),
        Row(Timeline.self, atMost: 72),
        Row(DeviceSettings.self, atMost: 64),
        Row(Rulebook.self, atMost: 40),
        Row(Screen.self, atMost: 24),
        Row(DeadlineQueue.self, atMost: 16),
        Row(Deadline.self, atMost: 40),
        Row(Conditions.self, atMost: 40),
        Row(MemoryLedger.self, atMost: 24),
        Row(Telephony.self, atMost: 16),
        Row(App.self, atMost: 144),
        Row(Installation.self, atMost: 40),
        Row(AuditLog.self, atMost: 16),
        Row(AppHistory.self, atMost: 136),
        Row(BackgroundState.self, atMost: 192),
        Row(AppProcess.self, atMost: 480),
        Row(RunLoop.self, atMost: 128),
        Row(EnergyLedger.self, atMost: 48),
        Row(Assertion.self, atMost: 32),
        Row(Scene.self, atMost: 40),
        Row(SceneSession.self, atMost: 72),
        Row(ProcessActivity.self, atMost: 88),
        Row(Record.self, atMost: 96),
        Row(Record.Body.self, atMost: 40),
        Row(Input.self, atMost: 8),
        Row(Step.self, atMost: 16),
    ]

    @Test("A part is no larger than it has to be", arguments: rows)
    func size(row: Row) { #expect(row.size <= row.limit, "\(row.name) takes \(row.size) bytes") }
}
