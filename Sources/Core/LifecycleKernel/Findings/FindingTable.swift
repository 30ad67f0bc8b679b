/// The table of findings.
extension Finding.Code {
    /// What the table says about one kind of finding.
    struct Row: Sendable {
        var severity: Finding.Severity
        var advice: Sentence
        var source: String
        /// Advice that depends on how the app saves; nil if every app gets the same.
        var adviceBySaving: (@Sendable (SavingHabits) -> Sentence)?
        /// The summary of a finding that follows from all that the app did, not from one moment; nil for the others.
        var summaryOfHistory: (@Sendable (App) -> FindingSummary?)?

        init(
            _ severity: Finding.Severity,
            _ advice: Sentence,
            source: String,
            bySaving adviceBySaving: (@Sendable (SavingHabits) -> Sentence)? = nil,
            ofHistory summaryOfHistory: (@Sendable (App) -> FindingSummary?)? = nil
        ) {
            self.severity = severity
            self.advice = advice
            self.source = source
            self.adviceBySaving = adviceBySaving
            self.summaryOfHistory = summaryOfHistory
        }
    }

    /// How bad it is, unless the process is ended for it.
    package var severity: Finding.Severity { row.severity }

    /// What to do about it, with the API of Apple to use.
    package var advice: Sentence { row.advice }

    /// The source of the advice.
    package var source: String { row.source }

    /// Whether it is written as a record. The others follow from an app's whole history, and only the audit has them.
    package var isRecorded: Bool { row.summaryOfHistory == nil }

    var row: Row {
        switch self {
        case .dataLoss:
            Row(
                .error,
                """
                Save in \(.either(.applicationDidEnterBackground), as: "leaving"): it is the last call that every app \
                gets. While the app is in front, save each change when it is made.
                """,
                source: "applicationDidEnterBackground(_:); Preparing your UI to run in the background",
                bySaving: \.lossAdvice
            )
        case .dataAtRisk:
            Row(
                .warning,
                """
                Save before the app is suspended: when it enters the background, and again after work that it does there. \
                Hold beginBackgroundTask(withName:expirationHandler:) until everything is written.
                """,
                source: "applicationDidEnterBackground(_:): a suspended app may be ended without notice",
                bySaving: \.riskAdvice
            )
        case .savesOnlyInWillTerminate:
            Row(
                .warning,
                """
                Save in \(.either(.applicationDidEnterBackground), as: "leaving") too: \
                applicationWillTerminate(_:) is not called when a suspended app is ended.
                """,
                source: "applicationWillTerminate(_:)",
                ofHistory: \.savesOnlyInWillTerminate
            )
        case .slowDidEnterBackground:
            Row(
                .warning,
                """
                Return within five seconds: call beginBackgroundTask(withName:expirationHandler:), do the work on \
                another queue, and end the task there with endBackgroundTask(_:).
                """,
                source: "applicationDidEnterBackground(_:); Addressing watchdog terminations"
            )
        case .slowLaunch:
            Row(
                .warning,
                """
                In application(_:didFinishLaunchingWithOptions:) and scene(_:willConnectTo:options:), do only what the \
                first frame needs. Do the rest after it, off the main thread. Measure the launch with \
                XCTApplicationLaunchMetric.
                """,
                source: "Optimizing App Launch, WWDC 2019; Reducing your app's launch time"
            )
        case .slowResignActive:
            Row(
                .warning,
                """
                Only pause in \(.either(.applicationWillResignActive), as: "resigning"), and save when the app enters the \
                background: the app also resigns when a call or the control centre only covers it.
                """,
                source: "applicationWillResignActive(_:); Analyze hangs with Instruments, WWDC 2023"
            )
        case .mainThreadBlocked:
            Row(
                .error,
                """
                Return at once from code on the main thread, and work on another queue. The watchdog counts from the \
                moment when the system asks for a transition (Home, lock, a display, the end), whatever the main thread \
                does then.
                """,
                source: "Addressing watchdog terminations; Improving app responsiveness"
            )
        case .backgroundTaskLeaked:
            Row(
                .error,
                """
                Call endBackgroundTask(_:) once for each identifier that \
                beginBackgroundTask(withName:expirationHandler:) gave, when the work is done and in the expiration \
                handler.
                """,
                source: "UIApplication Background Task Notes; endBackgroundTask(_:)"
            )
        case .backgroundTaskWithoutExpirationHandler:
            Row(
                .warning,
                """
                Give beginBackgroundTask(withName:expirationHandler:) a handler that stops the work and calls \
                endBackgroundTask(_:); for a BGTask set expirationHandler and call setTaskCompleted(success:) there.
                """,
                source: "beginBackgroundTask(withName:expirationHandler:); BGTask.expirationHandler"
            )
        case .expirationHandlerDoesNotEndTask:
            Row(
                .error,
                """
                Call endBackgroundTask(_:) before the expiration handler returns, and leave the rest of the work to a \
                BGProcessingTask.
                """,
                source: "beginBackgroundTask(withName:expirationHandler:)"
            )
        case .endedOnlyByExpiration:
            Row(
                .note,
                """
                Also call endBackgroundTask(_:) or setTaskCompleted(success:) where the work ends. An app that does so \
                only in the expiration handler keeps its process running until its time is up. If the work needs more time \
                than that, do it in steps and save each one, or use a BGProcessingTask.
                """,
                source: "beginBackgroundTask(withName:expirationHandler:); BGTask.expirationHandler; UIApplication "
                    + "Background Task Notes"
            )
        case .keptMemoryInBackground:
            Row(
                .note,
                """
                Free images and caches when the app enters the background (NSCache, removeAllObjects()). When the system \
                needs memory, it ends suspended apps that take much of it.
                """,
                source: "Why is my app getting killed?, WWDC 2020; Reducing your app's memory use"
            )
        case .noResponseToMemoryWarning:
            Row(
                .warning,
                """
                Free what the app can make again in applicationDidReceiveMemoryWarning(_:), in didReceiveMemoryWarning() \
                of view controllers, or on UIApplication.didReceiveMemoryWarningNotification. Keep caches in an NSCache.
                """,
                source: "Responding to memory warnings"
            )
        case .completionHandlerMissing:
            Row(
                .warning,
                """
                Call the completion handler on every path, also after failures, within 30 seconds: the handler of the \
                push, the fetch or the URL session, or setTaskCompleted(success:) of a BGTask.
                """,
                source: "application(_:didReceiveRemoteNotification:fetchCompletionHandler:); EXC_CRASH (SIGKILL)"
            )
        case .fileLockHeldAtSuspend:
            Row(
                .error,
                """
                Close the database or release the lock in a shared container before the app is suspended, and hold \
                beginBackgroundTask(withName:expirationHandler:) around each use of it.
                """,
                source: "EXC_CRASH (SIGKILL): 0xdead10cc"
            )
        case .workWhileInactive:
            Row(
                .warning,
                """
                Invalidate timers and pause games, CADisplayLink and animations in \
                \(.either(.applicationWillResignActive), as: "resigning").
                """,
                source: "applicationWillResignActive(_:)"
            )
        case .gameResumedByItself:
            Row(
                .warning,
                """
                Show a paused game in \(.either(.applicationDidBecomeActive), as: "activation"), and continue when the \
                user asks for it.
                """,
                source: "applicationDidBecomeActive(_:); Human Interface Guidelines, Launching"
            )
        case .relianceOnTimerWhileSuspended:
            Row(
                .note,
                """
                Invalidate timers when the app enters the background, and when it returns, find out from the clock what is \
                due. For a reminder use UNTimeIntervalNotificationTrigger, for work BGAppRefreshTaskRequest.
                """,
                source: "iOS Background Execution Limits: no timer runs or wakes a suspended app"
            )
        case .sensitiveContentInSnapshot:
            Row(
                .warning,
                """
                Hide or cover what is private before \(.either(.applicationDidEnterBackground), as: "leaving") returns, \
                because the system then takes the snapshot. ignoreSnapshotOnNextApplicationLaunch() keeps the next launch \
                from showing it.
                """,
                source: "Preparing your UI to run in the background"
            )
        case .sceneStateLost:
            Row(
                .warning,
                """
                Give the window's state to the system in stateRestorationActivity(for:), and restore it in \
                scene(_:willConnectTo:options:) from session.stateRestorationActivity.
                """,
                source: "Restoring your app's state"
            )
        case .backgroundModeUnused:
            Row(
                .note,
                """
                Remove the value from UIBackgroundModes in the Info.plist: App Review rejects modes that an app does \
                not need (2.5.4).
                """,
                source: "UIBackgroundModes; App Review Guidelines 2.5.4",
                ofHistory: \.backgroundModeUnused
            )
        case .silentPushBudgetExceeded:
            Row(
                .warning,
                """
                Send at most two or three background pushes an hour. Combine changes under one apns-collapse-id, or send \
                an alert if the user should know.
                """,
                source: "Pushing background updates to your App"
            )
        case .pushTypeMismatch:
            Row(
                .warning,
                """
                Send a background push with apns-push-type background and apns-priority 5, and an alert with \
                apns-push-type alert. Versions of iOS handle other combinations differently.
                """,
                source: "Pushing background updates to your App; Apple forums 745345"
            )
        case .sceneLifecycleNotAdopted:
            Row(
                .warning,
                """
                Adopt scenes: declare UIApplicationSceneManifest or return a UISceneConfiguration, and move the life cycle \
                from the app delegate to UIWindowSceneDelegate. An app without scenes that is built with the SDK of iOS 27 \
                traps at launch.
                """,
                source: "TN3187, Migrating to the UIKit scene-based life cycle"
            )
        case .excessiveProcessorUse:
            Row(
                .error,
                """
                Do less work at a time in the background: pause between parts, or work while the app is in front. For long \
                work, submit a BGProcessingTaskRequest with requiresExternalPower, which turns the limit off while the \
                task runs. MXCPUExceptionDiagnostic shows which code is busy.
                """,
                source: "Why is my app getting killed?, WWDC 2020; Advances in App Background Execution, WWDC 2019"
            )
        case .fatalMistake:
            Row(
                .error,
                """
                The explanation says what ended the app. Memory: take less than os_proc_available_memory() says, and free \
                what the app can make again in applicationDidReceiveMemoryWarning(_:). Rendering: stop it when the app \
                enters the background. A VoIP push: call reportNewIncomingCall(with:update:completion:) in its handler. \
                BGTaskScheduler: register each identifier once, before application(_:didFinishLaunchingWithOptions:) \
                returns.
                """,
                source: """
                    Reduce terminations in your app; pushRegistry(_:didReceiveIncomingPushWith:for:completion:); \
                    BGTaskScheduler.register(forTaskWithIdentifier:using:launchHandler:)
                    """
            )
        case .transferDelayed:
            Row(
                .warning,
                """
                Give all transfers to the URLSession at once, while the app is in front, instead of one after the other in \
                urlSessionDidFinishEvents(forBackgroundURLSession:). Each time the system wakes the app for transfers, it \
                doubles the delay of the transfers that begin then.
                """,
                source: "Apple forums 14854, NSURLSession's Resume Rate Limiter; Downloading files in the background"
            )
        case .requestCutOff:
            Row(
                .warning,
                """
                Hold beginBackgroundTask(withName:expirationHandler:) from before URLSessionTask.resume() until the \
                completion handler, and give longer transfers to a background URLSession. The server may have received the \
                request: repeat it only with an identifier by which the server recognizes it.
                """,
                source: "TN2277, Networking and Multitasking; Apple forums 99991, 802375"
            )
        case .continuedTaskStalled:
            Row(
                .warning,
                """
                Set totalUnitCount of the task's progress when the task begins, and raise completedUnitCount often and in \
                small steps, even while the app waits for a server. The system expires a BGContinuedProcessingTask that \
                seems to make no progress.
                """,
                source: "BGContinuedProcessingTask; Performing long-running tasks on iOS and iPadOS"
            )
        case .contentHandlerNotCalled:
            Row(
                .warning,
                """
                Keep the content in a property, and also call the content handler with it in \
                serviceExtensionTimeWillExpire(). If the extension never calls it, the system shows the notification as it \
                came. Give a download a time limit below 30 seconds.
                """,
                source: "UNNotificationServiceExtension: serviceExtensionTimeWillExpire()"
            )
        case .extensionMemoryExceeded:
            Row(
                .error,
                """
                Take less than 24 MB in the notification service extension: download attachments to a file, scale images \
                with CGImageSourceCreateThumbnailAtIndex(_:_:_:), and free the memory of one notification before the next \
                one, because the same process handles both.
                """,
                source: "blog.kulman.sk, Dealing with memory limits in iOS app extensions; deltachat-ios PR 2477"
            )
        case .liveActivityOrphaned:
            Row(
                .warning,
                """
                Iterate Activity.activities in application(_:didFinishLaunchingWithOptions:), and update or end the Live \
                Activities that are still shown: they outlive the process, even after a force quit. Give each a staleDate, \
                and end it with a push if the app may not be running.
                """,
                source: "Activity.activities; Apple forums 718966, 824244"
            )
        case .locationSessionLost:
            Row(
                .error,
                """
                Create the session again at the beginning of application(_:didFinishLaunchingWithOptions:), whatever the \
                app was launched for: remember that the app held one, create the CLBackgroundActivitySession or \
                CLServiceSession, keep it in a property, and iterate the updates.
                """,
                source: "Discover streamlined location updates, WWDC 2023; Apple forums 797319"
            )
        case .wakeNotHeard:
            Row(
                .error,
                """
                Register before application(_:didFinishLaunchingWithOptions:) returns, in every process: execute the \
                HKObserverQuery, activate the WCSession and observe the tokens there, and not later when a screen is \
                shown.
                """,
                source: "enableBackgroundDelivery(for:frequency:withCompletion:); facts 10.3 (HealthKit)"
            )
        case .delegateMethodNeverCalled:
            Row(
                .warning,
                """
                Move the code to the delegate that UIKit calls. With scenes, UIKit calls sceneDidEnterBackground(_:) and \
                the other methods of UISceneDelegate instead of applicationDidEnterBackground(_:) and similar methods; \
                without scenes, it calls only the app delegate. Add to the Info.plist what the method needs: its mode in \
                UIBackgroundModes, and the identifiers of tasks in BGTaskSchedulerPermittedIdentifiers.
                """,
                source: """
                    applicationDidEnterBackground(_:): not called if you're using scenes; TN3187; facts 2.3, 6.1, 6.2
                    """
            )
        }
    }
}
