import DeviceHost
import HTTPAPI
import LifecycleKernel
import WireFormat

// What is read from the service: devices, apps, processes, and what inputs are answered with.
extension SchemaComponent {
    static let resources: [SchemaComponent] = devices + apps + outcomes + processes

    private static let devices: [SchemaComponent] = [
        SchemaComponent("Device", "A device as it is now.", deviceFields),
        SchemaComponent("DeviceList", "A page of devices.", page("devices", of: "Device")),
        SchemaComponent("Deleted", "How many were deleted.", [.field("deleted", .count, "How many.")]),
        SchemaComponent(
            "Clock",
            "How a device's clock runs, and what it shows.",
            [
                .field("mode", .choice(ClockSettings.Mode.self), "What moves it."),
                .optional("rate", .number, "Simulated seconds a real second, of a scaled clock."),
                .field("paused", .boolean, "Whether it stands still."), .field("now", .instant, "What it shows."),
                .field("nextDeadline", Schema.instant.orNull, "When something will happen by itself."),
                .optional(
                    "behind",
                    .boolean,
                    """
                    True while the device is behind its clock, as more was due than is settled at once: it is read as it \
                    was at `now`, and inputs are refused with `overloaded` until it has caught up.
                    """
                ),
            ]
        ),
        SchemaComponent("AppSummary", "An app in short.", summary),
        SchemaComponent(
            "Overlay",
            "Something that lies over the screen.",
            [
                .field("name", .choice(DeactivationReasons.overlayNames), "Its name, as in `deactivationReasons`."),
                .optional("bundleID", .bundleID, "The app whose own alert or share sheet it is."),
            ]
        ),
    ]

    private static let deviceFields: [SchemaField] = [
        .field("id", .deviceID, "Its id."), .field("model", .choice(DeviceModel.self), "What kind of device it is."),
        .field(
            "rules",
            .object([
                .field("profile", .choice(RuleProfile.self), "The profile."),
                .field("overrides", .component("RuleOverrides"), "What differs from it."),
            ]),
            "The rules that it goes by."
        ),
        .field("clock", .component("Clock"), "Its clock."), .field("memoryBytes", .count, "How much memory it has."),
        .field("passcode", .boolean, "Whether it has a passcode."),
        .field("locked", .boolean, "Whether it is locked."),
        .field(
            "isProtectedDataAvailable",
            .boolean,
            "Whether protected files can be read and written: it has no passcode, or is unlocked."
        ),
        .field(
            "unlockedSinceBoot",
            .boolean,
            """
            Whether files that are protected until the first user authentication can be read and written: it has no passcode, \
            or was unlocked since it started.
            """
        ),
        .field("on", .boolean, "Whether it is switched on."),
        .field(
            "appsInFront",
            .array(of: .string),
            "The apps with a window on screen, in the order in which the windows came; none while it is locked."
        ),
        .field(
            "overlays",
            .array(of: .component("Overlay")),
            "What lies over the screen. Most of it keeps the app in front from being active."
        ),
        .field("labels", .labels, "By which it is found."),
        .field("seed", .integer(.min ... .max), "What chance is drawn from."),
        .field("expiresAfterSeconds", Schema.seconds.orNull, "After how long unasked it is removed."),
        .field("sequence", .sequence, "The sequence of its last record."),
        .field("oldest", .sequence, "The sequence of the oldest record that is kept."),
        .field("apps", .array(of: .component("AppSummary")), "Its apps."),
        .optional(
            "behaviorNeverCalled",
            .map(to: .array(of: .choice(CallbackName.self))),
            "The handlers that are never called as its apps are now, by app, where there are any."
        ),
    ]

    private static let summary: [SchemaField] = [
        .field("bundleID", .bundleID, "The app."),
        .field("state", .choice(ProcessState.self), "Its state: `notRunning` when no process lives."),
        .field("pid", Schema.pid.orNull, "Its process."),
    ]

    private static let apps: [SchemaComponent] = [
        SchemaComponent("App", "An app: its state, and what was installed.", appFields),
        SchemaComponent("AppList", "All apps of a device.", page("apps", of: "App")),
        SchemaComponent(
            "Explanation",
            "Why an app is in its state, and what happens next.",
            summary + [
                .field("inFront", .boolean, "Whether it is in front."),
                .field("forceQuit", .boolean, "Whether the user swiped it away."),
                .field("because", .array(of: .string), "The reasons, for people."),
                .field("heldBy", .array(of: .component("HeldAssertion")), "What keeps it running."),
                .field("deactivationReasons", .array(of: .string), "What keeps it from being active."),
                .field("callbackInFlight", Schema.component("PendingCallback").orNull, "What it is in."),
                .field("next", .array(of: .component("ForeseenRecord")), "What will happen if nothing else does."),
                .field(
                    "complete",
                    .boolean,
                    "Whether that is all; false also where a callback waits for the program that plays an attached app."
                ),
            ]
        ),
    ]

    private static let appFields: [SchemaField] =
        [
            .field("bundleID", .bundleID, "Its identifier."), .field("name", .string, "Its name."),
            .field("version", .string, "Its version."),
            .field("lifecycle", .choice(AppLifecycle.self), "Whether it has scenes."),
            .field("driver", .choice(Driver.self), "Who plays it."),
        ] + summary.dropFirst() + [
            .field("launchCount", .count, "How often it was launched."),
            .field("pushToken", .string.orNull, "The device token, by which pushes are sent to this installation."),
            .field("voipToken", .string.orNull, "That of PushKit; null without the background mode `voip`."),
            .field("unsavedChanges", .count, "How many changes are not saved."),
            .field("forceQuit", .boolean, "Whether the user swiped it away, and has not opened it since."),
            .field("lastExit", Schema.component("Exit").orNull, "How its last process ended."),
            .field(
                "liveActivities",
                .array(
                    of: .object([
                        .field("identifier", .string, "What the app calls it."),
                        .field("startedBy", .sequence, "The record of its start."),
                        .field("endsAt", .instant, "When the system ends it."),
                        .field("held", .boolean, "Whether the living process holds it, and hears of its end."),
                    ])
                ),
                "Its Live Activities that the system shows, oldest first, whether the app runs or not."
            ),
            .field(
                "locationSessions",
                .array(
                    of: .object([
                        .field("session", .choice(LocationSession.self), "Which one."),
                        .field(
                            "held",
                            .boolean,
                            "Whether the living process holds it; what it does not take again from an earlier one is lost."
                        ),
                    ])
                ),
                "The sessions of Core Location for which the system wakes or launches the app."
            ),
            .field(
                "monitorsLocation",
                .boolean,
                "Whether it monitors significant changes of location or regions, which wakes or launches it."
            ),
            .field(
                "backgroundRefreshStatus",
                .choice(BackgroundRefreshStatus.self),
                "`UIApplication.backgroundRefreshStatus`: whether background refresh is on for the device and the app."
            ),
            .field("infoPlist", .openObject(), "Its Info.plist as it was given."),
            .field("ignoredInfoPlistKeys", .array(of: .string), "The keys that the model does not use."),
            .optional("entitlements", .openObject(), "Its entitlements as they were given."),
            .field("footprintBytes", .count, "How much memory it takes when it starts."),
            .field("purgeableBytes", .count, "How much of that can be purged."),
            .field("responders", .array(of: .component("Responder")), "Its own responders."),
            .field("behavior", .map(to: .array(of: .component("BehaviorEntry"))), "What its handlers do."),
            .optional(
                "delegateImplements",
                .array(of: .choice(CallbackName.methods.map(\.rawValue))),
                "The delegate methods that it implements; all unless given."
            ),
            .optional(
                "notificationService",
                .object([
                    .field("name", .string, "The name of its process."),
                    .field("footprintBytes", .count, "How much memory it takes when it starts."),
                    .field("behavior", .map(to: .array(of: .component("BehaviorEntry"))), "What its handlers do."),
                ]),
                "Its notification service extension."
            ),
            .optional(
                "observes",
                .array(of: .choice(NotificationName.self)),
                "The notifications that its harness observes; none unless given."
            ),
            .field(
                "behaviorNeverCalled",
                .array(of: .choice(CallbackName.self)),
                "The handlers of those that are never called as the app is now: they belong to the other life cycle, or "
                    + "its delegate does not implement them."
            ),
        ]

    private static let outcome: [SchemaField] = [
        .field("device", .deviceID, "The device."), .field("time", .instant, "What its clock shows."),
        .field("sequence", .sequence, "The sequence of its last record."),
        .field("records", .array(of: .component("Record")), "What happened."),
        .field("apps", .array(of: .component("AppSummary")), "The apps it happened to, as they are now."),
        .field("nextDeadline", Schema.instant.orNull, "When something will happen by itself."),
        .optional(
            "callbacks",
            .array(of: .component("AppCallback")),
            "The callbacks of attached apps in flight, one for each process at most; missing if there are none."
        ),
    ]

    private static let outcomes: [SchemaComponent] = [
        SchemaComponent("Outcome", "What an input did.", outcome),
        SchemaComponent(
            "AdvanceOutcome",
            "What an advance did, and why it stopped where it did.",
            outcome + [
                .field(
                    "stopped",
                    .choice(AdvanceStop.self),
                    """
                    Why it stopped. After `limit` and `records` time is left: so many deadlines were settled, or so \
                    many records written, that the rest waits for another advance. After `callback` it waits for the \
                    completion of the `callbacks`. After `processEnded` the process has ended of a callback whose handler \
                    was to take the time.
                    """
                ),
                .optional("met", .boolean, "Whether the condition was met, where there is one."),
            ]
        ),
        SchemaComponent(
            "WaitOutcome",
            "How a wait ended.",
            [
                .field("device", .deviceID, "The device."), .field("met", .boolean, "Whether it happened."),
                .field("time", .instant, "What the device's clock shows."),
                .field("sequence", .sequence, "The sequence of its last record."),
                .optional("record", .component("Record"), "The record that met the condition."),
                .optional("nearest", .array(of: .component("Record")), "Recent records that nearly met it."),
                .field("apps", .array(of: .component("AppSummary")), "The apps that the condition names."),
            ]
        ),
        SchemaComponent(
            "Timeline",
            "Part of a device's timeline.",
            [
                .field("device", .deviceID, "The device."), .field("time", .instant, "What its clock shows."),
                .field("sequence", .sequence, "The sequence of its last record."),
                .field("oldest", .sequence, "The sequence of the oldest record that is kept."),
                .field("records", .array(of: .component("Record")), "The records, oldest first."),
                .field("next", Schema.sequence.orNull, "The `after` of the next part; null at the end."),
            ]
        ),
        SchemaComponent(
            "PossibleEvents",
            "What would be taken now.",
            [
                .field("device", .deviceID, "The device."),
                .field("events", .array(of: .choice(Event.knownTypes)), "The types of events."),
            ]
        ),
        SchemaComponent(
            "BatchVerdict",
            "What became of one line of a batch.",
            .oneOf([
                .object(
                    [.field("line", .count, "The line, from 1."), .field("status", .constant(200), "OK.")] + outcome
                ),
                .object([
                    .field("line", .count, "The line, from 1."), .field("status", .integer(400...599), "The status."),
                    .field("problem", .component("Problem"), "Why it was refused."),
                ]),
            ])
        ),
    ]

    private static let process: [SchemaField] = [
        .field("pid", .pid, "Its number."), .field("bundleID", .bundleID, "Its app."),
        .optional(
            "extension",
            .choice(AppExtension.self),
            "The extension of the app whose process it is; it is the app's own unless it is there."
        ),
        .field("state", .choice(ProcessState.self), "Its state: `terminated` when it has ended."),
        .field("launchReason", .choice(LaunchReason.self), "Why it was launched."),
        .field("startedAt", .instant, "When it was launched."), .optional("endedAt", .instant, "When it ended."),
        .field("footprintBytes", .count, "How much memory it takes."),
        .optional(
            "jetsamPriority",
            .integer(.min ... .max),
            "Its jetsam band; those with the lowest are killed first."
        ),
        .field(
            "scenes",
            .array(
                of: .object([
                    .optional("sceneID", .sceneID, "The session; none of an app without scenes."),
                    .optional("role", .choice(SceneRole.self), "What it is shown on, if not on the device's screen."),
                    .field("state", .choice(SceneState.self), "Its state."),
                ])
            ),
            "Its scenes."
        ),
        .field("assertions", .array(of: .component("HeldAssertion")), "What keeps it running in the background."),
        .field("deactivationReasons", .array(of: .string), "What keeps it from being active."),
        .field("callbackInFlight", Schema.component("PendingCallback").orNull, "The callback that it is in."),
        .field("backgroundTimeRemainingSeconds", Schema.seconds.orNull, "What `backgroundTimeRemaining` says."),
        .optional(
            "uptimeSeconds",
            .seconds,
            "How long the device has been awake since it started, as `ProcessInfo.systemUptime` says; none when it has ended."
        ),
        .optional(
            "isProtectedDataAvailable",
            .boolean,
            "What `isProtectedDataAvailable` says; not there when the process has ended, nor for an extension."
        ),
        .optional(
            "unlockedSinceBoot",
            .boolean,
            "Whether the device was unlocked since it started, as the device says it; not there when the process has "
                + "ended, nor for an extension."
        ),
        .field("exit", Schema.component("Exit").orNull, "How it ended."),
    ]

    private static let pending: [SchemaField] = [
        .field("sequence", .sequence, "The record of the callback or the notification."),
        .field(
            "name",
            .choice(CallbackName.allCases.map(\.rawValue) + NotificationName.allCases.map(\.rawValue)),
            "The method or handler, or the notification, by Apple's name."
        ),
        .field(
            "receiver",
            .choice(CallbackName.Receiver.allCases.map(\.rawValue) + ["observer"]),
            "Whose method it is; `observer` of a notification."
        ),
        .field("applicationState", .choice(ProcessState.self), "The state of the app meanwhile."),
        .optional("sceneID", .sceneID, "The scene."),
        .optional("delegateClass", .string, "The class of the scene's delegate."),
        .field("startedAt", .instant, "When it was called."),
        .optional("deadline", .instant, "When a watchdog ends the process."),
        .field("arguments", .openObject(), "What it is given, by name."),
    ]

    private static let hosted: [SchemaField] = [.field("device", .deviceID, "The device that it is on.")] + process

    private static let processes: [SchemaComponent] = [
        SchemaComponent("Process", "A process, living or ended.", process),
        SchemaComponent("ProcessList", "All processes of a device.", page("processes", of: "Process")),
        SchemaComponent("HostedProcess", "A process on one of the devices.", hosted),
        SchemaComponent(
            "HostedProcessList",
            "A page of processes.",
            page("processes", of: "HostedProcess")
        ),
        SchemaComponent(
            "StateSummary",
            "How many apps are in each state.",
            [
                .field("devices", .count, "How many devices there are."),
                .field("states", .map(to: .count, names: .choice(ProcessState.self)), "How many apps, by state."),
            ]
        ),
        SchemaComponent(
            "HeldAssertion",
            "What keeps a process running.",
            [
                .field("assertion", .choice(Assertion.Kind.self), "The kind of assertion."),
                .optional("number", .count, "The number of the background task."),
                .optional("name", .string, "Its name among assertions of its kind."),
                .optional("remainingSeconds", .seconds, "What is left of it; without an end unless given."),
            ]
        ),
        SchemaComponent("PendingCallback", "A callback, or the observers of a notification, in flight.", pending),
        SchemaComponent(
            "AppCallback",
            "A callback that waits for an attached app.",
            [
                .field("bundleID", .bundleID, "The app."), .field("pid", .pid, "Its process."),
                .optional(
                    "extension",
                    .choice(AppExtension.self),
                    "The extension of the app whose process it is; it is the app's own unless it is there."
                ),
            ] + pending + [.vocabulary]
        ),
        SchemaComponent(
            "CallbackList",
            "The callbacks in flight.",
            page("callbacks", of: "AppCallback") + [
                .optional(
                    "ended",
                    .component("EndedProcess"),
                    "The process that the app had when the request came, if it has ended since."
                )
            ]
        ),
        SchemaComponent(
            "EndedProcess",
            "A process that has ended, and how.",
            [.field("pid", .pid, "Its number.")] + Record.Kind.exit.fields
        ),
    ]
}
