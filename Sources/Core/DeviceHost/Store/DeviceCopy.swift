import DeviceTokens
import LifecycleKernel
import StateCoding
import WireFormat

/// The changes that make a device of one store in another one that servers share: as it is, and as it was.
package struct DeviceCopy: Sendable {
    /// The changes, in order. The first one creates it.
    package private(set) var changes: [DeviceChange]

    private static let stepsAtOnce = 256

    /// Reads a device.
    ///
    /// - Parameters:
    ///   - origin: The device.
    ///   - number: Its number in the other store.
    ///   - source: The store that has it. Nothing writes to it meanwhile.
    ///   - wall: The reading of the other store's clock from which the device's clock goes on.
    /// - Throws: `StoreDamage` if a server would set the device aside; what the store throws.
    package init(
        of origin: DeviceOrigin,
        as number: Int64,
        in source: any StepHistory,
        at wall: WallInstant
    ) async throws {
        guard let stored = try await source.storedDevices([origin.number]).first?.get(),
            let first = try await source.firstSnapshot(of: origin.number)
        else { throw StoreDamage("no snapshot of it is kept") }
        let state = try stored.state()
        let snapshots = try await Self.snapshots(of: origin.number, from: first, in: source)
        var steps = try await Self.steps(of: origin.number, from: first.position, in: source)
        if steps.first?.position != first.position {
            // What led to the oldest snapshot is not kept any more.
            let beginning = StoredStep(
                device: origin.number,
                position: first.position,
                kind: .beginning,
                before: first.sequence,
                last: first.sequence,
                at: try first.restored().now,
                limits: .standard,
                records: RecordText.write([]),
                digest: first.digest
            )
            steps.insert(beginning, at: 0)
        }
        var copied = steps.map { step in
            var change = StepChange(step: step)
            change.snapshot = snapshots[step.position]
            change.step.device = number
            change.snapshot?.device = number
            return change
        }
        let hosted = HostedDevice.make(origin, stored, state, HostLimits(), at: wall).device
        var newest = StoredSnapshot(of: hosted.device, as: number, digest: state.digest)
        // A server of this version begins it anew if another kernel wrote it.
        newest.kernel = stored.snapshot.kernel
        copied[copied.count - 1].shared = SharedChange(
            state: newest,
            follows: nil,
            deadline: hosted.nextTick,
            clock: ClockAnchor(shows: hosted.clock.anchor, at: hosted.clock.anchorWall),
            apps: hosted.device.stateCounts,
            tokens: hosted.tokens
        )
        var made = origin
        made.number = number
        changes = [.created(made, copied[0])] + copied.dropFirst().map { .stepped($0) }
    }

    /// The snapshots that are kept, by their positions.
    private static func snapshots(
        of device: Int64,
        from first: StoredSnapshot,
        in source: any StepHistory
    ) async throws -> [Int64: StoredSnapshot] {
        var found = [first.position: first]
        var sequence = SequenceNumber(rawValue: UInt64(StoreBounds.sequences.upperBound))
        while let next = try await source.snapshot(of: device, upTo: sequence), next.sequence > first.sequence {
            found[next.position] = next
            sequence = next.sequence - 1
        }
        // Another kernel may have taken the device over at the same record.
        if let last = try await source.snapshot(of: device, upTo: first.sequence) { found[last.position] = last }
        return found
    }

    /// The steps that are kept, from a position on.
    private static func steps(
        of device: Int64,
        from first: Int64,
        in source: any StepHistory
    ) async throws -> [StoredStep] {
        var steps: [StoredStep] = []
        var position = first - 1
        while true {
            let page = try await source.steps(of: device, after: position, limit: stepsAtOnce)
            guard let last = page.last else { return steps }
            steps += page
            position = last.position
        }
    }
}

extension OwnedToken {
    /// Reads a device token that has lost its app.
    ///
    /// - Throws: `StoreDamage`.
    package static func retired(_ item: ServerItem) throws(StoreDamage) -> (token: OwnedToken, at: Instant) {
        do throws(Rejection) {
            let retired = try RetiredToken(JSONText.parse(item.value ?? []))
            return (OwnedToken(token: retired.token, owner: retired.owner), retired.at)
        } catch {
            throw StoreDamage("a device token cannot be read: \(error.detail)")
        }
    }
}
