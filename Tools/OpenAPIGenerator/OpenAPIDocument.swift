import Greenroom
import GreenroomServer
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import WireFormat

/// The description of the interface (OpenAPI 3.1), made from the operations, the readers of what comes in, and the
/// enumerations of what goes out: what docs/openapi.json must be.
package enum OpenAPIDocument {
    /// The text of docs/openapi.json.
    package static var text: String { PrettyJSON.text(of: value) }

    /// The features, each of which describes its endpoints.
    static let features = Features.all

    /// What requests are refused for.
    static let problems = ProblemCode.core + features.flatMap { $0.problems }

    /// What operations and other schemas refer to.
    static let components: [SchemaComponent] =
        SchemaComponent.inputs + SchemaComponent.properties + SchemaComponent.records + SchemaComponent.resources
        + SchemaComponent.documents + features.flatMap { $0.description.schemas }

    /// The document.
    static let value: Value = [
        "openapi": "3.1.0",
        "info": [
            "title": "Greenroom",
            "version": .string(ServiceVersion.current.service),
            "summary": "Simulated iOS app processes for test harnesses.",
            "description": """
            Clients send events and get, in order, the callbacks, states, deadlines and kills that iOS would have \
            produced, in virtual time and always the same. Unknown fields and query parameters are refused, and \
            every refusal is a problem document that says what would have been right. A field that is null counts \
            as one that is not given. Every answer has a header `X-Request-Id`: the request's own, or a new one.
            """,
        ],
        "tags": .array(
            groups.map { ["name": .string($0.title), "description": .string($0.about)] }
        ),
        "security": [["token": []], [:]],
        "paths": .object(paths),
        "webhooks": .object(features.flatMap { $0.description.webhooks }),
        "components": [
            "schemas": .object(components.map { Value.Member($0.name, $0.schema.value) }),
            "parameters": .object(headers.map { Value.Member($0.name, $0.value) }),
            "headers": [
                "ETag": [
                    "description": """
                    The sequence of the device that the answer reflects, and a digest of the body where it is a resource; \
                    a digest of a file.
                    """,
                    "schema": ["type": "string", "pattern": #"^"[0-9a-f]{1,20}(-[0-9a-f]{1,16})?"$"#],
                ],
                "Location": ["description": "Where what was made is.", "schema": ["type": "string"]],
            ],
            "securitySchemes": [
                "token": [
                    "type": "http", "scheme": "bearer",
                    "description": "Needed where the service is started with a token.",
                ]
            ],
        ],
        "x-meanings": [
            "findings": meanings(of: Finding.Code.allCases),
            "advice": meanings(of: Finding.Code.allCases) { code in
                Wording(code.advice.text(in: .english), code.advice.text(in: .chinese))
            },
            "subjects": meanings(of: Verdict.Subject.allCases),
            "verdicts": meanings(of: Verdict.Decision.allCases),
            "reasons": meanings(of: Verdict.Reason.allCases),
            "ends": meanings(of: TerminationReason.allCases),
            "pushUser": meanings(of: PushOutcome.User.allCases),
            "pushCode": meanings(of: PushOutcome.Code.allCases),
        ],
    ]

    /// The groups of the core, then those of features.
    private static let groups = Operation.all.map(\.group).reduce(into: Operation.Group.core) { groups, group in
        if !groups.contains(group) { groups.append(group) }
    }

    /// What codes mean, by code, in each language.
    private static func meanings<Code: MeaningfulCode>(
        of codes: [Code],
        _ meaning: (Code) -> Wording = \.meaning
    ) -> Value {
        .object(codes.map { Value.Member($0.codeName, texts(meaning($0))) })
    }

    /// A text in each language.
    private static func texts(_ wording: Wording) -> Value {
        .object(Language.allCases.map { Value.Member($0.rawValue, .string(wording.text(in: $0))) })
    }

    /// The operations of each path, the paths in the order in which they first come.
    private static let paths: [Value.Member] = {
        var paths: [(path: String, operations: [Value.Member])] = []
        for operation in Operation.all {
            let member = Value.Member(operation.method.rawValue.lowercased(), operation.document)
            if let index = paths.firstIndex(where: { $0.path == operation.path }) {
                paths[index].operations.append(member)
            } else {
                paths.append((operation.path, [member]))
            }
        }
        return paths.map { Value.Member($0.path, .object($0.operations)) }
    }()

    /// The headers that several operations heed.
    private static let headers: [(name: String, value: Value)] = [
        header(
            "IfNoneMatch",
            "If-None-Match",
            "Tags of what the client has; if one is still right, the answer is 304."
        ),
        header(
            "IfMatch",
            "If-Match",
            "Tags, with the sequence of one of which the device must stand for the request to be carried out; or `*`.",
            .string.with("pattern", .string("^(\\*|\(EntityTag.pattern)( *, *\(EntityTag.pattern))*)$")).example("*")
        ),
        header(
            "IdempotencyKey",
            "Idempotency-Key",
            "The same key with the same body gets the first answer again, and nothing is done twice.",
            Schema.text(1...255).with("pattern", "^[!-~]+$")
        ),
        header(
            "LastNumber",
            "Last-Event-ID",
            "The id of the last event that the client has of an exploration: its number.",
            .string.with("pattern", "^(0|[1-9][0-9]{0,17})$")
        ),
        header(
            "LastRecord",
            "Last-Event-ID",
            """
            The id of the last event that the client has of the stream: the number of the device, and a sequence. With the number of \
            another device, such as one that had the same id before, the stream begins with a `gap`.
            """,
            .string.with("pattern", "^[1-9][0-9]{0,17}-(0|[1-9][0-9]{0,17})$").example("7-17")
        ),
        header(
            "LastPosition",
            "Last-Event-ID",
            """
            The id of the last event that the client has of the stream: a run of the server, and a position. With a data directory \
            the stream continues there after a restart of the server.
            """,
            .string.with("pattern", "^[0-9a-z]+-(0|[1-9][0-9]{0,17})(-[1-9][0-9]{0,17})?$").example("9f3a61c2-17")
        ),
    ]

    private static func header(
        _ name: String,
        _ header: Value,
        _ description: Value,
        _ schema: Schema = .string
    ) -> (name: String, value: Value) {
        (name, ["name": header, "in": "header", "description": description, "schema": schema.value])
    }
}
