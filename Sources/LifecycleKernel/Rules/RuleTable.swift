/// The table of rules: one row for each key, in the order of `RuleKey`.
///
/// Every number, order and choice that comes from iOS is here and nowhere else, with its source.
extension Rulebook {
    package static let rules: [Rule] = limitRules + orderRules + policyRules + energyRules

    /// Limits of time and amount.
    private static let limitRules: [Rule] = [
        Rule(
            key: .didEnterBackgroundLimitSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(5_000), .milliseconds(10_000), .milliseconds(10_000), .milliseconds(10_000)],
            confidence: .high,
            source: "watchdog scene-update 10.00 s in crash reports since iOS 13",
            dispute:
                "Apple's page of applicationDidEnterBackground(_:) says about five seconds; the articles say 3 to 5"
        ),
        Rule(
            key: .sceneUpdateLimitSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(10_000), .milliseconds(10_000), .milliseconds(10_000), .milliseconds(10_000)],
            confidence: .high,
            source: "watchdog scene-update 10.00 s in crash reports",
            dispute: nil
        ),
        Rule(
            key: .launchLimitSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(20_000), .milliseconds(20_000), .milliseconds(20_000), .milliseconds(20_000)],
            exceptions: [Rule.Exception(profile: .simulator, value: .milliseconds(30_000))],
            confidence: .high,
            source:
                "Addressing watchdog terminations; process-launch and scene-create 20 s from the launch request, 30 s in the Simulator",
            dispute: nil
        ),
        Rule(
            key: .willTerminateLimitSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(5_000), .milliseconds(5_000), .milliseconds(5_000), .milliseconds(5_000)],
            confidence: .high,
            source: "applicationWillTerminate(_:): about five seconds; watchdog process-exit 5.0 s",
            dispute: nil
        ),
        Rule(
            key: .suspendDelaySeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(5_000), .milliseconds(5_000), .milliseconds(5_000), .milliseconds(5_000)],
            confidence: .medium,
            source: "no document; the articles say a few seconds",
            dispute: "Apple says shortly after the handler returns; 5 to 10 s were observed"
        ),
        Rule(
            key: .homeTransitionSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(0), .milliseconds(0), .milliseconds(0), .milliseconds(0)],
            confidence: .high,
            source: "a device log shows 0.62 s between resigning and entering the background",
            dispute: "0 keeps tests short; 0.6 is a real phone"
        ),
        Rule(
            key: .backgroundTaskAllowanceSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(30_000), .milliseconds(180_000), .milliseconds(30_000), .milliseconds(30_000)],
            confidence: .high,
            source:
                "UIApplication Background Task Notes; RunningBoard invalidates after 30.00 s; 180 s from iOS 7 to 12",
            dispute: nil
        ),
        Rule(
            key: .backgroundTaskAllowanceWhenWokenSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(30_000), .milliseconds(30_000), .milliseconds(30_000), .milliseconds(30_000)],
            confidence: .medium,
            source: "UIApplication Background Task Notes",
            dispute: nil
        ),
        Rule(
            key: .backgroundTaskWarningSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(5_000), .milliseconds(5_000), .milliseconds(5_000), .milliseconds(5_000)],
            confidence: .high,
            source: "RunningBoard warns 5.00 s before the end",
            dispute: "Apple says shortly before the time is over"
        ),
        Rule(
            key: .maximumBackgroundTasks,
            group: .limit,
            unit: .count,
            values: [.count(1_000), .count(1_000), .count(1_000), .count(1_000)],
            confidence: .medium,
            source: "UIApplication Background Task Notes: about 1000, then 0xbada5e47",
            dispute: nil
        ),
        Rule(
            key: .remoteNotificationLimitSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(30_000), .milliseconds(30_000), .milliseconds(30_000), .milliseconds(30_000)],
            confidence: .high,
            source: "application(_:didReceiveRemoteNotification:fetchCompletionHandler:): 30 s of wall clock",
            dispute: nil
        ),
        Rule(
            key: .backgroundFetchLimitSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(30_000), .milliseconds(30_000), .milliseconds(30_000), .milliseconds(30_000)],
            confidence: .high,
            source: "application(_:performFetchWithCompletionHandler:): 30 s of wall clock",
            dispute: nil
        ),
        Rule(
            key: .appRefreshTaskLimitSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(30_000), .milliseconds(30_000), .milliseconds(30_000), .milliseconds(30_000)],
            confidence: .high,
            source: "Choosing Background Strategies for Your App: up to 30 s",
            dispute: "2 to 5 s were observed in practice"
        ),
        Rule(
            key: .urlSessionEventsLimitSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(30_000), .milliseconds(30_000), .milliseconds(30_000), .milliseconds(30_000)],
            confidence: .medium,
            source: "0x2182bad3 in EXC_CRASH (SIGKILL); the length is not documented",
            dispute: nil
        ),
        Rule(
            key: .processingTaskLimitSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(300_000), nil, .milliseconds(300_000), .milliseconds(300_000)],
            exceptions: [Rule.Exception(profile: .simulator, value: nil)],
            confidence: .medium,
            source:
                "BGProcessingTask: minutes; the length is not documented; BGTaskScheduler.Error.Code.unavailable in the Simulator",
            dispute: nil
        ),
        Rule(
            key: .taskExpirationGraceSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(5_000), nil, .milliseconds(5_000), .milliseconds(5_000)],
            exceptions: [Rule.Exception(profile: .simulator, value: nil)],
            confidence: .medium,
            source: "BGTask.expirationHandler: a short time to complete; the length is not documented",
            dispute: nil
        ),
        Rule(
            key: .continuedProcessingTaskLimitSeconds,
            group: .limit,
            unit: .seconds,
            values: [nil, nil, .milliseconds(0), .milliseconds(0)],
            confidence: .medium,
            source:
                "Performing long-running tasks on iOS and iPadOS: minutes or more, ended by the user or for a lack of "
                + "progress; no source gives a limit, so 0 is none",
            dispute: "the system may expire any task at any time, as it needs to"
        ),
        Rule(
            key: .continuedProcessingStallSeconds,
            group: .limit,
            unit: .seconds,
            values: [nil, nil, .milliseconds(120_000), .milliseconds(120_000)],
            confidence: .low,
            source:
                "Performing long-running tasks on iOS and iPadOS: stalled tasks may be expired; the length is not documented, and at least a minute; 0 turns it off",
            dispute: "after about 30 s without a network one was observed to fail (Apple forums 808756)"
        ),
        Rule(
            key: .continuedProcessingFirstStallSeconds,
            group: .limit,
            unit: .seconds,
            values: [nil, nil, .milliseconds(60_000), .milliseconds(60_000)],
            confidence: .low,
            source:
                "rules 4.30: after its launch a task has a minute for its first progress, whatever the time is that it may stall; not documented",
            dispute: "some with 20 to 30 s between reports of progress were expired (Apple forums 805554, 808756)"
        ),
        Rule(
            key: .concurrentContinuedProcessingTasks,
            group: .limit,
            unit: .count,
            values: [nil, nil, .count(3), .count(3)],
            confidence: .low,
            source: "SubmissionStrategy.queue: the system may run as many as it permits; the number is not documented",
            dispute: nil
        ),
        Rule(
            key: .locationWakeSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(10_000), .milliseconds(10_000), .milliseconds(10_000), .milliseconds(10_000)],
            confidence: .medium,
            source: "long-standing guidance for location events in the background: about 10 s",
            dispute: nil
        ),
        Rule(
            key: .locationSessionRenewalSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(5_000), nil, .milliseconds(5_000), .milliseconds(5_000)],
            confidence: .low,
            source:
                "chosen: a session is taken again within a few seconds of the launch (Apple forums 797319, engineer; "
                + "What's new in location authorization, WWDC 2024); the number is not published",
            dispute: nil
        ),
        Rule(
            key: .bluetoothWakeSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(10_000), .milliseconds(10_000), .milliseconds(10_000), .milliseconds(10_000)],
            confidence: .medium,
            source: "Core Bluetooth Programming Guide: about 10 s for an event",
            dispute: nil
        ),
        Rule(
            key: .systemWakeSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(30_000), .milliseconds(30_000), .milliseconds(30_000), .milliseconds(30_000)],
            confidence: .low,
            source:
                "the most that a wake-up is held; what ends it before is said of each framework below. For HealthKit, "
                + "WatchConnectivity, PushToTalk and Live Activities no figure is published: the allowance of a background "
                + "task is taken",
            dispute:
                "for the token of a Live Activity an answer speaks of a few seconds (Apple forums 834934), and a "
                + "report of a short time (luka-ios PR 72)"
        ),
        Rule(
            key: .appIntentLimitSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(30_000), nil, .milliseconds(30_000), .milliseconds(30_000)],
            confidence: .high,
            source: "IntentCancellationReason.timeout: around 30 seconds; Apple forums 832170, 832257 (engineer)",
            dispute: "Siri may wait for less: 10 s were observed (Apple forums 764501)"
        ),
        Rule(
            key: .notificationServiceLimitSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(30_000), .milliseconds(30_000), .milliseconds(30_000), .milliseconds(30_000)],
            confidence: .medium,
            source:
                "element-x-ios PR 2022: after more than 30 s it is notified and immediately ended; Apple forums 807554",
            dispute:
                "one that uses its time up in starting, or blocks the main thread, was ended earlier and not notified "
                + "(Apple forums 807554)"
        ),
        Rule(
            key: .notificationServiceMemoryLimitMebibytes,
            group: .limit,
            unit: .count,
            values: [.count(24), .count(12), .count(24), .count(24)],
            confidence: .medium,
            source:
                "deltachat-ios PR 2477; blog.kulman.sk, Dealing with memory limits in iOS app extensions: 24 MB; 12 on "
                + "older systems",
            dispute: "ended at about 150 to 180 MB only, by one's measurement on a recent system (Apple forums 807554)"
        ),
        Rule(
            key: .notificationServiceIdleSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(30_000), .milliseconds(30_000), .milliseconds(30_000), .milliseconds(30_000)],
            confidence: .low,
            source:
                "no source says how long; it is kept for some time and handles the next notification (element-ios 3326; "
                + "alastaircoote.github.io/notification-service)",
            dispute: nil
        ),
        Rule(
            key: .notificationServiceExpirationSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(5_000), .milliseconds(5_000), .milliseconds(5_000), .milliseconds(5_000)],
            confidence: .low,
            source:
                "UNNotificationServiceExtension.serviceExtensionTimeWillExpire(): one last chance, to be used as quickly as "
                + "possible; as long as the handlers of other expirations have, as no source says how long",
            dispute: "element-x-ios PR 2022: it is notified and immediately ended"
        ),
        Rule(
            key: .liveActivityLimitSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(28_800_000), nil, .milliseconds(28_800_000), .milliseconds(28_800_000)],
            confidence: .high,
            source:
                "Displaying live data with Live Activities: active for up to eight hours; logs of LoopFollow PR 611",
            dispute: nil
        ),
        Rule(
            key: .liveActivitiesPerApp,
            group: .limit,
            unit: .count,
            values: [.count(5), nil, .count(5), .count(5)],
            confidence: .medium,
            source: "ActivityAuthorizationError.targetMaximumExceeded; Apple names no number, 5 say the documentations "
                + "of PushWard, OneSignal and Adobe Journey Optimizer",
            dispute: "globalMaximumExceeded: there is a limit of the device too, which nobody names"
        ),
        Rule(
            key: .voipReportLimitSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(5_000), nil, .milliseconds(5_000), .milliseconds(5_000)],
            confidence: .low,
            source: "reports of developers; PushKit says that the call must be reported in the callback",
            dispute: nil
        ),
        Rule(
            key: .backgroundPushesPerHour,
            group: .limit,
            unit: .count,
            values: [.count(3), .count(3), .count(3), .count(3)],
            confidence: .high,
            source: "Pushing background updates to your App: two or three an hour",
            dispute: nil
        ),
        Rule(
            key: .pushPayloadLimitBytes,
            group: .limit,
            unit: .count,
            values: [.count(4_096), .count(4_096), .count(4_096), .count(4_096)],
            confidence: .high,
            source: "Generating a remote notification: APNs refuses a payload of more than 4 KB (4096 bytes)",
            dispute: nil
        ),
        Rule(
            key: .voipPushPayloadLimitBytes,
            group: .limit,
            unit: .count,
            values: [.count(5_120), .count(5_120), .count(5_120), .count(5_120)],
            confidence: .high,
            source: "Generating a remote notification: for VoIP the limit is 5 KB (5120 bytes)",
            dispute: nil
        ),
        Rule(
            key: .pushesStoredPerApp,
            group: .limit,
            unit: .count,
            values: [.count(1), .count(1), .count(1), .count(1)],
            confidence: .medium,
            source: "Sending notification requests to APNs: it stores one notification for a device and app, and may "
                + "discard others; home-assistant/iOS 527",
            dispute: "newer text of Apple's: in most cases it stores the latest"
        ),
        Rule(
            key: .pushStoreLimitSeconds,
            group: .limit,
            unit: .seconds,
            values: [
                .milliseconds(2_592_000_000), .milliseconds(2_592_000_000), .milliseconds(2_592_000_000),
                .milliseconds(2_592_000_000),
            ],
            confidence: .medium,
            source: "Sending notification requests to APNs: a notification is stored for 30 days or less",
            dispute: nil
        ),
        Rule(
            key: .memoryWarningFraction,
            group: .limit,
            unit: .fraction,
            values: [.tenThousandths(1_000), .tenThousandths(1_000), .tenThousandths(1_000), .tenThousandths(1_000)],
            confidence: .low,
            source: "simplified from the kernel's pressure levels (memorystatus_notify)",
            dispute: nil
        ),
        Rule(
            key: .memoryCriticalFraction,
            group: .limit,
            unit: .fraction,
            values: [.tenThousandths(500), .tenThousandths(500), .tenThousandths(500), .tenThousandths(500)],
            confidence: .low,
            source: "simplified from the kernel's pressure levels (memorystatus_notify)",
            dispute: nil
        ),
        Rule(
            key: .processMemoryLimitFraction,
            group: .limit,
            unit: .fraction,
            values: [.tenThousandths(5_000), .tenThousandths(5_000), .tenThousandths(5_000), .tenThousandths(5_000)],
            confidence: .medium,
            source:
                "per-process limits of about 50 to 70 % of memory on phones of 3 to 6 GB; for devices without a measured limit, and for all where a device overrides it",
            dispute: "the limit of an 8 GB iPad fell from 75 % to 37.5 % with iPadOS 26.4 (Apple forums 826325)"
        ),
        Rule(
            key: .processMemoryWarningFraction,
            group: .limit,
            unit: .fraction,
            values: [.tenThousandths(8_000), .tenThousandths(8_000), .tenThousandths(8_000), .tenThousandths(8_000)],
            confidence: .high,
            source: "XNU osfmk/kern/task.c: PHYS_FOOTPRINT_WARNING_LEVEL 80, of the process's own limit",
            dispute: "XNU doc/vm/memorystatus_notify.md: within 100 MB of the limit"
        ),
        Rule(
            key: .iPhone1GBProcessLimitMebibytes,
            group: .limit,
            unit: .count,
            values: [.count(645), .count(645), .count(645), .count(645)],
            confidence: .medium,
            source: "measured on iOS 8 to 13 (stackoverflow 5887248): 645 MiB of 1 GB",
            dispute: nil
        ),
        Rule(
            key: .iPhone2GBProcessLimitMebibytes,
            group: .limit,
            unit: .count,
            values: [.count(1395), .count(1395), .count(1395), .count(1395)],
            confidence: .medium,
            source: "measured on iOS 8 to 13 (stackoverflow 5887248): 1,395 MiB of 2 GB; 1,364 on an iPhone 8",
            dispute: nil
        ),
        Rule(
            key: .iPhone3GBProcessLimitMebibytes,
            group: .limit,
            unit: .count,
            values: [.count(1792), .count(1792), .count(1792), .count(1792)],
            confidence: .medium,
            source: "measured on iOS 8 to 13 (stackoverflow 5887248): 1,792 MiB of 3 GB on an iPhone XR",
            dispute: "2,040 MiB on an iPhone 7 Plus, 1,392 on an iPhone X"
        ),
        Rule(
            key: .iPhone4GBProcessLimitMebibytes,
            group: .limit,
            unit: .count,
            values: [.count(2040), .count(2040), .count(2040), .count(2040)],
            confidence: .medium,
            source: "measured on iOS 8 to 13 (stackoverflow 5887248): 2,040 MiB of 4 GB on an iPhone XS",
            dispute: nil
        ),
        Rule(
            key: .iPad2GBProcessLimitMebibytes,
            group: .limit,
            unit: .count,
            values: [.count(1395), .count(1395), .count(1395), .count(1395)],
            confidence: .medium,
            source: "measured on iOS 8 to 13 (stackoverflow 5887248): 1,383 to 1,395 MiB of 2 GB",
            dispute: nil
        ),
        Rule(
            key: .iPad3GBProcessLimitMebibytes,
            group: .limit,
            unit: .count,
            values: [.count(1844), .count(1844), .count(1844), .count(1844)],
            confidence: .medium,
            source: "measured on iOS 8 to 13 (stackoverflow 5887248): 1,844 MiB of 3 GB",
            dispute: nil
        ),
        Rule(
            key: .iPad4GBProcessLimitMebibytes,
            group: .limit,
            unit: .count,
            values: [.count(2858), .count(2858), .count(2858), .count(2858)],
            confidence: .medium,
            source: "measured on iOS 8 to 13 (stackoverflow 5887248): 2,858 to 3,058 MiB of 4 GB",
            dispute: nil
        ),
        Rule(
            key: .iPad6GBProcessLimitMebibytes,
            group: .limit,
            unit: .count,
            values: [.count(4598), .count(4598), .count(4598), .count(4598)],
            confidence: .medium,
            source: "measured on iOS 8 to 13 (stackoverflow 5887248): 4,598 MiB of 6 GB",
            dispute: nil
        ),
        Rule(
            key: .firstTransferDelaySeconds,
            group: .limit,
            unit: .seconds,
            values: [nil, .milliseconds(60_000), .milliseconds(60_000), .milliseconds(60_000)],
            confidence: .high,
            source:
                "Apple forums 14854 (DTS): a delay that is doubled each time nsurlsessiond resumes or launches the app; 128813 (log): 60, 120, 240 s; 0 turns it off",
            dispute:
                "when a delay that transfers have waited for is reset is not documented; here when as long again has passed without a resume"
        ),
        Rule(
            key: .backgroundProcessorLimitSeconds,
            group: .limit,
            unit: .seconds,
            values: [nil, .milliseconds(48_000), .milliseconds(48_000), .milliseconds(48_000)],
            exceptions: [Rule.Exception(profile: .simulator, value: nil)],
            confidence: .high,
            source:
                "reports of bug type 206 from iOS 11 to 26: 48 seconds cpu time, exceeding limit of 80% cpu over 60 seconds, process killed (react-native-background-fetch 323, react-native-video 1513); 0 turns it off",
            dispute:
                "9 s within 15 s were observed just after leaving the screen (react-native-webrtc 998); one report has no limit on external power"
        ),
        Rule(
            key: .backgroundProcessorWindowSeconds,
            group: .limit,
            unit: .seconds,
            values: [nil, .milliseconds(60_000), .milliseconds(60_000), .milliseconds(60_000)],
            confidence: .high,
            source: "the same reports: limit duration 60 s",
            dispute: "whether a suspension begins a new window is not known; here it does"
        ),
        Rule(
            key: .increasedProcessMemoryLimitFraction,
            group: .limit,
            unit: .fraction,
            values: [nil, nil, .tenThousandths(7_000), .tenThousandths(7_000)],
            confidence: .medium,
            source:
                "com.apple.developer.kernel.increased-memory-limit, measured by os_proc_available_memory: 3.12 to 4.20 GB of 6 (pocketpal-ai PR 651), 3 to 6 GB of 8 (rtabmap PR 1446)",
            dispute: "2.1 to 2.4 GB of 4 (OLMoE.swift PR 38); on some devices it changes nothing"
        ),
        Rule(
            key: .longIdleExitSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(0), .milliseconds(0), .milliseconds(0), .milliseconds(0)],
            confidence: .high,
            source:
                "jetsam cause 17, long-idle-exit, new in iOS 18; when it happens is not documented, so 0 turns it off",
            dispute: nil
        ),
        Rule(
            key: .idleAfterSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(60_000), .milliseconds(60_000), .milliseconds(60_000), .milliseconds(60_000)],
            confidence: .low,
            source: "chosen: a device that has been locked for this time counts as idle",
            dispute: nil
        ),
        Rule(
            key: .documentedDidEnterBackgroundSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(5_000), .milliseconds(5_000), .milliseconds(5_000), .milliseconds(5_000)],
            confidence: .high,
            source:
                "applicationDidEnterBackground(_:): about five seconds; longer is the finding slowDidEnterBackground",
            dispute: "the watchdog waits 10 s"
        ),
        Rule(
            key: .slowLaunchSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(400), .milliseconds(400), .milliseconds(400), .milliseconds(400)],
            confidence: .medium,
            source: "Optimizing App Launch, WWDC 2019: the first frame within 400 ms; longer is the finding slowLaunch",
            dispute: "Apple's figure is a goal, not a limit; here it applies to the launch methods only"
        ),
        Rule(
            key: .slowResignActiveSeconds,
            group: .limit,
            unit: .seconds,
            values: [.milliseconds(500), .milliseconds(500), .milliseconds(500), .milliseconds(500)],
            confidence: .low,
            source: "chosen: Instruments calls a main thread that is busy for 500 ms a hang (WWDC 2023); longer is the "
                + "finding slowResignActive",
            dispute: "Apple gives no figure for this callback"
        ),
        Rule(
            key: .sizeableFootprintMegabytes,
            group: .limit,
            unit: .count,
            values: [.count(200), .count(200), .count(200), .count(200)],
            confidence: .low,
            source:
                "chosen: an app above it has memory that it could free (keptMemoryInBackground, noResponseToMemoryWarning)",
            dispute: "Why is my app getting killed?, WWDC 2020, advises less than 50 MB in the background"
        ),
    ]

    /// Orders in which sources or versions differ.
    private static let orderRules: [Rule] = [
        Rule(
            key: .backgroundLaunchCallsDidEnterBackground,
            group: .order,
            unit: .flag,
            values: [.flag(true), .flag(false), .flag(false), .flag(false)],
            confidence: .medium,
            source: "measured (radar 14295449): no call, no notification",
            dispute: "About the background execution sequence shows the call"
        ),
        Rule(
            key: .sceneWillEnterForegroundOnFirstLaunch,
            group: .order,
            unit: .flag,
            values: [.flag(true), nil, .flag(true), .flag(true)],
            confidence: .high,
            source: "sceneWillEnterForeground(_:): also for new scenes",
            dispute: nil
        ),
        Rule(
            key: .coldNotificationAfterDidBecomeActive,
            group: .order,
            unit: .flag,
            values: [.flag(true), .flag(false), .flag(false), .flag(false)],
            confidence: .medium,
            source: "radar 34332569: the response is delivered while the app is inactive",
            dispute: "the article on iOS 12 lists it after applicationDidBecomeActive"
        ),
        Rule(
            key: .forceQuitSceneOrder,
            group: .order,
            unit: .choice(of: ForceQuitSceneOrder.self),
            values: [
                .named(ForceQuitSceneOrder.both), nil, .named(ForceQuitSceneOrder.both),
                .named(ForceQuitSceneOrder.both),
            ],
            confidence: .medium,
            source:
                "field logs: sceneDidDisconnect(_:) comes before applicationWillTerminate(_:); an iPad that does not say "
                + "otherwise: disconnect, with application(_:didDiscardSceneSessions:) before it (stackoverflow 71570813, "
                + "firefox-ios issue 12622)",
            dispute:
                "enterBackground: didEnterBackground and no disconnection (stackoverflow 71570813); disconnect: the "
                + "reverse (Apple forums 732170)"
        ),
        Rule(
            key: .notificationCenterReactivates,
            group: .order,
            unit: .flag,
            values: [.flag(false), .flag(true), .flag(true), .flag(true)],
            confidence: .medium,
            source: "field logs: opening it resigns, activates and resigns again",
            dispute: "the articles have one resignation"
        ),
        Rule(
            key: .lockReactivates,
            group: .order,
            unit: .flag,
            values: [.flag(false), .flag(false), .flag(false), .flag(false)],
            confidence: .medium,
            source:
                "phones with an always-on display, where it is on: the side button resigns, activates and resigns before the background (flutter/flutter issues 130055, log, 60683; react/react-native issue 54764)",
            dispute: "the log shows an iPhone 14 Pro; an iPhone 13 Pro Max with the same iOS resigns once"
        ),
        Rule(
            key: .ownAlertDeactivates,
            group: .order,
            unit: .flag,
            values: [.flag(true), .flag(false), .flag(false), .flag(false)],
            confidence: .medium,
            source: "UIKit: an alert of the same process does not deactivate it",
            dispute: "the article on the process life cycle says that it does"
        ),
        Rule(
            key: .jetsamOrder,
            group: .order,
            unit: .choice(of: JetsamOrder.self),
            values: [
                .named(JetsamOrder.largestFirst), .named(JetsamOrder.leastRecentlyUsed),
                .named(JetsamOrder.leastRecentlyUsed),
                .named(JetsamOrder.leastRecentlyUsed),
            ],
            confidence: .high,
            source: "XNU kern_memorystatus: least recently used first inside a band",
            dispute: "the article and Apple's old guide: the largest first"
        ),
        Rule(
            key: .foregroundLast,
            group: .order,
            unit: .flag,
            values: [.flag(true), .flag(false), .flag(false), .flag(false)],
            confidence: .high,
            source: "XNU jetsam bands: background audio (120) is above the foreground (100)",
            dispute: "the articles say that the app in front is killed last"
        ),
        Rule(
            key: .jsboxEvents,
            group: .order,
            unit: .choice(of: JSBoxEvents.self),
            values: [
                .named(JSBoxEvents.everyCallback), .named(JSBoxEvents.oncePerChange), .named(JSBoxEvents.oncePerChange),
                .named(JSBoxEvents.oncePerChange),
            ],
            confidence: .medium,
            source: "JSBox documents one pause and one resume",
            dispute: "the article maps pause and resume to two callbacks each"
        ),
    ]

    /// Choices of behaviour.
    private static let policyRules: [Rule] = [
        Rule(
            key: .scenesAvailable,
            group: .policy,
            unit: .flag,
            values: [.flag(true), .flag(false), .flag(true), .flag(true)],
            confidence: .high,
            source: "UIScene exists from iOS 13 (Managing your app's life cycle)",
            dispute: nil
        ),
        Rule(
            key: .forceQuitCallsWillTerminate,
            group: .policy,
            unit: .choice(of: WillTerminateAtForceQuit.self),
            values: [
                .named(WillTerminateAtForceQuit.whenRunning), .named(WillTerminateAtForceQuit.whenRunning),
                .named(WillTerminateAtForceQuit.whenRunning), .named(WillTerminateAtForceQuit.whenRunning),
            ],
            confidence: .medium,
            source: "an Apple engineer: sent when the process runs, not when it is suspended",
            dispute: "the articles disagree: usually not sent; sent"
        ),
        Rule(
            key: .systemTerminationCallsWillTerminate,
            group: .policy,
            unit: .flag,
            values: [.flag(true), .flag(true), .flag(true), .flag(true)],
            confidence: .high,
            source:
                "applicationWillTerminate(_:): may be called when the system ends an app that runs in the background",
            dispute: nil
        ),
        Rule(
            key: .backgroundTaskTimeoutCode,
            group: .policy,
            unit: .code,
            values: [.code(0x8bad_f00d), .code(0x8bad_f00d), .code(0x2182_bad2), .code(0x2182_bad2)],
            confidence: .medium,
            source: "EXC_CRASH (SIGKILL): 0x2182bad2",
            dispute: "UIApplication Background Task Notes (2017-2021): 0x8badf00d"
        ),
        Rule(
            key: .voipNotReportedEnds,
            group: .policy,
            unit: .choice(of: UnreportedCallEnd.self),
            values: [
                .named(UnreportedCallEnd.code), nil, .named(UnreportedCallEnd.code), .named(UnreportedCallEnd.code),
            ],
            confidence: .high,
            source: "EXC_CRASH (SIGKILL): 0xbaadca11",
            dispute: "an uncaught exception of PushKit was also observed"
        ),
        Rule(
            key: .exitsOnSuspendHonoured,
            group: .policy,
            unit: .flag,
            values: [.flag(true), .flag(true), .flag(true), .flag(true)],
            confidence: .high,
            source: "UIApplicationExitsOnSuspend; deprecated in iOS 13, still read",
            dispute: nil
        ),
        Rule(
            key: .backgroundLaunchConnectsScene,
            group: .policy,
            unit: .choice(of: BackgroundSceneConnection.self),
            values: [
                .named(BackgroundSceneConnection.never), nil, .named(BackgroundSceneConnection.never),
                .named(BackgroundSceneConnection.never),
            ],
            confidence: .medium,
            source: "field reports: a launch for a push or a fetch connects no scene",
            dispute: "Managing your app's life cycle: the system may connect one"
        ),
        Rule(
            key: .backgroundLaunchBeforeFirstUnlock,
            group: .policy,
            unit: .flag,
            values: [.flag(false), .flag(false), .flag(false), .flag(false)],
            confidence: .medium,
            source: "TN3115: state restoration waits for the first unlock",
            dispute: nil
        ),
        Rule(
            key: .processingTaskAfterForceQuit,
            group: .policy,
            unit: .flag,
            values: [.flag(false), .flag(false), .flag(false), .flag(false)],
            confidence: .medium,
            source: "common understanding: nothing runs after a force quit",
            dispute: "an Apple engineer: processing tasks may still run"
        ),
        Rule(
            key: .locationRelaunchAfterForceQuit,
            group: .policy,
            unit: .choice(of: LocationRelaunch.self),
            values: [
                .named(LocationRelaunch.none), .named(LocationRelaunch.all), .named(LocationRelaunch.all),
                .named(LocationRelaunch.none),
            ],
            confidence: .medium,
            source: "reports: relaunched from iOS 7.1 to 18, not on iOS 26 (Apple forums 826964)",
            dispute:
                "iOS 26.2.1: regions relaunch, significant changes do not (react-native-background-geolocation issue 2497); Apple's page on significant changes mentions termination only"
        ),
        Rule(
            key: .healthKitLaunchesAfterForceQuit,
            group: .policy,
            unit: .flag,
            values: [.flag(false), .flag(true), .flag(false), .flag(false)],
            confidence: .medium,
            source: "Apple forums 775325 (engineer): as designed, HealthKit is no exception; measured on iOS 9.2, it "
                + "launched an app that was killed by the user (stackoverflow 26375767)",
            dispute: "a report of an app that was killed and woken all the same (react-native-health 217)"
        ),
        Rule(
            key: .liveActivityTokenLaunchesAfterForceQuit,
            group: .policy,
            unit: .flag,
            values: [.flag(false), nil, .flag(false), .flag(false)],
            confidence: .low,
            source: "no source says that it does; in most cases the system does not relaunch such an app (Apple forums "
                + "775325)",
            dispute: "an answer takes it to be like an end by the system (Apple forums 834934)"
        ),
        Rule(
            key: .pushToTalkLaunchesAfterForceQuit,
            group: .policy,
            unit: .flag,
            values: [.flag(false), nil, .flag(false), .flag(false)],
            confidence: .low,
            source: "Apple forums 780822: the channel ends with the app, and pushes are discarded",
            dispute: "some apps are woken all the same (the same thread), or for minutes to hours (Apple forums 781909)"
        ),
        Rule(
            key: .liveActivityNeedsActiveScene,
            group: .policy,
            unit: .flag,
            values: [.flag(true), nil, .flag(true), .flag(true)],
            confidence: .medium,
            source: "logs of LoopFollow PR 611: requested in willEnterForeground it fails with visibility",
            dispute: "ActivityAuthorizationError.visibility: the app was in the background, which says nothing of an "
                + "inactive scene"
        ),
        Rule(
            key: .pushNeedsRegistration,
            group: .policy,
            unit: .flag,
            values: [.flag(false), .flag(false), .flag(false), .flag(false)],
            confidence: .low,
            source: "without a token a provider cannot send; tests mostly skip the registration",
            dispute: nil
        ),
        Rule(
            key: .schedulerPolicy,
            group: .policy,
            unit: .choice(of: SchedulerPolicy.self),
            values: [
                .named(SchedulerPolicy.prompt), .named(SchedulerPolicy.prompt), .named(SchedulerPolicy.prompt),
                .named(SchedulerPolicy.prompt),
            ],
            confidence: .low,
            source: "the system decides by its own model; prompt makes tests short",
            dispute: nil
        ),
        Rule(
            key: .watchdogsEnabled,
            group: .policy,
            unit: .flag,
            values: [.flag(true), .flag(true), .flag(true), .flag(true)],
            confidence: .medium,
            source: "attaching a debugger suppresses watchdog kills",
            dispute: nil
        ),
        Rule(
            key: .debuggerAttached,
            group: .policy,
            unit: .flag,
            values: [.flag(false), .flag(false), .flag(false), .flag(false)],
            confidence: .high,
            source:
                "Apple forums 14855, 796528 (DTS): a debugger keeps the app from being suspended; no watchdog and no task that takes too long ends it either",
            dispute: nil
        ),
        Rule(
            key: .prewarmingAvailable,
            group: .policy,
            unit: .flag,
            values: [nil, .flag(false), .flag(true), .flag(true)],
            confidence: .high,
            source: "About the app launch sequence: iOS 15 and later prewarm apps",
            dispute: nil
        ),
        Rule(
            key: .reportedCallNeedsBackgroundMode,
            group: .policy,
            unit: .flag,
            values: [.flag(true), .flag(true), .flag(true), .flag(true)],
            confidence: .medium,
            source: "field reports: callservicesd denies the call source of an app without the mode voip",
            dispute: "Apple's page of reportNewIncomingCall names no mode; a VoIP push before it is not needed"
        ),
        Rule(
            key: .videoCallAsksToUnlock,
            group: .policy,
            unit: .flag,
            values: [.flag(true), .flag(true), .flag(true), .flag(true)],
            confidence: .medium,
            source:
                "reports: a call with CXCallUpdate.hasVideo that is answered on a locked phone asks to unlock it and then opens its app (react-native-callkeep issues 301, 355; connectycube-flutter-call-kit issue 150)",
            dispute:
                "iOS 16: the call's screen or the home screen stays unless the app fulfills the action after the unlock (nextcloud/talk-ios PR 913; flutter_callkit_incoming issue 181)"
        ),
        Rule(
            key: .continuedProcessingAvailable,
            group: .policy,
            unit: .flag,
            values: [nil, nil, .flag(false), .flag(true)],
            confidence: .high,
            source: "BGContinuedProcessingTaskRequest: iOS 26; Performing long-running tasks on iOS and iPadOS",
            dispute: nil
        ),
        Rule(
            key: .submitNeedsRegistration,
            group: .policy,
            unit: .flag,
            values: [nil, nil, .flag(false), .flag(true)],
            confidence: .high,
            source: "stacks of iOS 26: _handleSubmissionWithoutRegistrationForTaskRequest:error: raises, SIGABRT",
            dispute: "earlier systems accept the request and end the app when the task is launched"
        ),
        Rule(
            key: .jetsamEnabled,
            group: .policy,
            unit: .flag,
            values: [.flag(true), .flag(true), .flag(true), .flag(true)],
            exceptions: [Rule.Exception(profile: .simulator, value: .flag(false))],
            confidence: .medium,
            source:
                "general: processes in the Simulator have the memory of the Mac, no limit of their own and no jetsam; memory warnings come from its menu",
            dispute: nil
        ),
        Rule(
            key: .scenesRequired,
            group: .policy,
            unit: .flag,
            values: [nil, .flag(false), .flag(false), .flag(false)],
            exceptions: [Rule.Exception(profile: .ios27, value: .flag(true))],
            confidence: .high,
            source:
                "crash reports of iOS 27: built with its SDK (DTPlatformVersion) and without scenes an app traps when its first scene is made (StoDevX/AAO-React-Native PR 7743, metrodroid PR 904, miniquad PR 634); TN3187",
            dispute: nil
        ),
        Rule(
            key: .sceneAdoptionNotice,
            group: .policy,
            unit: .choice(of: SceneAdoptionNotice.self),
            values: [
                nil, nil, .named(SceneAdoptionNotice.futureAssert), .named(SceneAdoptionNotice.soonRequired),
            ],
            confidence: .high,
            source:
                "TN3187: what UIKit logs of an app without scenes from iOS 18.4 and from iOS 26 on; here of apps whose Info.plist has DTPlatformVersion",
            dispute: nil
        ),
        Rule(
            key: .continuedProcessingGPUAvailable,
            group: .policy,
            unit: .flag,
            values: [nil, nil, .flag(false), .flag(true)],
            confidence: .medium,
            source: "BGContinuedProcessingTaskRequest.requiredResources: gpu, with an entitlement",
            dispute: "BGTaskScheduler.supportedResources names it on some devices only"
        ),
        Rule(
            key: .backgroundTransfersAreDiscretionary,
            group: .policy,
            unit: .flag,
            values: [.flag(false), .flag(false), .flag(false), .flag(false)],
            confidence: .medium,
            source: "Apple forums 128813 (log): transfers begun in the background are carried on at once",
            dispute: "URLSessionConfiguration.isDiscretionary: transfers begun in the background are treated as such"
        ),
    ]
}

/// What the energy model reckons with. Every figure is a choice of this model, of the right order of magnitude and the
/// same in every profile; measure a device and override it.
extension Rulebook {
    /// Batteries, powers, prices and shares.
    private static let energyRules: [Rule] = [
        choice(.iPhoneBatteryMilliwattHours, .count(13_000), "a phone's battery of about 3,350 mAh at 3.87 V"),
        choice(.iPadBatteryMilliwattHours, .count(28_600), "a tablet's battery of about 7,600 mAh at 3.77 V"),
        choice(
            .iPhoneScreenMilliwatts,
            .count(500),
            "a phone's screen at a middling brightness, while the app is on it"
        ),
        choice(.iPadScreenMilliwatts, .count(2_000), "a tablet's screen at a middling brightness"),
        choice(.processorMilliwatts, .count(1_000), "one core that is busy all the time"),
        choice(.processorCores, .count(6), "the most that all activities of a process take together, in cores"),
        choice(.wakeUpMillijoules, .count(200), "waking the processor and the process: about 0.2 s of a busy core"),
        choice(.networkMillijoulesPerMegabyte, .count(2_000), "between Wi-Fi and cellular, a million bytes"),
        choice(.audioMilliwatts, .count(80), "decoding and playing"),
        choice(.locationMilliwatts, .count(150), "continuous updates; satellites take more, cell towers less"),
        choice(.bluetoothMilliwatts, .count(15), "scanning or advertising"),
        choice(.handlerProcessorShare, .tenThousandths(10_000), "what takes time in a handler works, it does not wait"),
        choice(.timerProcessorShare, .tenThousandths(100), "a core's share of a timer, wherever the process runs"),
        choice(.animationProcessorShare, .tenThousandths(1_500), "a core's share of an animation on screen"),
        choice(.videoProcessorShare, .tenThousandths(2_000), "a core's share of a video on screen"),
        choice(.gameProcessorShare, .tenThousandths(8_000), "a core's share of a game on screen"),
        choice(.requestProcessorShare, .tenThousandths(200), "a core's share of a request, wherever the process runs"),
        choice(.queueProcessorShare, .tenThousandths(5_000), "a core's share of a queue's work, wherever it runs"),
        choice(.renderingProcessorShare, .tenThousandths(6_000), "a core's share of OpenGL ES or Metal on screen"),
    ]

    private static func choice(_ key: RuleKey, _ value: RuleValue, _ meaning: String) -> Rule {
        let unit: Rule.Unit = if case .tenThousandths = value { .fraction } else { .count }
        return Rule(
            key: key,
            group: .energy,
            unit: unit,
            values: RuleProfile.allCases.filter { $0.base == $0 }.map { _ in value },
            confidence: .low,
            source: "choice of this model: " + meaning,
            dispute: nil
        )
    }
}
