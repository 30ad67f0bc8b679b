import HTTPAPI
import LifecycleKernel
import WireFormat

/// What this server is and where its descriptions are, for models that read the web (llmstxt.org).
enum LLMsText {
    /// Where it is served.
    static let path = "/llms.txt"

    /// The text, in Markdown.
    static let text = """
        # Greenroom

        > An HTTP service that hosts simulated iOS devices and the app processes on them. Send what the user and the system do, \
        let time pass, and get in order every delegate callback, state, deadline and kill that iOS would have produced, and why. \
        It runs no code of an app, and the same inputs give the same timeline.

        Each answer of a refusal is a problem document (RFC 9457) that says what would have been accepted. Unknown fields are \
        refused. With a token, requests need the header `Authorization: Bearer TOKEN`.

        ## For agents

        - [Model Context Protocol](\(MCPEndpoint.path)): Streamable HTTP, stateless, revision \
        \(ProtocolRevision.july2026.rawValue) and, with a handshake, \(handshakes). `greenroom mcp` is the same on standard input \
        and output.

        Its tools:

        \(tools)

        ## Descriptions

        - [OpenAPI](/openapi.json): every operation, event, action and record
        - [Problems](/problems): what each refusal means
        - [Rulebook](/v1/rulebook): every rule of iOS with its source; it needs the token, if there is one

        ## Guides

        They are files of the repository and of the archive of a release: `README.md`, and `docs/guides`, of which `agents.md` \
        is the one for agents.

        """

    /// Made by its first request, so that it does not delay the start of the service.
    static let file = ServedFile(type: MediaType.text, bytes: Array(text.utf8))

    private static let handshakes = ProtocolRevision.allCases.filter(\.hasHandshake).map(\.rawValue)
        .joined(separator: " and ")

    private static let tools = MCPTool.all.map { tool in
        "- `\(tool.name)`: \(tool.operation.document["summary"]?.text ?? "")"
    }.joined(separator: "\n")
}
