extension Record {
    /// About how many bytes the record takes as JSON: the texts of any length, and one figure for everything with a
    /// bounded length. It depends on the record alone, so that the kernel can use it for limits.
    package var approximateSize: Int { Record.Body.boundedSize + body.textSize }
}

extension Record.Body {
    /// How much the record counts towards what an input causes: its size. The texts of an input do not count, since the
    /// request that brings them has a limit of its own.
    var sizeAsEffect: Int { if case .input = self { Self.boundedSize } else { Self.boundedSize + textSize } }

    /// The fields that every record has, with the app it is about, and the names of those it may have.
    fileprivate static let boundedSize = 216

    /// The bytes of the texts and lists that may have any length.
    fileprivate var textSize: Int {
        switch self {
        case .scene, .memory, .snapshot: 0
        case .notification(_, let arguments): arguments.isEmpty ? 0 : arguments.approximateSize
        case .input(let input): input.textSize
        case .process(let change): 48 * change.launchSteps.count
        case .returned(_, _, let result): result?.approximateSize ?? 0
        case .callback(let callback): callback.arguments.approximateSize
        case .assertion(let change): change.name?.utf8.count ?? 0
        case .verdict(let verdict): (verdict.identifier?.utf8.count ?? 0) + verdict.extrasSize
        case .dispatch(let dispatch):
            dispatch.asked.reduce(dispatch.target.utf8.count) { $0 + $1.utf8.count + 3 }
                + (dispatch.handledBy?.utf8.count ?? 0)
        case .exit(let exit): exit.explanation.utf8.count
        case .finding(let finding): finding.detail.description.utf8.count + 8 * finding.evidence.count
        case .activity(let change): change.name.utf8.count
        case .log(let message): message.utf8.count
        }
    }
}

// MARK: - Inputs

extension Input {
    /// The bytes of the texts and lists that may have any length. A name has 256 bytes at most, and does not count.
    package var textSize: Int {
        switch self {
        // Each kind of event by itself. Binding the event to a name would copy it.
        case .event(.app(_, .launch(let arguments))): arguments.approximateSize
        case .event(.app(_, .changeSettings(let keys))): keys.approximateSize
        case .event(.app(_, .continueActivity(_, let url))): url?.utf8.count ?? 0
        case .event(.app(_, .crash(_, let message))): message?.utf8.count ?? 0
        case .event(.openURL(let url, _, _)): url.utf8.count
        case .event(.device(.note(let message))): message.utf8.count
        case .event(.push(let notification)): notification.payload.approximateSize
        case .event(.wake(_, .voipPush(let push))): push.payload?.approximateSize ?? 0
        case .event(.device), .event(.app), .event(.scene), .event(.wake), .event(.input): 0
        case .action(_, let action, _): action.textSize
        case .completion(_, let completion):
            completion.actions.reduce(completion.returns?.approximateSize ?? 0) { $0 + $1.size }
        case .install(let manifest): manifest.textSize
        case .advance(let advance): (advance.condition?.textSize ?? 0) + 21 * advance.during.count
        case .uninstall, .clock: 0
        }
    }
}

extension Action {
    /// About how many bytes the action takes as JSON.
    fileprivate var size: Int { 64 + textSize }

    fileprivate var textSize: Int {
        switch self {
        case .log(let message): message.utf8.count
        case .crash(_, let message, _): message?.utf8.count ?? 0
        default: 0
        }
    }
}

extension AppManifest {
    fileprivate var textSize: Int {
        responders.reduce(infoPlist.source.approximateSize + behavior.textSize) { $0 + $1.size }
            + (notificationService?.behavior.textSize ?? 0)
    }
}

extension AppBehavior {
    fileprivate var textSize: Int {
        handlers.reduce(0) { sum, handler in
            handler.entries.reduce(sum + 64) { sum, entry in
                switch entry {
                case .act(let action, _): sum + action.size
                case .returns(let value): sum + value.approximateSize
                }
            }
        }
    }
}

extension Responder {
    fileprivate var size: Int {
        let alertSize = alert.map { $0.title.utf8.count + ($0.message?.utf8.count ?? 0) + $0.buttons.approximateSize }
        return 32 + name.utf8.count + (parent?.utf8.count ?? 0) + handles.approximateSize + (alertSize ?? 0)
    }
}

extension Condition {
    fileprivate var textSize: Int {
        switch self {
        case .app: 64
        case .record(let pattern): pattern.source.approximateSize
        case .all(let parts), .any(let parts): parts.reduce(16) { $0 + $1.textSize }
        }
    }
}

// MARK: - Values

extension Value {
    /// About how many bytes the value takes as JSON.
    package var approximateSize: Int {
        switch self {
        case .null, .bool: 5
        case .integer, .number: 20
        case .string(let text): text.utf8.count + 2
        case .array(let elements): elements.reduce(2) { $0 + $1.approximateSize + 1 }
        case .object(let members): members.approximateSize
        }
    }
}

extension [Value.Member] {
    /// About how many bytes an object of these members takes as JSON.
    var approximateSize: Int {
        isEmpty ? 2 : reduce(2) { $0 + $1.name.utf8.count + $1.value.approximateSize + 4 }
    }
}

extension [String] {
    fileprivate var approximateSize: Int { reduce(2) { $0 + $1.utf8.count + 3 } }
}
