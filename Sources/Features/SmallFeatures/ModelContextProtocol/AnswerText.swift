import HTTPAPI
import LifecycleKernel
import WireFormat

/// Writes the answer of an endpoint as text for a model: bounded, whole elements only, and with what was left out and how to get
/// it.
struct AnswerText: Sendable {
    let tool: MCPTool
    let form: AnswerForm
    /// The device that the call names.
    let device: String?

    /// How many bytes are kept free for what is said of what was left out.
    private static let reserve = 300

    /// The text of an answer: a document, a text, or nothing.
    func text(of answer: Value) -> String {
        switch answer {
        case .null: "Done."
        case .string(let text): lines(text)
        case .bool, .integer, .number, .array, .object: document(answer)
        }
    }

    /// How many elements of a page fit; nil if all do.
    func fitting(_ answer: Value) -> Int? {
        guard Self.size(answer) > form.maxBytes, let list = answer.longestList() else { return nil }
        return fitting(answer, list, from: 0)
    }

    // MARK: Documents

    private func document(_ answer: Value) -> String {
        let records = tool.hasRecords ? answer["records"]?.elements : nil
        if form.isBrief, let records { return brief(answer, records) }
        guard let list = records == nil ? answer.longestList() : ["records"] else { return Self.json(answer) }
        let elements = answer[list]?.elements ?? []
        let start = min(form.offset, elements.count)
        guard start > 0 || Self.size(answer) > form.maxBytes else { return Self.json(answer) }
        let count = fitting(answer, list, from: start)
        let kept = Array(elements[start..<(start + count)])
        let left = elements.count - start - count
        var document = answer.setting(list[...], to: .array(kept))
        guard left > 0 else { return Self.json(document) }
        if document["next"] != nil, let last = kept.last?["sequence"] { document = document.setting("next", to: last) }
        let note: Value = [
            "count": .integer(Int64(left)), "of": .string(list.joined(separator: ".")),
            "how": .string(reading(onAfter: kept.last, at: start + count)),
        ]
        return Self.json(document.setting("leftOut", to: note))
    }

    /// How many elements of a list fit, from a place on: at least one.
    private func fitting(_ answer: Value, _ list: [String], from start: Int) -> Int {
        let elements = answer[list]?.elements ?? []
        var left = form.maxBytes - Self.reserve - Self.size(answer.setting(list[...], to: []))
        let count = elements[min(start, elements.count)...].prefix { element in
            left -= Self.size(element) + 1
            return left >= 0
        }.count
        return max(count, min(1, elements.count - start))
    }

    /// How to get what was left out.
    private func reading(onAfter last: Value?, at place: Int) -> String {
        // Before the report of an exploration is a line with its id.
        if let reader = tool.reader { return "Call \(reader) with offset \(place - 1)." }
        guard tool.hasRecords else {
            return tool.hasPages ? "Call again with a smaller limit." : "Call again with offset \(place)."
        }
        let sequence = last?["sequence"]?.whole ?? 0
        if tool.name == "read_timeline" { return "Call again with after \(sequence)." }
        return "Call read_timeline with device \(device ?? "") and after \(sequence)."
    }

    // MARK: Lines of text

    /// The records as lines, and the rest of the answer before them.
    private func brief(_ answer: Value, _ records: [Value]) -> String {
        let lines = records.map(Self.line)
        var head = Self.head(of: answer)
        let (count, text) = fitting(lines[...], after: head)
        guard count < lines.count else { return head + text }
        if answer["next"] != nil, let last = records[count - 1]["sequence"] {
            head = Self.head(of: answer.setting("next", to: last))
        }
        return head + text + note(lines.count - count, "records", reading(onAfter: records[count - 1], at: count))
    }

    /// The members of an answer other than its records, one on each line.
    private static func head(of answer: Value) -> String {
        answer.members.compactMap { member -> String? in
            switch (member.name, member.value) {
            case ("records", _), (_, .null), (_, []): nil
            case ("apps", let apps): "apps: " + apps.elements.map(state).joined(separator: ", ") + "\n"
            case (let name, .string(let text)): "\(name): \(text)\n"
            case (let name, let value): "\(name): \(json(value))\n"
            }
        }.joined()
    }

    private static func state(of app: Value) -> String {
        "\(app["bundleID"]?.text ?? "") \(app["state"]?.text ?? "")"
    }

    /// A record as a line, with what frameworks would have reported at its end.
    private static func line(_ record: Value) -> String {
        let reports = (record["vocabulary"]?.members ?? []).map { report in
            " [\(report.name): \(report.value.elements.compactMap(\.text).joined(separator: ", "))]"
        }
        let plain = Value.object(record.members.filter { $0.name != "vocabulary" })
        guard let read = try? Record(plain, at: "") else { return json(record) }
        return RecordLine.text(read) + reports.joined()
    }

    /// A text, from the line on that the call names.
    private func lines(_ text: String) -> String {
        guard form.offset > 0 || text.utf8.count > form.maxBytes else { return text }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last?.isEmpty == true { lines.removeLast() }
        let rest = lines.dropFirst(form.offset)
        let (count, kept) = fitting(rest, after: "")
        guard count < rest.count else { return kept }
        return kept + note(rest.count - count, "lines", reading(onAfter: nil, at: form.offset + count))
    }

    /// As many lines as fit after a text, at least one, and how many they are.
    private func fitting(_ lines: ArraySlice<String>, after head: String) -> (count: Int, text: String) {
        let whole = lines.reduce(head.utf8.count) { $0 + $1.utf8.count + 1 }
        var left = form.maxBytes - head.utf8.count - (whole > form.maxBytes ? Self.reserve : 0)
        let fitting = lines.prefix { line in
            left -= line.utf8.count + 1
            return left >= 0
        }
        let kept = fitting.isEmpty ? lines.prefix(1) : fitting
        return (kept.count, kept.map { $0 + "\n" }.joined())
    }

    /// What is said of lines that were left out, as a comment of YAML.
    private func note(_ count: Int, _ name: String, _ how: String) -> String {
        "# \(count) \(name) are left out. \(how)\n"
    }

    private static func json(_ value: Value) -> String { String(decoding: JSONText.write(value), as: UTF8.self) }

    private static func size(_ value: Value) -> Int { JSONText.write(value).count }
}

extension Value {
    /// What is at a path of names.
    fileprivate subscript(path: [String]) -> Value? {
        path.reduce(Optional(self)) { value, name in value?[name] }
    }

    /// This object with something else at a path of names.
    fileprivate func setting(_ path: ArraySlice<String>, to value: Value) -> Value {
        guard let name = path.first else { return value }
        return setting(name, to: (self[name] ?? [:]).setting(path.dropFirst(), to: value))
    }

    /// The path of the list in this object that takes most of its text; nil if it has none.
    fileprivate func longestList() -> [String]? {
        var longest: (path: [String], size: Int)?
        func look(_ value: Value, at path: [String]) {
            for member in value.members {
                switch member.value {
                case .array:
                    let size = JSONText.write(member.value).count
                    if size > longest?.size ?? 2 { longest = (path + [member.name], size) }
                case .object: look(member.value, at: path + [member.name])
                case .null, .bool, .integer, .number, .string: break
                }
            }
        }
        look(self, at: [])
        return longest?.path
    }
}
