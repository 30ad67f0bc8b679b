import LifecycleKernel

/// Evaluates an expression of XPath on a tree.
struct XPathEvaluation {
    private let tree: ScreenTree
    /// How many nodes may still be looked at.
    private var budget = 500_000

    /// A node: the document, an element, or an attribute of an element.
    private enum Node: Hashable {
        case document
        case element(Int)
        case attribute(Int, Int)
    }

    private enum Result {
        case nodes([Node])
        case text(String)
        case number(Double)
        case flag(Bool)
    }

    /// The present node, its position from 1, and how many there are.
    private struct Context {
        var node: Node
        var position = 1
        var size = 1
    }

    private init(_ tree: ScreenTree) { self.tree = tree }

    /// The elements that an expression finds, in the order of the document.
    ///
    /// - Parameter start: The element from which relative paths begin; nil for the document.
    /// - Throws: `invalid selector` for an expression that finds something else than elements, or takes too long.
    static func elements(_ expression: XPath, in tree: ScreenTree, from start: Int?) throws(DriverError) -> [Int] {
        var evaluation = XPathEvaluation(tree)
        let context = Context(node: start.map { .element($0) } ?? .document)
        guard case .nodes(let nodes) = try evaluation.value(of: expression, context) else {
            throw DriverError(.invalidSelector, "The XPath returns a value; it must return elements.")
        }
        return nodes.compactMap { if case .element(let number) = $0 { number } else { nil } }.sorted()
    }

    private mutating func look(at count: Int) throws(DriverError) {
        budget -= max(1, count)
        guard budget > 0 else { throw DriverError(.invalidSelector, "The XPath takes too long.") }
    }

    // MARK: Expressions

    private mutating func value(of expression: XPath, _ context: Context) throws(DriverError) -> Result {
        try look(at: 1)
        switch expression {
        case .literal(let text): return .text(text)
        case .number(let number): return .number(number)
        case .or(let left, let right):
            let isTrue = flag(try value(of: left, context))
            return .flag(isTrue ? true : flag(try value(of: right, context)))
        case .and(let left, let right):
            let isTrue = flag(try value(of: left, context))
            return .flag(isTrue ? flag(try value(of: right, context)) : false)
        case .comparison(let comparison, let left, let right):
            return .flag(try compare(comparison, try value(of: left, context), try value(of: right, context)))
        case .arithmetic(let operation, let left, let right):
            let (a, b) = (number(try value(of: left, context)), number(try value(of: right, context)))
            switch operation {
            case .plus: return .number(a + b)
            case .minus: return .number(a - b)
            case .times: return .number(a * b)
            case .divided: return .number(a / b)
            case .remainder: return .number(a.truncatingRemainder(dividingBy: b))
            }
        case .negation(let inner): return .number(-number(try value(of: inner, context)))
        case .union(let left, let right):
            let (a, b) = (try nodes(of: left, context), try nodes(of: right, context))
            return .nodes(sorted(a + b))
        case .filter(let inner, let predicates):
            var nodes = try nodes(of: inner, context)
            for predicate in predicates { nodes = try filter(nodes, predicate) }
            return .nodes(nodes)
        case .path(let start, let steps):
            var nodes: [Node] =
                switch start {
                case .context: [context.node]
                case .root: [.document]
                case .expression(let expression): try self.nodes(of: expression, context)
                }
            for step in steps { nodes = try take(step, from: nodes) }
            return .nodes(nodes)
        case .function(let function, let arguments): return try call(function, arguments, context)
        }
    }

    private mutating func nodes(of expression: XPath, _ context: Context) throws(DriverError) -> [Node] {
        guard case .nodes(let nodes) = try value(of: expression, context) else {
            throw DriverError(.invalidSelector, "A part of the XPath returns a value where elements are needed.")
        }
        return nodes
    }

    // MARK: Steps

    private mutating func take(_ step: XPath.Step, from nodes: [Node]) throws(DriverError) -> [Node] {
        var found: [Node] = []
        for node in nodes {
            let candidates = reached(step.axis, from: node)
            try look(at: candidates.count)
            var fitting = candidates.filter { fits($0, step.test, step.axis) }
            for predicate in step.predicates { fitting = try filter(fitting, predicate) }
            found += fitting
        }
        return sorted(found)
    }

    private mutating func filter(_ nodes: [Node], _ predicate: XPath) throws(DriverError) -> [Node] {
        var kept: [Node] = []
        for (index, node) in nodes.enumerated() {
            let context = Context(node: node, position: index + 1, size: nodes.count)
            let result = try value(of: predicate, context)
            let fits = if case .number(let number) = result { number == Double(index + 1) } else { flag(result) }
            if fits { kept.append(node) }
        }
        return kept
    }

    /// The nodes of an axis, those that are nearest first.
    private func reached(_ axis: XPath.Axis, from node: Node) -> [Node] {
        switch (axis, node) {
        case (.selfNode, _): return [node]
        case (.child, .document), (.descendant, .document), (.descendantOrSelf, .document):
            let all = axis == .child ? 0..<min(1, tree.elements.count) : tree.elements.indices
            return (axis == .descendantOrSelf ? [node] : []) + all.map { .element($0) }
        case (.child, .element(let number)): return tree.elements[number].children.map { .element($0) }
        case (.descendant, .element(let number)): return tree.descendants(of: number).map { .element($0) }
        case (.descendantOrSelf, .element(let number)):
            return (number..<tree.elements[number].end).map { .element($0) }
        case (.attribute, .element(let number)):
            return tree.elements[number].attributes.indices.map { .attribute(number, $0) }
        case (.parent, _): return parent(of: node).map { [$0] } ?? []
        case (.ancestor, _): return ancestors(of: node)
        case (.ancestorOrSelf, _): return [node] + ancestors(of: node)
        case (.followingSibling, .element(let number)):
            return siblings(of: number).filter { $0 > number }.map { .element($0) }
        case (.precedingSibling, .element(let number)):
            return siblings(of: number).filter { $0 < number }.reversed().map { .element($0) }
        case (.following, .element(let number)):
            return (tree.elements[number].end..<tree.elements.count).map { .element($0) }
        case (.preceding, .element(let number)):
            return (0..<number).reversed().filter { tree.elements[$0].end <= number }.map { .element($0) }
        default: return []
        }
    }

    private func parent(of node: Node) -> Node? {
        switch node {
        case .document: nil
        case .element(let number): tree.elements[number].parent.map { .element($0) } ?? .document
        case .attribute(let number, _): .element(number)
        }
    }

    private func ancestors(of node: Node) -> [Node] {
        var ancestors: [Node] = []
        var next = parent(of: node)
        while let node = next {
            ancestors.append(node)
            next = parent(of: node)
        }
        return ancestors
    }

    private func siblings(of number: Int) -> [Int] {
        tree.elements[number].parent.map { tree.elements[$0].children } ?? []
    }

    private func fits(_ node: Node, _ test: XPath.Test, _ axis: XPath.Axis) -> Bool {
        switch test {
        case .node: true
        case .text: false
        case .any: node != .document
        case .name(let wanted):
            name(of: node) == wanted || (axis != .attribute && wanted == "XCUIElementTypeAny" && node != .document)
        }
    }

    private func name(of node: Node) -> String {
        switch node {
        case .document: ""
        case .element(let number): tree.elements[number].node.className
        case .attribute(let number, let index): tree.elements[number].attributes[index].name
        }
    }

    private func sorted(_ nodes: [Node]) -> [Node] {
        func place(_ node: Node) -> (Int, Int) {
            switch node {
            case .document: (-1, 0)
            case .element(let number): (number, -1)
            case .attribute(let number, let index): (number, index)
            }
        }
        var seen: Set<Node> = []
        return nodes.filter { seen.insert($0).inserted }.sorted { place($0) < place($1) }
    }

    // MARK: Values

    private func text(_ node: Node) -> String {
        // An element has no text in it.
        guard case .attribute(let number, let index) = node else { return "" }
        return tree.elements[number].attributes[index].value
    }

    private func text(_ result: Result) -> String {
        switch result {
        case .nodes(let nodes): return nodes.first.map { text($0) } ?? ""
        case .text(let text): return text
        case .number(let number):
            if number.isNaN { return "NaN" }
            if let whole = Int64(exactly: number) { return String(whole) }
            return String(number)
        case .flag(let flag): return String(flag)
        }
    }

    private func number(_ result: Result) -> Double {
        switch result {
        case .number(let number): return number
        case .flag(let flag): return flag ? 1 : 0
        case .nodes, .text: return Double(text(result).filter { !$0.isWhitespace }) ?? .nan
        }
    }

    private func flag(_ result: Result) -> Bool {
        switch result {
        case .nodes(let nodes): !nodes.isEmpty
        case .text(let text): !text.isEmpty
        case .number(let number): number != 0 && !number.isNaN
        case .flag(let flag): flag
        }
    }

    /// Compares two values; nodes fit if one of them does.
    private mutating func compare(
        _ comparison: XPath.Comparison,
        _ left: Result,
        _ right: Result
    ) throws(DriverError)
        -> Bool
    {
        if case .flag = left { return holds(comparison, left, .flag(flag(right))) }
        if case .flag = right { return holds(comparison, .flag(flag(left)), right) }
        let (ones, others) = (singles(left), singles(right))
        try look(at: ones.count * others.count)
        return ones.contains { one in others.contains { holds(comparison, one, $0) } }
    }

    private func singles(_ result: Result) -> [Result] {
        guard case .nodes(let nodes) = result else { return [result] }
        return nodes.map { .text(text($0)) }
    }

    private func holds(_ comparison: XPath.Comparison, _ left: Result, _ right: Result) -> Bool {
        switch comparison {
        case .equal, .unequal:
            let isEqual =
                switch (left, right) {
                case (.flag(let a), .flag(let b)): a == b
                case (.number, _), (_, .number): number(left) == number(right)
                default: text(left) == text(right)
                }
            return isEqual == (comparison == .equal)
        case .less: return number(left) < number(right)
        case .lessOrEqual: return number(left) <= number(right)
        case .greater: return number(left) > number(right)
        case .greaterOrEqual: return number(left) >= number(right)
        }
    }

    // MARK: Functions

    private mutating func call(
        _ function: XPath.Function,
        _ arguments: [XPath],
        _ context: Context
    ) throws(DriverError)
        -> Result
    {
        switch function {
        case .last: return .number(Double(context.size))
        case .position: return .number(Double(context.position))
        case .yes: return .flag(true)
        case .no: return .flag(false)
        case .count: return .number(Double(try nodes(of: arguments[0], context).count))
        case .sum:
            return .number(try nodes(of: arguments[0], context).reduce(0) { $0 + number(.text(text($1))) })
        default: break
        }
        var values: [Result] = []
        for argument in arguments { values.append(try value(of: argument, context)) }
        let first = values.first ?? .nodes([context.node])
        let texts = values.map { text($0) }
        switch function {
        case .not: return .flag(!flag(first))
        case .boolean: return .flag(flag(first))
        case .name, .localName:
            guard case .nodes(let nodes) = first else {
                throw DriverError(.invalidSelector, "\(function.rawValue)() of the XPath needs an element.")
            }
            return .text(nodes.first.map { name(of: $0) } ?? "")
        case .string: return .text(text(first))
        case .number: return .number(number(first))
        case .floor: return .number(number(first).rounded(.down))
        case .ceiling: return .number(number(first).rounded(.up))
        case .round: return .number((number(first) + 0.5).rounded(.down))
        case .stringLength: return .number(Double(text(first).count))
        case .normalizeSpace: return .text(text(first).split(whereSeparator: \.isWhitespace).joined(separator: " "))
        case .concat:
            let joined = texts.joined()
            guard joined.utf8.count <= 65_536 else {
                throw DriverError(.invalidSelector, "A text of the XPath is too long.")
            }
            return .text(joined)
        case .contains: return .flag(texts[1].isEmpty || texts[0].contains(texts[1]))
        case .startsWith: return .flag(texts[0].hasPrefix(texts[1]))
        case .substringBefore:
            return .text(texts[0].firstRange(of: texts[1]).map { String(texts[0][..<$0.lowerBound]) } ?? "")
        case .substringAfter:
            return .text(texts[0].firstRange(of: texts[1]).map { String(texts[0][$0.upperBound...]) } ?? "")
        case .substring:
            let start = (number(values[1]) + 0.5).rounded(.down)
            let end = values.count > 2 ? start + (number(values[2]) + 0.5).rounded(.down) : .infinity
            let kept = texts[0].enumerated().filter { Double($0.offset + 1) >= start && Double($0.offset + 1) < end }
            return .text(String(kept.map(\.element)))
        case .translate:
            let (from, to) = (Array(texts[1]), Array(texts[2]))
            let changed = texts[0].compactMap { character -> Character? in
                guard let index = from.firstIndex(of: character) else { return character }
                return index < to.count ? to[index] : nil
            }
            return .text(String(changed))
        default: return .flag(false)
        }
    }
}
