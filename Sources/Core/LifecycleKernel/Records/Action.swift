/// What an app's own code does: from outside, in a behaviour, or when an attached app returns from a callback.
public enum Action: Hashable, Codable, Sendable {
    /// `beginBackgroundTask(withName:expirationHandler:)`; `endsAfter` lets the app's code end it by itself.
    case beginBackgroundTask(name: String, endsAfter: Milliseconds?, hasExpirationHandler: Bool)
    /// `endBackgroundTask(_:)` for the task of a number, or else for the one begun first under a name.
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
    /// What is on screen from now on is for the user's eyes only: a password, a bank account.
    case showSensitiveContent
    case hideSensitiveContent
    /// Asks the user for a permission, such as `camera`: the system's alert lies over the app until it is dismissed.
    case requestPermission(String)
    case registerForRemoteNotifications
    /// `setMinimumBackgroundFetchInterval(_:)`; nil is `UIApplication.backgroundFetchIntervalNever`.
    case setMinimumBackgroundFetchInterval(Milliseconds?)
    /// The completion handler of a silent push or a fetch: of the callback whose record has this sequence, of that of the
    /// handler in flight, or the one that was given first.
    case completeFetch(FetchResult, callback: SequenceNumber? = nil)
    case holdFileLock
    case releaseFileLock
    /// `BGTaskScheduler.register(forTaskWithIdentifier:using:launchHandler:)`; the kind decides how late it may come.
    case registerTask(identifier: String, kind: TaskRequest.Kind? = nil, hasExpirationHandler: Bool)
    /// `BGTaskScheduler.submit(_:)`.
    case submitTaskRequest(TaskRequest)
    case cancelTaskRequest(identifier: String)
    /// `BGTask.setTaskCompleted(success:)`, for the task named, for that of the handler in flight, or for the one that
    /// runs longest.
    case completeTask(identifier: String? = nil, success: Bool)
    /// `BGContinuedProcessingTask.progress`, in thousandths; nil where only that there is more.
    case reportProgress(identifier: String? = nil, fraction: Int? = nil)
    /// A transfer of a background `URLSession`; `lasting` is how long it takes with a network.
    case startTransfer(
        identifier: String,
        bytes: ByteCount,
        lasting: Milliseconds,
        kind: TransferKind? = nil,
        isDiscretionary: Bool = false
    )
    /// The completion handler of the events of a background URL session: of the one named, or the one that was given first.
    case completeURLSessionEvents(identifier: String? = nil)
    /// Sets the app's own timer, one for a process, or cancels it. It is not fired while the process is suspended, and late
    /// when that resumes.
    case setAlarm(AlarmTime?)
    case playAudio
    case stopAudio
    case startLocation
    case stopLocation
    case monitorSignificantLocationChanges
    /// `CLBackgroundActivitySession()` or `CLServiceSession(authorization: .always)`; each process has to, at once after its
    /// launch.
    case startLocationSession(LocationSession)
    /// `invalidate()`.
    case endLocationSession(LocationSession)
    /// `NISession.run(_:)`.
    case startNearbyInteraction
    /// `NISession.invalidate()`.
    case stopNearbyInteraction
    case scanBluetooth(restoreIdentifier: String?)
    case advertiseBluetooth(restoreIdentifier: String?)
    /// Registers with a framework that may wake the app; each process has to, by the end of its launch.
    case registerWake(SystemWake.Reason)
    /// `Activity.request(attributes:content:pushType:)`.
    case requestLiveActivity(identifier: String)
    /// `Activity.end(_:dismissalPolicy:)`.
    case endLiveActivity(identifier: String)
    /// Iterates `Activity.activities` and `Activity.activityUpdates`; each process has to, by the end of its launch.
    case observeLiveActivities
    /// `CXProvider.reportNewIncomingCall`.
    case reportIncomingCall
    /// The same with `CXCallUpdate.hasVideo`.
    case reportIncomingVideoCall
    case crash(CrashException)
    /// Never returns: the main thread stands still from here on.
    case hang
    /// `exit(0)`.
    case exit
}

/// What an app does over a length of time, on its own.
public enum Activity: String, CaseIterable, Codable, Sendable {
    case timer, animation, video, game, request, queue, rendering
}

/// When an app's own timer fires.
public enum AlarmTime: Hashable, Codable, Sendable {
    case at(Instant)
    case after(Milliseconds)
}

/// What an app says it fetched, as `UIBackgroundFetchResult` names it.
public enum FetchResult: String, CaseIterable, Codable, Sendable {
    case newData, noData, failed
}
