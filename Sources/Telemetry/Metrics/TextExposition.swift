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
