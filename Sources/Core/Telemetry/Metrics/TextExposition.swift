/// Writes metrics in the Prometheus text format 0.0.4.
struct TextExposition {
    private var text = ""

    /// All families, in the order of their names, and their series in the order of their labels.
    static func text(_ families: [String: MetricRegistry.Family]) -> String {
        var exposition = TextExposition()
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            exposition.head(name, family)
            for (_, series) in family.series.sorted(by: { $0.key < $1.key }) { series.write(to: &exposition) }
        }
        return exposition.text
    }

    /// One line of a series.
    mutating func sample(_ name: String, _ labels: String, _ value: String) {
        text += name
        if !labels.isEmpty { text += "{\(labels)}" }
        text += " \(value)\n"
    }

    private mutating func head(_ name: String, _ family: MetricRegistry.Family) {
        if let help = family.help { text += "# HELP \(name) \(MetricName.escaped(help, quotes: false))\n" }
        text += "# TYPE \(name) \(family.kind.exposed)\n"
    }

    /// A number as the format writes it: whole ones without a fraction, and its names for what is no number.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 { return String(whole) }
        return String(value)
    }
}

/// Makes names and labels that the Prometheus text format allows.
enum MetricName {
    /// The name of a family: sanitised, and with the suffix of its kind unless the label already ends so.
    static func family(_ label: String, _ kind: MetricKind) -> String {
        let name = sanitised(label, allowingColon: true)
        return name.hasSuffix(kind.suffix) ? name : name + kind.suffix
    }

    /// Labels as they are written between braces: sorted by name, each name once (the last one given counts), values
    /// escaped. `le` belongs to the buckets of a histogram, so there a label of that name gets an underscore.
    static func labels(_ dimensions: [(String, String)], _ kind: MetricKind) -> String {
        var values: [String: String] = [:]
        for (label, value) in dimensions {
            let name = sanitised(label, allowingColon: false)
            let isTaken = name == "le" && kind.exposed == "histogram"
            values[isTaken ? "le_" : name] = value
        }
        return values.sorted { $0.key < $1.key }.map { #"\#($0.key)="\#(escaped($0.value))""# }.joined(separator: ",")
    }

    /// The text with backslash, line feed and (in a label's value) the quote escaped.
    static func escaped(_ text: String, quotes: Bool = true) -> String {
        guard text.utf8.contains(where: { $0 == 0x5C || $0 == 0x0A || $0 == 0x22 }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += #"\\"#
            case "\n": result += #"\n"#
            case "\"" where quotes: result += #"\""#
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func sanitised(_ label: String, allowingColon: Bool) -> String {
        var name = ""
        for scalar in label.unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z", "_":
                name.unicodeScalars.append(scalar)
            case "0"..."9":
                if name.isEmpty { name = "_" }
                name.unicodeScalars.append(scalar)
            case ":" where allowingColon:
                name.unicodeScalars.append(scalar)
            default:
                name += "_"
            }
        }
        return name.isEmpty ? "_" : name
    }
}
