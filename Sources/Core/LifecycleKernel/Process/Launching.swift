/// One step of a launch before the app delegate is called. Source: facts 1.1, "About the app launch sequence".
public enum LaunchStep: String, CaseIterable, Sendable {
    /// The dynamic linker loads the libraries, and static initializers run. Listed only for an app that declares what
    /// its code does there; for all others it is part of `main`.
    case preMain
    /// `main` begins. Prewarming stops at the end of this step.
    case main
    /// UIKit makes the application object and its delegate.
    case applicationMain = "UIApplicationMain"
    /// The main interface is loaded.
    case mainInterface

    /// The handler in which the app's code runs.
    var handler: CallbackName {
        switch self {
        case .preMain: .preMain
        case .main: .main
        case .applicationMain: .applicationMain
        case .mainInterface: .mainInterface
        }
    }
}

/// A step of a launch, and how long the app's code takes in it.
public struct TimedLaunchStep: Hashable, Sendable {
    public var step: LaunchStep
    /// How long the declared behavior takes; nil if a program outside plays the step, or if the step never returns.
    public var duration: Milliseconds?

    package init(_ step: LaunchStep, duration: Milliseconds? = 0) {
        self.step = step
        self.duration = duration
    }
}

extension AppManifest {
    /// Whether the app's code only takes time in `main` and before it. Then a prewarmed process, in which that code has
    /// run already, differs from a new one in nothing else.
    fileprivate var mainOnlyTakesTime: Bool { onlyTakesTime(in: .preMain) && onlyTakesTime(in: .main) }

    private func onlyTakesTime(in step: CallbackName) -> Bool {
        let plays = !behavior.declares(step) || isPlayed(step)
        return plays
            && behavior[step].allSatisfy { entry in
                if case .act(.work, _) = entry { true } else { false }
            }
    }

    /// Returns the steps of a launch that are still to be done in a process.
    ///
    /// - Parameter state: The state before the launch: suspended for a process that was prewarmed.
    fileprivate func launchSteps(from state: ProcessState) -> [TimedLaunchStep] {
        timed(state == .suspended ? [.applicationMain, .mainInterface] : LaunchStep.allCases)
    }

    /// The steps that the system does to prewarm a process.
    fileprivate var prewarmingSteps: [TimedLaunchStep] { timed([.preMain, .main]) }

    private func timed(_ steps: [LaunchStep]) -> [TimedLaunchStep] {
        steps.filter { $0 != .preMain || behavior.declares(.preMain) }.map { step in
            let plays = !behavior.declares(step.handler) || isPlayed(step.handler)
            return TimedLaunchStep(step, duration: plays ? behavior.duration(of: step.handler) : nil)
        }
    }
}

extension AppBehavior {
    /// Returns how long a handler keeps the main thread busy; nil if it hangs.
    fileprivate func duration(of handler: CallbackName) -> Milliseconds? {
        var sum: Milliseconds = 0
        for case .act(let action, let duration) in self[handler] {
            if action == .hang { return nil }
            sum += duration
        }
        return sum
    }
}

/// Launches: how a process of an app begins.
///
/// A launch first does the steps that come before the delegate, then calls the launch methods. A launch to the screen
/// also connects the first scene (`AppProcess.Launch`). From the return of `didFinishLaunching` on, the scenes follow
/// the screen. A launch in the background stays there, and connects no scene unless a rule says so. A process is
/// launched once; a prewarmed one keeps its process id.
///
/// Records: `process` with the launch reason and the timed steps, then `callback`, `notification` and `scene` in the
/// order of the steps. Source: facts 1.1.
extension App {
    /// Launches an app in a new process, or in the one that was prewarmed for it.
    ///
    /// The caller has to check memory next, which may end the new process.
    ///
    /// - Parameters:
    ///   - payload: What it is launched with, which the launch options or the connection options contain.
    ///   - inBackground: Whether the app stays in the background, although launches for its reason usually bring it to
    ///     the screen.
    ///   - options: Further launch options.
    mutating func launch(
        reason: LaunchReason,
        payload: PendingPayload? = nil,
        arguments: [String] = [],
        inBackground: Bool = false,
        options: [Value.Member] = [],
        in system: inout SystemState
    ) {
        if hasProcess { settleEnergy(in: &system) }
        let prewarmed = livingProcess
        launchCount += 1
        let hasScenes = lifecycle == .scenes
        let launchesToForeground = reason.isForeground && !inBackground
        let activation: AppProcess.Activation = !hasScenes && launchesToForeground ? .inactive : .background
        var process = AppProcess(
            pid: prewarmed?.pid ?? system.counters.nextPID(),
            reason: reason,
            at: system.now,
            .running,
            activation,
            footprintBytes: manifest.footprintBytes
        )
        if !hasScenes {
            let state: SceneState = activation == .inactive ? .foregroundInactive : .background
            process.scenes = [Scene(number: .implicit, state: state)]
        }
        if let prewarmed { process.resume(from: prewarmed) }
        process.awaitsProtectedData = !system.isProtectedDataAvailable
        if var payload {
            payload.isCold = !hasScenes
            process.payloads = [payload]
        }
        if inBackground { process.launchInBackground() }
        var launchOptions = options + (hasScenes ? [] : payload?.payload.launchOptions ?? [])
        if prewarmed != nil || reason == .prewarm { launchOptions.append(Self.prewarmedEnvironment) }
        let from: ProcessState = prewarmed == nil ? .notRunning : .suspended
        let timed = manifest.launchSteps(from: from)
        process.runLoop.enqueue(
            launchSteps(
                reason,
                launchesToForeground: launchesToForeground,
                launchOptions,
                arguments,
                after: timed,
                in: &system
            )
        )
        process.runLoop.enqueueReconciliation()
        livingProcess = process
        if !launchesToForeground { countWakeUp(reason) }
        write(
            .process(
                ProcessChange(
                    from: from,
                    to: ProcessState(process.state),
                    reason: .launch,
                    launchReason: reason,
                    launchSteps: timed
                )
            ),
            in: &system
        )
        if launchesToForeground { resetTransferDelay(in: &system) }
        awaitLocationSessions(in: &system)
        auditLaunchRequest(in: &system)
    }

    /// Returns the steps with which the main thread of a launched process begins.
    mutating func launchSteps(
        _ reason: LaunchReason,
        launchesToForeground: Bool,
        _ launchOptions: [Value.Member],
        _ arguments: [String],
        after timed: [TimedLaunchStep],
        in system: inout SystemState
    ) -> [Step] {
        var options = launchOptions
        if !arguments.isEmpty {
            options.append(Value.Member("processArguments", .array(arguments.map(Value.string))))
        }
        var steps = timed.map(\.step.handler).filter(manifest.behavior.declares).map { handler in
            Step.call(handler)
        }
        // UIKit creates the first scene before it calls the delegate.
        if launchesToForeground, mustAdoptScenes(in: system) { steps.append(.trapWithoutScenes) }
        steps += firstSceneNotifications(launchesToForeground: launchesToForeground, in: system)
        steps.append(.call(.willFinishLaunching, arguments: CallbackArguments(options)))
        steps += beginningOfRestoration(launchesToForeground: launchesToForeground)
        steps += [
            .call(.didFinishLaunching, arguments: CallbackArguments(options)),
            .post(.didFinishLaunching),
        ]
        if !launchesToForeground, lifecycle == .appDelegate,
            system.rulebook.backgroundLaunchCallsDidEnterBackground
        {
            steps.append(.call(.applicationDidEnterBackground))
            steps.append(.post(.didEnterBackground))
        }
        if !history.discardedSessions.isEmpty {
            steps.append(.reportDiscardedSessions(history.discardedSessions))
        }
        steps.append(.finishLaunch)
        if hasUndeliveredTransfers, reason != .urlSession { steps.append(.deliverTransfers(ofSession: nil)) }
        return steps
    }

    /// Returns the steps that post the notifications of the scene that UIKit creates for an app without scenes. In a
    /// launch in the background, the scene stays in the background. Source: facts 1.1.
    private func firstSceneNotifications(launchesToForeground: Bool, in system: SystemState) -> [Step] {
        // The scene of an app that has to adopt scenes is created when the user opens the app (rules 2.8).
        guard postsSceneNotifications(in: system), !mustAdoptScenes(in: system) else { return [] }
        let entersForeground = launchesToForeground && system.rulebook.sceneWillEnterForegroundOnFirstLaunch == true
        let names: [NotificationName] = [.sceneWillConnect] + (entersForeground ? [.sceneWillEnterForeground] : [])
        return names.map { .post($0) }
    }

    /// Whether UIKit traps when it creates a scene of the app: the app was built with an SDK that requires scenes, and
    /// has not adopted them. Source: facts 10.1.
    func mustAdoptScenes(in system: SystemState) -> Bool { installation.mustAdoptScenes(system.rulebook) }

    /// The first SDK of iOS that requires scenes. Source: facts 10.1.
    static let firstSDKWithoutAppDelegateLifecycle = 27

    /// Returns the end of a process in which UIKit traps, since it creates a scene and the app has not adopted scenes.
    /// Source: facts 10.1.
    mutating func trapWithoutScenes(in system: inout SystemState) -> AppEffect {
        write(.log(message: Self.scenesRequiredMessage), in: &system)
        let finding = Finding(
            code: .sceneLifecycleNotAdopted,
            detail: """
                UIKit trapped: the app does not adopt the scene life cycle, and was built with the SDK of iOS \
                \(manifest.infoPlist.platformVersion ?? "27", as: "version")
                """,
            evidence: [system.lastSequence]
        )
        return .end(
            Termination(
                .breakpoint,
                explanation: Self.scenesRequiredMessage,
                isInSceneAdoptionCheck: true,
                finding: finding
            )
        )
    }

    /// What UIKit says when it traps. Source: facts 10.1.
    private static let scenesRequiredMessage =
        "Application failed to launch: UIScene life cycle is required for apps built with this SDK."

    /// Called when `didFinishLaunching` has returned. From here on the scenes of the process follow the screen.
    mutating func finishLaunch(in system: inout SystemState) {
        if !process.finishLaunchMethods() {
            process.payloads.removeAll { $0.isCold && $0.payload.needsAcceptance }
        }
        let isShown = isInFront(in: system)
        let hasScenes = lifecycle == .scenes
        let connects = hasScenes && process.wasLaunchedToScreen
        // The first scene is part of the launch.
        guard !connects || !isShown else { return }
        // The user has left already: no scene connects, and the system delays suspension as for an app that leaves the
        // screen.
        if connects { holdForTransition(in: &system) }
        if hasScenes, !connects, !isShown, connectsInBackground(in: &system) { return }
        endLaunch(in: &system)
    }

    /// Ends the launch, if it is in progress. A scene that connects later is not part of it.
    mutating func endLaunch(in system: inout SystemState) {
        guard process.isLaunching else { return }
        process.endLaunch()
        // The time of a transition that the system requested meanwhile counts from here.
        awaitNothing()
        auditLaunch(in: &system)
        auditLiveActivities(in: &system)
    }

    /// If the rulebook says so, connects the window that opening the app would show, and moves it to the background.
    /// Source: facts 1.1.
    ///
    /// - Returns: Whether it connects one.
    private mutating func connectsInBackground(in system: inout SystemState) -> Bool {
        guard !process.isEnding, system.rulebook.backgroundLaunchConnectsScene == .always else {
            return false
        }
        let number = windowsToOpen(in: &system)[0]
        guard let index = self.index(ofSession: number) else { return false }
        let steps = connect(sessions[index])
        process.runLoop.insert(steps + [.move(number, .background, reason: .launch)])
        return true
    }
}

extension LaunchPayload {
    /// Whether it is delivered after a launch only if both launch methods returned true. Source: facts 1.3.
    fileprivate var needsAcceptance: Bool {
        switch self {
        case .url, .shortcut: true
        case .userActivity, .notificationResponse: false
        }
    }
}

/// Processes that the system prepares for launches that it expects.
///
/// The system runs them up to `UIApplicationMain` and suspends them there: no delegate of the app is called, and the
/// app counts as not running. A prewarmed process takes memory, and is the first that jetsam ends. The launch continues
/// in the same process, and has the full time limit of a launch. With another value of the rule `prewarmingEnds`, the
/// system goes on until `didFinishLaunching` has returned: that is a launch in the background without an assertion.
/// Sources: facts 1.0, 1.8, 9.22.
extension Device {
    func checkPrewarms(_ bundleID: BundleID) throws(Rejection) {
        let index = try requireInstalled(bundleID)
        guard system.rulebook.prewarmingAvailable == true else {
            throw Rejection.notNow("this system does not prewarm apps", state: apps[index].state.rawValue)
        }
        guard system.rulebook.prewarmingEnds != .beforeApplicationMain || apps[index].manifest.mainOnlyTakesTime else {
            throw Rejection.notNow(
                "the app's behavior in main does more than take time: prewarming would run it, which is not simulated",
                state: apps[index].state.rawValue
            )
        }
        if let process = apps[index].livingProcess {
            throw Rejection.notNow("\(bundleID, as: "bundleID") has a process already", state: process.state.rawValue)
        }
    }
}

/// Processes that the system prepares for launches that it expects. Sources: facts 1.0, 1.8.
extension App {
    /// Prewarms a process. The system also does that while the device is locked, even before the first unlock.
    mutating func prewarm(in system: inout SystemState) -> AppEffect {
        if system.rulebook.prewarmingEnds == .didFinishLaunching {
            launch(reason: .prewarm, in: &system)
            return .footprintGrew
        }
        let pid = system.counters.nextPID()
        let change = ProcessChange(
            from: .notRunning,
            to: .suspended,
            reason: .prewarmed,
            launchReason: .prewarm,
            launchSteps: manifest.prewarmingSteps
        )
        let record = system.timeline.write(.process(change), about: manifest.bundleID, pid: pid)
        livingProcess = AppProcess(
            pid: pid,
            reason: .prewarm,
            at: system.now,
            .prewarmed(Suspension(since: system.now, record: record)),
            .background,
            footprintBytes: manifest.footprintBytes
        )
        return .footprintGrew
    }

    /// The variable in the environment of a process that was prewarmed. Source: facts 1.0.
    private static let prewarmedEnvironment = Value.Member("environment", ["ActivePrewarm": "1"])
}

extension Installation {
    fileprivate func mustAdoptScenes(_ rulebook: Rulebook) -> Bool {
        rulebook.scenesRequired == true && lifecycle == .appDelegate && rulebook.scenesAvailable
            && manifest.infoPlist.isBuilt(withSDK: App.firstSDKWithoutAppDelegateLifecycle)
    }
}
