import DeviceHost
import LifecycleKernel
import WireFormat

/// A node of the tree that is the source of the screen: what a simulator of processes knows of it.
struct ScreenNode: Hashable, Sendable {
    /// The kind of element, without `XCUIElementType`.
    var type: String
    var name: String
    /// Whether it can be used.
    var isEnabled: Bool
    var isVisible: Bool
    /// Further attributes, in order.
    var attributes: [Attribute] = []
    var children: [ScreenNode] = []

    /// One attribute.
    struct Attribute: Hashable, Sendable {
        var name: String
        var value: String
    }

    /// The kind of element, as XCTest and Appium write it.
    var className: String { "XCUIElementType" + type }

    /// This node and all below it.
    var all: [ScreenNode] { [self] + children.flatMap(\.all) }
}

extension DeviceDriver {
    /// What shows while no app is in front.
    static let homeScreen = "com.apple.springboard"

    /// The tree of the app in front, its windows, responders and alerts.
    func source() async throws -> ScreenNode {
        let situation = try await situation()
        let alert = try await alert().map { alert in
            ScreenNode(type: "Alert", name: alert.text, isEnabled: true, isVisible: true)
        }
        guard let front = situation.front, let pid = try await app(front).pid else {
            var home = ScreenNode(type: "Application", name: "", isEnabled: true, isVisible: situation.isOn)
            home.attributes = Self.attributes(label: " ", bundleID: Self.homeScreen, pid: 0, state: .foreground)
            home.children = alert.map { [$0] } ?? []
            return home
        }
        let app = try await app(front)
        let process = try await registry.process(pid, on: id).value
        let isActive = process.state == .active
        let responders = app.manifest.responders.map { responder in
            ScreenNode(type: "Other", name: responder.name, isEnabled: isActive, isVisible: isActive)
        }
        let windows = process.scenes.filter { $0.otherRole == nil }
        var node = ScreenNode(type: "Application", name: app.manifest.name, isEnabled: true, isVisible: true)
        node.attributes = Self.attributes(
            label: app.manifest.name,
            bundleID: front.rawValue,
            pid: pid.rawValue,
            state: AppState(process.state)
        )
        node.children = windows.enumerated().map { index, scene in
            var window = ScreenNode(
                type: "Window",
                name: scene.number.rawValue > 0 ? scene.number.description : "",
                isEnabled: true,
                isVisible: scene.state == .foregroundActive || scene.state == .foregroundInactive
            )
            window.attributes = [ScreenNode.Attribute(name: "state", value: scene.state.rawValue)]
            // The kernel does not say in which window a responder is.
            window.children = index == 0 ? responders : []
            return window
        }
        node.children += alert.map { [$0] } ?? []
        return node
    }

    private static func attributes(
        label: String,
        bundleID: String,
        pid: Int32,
        state: AppState
    ) -> [ScreenNode.Attribute] {
        [
            ScreenNode.Attribute(name: "label", value: label), ScreenNode.Attribute(name: "bundleId", value: bundleID),
            ScreenNode.Attribute(name: "processId", value: String(pid)),
            ScreenNode.Attribute(name: "state", value: String(state.rawValue)),
        ]
    }
}

extension ScreenNode {
    /// The tree as XML.
    ///
    /// - Parameter root: The name of an element around it; nil for none.
    func xml(in root: String?) -> String {
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        guard let root else { return head + xml(depth: 0) }
        return head + "<\(root)>\n" + xml(depth: 1) + "</\(root)>\n"
    }

    private func xml(depth: Int) -> String {
        let indentation = String(repeating: "  ", count: depth)
        var attributes = [Attribute(name: "type", value: className), Attribute(name: "name", value: name)]
        if !self.attributes.contains(where: { $0.name == "label" }) {
            attributes.append(Attribute(name: "label", value: name))
        }
        attributes += self.attributes
        attributes += [
            Attribute(name: "enabled", value: String(isEnabled)), Attribute(name: "visible", value: String(isVisible)),
        ]
        let text = attributes.map { " \($0.name)=\"\($0.value.escapedForMarkup)\"" }.joined()
        guard !children.isEmpty else { return "\(indentation)<\(className)\(text)/>\n" }
        let inner = children.map { $0.xml(depth: depth + 1) }.joined()
        return "\(indentation)<\(className)\(text)>\n\(inner)\(indentation)</\(className)>\n"
    }

    /// The tree as WebDriverAgent writes it in JSON, its flags as digits in strings.
    var json: Value {
        [
            "type": .string(type), "name": .string(name), "label": .string(name),
            "isEnabled": isEnabled ? "1" : "0", "isVisible": isVisible ? "1" : "0",
            "children": .array(children.map(\.json)),
        ]
    }
}
