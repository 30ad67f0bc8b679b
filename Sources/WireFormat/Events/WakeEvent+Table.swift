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
        ),
        .init("location.update", "The device has a new location.", .locationUpdate),
        .init("location.significantChange", "The device has moved far.", .significantLocationChange),
        .init(
            "location.region",
            "The device enters a region that the app monitors.",
            .text("identifier", aboutIdentifier).withDefault("region"),
            make: { .region($0) },
            content: { if case .region(let identifier) = $0 { identifier } else { nil } }
        ),
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
        ),
        .init(
            "liveActivity.pushToStart",
            "A push starts a Live Activity, and wakes the app for the token of its updates.",
            .text("identifier", aboutIdentifier),
            make: { .pushToStartLiveActivity($0) },
            content: { if case .pushToStartLiveActivity(let identifier) = $0 { identifier } else { nil } }
        ),
        .init(
            "liveActivity.pushToEnd",
            "A push ends a Live Activity.",
            .text("identifier", aboutIdentifier),
            make: { .pushToEndLiveActivity($0) },
            content: { if case .pushToEndLiveActivity(let identifier) = $0 { identifier } else { nil } }
        ),
        .init(
            "liveActivity.dismiss",
            "The user removes a Live Activity.",
            .text("identifier", aboutIdentifier),
            make: { .dismissLiveActivity($0) },
            content: { if case .dismissLiveActivity(let identifier) = $0 { identifier } else { nil } }
        ),
    ])

    private static let aboutIdentifier = "The identifier of the task, the transfer, the region or the Live Activity."
}
