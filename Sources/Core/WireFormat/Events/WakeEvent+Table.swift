import LifecycleKernel

extension WakeEvent {
    /// The events for which the system wakes an app.
    static let table = CaseTable<WakeEvent>([
        .init("backgroundFetch.perform", "The system lets the app fetch now.", .performFetch),
        .init(
            "backgroundTask.launch",
            "The system launches a pending BGTask now.",
            .text("identifier", aboutIdentifier),
            make: { .launchTask($0) },
            content: { if case .launchTask(let identifier) = $0 { identifier } else { nil } }
        ),
        .init(
            "backgroundTask.expire",
            "The time of a running BGTask is over now.",
            .text("identifier", aboutIdentifier),
            make: { .expireTask($0) },
            content: { if case .expireTask(let identifier) = $0 { identifier } else { nil } }
        ),
        .init(
            "backgroundTask.cancel",
            "The user cancels a continued processing task that runs.",
            .text("identifier", aboutIdentifier),
            make: { .cancelTask($0) },
            content: { if case .cancelTask(let identifier) = $0 { identifier } else { nil } }
        )
        .untried(because: "it is backgroundTask.expire, by the user"),
        .init("location.update", "The device has a new location.", .locationUpdate),
        .init("location.significantChange", "The device has moved far.", .significantLocationChange),
        .init(
            "location.region",
            "The device enters or leaves a region that the app monitors.",
            .text("identifier", aboutIdentifier).withDefault("region"),
            .choice("crossing", "Whether it enters or leaves the region.").withDefault(.enter),
            make: { .region($0, $1) },
            content: { if case .region(let identifier, let crossing) = $0 { (identifier, crossing) } else { nil } }
        )
        .untried(because: unknownFromBehavior),
        .init("bluetooth.event", "A Bluetooth accessory has something for the app.", .bluetooth),
        .init(
            "voip.push",
            "A VoIP push arrives.",
            VoIPPush.fields,
            make: { .voipPush($0) },
            content: { if case .voipPush(let push) = $0 { push } else { nil } }
        ),
        .init(
            "urlSession.finish",
            "A background transfer ends now.",
            .text("identifier", aboutIdentifier),
            make: { .finishTransfer($0) },
            content: { if case .finishTransfer(let identifier) = $0 { identifier } else { nil } }
        ),
        .init(
            "system.wake",
            "A framework wakes the app, as HealthKit does. What is not given is as usual for the reason.",
            SystemWake.fields,
            make: { .systemWake($0) },
            content: { if case .systemWake(let wake) = $0 { wake } else { nil } }
        )
        .untried(because: unknownFromBehavior),
        .init(
            "liveActivity.pushToStart",
            "A push starts a Live Activity, and wakes the app for the token of its updates.",
            .text("identifier", aboutIdentifier),
            make: { .pushToStartLiveActivity($0) },
            content: { if case .pushToStartLiveActivity(let identifier) = $0 { identifier } else { nil } }
        )
        .untried(because: unknownFromBehavior),
        .init(
            "liveActivity.pushToEnd",
            "A push ends a Live Activity.",
            .text("identifier", aboutIdentifier),
            make: { .pushToEndLiveActivity($0) },
            content: { if case .pushToEndLiveActivity(let identifier) = $0 { identifier } else { nil } }
        )
        .untried(because: unknownFromBehavior),
        .init(
            "liveActivity.dismiss",
            "The user removes a Live Activity.",
            .text("identifier", aboutIdentifier),
            make: { .dismissLiveActivity($0) },
            content: { if case .dismissLiveActivity(let identifier) = $0 { identifier } else { nil } }
        )
        .untried(because: unknownFromBehavior),
    ])

    private static let unknownFromBehavior =
        "which regions, Live Activities and frameworks there are is not known from the app's behavior alone"
    private static let aboutIdentifier = "The identifier of the task, the transfer, the region or the Live Activity."
}

extension SystemWake {
    static let fields = Fields<SystemWake>(
        [
            FieldDescription(
                name: "reason",
                about: "The framework, or `systemWake` for any other; also the launch reason."
            ),
            FieldDescription(name: "callback", about: "What is called; as usual for the reason unless given."),
            FieldDescription(
                name: "limitSeconds",
                about:
                    "How long it holds the process at most; a rule says it unless given: `systemWakeSeconds` or `appIntentLimitSeconds`."
            ),
            FieldDescription(
                name: "launches",
                about:
                    "Whether an app that does not run is launched, and a suspended one resumed; as usual for the reason unless given."
            ),
            FieldDescription(
                name: "survivesForceQuit",
                about: "Whether that goes for an app that the user ended in the app switcher; as usual unless given."
            ),
        ],
        read: { fields throws(Rejection) in
            SystemWake(
                try fields.choice("reason", as: Reason.self),
                handler: try fields.optionalChoice("callback", as: Handler.self),
                limit: try fields.optionalSeconds("limitSeconds"),
                launches: try fields.optionalBool("launches"),
                survivesForceQuit: try fields.optionalBool("survivesForceQuit")
            )
        },
        write: { wake, output in
            output("reason", .text(wake.reason.rawValue))
            if let handler = wake.handler { output("callback", .text(handler.rawValue)) }
            if let limit = wake.limit { output("limitSeconds", .seconds(limit)) }
            if let launches = wake.launches { output("launches", .flag(launches)) }
            if let survives = wake.survivesForceQuit { output("survivesForceQuit", .flag(survives)) }
        }
    )
}
