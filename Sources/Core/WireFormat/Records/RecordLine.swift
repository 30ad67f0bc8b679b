import LifecycleKernel

/// A record as one line of plain text, its columns aligned: sequence, time, kind, what it is about, what happened, and
/// its cause.
package enum RecordLine {
    /// How long what happened may be before it is cut, in characters.
    private static let maximumLength = 240

    /// The line of a record, without a line break, its sentences in a language.
    package static func text(_ record: Record, in language: Language = .english) -> String {
        var line = padded(String(record.sequence), to: 6, before: true)
        line += "  \(record.time)  \(padded(record.kind.rawValue, to: 12))  \(padded(about(record), to: 32))  "
        line += oneLine(happened(record.body, in: language))
        if record.cause != record.sequence { line += "  <- \(record.cause)" }
        return line
    }

    /// What the line of a record says from its kind on, without its app and its cause.
    package static func message(_ record: Record) -> String {
        "\(record.kind.rawValue) \(oneLine(happened(record.body, in: .english)))"
    }

    /// The app, the process and the scene, as far as the record names them.
    private static func about(_ record: Record) -> String {
        guard let bundleID = record.bundleID else { return "-" }
        let process = (record.appExtension.map { " \($0.rawValue)" } ?? "") + (record.pid.map { " \($0)" } ?? "")
        let scene = record.scene.map { " #\($0)" } ?? ""
        return bundleID.rawValue + process + scene
    }

    private static func happened(_ body: Record.Body, in language: Language) -> String {
        switch body {
        case .input(let input): text(input)
        case .returned(let callback, let took, let result):
            "callback \(callback) after \(took.secondsText) s" + (result.map { " -> " + json($0) } ?? "")
        case .process(let change):
            "\(change.from.rawValue) -> \(change.to.rawValue) (\(change.reason.rawValue)"
                + (change.launchReason.map { ": \($0.rawValue)" } ?? "") + ")"
        case .scene(let from, let to): "\(from.rawValue) -> \(to.rawValue)"
        case .callback(let callback): text(callback)
        case .notification(let name, let arguments):
            name.rawValue + (arguments.isEmpty ? "" : " " + json(.object(arguments)))
        case .assertion(let change):
            "\(change.kind.rawValue) \(change.change.rawValue)" + (change.name.map { " \($0)" } ?? "")
                + (change.remaining.map { ", \($0.secondsText) s left" } ?? "")
        case .verdict(let verdict):
            "\(verdict.subject.rawValue) \(verdict.decision.rawValue)" + (verdict.identifier.map { " \($0)" } ?? "")
                + (verdict.reason.map { " (\($0.name): \(verdict.detail(of: $0, in: language)))" } ?? "")
        case .memory(let level, let available): "\(level.rawValue), \(available) bytes available"
        case .dispatch(let dispatch):
            if let reason = dispatch.reason {
                "\(dispatch.target): not dispatched (\(reason.name): \(reason.explanation(in: language)))"
            } else {
                "\(dispatch.target): asked \(dispatch.asked.joined(separator: ", "))"
                    + (dispatch.handledBy.map { ", handled by \($0)" } ?? "")
            }
        case .exit(let exit):
            // Of an error of an attached app's code, the places follow.
            "\(exit.reason.rawValue): \(exit.explanation.prefix { !$0.isNewline })"
                + (exit.signature.map { " (\($0))" } ?? "")
                + (exit.callbackInFlight.map { ", while \($0.name) (\($0.sequence)) was not completed" } ?? "")
        case .finding(let finding):
            "\(finding.severity.rawValue) \(finding.code.rawValue): \(finding.detail.text(in: language))"
                + (finding.evidence.isEmpty
                    ? "" : ", shown by \(finding.evidence.map(String.init).joined(separator: " "))")
        case .snapshot(let appearance, let sensitiveContent):
            appearance.rawValue + (sensitiveContent ? ", sensitive content" : "")
        case .activity(let change): "\(change.activity.rawValue) \(change.name) \(change.change.rawValue)"
        case .log(let message): message
        }
    }

    private static func text(_ callback: Callback) -> String {
        var text = "\(callback.name.rawValue) while \(callback.applicationState.rawValue)"
        if !callback.arguments.isEmpty { text += " " + json(.object(callback.arguments)) }
        if let limit = callback.limit { text += ", limit \(limit.secondsText) s" }
        return text
    }

    private static func text(_ input: Input) -> String {
        switch input {
        case .event(let event): json(event.value)
        case .action(_, let action, _): json(action.value)
        case .completion(_, let completion):
            "completion of \(completion.callback), actions: \(completion.actions.count)"
        case .install(let manifest): "install \(manifest.bundleID) \(manifest.version)"
        case .uninstall(let bundleID): "uninstall \(bundleID)"
        case .clock(let change): "clock \(json(change.value))"
        case .advance(let advance): "advance \(json(advance.value))"
        }
    }

    private static func json(_ value: Value) -> String {
        String(decoding: JSONText.write(value), as: UTF8.self)
    }

    private static func padded(_ text: String, to width: Int, before: Bool = false) -> String {
        let padding = String(repeating: " ", count: max(0, width - text.utf8.count))
        return before ? padding + text : text + padding
    }

    /// The text with everything that could end a line, or steer a terminal, made visible as `?`, and cut where it is long.
    private static func oneLine(_ text: String) -> String {
        var line = ""
        for (index, scalar) in text.unicodeScalars.enumerated() {
            if index == maximumLength { return line + "..." }
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format: line.unicodeScalars.append("?")
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}

extension Verdict {
    /// What is special about the verdict, or else what its reason says.
    fileprivate func detail(of reason: Reason, in language: Language) -> String {
        ownDetail?.text(in: language) ?? reason.explanation(in: language)
    }
}
