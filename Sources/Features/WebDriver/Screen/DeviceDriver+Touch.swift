import DeviceHost
import LifecycleKernel

// Touches, of elements and of places on the screen.
extension DeviceDriver {
    /// Touches an element.
    ///
    /// - Throws: `element not interactable` if it does not react, or an alert lies over its app.
    func touch(element text: String) async throws {
        let tree = try await tree()
        try await touch(tree.elements[try tree.number(of: text)].node, in: tree)
    }

    /// Touches what is at a place on the screen: the alert if there is one, else the last element that contains it.
    ///
    /// - Throws: `invalid argument` for a place beside the screen; `element not interactable` if an alert lies over it.
    func touch(x: Double, y: Double) async throws {
        let tree = try await tree()
        guard let screen = tree.elements.first?.node.rect, screen.contains(x: x, y: y) else {
            throw DriverError(.invalidArgument, "The point (\(x), \(y)) is not on the screen.")
        }
        let hit = tree.elements.last {
            $0.node.touch != .none && $0.node.isVisible && $0.node.rect.contains(x: x, y: y)
        }
        guard let node = hit?.node else { return }
        try await touch(node, in: tree)
    }

    /// The place in the middle of an element, or at an offset from its upper left corner.
    func place(of text: String, x: Double?, y: Double?) async throws -> (x: Double, y: Double) {
        let rect = try await node(text).rect
        return (
            Double(rect.x) + (x ?? Double(rect.width) / 2), Double(rect.y) + (y ?? Double(rect.height) / 2)
        )
    }

    private func touch(_ node: ScreenNode, in tree: ScreenTree) async throws {
        if node.touch == .closesAlert { return try await closeAlert(button: node.name) }
        if let alert = tree.elements.first(where: { $0.node.type == "Alert" })?.node {
            throw DriverError(
                .elementNotInteractable,
                "An alert lies over the app: '\(alert.name.prefix(bytes: 120))'. Answer it first."
            )
        }
        switch node.touch {
        case .closesAlert: break
        case .opensApp(let bundleID): try await open(bundleID)
        case .responder(let target):
            guard node.isEnabled else {
                throw DriverError(
                    .elementNotInteractable,
                    "The app '\(tree.bundleID)' is not active, so nothing in it can be touched."
                )
            }
            try await send(.input(BundleID(tree.bundleID), .touch(target: target)))
        case .none:
            throw DriverError(
                .elementNotInteractable,
                "An element of the type \(node.className) cannot be touched; responders, icons and buttons can."
            )
        }
    }
}
