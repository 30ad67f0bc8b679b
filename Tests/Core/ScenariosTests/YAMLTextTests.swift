import LifecycleKernel
import Scenarios
import Testing

@Suite struct YAMLTextTests {
    /// The value that a scalar in the device's description becomes.
    private func value(of scalar: String) throws -> Value? {
        let text = "scenario: x\ndevice: {it: \(scalar)}\nsteps: [{check: }]"
        return try ScenarioFile.parse(text: text, name: "test.yaml").device["it"]
    }

    private func problem(_ text: String) -> Rejection? {
        do throws(DocumentFileError) {
            _ = try ScenarioFile.parse(text: text, name: "test.yaml")
            return nil
        } catch {
            return error.rejection
        }
    }

    @Test(
        arguments: [
            ("5", 5), ("-5", -5), ("+5", 5), ("007", 7), ("0x1F", 31), ("0o17", 15), ("true", true), ("False", false),
            ("null", .null), ("~", .null), ("", .null), ("0.1", .number(0.1)), ("-.5", .number(-0.5)),
            ("5.", .number(5)),
            ("1e3", .number(1_000)), ("9223372036854775807", .integer(.max)),
            ("9223372036854775808", .number(9.223372036854775808e18)),
            ("yes", "yes"), ("off", "off"), ("no", "no"), ("1_000", "1_000"), ("12:30", "12:30"),
            ("2026-01-01", "2026-01-01"),
            ("0x", "0x"), ("0x-1", "0x-1"), ("-0x1", "-0x1"), ("1e", "1e"), (".", "."), ("-", "-"), ("--5", "--5"),
            ("+", "+"),
            ("\"5\"", "5"), ("'true'", "true"), ("!!str 5", "5"), ("! 5", "5"), ("a b", "a b"), ("٣", "٣"),
            ("1.2.3", "1.2.3"),
            ("[1, two]", [1, "two"]), ("{a: {b: 1}}", ["a": ["b": 1]]),
        ] as [(String, Value)]
    )
    func scalarsAreThoseOfTheCoreSchema(scalar: String, value: Value) throws {
        #expect(try self.value(of: scalar) == value)
    }

    @Test(arguments: [
        ("2.0", "2.0"), ("2", "2"), ("1.10", "1.10"), ("\"1.2.3\"", "1.2.3"), ("1.2.3", "1.2.3"), ("0x10", "0x10"),
    ])
    func theVersionOfAnAppKeepsItsText(scalar: String, text: String) throws {
        let file = "scenario: x\napps: [{version: \(scalar)}]\nsteps: [{install: {version: \(scalar), other: 2.0}}]"
        let scenario = try ScenarioFile.parse(text: file, name: "test.yaml")
        #expect(scenario.apps[0]["version"] == .string(text))
        #expect(scenario.steps[0].operation == .install(["version": .string(text), "other": 2]))
    }

    @Test func anAliasStandsForWhatWasAnchored() throws {
        let file = "scenario: x\ndevice: {a: &one {b: 1}, c: *one}\nsteps: [{check: }]"
        #expect(try ScenarioFile.parse(text: file, name: "t").device == ["a": ["b": 1], "c": ["b": 1]])
    }

    static let hostile: [(name: String, yaml: String, code: Rejection.Code)] = [
        ("nothing", "", .malformedBody),
        ("a comment", "# nothing", .malformedBody),
        ("two documents", "scenario: x\nsteps: [{check: }]\n---\nscenario: y\nsteps: [{check: }]", .malformedBody),
        ("a key twice", "scenario: x\nscenario: y", .malformedBody),
        ("a key twice, differently quoted", "scenario: x\n\"scenario\": y", .malformedBody),
        ("a key twice, deep inside", "scenario: x\ndevice: {seed: 1, seed: 2}", .malformedBody),
        ("an open bracket", "scenario: [", .malformedBody),
        ("a tab", "scenario: x\n\tsteps: []", .malformedBody),
        ("an undefined alias", "scenario: *nobody", .malformedBody),
        ("an alias of itself", "scenario: &a [*a]", .malformedBody),
        ("a list as key", "? [a, b]\n: x", .malformedBody),
        ("a tag", "scenario: !!binary aGk=", .malformedBody),
        ("a tag of somebody", "scenario: !ruby/object x", .malformedBody),
        ("a merge key", "scenario: x\ndevice: &d {seed: 1}\n<<: *d\nsteps: [{check: }]", .unknownField),
        ("not a number", "scenario: x\ndevice: {seed: .nan}", .invalidValue),
        ("an infinite number", "scenario: x\ndevice: {seed: -.inf}", .invalidValue),
        ("a number too large", "scenario: x\ndevice: {seed: 1e999}", .invalidValue),
        ("a control character", "scenario: \u{0}", .malformedBody),
        ("deep lists", "scenario: " + nested("[", 65), .tooComplex),
        ("very deep lists", "scenario: " + String(repeating: "[", count: 100_000), .malformedBody),
        ("very deep maps", "scenario: " + String(repeating: "{a: ", count: 50_000), .malformedBody),
        ("very deep block lists", String(repeating: "- ", count: 100_000), .malformedBody),
        ("a large text", "# " + String(repeating: "x", count: 1 << 18), .tooComplex),
        ("many values", "[" + String(repeating: "1,", count: 100_001) + "]", .tooComplex),
        ("a bomb of aliases", bomb(levels: 9, width: 9), .tooComplex),
        ("a bomb within the limit of aliases", bomb(levels: 4, width: 3, leaves: 20_000), .tooComplex),
        ("a bomb as key", bomb(levels: 9, width: 9) + "? *a8\n: x\n", .tooComplex),
        ("a bomb as key within the limit", bomb(levels: 4, width: 3, leaves: 20_000) + "? *a3\n: x\n", .tooComplex),
    ]

    @Test(arguments: hostile.indices)
    func whatIsHostileIsRefused(index: Int) {
        let (name, yaml, code) = Self.hostile[index]
        #expect(problem(yaml)?.code == code, "\(name)")
    }

    /// A text with a key, a value, an anchor or a tag in which these marks are.
    private static let placesOfMarks = [
        "a%: 1", "{a%: 1, b: 2}", "scenario: a%", "scenario: 'a%'", "scenario: &a% x", "scenario: !a% x", "# a%\n",
    ]

    @Test("A long run of combining marks is refused wherever it is", arguments: placesOfMarks)
    func marks(place: String) {
        let rejection = problem(place.replacing("%", with: String(repeating: "\u{301}\u{316}", count: 16)))
        #expect(rejection?.code == .malformedBody)
        #expect(rejection?.detail.description == "A text has at most 30 combining marks in a row.")
    }

    @Test(
        "Marks count as what they stand for",
        arguments: [
            #"\u0301"#, #"\U00000301"#, #"\x41\u0301"#, "\\\n  \\u0301", "\\\u{2028}\\u0301", "%CC%81", "%cc%81",
        ]
    )
    func escapedMarks(mark: String) {
        let isLetter = mark.hasPrefix(#"\x"#)
        let many = "scenario: \"\(String(repeating: mark, count: 40))\""
        #expect((problem(many)?.detail.description == "A text has at most 30 combining marks in a row.") == !isLetter)
        let few = "scenario: \"\(String(repeating: mark, count: 30))\""
        #expect(problem(few)?.detail != "A text has at most 30 combining marks in a row.")
    }

    @Test("Variables cannot make a long run of marks")
    func marksOfVariables() {
        let marks = String(repeating: "\u{301}", count: 20)
        let text = "scenario: x$(a)\nvariables: {a: '\(marks)'}\nsteps: [{check: }]"
        #expect(problem(text) == nil)
        let detail = problem(text.replacing("$(a)", with: "$(a)$(a)"))?.detail.description
        #expect(detail == "With its variables replaced, a text has at most 30 combining marks in a row.")
    }

    @Test func whatIsNestedUpToTheLimitIsRead() {
        // Nested values are kept as they are, and those have a limit of their own: so it is another error.
        #expect(problem("scenario: " + Self.nested("[", 64))?.code == .invalidValue)
    }

    @Test func aStarInsideAWordIsNoAlias() throws {
        let stars = String(repeating: "2*3 a*b ** ", count: 50)
        let scenario = try ScenarioFile.parse(text: "scenario: x\nabout: 'a \(stars)'\nsteps: [{check: }]", name: "t")
        #expect(scenario.about?.contains("2*3 a*b") == true)
    }

    private static func nested(_ open: String, _ depth: Int) -> String {
        String(repeating: open, count: depth) + String(repeating: "]", count: depth)
    }

    /// Lists of aliases of lists of aliases.
    private static func bomb(levels: Int, width: Int, leaves: Int = 1) -> String {
        var text = "a0: &a0 [" + String(repeating: "x,", count: leaves) + "]\n"
        for level in 1..<levels {
            let aliases = [String](repeating: "*a\(level - 1)", count: width).joined(separator: ",")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        return text
    }
}
