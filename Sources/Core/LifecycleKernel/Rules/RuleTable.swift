/// The table of rules. Every number, order and choice that comes from iOS is here and nowhere else, with its source.
///
/// A row is a property with the name of the rule. It gives the value, the profiles that have another one, how certain
/// it is, and its source. A profile with a base, such as `simulator`, has the exceptions of its base. `nil`: the
/// profile does not have the rule.
package struct Rules: Sendable {
    // MARK: Limits of time and amount

    let didEnterBackgroundLimitSeconds = Row<Milliseconds>(.limit, .seconds(10), except: [.documents: .seconds(5)])
        .high("watchdog scene-update 10.00 s in crash reports since iOS 13")
        .against("Apple's page of applicationDidEnterBackground(_:) says about five seconds; the articles say 3 to 5")

    let sceneUpdateLimitSeconds = Row<Milliseconds>(.limit, .seconds(10))
        .high("watchdog scene-update 10.00 s in crash reports")

    let backgroundSceneUpdateLimitSeconds = Row<Milliseconds?>(.limit, .seconds(10), except: [.documents: nil])
        .high(
            "crash reports with scene-update 10.00 s and visibility Background, of apps that were already in the background: "
                + "react-native-background-geolocation issue 2601 (device locked), Official-Kodi-Remote-iOS issue 684 (snapshot)"
        )
        .against("45 s at the thermal state serious, in one report (nightscout/Trio issue 1109) and in no document")

    let launchLimitSeconds = Row<Milliseconds>(.limit, .seconds(20), except: [.simulator: .seconds(30)])
        .high(
            "Addressing watchdog terminations; process-launch and scene-create 20 s from the launch request, 30 s in the Simulator"
        )

    let backgroundLaunchLimitSeconds = Row<Milliseconds>(
        .limit,
        .seconds(10),
        except: [.documents: .seconds(20), .simulator: .seconds(30)]
    )
    .medium(
        "reports of apps that were launched in the background, with and without scenes: scene-create, 5.96 s left, "
            + "or ended 12.0 s after the launch (firebase-ios-sdk issue 15282; cocoa-mhlw/cocoa issue 958)"
    )
    .against("no document knows it: the limit of a launch, `launchLimitSeconds`")

    let willTerminateLimitSeconds = Row<Milliseconds>(.limit, .seconds(5))
        .high("applicationWillTerminate(_:): about five seconds; watchdog process-exit 5.0 s")

    let suspendDelaySeconds = Row<Milliseconds>(.limit, .seconds(5))
        .medium("no document; the articles say a few seconds")
        .against("Apple says shortly after the handler returns; 5 to 10 s were observed")

    let homeTransitionSeconds = Row<Milliseconds>(.limit, .seconds(0))
        .high("a device log shows 0.62 s between resigning and entering the background")
        .against("0 keeps tests short; 0.6 is a real phone")

    let backgroundTaskAllowanceSeconds = Row<Milliseconds>(.limit, .seconds(30), except: [.ios12: .seconds(180)])
        .high("UIApplication Background Task Notes; RunningBoard invalidates after 30.00 s; 180 s from iOS 7 to 12")

    let backgroundTaskAllowanceWhenWokenSeconds = Row<Milliseconds>(.limit, .seconds(30))
        .medium("UIApplication Background Task Notes")

    let backgroundTaskWarningSeconds = Row<Milliseconds>(.limit, .seconds(5))
        .high("RunningBoard warns 5.00 s before the end")
        .against("Apple says shortly before the time is over")

    let maximumBackgroundTasks = Row<Int>(.limit, 1_000)
        .medium("UIApplication Background Task Notes: about 1000, then 0xbada5e47")

    let remoteNotificationLimitSeconds = Row<Milliseconds>(.limit, .seconds(30))
        .high("application(_:didReceiveRemoteNotification:fetchCompletionHandler:): 30 s of wall clock")

    let backgroundFetchLimitSeconds = Row<Milliseconds>(.limit, .seconds(30))
        .high("application(_:performFetchWithCompletionHandler:): 30 s of wall clock")

    let appRefreshTaskLimitSeconds = Row<Milliseconds>(.limit, .seconds(30))
        .high("Choosing Background Strategies for Your App: up to 30 s")
        .against("2 to 5 s were observed in practice")

    let urlSessionEventsLimitSeconds = Row<Milliseconds>(.limit, .seconds(30))
        .medium("0x2182bad3 in EXC_CRASH (SIGKILL); the length is not documented")

    let processingTaskLimitSeconds = Row<Milliseconds?>(.limit, .seconds(300), except: [.ios12: nil, .simulator: nil])
        .medium(
            "BGProcessingTask: minutes; the length is not documented; BGTaskScheduler.Error.Code.unavailable in the Simulator"
        )

    let taskExpirationGraceSeconds = Row<Milliseconds?>(.limit, .seconds(5), except: [.ios12: nil, .simulator: nil])
        .medium("BGTask.expirationHandler: a short time to complete; the length is not documented")

    let continuedProcessingTaskLimitSeconds = Row<Milliseconds?>(
        .limit,
        .seconds(0),
        except: [.documents: nil, .ios12: nil]
    )
    .medium(
        "Performing long-running tasks on iOS and iPadOS: minutes or more, ended by the user or for a lack of "
            + "progress; no source gives a limit, so 0 is none"
    )
    .against("the system may expire any task at any time, as it needs to")

    let continuedProcessingStallSeconds = Row<Milliseconds?>(
        .limit,
        .seconds(120),
        except: [.documents: nil, .ios12: nil]
    )
    .low(
        "Performing long-running tasks on iOS and iPadOS: stalled tasks may be expired; the length is not documented, and at least a minute; 0 turns it off"
    )
    .against("after about 30 s without a network one was observed to fail (Apple forums 808756)")

    let continuedProcessingFirstStallSeconds = Row<Milliseconds?>(
        .limit,
        .seconds(60),
        except: [.documents: nil, .ios12: nil]
    )
    .low(
        "rules 4.30: after its launch a task has a minute for its first progress, whatever the time is that it may stall; not documented"
    )
    .against("some with 20 to 30 s between reports of progress were expired (Apple forums 805554, 808756)")

    let concurrentContinuedProcessingTasks = Row<Int?>(.limit, 3, except: [.documents: nil, .ios12: nil])
        .low("SubmissionStrategy.queue: the system may run as many as it permits; the number is not documented")

    let locationWakeSeconds = Row<Milliseconds>(.limit, .seconds(10))
        .medium("long-standing guidance for location events in the background: about 10 s")
        .against("an engineer: from suspended at once to about 30 s (Apple forums 815618)")

    let coarseLocationMeters = Row<Int>(.limit, 1_000)
        .medium(
            "Apple forums 726945 (engineer): a desiredAccuracy of a kilometre or more counts as low accuracy, "
                + "kCLLocationAccuracyHundredMeters does not"
        )

    let locationSessionRenewalSeconds = Row<Milliseconds?>(.limit, .seconds(5), except: [.ios12: nil])
        .low(
            "chosen: a session is taken again within a few seconds of the launch (Apple forums 797319, engineer; "
                + "What's new in location authorization, WWDC 2024); the number is not published"
        )

    let bluetoothWakeSeconds = Row<Milliseconds>(.limit, .seconds(10))
        .medium("Core Bluetooth Programming Guide: about 10 s for an event")

    let systemWakeSeconds = Row<Milliseconds>(.limit, .seconds(30))
        .low(
            "the longest that a wake-up keeps the process running; the rules below say what ends it earlier for each framework. "
                + "For HealthKit, WatchConnectivity, PushToTalk and Live Activities no figure is published, so it is that of a "
                + "background task"
        )
        .against(
            "for the token of a Live Activity an answer speaks of a few seconds (Apple forums 834934), and a "
                + "report of a short time (luka-ios PR 72)"
        )

    let appIntentLimitSeconds = Row<Milliseconds?>(.limit, .seconds(30), except: [.ios12: nil])
        .high("IntentCancellationReason.timeout: around 30 seconds; Apple forums 832170, 832257 (engineer)")
        .against("Siri may wait for less: 10 s were observed (Apple forums 764501)")

    let remoteControlWakeSeconds = Row<Milliseconds>(.limit, .seconds(10))
        .low("chosen: long enough to begin to play, which holds the process; the length is not documented")

    let notificationServiceLimitSeconds = Row<Milliseconds>(.limit, .seconds(30))
        .medium("element-x-ios PR 2022: after more than 30 s it is notified and immediately ended; Apple forums 807554")
        .against(
            "one that uses its time up in starting, or blocks the main thread, was ended earlier and not notified "
                + "(Apple forums 807554)"
        )

    let notificationServiceMemoryLimitMebibytes = Row<Int>(.limit, 24, except: [.ios12: 12])
        .medium(
            "deltachat-ios PR 2477; blog.kulman.sk, Dealing with memory limits in iOS app extensions: 24 MB; 12 on "
                + "older systems"
        )
        .against(
            "one developer measured that extensions are ended only at 150 to 180 MB on a recent system (Apple forums 807554)"
        )

    let notificationServiceIdleSeconds = Row<Milliseconds>(.limit, .seconds(30))
        .low(
            "no source says how long; it is kept for some time and handles the next notification (element-ios 3326; "
                + "alastaircoote.github.io/notification-service)"
        )

    let notificationServiceExpirationSeconds = Row<Milliseconds>(.limit, .seconds(5))
        .low(
            "UNNotificationServiceExtension.serviceExtensionTimeWillExpire(): one last chance, to be used as quickly as "
                + "possible; as long as the handlers of other expirations have, as no source says how long"
        )
        .against("element-x-ios PR 2022: it is notified and immediately ended")

    let liveActivityLimitSeconds = Row<Milliseconds?>(.limit, .hours(8), except: [.ios12: nil])
        .high("Displaying live data with Live Activities: active for up to eight hours; logs of LoopFollow PR 611")

    let liveActivitiesPerApp = Row<Int?>(.limit, 5, except: [.ios12: nil])
        .medium(
            "ActivityAuthorizationError.targetMaximumExceeded; Apple names no number, 5 say the documentations "
                + "of PushWard, OneSignal and Adobe Journey Optimizer"
        )
        .against("globalMaximumExceeded: there is a limit of the device too, which nobody names")

    let voipReportLimitSeconds = Row<Milliseconds?>(.limit, .seconds(5), except: [.ios12: nil])
        .low("reports of developers; PushKit says that the call must be reported in the callback")

    let voipFailuresUntilBlocked = Row<Int?>(.limit, 5, except: [.ios12: nil])
        .low(
            "repeated failures stop the delivery (pushRegistry(_:didReceiveIncomingPushWith:for:completion:)), until a new "
                + "installation (react-native-voip-push-notification issue 102: a log); after how many is not known"
        )

    let backgroundPushesPerHour = Row<Int>(.limit, 3)
        .high("Pushing background updates to your App: two or three an hour")

    let pushPayloadLimitBytes = Row<Int>(.limit, 4_096)
        .high("Generating a remote notification: APNs refuses a payload of more than 4 KB (4096 bytes)")

    let voipPushPayloadLimitBytes = Row<Int>(.limit, 5_120)
        .high("Generating a remote notification: for VoIP the limit is 5 KB (5120 bytes)")

    let pushesStoredPerApp = Row<Int>(.limit, 1)
        .medium(
            "Sending notification requests to APNs: it stores one notification for a device and app, and may "
                + "discard others; home-assistant/iOS 527"
        )
        .against("newer text of Apple's: in most cases it stores the latest")

    let pushStoreLimitSeconds = Row<Milliseconds>(.limit, .days(30))
        .medium("Sending notification requests to APNs: a notification is stored for 30 days or less")

    let memoryWarningFraction = Row<Fraction>(.limit, .percent(10))
        .low("simplified from the kernel's pressure levels (memorystatus_notify)")

    let memoryCriticalFraction = Row<Fraction>(.limit, .percent(5))
        .low("simplified from the kernel's pressure levels (memorystatus_notify)")

    let processMemoryLimitFraction = Row<Fraction>(.limit, .percent(50))
        .medium(
            "per-process limits of about 50 to 70 % of memory on phones of 3 to 6 GB; for devices without a measured limit, and for all where a device overrides it"
        )
        .against("the limit of an 8 GB iPad fell from 75 % to 37.5 % with iPadOS 26.4 (Apple forums 826325)")

    let processMemoryWarningFraction = Row<Fraction>(.limit, .percent(80))
        .high("XNU osfmk/kern/task.c: PHYS_FOOTPRINT_WARNING_LEVEL 80, of the process's own limit")
        .against("XNU doc/vm/memorystatus_notify.md: within 100 MB of the limit")

    let iPhone1GBProcessLimitMebibytes = Row<Int>(.limit, 645)
        .medium("measured on iOS 8 to 13 (stackoverflow 5887248): 645 MiB of 1 GB")

    let iPhone2GBProcessLimitMebibytes = Row<Int>(.limit, 1_395)
        .medium("measured on iOS 8 to 13 (stackoverflow 5887248): 1,395 MiB of 2 GB; 1,364 on an iPhone 8")

    let iPhone3GBProcessLimitMebibytes = Row<Int>(.limit, 1_792)
        .medium("measured on iOS 8 to 13 (stackoverflow 5887248): 1,792 MiB of 3 GB on an iPhone XR")
        .against("2,040 MiB on an iPhone 7 Plus, 1,392 on an iPhone X")

    let iPhone4GBProcessLimitMebibytes = Row<Int>(.limit, 2_040)
        .medium("measured on iOS 8 to 13 (stackoverflow 5887248): 2,040 MiB of 4 GB on an iPhone XS")

    let iPad2GBProcessLimitMebibytes = Row<Int>(.limit, 1_395)
        .medium("measured on iOS 8 to 13 (stackoverflow 5887248): 1,383 to 1,395 MiB of 2 GB")

    let iPad3GBProcessLimitMebibytes = Row<Int>(.limit, 1_844)
        .medium("measured on iOS 8 to 13 (stackoverflow 5887248): 1,844 MiB of 3 GB")

    let iPad4GBProcessLimitMebibytes = Row<Int>(.limit, 2_858)
        .medium("measured on iOS 8 to 13 (stackoverflow 5887248): 2,858 to 3,058 MiB of 4 GB")

    let iPad6GBProcessLimitMebibytes = Row<Int>(.limit, 4_598)
        .medium("measured on iOS 8 to 13 (stackoverflow 5887248): 4,598 MiB of 6 GB")

    let firstTransferDelaySeconds = Row<Milliseconds?>(.limit, .seconds(60), except: [.documents: nil])
        .high(
            "Apple forums 14854 (DTS): the delay doubles each time nsurlsessiond resumes or launches the app; 128813 (log): 60, 120, 240 s; 0 turns it off"
        )
        .against(
            "not documented: when the delay becomes short again; here, once as much time as the delay has passed without a resume"
        )

    let backgroundProcessorLimitSeconds = Row<Milliseconds?>(
        .limit,
        .seconds(48),
        except: [.documents: nil, .simulator: nil]
    )
    .high(
        "reports of bug type 206 from iOS 11 to 26: 48 seconds cpu time, exceeding limit of 80% cpu over 60 seconds, process killed (react-native-background-fetch 323, react-native-video 1513); 0 turns it off"
    )
    .against(
        "9 s within 15 s were observed just after leaving the screen (react-native-webrtc 998); one report has no limit on external power"
    )

    let backgroundProcessorWindowSeconds = Row<Milliseconds?>(.limit, .seconds(60), except: [.documents: nil])
        .high("the same reports: limit duration 60 s")
        .against("whether a suspension begins a new window is not known; here it does")

    let increasedProcessMemoryLimitFraction = Row<Fraction?>(
        .limit,
        .percent(70),
        except: [.documents: nil, .ios12: nil]
    )
    .medium(
        "com.apple.developer.kernel.increased-memory-limit, measured by os_proc_available_memory: 3.12 to 4.20 GB of 6 (pocketpal-ai PR 651), 3 to 6 GB of 8 (rtabmap PR 1446)"
    )
    .against("2.1 to 2.4 GB of 4 (OLMoE.swift PR 38); on some devices it changes nothing")

    let longIdleExitSeconds = Row<Milliseconds>(.limit, .seconds(0))
        .high("jetsam cause 17, long-idle-exit, new in iOS 18; when it happens is not documented, so 0 turns it off")

    let idleAfterSeconds = Row<Milliseconds>(.limit, .seconds(60))
        .low("chosen: a device that has been locked for this time counts as idle")

    let documentedDidEnterBackgroundSeconds = Row<Milliseconds>(.limit, .seconds(5))
        .high("applicationDidEnterBackground(_:): about five seconds; longer is the finding slowDidEnterBackground")
        .against("the watchdog waits 10 s")

    let slowLaunchSeconds = Row<Milliseconds>(.limit, .milliseconds(400))
        .medium("Optimizing App Launch, WWDC 2019: the first frame within 400 ms; longer is the finding slowLaunch")
        .against("Apple's figure is a goal, not a limit; here it applies to the launch methods only")

    let slowResignActiveSeconds = Row<Milliseconds>(.limit, .milliseconds(500))
        .low(
            "chosen: Instruments calls a main thread that is busy for 500 ms a hang (WWDC 2023); longer is the "
                + "finding slowResignActive"
        )
        .against("Apple gives no figure for this callback")

    let sizeableFootprintMegabytes = Row<Int>(.limit, 200)
        .low(
            "chosen: an app above it has memory that it could free (keptMemoryInBackground, noResponseToMemoryWarning)"
        )
        .against("Why is my app getting killed?, WWDC 2020, advises less than 50 MB in the background")

    // MARK: Orders in which sources or versions differ

    let backgroundLaunchCallsDidEnterBackground = Row<Bool>(.order, false, except: [.documents: true])
        .medium("measured (radar 14295449): no call, no notification")
        .against("About the background execution sequence shows the call")

    let sceneWillEnterForegroundOnFirstLaunch = Row<Bool?>(.order, true, except: [.ios12: nil])
        .high("sceneWillEnterForeground(_:): also for new scenes")

    let sceneNotificationsInEveryApp = Row<Bool?>(.order, true, except: [.documents: false, .ios12: nil])
        .medium(
            "they are posted even if an app uses no scene delegate (SalesforceMobileSDK-iOS PR 3330), both sets in such an app "
                + "(firebase-ios-sdk issue 3522); no source says in which order: here the scene's before the delegate is "
                + "called, as UIKit's scene changes first (stack of facebook-ios-sdk issue 1655, community notes on UIKit)"
        )
        .against(
            "UIScene's pages speak of scenes and their delegates only; that a launch in the background posts willConnect, and the "
                + "end of the process no didDisconnect, is inferred"
        )

    let coldNotificationAfterDidBecomeActive = Row<Bool>(.order, false, except: [.documents: true])
        .medium("radar 34332569: the response is delivered while the app is inactive")
        .against("the article on iOS 12 lists it after applicationDidBecomeActive")

    let forceQuitSceneOrder = Row<ForceQuitSceneOrder?>(.order, .both, except: [.ios12: nil])
        .medium(
            "field logs: sceneDidDisconnect(_:) comes before applicationWillTerminate(_:). On an iPad, unless the rule is set: "
                + "disconnect, after application(_:didDiscardSceneSessions:) (stackoverflow 71570813, firefox-ios issue 12622)"
        )
        .against(
            "enterBackground: didEnterBackground without a disconnection (stackoverflow 71570813); disconnect: a "
                + "disconnection without didEnterBackground (Apple forums 732170)"
        )

    let forceQuitReportsDiscardedSessions = Row<DiscardedSessionsReport?>(.order, .nextLaunch, except: [.ios12: nil])
        .medium(
            "Apple, application(_:didDiscardSceneSessions:): if the app does not run, it is called at the next launch. On an "
                + "iPad, unless the rule is set: beforeWillTerminate, if forceQuitSceneOrder is disconnect"
        )
        .against(
            "iPhone with iOS 15: called in the process that the user swiped away (Youngminah/TIL issue 97; "
                + "firefox-ios issue 12622), or not called at all (ibrahimtasdemir.com.tr)"
        )

    let notificationCenterReactivates = Row<Bool>(.order, true, except: [.documents: false])
        .medium("field logs: opening it resigns, activates and resigns again")
        .against("the articles have one resignation")

    let lockReactivates = Row<Bool>(.order, false)
        .medium(
            "phones with an always-on display, where it is on: the side button resigns, activates and resigns before the background (flutter/flutter issues 130055, log, 60683; react/react-native issue 54764)"
        )
        .against("the log shows an iPhone 14 Pro; an iPhone 13 Pro Max with the same iOS resigns once")

    let ownAlertDeactivates = Row<Bool>(.order, false, except: [.documents: true])
        .medium("UIKit: an alert of the same process does not deactivate it")
        .against("the article on the process life cycle says that it does")

    let jetsamOrder = Row<JetsamOrder>(.order, .leastRecentlyUsed, except: [.documents: .largestFirst])
        .high("XNU kern_memorystatus: least recently used first inside a band")
        .against("the article and Apple's old guide: the largest first")

    let foregroundLast = Row<Bool>(.order, false, except: [.documents: true])
        .high("XNU jetsam bands: background audio (120) is above the foreground (100)")
        .against("the articles say that the app in front is killed last")

    let jsboxEvents = Row<JSBoxEvents>(.order, .oncePerChange, except: [.documents: .everyCallback])
        .medium("JSBox documents one pause and one resume")
        .against("the article maps pause and resume to two callbacks each")

    let reactNativeInitialState = Row<ReactNativeInitialState>(.order, .inactive)
        .medium("React Native from 0.74 on: react-native PR 37690; bugsnag-js-performance issue 491")
        .against("unknown before: react-native issue 18836 (0.54)")

    let overdueTimersFireFirst = Row<Bool>(.order, true)
        .low(
            "inferred: the port of an overdue timer wakes the run loop of a resumed process, while UIKit's event reaches it through "
                + "another thread (Threading Programming Guide, The Run Loop Sequence of Events; CFRunLoop.c)"
        )
        .against("no source has the order, and asyncAfter(deadline:) goes through another thread as well")

    // MARK: Choices of behaviour

    let scenesAvailable = Row<Bool>(.policy, true, except: [.ios12: false])
        .high("UIScene exists from iOS 13 (Managing your app's life cycle)")

    let forceQuitCallsWillTerminate = Row<WillTerminateAtForceQuit>(.policy, .whenRunning)
        .medium("an Apple engineer: sent when the process runs, not when it is suspended")
        .against("the articles disagree: article 1 says usually not sent, article 2 says sent")

    let systemTerminationCallsWillTerminate = Row<Bool>(.policy, true)
        .high("applicationWillTerminate(_:): may be called when the system ends an app that runs in the background")

    let backgroundTaskTimeoutCode = Row<UInt32>(
        .policy,
        0x2182_bad2,
        except: [.documents: 0x8bad_f00d, .ios12: 0x8bad_f00d]
    )
    .medium("EXC_CRASH (SIGKILL): 0x2182bad2")
    .against("UIApplication Background Task Notes (2017-2021): 0x8badf00d")

    let voipNotReportedEnds = Row<UnreportedCallEnd?>(.policy, .crash, except: [.ios12: nil])
        .high(
            "PushKit throws when the delegate has returned: logs in flutter-webrtc/callkeep issue 162, "
                + "react-native-callkeep issue 664, element-ios issues 3986 and 4269"
        )
        .against("EXC_CRASH (SIGKILL): 0xbaadca11; firebase-ios-sdk issue 13514 has reports with it")

    let uncompletedFetchEndsApp = Row<Bool>(.policy, true)
        .high(
            "EXC_CRASH (SIGKILL): 0x2182bad4, a background fetch that does not finish; "
                + "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
        )
        .against(
            "durations recorded on devices: frozen for 1 to 10 minutes with the handler not called, and not ended "
                + "(deltachat-ios issues 1461, 1542)"
        )

    let exitsOnSuspendHonoured = Row<Bool>(.policy, true)
        .high("UIApplicationExitsOnSuspend; deprecated in iOS 13, still read")

    let backgroundLaunchConnectsScene = Row<BackgroundSceneConnection?>(.policy, .never, except: [.ios12: nil])
        .medium("field reports: a launch for a push or a fetch connects no scene")
        .against("Managing your app's life cycle: the system may connect one")

    let backgroundLaunchBeforeFirstUnlock = Row<LaunchBeforeFirstUnlock>(
        .policy,
        .locationAndVoIP,
        except: [.documents: .none]
    )
    .medium(
        "before the first unlock, significant changes and regions launch an app (radar 16761393; customerio-ios issue 1158), and "
            + "so does a VoIP push (flutter_callkit_incoming issue 684; posthog-ios issue 213); TN3115: Bluetooth does not"
    )
    .against(
        "article 1: after a restart nothing runs before it; a report of a launch for Bluetooth before it (LoopFollow issue 710)"
    )

    let processingTaskAfterForceQuit = Row<Bool>(.policy, false)
        .medium("common understanding: nothing runs after a force quit")
        .against("an Apple engineer: processing tasks may still run")

    let locationRelaunchAfterForceQuit = Row<LocationRelaunch>(.policy, .none, except: [.ios12: .all, .ios18: .all])
        .medium("reports: relaunched from iOS 7.1 to 18, not on iOS 26 (Apple forums 826964)")
        .against(
            "iOS 26.2.1: regions relaunch, significant changes do not (react-native-background-geolocation issue 2497); Apple's page on significant changes mentions termination only"
        )

    let impreciseLocationSuspends = Row<ImpreciseLocationSuspension>(
        .policy,
        .withSignificantChanges,
        except: [.documents: .never, .ios12: .never]
    )
    .medium(
        "Apple forums 726945 (engineer): from iOS 16.4 on an app with standard updates and significant changes may be "
            + "suspended, unless it has no distance filter and an accuracy of a hundred metres or better, or shows the "
            + "indicator; such apps were (cordova-background-geolocation-lt PR 1396, issue 1402)"
    )
    .against(
        "always: other accounts of that answer do not mention significant changes; on iOS 26.2.1 an app with a distance filter was "
            + "suspended at every stop, but its library monitors significant changes too (react-native-background-geolocation issue 2494)"
    )

    let healthKitLaunchesAfterForceQuit = Row<Bool>(.policy, false, except: [.ios12: true])
        .medium(
            "Apple forums 775325 (engineer): as designed, HealthKit is no exception; measured on iOS 9.2, it "
                + "launched an app that was killed by the user (stackoverflow 26375767)"
        )
        .against("a report of an app that was killed and woken all the same (react-native-health 217)")

    let liveActivityTokenLaunchesAfterForceQuit = Row<Bool?>(.policy, false, except: [.ios12: nil])
        .low(
            "no source says that a token launches the app; after a force quit the system launches an app again in few cases only "
                + "(Apple forums 775325)"
        )
        .against("one answer treats a force quit like an end by the system (Apple forums 834934)")

    let pushToTalkLaunchesAfterForceQuit = Row<Bool?>(.policy, false, except: [.ios12: nil])
        .low("Apple forums 780822: the channel ends with the app, and pushes are discarded")
        .against("some apps are woken all the same (the same thread), or for minutes to hours (Apple forums 781909)")

    let liveActivityNeedsActiveScene = Row<Bool?>(.policy, true, except: [.ios12: nil])
        .medium("logs of LoopFollow PR 611: requested in willEnterForeground it fails with visibility")
        .against(
            "ActivityAuthorizationError.visibility: the app was in the background, which says nothing of an "
                + "inactive scene"
        )

    let pushNeedsRegistration = Row<Bool>(.policy, false)
        .low("without a token a provider cannot send; tests mostly skip the registration")

    let pushTypeDecides = Row<Bool>(.policy, true, except: [.ios12: false])
        .medium(
            "a table of tried combinations on iOS 17 (Apple forums 745345); malliina/mobile-push issue 19; before iOS 13 there "
                + "were no push types"
        )

    let backgroundPushWithPriority10Wakes = Row<Bool>(.policy, true, except: [.ios12: false])
        .medium("a table of tried combinations on iOS 17: it wakes the app (Apple forums 745345)")
        .against(
            "Pushing background updates to your App: an error; rejected on iOS 13 (threema-ch/push-relay issue 32, "
                + "parse-server issue 6106)"
        )

    let remoteControlWakesNowPlayingApp = Row<Bool>(.policy, true)
        .medium(
            "reports of iOS 14: play on the lock screen resumes the suspended app that played last (audio_session issue 7, "
                + "flutter_sound issue 451); AVAudioSessionInterruptionWasSuspendedKey: suspended while its session was active, then "
                + "run again (iOS 10 to 15)"
        )
        .against("Remote Control Events: the Now Playing app receives them, which says nothing of a suspended one")

    let schedulerPolicy = Row<SchedulerPolicy>(.policy, .prompt)
        .low("the system decides by its own model; prompt makes tests short")

    let watchdogsEnabled = Row<Bool>(.policy, true)
        .medium("attaching a debugger suppresses watchdog kills")

    let debuggerAttached = Row<Bool>(.policy, false)
        .high(
            "Apple forums 14855, 796528 (DTS): a debugger keeps the app from being suspended; no watchdog and no task that takes too long ends it either"
        )

    let prewarmingAvailable = Row<Bool?>(.policy, true, except: [.documents: nil, .ios12: false])
        .high("About the app launch sequence: iOS 15 and later prewarm apps")

    let prewarmingEnds = Row<PrewarmingEnd?>(
        .policy,
        .beforeApplicationMain,
        except: [.documents: nil, .ios12: nil]
    )
    .high("About the app launch sequence: up until, but not including, when main() calls UIApplicationMain")
    .against(
        "didFinishLaunching was called (Apple forums 667959, 696539); a pause of hours between viewDidLoad and viewWillAppear "
            + "(getsentry/sentry-cocoa issue 1897); SDKs guard against it (firebase-ios-sdk PR 9622, RevenueCat/purchases-ios issue 4623)"
    )

    let reportedCallNeedsBackgroundMode = Row<Bool>(.policy, true)
        .medium("field reports: callservicesd denies the call source of an app without the mode voip")
        .against("Apple's page of reportNewIncomingCall names no mode; a VoIP push before it is not needed")

    let videoCallAsksToUnlock = Row<Bool>(.policy, true)
        .medium(
            "reports: a call with CXCallUpdate.hasVideo that is answered on a locked phone asks to unlock it and then opens its app (react-native-callkeep issues 301, 355; connectycube-flutter-call-kit issue 150)"
        )
        .against(
            "iOS 16: the call's screen or the home screen stays unless the app fulfills the action after the unlock (nextcloud/talk-ios PR 913; flutter_callkit_incoming issue 181)"
        )

    let continuedProcessingAvailable = Row<Bool?>(.policy, true, except: [.documents: nil, .ios12: nil, .ios18: false])
        .high("BGContinuedProcessingTaskRequest: iOS 26; Performing long-running tasks on iOS and iPadOS")

    let submitNeedsRegistration = Row<Bool?>(.policy, true, except: [.documents: nil, .ios12: nil, .ios18: false])
        .high("stacks of iOS 26: _handleSubmissionWithoutRegistrationForTaskRequest:error: raises, SIGABRT")
        .against("earlier systems accept the request and end the app when the task is launched")

    let jetsamEnabled = Row<Bool>(.policy, true, except: [.simulator: false])
        .medium(
            "processes in the Simulator have the memory of the Mac, no limit of their own and no jetsam; memory warnings come from its menu"
        )

    let scenesRequired = Row<Bool?>(.policy, false, except: [.documents: nil, .ios27: true])
        .high(
            "crash reports of iOS 27: built with its SDK (DTPlatformVersion) and without scenes an app traps when its first scene is made (StoDevX/AAO-React-Native PR 7743, metrodroid PR 904, miniquad PR 634); TN3187"
        )

    let sceneAdoptionNotice = Row<SceneAdoptionNotice?>(
        .policy,
        .soonRequired,
        except: [.documents: nil, .ios12: nil, .ios18: .futureAssert]
    )
    .high(
        "TN3187: what UIKit logs of an app without scenes from iOS 18.4 and from iOS 26 on; here of apps whose Info.plist has DTPlatformVersion"
    )

    let continuedProcessingGPUAvailable = Row<Bool?>(
        .policy,
        true,
        except: [.documents: nil, .ios12: nil, .ios18: false]
    )
    .medium("BGContinuedProcessingTaskRequest.requiredResources: gpu, with an entitlement")
    .against("BGTaskScheduler.supportedResources names it on some devices only")

    let backgroundTransfersAreDiscretionary = Row<Bool>(.policy, false)
        .medium("Apple forums 128813 (log): transfers begun in the background are carried on at once")
        .against("URLSessionConfiguration.isDiscretionary: transfers begun in the background are treated as such")

    let suspensionClosesConnections = Row<Bool>(.policy, true)
        .medium(
            "Apple forums 802375 (engineer): nowadays all connections are defuncted as soon as the app is suspended; reports of "
                + "-1005 and POSIX 53 from iOS 12 on (AFNetworking issues 4279, 4287, Alamofire issue 2607, apollo-ios issue 1841)"
        )
        .against(
            "Apple forums 99991 (engineer): resumed promptly, the request completes; TN2277: the connection is closed when the "
                + "device is locked (iOS 9: Alamofire issue 872)"
        )

    let suspensionInterruptsAudio = Row<Bool>(.policy, false, except: [.ios12: true])
        .high(
            "AVAudioSessionInterruptionWasSuspendedKey: from iOS 10 on the system deactivates the audio session of an app that it "
                + "suspends, and the app is notified when it runs again; InterruptionReason.appWasSuspended: up to iOS 16"
        )

    let deviceSleeps = Row<Bool>(.policy, true, except: [.simulator: false])
        .medium(
            "a device sleeps shortly after it is locked, but not while it plays audio, and rarely on a charger (an engineer, quoted "
                + "in stackoverflow 411436); Apple forums 12135 (engineer): mach_absolute_time stops when the CPU sleeps"
        )
        .against(
            "20 s after the lock (the same answer); no asyncAfter(deadline:) was late after half a minute with the screen off "
                + "(stackoverflow, What does DispatchWallTime do on iOS?)"
        )

    // MARK: What the energy model reckons with

    // Every figure is a choice of this model, of the right order of magnitude and the same in every profile. For exact
    // figures, measure a device and override them.

    let iPhoneBatteryMilliwattHours = Row<Int>(energy: 13_000, "a phone's battery of about 3,350 mAh at 3.87 V")

    let iPadBatteryMilliwattHours = Row<Int>(energy: 28_600, "a tablet's battery of about 7,600 mAh at 3.77 V")

    let iPhoneScreenMilliwatts = Row<Int>(
        energy: 500,
        "a phone's screen at a middling brightness, while the app is on it"
    )

    let iPadScreenMilliwatts = Row<Int>(energy: 2_000, "a tablet's screen at a middling brightness")

    let processorMilliwatts = Row<Int>(energy: 1_000, "one core that is busy all the time")

    let processorCores = Row<Int>(energy: 6, "the most that all activities of a process take together, in cores")

    let wakeUpMillijoules = Row<Int>(energy: 200, "waking the processor and the process: about 0.2 s of a busy core")

    let networkMillijoulesPerMegabyte = Row<Int>(energy: 2_000, "between Wi-Fi and cellular, a million bytes")

    let audioMilliwatts = Row<Int>(energy: 80, "decoding and playing")

    let locationMilliwatts = Row<Int>(energy: 150, "continuous updates; satellites take more, cell towers less")

    let bluetoothMilliwatts = Row<Int>(energy: 15, "scanning or advertising")

    let handlerProcessorShare = Row<Fraction>(
        energy: .percent(100),
        "what takes time in a handler works, it does not wait"
    )

    let timerProcessorShare = Row<Fraction>(energy: .percent(1), "a core's share of a timer, wherever the process runs")

    let animationProcessorShare = Row<Fraction>(energy: .percent(15), "a core's share of an animation on screen")

    let videoProcessorShare = Row<Fraction>(energy: .percent(20), "a core's share of a video on screen")

    let gameProcessorShare = Row<Fraction>(energy: .percent(80), "a core's share of a game on screen")

    let requestProcessorShare = Row<Fraction>(
        energy: .percent(2),
        "a core's share of a request, wherever the process runs"
    )

    let queueProcessorShare = Row<Fraction>(energy: .percent(50), "a core's share of a queue's work, wherever it runs")

    let renderingProcessorShare = Row<Fraction>(energy: .percent(60), "a core's share of OpenGL ES or Metal on screen")
}
