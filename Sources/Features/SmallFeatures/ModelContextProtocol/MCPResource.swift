import HTTPAPI
import HTTPTypes
import LifecycleKernel
import Scenarios
import WireFormat

/// Something that a model can read: what the tools assume to be known.
struct MCPResource: Sendable {
    /// Where its text comes from.
    enum Content: Sendable {
        /// A route of the interface.
        case route(String)
        case text(@Sendable () -> String)

        /// The text.
        ///
        /// - Throws: What the route throws.
        func text(_ api: InternalAPI) async throws -> String {
            switch self {
            case .route(let path): String(decoding: JSONText.write(try await api.call(.get, path)), as: UTF8.self)
            case .text(let make): make()
            }
        }
    }

    let uri: String
    let title: String
    let about: String
    let type: String
    let content: Content

    /// The definition in `resources/list`.
    var definition: Value {
        [
            "uri": .string(uri), "name": .string(String(uri.dropFirst("greenroom://".count))), "title": .string(title),
            "description": .string(about), "mimeType": .string(type),
        ]
    }

    private static let markdown = "text/markdown"

    /// Every resource.
    static let all = [
        MCPResource(
            uri: "greenroom://events",
            title: "Events",
            about: "Everything that can happen to a device: each event with its meaning and its fields.",
            type: markdown,
            content: .text { InputsPage.events }
        ),
        MCPResource(
            uri: "greenroom://actions",
            title: "Actions",
            about: "Everything that the code of an app can do: each action with its meaning and its fields.",
            type: markdown,
            content: .text { InputsPage.actions }
        ),
        MCPResource(
            uri: "greenroom://scenarios/guide",
            title: "How to write a scenario",
            about: "The format of scenarios: an example, what a step can do, and what it can check.",
            type: markdown,
            content: .text { ScenarioGuide.markdown }
        ),
        MCPResource(
            uri: "greenroom://scenarios/schema",
            title: "JSON Schema of scenarios",
            about: "The exact form of a scenario. It is large: the guide is enough to write one.",
            type: MediaType.json,
            content: .text { String(decoding: JSONText.write(ScenarioSchema.document), as: UTF8.self) }
        ),
        MCPResource(
            uri: "greenroom://rulebook",
            title: "Rulebook",
            about: "Every rule of iOS with its value in each profile, where it is known from, and what disputes it.",
            type: MediaType.json,
            content: .route("/v1/rulebook")
        ),
    ]

    /// The media type and the content of a resource; nil if there is none.
    static func content(of uri: String) -> (type: String, content: Content)? {
        if let resource = all.first(where: { $0.uri == uri }) { return (resource.type, resource.content) }
        for template in MCPResourceTemplate.all {
            guard uri.hasPrefix(template.prefix),
                let name = PercentEncoding.decode(uri.dropFirst(template.prefix.count)),
                let content = template.content(name)
            else { continue }
            return (MediaType.json, content)
        }
        return nil
    }
}

/// Resources whose URI ends with a name.
struct MCPResourceTemplate: Sendable {
    /// What their URIs begin with.
    let prefix: String
    /// What the name is of.
    let variable: String
    let title: String
    let about: String
    /// The content for a name; nil if there is none.
    let content: @Sendable (String) -> MCPResource.Content?

    /// The definition in `resources/templates/list`.
    var definition: Value {
        [
            "uriTemplate": .string("\(prefix){\(variable)}"), "name": .string(variable), "title": .string(title),
            "description": .string(about), "mimeType": .string(MediaType.json),
        ]
    }

    /// Every template.
    static let all = [
        MCPResourceTemplate(
            prefix: "greenroom://rulebook/",
            variable: "profile",
            title: "Rules of a profile",
            about: "The rules of one version of iOS, such as ios18.",
            content: { name in
                RuleProfile(exactly: name).map { .route("/v1/rulebook/\($0.rawValue)") }
            }
        ),
        MCPResourceTemplate(
            prefix: "greenroom://schemas/",
            variable: "name",
            title: "Schema of a part",
            about: "The schema of what the schema of a tool only names, such as RuleOverrides.",
            content: { name in
                OpenAPIFile.components[name].map { schema in
                    .text { String(decoding: JSONText.write(CompactSchema.whole.of(schema)), as: UTF8.self) }
                }
            }
        ),
    ]
}
