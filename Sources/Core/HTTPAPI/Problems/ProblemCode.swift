import HTTPTypes
import LifecycleKernel
import WireFormat

/// The stable name of something that the interface can refuse, with what people read about it.
///
/// Each is a row: those of the core are in `ProblemCode+Table.swift`, and a feature has its own beside its endpoints and lists them as its
/// `problems`. The kernel's rejections are among those of the core under the same names; a test says so.
public struct ProblemCode: Sendable {
    /// The name, in kebab-case.
    public let rawValue: String
    /// The HTTP status that goes with it.
    public let status: HTTPResponse.Status
    /// What it means, in a few words that never change.
    package let title: Wording
    /// When it occurs, and what to do about it. What stands between backquotes is code.
    package let explanation: Wording

    /// Makes a row.
    package init(_ rawValue: String, _ status: HTTPResponse.Status, title: Wording, explanation: Wording) {
        self.rawValue = rawValue
        self.status = status
        self.title = title
        self.explanation = explanation
    }

    private static let coreByName = Dictionary(uniqueKeysWithValues: core.map { ($0.rawValue, $0) })

    /// The name of a kernel's rejection in the interface.
    init(_ code: Rejection.Code) { self = Self.coreByName[code.rawValue] ?? .internalError }

    /// Where the code is explained: a reference relative to the service, and the `type` of its problem documents.
    var page: String { "/problems/" + rawValue }
}

extension ProblemCode: Hashable {
    public static func == (one: ProblemCode, other: ProblemCode) -> Bool { one.rawValue == other.rawValue }

    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
