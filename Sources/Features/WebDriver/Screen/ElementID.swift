import LifecycleKernel

/// Names an element of the screen: the app, the kind, the name, and which of several that have these, in hexadecimal, so that
/// no table of elements is kept.
struct ElementID: Hashable, Sendable, CustomStringConvertible {
    let bundleID: String
    let type: String
    let name: String
    /// How many elements with this kind and name come before it.
    let place: Int

    /// The member of an element in JSON (W3C WebDriver, 12).
    static let webKey = "element-6066-11e4-a52e-4f735466cecf"
    /// The member in the protocol before that, which clients still read.
    static let oldKey = "ELEMENT"

    private static let separator: Character = "\u{0}"

    /// Names an element.
    init(bundleID: String, type: String, name: String, place: Int = 0) {
        self.bundleID = bundleID
        self.type = type
        self.name = name
        self.place = place
    }

    /// Reads an id; nil for a text that is none.
    init?(_ text: String) {
        guard text.utf8.count <= 8_192, let bytes = [UInt8](hexadecimal: text) else { return nil }
        guard let decoded = String(validating: bytes, as: UTF8.self), decoded.isStreamSafe else { return nil }
        let parts = decoded.split(separator: Self.separator, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, let place = Int(parts[3]), place >= 0 else { return nil }
        self.init(bundleID: parts[0], type: parts[1], name: parts[2], place: place)
    }

    /// The id as text.
    var description: String {
        [bundleID, type, name, String(place)].joined(separator: String(Self.separator)).utf8.hexadecimal
    }

    /// The element as clients read it.
    var value: Value { .object([Self.webKey, Self.oldKey].map { Value.Member($0, .string(description)) }) }
}

extension ScreenTree {
    /// The app whose elements these are.
    var bundleID: String { elements.first?.attribute("bundleId") ?? SystemApp.springBoard.rawValue }

    /// The id of an element.
    func id(of number: Int) -> ElementID {
        let node = elements[number].node
        let before = elements[..<number].filter { $0.node.type == node.type && $0.node.name == node.name }
        return ElementID(bundleID: bundleID, type: node.type, name: node.name, place: before.count)
    }

    /// The element of an id.
    ///
    /// - Throws: `stale element reference` if its app is no longer in front, or it is gone; `no such element` for a text that
    ///   is no id.
    func number(of text: String) throws(DriverError) -> Int {
        guard let id = ElementID(text) else { throw DriverError(.noSuchElement, "There is no such element.") }
        guard id.bundleID == bundleID else {
            throw DriverError(.staleElementReference, "The app '\(id.bundleID)' of this element is no longer in front.")
        }
        let same = elements.indices.filter { elements[$0].node.type == id.type && elements[$0].node.name == id.name }
        guard same.indices.contains(id.place) else {
            throw DriverError(.staleElementReference, "The element '\(id.name)' is no longer on the screen.")
        }
        return same[id.place]
    }
}

extension DeviceDriver {
    /// The screen as a tree.
    func tree() async throws -> ScreenTree { ScreenTree(try await source()) }

    /// The elements of the screen that a locator finds.
    ///
    /// - Parameter parent: The id of the element to look below; nil for the whole screen.
    /// - Throws: `invalid selector`; for a parent that is gone `stale element reference`.
    func elements(_ locator: Locator, below parent: String? = nil) async throws -> [ElementID] {
        let tree = try await tree()
        let start = try parent.map { (text) throws(DriverError) in try tree.number(of: text) }
        return try locator.elements(in: tree, below: start).map { tree.id(of: $0) }
    }

    /// An element as it is on the screen now.
    ///
    /// - Throws: `stale element reference`; `no such element`.
    func node(_ text: String) async throws -> ScreenNode {
        let tree = try await tree()
        return tree.elements[try tree.number(of: text)].node
    }
}
