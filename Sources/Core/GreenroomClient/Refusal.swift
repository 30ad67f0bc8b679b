public import LifecycleKernel
import WireFormat

/// The server refused a request, with a problem document (RFC 9457).
public struct Refusal: Error, Sendable, CustomStringConvertible {
    /// The problem document.
    public var problem: Value
    /// The status code of HTTP.
    public let status: Int
    /// If an attached app's code made the refused request: the function that made it, and what it did.
    public internal(set) var function: String?

    /// The stable name of the reason, such as `process-suspended`.
    public var code: String { problem["code"]?.text ?? "unknown" }
    /// The reason in words.
    public var detail: String { problem["detail"]?.text ?? problem["title"]?.text ?? "" }
    /// The field that is wrong, where one is.
    public var field: String? { problem["field"]?.text }
    /// What would have been accepted, where there is a list.
    public var accepted: [String] { (problem["accepted"]?.elements ?? []).compactMap(\.text) }

    init(problem: Value, status: Int) {
        self.problem = problem
        self.status = status
    }

    /// One line for people.
    public var description: String {
        let caller = function.map { "\($0): " } ?? ""
        let place = field.map { " (field \($0))" } ?? ""
        let choices = accepted.isEmpty ? "" : "; accepted: \(accepted.joined(separator: ", "))"
        return "\(caller)\(status) \(code): \(detail)\(place)\(choices)"
    }
}

/// iOS refused what the code of an app asked for.
public struct SystemRefusal: Error, Sendable, CustomStringConvertible {
    /// The record of the verdict, with the reason in `why`.
    public let verdict: TimelineRecord
    /// What the code did, where that is known.
    private let asked: String?

    init(verdict: TimelineRecord, asked: String? = nil) {
        self.verdict = verdict
        self.asked = asked
    }

    /// One line for people.
    public var description: String {
        let about = ([verdict["subject"], verdict["identifier"]].compactMap { $0?.text }).joined(separator: " ")
        let reason = ([verdict["why"], verdict["detail"]].compactMap { $0?.text }).joined(separator: ": ")
        let who = ([verdict.bundleID, asked].compactMap { $0 }).joined(separator: ": ")
        return "\(who): \(about) was refused (\(reason))"
    }
}

/// The code of an attached app, or the test that attaches it, cannot be right.
public struct AttachedAppError: Error, Sendable, CustomStringConvertible {
    /// What is wrong, and what to do.
    public let description: String
}

/// The process of an app has ended, so that its code may not go on. Nothing there should catch this.
public struct ProcessEnded: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line for people.
    public var description: String { "the process has ended" }
}

/// The server answered with something that this client does not know.
package struct UnexpectedAnswer: Error, CustomStringConvertible {
    /// What it was.
    package let description: String

    /// Makes the error.
    package init(what: String) { description = what }
}
