import HTTPAPI
import HTTPTypes
import LifecycleKernel

/// What one route does, for the description of the interface: what goes in, and everything that may come out.
///
/// A route without an operation, and an operation without a route, is found by a test.
struct Operation: Sendable {
    /// What operations are sorted by.
    enum Group: String, CaseIterable, Sendable {
        case devices, clock, apps, inputs, attached, timeline, pushes, webhooks, processes, sessions, requests, reports,
            rules,
            scenarios, explorations, service
    }

    /// What goes with a request and its answer, apart from what is particular to the operation.
    struct Traits: OptionSet, Sendable {
        let rawValue: Int
        /// Answered without a token.
        static let open = Traits(rawValue: 1 << 0)
        /// Has an entity tag, and answers `If-None-Match` with 304.
        static let conditional = Traits(rawValue: 1 << 1)
        /// Heeds `If-Match`.
        static let guarded = Traits(rawValue: 1 << 2)
        /// Is carried out once for each `Idempotency-Key`.
        static let once = Traits(rawValue: 1 << 3)
        /// Takes any query.
        static let anyQuery = Traits(rawValue: 1 << 4)
        /// Goes on where `Last-Event-ID` says.
        static let resumable = Traits(rawValue: 1 << 5)
        /// Answers whatever the client calls the server.
        static let anyHost = Traits(rawValue: 1 << 6)
    }

    /// A parameter of the query.
    struct Parameter: Sendable {
        let name: String
        let schema: Schema
        /// Whether there must be one.
        var isRequired = false
        /// Whether it may be given several times.
        var isList = false
    }

    /// What goes in.
    struct Body: Sendable {
        /// The media types, the usual one first.
        var types = [MediaType.json]
        /// The schema of the body; of each line in a body of lines.
        let schema: Schema
        /// Bodies that are accepted, by name.
        var examples: [Value.Member] = []
        /// Whether there must be one.
        var isRequired = true
    }

    /// What comes out when all goes well.
    struct Success: Sendable {
        var status: HTTPResponse.Status = .ok
        let description: String
        /// What the body is, by media type; none without a body.
        var content: [(type: String, schema: Schema)] = []
        /// The schema of each line of a body of lines.
        var line: Schema?
        /// Whether the header `Location` names what was made.
        var hasLocation = false
    }

    let method: HTTPRequest.Method
    let path: String
    /// The name by which generated clients call it.
    let id: String
    let group: Group
    let summary: String
    var about: String?
    var query: [Parameter] = []
    var body: Body?
    let answers: [Success]
    var traits: Traits = []
    /// What may go wrong, apart from what follows from the rest.
    var problems: [ProblemCode] = []

    init(
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
    /// The name that is shown.
    var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    /// What belongs to it.
    var about: String {
        switch self {
        case .devices: "Simulated iOS devices: each has its own clock, rules and apps."
        case .clock: "A device's time: it runs, is scaled, stands still, or is moved by hand."
        case .apps: "What is installed, in which state it is and why."
        case .inputs: "What the user and the system do, and what the app's own code does."
        case .attached: "Apps that a harness plays: their callbacks wait until it returns from them."
        case .timeline: "Everything that happened, as records."
        case .pushes: "What push providers sent through the listener for clients of APNs, and the listener itself."
        case .webhooks: "URLs that are told of records, and what became of the messages."
        case .processes: "Incarnations of apps, living and ended."
        case .sessions: "Clients of Appium and WebDriverAgent, and the devices that they drive."
        case .requests: "What clients have sent, and how it was answered."
        case .reports: "What iOS writes about an app: crash, jetsam and processor reports, MetricKit."
        case .rules: "Every number and order that comes from iOS, with its source."
        case .scenarios: "Specifications of behaviour that can be carried out."
        case .explorations: "Searches for the shortest sequences in which an app fails."
        case .service: "The service itself."
        }
    }
}

extension Operation.Success {
    /// A JSON object of a component.
    static func json(
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
    static func text(_ type: String, _ description: String, _ schema: Schema = .string) -> Self {
        Self(description: description, content: [(type, schema)])
    }

    /// Lines, each an object of a component.
    static func lines(_ component: String, _ description: String) -> Self {
        Self(
            description: description,
            content: [(MediaType.jsonLines, .bytes)],
            line: .component(component)
        )
    }

    /// Nothing but the status.
    static func empty(_ description: String) -> Self { Self(status: .noContent, description: description) }
}

extension Operation.Parameter {
    /// A parameter with a description.
    init(_ name: String, _ schema: Schema, _ description: String) {
        self.init(name: name, schema: schema.saying(description))
    }

    /// Where a page of a list begins.
    static let cursor = Self(
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
    static let limit = Self("limit", .integer(1...1_000).with("default", 100), "How many at most.")
    /// Only what is about one app.
    static let bundleID = Self("bundleID", .string.example("com.example.notes"), "Only what is about this app.")
    /// Only what has certain labels.
    static let labels = Self(
        name: "label",
        schema: Schema.array(of: .string.with("pattern", "^[^:]+:"))
            .saying("Only devices with this label, `name:value`; given several times, with all of them.")
            .example(["run:4711"]),
        isList: true
    )

    /// The same, but it must be given.
    var required: Self {
        var parameter = self
        parameter.isRequired = true
        return parameter
    }

    /// Several names of an enumeration, separated by commas.
    static func names<Choice>(_ name: String, of type: Choice.Type, _ description: String) -> Self
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        let names = type.allCases.map(\.rawValue)
        let alternatives = names.joined(separator: "|")
        let schema = Schema.string.with("pattern", .string("^(\(alternatives))(,(\(alternatives)))*$"))
        return Self(name, schema.example(.string(names[0])), description + " Several are separated by commas.")
    }
}
