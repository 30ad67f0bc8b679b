import LifecycleKernel
import StateCoding
import StoreTestKit
import TestKit

@testable import DeviceHost

/// The creation of a device, with a step of one record.
func beginning(
    _ number: Int64,
    _ name: String? = nil,
    key: String? = nil,
    deadline: WallInstant? = nil,
    expiresAfter: Milliseconds? = nil,
    labels: [Label] = [],
    format: StateFormat = .newest,
    apps: StateCounts = .zero,
    tokens: [OwnedToken]? = nil
) -> DeviceChange {
    let origin = DeviceOrigin(
        number: number,
        id: id(name ?? "d-\(number)"),
        labels: labels,
        expiresAfter: expiresAfter
    )
    var change = step(number, after: 0, nil, key: key, deadline: deadline, format: format, apps: apps, tokens: tokens)
    change.step.kind = .beginning
    return .created(origin, change)
}

/// A step of one record.
func step(
    _ number: Int64,
    after sequence: SequenceNumber,
    _ follows: Revision?,
    key: String? = nil,
    deadline: WallInstant? = nil,
    clock: ClockAnchor = ClockAnchor(shows: .manualStart, at: WallInstant(nanoseconds: 1)),
    state: [UInt8] = [1, 2, 3],
    format: StateFormat = .newest,
    apps: StateCounts = .zero,
    tokens: [OwnedToken]? = nil
) -> StepChange {
    let step = StoredStep(
        device: number,
        kind: .inputs,
        before: sequence,
        last: sequence + 1,
        at: .manualStart,
        limits: .standard,
        records: [1],
        digest: 0
    )
    let answer = key.map {
        KeyedAnswer(
            key: $0,
            fingerprint: RequestFingerprint(method: "POST", path: "/", body: []),
            answer: StoredAnswer(status: 200, body: Array("\(number)".utf8)),
            givenAt: .manualStart
        )
    }
    var change = StepChange(step: step, answer: answer)
    change.shared = SharedChange(
        state: StoredSnapshot(
            device: number,
            sequence: sequence + 1,
            digest: 0,
            kernel: KernelVersion.current,
            hash: 0,
            format: format,
            state: state
        ),
        follows: follows,
        deadline: deadline,
        clock: clock,
        apps: apps,
        tokens: tokens
    )
    return change
}

extension StateFormat {
    /// A format that no version has: that of this one, behind a byte.
    static func madeUp(_ number: Int64) -> StateFormat {
        StateFormat(
            number: number,
            encode: { [UInt8(number)] + $0.encodedState() },
            decode: { bytes throws(StateCodingError) in try Device(encodedState: Array(bytes.dropFirst())) }
        )
    }
}
