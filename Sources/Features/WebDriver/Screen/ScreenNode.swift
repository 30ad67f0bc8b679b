import LifecycleKernel
import WireFormat

/// An element of the screen. The elements form a tree, whose root is the application in front.
///
/// A simulator of processes knows apps, windows, responders and alerts, not what they draw. So their places are made up: they
/// lie below each other, and nothing lies over anything but an alert.
struct ScreenNode: Hashable, Sendable {
    /// The kind of element, without `XCUIElementType`.
    var type: String
    /// The identifier, by which tests find it.
    var name: String
    /// What the user reads; the name unless it is given.
    var label: String?
    /// What it contains, such as a text; nil for nothing.
    var value: String?
    var rect: Rectangle
    /// Whether it can be used.
    var isEnabled = true
    var isVisible = true
    /// What a touch does.
    var touch: Touch = .none
    /// Further attributes, in order.
    var attributes: [Attribute] = []
    var children: [ScreenNode] = []

    /// A part of the screen, in points.
    struct Rectangle: Hashable, Sendable {
        var x: Int64
        var y: Int64
        var width: Int64
        var height: Int64

        /// Its numbers by their names, in the order in which clients are told of them.
        var members: [(name: String, number: Int64)] {
            [("x", x), ("y", y), ("width", width), ("height", height)]
        }

        /// The rectangle in JSON.
        var value: Value { .object(members.map { .init($0.name, .integer($0.number)) }) }

        /// Whether a point is in it.
        func contains(x: Double, y: Double) -> Bool {
            x >= Double(self.x) && x < Double(self.x + width) && y >= Double(self.y) && y < Double(self.y + height)
        }
    }

    /// What a touch does.
    enum Touch: Hashable, Sendable {
        case none
        /// A responder of the app gets the touch.
        case responder(String)
        /// The app of an icon is opened.
        case opensApp(BundleID)
        /// The alert is closed.
        case closesAlert
    }

    /// One attribute.
    struct Attribute: Hashable, Sendable {
        var name: String
        var value: String
    }

    /// The kind of element, as XCTest and Appium write it.
    var className: String { "XCUIElementType" + type }

    /// The attributes in the source, of an element at a place among the children of its parent.
    func sourceAttributes(at index: Int) -> [Attribute] {
        sourceAttributes + [Attribute(name: "index", value: String(index))]
    }

    /// The attributes in the source, except for the index.
    var sourceAttributes: [Attribute] {
        var list = [
            Attribute(name: "type", value: className), Attribute(name: "name", value: name),
            Attribute(name: "label", value: label ?? name),
        ]
        if let value { list.append(Attribute(name: "value", value: value)) }
        list += attributes
        return list + [
            Attribute(name: "enabled", value: String(isEnabled)), Attribute(name: "visible", value: String(isVisible)),
            Attribute(name: "accessible", value: String(type != "Application" && type != "Window")),
        ] + rect.members.map { Attribute(name: $0.name, value: String($0.number)) }
    }

    /// What a client is told of an attribute.
    ///
    /// - Throws: `unsupported operation` for one that no element has.
    func attribute(_ name: String) throws(DriverError) -> Value {
        switch name {
        case "rect":
            return .string("{" + rect.members.map { "\"\($0.name)\":\($0.number)" }.joined(separator: ",") + "}")
        case "value": return value.map(Value.string) ?? .null
        case "selected", "focused": return "false"
        case "hittable": return .string(String(isVisible && isEnabled && touch != .none))
        case "placeholderValue", "traits": return .null
        default: break
        }
        let known = sourceAttributes
        if let found = known.first(where: { $0.name == name }) { return .string(found.value) }
        let names = known.map(\.name).filter { $0 != "value" } + ["value", "rect", "selected", "hittable"]
        throw DriverError(
            .unsupportedOperation,
            "There is no attribute '\(name.prefix(bytes: 60))'.\(names.hint(for: name)) Accepted: \(names.joined(separator: ", "))."
        )
    }
}

extension ScreenNode {
    /// The tree as XML.
    ///
    /// - Parameter root: The name of an element around it; nil for none.
    func xml(in root: String?) -> String {
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        guard let root else { return head + xml(depth: 0, index: 0) }
        return head + "<\(root)>\n" + xml(depth: 1, index: 0) + "</\(root)>\n"
    }

    private func xml(depth: Int, index: Int) -> String {
        let indentation = String(repeating: "  ", count: depth)
        let text = sourceAttributes(at: index).map { " \($0.name)=\"\($0.value.escapedForMarkup)\"" }.joined()
        guard !children.isEmpty else { return "\(indentation)<\(className)\(text)/>\n" }
        let inner = children.enumerated().map { $0.element.xml(depth: depth + 1, index: $0.offset) }.joined()
        return "\(indentation)<\(className)\(text)>\n\(inner)\(indentation)</\(className)>\n"
    }

    /// The tree as WebDriverAgent writes it in JSON, its flags as digits in strings.
    var json: Value {
        [
            "type": .string(type), "name": .string(name), "label": .string(label ?? name),
            "value": value.map(Value.string) ?? .null,
            "rect": rect.value,
            "isEnabled": isEnabled ? "1" : "0", "isVisible": isVisible ? "1" : "0",
            "children": .array(children.map(\.json)),
        ]
    }
}
