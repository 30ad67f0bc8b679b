import LifecycleKernel

/// An expression of XPath 1.0 on the source of the screen. Elements have no text in them, and there are no variables and
/// namespaces.
///
/// Foundation evaluates XPath too, but returns nothing for an expression that is wrong, where a client expects to learn so.
indirect enum XPath: Sendable {
    case literal(String)
    case number(Double)
    case or(XPath, XPath)
    case and(XPath, XPath)
    case comparison(Comparison, XPath, XPath)
    case arithmetic(Arithmetic, XPath, XPath)
    case negation(XPath)
    case union(XPath, XPath)
    case function(Function, [XPath])
    /// The nodes of an expression that predicates leave.
    case filter(XPath, [XPath])
    /// The steps from where an expression leads, from the root, or from the present node.
    case path(Start, [Step])

    enum Start: Sendable {
        case context, root
        case expression(XPath)
    }

    enum Comparison: String, Sendable {
        case equal = "="
        case unequal = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
    }

    enum Arithmetic: String, Sendable {
        case plus = "+"
        case minus = "-"
        case times = "*"
        case divided = "div"
        case remainder = "mod"
    }

    struct Step: Sendable {
        var axis: Axis
        var test: Test
        var predicates: [XPath] = []

        /// `//`.
        static let descendants = Step(axis: .descendantOrSelf, test: .node)
    }

    enum Axis: String, CaseIterable, Sendable {
        case child, descendant, parent, ancestor, following, preceding, attribute
        case selfNode = "self"
        case descendantOrSelf = "descendant-or-self"
        case ancestorOrSelf = "ancestor-or-self"
        case followingSibling = "following-sibling"
        case precedingSibling = "preceding-sibling"
    }

    enum Test: Sendable {
        case node, text, any
        case name(String)
    }

    enum Function: String, CaseIterable, Sendable {
        case last, position, count, name, string, concat, contains, not, boolean, number, sum, floor, ceiling, round
        case localName = "local-name"
        case startsWith = "starts-with"
        case substring
        case substringBefore = "substring-before"
        case substringAfter = "substring-after"
        case stringLength = "string-length"
        case normalizeSpace = "normalize-space"
        case translate
        case yes = "true"
        case no = "false"

        /// How many arguments it takes.
        var arguments: ClosedRange<Int> {
            switch self {
            case .last, .position, .yes, .no: 0...0
            case .name, .localName, .string, .number, .stringLength, .normalizeSpace: 0...1
            case .count, .not, .boolean, .sum, .floor, .ceiling, .round: 1...1
            case .contains, .startsWith, .substringBefore, .substringAfter: 2...2
            case .substring: 2...3
            case .translate: 3...3
            case .concat: 2...64
            }
        }
    }

    /// Reads an expression.
    ///
    /// - Throws: `invalid selector`.
    init(_ text: String) throws(DriverError) {
        var reader = try LocatorText(text, "XPath")
        self = try Self.expression(&reader)
        reader.skipSpace()
        try reader.requireEnd()
    }
}

// MARK: Reading

extension XPath {
    private static func expression(_ text: inout LocatorText) throws(DriverError) -> XPath {
        try text.nested { text throws(DriverError) in
            try operators(0, &text)
        }
    }

    /// The binary operators, those that bind least first.
    private static let levels: [[String]] = [
        ["or"], ["and"], ["!=", "="], ["<=", ">=", "<", ">"], ["+", "-"], ["*", "div", "mod"],
    ]

    private static func operators(_ level: Int, _ text: inout LocatorText) throws(DriverError) -> XPath {
        guard level < levels.count else { return try unary(&text) }
        var left = try operators(level + 1, &text)
        while let symbol = takeOperator(levels[level], &text) {
            let right = try operators(level + 1, &text)
            left =
                switch symbol {
                case "or": .or(left, right)
                case "and": .and(left, right)
                default:
                    if let comparison = Comparison(rawValue: symbol) {
                        .comparison(comparison, left, right)
                    } else {
                        .arithmetic(Arithmetic(rawValue: symbol) ?? .plus, left, right)
                    }
                }
        }
        return left
    }

    private static func takeOperator(_ symbols: [String], _ text: inout LocatorText) -> String? {
        text.skipSpace()
        return symbols.first { symbol in
            let start = text.position
            guard text.take(symbol) else { return false }
            // A word that goes on is a name.
            if symbol.first?.isLetter == true, let next = text.next, isNameCharacter(next) {
                text.position = start
                return false
            }
            return true
        }
    }

    private static func unary(_ text: inout LocatorText) throws(DriverError) -> XPath {
        if text.take("-") {
            return try text.nested { text throws(DriverError) in .negation(try unary(&text)) }
        }
        var left = try path(&text)
        while text.take("|") { left = .union(left, try path(&text)) }
        return left
    }

    private static func path(_ text: inout LocatorText) throws(DriverError) -> XPath {
        text.skipSpace()
        guard let next = text.next else { throw text.wrong("an expression is missing") }
        if next == "/" {
            var steps: [Step] = []
            if text.take("//") {
                steps = [.descendants, try step(&text)]
            } else {
                text.position += 1
                text.skipSpace()
                guard let next = text.next, isNameStart(next) || "@.*".contains(next) else { return .path(.root, []) }
                steps = [try step(&text)]
            }
            return .path(.root, try moreSteps(steps, &text))
        }
        if let primary = try primary(&text) {
            let predicates = try predicates(&text)
            let filtered: XPath = predicates.isEmpty ? primary : .filter(primary, predicates)
            text.skipSpace()
            guard text.next == "/" else { return filtered }
            return .path(.expression(filtered), try moreSteps([], &text))
        }
        return .path(.context, try moreSteps([try step(&text)], &text))
    }

    private static func moreSteps(_ first: [Step], _ text: inout LocatorText) throws(DriverError) -> [Step] {
        var steps = first
        while true {
            if text.take("//") {
                steps.append(.descendants)
            } else if !text.take("/") {
                return steps
            }
            steps.append(try step(&text))
        }
    }

    /// A literal, a number, something in parentheses, or a call; nil if a step comes next.
    private static func primary(_ text: inout LocatorText) throws(DriverError) -> XPath? {
        guard let next = text.next else { return nil }
        switch next {
        case "'", "\"":
            text.position += 1
            return .literal(try text.takeUntil(next))
        case "(":
            text.position += 1
            let inner = try expression(&text)
            try text.require(")")
            return inner
        case "$": throw text.wrong("there are no variables")
        case _
        where next.isNumber || (next == "." && text.characters.dropFirst(text.position + 1).first?.isNumber == true):
            let digits = text.takeWhile { $0.isNumber || $0 == "." }
            guard let number = Double(digits.hasPrefix(".") ? "0" + digits : digits) else {
                throw text.wrong("'\(digits.prefix(bytes: 40))' is not a number")
            }
            return .number(number)
        case _ where isNameStart(next): return try call(&text)
        default: return nil
        }
    }

    private static func call(_ text: inout LocatorText) throws(DriverError) -> XPath? {
        let start = text.position
        let name = text.takeWhile(isNameCharacter)
        guard text.take("("), !["node", "text", "comment", "processing-instruction"].contains(name) else {
            text.position = start
            return nil
        }
        guard let function = Function(rawValue: name) else {
            let names = Function.allCases.map(\.rawValue)
            throw text.wrong("there is no function '\(name.prefix(bytes: 40))'.\(names.hint(for: name))")
        }
        var arguments: [XPath] = []
        if !text.take(")") {
            repeat { arguments.append(try expression(&text)) } while text.take(",")
            try text.require(")")
        }
        guard function.arguments.contains(arguments.count) else {
            throw text.wrong("\(name)() does not take \(arguments.count) arguments")
        }
        return .function(function, arguments)
    }

    private static func step(_ text: inout LocatorText) throws(DriverError) -> Step {
        text.skipSpace()
        if text.take("..") { return Step(axis: .parent, test: .node, predicates: try predicates(&text)) }
        if text.take(".") { return Step(axis: .selfNode, test: .node, predicates: try predicates(&text)) }
        var axis = Axis.child
        if text.take("@") {
            axis = .attribute
        } else {
            let start = text.position
            let name = text.takeWhile(isNameCharacter)
            if !name.isEmpty, text.take("::") {
                guard let named = Axis(rawValue: name) else {
                    throw text.wrong("there is no axis '\(name.prefix(bytes: 40))'")
                }
                axis = named
            } else {
                text.position = start
            }
        }
        return Step(axis: axis, test: try test(&text), predicates: try predicates(&text))
    }

    private static func test(_ text: inout LocatorText) throws(DriverError) -> Test {
        if text.take("*") { return .any }
        text.skipSpace()
        guard let next = text.next, isNameStart(next) else { throw text.wrong("a name is missing") }
        let name = text.takeWhile(isNameCharacter)
        guard text.take("(") else { return .name(name) }
        try text.require(")")
        switch name {
        case "node": return .node
        case "text": return .text
        default: throw text.wrong("'\(name.prefix(bytes: 40))()' is not a node test")
        }
    }

    private static func predicates(_ text: inout LocatorText) throws(DriverError) -> [XPath] {
        var predicates: [XPath] = []
        while text.take("[") {
            predicates.append(try expression(&text))
            try text.require("]")
        }
        return predicates
    }

    private static func isNameStart(_ character: Character) -> Bool { character.isLetter || character == "_" }

    private static func isNameCharacter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "-"
    }
}
