/// What an app's own code does: from outside, in a behaviour, or when an attached app returns from a callback.
public enum Action: Hashable, Codable, Sendable {
    /// `beginBackgroundTask(withName:expirationHandler:)`; `endsAfter` lets the app's code end it by itself.
    case beginBackgroundTask(name: String, endsAfter: Milliseconds?, hasExpirationHandler: Bool)
    /// `endBackgroundTask(_:)`, for the task with a number, or else for the oldest task with a name.
    case endBackgroundTask(name: String?, number: AssertionID? = nil)
    /// Uses the processor.
    case work(cpu: Milliseconds)
    /// Unsaved changes appear.
    case edit(count: Int, scene: SceneID?)
    /// Unsaved changes are saved; all of them unless a count is given.
    case save(count: Int?)
    case log(message: String)
    case allocate(bytes: ByteCount)
    case free(bytes: ByteCount)
    /// `requestSceneSessionActivation`: a new window, or an existing session brought to the front.
    case requestSceneSession(scene: SceneID?, userActivity: String?)
    /// `requestSceneSessionDestruction`.
    case destroySceneSession(scene: SceneID)
    case startActivity(name: String, Activity)
    case stopActivity(name: String)
    /// From now on the screen shows sensitive content, such as a password or a bank account.
    case showSensitiveContent
    case hideSensitiveContent
    /// Asks the user for a permission, such as `camera`: the system's alert lies over the app until it is dismissed.
    case requestPermission(String)
    case registerForRemoteNotifications
    /// `setMinimumBackgroundFetchInterval(_:)`; nil is `UIApplication.backgroundFetchIntervalNever`.
    case setMinimumBackgroundFetchInterval(Milliseconds?)
    /// Calls the completion handler of a silent push or a fetch: that of the callback with this record; without a
    /// record, that of the handler in flight or, if it has none, the oldest.
    case completeFetch(FetchResult, callback: SequenceNumber? = nil)
    case holdFileLock
    case releaseFileLock
    /// `BGTaskScheduler.register(forTaskWithIdentifier:using:launchHandler:)`; the kind decides how late the app may
    /// call it.
    case registerTask(identifier: String, kind: TaskRequest.Kind? = nil, hasExpirationHandler: Bool)
    /// `BGTaskScheduler.submit(_:)`.
    case submitTaskRequest(TaskRequest)
    case cancelTaskRequest(identifier: String)
    /// `BGTask.setTaskCompleted(success:)`, for the named task; without a name, for that of the handler in flight or,
    /// outside of such handlers, for the task that has run longest.
    case completeTask(identifier: String? = nil, success: Bool)
    /// `BGContinuedProcessingTask.progress`, in thousandths; nil if the app only says that it went on.
    case reportProgress(identifier: String? = nil, fraction: Int? = nil)
    /// A transfer of a background `URLSession`; `lasting` is how long it takes with a network, and the description tells it
    /// from others of its session.
    case startTransfer(
        identifier: String,
        bytes: ByteCount,
        lasting: Milliseconds,
        kind: TransferKind? = nil,
        isDiscretionary: Bool = false,
        taskDescription: String? = nil
    )
    /// A request of a default `URLSession`; `lasting` is how long it takes until its answer is complete; `arrives` says
    /// whether the server has the request at once or only then.
    case startRequest(identifier: String, bytes: ByteCount, lasting: Milliseconds, arrives: Bool = true)
    /// `URLSessionTask.cancel()`, for the request that was begun first under an identifier.
    case cancelRequest(identifier: String)
    /// Calls the completion handler for the events of a background URL session: of the named session, or the oldest.
    case completeURLSessionEvents(identifier: String? = nil)
    /// Sets one of the app's own timers, one for each clock of a process, or cancels them. They do not fire while the
    /// process is suspended; one that was due then fires when the process resumes.
    case setAlarm(AlarmTime?)
    case playAudio
    case stopAudio
    /// `startUpdatingLocation()`; nil for the best accuracy without a distance filter.
    case startLocation(LocationRequest? = nil)
    case stopLocation
    case monitorSignificantLocationChanges
    /// `CLBackgroundActivitySession()` or `CLServiceSession(authorization: .always)`; each process has to call it soon
    /// after its launch.
    case startLocationSession(LocationSession)
    /// `invalidate()`.
    case endLocationSession(LocationSession)
    /// `NISession.run(_:)`.
    case startNearbyInteraction
    /// `NISession.invalidate()`.
    case stopNearbyInteraction
    case scanBluetooth(restoreIdentifier: String?)
    case advertiseBluetooth(restoreIdentifier: String?)
    /// Registers with a framework that may wake the app. Each process has to register by the end of its launch.
    case registerWake(SystemWake.Reason)
    /// `Activity.request(attributes:content:pushType:)`.
    case requestLiveActivity(identifier: String)
    /// `Activity.end(_:dismissalPolicy:)`.
    case endLiveActivity(identifier: String)
    /// Iterates `Activity.activities` and `Activity.activityUpdates`; each process has to do so by the end of its
    /// launch.
    case observeLiveActivities
    /// `CXProvider.reportNewIncomingCall`.
    case reportIncomingCall
    /// The same with `CXCallUpdate.hasVideo`.
    case reportIncomingVideoCall
    /// The code fails. The message is what the exception says; the signature is what tells it from others, such as its name
    /// and the place where it was raised.
    case crash(CrashException, message: String? = nil, signature: String? = nil)
    /// Never returns: from here on the main thread hangs.
    case hang
    /// `exit(0)`.
    case exit
}

/// Something that an app does by itself over a length of time.
public enum Activity: String, CaseIterable, Codable, Sendable {
    case timer, animation, video, game, request, queue, rendering
}

/// When an app's own timer fires.
public enum AlarmTime: Hashable, Codable, Sendable {
    /// By the wall clock, as `asyncAfter(wallDeadline:)`.
    case at(Instant)
    /// By the uptime clock, as `Timer` and `asyncAfter(deadline:)`.
    case after(Milliseconds)
}

/// What an app says it fetched, as `UIBackgroundFetchResult` names it.
public enum FetchResult: String, CaseIterable, Codable, Sendable {
    case newData, noData, failed
}
