import LifecycleKernel

extension AppEvent {
    /// The types of events of one app, as the field `type` names them.
    enum TypeName: String, CaseIterable {
        case launch = "app.launch"
        case continueActivity = "app.continueActivity"
        case performShortcut = "app.performShortcut"
        case tapNotification = "app.tapNotification"
        case forceQuit = "app.forceQuit"
        case crash = "app.crash"
        case terminate = "app.terminate"
        case suspend = "app.suspend"
        case prewarm = "app.prewarm"
        case background = "app.background"
        case changePermission = "app.changePermission"
        case changeSettings = "app.changeSettings"
        case presentAlert = "app.presentAlert"
        case dismissAlert = "app.dismissAlert"
        case presentShareSheet = "app.presentShareSheet"
        case dismissShareSheet = "app.dismissShareSheet"
    }

    /// The type of this event.
    var typeName: TypeName {
        switch self {
        case .launch: .launch
        case .continueActivity: .continueActivity
        case .performShortcut: .performShortcut
        case .tapNotification: .tapNotification
        case .forceQuit: .forceQuit
        case .crash: .crash
        case .terminate: .terminate
        case .suspend: .suspend
        case .prewarm: .prewarm
        case .background: .background
        case .changePermission: .changePermission
        case .changeSettings: .changeSettings
        case .presentAlert: .presentAlert
        case .dismissAlert: .dismissAlert
        case .presentShareSheet: .presentShareSheet
        case .dismissShareSheet: .dismissShareSheet
        }
    }

    /// How many arguments a launch may have.
    private static let argumentCount = 0...64
    /// How long an argument may be, in bytes of UTF-8.
    private static let argumentLength = 0...8_192

    /// Reads the fields of an event of a known type.
    init(_ type: TypeName, reading fields: inout FieldReader) throws(Rejection) {
        switch type {
        case .launch:
            let arguments = try fields.strings("arguments", count: Self.argumentCount, length: Self.argumentLength)
            self = .launch(arguments: arguments)
        case .continueActivity:
            let activityType = try fields.string("activityType")
            let webpageURL = try fields.optionalString("webpageURL", length: FieldReader.textLength)
            self = .continueActivity(activityType: activityType, webpageURL: webpageURL)
        case .performShortcut:
            self = .performShortcut(shortcutType: try fields.string("shortcutType"))
        case .tapNotification:
            let notificationID = try fields.optionalString("notificationID")
            let actionIdentifier = try fields.optionalString("actionIdentifier")
            self = .tapNotification(
                notificationID: notificationID,
                actionIdentifier: actionIdentifier,
                foreground: try fields.bool("foreground", orElse: false)
            )
        case .forceQuit: self = .forceQuit
        case .crash:
            let exception = try fields.choice("exception", as: CrashException.self)
            self = .crash(exception, message: try fields.optionalString("message", length: FieldReader.textLength))
        case .terminate: self = .terminate(try fields.choice("cause", as: TerminationCause.self))
        case .suspend: self = .suspend
        case .prewarm: self = .prewarm
        case .background: self = .background
        case .changePermission: self = .changePermission(try fields.string("permission"))
        case .changeSettings: self = .changeSettings(try fields.strings("keys", count: 0...64, length: 1...256))
        case .presentAlert: self = .presentAlert
        case .dismissAlert: self = .dismissAlert
        case .presentShareSheet: self = .presentShareSheet
        case .dismissShareSheet: self = .dismissShareSheet
        }
    }

    /// Puts the fields after the type and the app.
    func writeFields(to sink: inout some FieldSink) {
        switch self {
        case .launch(let arguments):
            if !arguments.isEmpty { sink.put("arguments", strings: arguments) }
        case .continueActivity(let activityType, let webpageURL):
            sink.put("activityType", activityType)
            if let webpageURL { sink.put("webpageURL", webpageURL) }
        case .performShortcut(let shortcutType):
            sink.put("shortcutType", shortcutType)
        case .tapNotification(let notificationID, let actionIdentifier, let foreground):
            if let notificationID { sink.put("notificationID", notificationID) }
            if let actionIdentifier { sink.put("actionIdentifier", actionIdentifier) }
            if foreground { sink.put("foreground", true) }
        case .crash(let exception, let message):
            sink.put("exception", exception.rawValue)
            if let message { sink.put("message", message) }
        case .terminate(let cause): sink.put("cause", cause.rawValue)
        case .changePermission(let permission): sink.put("permission", permission)
        case .changeSettings(let keys): sink.put("keys", strings: keys)
        case .forceQuit, .suspend, .prewarm, .background, .presentAlert, .dismissAlert, .presentShareSheet,
            .dismissShareSheet:
            break
        }
    }
}
