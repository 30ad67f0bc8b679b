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
