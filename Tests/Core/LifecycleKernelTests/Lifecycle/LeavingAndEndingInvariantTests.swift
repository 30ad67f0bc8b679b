import Simulation
import TestKit
import Testing

@testable import LifecycleKernel

/// What holds in every random life of apps that leave, are locked, answer calls and end, however long their handlers take.
@Suite struct LeavingAndEndingInvariantTests {
    /// Few, as the situations have to occur in each.
    static let blocks = 2
    static let lives: UInt64 = 320

    @Test("What happens to apps that leave and end follows the rules", arguments: 0..<blocks)
    func lives(block: Int) {
        var seen = Conduct.Seen()
        for seed in stride(from: UInt64(block), to: Self.lives, by: Self.blocks) {
            var conduct = Conduct()
            var life = RandomLife(seed: seed)
            var before = life.device
            let look = { (input: Input, records: [Record], device: Device) in
                conduct.look(at: records, of: input, before, device)
                before = device
            }
            life.live(steps: 80, replacing: { $0.oneIn(2) ? $0.inputOfLeavingOrEnding() : nil }, look)
            #expect(conduct.violations.isEmpty, "seed \(seed): \(conduct.violations.prefix(3))")
            seen.add(conduct.seen)
        }
        #expect(seen.isEnough, "\(seen)")
    }
}

/// What the records of one device show.
private struct Conduct {
    /// How often the situations occurred that are checked.
    struct Seen {
        var callbacksOfEndingProcesses = 0
        var returnsAfterLocks = 0
        var discardedSessions = 0

        var isEnough: Bool {
            callbacksOfEndingProcesses > 5 && returnsAfterLocks > 0 && discardedSessions > 0
        }

        mutating func add(_ other: Seen) {
            callbacksOfEndingProcesses += other.callbacksOfEndingProcesses
            returnsAfterLocks += other.returnsAfterLocks
            discardedSessions += other.discardedSessions
        }
    }

    private(set) var violations: [String] = []
    private(set) var seen = Seen()
    /// Processes that a force quit ends.
    private var quitting: Set<ProcessID> = []
    /// Processes that have heard of the lock, or were launched while the device was locked, and have not heard of the unlock.
    private var withoutFiles: Set<ProcessID> = []
    /// Sessions that each app was told of as discarded.
    private var discarded: [BundleID: Set<Value>] = [:]

    /// Checks the records of an input.
    ///
    /// - Parameters:
    ///   - before: The device before the input, and before the time that passed until then.
    ///   - device: The device after it.
    mutating func look(at records: [Record], of input: Input, _ before: Device, _ device: Device) {
        let start = records.firstIndex { if case .input = $0.body { true } else { false } }
        for (index, record) in records.enumerated() {
            let isBefore = start.map { index < $0 } ?? true
            lookForLaunch(at: record, on: isBefore ? before : device)
            look(at: record, on: device)
        }
        guard case .event(let event) = input, let start else { return }
        let caused = records[start...]
        checkNoneIsSuspendedOnItsWay(to: event, caused)
        if case .wake(let bundleID, .dismissLiveActivity(let identifier)) = event {
            checkEnd(ofActivity: identifier, caused, before.app(bundleID), device.app(bundleID), device)
        }
        if case .wake(let bundleID, .pushToEndLiveActivity(let identifier)) = event {
            checkEnd(ofActivity: identifier, caused, before.app(bundleID), device.app(bundleID), device)
        }
    }

    /// A process that is launched while its files cannot be read hears when they can.
    private mutating func lookForLaunch(at record: Record, on device: Device) {
        guard case .process(let change) = record.body, change.reason == .launch, let pid = record.pid,
            record.appExtension == nil, !device.isProtectedDataAvailable
        else { return }
        withoutFiles.insert(pid)
    }

    private mutating func look(at record: Record, on device: Device) {
        if case .input(.uninstall(let bundleID)) = record.body { discarded[bundleID] = nil }
        guard let pid = record.pid, let bundleID = record.bundleID, record.appExtension == nil else { return }
        switch record.body {
        case .input(.event(.app(_, .forceQuit))): quitting.insert(pid)
        case .callback(let callback): look(at: callback, pid, record, on: device)
        case .assertion(let change)
        where quitting.contains(pid) && change.change == .acquired && change.kind.isForWakeUp:
            violations.append("#\(record.sequence) \(change.kind) for a process that a force quit ends")
        case .verdict(let verdict) where quitting.contains(pid) && verdict.decision == .delivered:
            violations.append("#\(record.sequence) \(verdict.subject) delivered to a process that a force quit ends")
        case .exit:
            guard quitting.remove(pid) != nil, let app = device.apps.first(where: { $0.manifest.bundleID == bundleID }),
                !app.hasLaunched, !app.background.isBlank
            else { return }
            if !app.background.transfers.isEmpty {
                violations.append("#\(record.sequence) a transfer outlives the force quit of \(bundleID)")
            }
        default: break
        }
    }

    private mutating func look(at callback: Callback, _ pid: ProcessID, _ record: Record, on device: Device) {
        if quitting.contains(pid) {
            seen.callbacksOfEndingProcesses += 1
            if callback.limit == nil, device.system.rulebook.hasWatchdogs {
                violations.append("#\(record.sequence) \(callback.name) of an ending process has no limit")
            }
        }
        switch callback.name {
        case .protectedDataWillBecomeUnavailable:
            if !withoutFiles.insert(pid).inserted,
                record.isOfApp(implementing: .protectedDataDidBecomeAvailable, on: device)
            {
                violations.append("#\(record.sequence) locked twice")
            }
        case .protectedDataDidBecomeAvailable:
            seen.returnsAfterLocks += 1
            if withoutFiles.remove(pid) == nil,
                record.isOfApp(implementing: .protectedDataWillBecomeUnavailable, on: device)
            {
                violations.append("#\(record.sequence) unlocked, not locked")
            }
        case .applicationWillEnterForeground, .sceneWillEnterForeground:
            // A car shows an app of a locked device.
            if withoutFiles.contains(pid), !device.system.screen.isLocked,
                record.isOfApp(implementing: .protectedDataDidBecomeAvailable, on: device)
            {
                violations.append("#\(record.sequence) \(callback.name) before it hears that its files can be read")
            }
        case .didDiscardSceneSessions:
            guard let bundleID = record.bundleID, case .array(let numbers)? = callback.arguments.first?.value else {
                return
            }
            for number in numbers {
                seen.discardedSessions += 1
                if !discarded[bundleID, default: []].insert(number).inserted {
                    violations.append("#\(record.sequence) session \(number) is reported once more")
                }
            }
        default: break
        }
    }

    /// An event that puts an app on screen does not suspend it on the way.
    private mutating func checkNoneIsSuspendedOnItsWay(to event: Event, _ records: ArraySlice<Record>) {
        var suspended: Set<ProcessID> = []
        var resumed: Set<ProcessID> = []
        for record in records {
            guard let pid = record.pid, case .process(let change) = record.body else { continue }
            if change.to == .suspended, change.from != .notRunning { suspended.insert(pid) }
            if change.from == .suspended, suspended.contains(pid) { resumed.insert(pid) }
            if change.to == .inactive, resumed.contains(pid) {
                violations.append("#\(record.sequence) suspended on its way to the screen, by \(event)")
            }
        }
    }

    /// The process that holds an activity hears of its end at once, unless it is in a handler.
    private mutating func checkEnd(
        ofActivity identifier: String,
        _ records: ArraySlice<Record>,
        _ before: AppStatus?,
        _ after: AppStatus?,
        _ device: Device
    ) {
        guard let before, let after, before.pid == after.pid, after.state != .suspended,
            before.liveActivities.contains(where: { $0.identifier == identifier && $0.isHeld }),
            !after.liveActivities.contains(where: { $0.identifier == identifier }),
            let pid = after.pid, device.process(pid)?.callbackInFlight == nil,
            after.manifest.implements(.activityStateUpdates)
        else { return }
        let isTold = records.contains { record in
            if case .callback(let callback) = record.body { callback.name == .activityStateUpdates } else { false }
        }
        if !isTold { violations.append("#\(records.first?.sequence ?? 0) the end of \(identifier) is not told") }
    }
}

extension Record {
    /// Whether its app implements a method.
    fileprivate func isOfApp(implementing name: CallbackName, on device: Device) -> Bool {
        device.apps.contains { $0.manifest.bundleID == bundleID && $0.manifest.implements(name) }
    }
}

extension Assertion.Kind {
    /// Whether it holds a process for what it was woken for.
    fileprivate var isForWakeUp: Bool {
        switch self {
        case .remoteNotification, .backgroundFetch, .backgroundTaskScheduler, .urlSessionEvents, .systemWake, .voip,
            .bluetooth:
            true
        default: false
        }
    }
}

extension SplitMix64 {
    /// An input that makes apps leave and end, or that comes meanwhile.
    fileprivate mutating func inputOfLeavingOrEnding() -> Input {
        let bundleID = pick(Array(Self.bundleIDs.prefix(2)))
        let push = RemoteNotification(
            bundleID: bundleID,
            payload: [:],
            pushType: oneIn(2) ? .liveactivity : .pushtotalk
        )
        return pick([
            .event(.device(.home)), .event(.device(.lock)), .event(.device(.unlock)), .event(.device(.unlock)),
            .event(.app(bundleID, .launch(arguments: []))), .event(.app(bundleID, .launch(arguments: []))),
            .event(.app(bundleID, .forceQuit)), .event(.app(bundleID, .suspend)), .event(.scene(bundleID, .close(nil))),
            .event(.app(bundleID, .changePermission("camera"))), .event(.app(bundleID, .terminate(.system))),
            .event(.push(push)), .event(.device(.answerCall)), .event(.device(.endCall)),
            .event(.wake(bundleID, .dismissLiveActivity("l"))), .event(.wake(bundleID, .pushToEndLiveActivity("l"))),
            .action(bundleID, .requestLiveActivity(identifier: "l")),
            .action(bundleID, .endLiveActivity(identifier: "l")),
            .action(bundleID, .reportIncomingCall),
            .action(bundleID, .registerWake(oneIn(2) ? .liveActivityToken : .pushToTalk)),
            .action(
                bundleID,
                .startTransfer(identifier: "x", bytes: 1, lasting: 20_000, kind: nil, isDiscretionary: false)
            ),
            .advance(.by(1_000)), .advance(.by(200)), .advance(.by(8_000)),
        ])
    }
}
