import DeviceHost
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import WireFormat

// An operation as the document shows it.
extension Operation {
    /// The operation object.
    var document: Value {
        var members: [Value.Member] = [
            .init("operationId", .string(id)), .init("tags", [.string(group.title)]),
            .init("summary", .string(summary)),
        ]
        if let about { members.append(.init("description", .string(about))) }
        let parameters = pathParameters + query.map(\.document) + headers
        if !parameters.isEmpty { members.append(.init("parameters", .array(parameters))) }
        if let body { members.append(.init("requestBody", body.document)) }
        members.append(.init("responses", .object(successes + failures)))
        if traits.contains(.open) { members.append(.init("security", [])) }
        return .object(members)
    }

    /// Everything that it may refuse a request for.
    var allProblems: [ProblemCode] {
        var problems = problems
        if !traits.contains(.open) { problems.append(.unauthorized) }
        if !traits.contains(.anyHost) { problems += [.malformedHost, .hostNotAllowed] }
        if !traits.contains(.anyQuery) { problems += [.unknownField, .invalidValue] }
        if path.contains("{device}") { problems += [.unknownDevice, .deviceSetAside] }
        if path.hasPrefix("/v1/") { problems += [.notReady, .overloaded] }
        if method != .get { problems += [.crossSite, .readOnlyToken] }
        if path.hasPrefix("/v1/devices") { problems.append(.storeUnavailable) }
        if path.contains("{bundleID}"), !problems.contains(.unknownApp), method != .put {
            problems.append(.unknownApp)
        }
        if traits.contains(.guarded) { problems.append(.preconditionFailed) }
        if traits.contains(.once) { problems += [.idempotencyKeyReused, .answerNotKept, .overloaded] }
        if let body {
            problems += [.unsupportedMediaType]
            if body.types != [MediaType.jsonLines] { problems += [.malformedBody, .tooLarge, .missingField] }
        }
        return OpenAPIDocument.problems.filter(problems.contains)
    }

    // MARK: What goes in

    private var pathParameters: [Value] {
        path.split(separator: "/").filter { $0.hasPrefix("{") }.map { part in
            let name = String(part.dropFirst().dropLast())
            return [
                "name": .string(name), "in": "path", "required": true,
                "schema": (group.parameters[name] ?? Self.schema(ofPath: name)).value,
            ]
        }
    }

    private static func schema(ofPath name: String) -> Schema {
        switch name {
        case "device": Schema.deviceID.saying("The device.")
        case "bundleID": Schema.bundleID.saying("The app.")
        case "pid": Schema.pid.saying("The process.")
        case "sequence": Schema.sequence.saying("The sequence of the record that tells of the callback.")
        case "profile": Schema.choice(RuleProfile.self).saying("The profile.")
        case "code": Schema.choice(OpenAPIDocument.problems.map(\.rawValue)).saying("The code.")
        case "apnsID": Schema.string.with("minLength", 1).saying("The `apns-id` of the push.")
        default: Schema.string.with("minLength", 1).saying("The name of the report's file.")
        }
    }

    private var headers: [Value] {
        var headers: [Value] = []
        if traits.contains(.conditional) { headers.append(Self.parameter("IfNoneMatch")) }
        if traits.contains(.guarded) { headers.append(Self.parameter("IfMatch")) }
        if traits.contains(.once) { headers.append(Self.parameter("IdempotencyKey")) }
        if traits.contains(.resumable) {
            let ofOne = path.contains("{exploration}") ? "LastNumber" : "LastRecord"
            headers.append(Self.parameter(path.contains("{") ? ofOne : "LastPosition"))
        }
        return headers
    }

    private static func parameter(_ name: String) -> Value {
        ["$ref": .string("#/components/parameters/\(name)")]
    }

    // MARK: What comes out

    private var successes: [Value.Member] {
        var responses = answers.map { answer in
            Value.Member(String(answer.status.code), answer.document(hasTag: hasTag))
        }
        if traits.contains(.conditional) {
            responses.append(.init("304", ["description": "It is as the client has it.", "headers": Self.tagHeader]))
        }
        return responses
    }

    private var hasTag: Bool { traits.contains(.conditional) || traits.contains(.guarded) }

    private static let tagHeader: Value = ["ETag": ["$ref": "#/components/headers/ETag"]]

    /// A response for each status, with what it may mean.
    private var failures: [Value.Member] {
        var byStatus: [(status: Int, codes: [ProblemCode])] = []
        for code in allProblems {
            if let index = byStatus.firstIndex(where: { $0.status == code.status.code }) {
                byStatus[index].codes.append(code)
            } else {
                byStatus.append((code.status.code, [code]))
            }
        }
        return byStatus.sorted { $0.status < $1.status }.map { status, codes in
            Value.Member(String(status), Self.failure(codes))
        }
    }

    private static func failure(_ codes: [ProblemCode]) -> Value {
        let schema = Schema.component("Problem").with(
            "properties",
            ["code": Schema.choice(codes.map(\.rawValue)).value]
        )
        return [
            "description": .string(codes.map { "\($0.title.english) (`\($0.rawValue)`)." }.joined(separator: " ")),
            "content": .object([.init(MediaType.problem, ["schema": schema.value])]),
        ]
    }
}

extension Operation.Parameter {
    /// The parameter object.
    fileprivate var document: Value {
        var members: [Value.Member] = [.init("name", .string(name)), .init("in", "query")]
        if isRequired { members.append(.init("required", true)) }
        members.append(.init("schema", schema.value))
        if isList { members += [.init("style", "form"), .init("explode", true)] }
        return .object(members)
    }
}

extension Operation.Body {
    /// The request body object.
    fileprivate var document: Value {
        ["required": .bool(isRequired), "content": .object(types.map { Value.Member($0, media(of: $0)) })]
    }

    /// The media type object. What is no JSON is bytes: generators of clients take an object for one that they write as JSON.
    private func media(of type: String) -> Value {
        if type == MediaType.jsonLines {
            return ["schema": Schema.bytes.value, Schema.lineKeyword: schema.value]
        }
        guard !MediaType.yaml.contains(type) else { return ["schema": Schema.bytes.saying("The same in YAML.").value] }
        var media: [Value.Member] = [.init("schema", schema.value)]
        if !examples.isEmpty {
            media.append(.init("examples", .object(examples.map { .init($0.name, ["value": $0.value]) })))
        }
        return .object(media)
    }
}

extension Operation.Success {
    /// The response object.
    fileprivate func document(hasTag: Bool) -> Value {
        var members: [Value.Member] = [.init("description", .string(description))]
        var headers: [Value.Member] = []
        if hasTag { headers.append(.init("ETag", ["$ref": "#/components/headers/ETag"])) }
        if hasLocation { headers.append(.init("Location", ["$ref": "#/components/headers/Location"])) }
        if !headers.isEmpty { members.append(.init("headers", .object(headers))) }
        if !content.isEmpty {
            let content = content.map { type, schema in
                var media: [Value.Member] = [.init("schema", schema.value)]
                if let line { media.append(.init(Schema.lineKeyword, line.value)) }
                return Value.Member(type, .object(media))
            }
            members.append(.init("content", .object(content)))
        }
        return .object(members)
    }
}
