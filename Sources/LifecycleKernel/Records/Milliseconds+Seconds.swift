extension Milliseconds {
    /// The length in seconds, exactly and without zeros at the end: 12500 as `12.5`, 5000 as `5`.
    package var secondsText: String {
        var text = seconds(digits: 3)
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text
    }

    /// The length in seconds with one, two or three digits after the point, cut off there, as logs of the system print it.
    package func seconds(digits: Int) -> String {
        let (whole, rest) = count.magnitude.quotientAndRemainder(dividingBy: 1_000)
        let fraction = String(String(1_000 + rest).dropFirst().prefix(digits))
        return "\(self < 0 ? "-" : "")\(whole).\(fraction)"
    }
}
