/// One step of a launch before the app delegate is called. Source: facts 1.1, "About the app launch sequence".
public enum LaunchStep: String, CaseIterable, Sendable {
    /// The dynamic linker loads the libraries, and static initializers run. Only listed for an app that declares what its
    /// code does there; of all others it is part of `main`.
    case preMain
    /// `main` begins. Prewarming goes as far as its end.
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
    /// What the declared behaviour takes; nil where a program outside plays the step, and where it never returns.
    public var duration: Milliseconds?

    package init(_ step: LaunchStep, duration: Milliseconds? = 0) {
        self.step = step
        self.duration = duration
    }
}

extension AppManifest {
    /// Whether the app's code does nothing in `main` and before it but use the processor, so that a process in which it
    /// has run already differs in nothing else from one in which it has not.
    fileprivate var mainOnlyTakesTime: Bool { onlyTakesTime(in: .preMain) && onlyTakesTime(in: .main) }

    private func onlyTakesTime(in step: CallbackName) -> Bool {
        let plays = !behavior.declares(step) || isPlayed(step)
        return plays
            && behavior[step].allSatisfy { entry in
                if case .act(.work, _) = entry { true } else { false }
            }
    }

    /// The steps of a launch that are done in a process.
    ///
    /// - Parameters:
    ///   - state: The state before: suspended for a process that was prewarmed.
    ///   - reason: What the process begins for.
    func launchSteps(from state: ProcessState, for reason: LaunchReason) -> [TimedLaunchStep] {
        let steps: [LaunchStep] =
            switch (reason, state) {
            case (.prewarm, _): [.preMain, .main]
            case (_, .suspended): [.applicationMain, .mainInterface]
            case (_, .notRunning), (_, .inactive), (_, .active), (_, .background), (_, .terminated): LaunchStep.allCases
            }
        return steps.filter { $0 != .preMain || behavior.declares(.preMain) }.map { step in
            let plays = !behavior.declares(step.handler) || isPlayed(step.handler)
            return TimedLaunchStep(step, duration: plays ? behavior.duration(of: step.handler) : nil)
        }
    }
}

extension AppBehavior {
    /// How long the main thread is busy with what a handler does; nil for one that hangs.
    fileprivate func duration(of handler: CallbackName) -> Milliseconds? {
        var sum: Milliseconds = 0
        for case .act(let action, let duration) in self[handler] {
            if action == .hang { return nil }
            sum += duration
        }
        return sum
    }
}

/// How processes begin. Source: facts 1.1.
extension App {
    /// Launches an app in a new process, or in the one that was prewarmed for it.
    ///
    /// Its memory is to be looked at next, which may end it.
    ///
    /// - Parameters:
    ///   - payload: What it is launched with, which the launch options or the connection options contain.
    ///   - scene: The scene that the payload is delivered to.
    ///   - inBackground: Whether it stays in the background, though launches for its reason may be in the foreground.
    ///   - options: Further launch options.
    mutating func launch(
        reason: LaunchReason,
        payload: LaunchPayload? = nil,
        scene: SceneID = 0,
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
            process.scenes = [Scene(number: 0, state: activation == .inactive ? .foregroundInactive : .background)]
        }
        if let prewarmed { process.resume(from: prewarmed) }
        process.payloads = payload.map { [PendingPayload(payload: $0, scene: scene, isCold: !hasScenes)] } ?? []
        if inBackground { process.launchInBackground() }
        let launchOptions = options + (hasScenes ? [] : payload?.launchOptions ?? [])
        let from: ProcessState = prewarmed == nil ? .notRunning : .suspended
        let timed = manifest.launchSteps(from: from, for: reason)
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

    /// Returns what the main thread does first in a process that is launched.
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
            Step.call(handler, scene: 0)
        }
        // Its first scene is made before its delegate is called.
        if launchesToForeground, mustAdoptScenes(in: system) { steps.append(.trapWithoutScenes) }
        steps.append(.call(.willFinishLaunching, scene: 0, arguments: CallbackArguments(options)))
        steps += beginningOfRestoration(launchesToForeground: launchesToForeground)
        steps += [
            .call(.didFinishLaunching, scene: 0, arguments: CallbackArguments(options)),
            .post(.didFinishLaunching, scene: 0),
        ]
        if !launchesToForeground, lifecycle == .appDelegate,
            system.rulebook.backgroundLaunchCallsDidEnterBackground
        {
            steps.append(.call(.applicationDidEnterBackground, scene: 0))
            steps.append(.post(.didEnterBackground, scene: 0))
        }
        if !history.discardedSessions.isEmpty {
            steps.append(.reportDiscardedSessions(history.discardedSessions))
        }
        steps.append(.finishLaunch)
        if hasUndeliveredTransfers, reason != .urlSession { steps.append(.deliverTransfers(ofSession: nil)) }
        return steps
    }

    /// Whether UIKit traps when it makes a scene of the app, as the app has not adopted scenes and was built with an SDK that
    /// requires them. Source: facts 10.1.
    func mustAdoptScenes(in system: SystemState) -> Bool {
        system.rulebook.scenesRequired == true && lifecycle == .appDelegate && system.rulebook.scenesAvailable
            && manifest.infoPlist.isBuilt(withSDK: Self.firstSDKWithoutAppDelegateLifecycle)
    }

    /// The SDK of iOS that requires scenes. Source: facts 10.1.
    static let firstSDKWithoutAppDelegateLifecycle = 27

    /// UIKit makes a scene of an app that has not adopted them: a trap. Source: facts 10.1.
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

    /// Called when `didFinishLaunching` has returned; from here on the process follows the screen.
    mutating func finishLaunch(in system: inout SystemState) {
        if !process.finishLaunchMethods() {
            process.payloads.removeAll { $0.isCold && $0.payload.needsAcceptance }
        }
        let isShown = isInFront(in: system)
        let hasScenes = lifecycle == .scenes
        let connects = hasScenes && process.wasLaunchedToScreen
        // The first scene is part of the launch.
        guard !connects || !isShown else { return }
        // The user has left already: no scene connects, and suspension is delayed as after leaving.
        if connects { holdForTransition(in: &system) }
        if hasScenes, !connects, !isShown, connectsInBackground(in: &system) { return }
        endLaunch(in: &system)
    }

    /// The launch is over, if it was not before: a scene that connects later is no longer part of it.
    mutating func endLaunch(in system: inout SystemState) {
        guard process.isLaunching else { return }
        process.endLaunch()
        // What was requested meanwhile counts from here.
        awaitNothing()
        auditLaunch(in: &system)
        auditLiveActivities(in: &system)
    }

    /// If the rule says so, connects the window that opening the app would show, directly to the background. Source:
    /// facts 1.1.
    ///
    /// - Returns: Whether it does.
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
/// The system runs them up to `UIApplicationMain` and suspends them there: no delegate of the app is called, and the app counts
/// as not running. A prewarmed process takes memory, and is the first that jetsam ends. The launch continues in the same
/// process, and has the full time of a launch. Sources: facts 1.0, 1.8.
extension Device {
    func checkPrewarms(_ bundleID: BundleID) throws(Rejection) {
        let index = try requireInstalled(bundleID)
        guard system.rulebook.prewarmingAvailable == true else {
            throw Rejection.notNow("this system does not prewarm apps", state: apps[index].state.rawValue)
        }
        guard apps[index].manifest.mainOnlyTakesTime else {
            throw Rejection.notNow(
                "the behavior of main does more than take time, which prewarming would run: it is not simulated",
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
    /// Prepares a process; a device that is locked, or has not been unlocked yet, does so too.
    mutating func prewarm(in system: inout SystemState) -> AppEffect {
        let pid = system.counters.nextPID()
        let change = ProcessChange(
            from: .notRunning,
            to: .suspended,
            reason: .prewarmed,
            launchReason: .prewarm,
            launchSteps: manifest.launchSteps(from: .notRunning, for: .prewarm)
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
}
