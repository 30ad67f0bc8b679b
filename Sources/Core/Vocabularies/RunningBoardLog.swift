import LifecycleKernel

/// The messages that `runningboardd` logs about a process of an app: those of
/// `log stream --predicate 'process == "runningboardd"'` that follow from the life cycle.
///
/// The numbers of processes and assertions are the simulation's. A device may log the messages of one change in another
/// order, breaks the lines of descriptors, and says much that has nothing to do with apps between them. Sources: facts
/// 10.6; 2.2 for background tasks; 4.2 for ends.
struct RunningBoardLog: Listener {
    private var state: ProcessState?
    /// Whether it was launched to be in front, and has not been there yet. An app with scenes is in the background first, a
    /// state that RunningBoard does not know.
    private var isOnItsWay = false
    /// The jetsam priority, once it is known.
    private var priority: Int?
    /// How many assertions it holds besides the one for leaving the screen, and whether one of them is for audio.
    private var held = 0
    private var plays = false
    /// How many background tasks are open; they share one assertion.
    private var openTasks = 0
    private var sharedAssertions = 0
    /// Whether SpringBoard holds the assertion of a workspace in the background: from a launch there until the process is
    /// suspended, ends, or comes to the front.
    private var isHeldByWorkspace = false

    mutating func consume(_ record: Record) -> [String] {
        guard let bundleID = record.bundleID, let pid = record.pid else { return [] }
        let target = Target(bundleID: bundleID, pid: pid)
        if case .process(let change) = record.body { return consume(change, of: target) }
        if case .assertion(let change) = record.body { return consume(change, of: target) }
        if case .exit(let exit) = record.body { return target.messages(endedBy: exit) }
        return []
    }

    // MARK: States

    private mutating func consume(_ change: ProcessChange, of target: Target) -> [String] {
        if state == nil, change.from != .notRunning {
            // The launch is no longer among the records: what was logged before is known from the state.
            state = change.from
            _ = prioritize(target)
        }
        let wasInFront = isInFront
        let isLaunch = change.from == .notRunning
        let isResumed = isLaunch || change.from == .suspended
        state = change.to
        if isLaunch { isOnItsWay = change.launchReason?.isForeground == true }
        if change.to != .background { isOnItsWay = false }
        var messages = isLaunch ? target.launchMessages(inBackground: !isInFront) : []
        switch change.to {
        case .suspended:
            (held, plays, openTasks) = (0, false, 0)
            messages += releaseWorkspace(of: target) + prioritize(target) + ["\(target) Suspending task."]
            messages.append("Calculated state for \(target.identity): running-suspended (role: None)")
        case .background, .inactive, .active:
            guard isResumed || isInFront != wasInFront else { return [] }
            messages += prioritize(target) + (isResumed ? ["\(target) Resuming task."] : [])
            messages.append("\(target) Set darwin role to: \(isInFront ? Self.focal : "NonUserInteractive")")
            let role = isInFront ? Self.focal : "Background"
            messages.append("Calculated state for \(target.identity): running-active (role: \(role))")
            if isInFront {
                messages += releaseWorkspace(of: target)
            } else if isLaunch {
                isHeldByWorkspace = true
                messages += target.workspaceMessages
            }
        case .notRunning, .terminated: isHeldByWorkspace = false
        }
        return messages
    }

    /// The workspace of a process that was launched in the background is no longer active there.
    private mutating func releaseWorkspace(of target: Target) -> [String] {
        guard isHeldByWorkspace else { return [] }
        isHeldByWorkspace = false
        return [
            "Invalidating assertion \(target.workspaceAssertionID) (target:\(target)) from originator \(Target.springBoard)"
        ]
    }

    /// The role of the app that the user uses.
    private static let focal = "UserInteractiveFocal"

    private var isInFront: Bool { state == .inactive || state == .active || isOnItsWay }

    /// Sets the jetsam priority that follows from the state and the assertions. Source: facts 3.2.
    private mutating func prioritize(_ target: Target) -> [String] {
        let next =
            switch state {
            case .active, .inactive: 100
            case .background where isOnItsWay: 100
            case .background: plays ? 120 : held > 0 ? 40 : 30
            case .suspended, .notRunning, .terminated, nil: 0
            }
        guard next != priority else { return [] }
        priority = next
        return ["\(target) Set jetsam priority to \(next) [0] flag[1]"]
    }

    // MARK: Assertions

    private mutating func consume(_ change: AssertionChange, of target: Target) -> [String] {
        switch change.change {
        case .warned: return []
        case .acquired:
            if change.kind != .transition { held += 1 }
        case .released, .expired:
            if change.kind != .transition { held = max(0, held - 1) }
        }
        if change.kind == .audio { plays = change.change == .acquired }
        let messages = change.kind == .backgroundTask ? shareAssertion(change.change, of: target) : []
        return messages + (state == .background ? prioritize(target) : [])
    }

    /// Acquires the assertion that background tasks share when the first begins, and invalidates it when the last ends.
    private mutating func shareAssertion(_ change: AssertionChange.Change, of target: Target) -> [String] {
        guard change == .acquired else {
            openTasks = max(0, openTasks - 1)
            guard openTasks == 0 else { return [] }
            let assertion = "\(target.assertionID(sharedAssertions)) (target:\(target))"
            let isExpired = change == .expired
            return [
                isExpired
                    ? "Assertion did invalidate due to timeout: \(assertion)"
                    : "Invalidating assertion \(assertion) from originator \(target)"
            ]
        }
        openTasks += 1
        guard openTasks == 1 else { return [] }
        sharedAssertions += 1
        let id = target.assertionID(sharedAssertions)
        let creation = isInFront ? "inactive as start-time-defining assertions exist" : "active"
        return [
            "Acquiring assertion targeting \(target) from originator \(target) with description "
                + "<RBSAssertionDescriptor| \"Shared Background Assertion \(sharedAssertions) for \(target.bundleID)\" "
                + "ID:\(id) target:\(target.pid) attributes:[ "
                + "<RBSLegacyAttribute| requestedReason:FinishTask reason:FinishTask flags:( PreventTaskSuspend )> ]>",
            "Assertion \(id) (target:\(target)) will be created as \(creation)",
        ]
    }
}

/// A process of an app, as RunningBoard names it.
private struct Target: CustomStringConvertible {
    let bundleID: BundleID
    let pid: ProcessID

    /// The app, whether it has a process or not.
    var identity: String { "app<\(bundleID)>" }
    var description: String { "[\(identity):\(pid)]" }

    /// The identifier of an assertion; 0 for the one of the launch.
    fileprivate func assertionID(_ number: Int) -> String { "1-\(pid)-\(number)" }

    /// SpringBoard, the process that launches apps.
    fileprivate static let springBoard = "[osservice<com.apple.SpringBoard>:1]"

    /// The identifier of the assertion of its workspace, which is SpringBoard's.
    fileprivate var workspaceAssertionID: String { "1-1-\(pid)" }

    /// What is logged when its workspace is active in the background. Source: facts 10.6 (EdgeMark issue 2).
    fileprivate var workspaceMessages: [String] {
        let attributes = ["LPRunReason-Suspend", "Role-NonUI", "JetsamPriority-Active"].map { name in
            "<RBSDomainAttribute| domain:\"com.apple.frontboard\" name:\"Suspendable\(name)\" sourceEnvironment:\"(null)\">"
        }
        return [
            "Acquiring assertion targeting \(self) from originator \(Self.springBoard) with description "
                + "<RBSAssertionDescriptor| \"FBWorkspace (BG-Active[40])\" ID:\(workspaceAssertionID) target:\(pid) "
                + "attributes:[ \(attributes.joined(separator: ", ")) ]>",
            "Assertion \(workspaceAssertionID) (target:\(self)) will be created as active",
        ]
    }

    fileprivate func launchMessages(inBackground: Bool) -> [String] {
        let id = assertionID(0)
        let assertion = [
            "Acquiring assertion targeting \(identity) from originator \(Self.springBoard) with "
                + "description <RBSAssertionDescriptor| \"FBApplicationProcess\" ID:\(id) target:\(identity) "
                + "attributes:[ <RBSRunningReasonAttribute| runningReason:10000>, <RBSPreventIdleSleepGrant>, "
                + "<RBSDefineRelativeStartTimeGrant>, <RBSGPUAccessGrant>, <RBSCPUAccessGrant| role:Background> ]>",
            "Assertion \(id) (target:\(identity)) will be created as active",
        ]
        return (inBackground ? assertion : []) + [
            "Executing launch request for \(identity) (FBApplicationProcess)",
            "Creating and launching job for: \(identity)",
        ]
    }

    /// What is logged when the process has ended; nothing where the system ends with it.
    func messages(endedBy exit: ExitRecord) -> [String] {
        guard let namespace = exit.namespace else { return [] }
        let number = Self.namespaces.first { $0.name == namespace }?.number ?? 0
        let status = namespace == "SIGNAL" ? exit.code : number == 0 ? 0 : 9
        return [
            "\(self) termination reported by launchd (\(number), \(exit.code), \(status))",
            "Removing process: \(self)", "Removing launch job for: \(self)", "Removed job for \(self)",
            "Removing assertions for terminated process: \(self)",
            "Calculated state for \(identity): none (role: None)",
        ]
    }

    /// The numbers of the namespaces of termination reasons; a process that ends by itself has none. Source: facts 4.2.
    private static let namespaces: [(name: String, number: Int)] = [
        ("JETSAM", 1), ("SIGNAL", 2), ("FRONTBOARD", 10), ("TCC", 11), ("RUNNINGBOARD", 15), ("METAL", 21),
        ("LIBSYSTEM", 0),
    ]
}
