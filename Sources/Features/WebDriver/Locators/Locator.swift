import LifecycleKernel

/// How a client looks for elements: a strategy and its text.
enum Locator: Sendable {
    case name(String)
    case label(String, isPart: Bool)
    case className(String)
    case predicate(Predicate)
    case classChain(ClassChain)
    case xpath(XPath)

    /// The strategies, by the names that Appium and WebDriverAgent have for them.
    static let strategies = [
        "accessibility id", "id", "name", "class name", "xpath", "-ios predicate string", "-ios class chain",
        "predicate string", "class chain", "link text", "partial link text",
    ]

    /// Reads a locator.
    ///
    /// - Throws: `invalid selector`.
    init(_ strategy: String, _ text: String) throws(DriverError) {
        guard text.utf8.count <= LocatorText.limit, text.isStreamSafe else {
            throw DriverError(.invalidSelector, "A selector may have at most \(LocatorText.limit) bytes.")
        }
        switch strategy {
        case "accessibility id", "id", "name": self = .name(text)
        case "class name": self = .className(text)
        case "-ios predicate string", "predicate string": self = .predicate(try Predicate(text))
        case "-ios class chain", "class chain": self = .classChain(try ClassChain(text))
        // The element around the application, which is in the source alone.
        case "xpath":
            let root = "/AppiumAUT"
            self = .xpath(try XPath(text.hasPrefix(root + "/") ? String(text.dropFirst(root.count)) : text))
        case "link text", "partial link text":
            // WebDriverAgent takes an attribute and its value; without one it is the label.
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if parts.count == 2, parts[0] == "name" {
                self = .name(parts[1])
            } else {
                self = .label(parts.last ?? text, isPart: strategy.hasPrefix("partial"))
            }
        default:
            throw DriverError(
                .invalidSelector,
                """
                There is no strategy '\(strategy.prefix(bytes: 60))'.\(Self.strategies.hint(for: strategy)) Accepted: \
                \(Self.strategies.joined(separator: ", ")).
                """
            )
        }
    }

    /// The elements that fit, in the order of the document.
    ///
    /// - Parameter start: The element to look below; nil for the whole screen.
    /// - Throws: `invalid selector`.
    func elements(in tree: ScreenTree, below start: Int?) throws(DriverError) -> [Int] {
        let all = start.map { tree.descendants(of: $0) } ?? 0..<tree.elements.count
        switch self {
        case .name(let name): return all.filter { tree.elements[$0].node.name == name }
        case .label(let text, let isPart):
            return all.filter { number in
                let node = tree.elements[number].node
                let label = node.label ?? node.name
                return isPart ? label.contains(text) : label == text
            }
        case .className(let name):
            return all.filter { name == "XCUIElementTypeAny" || tree.elements[$0].node.className == name }
        case .predicate(let predicate):
            var found: [Int] = []
            for number in all where try predicate.fits(tree.elements[number]) { found.append(number) }
            return found
        case .classChain(let chain): return try chain.elements(in: tree, below: start ?? 0)
        case .xpath(let expression): return try XPathEvaluation.elements(expression, in: tree, from: start)
        }
    }
}
