import LifecycleKernel

extension Action {
    /// What an app's code does to run in the background, or while it runs there.
    static let background: [CaseDescriptor<Action>] = fetching + tasks + modes

    private static let fetching: [CaseDescriptor<Action>] = [
        .init(
            "registerForRemoteNotifications",
            "`registerForRemoteNotifications()`.",
            .registerForRemoteNotifications
        ),
        .init(
            "setMinimumBackgroundFetchInterval",
            "`setMinimumBackgroundFetchInterval(_:)`.",
            .optionalSeconds("seconds", "How long; `backgroundFetchIntervalNever` unless given."),
            make: { .setMinimumBackgroundFetchInterval($0) },
            content: { if case .setMinimumBackgroundFetchInterval(let length) = $0 { .some(length) } else { nil } }
        ),
        .init(
            "completeFetch",
            "Calls the completion handler of a fetch, of a silent push, or of an observer query of HealthKit.",
            .choice("result", "What was fetched.").withDefault(.newData),
            .optionalSequence(
                "identifier",
                "The sequence of the callback that the handler was given with; unless given that of the callback it is "
                    + "called in, else the one that was given first."
            ),
            make: { .completeFetch($0, callback: $1) },
            content: { if case .completeFetch(let result, let callback) = $0 { (result, callback) } else { nil } }
        ),
        .init("holdFileLock", "Takes a lock on a file in a shared container.", .holdFileLock),
        .init("releaseFileLock", "Gives the lock back.", .releaseFileLock),
    ]

    private static let tasks: [CaseDescriptor<Action>] = [
        .init(
            "registerTask",
            "`BGTaskScheduler.register(forTaskWithIdentifier:using:launchHandler:)`.",
            .text("identifier", aboutIdentifier),
            .optionalChoice(
                "kind",
                "The kind of task, which decides how late it may be registered; unknown unless given."
            ),
            hasExpirationHandler,
            make: { .registerTask(identifier: $0, kind: $1, hasExpirationHandler: $2) },
            content: {
                guard case .registerTask(let identifier, let kind, let hasHandler) = $0 else { return nil }
                return (identifier, kind, hasHandler)
            }
        ),
        .init(
            "submitTaskRequest",
            "`BGTaskScheduler.submit(_:)`.",
            TaskRequest.fields,
            make: { .submitTaskRequest($0) },
            content: { if case .submitTaskRequest(let request) = $0 { request } else { nil } }
        ),
        .init(
            "cancelTaskRequest",
            "`BGTaskScheduler.cancel(taskRequestWithIdentifier:)`.",
            .text("identifier", aboutIdentifier),
            make: { .cancelTaskRequest(identifier: $0) },
            content: { if case .cancelTaskRequest(let identifier) = $0 { identifier } else { nil } }
        ),
        .init(
            "completeTask",
            "`BGTask.setTaskCompleted(success:)`.",
            .optionalText(
                "identifier",
                "The task; unless given that of the handler it is called in, else the one that runs longest."
            ),
            .flag("success", "Whether the task did what it was for.").withDefault(true),
            make: { .completeTask(identifier: $0, success: $1) },
            content: { if case .completeTask(let identifier, let success) = $0 { (identifier, success) } else { nil } }
        ),
        .init(
            "reportProgress",
            "`BGContinuedProcessingTask.progress`: what is done has grown.",
            .optionalText(
                "identifier",
                "The task; unless given that of the handler it is called in, else the one that runs longest."
            ),
            .optionalThousandths("fraction", "How much is done, from 0 to 1; only that there is more unless given."),
            make: { .reportProgress(identifier: $0, fraction: $1) },
            content: {
                guard case .reportProgress(let identifier, let fraction) = $0 else { return nil }
                return (identifier, fraction)
            }
        ),
        .init(
            "startTransfer",
            "Begins a transfer of a background `URLSession`.",
            TransferFields.fields,
            make: {
                .startTransfer(
                    identifier: $0.identifier,
                    bytes: $0.bytes,
                    lasting: $0.length,
                    kind: $0.kind,
                    isDiscretionary: $0.isDiscretionary,
                    taskDescription: $0.taskDescription
                )
            },
            content: {
                guard
                    case .startTransfer(
                        let identifier,
                        let bytes,
                        let length,
                        let kind,
                        let isDiscretionary,
                        let taskDescription
                    ) = $0
                else { return nil }
                return TransferFields(
                    identifier: identifier,
                    bytes: bytes,
                    length: length,
                    kind: kind,
                    isDiscretionary: isDiscretionary,
                    taskDescription: taskDescription
                )
            }
        ),
        .init(
            "startRequest",
            "Begins a request of a default `URLSession`; `requestCompletionHandler` is called with its answer or an error.",
            .text("identifier", aboutNetworkRequest),
            .bytes("bytes", "How many bytes.").withDefault(0),
            .seconds("seconds", "After how long the answer is complete."),
            .flag(
                "arrives",
                "Whether the server has the request as soon as it is sent; otherwise it has it with the answer only. True unless "
                    + "given."
            ).withDefault(true, isWritten: false),
            make: { .startRequest(identifier: $0, bytes: $1, lasting: $2, arrives: $3) },
            content: {
                guard case .startRequest(let identifier, let bytes, let length, let arrives) = $0 else { return nil }
                return (identifier, bytes, length, arrives)
            }
        ),
        .init(
            "cancelRequest",
            "`URLSessionTask.cancel()`, for the request that was begun first under an identifier.",
            .text("identifier", aboutNetworkRequest),
            make: { .cancelRequest(identifier: $0) },
            content: { if case .cancelRequest(let identifier) = $0 { identifier } else { nil } }
        ),
        .init(
            "completeURLSessionEvents",
            "Calls the completion handler of the events of a background `URLSession`.",
            .optionalText("identifier", "The session; unless given the one whose events came first."),
            make: { .completeURLSessionEvents(identifier: $0) },
            content: { if case .completeURLSessionEvents(let identifier) = $0 { .some(identifier) } else { nil } }
        ),
    ]

    /// How far apart locations may be, up to more than the circumference of the earth.
    private static let meters: ClosedRange<Int64> = 0...100_000_000
    private static let aboutNetworkRequest = "What the app calls the request."
    private static let aboutLiveActivity = "What the app calls the Live Activity."

    private static let modes: [CaseDescriptor<Action>] = [
        .init("playAudio", "Plays audio.", .playAudio),
        .init("stopAudio", "Stops playing audio.", .stopAudio),
        .init(
            "startLocation",
            "`startUpdatingLocation()`.",
            .optionalCount(
                "desiredAccuracyMeters",
                "`desiredAccuracy`, in metres; the best unless given.",
                in: meters
            ),
            .optionalCount(
                "distanceFilterMeters",
                "`distanceFilter`, in metres; none unless given.",
                in: meters
            ),
            .flag("showsIndicator", "`showsBackgroundLocationIndicator`; false unless given.")
                .withDefault(false, isWritten: false),
            make: { accuracy, distance, showsIndicator in
                let request = LocationRequest(
                    desiredAccuracyMeters: accuracy,
                    distanceFilterMeters: distance,
                    showsIndicator: showsIndicator
                )
                return .startLocation(request == LocationRequest() ? nil : request)
            },
            content: {
                guard case .startLocation(let given) = $0 else { return nil }
                let request = given ?? LocationRequest()
                return (request.desiredAccuracyMeters, request.distanceFilterMeters, request.showsIndicator)
            }
        ),
        .init("stopLocation", "`stopUpdatingLocation()`.", .stopLocation),
        .init(
            "monitorSignificantLocationChanges",
            "`startMonitoringSignificantLocationChanges()`.",
            .monitorSignificantLocationChanges
        ),
        .init(
            "startLocationSession",
            "Creates a session of Core Location, or takes again the one that an earlier process held.",
            .choice("session", "`CLBackgroundActivitySession` or `CLServiceSession` for always."),
            make: { .startLocationSession($0) },
            content: { if case .startLocationSession(let session) = $0 { session } else { nil } }
        ),
        .init(
            "endLocationSession",
            "`invalidate()` of a session of Core Location.",
            .choice("session", "The session."),
            make: { .endLocationSession($0) },
            content: { if case .endLocationSession(let session) = $0 { session } else { nil } }
        ),
        .init("startNearbyInteraction", "`NISession.run(_:)`.", .startNearbyInteraction),
        .init("stopNearbyInteraction", "`NISession.invalidate()`.", .stopNearbyInteraction),
        .init(
            "scanBluetooth",
            "Looks for Bluetooth peripherals.",
            restoreIdentifier,
            make: { .scanBluetooth(restoreIdentifier: $0) },
            content: { if case .scanBluetooth(let identifier) = $0 { identifier } else { nil } }
        ),
        .init(
            "advertiseBluetooth",
            "Advertises itself as a Bluetooth peripheral.",
            restoreIdentifier,
            make: { .advertiseBluetooth(restoreIdentifier: $0) },
            content: { if case .advertiseBluetooth(let identifier) = $0 { identifier } else { nil } }
        ),
        .init(
            "requestLiveActivity",
            "`Activity.request(attributes:content:pushType:)`; the Info.plist needs `NSSupportsLiveActivities`.",
            .text("identifier", aboutLiveActivity),
            make: { .requestLiveActivity(identifier: $0) },
            content: { if case .requestLiveActivity(let identifier) = $0 { identifier } else { nil } }
        ),
        .init(
            "endLiveActivity",
            "`Activity.end(_:dismissalPolicy:)`.",
            .text("identifier", aboutLiveActivity),
            make: { .endLiveActivity(identifier: $0) },
            content: { if case .endLiveActivity(let identifier) = $0 { identifier } else { nil } }
        ),
        .init(
            "observeLiveActivities",
            "Iterates `Activity.activities` and `Activity.activityUpdates`: finds those that earlier processes have left.",
            .observeLiveActivities
        ),
        .init(
            "registerWake",
            "Registers with a framework that may wake the app; heard only in a process that has, by the end of its launch.",
            .choice("reason", "The framework."),
            make: { .registerWake($0) },
            content: { if case .registerWake(let reason) = $0 { reason } else { nil } }
        ),
        .init(
            "reportIncomingCall",
            "`CXProvider.reportNewIncomingCall`.",
            .optionalFlag("hasVideo", "`CXCallUpdate.hasVideo`; false unless given."),
            make: { $0 == true ? .reportIncomingVideoCall : .reportIncomingCall },
            content: { $0 == .reportIncomingCall ? .some(nil) : $0 == .reportIncomingVideoCall ? .some(true) : nil }
        ),
    ]

    private static var restoreIdentifier: Fields<String?> {
        .optionalText(
            "restoreIdentifier",
            "The restore identifier, under which the system may wake the app again."
        )
    }
}

extension TaskRequest {
    /// The fields of a request for time in the background.
    static let fields = Fields<TaskRequest>(
        [
            FieldDescription(name: "identifier", about: Action.aboutIdentifier),
            FieldDescription(name: "kind", about: "What kind of time is asked for."),
            FieldDescription(name: "earliestBeginAfterSeconds", about: "How long it waits at least."),
            FieldDescription(name: "requiresNetworkConnectivity", about: "Whether it waits for a network."),
            FieldDescription(name: "requiresExternalPower", about: "Whether it waits for a charger."),
            FieldDescription(
                name: "strategy",
                about:
                    "Whether continued processing that cannot run at once waits, or is refused; it waits unless given."
            ),
            FieldDescription(
                name: "requiresGPU",
                about:
                    "Whether continued processing uses the graphics processor, for which the app needs an entitlement."
            ),
        ],
        read: { fields throws(Rejection) in try TaskRequest(reading: &fields) },
        write: { $0.write(to: $1) }
    )

    private init(reading fields: inout FieldReader) throws(Rejection) {
        self.init(
            identifier: try fields.string("identifier"),
            kind: try fields.choice("kind", as: Kind.self),
            earliestBeginAfter: try fields.seconds("earliestBeginAfterSeconds", orElse: 0),
            requiresNetworkConnectivity: try fields.bool("requiresNetworkConnectivity", orElse: false),
            requiresExternalPower: try fields.bool("requiresExternalPower", orElse: false),
            strategy: try fields.optionalChoice("strategy", as: Strategy.self),
            requiresGPU: try fields.bool("requiresGPU", orElse: false)
        )
    }

    private func write(to output: FieldOutput) {
        output("identifier", .text(identifier))
        output("kind", .text(kind.rawValue))
        if earliestBeginAfter > 0 { output("earliestBeginAfterSeconds", .seconds(earliestBeginAfter)) }
        if requiresNetworkConnectivity { output("requiresNetworkConnectivity", .flag(true)) }
        if requiresExternalPower { output("requiresExternalPower", .flag(true)) }
        if let strategy { output("strategy", .text(strategy.rawValue)) }
        if requiresGPU { output("requiresGPU", .flag(true)) }
    }
}

/// The fields of the action that begins a transfer of a background `URLSession`.
struct TransferFields: Sendable {
    var identifier: String
    var bytes: ByteCount
    var length: Milliseconds
    var kind: TransferKind?
    var isDiscretionary: Bool
    var taskDescription: String?
}

extension TransferFields {
    /// How they are read and written.
    static let fields = Fields<TransferFields>(
        [
            FieldDescription(name: "identifier", about: "The identifier of the session."),
            FieldDescription(name: "bytes", about: "How many bytes."),
            FieldDescription(name: "seconds", about: "How long."),
            FieldDescription(
                name: "kind",
                about: "Whether it is a download, of which the delegate hears before it is complete, or an upload."
            ),
            FieldDescription(
                name: "discretionary",
                about: "Whether the system waits for Wi-Fi and power; not unless told otherwise."
            ),
            FieldDescription(
                name: "taskDescription",
                about: "What tells the transfer from others of its session, in callbacks and verdicts."
            ),
        ],
        read: { fields throws(Rejection) in try TransferFields(reading: &fields) },
        write: { $0.write(to: $1) }
    )

    private init(reading fields: inout FieldReader) throws(Rejection) {
        self.init(
            identifier: try fields.string("identifier"),
            bytes: try fields.bytes("bytes", orElse: 0),
            length: try fields.seconds("seconds"),
            kind: try fields.optionalChoice("kind", as: TransferKind.self),
            isDiscretionary: try fields.bool("discretionary", orElse: false),
            taskDescription: try fields.optionalString("taskDescription")
        )
    }

    private func write(to output: FieldOutput) {
        output("identifier", .text(identifier))
        output("bytes", .integer(bytes.count))
        output("seconds", .seconds(length))
        if let kind { output("kind", .text(kind.rawValue)) }
        if isDiscretionary { output("discretionary", .flag(true)) }
        if let taskDescription { output("taskDescription", .text(taskDescription)) }
    }
}
