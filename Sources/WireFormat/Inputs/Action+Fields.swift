import LifecycleKernel

// An action is an object with `action` and the fields of that action.
extension Action: FieldWritable {
    /// The names of the actions, as the field `action` gives them.
    enum Name: String, CaseIterable {
        case beginBackgroundTask, endBackgroundTask, work, edit, save, log, allocate, free
        case requestSceneSession, destroySceneSession, startActivity, stopActivity, showSensitiveContent
        case hideSensitiveContent, registerForRemoteNotifications
        case setMinimumBackgroundFetchInterval, completeFetch, holdFileLock, releaseFileLock, registerTask
        case submitTaskRequest, cancelTaskRequest, completeTask, startTransfer, completeURLSessionEvents
        case playAudio, stopAudio, startLocation, stopLocation, monitorSignificantLocationChanges
        case scanBluetooth, advertiseBluetooth, reportIncomingCall, crash, hang, exit
    }

    /// Every action's name, as the field `action` gives them.
    public static let knownNames: [String] = Name.allCases.map(\.rawValue)

    /// The name of this action, as the field `action` gives it.
    public var actionName: String { name.rawValue }

    private var name: Name {
        switch self {
        case .beginBackgroundTask: .beginBackgroundTask
        case .endBackgroundTask: .endBackgroundTask
        case .work: .work
        case .edit: .edit
        case .save: .save
        case .log: .log
        case .allocate: .allocate
        case .free: .free
        case .requestSceneSession: .requestSceneSession
        case .destroySceneSession: .destroySceneSession
        case .startActivity: .startActivity
        case .stopActivity: .stopActivity
        case .showSensitiveContent: .showSensitiveContent
        case .hideSensitiveContent: .hideSensitiveContent
        case .registerForRemoteNotifications: .registerForRemoteNotifications
        case .setMinimumBackgroundFetchInterval: .setMinimumBackgroundFetchInterval
        case .completeFetch: .completeFetch
        case .holdFileLock: .holdFileLock
        case .releaseFileLock: .releaseFileLock
        case .registerTask: .registerTask
        case .submitTaskRequest: .submitTaskRequest
        case .cancelTaskRequest: .cancelTaskRequest
        case .completeTask: .completeTask
        case .startTransfer: .startTransfer
        case .completeURLSessionEvents: .completeURLSessionEvents
        case .playAudio: .playAudio
        case .stopAudio: .stopAudio
        case .startLocation: .startLocation
        case .stopLocation: .stopLocation
        case .monitorSignificantLocationChanges: .monitorSignificantLocationChanges
        case .scanBluetooth: .scanBluetooth
        case .advertiseBluetooth: .advertiseBluetooth
        case .reportIncomingCall: .reportIncomingCall
        case .crash: .crash
        case .hang: .hang
        case .exit: .exit
        }
    }

    /// Reads an action from an object.
    ///
    /// - Throws: `unknown-action` with the actions there are; what is wrong with a field.
    public init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        try self.init(reading: &fields)
        try fields.finish()
    }

    /// Reads an action from an object that is open already and may have other fields.
    public init(reading fields: inout FieldReader) throws(Rejection) {
        let text = try fields.string("action")
        guard let name = Name(rawValue: text) else {
            throw Rejection(
                .unknownAction,
                "There is no action \(text.quotedBriefly).\(Self.knownNames.suggestion(for: text))",
                field: fields.path(of: "action"),
                accepted: Self.knownNames
            )
        }
        try self.init(name, reading: &fields)
    }

    /// How long the name of a background task may be, in bytes of UTF-8; a task may go without one.
    private static let taskNameLength = 0...256
    /// How many changes may be made or saved at once.
    private static let changeCount: ClosedRange<Int64> = 1...1_000_000_000

    private init(_ name: Name, reading fields: inout FieldReader) throws(Rejection) {
        switch name {
        case .beginBackgroundTask:
            self = .beginBackgroundTask(
                name: try fields.string("name", length: Self.taskNameLength),
                endsAfter: try fields.optionalSeconds("endsAfterSeconds"),
                hasExpirationHandler: try fields.bool("hasExpirationHandler", orElse: true)
            )
        case .endBackgroundTask:
            self = .endBackgroundTask(name: try fields.string("name", length: Self.taskNameLength))
        case .work: self = .work(cpu: try fields.seconds("cpuSeconds"))
        case .edit:
            let count = try fields.integer("count", in: Self.changeCount, orElse: 1)
            self = .edit(count: Int(count), scene: try fields.optionalScene())
        case .save: self = .save(count: try fields.optionalInteger("count", in: Self.changeCount).map { Int($0) })
        case .log: self = .log(message: try fields.string("message", length: FieldReader.textLength))
        case .allocate: self = .allocate(bytes: try fields.integer("bytes", in: FieldReader.byteSizes))
        case .free: self = .free(bytes: try fields.integer("bytes", in: FieldReader.byteSizes))
        case .requestSceneSession:
            let scene = try fields.optionalScene()
            self = .requestSceneSession(scene: scene, userActivity: try fields.optionalString("userActivity"))
        case .destroySceneSession: self = .destroySceneSession(scene: try fields.scene())
        case .showSensitiveContent: self = .showSensitiveContent
        case .hideSensitiveContent: self = .hideSensitiveContent
        case .startActivity, .stopActivity, .registerForRemoteNotifications, .setMinimumBackgroundFetchInterval,
            .completeFetch, .holdFileLock, .releaseFileLock, .registerTask, .submitTaskRequest, .cancelTaskRequest,
            .completeTask, .startTransfer, .completeURLSessionEvents, .playAudio, .stopAudio, .startLocation,
            .stopLocation, .monitorSignificantLocationChanges, .scanBluetooth, .advertiseBluetooth,
            .reportIncomingCall:
            try self.init(background: name, reading: &fields)
        case .crash: self = .crash(try fields.choice("exception", as: CrashException.self))
        case .hang: self = .hang
        case .exit: self = .exit
        }
    }

    /// Reads what an app does about its time in the background.
    private init(background name: Name, reading fields: inout FieldReader) throws(Rejection) {
        switch name {
        case .startActivity:
            let label = try fields.string("name")
            self = .startActivity(name: label, try fields.choice("activity", as: Activity.self))
        case .stopActivity: self = .stopActivity(name: try fields.string("name"))
        case .setMinimumBackgroundFetchInterval:
            self = .setMinimumBackgroundFetchInterval(try fields.seconds("seconds"))
        case .completeFetch: self = .completeFetch(try fields.choice("result", orElse: .newData))
        case .holdFileLock: self = .holdFileLock
        case .releaseFileLock: self = .releaseFileLock
        case .registerTask:
            self = .registerTask(
                identifier: try fields.string("identifier"),
                kind: try fields.optionalChoice("kind", as: TaskRequest.Kind.self),
                hasExpirationHandler: try fields.bool("hasExpirationHandler", orElse: true)
            )
        case .submitTaskRequest: self = .submitTaskRequest(try TaskRequest(reading: &fields))
        case .cancelTaskRequest: self = .cancelTaskRequest(identifier: try fields.string("identifier"))
        case .completeTask:
            let identifier = try fields.optionalString("identifier")
            self = .completeTask(identifier: identifier, success: try fields.bool("success", orElse: true))
        case .startTransfer:
            self = .startTransfer(
                identifier: try fields.string("identifier"),
                bytes: try fields.integer("bytes", in: FieldReader.byteSizes, orElse: 0),
                lasting: try fields.seconds("seconds")
            )
        case .completeURLSessionEvents: self = .completeURLSessionEvents
        case .playAudio: self = .playAudio
        case .stopAudio: self = .stopAudio
        case .startLocation: self = .startLocation
        case .stopLocation: self = .stopLocation
        case .monitorSignificantLocationChanges: self = .monitorSignificantLocationChanges
        case .scanBluetooth: self = .scanBluetooth(restoreIdentifier: try fields.optionalString("restoreIdentifier"))
        case .advertiseBluetooth:
            self = .advertiseBluetooth(restoreIdentifier: try fields.optionalString("restoreIdentifier"))
        case .reportIncomingCall: self = .reportIncomingCall
        default: self = .registerForRemoteNotifications
        }
    }

    /// Puts `action` and the fields of that action.
    public func write(to sink: inout some FieldSink) {
        sink.put("action", actionName)
        switch self {
        case .beginBackgroundTask(let name, let endsAfter, let hasExpirationHandler):
            sink.put("name", name)
            if let endsAfter { sink.put("endsAfterSeconds", seconds: endsAfter) }
            if !hasExpirationHandler { sink.put("hasExpirationHandler", false) }
        case .endBackgroundTask(let name): sink.put("name", name)
        case .work(let cpu): sink.put("cpuSeconds", seconds: cpu)
        case .edit(let count, let scene):
            sink.put("count", Int64(count))
            sink.put("sceneID", scene: scene)
        case .save(let count):
            if let count { sink.put("count", Int64(count)) }
        case .log(let message): sink.put("message", message)
        case .allocate(let bytes), .free(let bytes): sink.put("bytes", bytes)
        case .requestSceneSession(let scene, let userActivity):
            sink.put("sceneID", scene: scene)
            if let userActivity { sink.put("userActivity", userActivity) }
        case .destroySceneSession(let scene): sink.put("sceneID", scene: scene)
        case .startActivity(let name, let activity):
            sink.put("name", name)
            sink.put("activity", activity.rawValue)
        case .stopActivity(let name): sink.put("name", name)
        case .setMinimumBackgroundFetchInterval(let interval): sink.put("seconds", seconds: interval)
        case .completeFetch(let result): sink.put("result", result.rawValue)
        case .registerTask(let identifier, let kind, let hasExpirationHandler):
            sink.put("identifier", identifier)
            if let kind { sink.put("kind", kind.rawValue) }
            if !hasExpirationHandler { sink.put("hasExpirationHandler", false) }
        case .submitTaskRequest(let request): request.write(to: &sink)
        case .cancelTaskRequest(let identifier): sink.put("identifier", identifier)
        case .completeTask(let identifier, let success):
            if let identifier { sink.put("identifier", identifier) }
            sink.put("success", success)
        case .startTransfer(let identifier, let bytes, let length):
            sink.put("identifier", identifier)
            sink.put("bytes", bytes)
            sink.put("seconds", seconds: length)
        case .scanBluetooth(let identifier), .advertiseBluetooth(let identifier):
            if let identifier { sink.put("restoreIdentifier", identifier) }
        case .crash(let exception): sink.put("exception", exception.rawValue)
        case .registerForRemoteNotifications, .holdFileLock, .releaseFileLock, .completeURLSessionEvents, .playAudio,
            .stopAudio, .startLocation, .stopLocation, .monitorSignificantLocationChanges, .reportIncomingCall, .hang,
            .showSensitiveContent, .hideSensitiveContent, .exit:
            break
        }
    }
}
