extension String {
    /// The text with its control characters written as in Swift: a line break would begin a line of its own, which a
    /// continuous integration system may read as a command, and others could change a terminal.
    package var onOneLine: String {
        guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return self }
        return unicodeScalars.reduce(into: "") { line, scalar in
            line += scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
        }
    }
}
