import LifecycleKernel

/// Names an element of the screen: the app, the kind and the name, in hexadecimal, so that no table of elements is kept.
struct ElementID: Hashable, Sendable, CustomStringConvertible {
    let bundleID: String
    let type: String
    let name: String

    /// The member of an element in JSON (W3C WebDriver, 12).
    static let webKey = "element-6066-11e4-a52e-4f735466cecf"
    /// The member in the protocol before that, which clients still read.
    static let oldKey = "ELEMENT"

    private static let separator: Character = "\u{0}"

    /// Names an element.
    init(bundleID: String, type: String, name: String) {
        self.bundleID = bundleID
        self.type = type
        self.name = name
    }

    /// Reads an id; nil for a text that is none.
    init?(_ text: String) {
        guard text.utf8.count <= 4_096, let bytes = [UInt8](hexadecimal: text) else { return nil }
        guard let decoded = String(validating: bytes, as: UTF8.self), decoded.isStreamSafe else { return nil }
        let parts = decoded.split(separator: Self.separator, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else { return nil }
        self.init(bundleID: parts[0], type: parts[1], name: parts[2])
    }

    /// The id as text.
    var description: String {
        [bundleID, type, name].joined(separator: String(Self.separator)).utf8.hexadecimal
    }

    /// The element as clients read it.
    var value: Value { .object([Self.webKey, Self.oldKey].map { Value.Member($0, .string(description)) }) }
}

extension DeviceDriver {
    /// The elements of the screen that a strategy finds.
    ///
    /// - Throws: `invalid selector` for a strategy that means nothing here.
    func elements(using strategy: String, _ value: String) async throws -> [ElementID] {
        let source = try await source()
        let bundleID = source.attributes.first { $0.name == "bundleId" }?.value ?? Self.homeScreen
        let found: [ScreenNode] =
            switch strategy {
            case "accessibility id", "id", "name": source.all.filter { $0.type == "Other" && $0.name == value }
            case "class name": source.all.filter { $0.className == value }
            default:
                throw DriverError(
                    .invalidSelector,
                    """
                    The strategy '\(strategy.prefix(bytes: 60))' means nothing for processes; use 'accessibility id', 'id', 'name' \
                    or 'class name'.
                    """
                )
            }
        return found.map { ElementID(bundleID: bundleID, type: $0.type, name: $0.name) }
    }

    /// An element as it is on the screen now.
    ///
    /// - Throws: `stale element reference` if its app is no longer in front; `no such element`.
    func node(_ text: String) async throws -> (id: ElementID, node: ScreenNode) {
        guard let id = ElementID(text) else { throw DriverError(.noSuchElement, "There is no such element.") }
        let source = try await source()
        guard source.attributes.contains(where: { $0.name == "bundleId" && $0.value == id.bundleID }) else {
            throw DriverError(.staleElementReference, "The app '\(id.bundleID)' of this element is no longer in front.")
        }
        guard let node = source.all.first(where: { $0.type == id.type && $0.name == id.name }) else {
            throw DriverError(.staleElementReference, "The element '\(id.name)' is no longer on the screen.")
        }
        return (id, node)
    }

    /// Touches an element.
    ///
    /// - Throws: `element not interactable` while its app is not active, or if it is no responder.
    func click(_ text: String) async throws {
        let (id, node) = try await node(text)
        guard node.type == "Other", node.isEnabled else {
            throw DriverError(
                .elementNotInteractable,
                node.type == "Other"
                    ? "The app '\(id.bundleID)' is not active, so that nothing in it can be touched."
                    : "An element of the type \(node.className) cannot be touched; the responders of an app can."
            )
        }
        try await send(.input(BundleID(id.bundleID), .touch(target: id.name)))
    }
}
