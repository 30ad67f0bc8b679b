import DeviceHost
import Explorer
import LifecycleKernel
import ServiceLifecycle
import Synchronization
import WireFormat

/// Hands the plays of one exploration out to the client that has the app's code, and takes what became of them.
///
/// The search has one play at a time carried out. A client asks for it, carries it out on the device that the answer names,
/// and reports it when it asks again. What becomes of a play is decided by `PlayState`, a value behind a lock.
final class PlayExchange: Sendable {
    private let state: Mutex<PlayState>
    private let exploration: Exploration
    private let label: Label
    private let registry: DeviceRegistry
    private let wall: any WallClock
    private let signal: StopSignal

    /// Makes the exchange of an exploration that is played.
    ///
    /// - Parameter signal: Stops the search; it is set when no client has asked for too long.
    init(
        _ exploration: Exploration,
        id: String,
        on registry: DeviceRegistry,
        wall: any WallClock,
        signal: StopSignal
    ) {
        self.exploration = exploration
        label = Label(key: "exploration", value: id)
        self.registry = registry
        self.wall = wall
        self.signal = signal
        state = Mutex(PlayState(contact: wall.now))
    }

    /// Says when the search is given up, whatever a client does.
    func begin(endingAt end: WallInstant) { state.withLock { $0.end = end } }

    /// Has the search end: it gets nothing of a play that is handed out.
    func stop() { state.withLock { $0.stop() } }

    /// Tells the client that waits that the exploration has ended.
    func finish() { state.withLock { $0.finish() } }

    /// Deletes the device of the last play, when the search has ended.
    func cleanUp() async {
        let device = state.withLock { state in
            state.stop()
            return state.takeDevice()
        }
        await forget(device?.id)
    }

    // MARK: The client

    /// Takes a report, and waits for the next play, at most for `ExplorationLimits.playWait`.
    ///
    /// - Returns: The play; nil when there is none yet, or none any more.
    /// - Throws: `ExplorationError.unknownPlay` for a report of another play than the one that is handed out; a `HostError`
    ///   when its device cannot be read, which leaves it handed out, or when that of the next one cannot be made.
    func next(after report: PlayReport) async throws -> HandedPlay? {
        if let number = report.play { try await take(number, saying: report.situation) }
        let deadline = wall.now + ExplorationLimits.playWait
        while true {
            let alarm = Promise<PlayState.Alarm>()
            let claim = state.withLock { $0.claim(orWaking: alarm, at: wall.now) }
            if let claim { return try await handOut(claim) }
            guard !state.withLock({ $0.isOver }) else { return nil }
            let woken = await withGracefulShutdownHandler {
                await alarm.value(by: deadline, on: wall, orElse: .nothing, whenCancelled: .nothing)
            } onGracefulShutdown: {
                alarm.fulfill(.nothing)
            }
            guard woken == .event else { return nil }
        }
    }

    private func handOut(_ claim: PlayState.Claim) async throws -> HandedPlay? {
        await forget(claim.unused)
        if let device = claim.device {
            return HandedPlay(number: claim.number, device: device.id, continues: true, steps: claim.steps)
        }
        let device: PlayState.PlayDevice
        do {
            device = try await makeDevice()
        } catch {
            state.withLock { $0.takeBack(claim.number) }
            throw error
        }
        guard state.withLock({ $0.take(device, for: claim.number) }) else {
            await forget(device.id)
            return nil
        }
        return HandedPlay(number: claim.number, device: device.id, continues: false, steps: claim.steps)
    }

    private func makeDevice() async throws -> PlayState.PlayDevice {
        let (device, records) = try exploration.playedDevice()
        let made = try await registry.changing { () async throws(HostError) in
            try await registry.beginAdoption(
                of: device,
                with: records,
                as: nil,
                labels: [label],
                // Should the server end before it has deleted the device.
                expiresAfter: ExplorationLimits.playedDeviceExpiry
            )
        }
        return PlayState.PlayDevice(id: made.id, made: device.lastSequence)
    }

    private func take(_ number: Int, saying situation: String?) async throws {
        let device: PlayState.PlayDevice? = try state.withLock { state throws(ExplorationError) in
            if state.isStopped { return nil }
            guard let device = state.beginReport(of: number, at: wall.now) else { throw .unknownPlay(number) }
            return device
        }
        guard let device else { return }
        do {
            let life = try await life(on: device, saying: situation)
            state.withLock { $0.give(life, of: number) }
        } catch {
            state.withLock { $0.leave(number) }
            throw error
        }
    }

    /// What has happened on a device since it was made.
    private func life(on device: PlayState.PlayDevice, saying situation: String?) async throws -> PlayedLife {
        let timeline = try await registry.completeTimeline(of: device.id)
        let inputs = timeline.records.compactMap { record -> PlayedLife.Input? in
            guard record.sequence > device.made, case .input(let input) = record.body else { return nil }
            return PlayedLife.Input(at: record.time, input)
        }
        return PlayedLife(inputs: inputs, now: timeline.now, situation: situation)
    }

    private func forget(_ device: DeviceID?) async {
        // It may have been deleted by the client, or its time may be over.
        if let device { try? await registry.delete(device) }
    }
}

extension PlayExchange: AppPlayer {
    /// Has a play carried out by the client; nil when nobody has asked for too long, or the exploration was stopped.
    func play(_ play: AppPlay) async -> PlayedLife? {
        let answer = Promise<PlayedLife?>()
        guard state.withLock({ $0.want(play, answer, at: wall.now) }) else { return nil }
        return await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.watch(answer) }
            let life = await answer.value(whenCancelled: nil)
            group.cancelAll()
            return life
        }
    }

    /// Ends the wait for a play when no client has asked for too long, which stops the exploration, or when its time is over.
    private func watch(_ answer: Promise<PlayedLife?>) async {
        while true {
            let (silent, end) = state.withLock { ($0.contact + ExplorationLimits.playSilence, $0.end) }
            let now = wall.now
            if let end, now >= end { break }
            if now >= silent {
                signal.set()
                break
            }
            guard (try? await wall.sleep(until: min(silent, end ?? silent))) != nil else { return }
        }
        answer.fulfill(nil)
    }
}
