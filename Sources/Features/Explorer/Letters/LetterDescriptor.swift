import LifecycleKernel
import WireFormat

/// What a search has to know of a type of event, or of an action, to try it: a row of a table.
///
/// The order of the rows is the order of simplicity: of two sequences that are as long, the one whose letters come first is
/// reported. A type that no row has is in `untried`, with the reason.
struct LetterDescriptor: Sendable {
    /// What a letter has besides its type.
    struct Form: Sendable {
        /// What tells it from others of the type; nil for nothing.
        var suffix: String?
        /// The fields of the event or the action, without its type and the app's identifier.
        var fields: [Value.Member] = []
    }

    /// The type of the event, or the action.
    let type: String
    let group: LetterGroup
    /// How likely it is in a walk.
    let weight: Int
    /// Whether it is an action of the target's code, and not an event.
    var isAction = false
    var namesTarget = true
    /// When it may be tried.
    var precondition = Letter.Guard.always
    /// For one about a window, its place among those of the target.
    var window: Int?
    /// Whether the app declares what it needs.
    var isDeclared: @Sendable (AppProfile) -> Bool = { _ in true }
    /// The letters of the type for an app; usually one.
    var forms: @Sendable (AppProfile) -> [Form] = { _ in [Form()] }

    /// The letters for an app, the simplest first: those that it declares something for, and those that are tried only when
    /// asked for.
    static func rows(for app: AppProfile) -> [Row] {
        table.flatMap { descriptor in
            descriptor.isDeclared(app) ? descriptor.forms(app).map { descriptor.row($0, app) } : []
        }
    }

    /// A letter of the table for an app.
    struct Row: Sendable {
        let descriptor: LetterDescriptor
        let name: String
        /// The event or the action.
        let value: Value
    }

    private func row(_ form: Form, _ app: AppProfile) -> Row {
        var members = [Value.Member(isAction ? "action" : "type", .string(type))]
        if namesTarget { members.append(Value.Member("bundleID", .string(app.bundleID.rawValue))) }
        return Row(
            descriptor: self,
            name: form.suffix.map { "\(type) \($0)" } ?? type,
            value: .object(members + form.fields)
        )
    }
}

extension LetterDescriptor {
    /// An event about the target.
    static func app(
        _ type: String,
        _ group: LetterGroup,
        _ weight: Int,
        _ fields: KeyValuePairs<String, Value> = [:],
        named suffix: String? = nil,
        if precondition: Letter.Guard = .always,
        in isDeclared: @escaping @Sendable (AppProfile) -> Bool = { _ in true }
    ) -> Self {
        let members = fields.map { Value.Member($0.key, $0.value) }
        return LetterDescriptor(
            type: type,
            group: group,
            weight: weight,
            precondition: precondition,
            isDeclared: isDeclared,
            forms: { _ in [Form(suffix: suffix, fields: members)] }
        )
    }

    /// An event of the whole device.
    static func device(
        _ type: String,
        _ group: LetterGroup,
        _ weight: Int,
        _ fields: KeyValuePairs<String, Value> = [:],
        named suffix: String? = nil,
        in isDeclared: @escaping @Sendable (AppProfile) -> Bool = { _ in true }
    ) -> Self {
        var descriptor = app(type, group, weight, fields, named: suffix, in: isDeclared)
        descriptor.namesTarget = false
        return descriptor
    }

    /// An action of the target's code.
    static func action(
        _ action: String,
        _ group: LetterGroup,
        _ weight: Int,
        _ fields: KeyValuePairs<String, Value>,
        if precondition: Letter.Guard,
        in isDeclared: @escaping @Sendable (AppProfile) -> Bool
    ) -> Self {
        var descriptor = app(action, group, weight, fields, if: precondition, in: isDeclared)
        descriptor.isAction = true
        return descriptor
    }

    /// The same with a letter for each of what an app declares.
    func each(_ forms: @escaping @Sendable (AppProfile) -> [Form]) -> Self {
        var descriptor = self
        descriptor.forms = forms
        return descriptor
    }
}

/// What letters have in common, and are asked for or left out by.
enum LetterGroup: String, CaseIterable, Sendable {
    case user, code, system, interrupt, memory, push, fetch, tasks, needs, calls, audio, wakes, payloads, windows
    case overlays, conditions, power, harsh

    /// Whether its letters are tried unless they are left out.
    var isDefault: Bool {
        switch self {
        case .user, .code, .system, .interrupt, .memory, .push, .fetch, .tasks, .needs, .calls, .audio, .wakes,
            .payloads, .windows:
            true
        case .overlays, .conditions, .power, .harsh: false
        }
    }
}

extension LetterDescriptor {
    /// The types of events and the actions that are no letters of their own, with the reason. An exploration may add each of
    /// them as a letter.
    static let untried: [String: String] = reasons.reduce(into: [:]) { table, row in
        for type in row.types { table[type] = row.reason }
    }

    private static let reasons: [(reason: String, types: [String])] = [
        (
            "what the app's code does: it is in the handlers of its behavior",
            [
                "beginBackgroundTask", "endBackgroundTask", "work", "save", "log", "setAlarm", "allocate", "free",
                "requestSceneSession", "destroySceneSession", "startActivity", "stopActivity", "showSensitiveContent",
                "hideSensitiveContent", "requestPermission", "registerForRemoteNotifications",
                "setMinimumBackgroundFetchInterval", "completeFetch", "holdFileLock", "releaseFileLock",
                "registerTask", "submitTaskRequest", "cancelTaskRequest", "completeTask", "reportProgress",
                "startTransfer", "completeURLSessionEvents", "playAudio", "stopAudio", "startLocation", "stopLocation",
                "monitorSignificantLocationChanges", "startLocationSession", "endLocationSession",
                "startNearbyInteraction", "stopNearbyInteraction", "scanBluetooth", "advertiseBluetooth",
                "requestLiveActivity", "endLiveActivity", "observeLiveActivities", "registerWake",
                "reportIncomingCall", "crash", "hang", "exit",
            ]
        ),
        ("it ends the app as app.changePermission does", ["device.changeLanguage"]),
        ("it goes through the same states as device.reboot, and changes the rules", ["device.upgradeOS"]),
        (
            "how the device is used decides when the system runs tasks, which backgroundTask.launch does",
            ["device.setIdle"]
        ),
        (
            "what happens for want of memory is tried: app.terminate, device.memoryWarning",
            ["device.allocateSystemMemory", "device.freeSystemMemory"]
        ),
        ("it is device.memoryWarning, for one app", ["app.memoryWarning"]),
        ("it is device.home, for one app", ["app.background"]),
        ("a prewarmed process does nothing before it is launched", ["app.prewarm"]),
        ("no callback of the app's delegates comes of it", ["app.coverView", "app.uncoverView"]),
        ("it is device.home, for one window", ["scene.background"]),
        ("it is backgroundTask.expire, by the user", ["backgroundTask.cancel"]),
        (
            "which regions, Live Activities and frameworks there are is not known from the app's behavior alone",
            [
                "location.region", "system.wake", "liveActivity.pushToStart", "liveActivity.pushToEnd",
                "liveActivity.dismiss",
            ]
        ),
        ("it has no effect on the life cycle", ["input.touch", "input.remoteControl"]),
    ]
}
