import LifecycleKernel
import Simulation
import StateCoding
import Testing

/// Random lives of apps whose handlers set off one another: no step of a device writes more than a step may.
@Suite struct StepSizeTests {
    @Test("No step is larger than it may be, time passes, and ticks make no difference")
    func bounds() throws {
        var largest = 0
        for seed in UInt64(1)...8 {
            var life = BusyLife(seed: seed)
            for _ in 0..<40 {
                let step = life.next()
                let written = try life.step(step)
                let other = try life.repeatAtOnce(step)
                #expect(written == other, "seed \(seed)")
            }
            #expect(life.largestStep <= WorkBudget.limitOfAll + 1_024 * 1_024, "seed \(seed)")
            #expect(life.mostDeadlinesAtOnce < 100_000, "seed \(seed)")
            largest = max(largest, life.largestStep)
        }
        #expect(largest > 100_000)
    }
}

/// A device with such apps, taken deadline by deadline; and the same device, for which time passes at once.
private struct BusyLife {
    private var random: SplitMix64
    private var device: Device
    private var twin: Device
    private(set) var largestStep = 0
    private(set) var mostDeadlinesAtOnce = 0

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        device = Device(random.deviceSettings(), at: .manualStart)
        for bundleID in SplitMix64.bundleIDs.dropLast() {
            _ = try? device.apply(.install(random.busyManifest(bundleID)), at: device.now, limit: 0)
        }
        _ = device.takeRecords()
        twin = device
    }

    /// An input, and when it comes.
    mutating func next() -> (input: Input, at: Instant) {
        let at = device.now + (random.oneIn(2) ? 0 : random.duration())
        let input = random.input(for: device)
        if case .install(let manifest) = input { return (.install(random.busyManifest(manifest.bundleID)), at) }
        if case .advance = input {
            return (.event(.app(random.pick(SplitMix64.bundleIDs), .launch(arguments: []))), at)
        }
        return (input, at)
    }

    /// Lets time pass deadline by deadline, and applies the input.
    mutating func step(_ step: (input: Input, at: Instant)) throws -> [Record] {
        var records: [Record] = []
        var atOnce = 0
        while let next = device.nextDeadline, next < step.at {
            atOnce = next == device.now ? atOnce + 1 : 0
            mostDeadlinesAtOnce = max(mostDeadlinesAtOnce, atOnce)
            guard atOnce < 100_000 else { break }
            _ = device.settle(before: next + 1, within: AdvanceLimits(deadlines: 1))
            records += take()
            if random.oneIn(50) { device = try Device(encodedState: device.encodedState()) }
        }
        _ = try? device.apply(step.input, at: step.at, limit: 0)
        return records + take()
    }

    /// Does the same with the twin, for which all time passes at once.
    mutating func repeatAtOnce(_ step: (input: Input, at: Instant)) throws -> [Record] {
        _ = try? twin.apply(step.input, at: step.at, within: .unlimited)
        return twin.takeRecords()
    }

    private mutating func take() -> [Record] {
        let written = device.takeRecords()
        largestStep = max(largestStep, written.reduce(0) { $0 + ($1.kind == .input ? 0 : $1.approximateSize) })
        return written
    }
}

extension SplitMix64 {
    /// A random app, some handlers of which do much, and set off others.
    fileprivate mutating func busyManifest(_ bundleID: BundleID) -> AppManifest {
        let usual = manifest(bundleID)
        var handlers = usual.behavior.handlers
        let callers: [CallbackName] = [
            .didFinishLaunching, .didRegisterForRemoteNotifications, .alarmHandler, .didReceiveMemoryWarning,
            .performFetch, .urlSessionTaskDidComplete, .applicationDidEnterBackground, .sceneDidBecomeActive,
            .expirationHandler, .willPresentNotification, .activityStateUpdates,
        ]
        for name in callers where name == .didRegisterForRemoteNotifications || oneIn(3) {
            handlers.removeAll { $0.name == name }
            handlers.append(AppBehavior.Handler(name: name, entries: busyEntries(calling: oneIn(2))))
        }
        handlers.sort { $0.name.rawValue < $1.name.rawValue }
        return AppManifest(
            bundleID: bundleID,
            lifecycle: usual.lifecycle,
            driver: usual.driver,
            infoPlist: usual.infoPlist,
            footprintBytes: usual.footprintBytes,
            behavior: AppBehavior(handlers: handlers),
            delegateImplements: usual.delegateImplements,
            notificationService: usual.notificationService.map { _ in
                NotificationServiceExtension(
                    behavior: AppBehavior(handlers: [
                        AppBehavior.Handler(name: .didReceiveNotificationRequest, entries: busyLogs())
                    ])
                )
            }
        )
    }

    private mutating func busyLogs() -> [AppBehavior.Entry] {
        let message = String(repeating: "x", count: pick([1, 100, 900, 8_192]))
        return Array(repeating: .act(.log(message: message), takes: 0), count: pick([1, 10, 100, 900]))
    }

    /// - Parameter again: Whether they make the system call `didRegisterForRemoteNotifications`.
    private mutating func busyEntries(calling again: Bool) -> [AppBehavior.Entry] {
        var entries: [AppBehavior.Entry] = again ? [.act(.registerForRemoteNotifications, takes: 0)] : []
        for _ in 0...below(4) {
            let action = pick([
                .registerForRemoteNotifications, .registerForRemoteNotifications, .setAlarm(.after(0)),
                .startTransfer(identifier: "x", bytes: 1, lasting: 0), .setMinimumBackgroundFetchInterval(0),
                .completeFetch(.newData), .requestLiveActivity(identifier: "l"), .endLiveActivity(identifier: "l"),
                .requestSceneSession(scene: nil, userActivity: nil), .allocate(bytes: .gibibytes(1)),
                .beginBackgroundTask(name: "a", endsAfter: 0, hasExpirationHandler: true), .exit,
                .requestPermission("camera"), .edit(count: 1, scene: nil), action(),
            ])
            let entry = AppBehavior.Entry.act(action, takes: oneIn(8) ? duration() : 0)
            entries += Array(repeating: entry, count: pick([1, 1, 1, 30, 300]))
        }
        if oneIn(2) { entries += busyLogs() }
        if oneIn(8) { entries.append(.returns(.string(String(repeating: "x", count: 500_000)))) }
        return entries
    }
}
