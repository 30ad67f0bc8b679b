import DeviceHost
import Explorer
import LifecycleKernel
import ServiceLifecycle
import Synchronization
import WireFormat

/// Hands the remote runs of one exploration out to the client that has the app's code, and takes what became of them.
///
/// The search wants one run at a time. A client asks for it, carries it out on the device that the answer names, and reports it
/// when it asks again. `RemoteRunState` decides what becomes of a run, a value in a `RemoteRunMailbox`: the search and
/// the requests of the client may be at different servers.
final class RemoteRunExchange: Sendable {
    private let mailbox: RemoteRunMailbox
    private let exploration: Exploration
    private let label: Label
    private let registry: DeviceRegistry
    private let wall: any WallClock
    private let signal: StopSignal
    /// Whether the exploration has ended.
    private let isOver: @Sendable () -> Bool
    /// When the search is given up, whatever a client does; nil before it has begun.
    private let end = Mutex<WallInstant?>(nil)

    /// How long a search waits before it looks again for a store that is away.
    private static let pause = Duration.seconds(1)

    /// Makes the exchange of a remote exploration.
    ///
    /// - Parameters:
    ///   - signal: Stops the search; it is set when no client has asked for too long.
    ///   - isOver: Whether the exploration has ended. `wake` is to be called then.
    init(
        _ exploration: Exploration,
        id: String,
        _ mailbox: RemoteRunMailbox,
        on registry: DeviceRegistry,
        wall: any WallClock,
        signal: StopSignal,
        isOver: @escaping @Sendable () -> Bool
    ) {
        self.exploration = exploration
        label = Label(key: "exploration", value: id)
        self.mailbox = mailbox
        self.registry = registry
        self.wall = wall
        self.signal = signal
        self.isOver = isOver
    }

    /// Has those look who wait: the search, whether its signal is set, and the client, whether the exploration has ended, or another
    /// server has changed something.
    func wake() { mailbox.wake() }

    /// Puts the mailbox into the store, if other servers share that.
    ///
    /// - Throws: `storeUnreadable`, `overloaded`.
    func create() async throws { try await mailbox.create(at: wall.now) }

    /// Removes the mailbox from the store.
    ///
    /// - Throws: `storeUnreadable`, `overloaded`.
    func remove() async throws { try await mailbox.remove() }

    // MARK: The client

    /// Takes a report, and waits for the next remote run, at most for `ExplorationLimits.remoteRunWait`.
    ///
    /// - Returns: The remote run; nil when there is none yet, or none any more.
    /// - Throws: `ExplorationError.unknownRemoteRun` for a report of a run that is not handed out; a `HostError`
    ///   when its device cannot be read, which leaves it handed out, or when that of the next one cannot be made.
    func next(after report: RemoteRunReport) async throws -> HandedRun? {
        if let number = report.run, !isOver(), !signal.isSet { try await take(report, of: number) }
        let client = UInt64.random(in: .min ... .max)
        let deadline = wall.now + ExplorationLimits.remoteRunWait
        var isFirst = true
        while !isOver() {
            let alarm = mailbox.alarm()
            let now = wall.now
            let turn = try await mailbox.change { [isFirst] in $0.turn(of: client, isFirst: isFirst, at: now) }
            isFirst = false
            switch turn {
            case .run(let claim): return try await handOut(claim)
            case .wait: break
            case .replaced, nil: return nil
            }
            guard !isOver() else { return nil }
            let woken = await withGracefulShutdownHandler {
                await wait(for: alarm, until: deadline)
            } onGracefulShutdown: {
                alarm.fulfill(.nothing)
            }
            guard woken == .event || woken == .silence && wall.now < deadline else { return nil }
        }
        return nil
    }

    private func wait(
        for alarm: Promise<RemoteRunMailbox.Alarm>,
        until deadline: WallInstant
    ) async -> RemoteRunMailbox.Alarm {
        let look = mailbox.longestWait.map { min(deadline, wall.now + $0) }
        return await alarm.value(by: look ?? deadline, on: wall, orElse: .silence, whenCancelled: .nothing)
    }

    private func handOut(_ claim: RemoteRunState.Claim) async throws -> HandedRun? {
        await delete(claim.unused)
        if let device = claim.device {
            return HandedRun(number: claim.number, device: device.id, continues: true, steps: claim.steps)
        }
        let device: RemoteRunState.RunDevice
        do {
            device = try await makeDevice()
        } catch {
            _ = try await mailbox.change { $0.takeBack(claim.number) }
            throw error
        }
        guard try await mailbox.change({ $0.take(device, for: claim.number) }) == true else {
            await delete(device.id)
            return nil
        }
        return HandedRun(number: claim.number, device: device.id, continues: false, steps: claim.steps)
    }

    private func makeDevice() async throws -> RemoteRunState.RunDevice {
        let (device, records) = try exploration.remoteRunDevice()
        let made = try await registry.changing { () async throws(HostError) in
            try await registry.beginAdoption(
                of: device,
                with: records,
                as: nil,
                labels: [label],
                // Should the server end before it has deleted the device.
                expiresAfter: ExplorationLimits.remoteRunDeviceExpiry
            )
        }
        return RemoteRunState.RunDevice(id: made.id, made: device.lastSequence)
    }

    private func take(_ report: RemoteRunReport, of number: Int) async throws {
        let now = wall.now
        guard let device = try await mailbox.change({ $0.device(ofReported: number, at: now) }) ?? nil else {
            throw ExplorationError.unknownRemoteRun(number)
        }
        let outcome = try await outcome(on: device, with: report)
        guard try await mailbox.change({ $0.give(outcome, of: number) }) == true || signal.isSet else {
            throw ExplorationError.unknownRemoteRun(number)
        }
    }

    /// What has happened on a device since it was made.
    private func outcome(
        on device: RemoteRunState.RunDevice,
        with report: RemoteRunReport
    ) async throws -> RemoteRunState.Outcome {
        let timeline = try await registry.completeTimeline(of: device.id)
        let inputs = timeline.records.filter { $0.sequence > device.made && $0.kind == .input }
        return RemoteRunState.Outcome(
            inputs: inputs,
            now: timeline.now,
            abstractState: report.abstractState,
            invariants: report.invariants
        )
    }

    private func delete(_ device: DeviceID?) async {
        // It may have been deleted by the client, or its time may be over.
        if let device { try? await registry.delete(device) }
    }
}

// MARK: The search

extension RemoteRunExchange: RemoteRunner {
    /// Begins a search, perhaps anew.
    ///
    /// - Parameter end: When the search is given up, whatever a client does.
    func begin(endingAt end: WallInstant) async {
        self.end.withLock { $0 = end }
        let now = wall.now
        await delete(await persist { $0.begin(at: now) } ?? nil)
    }

    /// Has a remote run carried out by the client; nil when nobody has asked for too long, or the exploration was stopped.
    func run(_ run: RemoteRun) async -> RemoteRunResult? {
        let start = wall.now
        guard await persist({ $0.want(run, at: start) }) != nil else { return nil }
        while !signal.isSet, !Task.isCancelled {
            let alarm = mailbox.alarm()
            guard let (outcome, contact) = await persist({ ($0.outcome, $0.contact) }) else { return nil }
            if let outcome { return outcome.life }
            let now = wall.now
            let (silent, end) = (contact + ExplorationLimits.remoteRunSilence, end.withLock(\.self))
            if let end, now >= end { return nil }
            if now >= silent {
                signal.set()
                return nil
            }
            guard !signal.isSet else { return nil }
            _ = await wait(for: alarm, until: min(silent, end ?? silent))
        }
        return nil
    }

    /// Wants nothing any more, and deletes the device of the last remote run, when the search has ended.
    func cleanUp() async { await delete((try? await mailbox.change { $0.withdraw() }) ?? nil) }

    /// Changes what is exchanged, as often as the store is away.
    ///
    /// - Returns: What the change returns; nil if the search is to stop.
    private func persist<Result: Sendable>(_ body: (inout RemoteRunState) -> Result) async -> Result? {
        while !signal.isSet, !Task.isCancelled {
            do {
                return try await mailbox.change(body)
            } catch {
                try? await wall.sleep(until: wall.now + Self.pause)
            }
        }
        return nil
    }
}
