import LifecycleKernel
import WireFormat

/// Where a scenario is carried out: one device, in this process or over HTTP.
///
/// Arguments and results are documents of the interface, as values. A refusal of the interface is thrown as
/// `ScenarioRejection`, so that a scenario can expect it; any other error ends the scenario.
public protocol ScenarioTarget: Sendable {
    /// Makes the device. Called once, before everything else.
    ///
    /// - Parameter settings: A device as the interface takes it, with a clock.
    func createDevice(_ settings: Value) async throws

    /// Installs an app, or updates it.
    func install(_ app: Value) async throws

    /// Applies events at one instant, all or none.
    func send(_ events: [Value]) async throws

    /// Takes actions of one app's own code at one instant, all or none.
    func act(_ actions: [Value], as bundleID: BundleID) async throws

    /// Lets so much time pass, what is due at its end included.
    func advance(by length: Milliseconds) async throws

    /// Lets so much time pass, what is due at its end not included.
    func advance(before length: Milliseconds) async throws

    /// Lets time pass until a condition is met.
    ///
    /// - Parameters:
    ///   - condition: The condition, as the interface takes it.
    ///   - limit: How much time passes at most.
    /// - Returns: Whether it was met.
    func advance(until condition: Value, within limit: Milliseconds) async throws -> Bool

    /// Lets time pass until a callback waits for the program that plays an attached app.
    ///
    /// - Parameter limit: How much time passes at most.
    /// - Returns: Whether one waits.
    func advance(toCallbackWithin limit: Milliseconds) async throws -> Bool

    /// Lets a handler of an attached app return.
    ///
    /// - Parameters:
    ///   - callback: The sequence of the callback's record.
    ///   - bundleID: The app.
    ///   - completion: An object with `actions` and, where the handler returns something, `returns`.
    func complete(_ callback: SequenceNumber, of bundleID: BundleID, with completion: Value) async throws

    /// The records after a sequence, oldest first, all of them.
    func records(after sequence: SequenceNumber) async throws -> [Value]

    /// What properties read of the device, and of these apps as far as they are installed.
    func observe(_ apps: Set<BundleID>) async throws -> ObservedDevice

    /// The resource of an app.
    func app(_ bundleID: BundleID) async throws -> Value

    /// The resources of all processes, living and ended, oldest first.
    func processes() async throws -> [Value]

    /// The callbacks of an app that are in flight.
    func pendingCallbacks(of bundleID: BundleID) async throws -> [Value]

    /// What a framework reported to its code for the records after a sequence; nil if the target cannot tell.
    func vocabulary(_ framework: String, after sequence: SequenceNumber) async throws -> [String]?

    /// The reports of the ends of an app's processes whose exit records come after a sequence, oldest first, as
    /// `ReportDocument` makes them; nil if the target cannot tell.
    func reports(of bundleID: BundleID, after sequence: SequenceNumber) async throws -> [Value]?

    /// What MetricKit would give an app; nil if the target cannot tell.
    func metricKit(of bundleID: BundleID) async throws -> Value?
}

extension ScenarioTarget {
    /// Vocabularies are not available by default.
    public func vocabulary(_ framework: String, after sequence: SequenceNumber) async throws -> [String]? { nil }

    /// Reports are not available by default.
    public func reports(of bundleID: BundleID, after sequence: SequenceNumber) async throws -> [Value]? { nil }

    /// The payload of MetricKit is not available by default.
    public func metricKit(of bundleID: BundleID) async throws -> Value? { nil }
}

/// What the interface refused, and why.
public struct ScenarioRejection: Error, Hashable, Sendable {
    /// The problem's code.
    public var code: String
    /// A sentence for people.
    public var detail: String
    /// The path of the field that is wrong, in the document that was refused; nil when it is none alone.
    public var field: String?
    /// What would have been accepted.
    public var accepted: [String]

    public init(code: String, detail: String, field: String? = nil, accepted: [String] = []) {
        self.code = code
        self.detail = detail
        self.field = field
        self.accepted = accepted
    }

    /// What the kernel refused.
    public init(_ rejection: Rejection) {
        self.init(
            code: rejection.code.rawValue,
            detail: "\(rejection.detail)",
            field: rejection.field,
            accepted: rejection.acceptedNames
        )
    }

    var text: String {
        let names = accepted.isEmpty ? "" : " Accepted: \(accepted.joined(separator: ", "))."
        return detail + (field.map { " (\($0))" } ?? "") + names
    }

    /// This as a rejection of the document in which the one that was refused has a path, such as `apps[0]`.
    func rejection(within path: String) -> Rejection {
        // The codes of a server that the kernel does not have are about the whole request.
        let code = Rejection.Code(rawValue: code) ?? .notPossibleNow
        let inner = field.map { $0.isEmpty ? "" : ".\($0)" } ?? ""
        return Rejection(code, Sentence(verbatim: detail), field: field, accepted: accepted).moved(to: path + inner)
    }
}

/// A report of the end of a process as a scenario checks it.
public enum ReportDocument {
    /// Makes it from what the list of reports says of it, and from the lines of its file.
    ///
    /// - Returns: The members of the summary, with `header` and `body`; a body that is text has its lines as members, by
    ///   what stands before the first colon.
    public static func value(summary: Value, lines: [String]) -> Value {
        guard case .object(let members) = summary else { return summary }
        let header = lines.first.flatMap { try? JSONText.parse($0.utf8) } ?? .null
        let text = lines.dropFirst().joined(separator: "\n")
        let body = (try? JSONText.parse(text.utf8)) ?? fields(of: lines.dropFirst())
        return .object(members + [Value.Member("header", header), Value.Member("body", body)])
    }

    /// The lines that have a name and a value; of several with one name the first.
    private static func fields(of lines: ArraySlice<String>) -> Value {
        var members: [Value.Member] = []
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let name = String(line[..<colon].withoutBlanks)
            guard !name.isEmpty, !members.contains(where: { $0.name == name }) else { continue }
            members.append(Value.Member(name, .string(String(line[line.index(after: colon)...].withoutBlanks))))
        }
        return .object(members)
    }
}
