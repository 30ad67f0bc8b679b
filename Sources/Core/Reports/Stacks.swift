import LifecycleKernel

struct StackFrame {
    let binary: Binary
    /// The function; nil where it is not known.
    let symbol: String?
    /// The offset in the function.
    let symbolLocation: UInt64

    init(_ binary: Binary, _ symbol: String?) {
        self.binary = binary
        self.symbol = symbol
        symbolLocation = symbol.map { Fingerprint("location", $0).number(below: 64) * 4 } ?? 0
    }
}

/// What the threads of a process were in, the innermost frame first.
///
/// The app's own frame is the callback in flight; above it are the functions of UIKit that call such a callback and the run
/// loop that every app has. Deeper than the callback itself nothing is known of the app's code.
struct Stacks {
    private let incident: Incident

    init(_ incident: Incident) { self.incident = incident }

    var main: [StackFrame] {
        let exception = MachException(incident.exit)
        // A process that is killed may have been waiting; one that crashed was in code of its own.
        if exception.isKill, incident.circumstances.mainThread == nil { return Self.waiting + runLoop }
        if incident.failsInSwiftLibrary { return [Self.failing] + appCode }
        return (exception.isAbort ? Self.aborting : []) + appCode
    }

    /// Where the uncaught exception was thrown.
    var throwing: [StackFrame] {
        [
            StackFrame(.coreFoundation, "__exceptionPreprocess"),
            StackFrame(.libobjc, "objc_exception_throw"),
        ] + appCode
    }

    /// The app's frame and what called it, from the beginning of the process.
    private var appCode: [StackFrame] {
        switch incident.circumstances.mainThread {
        case .callback(.preMain): [StackFrame(.app, nil)] + Self.initializing
        case .callback(.main): Self.programStart
        case .callback(.applicationMain), .callback(.mainInterface):
            [StackFrame(.app, nil), StackFrame(.uiKitCore, "UIApplicationMain")] + Self.programStart
        case .callback(let name): [StackFrame(.app, name.symbol)] + name.callers + runLoop
        case .sceneAdoptionCheck: Self.checkingScenes + runLoop
        case .otherCode, nil: [StackFrame(.app, nil)] + Self.dispatching + runLoop
        }
    }

    /// What runs before `main`: a static initializer, or `+load` of a class.
    private static let initializing = [
        StackFrame(.dyld, "dyld4::Loader::runInitializersBottomUp"), StackFrame(.dyld, "start"),
    ]

    /// Where a process begins.
    private static let programStart = [StackFrame(.app, "main"), StackFrame(.dyld, "start")]

    /// UIKit's check that an app has adopted scenes, when it makes the first one. Source: facts 10.1.
    private static let checkingScenes = [
        StackFrame(.uiKitCore, "___UIApplicationEvaluateRuntimeIssueForNoSceneLifecycleAdoption_block_invoke"),
        StackFrame(.libdispatch, "_dispatch_client_callout"), StackFrame(.libdispatch, "_dispatch_once_callout"),
        StackFrame(.uiKitCore, "_UIApplicationEvaluateRuntimeIssueForNoSceneLifecycleAdoption"),
        StackFrame(.uiKitCore, "-[UIApplication workspace:didCreateScene:withTransitionContext:completion:]"),
        StackFrame(.uiKitCore, "-[UIApplicationSceneClientAgent scene:didInitializeWithEvent:completion:]"),
    ]

    private static let aborting = [
        StackFrame(.libsystemKernel, "__pthread_kill"), StackFrame(.libsystemPthread, "pthread_kill"),
        StackFrame(.libsystemC, "abort"),
    ]

    /// Where Swift's library prints a message and traps.
    private static let failing = StackFrame(.libswiftCore, "_assertionFailure(_:_:file:line:flags:)")

    private static let waiting = [
        StackFrame(.libsystemKernel, "mach_msg2_trap"), StackFrame(.libsystemKernel, "mach_msg2_internal"),
        StackFrame(.libsystemKernel, "mach_msg_overwrite"), StackFrame(.libsystemKernel, "mach_msg"),
        StackFrame(.coreFoundation, "__CFRunLoopServiceMachPort"),
    ]

    /// What calls a block that was put on the main queue.
    fileprivate static let dispatching = [
        StackFrame(.libdispatch, "_dispatch_client_callout"),
        StackFrame(.libdispatch, "_dispatch_main_queue_callback_4CF"),
        StackFrame(.coreFoundation, "__CFRUNLOOP_IS_SERVICING_THE_MAIN_DISPATCH_QUEUE__"),
    ]

    /// The run loop of the process, from its beginning.
    private var runLoop: [StackFrame] {
        incident.circumstances.bundle.extensionID == nil ? Self.appRunLoop : Self.extensionRunLoop
    }

    /// The run loop of an extension, which has no application object.
    private static let extensionRunLoop = [
        StackFrame(.coreFoundation, "__CFRunLoopRun"), StackFrame(.coreFoundation, "CFRunLoopRunSpecific"),
        StackFrame(.foundation, "-[NSRunLoop(NSRunLoop) runMode:beforeDate:]"),
        StackFrame(.foundation, "-[NSRunLoop(NSRunLoop) run]"), StackFrame(.foundation, "NSExtensionMain"),
        StackFrame(.dyld, "start"),
    ]

    private static let appRunLoop =
        [
            StackFrame(.coreFoundation, "__CFRunLoopRun"), StackFrame(.coreFoundation, "CFRunLoopRunSpecific"),
            StackFrame(.graphicsServices, "GSEventRunModal"), StackFrame(.uiKitCore, "-[UIApplication _run]"),
            StackFrame(.uiKitCore, "UIApplicationMain"),
        ] + programStart

    /// The thread of UIKit that fetches touches.
    static let eventFetching =
        waiting + [
            StackFrame(.coreFoundation, "__CFRunLoopRun"), StackFrame(.coreFoundation, "CFRunLoopRunSpecific"),
            StackFrame(.foundation, "-[NSRunLoop(NSRunLoop) runMode:beforeDate:]"),
            StackFrame(.foundation, "-[NSRunLoop(NSRunLoop) runUntilDate:]"),
            StackFrame(.uiKitCore, "-[UIEventFetcher threadMain]"),
            StackFrame(.foundation, "__NSThread__start__"), StackFrame(.libsystemPthread, "_pthread_start"),
            StackFrame(.libsystemPthread, "thread_start"),
        ]
}

extension CallbackName {
    /// The function in the app's binary. Delegates have the names that Xcode's templates give them; of other objects of
    /// the app only the method is known.
    fileprivate var symbol: String {
        switch receiver {
        case .appDelegate: "AppDelegate.\(rawValue)"
        case .sceneDelegate: "SceneDelegate.\(rawValue)"
        case .viewController: "ViewController.\(rawValue)"
        case .notificationCenterDelegate, .taskHandler, .sessionDelegate, .locationManager, .bluetoothManager,
            .pushRegistry, .callProvider, .timer, .frameworkDelegate, .frameworkHandler, .launchStep,
            .notificationServiceExtension:
            rawValue
        }
    }

    /// What of the system calls it.
    fileprivate var callers: [StackFrame] {
        let source = [
            StackFrame(.coreFoundation, "__CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0_PERFORM_FUNCTION__"),
            StackFrame(.coreFoundation, "__CFRunLoopDoSource0"), StackFrame(.coreFoundation, "__CFRunLoopDoSources0"),
        ]
        switch watchdogEvent {
        case .processLaunch:
            return [
                StackFrame(
                    .uiKitCore,
                    "-[UIApplication _handleDelegateCallbacksWithOptions:isSuspended:restoreState:]"
                ),
                StackFrame(.uiKitCore, "-[UIApplication _runWithMainScene:transitionContext:completion:]"),
            ] + source
        case .sceneCreate:
            return [StackFrame(.uiKitCore, "-[UIApplication _connectUISceneFromFBSScene:transitionContext:]")] + source
        case .sceneUpdate:
            return [StackFrame(.uiKitCore, "-[UIScene scene:didUpdateWithDiff:transitionContext:completion:]")] + source
        case .processExit:
            return [StackFrame(.uiKitCore, "-[UIApplication _terminateWithStatus:]")] + source
        case nil:
            // The other callbacks are called in many ways; what they have in common is the main queue.
            return Stacks.dispatching
        }
    }
}

/// The registers of a thread. A simulated one has none: they are zero, except the program counter and the link register,
/// which follow from its frames.
struct ThreadState {
    let programCounter: UInt64
    let linkRegister: UInt64

    var value: Value {
        let zero: Value = ["value": 0]
        return [
            "x": .array(Array(repeating: zero, count: 29)),
            "flavor": "ARM_THREAD_STATE64",
            "lr": ["value": .integer(Int64(clamping: linkRegister))],
            "cpsr": zero,
            "fp": zero,
            "sp": zero,
            "esr": zero,
            "pc": ["value": .integer(Int64(clamping: programCounter)), "matchesCrashFrame": 1],
            "far": zero,
        ]
    }
}
