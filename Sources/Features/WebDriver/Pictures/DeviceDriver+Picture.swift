import DeviceHost
import Foundation
import LifecycleKernel

extension DeviceDriver {
    /// A picture of the screen as a PNG file in Base64: the elements as boxes with their names, since nothing else is known.
    ///
    /// - Parameter element: The id of the element of which the part is wanted; nil for the whole screen.
    /// - Throws: `stale element reference` and `no such element`, for an element.
    func picture(of element: String?) async throws -> Value {
        let situation = try await situation()
        let tree = try await tree()
        var bitmap = Bitmap(width: Int(situation.screenSize.width), height: Int(situation.screenSize.height))
        if situation.isOn { Self.draw(tree, situation, on: &bitmap) }
        if let element {
            let rect = tree.elements[try tree.number(of: element)].node.rect
            bitmap = bitmap.part(x: Int(rect.x), y: Int(rect.y), width: Int(rect.width), height: Int(rect.height))
        }
        return .string(Data(bitmap.png).base64EncodedString())
    }

    private static func draw(_ tree: ScreenTree, _ situation: DeviceSituation, on bitmap: inout Bitmap) {
        let margin = 8
        let title =
            situation.isLocked ? "locked" : situation.front.map { "\(tree.elements[0].node.name) (\($0))" } ?? "home"
        let state = situation.overlays.names.joined(separator: ", ")
        let lines = ["\(TimeFormat.text(situation.now, "HH:mm:ss"))  \(title)", state]
        for (index, line) in lines.enumerated() {
            bitmap.write(line, x: margin, y: margin + index * 18, width: bitmap.width - 2 * margin, scale: 2)
        }
        for element in tree.elements where !["Application", "Window"].contains(element.node.type) {
            let (node, rect) = (element.node, element.node.rect)
            let (x, y, width, height) = (Int(rect.x), Int(rect.y), Int(rect.width), Int(rect.height))
            guard y < bitmap.height, x < bitmap.width else { continue }
            bitmap.box(x: x, y: y, width: width, height: height)
            if node.type == "Alert" { continue }
            let scale = (node.label ?? node.name).count * 12 <= width - margin ? 2 : 1
            let top = y + (height - PixelFont.height * scale) / 2
            bitmap.write(node.label ?? node.name, x: x + margin / 2, y: top, width: width - margin, scale: scale)
        }
    }
}
