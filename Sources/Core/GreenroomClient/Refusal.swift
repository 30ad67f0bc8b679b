public import LifecycleKernel
import WireFormat

/// The server refused a request, with a problem document (RFC 9457).
public struct Refusal: Error, Sendable, CustomStringConvertible {
    /// The problem document.
    public var problem: Value
    /// The status code of HTTP.
    public let status: Int
    /// Whose code did what was refused, where an attached app's code did it.
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

    /// One line for people.
    public var description: String {
        let about = ([verdict["subject"], verdict["identifier"]].compactMap { $0?.text }).joined(separator: " ")
        let reason = ([verdict["why"], verdict["detail"]].compactMap { $0?.text }).joined(separator: ": ")
        return "\(verdict.bundleID ?? ""): \(about) was refused (\(reason))"
    }
}

/// The code of an attached app, or the test that attaches it, cannot be right.
public struct AttachedAppError: Error, Sendable, CustomStringConvertible {
    /// What is wrong, and what to do.
    public let description: String
}

/// The server answered with something that this client does not know.
package struct UnexpectedAnswer: Error, CustomStringConvertible {
    /// What it was.
    package let description: String

    /// Makes the error.
    package init(what: String) { description = what }
}
