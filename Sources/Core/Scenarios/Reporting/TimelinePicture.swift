import LifecycleKernel
import WireFormat

/// Draws the lanes of a scenario as SVG.
struct TimelinePicture {
    private let lanes: TimelineLanes

    private static let top = 34
    private static let laneHeight = 46
    private static let bandHeight = 18
    /// About how wide a letter is.
    private static let letterWidth = 6.2

    init(_ lanes: TimelineLanes) {
        self.lanes = lanes
    }

    /// The picture; empty where there is nothing to show.
    var svg: String {
        guard !lanes.lanes.isEmpty else { return "" }
        let height = Self.top + lanes.lanes.count * Self.laneHeight
        let apps = lanes.lanes.map(\.bundleID).joined(separator: ", ").escapedForMarkup
        let parts = lanes.starts.map(start) + lanes.lanes.enumerated().map { lane($0.element, row: $0.offset) }
        return """
            <svg role="img" aria-label="The states of \(apps), step by step" width="\(Self.number(x(lanes.columns)))" \
            height="\(height)">
            \(parts.joined(separator: "\n"))
            </svg>
            """
    }

    /// How wide a column is: the more there are, the narrower.
    private var columnWidth: Double { min(14, max(5, 1_040 / Double(max(lanes.columns, 1)))) }

    private func x(_ column: Int) -> Double { Double(column) * columnWidth + 1 }

    private func start(_ start: TimelineLanes.Start) -> String {
        let x = Self.number(x(start.column))
        let bottom = Self.top + lanes.lanes.count * Self.laneHeight
        return """
            <line class="step" x1="\(x)" x2="\(x)" y1="2" y2="\(bottom)"/>\
            <text class="step" x="\(x)" dx="3" y="12">\(start.step)</text>\
            <text class="time" x="\(x)" dx="3" y="25">\(start.elapsed.secondsText) s</text>
            """
    }

    private func lane(_ lane: TimelineLanes.Lane, row: Int) -> String {
        let y = Self.top + row * Self.laneHeight
        let spans = lane.spans.map { span($0, y: y + 15) }
        let marks = lane.marks.map { mark($0, y: y + 15) }
        let name = "<text class=\"app\" x=\"3\" y=\"\(y + 10)\">\(lane.bundleID.escapedForMarkup)</text>"
        return ([name] + spans + marks).joined(separator: "\n")
    }

    private func span(_ span: TimelineLanes.Span, y: Int) -> String {
        let width = Double(span.columns.count) * columnWidth
        let name = span.state.escapedForMarkup
        let fits = Double(span.state.count + 1) * Self.letterWidth < width
        let label =
            fits
            ? "<text class=\"state\" x=\"\(Self.number(x(span.columns.lowerBound) + 4))\" y=\"\(y + 13)\">\(name)</text>"
            : ""
        return """
            <rect class="\(name)" x="\(Self.number(x(span.columns.lowerBound)))" y="\(y)" \
            width="\(Self.number(max(width, 1)))" height="\(Self.bandHeight)"><title>\(name)</title></rect>\(label)
            """
    }

    private func mark(_ mark: TimelineLanes.Mark, y: Int) -> String {
        let middle = Self.number(x(mark.column) + columnWidth / 2)
        let title = "<title>\(mark.kind.escapedForMarkup): \(mark.name.escapedForMarkup)</title>"
        switch mark.kind {
        case Record.Kind.callback.rawValue:
            return """
                <line class="callback" x1="\(middle)" x2="\(middle)" y1="\(y + Self.bandHeight)" \
                y2="\(y + Self.bandHeight + 7)">\(title)</line>
                """
        case Record.Kind.exit.rawValue:
            return "<text class=\"exit\" x=\"\(middle)\" y=\"\(y + 14)\">✕\(title)</text>"
        default: return "<text class=\"finding\" x=\"\(middle)\" y=\"\(y + 14)\">▲\(title)</text>"
        }
    }

    /// A coordinate with at most one decimal.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
