import HTTPTypes
import LifecycleKernel

/// What one route does, for the description of the interface: what goes in, and everything that may come out.
///
/// A route without an operation, and an operation without a route, is found by a test.
package struct Operation: Sendable {
    /// What operations are sorted by: a tag.
    package struct Group: Hashable, Sendable {
        /// The name that is shown.
        package let title: String
        /// What belongs to it.
        package let about: String
        /// The parameters in the paths of its operations, by their names, apart from those that all groups know.
        package let parameters: [String: Schema]

        /// A group.
        package init(_ title: String, _ about: String, parameters: [String: Schema] = [:]) {
            self.title = title
            self.about = about
            self.parameters = parameters
        }
    }

    /// What goes with a request and its answer, apart from what is particular to the operation.
    package struct Traits: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Answered without a token.
        package static let open = Traits(rawValue: 1 << 0)
        /// Has an entity tag, and answers `If-None-Match` with 304.
        package static let conditional = Traits(rawValue: 1 << 1)
        /// Heeds `If-Match`.
        package static let guarded = Traits(rawValue: 1 << 2)
        /// Is carried out once for each `Idempotency-Key`.
        package static let once = Traits(rawValue: 1 << 3)
        /// Takes any query.
        package static let anyQuery = Traits(rawValue: 1 << 4)
        /// Goes on where `Last-Event-ID` says.
        package static let resumable = Traits(rawValue: 1 << 5)
        /// Answers whatever the client calls the server.
        package static let anyHost = Traits(rawValue: 1 << 6)
    }

    /// A parameter of the query.
    package struct Parameter: Sendable {
        package let name: String
        package let schema: Schema
        /// Whether there must be one.
        package var isRequired = false
        /// Whether it may be given several times.
        package var isList = false

        /// A parameter, whose schema describes it.
        package init(name: String, schema: Schema, isRequired: Bool = false, isList: Bool = false) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
            self.isList = isList
        }
    }

    /// What goes in.
    package struct Body: Sendable {
        /// The media types, the usual one first.
        package var types = [MediaType.json]
        /// The schema of the body; of each line in a body of lines.
        package let schema: Schema
        /// Bodies that are accepted, by name.
        package var examples: [Value.Member] = []
        /// Whether there must be one.
        package var isRequired = true

        /// A body.
        package init(
            types: [String] = [MediaType.json],
            schema: Schema,
            examples: [Value.Member] = [],
            isRequired: Bool = true
        ) {
            self.types = types
            self.schema = schema
            self.examples = examples
            self.isRequired = isRequired
        }
    }

    /// What comes out when all goes well.
    package struct Success: Sendable {
        package var status: HTTPResponse.Status = .ok
        package let description: String
        /// What the body is, by media type; none without a body.
        package var content: [(type: String, schema: Schema)] = []
        /// The schema of each line of a body of lines.
        package var line: Schema?
        /// Whether the header `Location` names what was made.
        package var hasLocation = false

        /// An answer.
        package init(
            status: HTTPResponse.Status = .ok,
            description: String,
            content: [(type: String, schema: Schema)] = [],
            line: Schema? = nil,
            hasLocation: Bool = false
        ) {
            self.status = status
            self.description = description
            self.content = content
            self.line = line
            self.hasLocation = hasLocation
        }
    }

    package let method: HTTPRequest.Method
    package let path: String
    /// The name by which generated clients call it.
    package let id: String
    package let group: Group
    package let summary: String
    package var about: String?
    package var query: [Parameter] = []
    package var body: Body?
    package let answers: [Success]
    package var traits: Traits = []
    /// What may go wrong, apart from what follows from the rest.
    package var problems: [ProblemCode] = []

    package init(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ id: String,
        _ group: Group,
        _ summary: String,
        about: String? = nil,
        query: [Parameter] = [],
        body: Body? = nil,
        _ answers: Success...,
        traits: Traits = [],
        problems: [ProblemCode] = []
    ) {
        self.method = method
        self.path = path
        self.id = id
        self.group = group
        self.summary = summary
        self.about = about
        self.query = query
        self.body = body
        self.answers = answers
        self.traits = traits
        self.problems = problems
    }
}

extension Operation.Group {
    /// Those of the core, in the order in which they are shown.
    package static let core: [Self] = [
        .devices, .clock, .apps, .inputs, .attached, .timeline, .pushes, .processes, .requests,
        .reports, .rules, .scenarios, .service,
    ]

    package static let devices = Self("Devices", "Simulated iOS devices: each has its own clock, rules and apps.")
    package static let clock = Self("Clock", "A device's time: it runs, is scaled, stands still, or is moved by hand.")
    package static let apps = Self("Apps", "What is installed, in which state it is and why.")
    package static let inputs = Self("Inputs", "What the user and the system do, and what the app's own code does.")
    package static let attached = Self(
        "Attached",
        "Apps that a harness plays: their callbacks wait until it returns from them."
    )
    package static let timeline = Self("Timeline", "Everything that happened, as records.")
    package static let pushes = Self("Pushes", "What push providers sent to devices, and what became of it.")
    package static let processes = Self("Processes", "Incarnations of apps, living and ended.")
    package static let requests = Self("Requests", "What clients have sent, and how it was answered.")
    package static let reports = Self(
        "Reports",
        "What iOS writes about an app: crash, jetsam and processor reports, MetricKit."
    )
    package static let rules = Self("Rules", "Every number and order that comes from iOS, with its source.")
    package static let scenarios = Self("Scenarios", "Specifications of behaviour that can be carried out.")
    package static let service = Self("Service", "The service itself.")
}

extension Operation.Success {
    /// A JSON object of a component.
    package static func json(
        _ component: String,
        _ description: String,
        status: HTTPResponse.Status = .ok,
        hasLocation: Bool = false
    ) -> Self {
        Self(
            status: status,
            description: description,
            content: [(MediaType.json, .component(component))],
            hasLocation: hasLocation
        )
    }

    /// Text of a media type.
    package static func text(_ type: String, _ description: String, _ schema: Schema = .string) -> Self {
        Self(description: description, content: [(type, schema)])
    }

    /// Lines, each an object of a component.
    package static func lines(_ component: String, _ description: String) -> Self {
        Self(
            description: description,
            content: [(MediaType.jsonLines, .bytes)],
            line: .component(component)
        )
    }

    /// Nothing but the status.
    package static func empty(_ description: String) -> Self { Self(status: .noContent, description: description) }
}

extension Operation.Parameter {
    /// A parameter with a description.
    package init(_ name: String, _ schema: Schema, _ description: String) {
        self.init(name: name, schema: schema.saying(description))
    }

    /// Where a page of a list begins.
    package static let cursor = Self(
        "cursor",
        .string.with("pattern", .string("^\(deviceKey)2f(\(pidKey))$")),
        "`next` of the page before."
    )
    /// The id of a device, and the number of a process, in the hexadecimal digits of a cursor. After a device as a whole
    /// comes the greatest number that there is.
    private static let deviceKey = "(3[0-9]|6[1-9a-f]|7[0-9a])(2d|3[0-9]|6[1-9a-f]|7[0-9a]){0,62}"
    private static let pidKey = "30|3[1-9](3[0-9]){0,8}|" + greatestPid.utf8.map { "3\($0 - 0x30)" }.joined()
    private static let greatestPid = String(ProcessID.max)
    /// How many elements a page has.
    package static let limit = Self("limit", .integer(1...1_000).with("default", 100), "How many at most.")
    /// Only what is about one app.
    package static let bundleID = Self("bundleID", .string.example("com.example.notes"), "Only what is about this app.")
    /// Only what has certain labels.
    package static let labels = Self(
        name: "label",
        schema: Schema.array(of: .string.with("pattern", "^[^:]+:"))
            .saying("Only devices with this label, `name:value`; given several times, with all of them.")
            .example(["run:4711"]),
        isList: true
    )

    /// The same, but it must be given.
    package var required: Self {
        var parameter = self
        parameter.isRequired = true
        return parameter
    }

    /// Several names of an enumeration, separated by commas.
    package static func names<Choice>(_ name: String, of type: Choice.Type, _ description: String) -> Self
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        let names = type.allCases.map(\.rawValue)
        let alternatives = names.joined(separator: "|")
        let schema = Schema.string.with("pattern", .string("^(\(alternatives))(,(\(alternatives)))*$"))
        return Self(name, schema.example(.string(names[0])), description + " Several are separated by commas.")
    }
}

/// What a feature adds to the description of the interface.
package struct InterfaceDescription: Sendable {
    /// An operation for each of its endpoints.
    package var operations: [Operation]
    /// The schemas to which these refer.
    package var schemas: [SchemaComponent]
    /// The requests that it sends to others, by their names.
    package var webhooks: [Value.Member]

    /// Makes a description.
    package init(_ operations: [Operation], _ schemas: [SchemaComponent] = [], webhooks: [Value.Member] = []) {
        self.operations = operations
        self.schemas = schemas
        self.webhooks = webhooks
    }

    /// Nothing.
    package static let none = InterfaceDescription([])
}
