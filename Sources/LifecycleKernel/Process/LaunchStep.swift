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
    /// The step.
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
    var mainOnlyTakesTime: Bool { onlyTakesTime(in: .preMain) && onlyTakesTime(in: .main) }

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
