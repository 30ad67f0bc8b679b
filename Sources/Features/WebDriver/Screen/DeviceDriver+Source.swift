import DeviceHost
import LifecycleKernel

extension DeviceDriver {
    /// The tree of the app in front, its windows, responders and alerts; at home that of SpringBoard and its icons.
    func source() async throws -> ScreenNode {
        let situation = try await situation()
        let size = situation.screenSize
        let screen = ScreenNode.Rectangle(x: 0, y: 0, width: size.width, height: size.height)
        let alert = try await alert()
        let alertNode = alert.map { [$0.node(in: screen)] } ?? []
        guard let front = situation.front, let pid = try await app(front).pid else {
            var home = ScreenNode(type: "Application", name: "", label: " ", rect: screen)
            home.isVisible = situation.isOn
            home.attributes = Self.attributes(bundleID: SystemApp.springBoard.rawValue, pid: 0, state: .foreground)
            let showsIcons = situation.isOn && !situation.isLocked
            home.children =
                (showsIcons ? try await icons(in: screen, isVisible: alert == nil) : []) + alertNode
            return home
        }
        let app = try await app(front)
        let process = try await registry.process(pid, on: id).value
        var node = ScreenNode(type: "Application", name: app.manifest.name, rect: screen)
        node.attributes = Self.attributes(
            bundleID: front.rawValue,
            pid: pid.rawValue,
            state: AppState(process.state)
        )
        node.children = process.scenes.filter { $0.otherRole == nil }.enumerated().map { index, scene in
            var window = ScreenNode(
                type: "Window",
                name: scene.number.rawValue > 0 ? scene.number.description : "",
                rect: screen
            )
            window.isVisible = scene.state == .foregroundActive || scene.state == .foregroundInactive
            window.touch = .responder("window")
            window.attributes = [ScreenNode.Attribute(name: "state", value: scene.state.rawValue)]
            // The kernel does not say in which window a responder is.
            if index == 0 { window.children = Self.rows(of: app.manifest, process.state == .active, in: screen) }
            return window
        }
        node.children += alertNode
        return node
    }

    /// The height of the status bar.
    static let statusBarHeight: Int64 = 47
    /// The height of a row, which is that of a table cell of UIKit.
    private static let rowHeight: Int64 = 44

    /// The responders of an app, one below the other.
    private static func rows(
        of manifest: AppManifest,
        _ isActive: Bool,
        in screen: ScreenNode.Rectangle
    ) -> [ScreenNode] {
        manifest.responders.enumerated().map { index, responder in
            let y = statusBarHeight + Int64(index) * rowHeight
            let rect = ScreenNode.Rectangle(x: 0, y: y, width: screen.width, height: rowHeight)
            let type = responder.elementType ?? .other
            let rowType = type.rawValue.prefix(1).uppercased() + type.rawValue.dropFirst()
            var row = ScreenNode(type: rowType, name: responder.name, rect: rect)
            // As WebDriverAgent does, the value of a static text is its label.
            row.value = type == .staticText ? responder.name : nil
            row.isEnabled = isActive
            row.isVisible = isActive
            row.touch = .responder(responder.name)
            return row
        }
    }

    /// The icons of the home screen: those of the installed apps, then those of other apps of the system.
    private func icons(in screen: ScreenNode.Rectangle, isVisible: Bool) async throws -> [ScreenNode] {
        let installed = try await registry.apps(on: id).value.map { ($0.manifest.bundleID, $0.manifest.name) }
        let others = SystemApp.all.filter { system in !installed.contains { $0.0 == system.bundleID } }
        let (columns, height): (Int64, Int64) = (4, 90)
        let width = screen.width / columns
        return (installed + others.map { ($0.bundleID, $0.name) }).enumerated().map { index, app in
            let rect = ScreenNode.Rectangle(
                x: Int64(index) % columns * width,
                y: Self.statusBarHeight + Int64(index) / columns * height,
                width: width,
                height: height
            )
            var icon = ScreenNode(type: "Icon", name: app.1, rect: rect)
            icon.isEnabled = isVisible
            icon.isVisible = isVisible && rect.y + rect.height <= screen.height
            icon.touch = .opensApp(app.0)
            return icon
        }
    }

    private static func attributes(bundleID: String, pid: Int32, state: AppState) -> [ScreenNode.Attribute] {
        [
            ScreenNode.Attribute(name: "bundleId", value: bundleID),
            ScreenNode.Attribute(name: "processId", value: String(pid)),
            ScreenNode.Attribute(name: "state", value: String(state.rawValue)),
        ]
    }
}
