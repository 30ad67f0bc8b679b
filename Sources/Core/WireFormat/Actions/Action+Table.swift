import LifecycleKernel

// An action is an object with `action` and the fields of that action.
extension Action: FieldWritable {
    /// Every action: its name, what it means, and its own fields.
    package static let descriptions: [InputDescription] = table.descriptions

    /// Every action's name, as the field `action` gives them.
    package static let knownNames: [String] = descriptions.map(\.name)

    /// The name of this action, as the field `action` gives it.
    package var actionName: String { Self.table.row(of: self).name }

    /// Reads an action from an object.
    ///
    /// - Throws: `unknown-action` with the actions there are; what is wrong with a field.
    package init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path, namedBy: "action", among: Self.knownNames)
        try self.init(reading: &fields)
        try fields.finish()
    }

    /// Reads an action from an object that is open already and may have other fields.
    package init(reading fields: inout FieldReader) throws(Rejection) {
        let name = try fields.string("action")
        guard let row = Self.table[name] else {
            throw Rejection(
                .unknownAction,
                "There is no action \"\(name.shortened, as: "name")\".",
                then: Self.knownNames.suggestion(forWords: name),
                field: fields.path(of: "action"),
                accepted: Self.knownNames
            )
        }
        self = try row.read(&fields)
    }

    /// Puts `action` and the fields of that action.
    package func write(to sink: inout some FieldSink) {
        let row = Self.table.row(of: self)
        sink.put("action", row.name)
        row.write(self) { sink.put($0, $1) }
    }
}

extension Action {
    /// Everything that an app's own code can do.
    static let table = CaseTable(running + scenes + activities + background + ending)

    /// What the identifiers of several actions name.
    static let aboutIdentifier = "The identifier of the task, the transfer or the region."
    private static let aboutName = "The name."
    /// How long the name of a background task may be, in bytes of UTF-8; a task may go without one.
    private static let taskNameLength = 0...256
    /// How many changes may be made or saved at once.
    private static let changeCount: ClosedRange<Int64> = 1...1_000_000_000

    private static let running: [CaseDescriptor<Action>] = [
        .init(
            "beginBackgroundTask",
            "`beginBackgroundTask(withName:expirationHandler:)`.",
            .text("name", aboutName, length: taskNameLength),
            .optionalSeconds(
                "endsAfterSeconds",
                "After how long the code ends the task by itself; never unless given."
            ),
            hasExpirationHandler,
            make: { .beginBackgroundTask(name: $0, endsAfter: $1, hasExpirationHandler: $2) },
            content: {
                guard case .beginBackgroundTask(let name, let length, let hasHandler) = $0 else { return nil }
                return (name, length, hasHandler)
            }
        ),
        .init(
            "endBackgroundTask",
            "`endBackgroundTask(_:)`, for the task of a number or for the one begun first under a name.",
            nameOrNumber,
            make: { .endBackgroundTask(name: $0.name, number: $0.number) },
            content: { if case .endBackgroundTask(let name, let number) = $0 { (name, number) } else { nil } }
        ),
        .init(
            "work",
            "Uses the processor.",
            .seconds("cpuSeconds", "How much processor time."),
            make: { .work(cpu: $0) },
            content: { if case .work(let cpu) = $0 { cpu } else { nil } }
        ),
        .init(
            "edit",
            "Makes changes that are not saved yet.",
            .count("count", "How many changes; 1 unless given.", in: changeCount).withDefault(1),
            .optionalScene,
            make: { .edit(count: $0, scene: $1) },
            content: { if case .edit(let count, let scene) = $0 { (count, scene) } else { nil } }
        ),
        .init(
            "save",
            "Saves changes.",
            .optionalCount("count", "How many changes; all unless given.", in: changeCount),
            make: { .save(count: $0) },
            content: { if case .save(let count) = $0 { count } else { nil } }
        ),
        .init(
            "log",
            "Writes a line, which becomes a record.",
            .text("message", "What it says.", length: FieldReader.textLength),
            make: { .log(message: $0) },
            content: { if case .log(let message) = $0 { message } else { nil } }
        ),
        .init(
            "setAlarm",
            "Sets one of the app's own timers, one for each clock, or cancels both; it fires late if the process is suspended "
                + "then.",
            AlarmTime.fields,
            make: { .setAlarm($0) },
            content: { if case .setAlarm(let time) = $0 { .some(time) } else { nil } }
        ),
        .init(
            "allocate",
            "Takes memory.",
            .bytes("bytes", "How many bytes."),
            make: { .allocate(bytes: $0) },
            content: { if case .allocate(let bytes) = $0 { bytes } else { nil } }
        ),
        .init(
            "free",
            "Gives memory back.",
            .bytes("bytes", "How many bytes."),
            make: { .free(bytes: $0) },
            content: { if case .free(let bytes) = $0 { bytes } else { nil } }
        ),
    ]

    private static let scenes: [CaseDescriptor<Action>] = [
        .init(
            "requestSceneSession",
            "`requestSceneSessionActivation`: a new window, or an existing one to the front.",
            .optionalScene,
            .optionalText("userActivity", "The type of the activity that the scene is for."),
            make: { .requestSceneSession(scene: $0, userActivity: $1) },
            content: { if case .requestSceneSession(let scene, let activity) = $0 { (scene, activity) } else { nil } }
        ),
        .init(
            "destroySceneSession",
            "`requestSceneSessionDestruction`.",
            .scene,
            make: { .destroySceneSession(scene: $0) },
            content: { if case .destroySceneSession(let scene) = $0 { scene } else { nil } }
        ),
    ]

    private static let activities: [CaseDescriptor<Action>] = [
        .init(
            "startActivity",
            "Begins something that goes on by itself.",
            .text("name", aboutName),
            .choice("activity", "What goes on."),
            make: { .startActivity(name: $0, $1) },
            content: { if case .startActivity(let name, let activity) = $0 { (name, activity) } else { nil } }
        ),
        .init(
            "stopActivity",
            "Ends what goes on by itself.",
            .text("name", aboutName),
            make: { .stopActivity(name: $0) },
            content: { if case .stopActivity(let name) = $0 { name } else { nil } }
        ),
        .init("showSensitiveContent", "Shows what is for the user's eyes only.", .showSensitiveContent),
        .init("hideSensitiveContent", "Hides it.", .hideSensitiveContent),
        .init(
            "requestPermission",
            "Asks for a permission: the system's alert lies over the app until it is dismissed.",
            .text("permission", "Which permission, such as `camera`."),
            make: { .requestPermission($0) },
            content: { if case .requestPermission(let permission) = $0 { permission } else { nil } }
        ),
    ]

    private static let ending: [CaseDescriptor<Action>] = [
        .init(
            "crash",
            "The code fails.",
            .choice("exception", "How the code fails."),
            .optionalText("message", "What it says.", length: FieldReader.textLength),
            .optionalText(
                "signature",
                "What tells it from other failures, such as the exception's name and where it was raised."
            ),
            make: { .crash($0, message: $1, signature: $2) },
            content: {
                guard case .crash(let exception, let message, let signature) = $0 else { return nil }
                return (exception, message, signature)
            }
        ),
        .init("hang", "Never returns: the main thread stands still from here on.", .hang),
        .init("exit", "`exit(0)`.", .exit),
    ]

    /// Which background task: one of these two fields is given.
    private static let nameOrNumber = Fields<(name: String?, number: AssertionID?)>(
        [
            FieldDescription(name: "name", about: aboutName),
            FieldDescription(name: "number", about: "The number in the record of its assertion, instead of a name."),
        ],
        read: { fields throws(Rejection) in
            guard fields.has("number") else { return (try fields.string("name", length: taskNameLength), nil) }
            try fields.refuse("name", beside: "number")
            return (nil, AssertionID(rawValue: UInt32(try fields.integer("number", in: 1...Int64(UInt32.max)))))
        },
        write: { task, output in
            if let name = task.name { output("name", .text(name)) }
            if let number = task.number { output("number", .integer(Int64(number.rawValue))) }
        }
    )

    /// Whether a task has an expiration handler.
    static var hasExpirationHandler: Fields<Bool> {
        .flag(
            "hasExpirationHandler",
            "Whether the task has an expiration handler; it has unless told otherwise."
        ).withDefault(true, isWritten: false)
    }
}

extension AlarmTime {
    /// When the timer fires: at an instant, or after a length of time; without either both timers are cancelled.
    fileprivate static let fields = Fields<AlarmTime?>(
        [
            FieldDescription(
                name: "at",
                about: "When it fires by the wall clock; without this and `afterSeconds` both timers are cancelled."
            ),
            FieldDescription(
                name: "afterSeconds",
                about: "After how long it fires by the uptime clock, which stands still while the device sleeps."
            ),
        ],
        read: { fields throws(Rejection) in
            guard let instant = try fields.optionalInstant("at") else {
                return try fields.optionalSeconds("afterSeconds").map { .after($0) }
            }
            try fields.refuse("afterSeconds", beside: "at")
            return .at(instant)
        },
        write: { time, output in
            switch time {
            case nil: break
            case .at(let instant): output("at", .instant(instant))
            case .after(let length): output("afterSeconds", .seconds(length))
            }
        }
    )
}
