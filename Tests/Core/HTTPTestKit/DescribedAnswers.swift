import HTTPAPI
import HTTPTypes
import LifecycleKernel
import WireFormat

/// Holds every answer that any test gets against the description of the interface.
package enum DescribedAnswers {
    private static let operations = DescribedOperation.all(in: OpenAPIFile.document)

    /// What is wrong with an answer by the description; nothing if it is as described.
    ///
    /// A path without an operation has none to be held against. `OpenAPITests` looks which routes have one.
    package static func violations(_ method: HTTPRequest.Method, _ path: String, _ answer: APIAnswer) -> [String] {
        let path = String(path.prefix { $0 != "?" })
        let method = method == .head ? .get : method
        // Where a path is written otherwise than the template, another route may have answered.
        guard let operation = operations.first(where: { $0.method == method.rawValue && $0.takes(path) }),
            answer.code != "unknown-path"
        else { return [] }
        guard let response = operation.document["responses"]?[String(answer.status)] else {
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

extension DescribedOperation {
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
