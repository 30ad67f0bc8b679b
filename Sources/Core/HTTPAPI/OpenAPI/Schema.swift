import DeviceHost
import LifecycleKernel
import WireFormat

/// What a value looks like, in JSON Schema (2020-12) as OpenAPI 3.1 uses it.
package struct Schema: Hashable, Sendable {
    /// The keywords, in the order in which they are shown.
    package private(set) var keywords: [Value.Member]

    package init(_ keywords: Value.Member...) { self.keywords = keywords }

    private init(keywords: [Value.Member]) { self.keywords = keywords }

    private init(type: Value, _ keywords: Value.Member...) {
        self.keywords = [Value.Member("type", type)] + keywords
    }

    /// The field of a media type object that has the schema of each line. OpenAPI 3.2 calls it `itemSchema`.
    package static let lineKeyword = "x-itemSchema"

    /// The schema as the document has it.
    package var value: Value { .object(keywords) }

    // MARK: Single values

    /// A value of any kind.
    package static let any = Schema()
    package static let boolean = Schema(type: "boolean")
    /// A string of any length.
    package static let string = Schema(type: "string")
    /// The bytes of a body that is no JSON; of a format that generators of clients know.
    package static let bytes = Schema(type: "string", .init("format", "binary"))
    /// A whole number that is not negative: a sequence, a size, a count.
    package static let count = integer(0...Int64.max)
    /// A sequence of records.
    package static let sequence = count.saying("The sequence of a record.")
    /// A number of any kind.
    package static let number = Schema(type: "number")
    /// A length of time as an answer gives it.
    package static let seconds = Schema(type: "number", .init("minimum", 0))
    package static let null = Schema(type: "null")
    /// An instant: ISO 8601 in UTC. A space or small letters, which RFC 3339 allows, are not read.
    package static let instant = Schema(
        type: "string",
        .init("format", "date-time"),
        .init("pattern", #"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?Z$"#),
        .init("examples", ["2026-01-01T00:00:12.000Z"])
    )
    /// The identifier of an app.
    package static let bundleID = Schema(
        type: "string",
        .init("pattern", "^[A-Za-z0-9-][A-Za-z0-9.-]*$"),
        .init("minLength", 1),
        .init("maxLength", 155),
        .init("examples", ["com.example.notes"])
    )
    /// The id of a device.
    package static let deviceID = Schema(
        type: "string",
        .init("pattern", "^[a-z0-9][a-z0-9-]*$"),
        .init("minLength", 1),
        .init("maxLength", .integer(Int64(DeviceID.maximumLength))),
        .init("examples", ["checkout-test-17"])
    )
    /// The number of a scene's session, as text.
    package static let sceneID = Schema(type: "string", .init("pattern", "^[1-9][0-9]{0,8}$"), .init("examples", ["1"]))
    /// A UUID of either case.
    package static let uuid = Schema(
        type: "string",
        .init("pattern", "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"),
        .init("examples", ["8a1f6c1e-3d2b-4c5a-9e7f-0123456789ab"])
    )
    /// The number of a process.
    package static let pid = integer(0...Int64(Int32.max))
    /// A number in hexadecimal, such as a termination code.
    package static let hexadecimal = Schema(type: "string", .init("pattern", "^0x[0-9a-f]+$"))

    /// A whole number within a range; bounds that are those of the type are not shown.
    package static func integer(_ range: ClosedRange<Int64>) -> Schema {
        var schema = Schema(type: "integer", .init("format", "int64"))
        if range.lowerBound > .min { schema.keywords.append(.init("minimum", .integer(range.lowerBound))) }
        if range.upperBound < .max { schema.keywords.append(.init("maximum", .integer(range.upperBound))) }
        return schema
    }

    /// A string whose length in bytes of UTF-8 is within a range; JSON Schema counts characters, of which there are
    /// not more.
    package static func text(_ bytes: ClosedRange<Int>) -> Schema {
        var schema = Schema(type: "string")
        if bytes.lowerBound > 0 { schema.keywords.append(.init("minLength", .integer(Int64(bytes.lowerBound)))) }
        schema.keywords.append(.init("maxLength", .integer(Int64(bytes.upperBound))))
        return schema
    }

    /// One of several names.
    package static func choice(_ names: [String]) -> Schema {
        Schema(type: "string", .init("enum", .array(names.map(Value.string))))
    }

    /// One of the names of an enumeration.
    package static func choice<Choice>(_ type: Choice.Type) -> Schema
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        choice(type.allCases.map(\.rawValue))
    }

    /// One value and no other.
    package static func constant(_ value: Value) -> Schema { Schema(.init("const", value)) }

    // MARK: Compound values

    /// The schema of a component.
    package static func component(_ name: String) -> Schema {
        Schema(.init("$ref", .string("#/components/schemas/\(name)")))
    }

    /// An array.
    package static func array(of element: Schema, _ count: ClosedRange<Int>? = nil) -> Schema {
        var schema = Schema(type: "array", .init("items", element.value))
        if let count, count.lowerBound > 0 {
            schema.keywords.append(.init("minItems", .integer(Int64(count.lowerBound))))
        }
        if let count { schema.keywords.append(.init("maxItems", .integer(Int64(count.upperBound)))) }
        return schema
    }

    /// An object with these fields and no others.
    package static func object(_ fields: [SchemaField]) -> Schema {
        object(fields, others: .init("additionalProperties", false))
    }

    /// An object with these fields and any others.
    package static func openObject(_ fields: [SchemaField] = []) -> Schema { object(fields, others: nil) }

    private static func object(_ fields: [SchemaField], others: Value.Member?) -> Schema {
        var schema = Schema(type: "object")
        let required = fields.filter(\.isRequired).map { Value.string($0.name) }
        if !required.isEmpty { schema.keywords.append(.init("required", .array(required))) }
        if !fields.isEmpty {
            let properties = fields.map { Value.Member($0.name, $0.schema.value) }
            schema.keywords.append(.init("properties", .object(properties)))
        }
        if let others { schema.keywords.append(others) }
        return schema
    }

    /// An object from names to values of one kind.
    package static func map(to value: Schema, names: Schema? = nil) -> Schema {
        var schema = Schema(type: "object", .init("additionalProperties", value.value))
        if let names { schema.keywords.append(.init("propertyNames", names.value)) }
        return schema
    }

    /// Labels by their names.
    package static let labels = map(to: .text(0...255), names: Schema.text(1...63).with("pattern", "^[^:]+$"))

    /// The object, or each of several, with more fields.
    package func adding(_ fields: [SchemaField]) -> Schema {
        if case .array(let objects)? = value["anyOf"] {
            return with("anyOf", .array(objects.map { Schema(keywords: $0.members).adding(fields).value }))
        }
        guard case .object(let properties)? = value["properties"], case .array(let names)? = value["required"] else {
            return self
        }
        let required = names + fields.filter(\.isRequired).map { .string($0.name) }
        return with("required", .array(required))
            .with("properties", .object(properties + fields.map { Value.Member($0.name, $0.schema.value) }))
    }

    /// What is one of several things, and no two of them.
    package static func oneOf(_ schemas: [Schema]) -> Schema { Schema(.init("oneOf", .array(schemas.map(\.value)))) }

    /// The name of the component of one kind of something, which is also a name of a type for those who generate code:
    /// `DeviceHomeEvent` for `device.home`.
    package static func componentName(of name: String, _ kind: String) -> String {
        name.split(separator: ".").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + kind
    }

    /// What is at least one of several things.
    package static func anyOf(_ schemas: [Schema]) -> Schema { Schema(.init("anyOf", .array(schemas.map(\.value)))) }

    /// A schema that is one of several components, selected by the value of a field.
    package static func oneOf(_ names: [String], of kind: String, by field: String) -> Schema {
        let mapping = names.map { name in
            Value.Member(name, .string("#/components/schemas/" + componentName(of: name, kind)))
        }
        return Schema(
            .init("oneOf", .array(names.map { component(componentName(of: $0, kind)).value })),
            .init("discriminator", ["propertyName": .string(field), "mapping": .object(mapping)])
        )
    }

    // MARK: What is said of a schema

    /// The same, but for objects that fit one of several others: fields that do not go together.
    ///
    /// Generators of clients read the properties of the object and leave this alone.
    package func refusing(_ others: [Schema]) -> Schema {
        with("not", others.count == 1 ? others[0].value : Schema.anyOf(others).value)
    }

    /// An object that has some fields, of certain values; fields that need not be there have them if they are.
    package static func having(_ names: [String], _ values: [Value.Member] = []) -> Schema {
        let schema = Schema(.init("required", .array(names.map(Value.string))))
        return values.isEmpty ? schema : schema.with("properties", .object(values))
    }

    /// The same, with a description.
    package func saying(_ text: String) -> Schema { with("description", .string(text)) }

    /// The same, with an example.
    package func example(_ value: Value) -> Schema { with("examples", [value]) }

    /// The same, or null.
    package var orNull: Schema {
        if value["type"] == "null" { return self }
        if value["type"] == nil, value["$ref"] == nil, value["oneOf"] == nil, value["anyOf"] == nil { return self }
        if case .string(let type)? = value["type"], value["enum"] == nil, type != "object", type != "array" {
            return with("type", [.string(type), "null"])
        }
        return Schema(.init("anyOf", [value, Schema.null.value]))
    }

    /// The same with a keyword added, or set anew.
    package func with(_ keyword: String, _ value: Value) -> Schema {
        var schema = self
        if let index = keywords.firstIndex(where: { $0.name == keyword }) {
            schema.keywords[index] = .init(keyword, value)
        } else {
            schema.keywords.append(.init(keyword, value))
        }
        return schema
    }
}

extension Schema {
    /// What a reader says that a field must be.
    package init(_ expectation: Expectation) {
        switch expectation {
        case .text(let bytes): self = .text(bytes)
        case .choice(let names): self = .choice(names)
        case .boolean: self = .boolean
        case .integer(let range): self = .integer(range)
        case .number(let range):
            // The least number above zero is a way to say that zero is none.
            let isAboveZero = range.lowerBound == .leastNonzeroMagnitude
            self = Schema.number
                .with(isAboveZero ? "exclusiveMinimum" : "minimum", isAboveZero ? 0 : Value(range.lowerBound))
                .with("maximum", Value(range.upperBound))
        case .seconds(let longest): self = Schema.seconds.with("maximum", Value(seconds: longest))
        case .instant: self = .instant
        case .bundleID: self = .bundleID
        case .scene: self = .sceneID
        case .uuid: self = .uuid
        case .url(let bytes): self = Schema.text(bytes).with("pattern", "^[A-Za-z][A-Za-z0-9+.-]*:")
        case .any, .described: self = .any
        case .object: self = .openObject()
        case .array(let count): self = .array(of: .any, count)
        }
    }
}

extension Schema {
    /// What a pattern of records may ask for in a field.
    package init(_ values: RecordField.Values) {
        switch values {
        case .any: self = .any
        case .text: self = .string
        case .number: self = .number
        case .flag: self = .boolean
        case .names(let names): self = .choice(names)
        case .instant:
            self = .instant.with("pattern", #"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$"#)
        case .hexadecimal: self = .hexadecimal
        case .input(let input):
            self = .openObject([.optional(input.discriminator, .choice(input.names), "Which one.")])
        case .object: self = .openObject()
        case .texts: self = .array(of: .string)
        case .numbers: self = .array(of: .number)
        }
    }
}

/// A field of an object.
package struct SchemaField: Sendable {
    package let name: String
    package let schema: Schema
    package let isRequired: Bool

    /// A field.
    package init(name: String, schema: Schema, isRequired: Bool) {
        self.name = name
        self.schema = schema
        self.isRequired = isRequired
    }

    /// A field that is always there.
    package static func field(_ name: String, _ schema: Schema, _ description: String) -> SchemaField {
        SchemaField(name: name, schema: schema.saying(description), isRequired: true)
    }

    /// A field that may be missing.
    package static func optional(_ name: String, _ schema: Schema, _ description: String) -> SchemaField {
        SchemaField(name: name, schema: schema.saying(description), isRequired: false)
    }
}

/// A schema with a name, to which others refer.
package struct SchemaComponent: Sendable {
    package let name: String
    package let schema: Schema

    /// A component.
    package init(_ name: String, _ description: String, _ schema: Schema) {
        self.name = name
        self.schema = schema.saying(description)
    }

    /// An object as a component.
    package init(_ name: String, _ description: String, _ fields: [SchemaField]) {
        self.init(name, description, .object(fields))
    }

    /// A list and where the next page of it begins.
    package static func page(_ name: String, of component: String) -> [SchemaField] {
        [
            .field(name, .array(of: .component(component)), "The elements."),
            .field(
                "next",
                Schema.string.orNull,
                "The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last."
            ),
        ]
    }
}
