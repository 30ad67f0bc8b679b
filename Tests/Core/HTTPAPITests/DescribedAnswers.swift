import Dashboard
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@testable import HTTPAPI
@testable import OpenAPIGenerator
@testable import SmallFeatures

/// Holds every answer that any test gets against the description of the interface.
enum DescribedAnswers {
    private static let responses = Dictionary(
        uniqueKeysWithValues: Operation.all.map { ($0.id, $0.document["responses"] ?? [:]) }
    )

    /// The routes without an operation: the dashboard's files and the text for models, for which programs have no use, and
    /// the Model Context Protocol, which describes itself (`tools/list`).
    static let undescribed: Set<String> = Set(
        ([Dashboard.pagePath, LLMsText.path] + TestInterface.dashboard.files.map(\.path)).map { "GET \($0)" }
    ).union(["POST \(MCPEndpoint.path)"])

    /// What is wrong with an answer by the description; nothing when it is as described.
    static func violations(_ method: HTTPRequest.Method, _ path: String, _ answer: APIAnswer) -> [String] {
        let path = String(path.prefix { $0 != "?" })
        let method = method == .head ? .get : method
        guard let operation = Operation.all.first(where: { $0.method == method && $0.takes(path) }) else {
            if undescribed.contains("\(method) \(path)") { return [] }
            // The answer to a preflight request of a browser.
            if method == .options, answer.status == 204 { return [] }
            return [404, 405, 401, 403, 400, 421].contains(answer.status) ? [] : ["\(method) \(path) is not described"]
        }
        // Where a path is written otherwise than the template, another route may have answered.
        guard answer.code != "unknown-path" else { return [] }
        guard let response = responses[operation.id]?[String(answer.status)] else {
            return ["\(operation.id) does not answer \(answer.status)"]
        }
        return content(of: answer, response).map { "\(operation.id) \(answer.status): \($0)" }
    }

    private static func content(of answer: APIAnswer, _ response: Value) -> [String] {
        guard !answer.text.isEmpty else { return [] }
        let type = answer.headers[.contentType] ?? ""
        guard
            let media = response["content"]?.members.first(where: { $0.name == type || type.hasPrefix($0.name + ";") }
            )
        else { return ["\(type) is not described"] }
        let schema = media.value["schema"] ?? [:]
        switch media.name {
        case MediaType.json, MediaType.problem: return SchemaValidator.violations(of: answer.json, in: schema)
        case MediaType.jsonLines:
            guard let schema = media.value[Schema.lineKeyword] else { return [] }
            return answer.text.split(separator: "\n").flatMap { line in
                SchemaValidator.violations(of: (try? JSONText.parse(line.utf8)) ?? .null, in: schema)
            }
        default: return []
        }
    }
}

extension Operation {
    /// Whether a path is one of this operation's.
    fileprivate func takes(_ path: String) -> Bool {
        let wanted = self.path.split(separator: "/")
        let found = path.split(separator: "/")
        return wanted.count == found.count
            && zip(wanted, found).allSatisfy { $0 == $1 || $0.first == "{" && !Self.fixed.contains($1) }
    }

    /// A part of a path that is a name of its own wherever a parameter could stand.
    private static let fixed: Set<Substring> = ["summary"]
}
