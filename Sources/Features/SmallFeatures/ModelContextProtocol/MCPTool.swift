import HTTPAPI
import LifecycleKernel
import WireFormat

/// A tool for models: an operation of the interface under a name of its own.
///
/// Its name, texts and schema come from the description of the operation, and a call of it is a request to the operation's
/// endpoint. So a tool takes what the interface takes, and refuses it with the same problems.
struct MCPTool: Sendable {
    /// What a call does to what is there.
    enum Effect: Sendable {
        /// It changes nothing.
        case reads
        /// It adds to what is there, or moves it on: what has happened stays in the timeline.
        case changes
        /// It removes something for good.
        case removes
    }

    /// Where the body of the request comes from.
    enum Content: Sendable {
        /// There is none.
        case none
        /// All arguments that are not in the path, the query or a header.
        case arguments
        /// The same, but for some that are of no use to a model.
        case argumentsBut(Set<String>)
        /// One argument.
        case argument(String)
        /// One argument, a text of a media type.
        case text(String, type: String, about: String)
    }

    /// The name by which a model calls it, such as `send_events`.
    let name: String
    let operation: DescribedOperation
    let effect: Effect
    let content: Content
    /// The purpose of the tool, if that of the operation does not fit, because a model does not choose the form of an
    /// answer.
    let purpose: String?
    /// What else a model should know.
    let hint: String
    /// The form of the answer; nil for the usual one.
    let mediaType: String?
    /// The tool that reads what this one began, which a call uses next: its answer is that of the call.
    let reader: String?

    /// Makes a tool of an operation; nil if there is none of this name.
    init?(
        _ id: String,
        named name: String? = nil,
        _ effect: Effect,
        _ content: Content = .none,
        as mediaType: String? = nil,
        readBy reader: String? = nil,
        purpose: String? = nil,
        hint: String = ""
    ) {
        guard let operation = DescribedOperation.all(in: OpenAPIFile.document).first(where: { $0.id == id }) else {
            return nil
        }
        self.name = name ?? Self.name(of: id)
        self.operation = operation
        self.effect = effect
        self.content = content
        self.mediaType = mediaType
        self.reader = reader
        self.purpose = purpose
        self.hint = hint
    }

    /// The tool of a name.
    static func named(_ name: String) -> MCPTool? { all.first { $0.name == name } }

    /// The name of an operation in small letters, its words joined by underscores.
    private static func name(of id: String) -> String {
        id.reduce(into: "") { name, letter in
            name += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
        }
    }
}
