import HTTPAPI
import HTTPTypes
import LifecycleKernel
import WireFormat

// A call of a tool as a request to its operation.
extension MCPTool {
    /// The request of a call.
    ///
    /// - Parameter arguments: The arguments; null counts as not given.
    /// - Throws: `missing-field`, `invalid-value` and `unknown-field` for what cannot be put into a request. Everything else
    ///   is for the endpoint to check.
    func request(with arguments: [Value.Member]) throws(Problem) -> InternalRequest {
        var rest = arguments.filter { $0.value != .null }
        var request = InternalRequest(
            method: HTTPRequest.Method(rawValue: operation.method) ?? .get,
            path: operation.path
        )
        if let mediaType { request.headers[.accept] = mediaType }
        for parameter in parameters {
            guard let value = rest.take(parameter.argument) else {
                guard parameter.isRequired else { continue }
                throw missing(parameter.argument)
            }
            try request.add(parameter, value)
        }
        switch content {
        case .none: break
        case .arguments, .argumentsBut:
            request.body = (MediaType.json, JSONText.write(.object(rest)))
            return request
        case .argument(let name):
            guard let value = rest.take(name) else { throw missing(name) }
            request.body = (MediaType.json, JSONText.write(value))
        case .text(let name, let type, _):
            guard let text = rest.take(name) else { throw missing(name) }
            // A scenario as an object is what its text would say, as all JSON is YAML.
            request.body = (type, text.text.map { Array($0.utf8) } ?? JSONText.write(text))
        }
        if let unknown = rest.first { throw self.unknown(unknown.name) }
        return request
    }

    private func missing(_ argument: String) -> Problem {
        Problem(.missingField, "\(name, as: "tool") needs the argument \(argument, as: "argument").", field: argument)
    }

    private func unknown(_ argument: String) -> Problem {
        Problem(
            .unknownField,
            "\(name, as: "tool") has no argument \"\(argument.shortened, as: "argument")\".",
            field: argument,
            accepted: definition["inputSchema"]?["properties"]?.members.map(\.name) ?? []
        )
    }
}

extension InternalRequest {
    /// Adds an argument where the operation has its parameter.
    fileprivate mutating func add(_ parameter: ToolParameter, _ value: Value) throws(Problem) {
        let texts = try value.parameterTexts(for: parameter.argument)
        let joined = texts.joined(separator: ",")
        switch parameter.location {
        case .path:
            guard !joined.isEmpty else {
                throw Problem(
                    .invalidValue,
                    "\(parameter.argument, as: "argument") must not be empty.",
                    field: parameter.argument
                )
            }
            path = path.replacing("{\(parameter.name)}", with: PercentEncoding.encode(joined))
        case .query where parameter.schema["type"] == "array": query += texts.map { (parameter.name, $0) }
        case .query: query.append((parameter.name, joined))
        case .header:
            guard let name = HTTPField.Name(parameter.name) else { return }
            headers[name] = joined
        }
    }
}

extension [Value.Member] {
    /// Removes the member with this name, and returns its value.
    fileprivate mutating func take(_ name: String) -> Value? {
        firstIndex { $0.name == name }.map { remove(at: $0).value }
    }
}

extension Value {
    /// The texts that this is as a parameter: several for an array.
    fileprivate func parameterTexts(for argument: String) throws(Problem) -> [String] {
        switch self {
        case .string(let text): return [text]
        case .integer, .number, .bool: return [String(decoding: JSONText.write(self), as: UTF8.self)]
        case .array(let elements):
            var texts: [String] = []
            for element in elements { texts += try element.parameterTexts(for: argument) }
            return texts
        case .null, .object:
            throw Problem(.invalidValue, "\(argument, as: "argument") must be a text or a number.", field: argument)
        }
    }
}
