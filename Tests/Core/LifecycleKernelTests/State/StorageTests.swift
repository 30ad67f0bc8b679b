import Testing

@testable import LifecycleKernel
@testable import StateCoding

/// A list that stores its first element in place behaves like an array.
@Suite struct TinyArrayTests {
    /// A change made to both.
    enum Change: Sendable {
        case append(Int)
        case remove(at: Int)
        case removeAll(Int)
        case set(Int, at: Int)
    }

    @Test(
        "Every change has the effect that it has on an array, and the encoded state is the array's",
        arguments: [
            [],
            [.append(1)],
            [.append(1), .remove(at: 0)],
            [.append(1), .remove(at: 0), .append(2), .append(3)],
            [.append(1), .append(2), .append(3), .remove(at: 0)],
            [.append(1), .append(2), .append(3), .remove(at: 1)],
            [.append(1), .append(2), .append(3), .remove(at: 2), .remove(at: 0), .remove(at: 0)],
            [.append(1), .append(2), .append(1), .append(3), .removeAll(1)],
            [.append(1), .append(1), .removeAll(1), .append(2)],
            [.append(1), .removeAll(2)],
            [.append(1), .set(5, at: 0)],
            [.append(1), .append(2), .append(3), .set(5, at: 0), .set(6, at: 2)],
        ] as [[Change]]
    )
    func changes(_ changes: [Change]) throws {
        var few = TinyArray<Int>()
        var array: [Int] = []
        for change in changes {
            switch change {
            case .append(let element):
                few.append(element)
                array.append(element)
            case .remove(let place): #expect(few.remove(at: place) == array.remove(at: place))
            case .removeAll(let element):
                few.removeAll { $0 == element }
                array.removeAll { $0 == element }
            case .set(let element, let place):
                few[place] = element
                array[place] = element
            }
            #expect(Array(few) == array)
            #expect(few.count == array.count)
        }
        let encoded = StateEncoder.encode(few)
        #expect(encoded == StateEncoder.encode(array))
        #expect(Array(try StateDecoder.decode(TinyArray<Int>.self, from: encoded)) == array)
    }

    @Test("A literal keeps its order")
    func literal() {
        #expect(Array([4, 2, 9] as TinyArray<Int>) == [4, 2, 9])
    }
}

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
        Row(Device.self, atMost: 352),
        Row(SystemState.self, atMost: 344),
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
        Row(Step.self, atMost: 24),
    ]

    @Test("A part is no larger than it has to be", arguments: rows)
    func size(row: Row) { #expect(row.size <= row.limit, "\(row.name) takes \(row.size) bytes") }
}
