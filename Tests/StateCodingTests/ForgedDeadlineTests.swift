import Testing

@testable import LifecycleKernel
@testable import StateCoding

/// A deadline is encoded with the number of its process, or 0 for the device. Bytes in which the two do not fit are refused.
@Suite struct ForgedDeadlineTests {
    private struct Forged<Kind: Encodable>: Encodable {
        var at = Instant(milliseconds: 1_000)
        var kind: Kind
        var pid: ProcessID
        var cause: SequenceNumber = 1
        var order: UInt64 = 1

        var decoded: Deadline {
            get throws { try StateDecoder.decode(Deadline.self, from: StateEncoder.encode(self)) }
        }
    }

    private static let ofProcesses: [ProcessDeadline] = [
        .handlerEntryEnds, .watchdog(.sceneUpdate), .assertionEnds(AssertionID(rawValue: 1)), .taskWarning,
    ]
    private static let ofDevice: [DeviceDeadline] = [.transferEnds(1), .deviceBecomesIdle, .systemDecides]

    @Test("A deadline of a process that names none", arguments: ofProcesses)
    func withoutProcess(kind: ProcessDeadline) throws {
        #expect(throws: StateCodingError.self) { try Forged(kind: kind, pid: 0).decoded }
        #expect(try Forged(kind: kind, pid: 101).decoded.subject == .process(101, kind))
    }

    @Test("A deadline of the device that names a process", arguments: ofDevice)
    func withProcess(kind: DeviceDeadline) throws {
        #expect(throws: StateCodingError.self) { try Forged(kind: kind, pid: 101).decoded }
        #expect(try Forged(kind: kind, pid: 0).decoded.subject == .device(kind))
    }
}
