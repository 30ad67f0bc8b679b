import Dashboard
import GreenroomServer
import HTTPTestKit
import HTTPTypes
import Hummingbird
import LifecycleKernel
import Scenarios
import Testing
import WireFormat

@testable import Greenroom
@testable import HTTPAPI
@testable import OpenAPIGenerator

@Suite("The description of the interface")
struct OpenAPITests {
    private static let routes: [Route] = (try? RouteTable.all(.test(features: Features.all)).routes) ?? []

    private static let eventNames = Set(Event.knownTypes.map { Schema.componentName(of: $0, "Event") })
    private static let actionNames = Set(Action.knownNames.map { Schema.componentName(of: $0, "Action") })

    @Test("The name of every component is the name of a type in most languages")
    func componentNames() {
        let names = OpenAPIDocument.components.map(\.name)
        #expect(Set(names.map { $0.lowercased() }).count == names.count)
        for name in names { #expect(name.wholeMatch(of: /[A-Z][A-Za-z0-9]*/) != nil, "\(name)") }
    }

    /// The dashboard with what features add to it.
    private static let dashboard = Dashboard(Features.all.flatMap { $0.scripts })

    /// The routes without an operation: the dashboard's files and the text for models, for which programs have no use, and the Model
    /// Context Protocol, which describes itself (`tools/list`).
    private static let undescribed = Set(
        (["/llms.txt", Dashboard.pagePath, Dashboard.lessonsPath] + dashboard.files.map(\.path)).map { "GET \($0)" }
            + ["POST /mcp"]
    )

    @Test("Beside health and descriptions, only the authority and the files for browsers and models are open")
    func openPaths() throws {
        let core = try RouteTable.all(.test()).openPaths
        let open = Set(Self.routes.filter(\.isOpen).map(\.path)).subtracting(core)
        let own = ["/v1/apns/ca.pem", "/llms.txt", Dashboard.pagePath, Dashboard.lessonsPath]
        #expect(open == Set(own + Self.dashboard.files.map(\.path)))
    }

    @Test("Every route has an operation, and every operation a route; what is not for programs over HTTP has none")
    func routesAreDescribed() {
        let routes = Set(Self.routes.map { "\($0.method) \($0.path)" }).subtracting(Self.undescribed)
        let operations = Operation.all.map { "\($0.method) \($0.path)" }
        #expect(routes.subtracting(operations).isEmpty)
        #expect(Set(operations).subtracting(routes).isEmpty)
        #expect(Set(operations).count == operations.count)
        #expect(Set(Operation.all.map(\.id)).count == operations.count)
    }

    @Test("What is open without a token is said to be", arguments: Operation.all)
    func openness(operation: Operation) {
        let route = Self.routes.first { $0.method == operation.method && $0.path == operation.path }
        #expect(route?.isOpen == operation.traits.contains(.open))
    }

    @Test("Every reference leads to something, and everything is referred to")
    func references() {
        let references = OpenAPIDocument.value.references
        for reference in Set(references) {
            let target = reference.dropFirst(2).split(separator: "/").reduce(OpenAPIDocument.value) {
                $0[String($1)] ?? .null
            }
            #expect(target != .null, "\(reference)")
        }
        for component in OpenAPIDocument.components {
            #expect(references.contains("#/components/schemas/\(component.name)"), "\(component.name)")
        }
    }

    @Test("Every event, action and field is explained", arguments: OpenAPIDocument.components)
    func explained(component: SchemaComponent) {
        #expect(component.schema.value["description"]?.text?.hasSuffix(".") == true, "\(component.name)")
        for field in component.schema.value.fields {
            #expect(field.value["description"]?.text?.isEmpty == false, "\(component.name).\(field.name)")
        }
    }

    @Test("Everything that can be said of an event or an action is described", arguments: Event.knownTypes)
    func surveyed(type: String) {
        let schema = OpenAPIDocument.components.first { $0.name == Schema.componentName(of: type, "Event") }?.schema
            .value
        #expect(schema?["additionalProperties"] == false)
        #expect(schema?["properties"]?["type"]?["const"] == .string(type))
    }

    @Test("The fields that the description of an event or an action explains are those that are read")
    func describedFieldsAreRead() {
        for (input, kind) in Event.descriptions.map({ ($0, "Event") }) + Action.descriptions.map({ ($0, "Action") }) {
            let name = Schema.componentName(of: input.name, kind)
            let schema = OpenAPIDocument.components.first { $0.name == name }?.schema.value
            let read = Set(schema?.fields.map(\.name) ?? []).subtracting(["type", "action"])
            #expect(read.symmetricDifference(input.fields.map(\.name)).isSubset(of: ["bundleID"]), "\(input.name)")
        }
    }

    @Test("Every schema's own example is as the schema says", arguments: OpenAPIDocument.components)
    func examples(component: SchemaComponent) {
        let examples = component.schema.value["examples"]?.elements ?? []
        for example in examples { #expect(SchemaValidator.violations(of: example, in: component.schema.value).isEmpty) }
        let hasOne = Self.eventNames.union(Self.actionNames).contains(component.name)
        #expect(!hasOne || !examples.isEmpty, "\(component.name)")
    }

    @Test("The example of every event and action is accepted, and is written as it was read")
    func samples() throws {
        for component in OpenAPIDocument.components {
            let example = component.schema.value["examples"]?.elements.first ?? .null
            if Self.eventNames.contains(component.name) {
                let event = try Event(example, at: "")
                #expect(try Event(event.value, at: "") == event)
            }
            if Self.actionNames.contains(component.name) {
                let action = try Action(example, at: "")
                #expect(try Action(action.value, at: "") == action)
                #expect(action.value["action"] == example["action"])
            }
        }
    }

    @Test("A survey finds names, kinds, limits and what is required")
    func survey() {
        let crash = OpenAPIDocument.components.first { $0.name == "AppCrashEvent" }?.schema.value ?? [:]
        #expect(crash["required"] == ["type", "bundleID", "exception"])
        #expect(
            crash["properties"]?["exception"]?["enum"] == [
                "abort", "badAccess", "busError", "illegalInstruction", "breakpoint",
            ]
        )
        #expect(crash["properties"]?["message"]?["maxLength"] == 8_192)
        #expect(crash["properties"]?["message"]?["type"] == ["string", "null"])
        #expect(crash["properties"]?["bundleID"]?["type"] == "string")
        let device = OpenAPIDocument.components.first { $0.name == "NewDevice" }?.schema.value ?? [:]
        #expect(device["required"] == nil)
        let clock = device["properties"]?["clock"]?["anyOf"]?.elements.first ?? [:]
        let mode = clock["properties"]?["mode"]?["anyOf"]?.elements.first ?? [:]
        #expect(mode["enum"] == ["manual", "realtime", "scaled"])
        // A scaled clock must have a rate, and another one none.
        #expect(clock["not"]?["anyOf"]?.elements.map { $0["required"] } == [["rate"], ["mode"]])
        #expect(device["properties"]?["memoryBytes"]?["minimum"] == 67_108_864)
    }

    @Test("The fields of records are those that patterns of records may name", arguments: Record.Kind.allCases)
    func recordFields(kind: Record.Kind) throws {
        let step: Value = ["check": [:], "records": [["kind": .string(kind.rawValue), "impossible": 1]]]
        let rejection = try #require(throws: Rejection.self) { try ScenarioStep(step, at: "") }
        let component = OpenAPIDocument.components.first {
            $0.name == Schema.componentName(of: kind.rawValue, "Record")
        }
        let described = component?.schema.value["properties"]?.members.map(\.name) ?? []
        #expect(Set(described) == Set(rejection.accepted).union(["vocabulary"]))
    }

    static let documentForms: [(form: DocumentForm, name: String)] = [
        (.scenario, "Scenario"), (.app, "NewApp"), (.device, "NewDevice"), (.exploration, "ExplorationFile"),
        (.part, "IncludedFile"),
    ]

    @Test("The keys of each form of a document are those that are described", arguments: documentForms)
    func keysOfDocuments(form: DocumentForm, name: String) throws {
        let schema = try #require(ScenarioSchema.document["$defs"]?[name])
        #expect(Set(schema["properties"]?.members.map(\.name) ?? []) == Set(form.keys))
        #expect(schema["additionalProperties"] == false)
    }

    @Test("The document is served to everybody")
    func served() async throws {
        var settings = HTTPServerSettings()
        settings.bearerToken = "a-secret-token"
        try await APIClient.run(features: Features.all, settings: settings) { api in
            let document = try await api.get("/openapi.json")
            #expect(document.status == 200)
            #expect(document.json == OpenAPIDocument.value)
            #expect(document["info"]?["version"] == .string(ServiceVersion.current.service))
            #expect(document["openapi"] == "3.1.0")
            let tag = try #require(document.tag)
            #expect(try await api.get("/openapi.json", headers: [.ifNoneMatch: tag]).status == 304)
        }
    }

    @Test("A page escapes what it shows")
    func escapes() {
        #expect("<b a=\"1\">&`x`".asMarkup == "&lt;b a=&quot;1&quot;&gt;&amp;<code>x</code>")
    }
}

@Suite("What the description says goes in")
struct DescribedRequestTests {
    @Test("Every example is as its schema says, and is accepted", arguments: Operation.all.filter { $0.body != nil })
    func examples(operation: Operation) async throws {
        for example in operation.body?.examples ?? [] {
            let schema = operation.body?.schema.value ?? [:]
            #expect(SchemaValidator.violations(of: example.value, in: schema).isEmpty)
            let options = ["webhook-hosts": "hooks.example.com"]
            try await APIClient.run(features: Features.all, options: options) { api in
                let during = example.value["during"]
                let isAttached = operation.group == .attached || during != nil
                try await api.makePhone(driver: isAttached ? "attached" : "simulated")
                if operation.group != .devices { _ = try await api.post("/v1/devices/phone/events", APIClient.launch) }
                let callbacks = try await api.get("/v1/devices/phone/apps/\(APIClient.notes)/callbacks")
                var path = operation.path.replacing("{device}", with: "phone").replacing(
                    "{bundleID}",
                    with: APIClient.notes
                )
                var body = String(decoding: JSONText.write(example.value), as: UTF8.self)
                if case .integer(let sequence)? = callbacks.list("callbacks").first?["sequence"] {
                    path = path.replacing("{sequence}", with: String(sequence))
                    if let during {
                        body = body.replacing(
                            String(decoding: JSONText.write(during), as: UTF8.self),
                            with: "[\(sequence)]"
                        )
                    }
                }
                let answer = try await api.send(operation.method, path, body)
                #expect((200...299).contains(answer.status), "\(operation.id) \(example.name): \(answer.text)")
                #expect(answer["passed"] != false, "\(answer.text)")
            }
        }
    }

    @Test("The query parameters described are those that are known", arguments: Operation.all)
    func parameters(operation: Operation) async throws {
        guard !operation.traits.contains(.anyQuery) else { return }
        try await APIClient.run(features: Features.all) { api in
            try await api.makePhone()
            let answer = try await api.send(operation.method, operation.samplePath + "?impossible=1")
            #expect(answer.code == "unknown-field", "\(operation.id)")
            let known = answer.list("accepted").compactMap(\.text)
            #expect(Set(known) == Set(operation.query.map(\.name)), "\(operation.id)")
        }
    }

    @Test("The limits described are those that hold", arguments: Operation.all)
    func limits(operation: Operation) async throws {
        for parameter in operation.query {
            guard case .integer(let maximum)? = parameter.schema.value["maximum"] else { continue }
            try await APIClient.run(features: Features.all) { api in
                try await api.makePhone(driver: operation.group == .attached ? "attached" : "simulated")
                let over = try await api.send(
                    operation.method,
                    operation.samplePath + "?\(parameter.name)=\(maximum + 1)"
                )
                #expect(over.code == "invalid-value", "\(operation.id)")
                let least = parameter.name == "waitSeconds" ? 0 : maximum
                let right = try await api.send(operation.method, operation.samplePath + "?\(parameter.name)=\(least)")
                let isUnknown = ["unknown-app", "unknown-exploration"].contains(right.code)
                #expect(right.status == 200 || isUnknown, "\(operation.id)")
            }
        }
    }
}

extension Operation {
    /// Its path on the device `phone`.
    fileprivate var samplePath: String {
        path.replacing("{device}", with: "phone").replacing("{bundleID}", with: APIClient.notes)
            .replacing("{pid}", with: "101").replacing("{sequence}", with: "1").replacing("{profile}", with: "ios18")
            .replacing("{report}", with: "none.ips").replacing("{code}", with: "too-large")
    }
}

extension Value {
    /// Every reference in this value.
    fileprivate var references: [String] {
        switch self {
        case .object(let members):
            members.flatMap { member in
                member.name == "$ref" ? [member.value.text].compactMap { $0 } : member.value.references
            }
        case .array(let elements): elements.flatMap(\.references)
        default: []
        }
    }

    /// The fields of the objects that this schema describes, those within its fields too.
    fileprivate var fields: [Member] {
        var fields: [Member] = []
        for member in members {
            switch member.name {
            case "properties":
                for field in member.value.members { fields += [field] + field.value.fields }
            case "oneOf", "anyOf":
                for alternative in member.value.elements { fields += alternative.fields }
            case "items": fields += member.value.fields
            default: break
            }
        }
        return fields
    }
}
