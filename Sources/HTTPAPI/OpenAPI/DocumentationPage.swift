import HTTPTypes
import LifecycleKernel
import WireFormat

/// The description of the interface as a page: everything that docs/openapi.json says, for people, without a script.
///
/// The page around it is in the language of its reader; what docs/openapi.json says is English.
struct DocumentationPage {
    private let words: DocumentationWords

    init(in language: PageLanguage) { words = language == .english ? .english : .chinese }

    /// The page.
    var text: String {
        PageFrame(
            language: words.language,
            title: words.pageTitle,
            heading: words.heading,
            links: "<a href=\"/problems\">\(words.problems)</a> <a href=\"/openapi.json\">openapi.json</a>"
        ).page(around: content)
    }

    private var content: String {
        """
        <div class="columns">
        <nav aria-label="\(words.contents)">\(contents)</nav>
        <main>
        <h1>\(words.heading)</h1>
        \(words.note.map { "<p class=\"quiet\">\($0)</p>" } ?? "")
        <div lang="en">\(Self.paragraph(OpenAPIFile.document["info"]?["description"]))</div>
        \(Self.groups.map(section).joined())
        <section id="schemas"><h2>\(words.schemas)</h2>\(Self.schemas.map(SchemaText.article).joined())</section>
        </main>
        </div>
        """
    }

    /// A group of operations: a tag of the description.
    private struct Group {
        let title: String
        let about: String
        let operations: [DescribedOperation]
    }

    private static let groups: [Group] = {
        let operations = DescribedOperation.all(in: OpenAPIFile.document)
        return (OpenAPIFile.document["tags"]?.elements ?? []).map { tag in
            let title = tag["name"]?.text ?? ""
            let about = tag["description"]?.text ?? ""
            return Group(title: title, about: about, operations: operations.filter { $0.belongs(to: title) })
        }
    }()

    private static var schemas: [Value.Member] { OpenAPIFile.document["components"]?["schemas"]?.members ?? [] }

    private var contents: String {
        let lists = Self.groups.map { group in
            let links = group.operations.map { operation in
                """
                <li><a href="#\(operation.id)"><b>\(operation.method)</b> \
                \(operation.path.replacing("/v1/", with: "").escapedForMarkup)</a></li>
                """
            }
            return "<h3>\(words.title(of: group.title))</h3><ul>\(links.joined())</ul>"
        }
        return lists.joined() + "<h3><a href=\"#schemas\">\(words.schemas)</a></h3>"
    }

    private func section(_ group: Group) -> String {
        """
        <section><h2>\(words.title(of: group.title))</h2><p class="quiet" lang="en">\(group.about.asMarkup)</p>
        \(group.operations.map(article).joined())</section>

        """
    }

    private func article(_ operation: DescribedOperation) -> String {
        let document = operation.document
        return """
            <article class="panel" id="\(operation.id)">
            <h3><span class="method \(operation.method)">\(operation.method)</span> \
            <code>\(operation.path.escapedForMarkup)</code></h3>
            <div lang="en">\(Self.paragraph(document["summary"].map { .string("\($0.text ?? "").") }))
            \(Self.paragraph(document["description"]))</div>\(parameters(of: document))\(body(of: document))\(responses(of: document))
            </article>

            """
    }

    private static func paragraph(_ text: Value?) -> String {
        text?.text.map { "<p>\($0.asMarkup)</p>" } ?? ""
    }

    private func parameters(of operation: Value) -> String {
        let rows = (operation["parameters"]?.elements ?? []).map { parameter in
            let parameter = Self.resolved(parameter)
            let schema = parameter["schema"] ?? [:]
            let about = (parameter["description"] ?? schema["description"])?.text ?? ""
            return """
                <tr><td><code>\((parameter["name"]?.text ?? "").escapedForMarkup)</code></td>\
                <td>\((parameter["in"]?.text ?? "").escapedForMarkup)\(parameter["required"] == true ? words.required : "")</td>\
                <td>\(SchemaText.kind(of: schema))</td><td lang="en">\(about.asMarkup)</td></tr>
                """
        }
        return rows.isEmpty ? "" : "<h4>\(words.parameters)</h4><table>\(rows.joined())</table>"
    }

    private static func resolved(_ parameter: Value) -> Value {
        guard let name = parameter["$ref"]?.text?.split(separator: "/").last else { return parameter }
        return OpenAPIFile.document["components"]?["parameters"]?[String(name)] ?? parameter
    }

    private func body(of operation: Value) -> String {
        guard let body = operation["requestBody"], let media = body["content"]?.members.first else { return "" }
        let types = (body["content"]?.members ?? []).map { "<code>\($0.name.escapedForMarkup)</code>" }.joined(
            separator: ", "
        )
        let examples = (media.value["examples"]?.members ?? []).map { example in
            "<pre>\(String(decoding: JSONText.write(example.value["value"] ?? .null), as: UTF8.self).escapedForMarkup)</pre>"
        }
        let optional = body["required"] == true ? "" : words.optional
        return """
            <h4>\(words.body)</h4>
            <p>\(SchemaText.kind(of: Self.schema(of: media.value)))\(words.writtenAs)\(types)\(optional)</p>
            \(examples.joined())
            """
    }

    /// The schema of a body, or of each line of a body of lines.
    private static func schema(of media: Value) -> Value { media["x-itemSchema"] ?? media["schema"] ?? [:] }

    private func responses(of operation: Value) -> String {
        let rows = (operation["responses"]?.members ?? []).map { response in
            let kinds = (response.value["content"]?.members ?? [])
                .filter { $0.name != MediaType.problem }
                .map {
                    "\(SchemaText.kind(of: Self.schema(of: $0.value))) <span class=\"quiet\">\($0.name.escapedForMarkup)</span>"
                }
            return """
                <tr><td><b>\(response.name)</b></td><td lang="en">\((response.value["description"]?.text ?? "").asMarkup)</td>\
                <td>\(kinds.joined(separator: "<br>"))</td></tr>
                """
        }
        return "<h4>\(words.answers)</h4><table>\(rows.joined())</table>"
    }
}

extension String {
    /// The text in HTML; what is between backquotes is code.
    var asMarkup: String {
        let parts = escapedForMarkup.split(separator: "`", omittingEmptySubsequences: false)
        return parts.enumerated().map { $0.offset.isMultiple(of: 2) ? $0.element : "<code>\($0.element)</code>" }
            .joined()
    }
}
