import LifecycleKernel

/// Reads a timeline and reports what is impossible.
public struct Inspector {
    let model: DeviceModel
    /// The errors found, as text.
    public private(set) var violations: [String] = []
    private var lastSequence: SequenceNumber = 0
    private var lastTime = Instant.earliest
    private var states: [ProcessID: ProcessState] = [:]
    private var scenes: [ProcessID: [SceneID: SceneState]] = [:]
    private var lastCallback: [ProcessID: SequenceNumber] = [:]
    /// The last notification of the scene that UIKit makes for an app without scenes.
    private var implicitScenes: [ProcessID: NotificationName] = [:]
    private var hanging: Set<BundleID> = []
    private var clocks = StateClocks()
    /// The count of each finding, for the apps that are installed.
    private var found: [BundleID: [Finding.Code: Int]] = [:]
    /// The callbacks of each app since the device was last checked.
    private var called: [BundleID: Set<CallbackName>] = [:]

    /// Starts with the first record of a device.
    public init(model: DeviceModel) { self.model = model }

    /// Checks records, and the device after them.
    public mutating func inspect(_ records: [Record], _ device: Device) {
        called = [:]
        for record in records { inspect(record) }
        // An app may have got callbacks before its life cycle changed.
        if records.contains(where: \.changesLifecycles) { called = [:] }
        inspect(device)
        found = found.filter { device.app($0.key) != nil }
        // An audit takes long to compute, and only a finding changes it.
        if records.contains(where: { $0.kind == .finding }) { inspectAudits(of: device) }
    }

    private mutating func fail(_ record: Record, _ what: String) {
        violations.append("#\(record.sequence) \(record.body): \(what)")
    }

    private mutating func inspect(_ record: Record) {
        if record.sequence != lastSequence + 1 { fail(record, "follows \(lastSequence)") }
        if record.time < lastTime { fail(record, "time went back") }
        if record.cause > record.sequence || record.cause == 0 { fail(record, "has the cause \(record.cause)") }
        lastSequence = record.sequence
        lastTime = record.time
        inspectBody(record)
        clocks.read(record)
    }

    private mutating func inspectBody(_ record: Record) {
        switch record.body {
        case .process(let change): inspect(change, record)
        case .scene(let from, let to): inspectScene(from, to, record)
        case .callback(let callback):
            guard let pid = record.pid else { return fail(record, "without a process") }
            mustRun(record)
            if callback.applicationState != states[pid] { fail(record, "in the state \(callback.applicationState)") }
            lastCallback[pid] = record.sequence
            if let bundleID = record.bundleID, record.appExtension == nil {
                called[bundleID, default: []].insert(callback.name)
            }
        case .returned(let callback, _, _):
            guard let pid = record.pid else { return fail(record, "without a process") }
            if lastCallback[pid] != callback { fail(record, "another callback began before it returned") }
            mustRun(record)
        case .activity(let change) where change.change == .paused:
            if let pid = record.pid, states[pid] != .suspended { fail(record, "and the process runs") }
        case .notification(let name, _):
            // Its observers may be what returns next.
            if let pid = record.pid { lastCallback[pid] = record.sequence }
            mustRun(record)
            if name.isOfScene, (record.scene ?? 0) == 0 { inspectImplicitScene(name, record) }
        case .log, .snapshot, .activity: mustRun(record)
        case .assertion: mustRun(record)
        case .exit:
            if let pid = record.pid, states[pid] != .terminated { fail(record, "before its end") }
        case .input(.action(let bundleID, .hang, of: nil)): hanging.insert(bundleID)
        case .finding(let finding): inspect(finding, record)
        case .input, .verdict, .memory, .dispatch: break
        }
    }

    /// A finding points to records that were written before it, and is counted.
    private mutating func inspect(_ finding: Finding, _ record: Record) {
        guard let bundleID = record.bundleID else { return fail(record, "without an app") }
        if finding.evidence.isEmpty { fail(record, "shown by nothing") }
        for (index, sequence) in finding.evidence.enumerated() {
            let isAscending = index == 0 || finding.evidence[index - 1] < sequence
            if sequence == 0 || sequence >= record.sequence || !isAscending { fail(record, "is shown by \(sequence)") }
        }
        found[bundleID, default: [:]][finding.code, default: 0] += 1
    }

    /// A process that is not running gets no callbacks and does nothing.
    private mutating func mustRun(_ record: Record) {
        guard let pid = record.pid else { return fail(record, "without a process") }
        switch states[pid] {
        case .active, .inactive, .background: break
        case .suspended, .terminated, .notRunning, nil:
            fail(record, "while the process is \(states[pid].map(\.rawValue) ?? "unknown")")
        }
    }

    // MARK: Transitions

    private mutating func inspect(_ change: ProcessChange, _ record: Record) {
        guard let pid = record.pid else { return fail(record, "without a process") }
        if (states[pid] ?? .notRunning) != change.from { fail(record, "but it was \(String(describing: states[pid]))") }
        if !LegalTransitions.process.contains(where: { $0 == (change.from, change.to) }) {
            fail(record, "is not a transition of iOS")
        }
        states[pid] = change.to
    }

    private mutating func inspectScene(_ from: SceneState, _ to: SceneState, _ record: Record) {
        guard let pid = record.pid, let scene = record.scene else { return fail(record, "without a scene") }
        if (scenes[pid]?[scene] ?? .unattached) != from { fail(record, "but it was something else") }
        if !LegalTransitions.scene.contains(where: { $0 == (from, to) }) { fail(record, "is not a transition of iOS") }
        scenes[pid, default: [:]][scene] = to
    }

    /// The scene that UIKit makes for an app without scenes connects once, and then goes from state to state.
    private mutating func inspectImplicitScene(_ name: NotificationName, _ record: Record) {
        guard let pid = record.pid else { return }
        let last = implicitScenes[pid]
        if !LegalTransitions.implicitScene.contains(where: { $0 == (last, name) }) {
            fail(record, "follows \(last.map(\.rawValue) ?? "nothing")")
        }
        implicitScenes[pid] = name
    }

    // MARK: The device after an input

    /// An active app is in front, unless its main thread has callbacks waiting.
    private mutating func inspectActiveApps(_ device: Device) {
        let inFront = device.appsInFront + [device.appInCar].compactMap(\.self)
        for app in device.appStatuses where app.state == .active && !inFront.contains(app.manifest.bundleID) {
            let isBusy = app.pid.flatMap { device.process($0)?.callbackInFlight } != nil
            if !isBusy, !hanging.contains(app.manifest.bundleID) {
                violations.append("\(app.manifest.bundleID) is active and not in front")
            }
        }
    }

    /// Checks the energy of every app: the times of its states are those of the records.
    public mutating func inspectEnergy(of device: Device) {
        for app in device.appStatuses {
            guard let report = device.energy(of: app.manifest.bundleID) else { continue }
            violations += clocks.differences(from: report)
        }
    }

    /// Checks the audits: their counts are those of the records of installed apps.
    public mutating func inspectAudits(of device: Device) {
        for app in device.appStatuses.map(\.manifest.bundleID) {
            var counts: [Finding.Code: Int] = [:]
            for summary in device.audit(of: app)?.findings ?? [] {
                if summary.evidence.isEmpty || summary.evidence.contains(where: { $0 > summary.lastSequence }) {
                    violations.append("\(app): \(summary.code) is shown by \(summary.evidence)")
                }
                if !Self.computedWhenRead.contains(summary.code) { counts[summary.code] = summary.count }
            }
            if counts != found[app] ?? [:] { violations.append("\(app): the audit is \(counts), not what was found") }
        }
    }

    /// Findings without a record, which follow from the whole history.
    private static let computedWhenRead: Set<Finding.Code> = [.savesOnlyInWillTerminate, .backgroundModeUnused]

    private mutating func inspect(_ device: Device) {
        if model == .iPhone, device.appsInFront.count > 1 {
            violations.append("two apps in front: \(device.appsInFront)")
        }
        inspectActiveApps(device)
        if let next = device.nextDeadline, next < device.now { violations.append("a deadline was forgotten") }
        for app in device.appStatuses {
            for name in called[app.manifest.bundleID] ?? [] where !name.isCalled(in: app.lifecycle) {
                violations.append("\(app.manifest.bundleID) gets \(name), which is not of its life cycle")
            }
            guard let pid = app.pid else { continue }
            if states[pid] != app.state {
                violations.append("\(app.manifest.bundleID) is \(app.state), the records differ")
            }
            if app.state == .suspended, let process = device.process(pid) {
                if !process.assertions.isEmpty { violations.append("a suspended process holds an assertion") }
                if process.callbackInFlight != nil { violations.append("a suspended process is in a callback") }
            }
        }
    }
}

/// The transitions of facts 1.8; no other may happen.
public enum LegalTransitions {
    /// Transitions of a process.
    public static let process: [(ProcessState, ProcessState)] = [
        (.notRunning, .inactive), (.notRunning, .background), (.inactive, .active), (.active, .inactive),
        (.inactive, .background), (.background, .inactive), (.background, .suspended), (.suspended, .background),
        (.inactive, .terminated), (.active, .terminated), (.background, .terminated), (.suspended, .terminated),
        // Prewarming, and a launch in a prewarmed process.
        (.notRunning, .suspended), (.suspended, .inactive),
    ]

    /// Transitions of a scene. A scene that connects for a user who has left goes to the background at once; one of an
    /// app that is force-quit on an iPad disconnects from the foreground.
    public static let scene: [(SceneState, SceneState)] = [
        (.unattached, .foregroundInactive), (.unattached, .background), (.foregroundInactive, .foregroundActive),
        (.foregroundActive, .foregroundInactive), (.foregroundInactive, .background),
        (.background, .foregroundInactive), (.background, .unattached), (.foregroundInactive, .unattached),
    ]

    /// Notifications of the scene that UIKit makes for an app without scenes, each with the one before it. By a rule the
    /// scene of a launch enters the foreground without one.
    static let implicitScene: [(NotificationName?, NotificationName)] = [
        (nil, .sceneWillConnect),
        (.sceneWillConnect, .sceneWillEnterForeground), (.sceneWillConnect, .sceneDidActivate),
        (.sceneWillConnect, .sceneDidEnterBackground),
        (.sceneWillEnterForeground, .sceneDidActivate), (.sceneWillEnterForeground, .sceneDidEnterBackground),
        (.sceneDidActivate, .sceneWillDeactivate),
        (.sceneWillDeactivate, .sceneDidActivate), (.sceneWillDeactivate, .sceneDidEnterBackground),
        (.sceneDidEnterBackground, .sceneWillEnterForeground),
    ]
}

extension Record {
    /// Whether apps may have another life cycle after it.
    fileprivate var changesLifecycles: Bool {
        switch body {
        case .input(.install), .input(.event(.device(.upgradeOS))): true
        default: false
        }
    }
}
