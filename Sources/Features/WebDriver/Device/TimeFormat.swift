import LifecycleKernel

/// Writes an instant in a format of Day.js, in UTC, as Appium's `getDeviceTime` does.
enum TimeFormat {
    /// The format unless one is given.
    static let usual = "YYYY-MM-DDTHH:mm:ssZ"

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    /// The parts of a format, the longer before the shorter.
    private static let tokens = [
        "YYYY", "YY", "MMMM", "MMM", "MM", "M", "DD", "D", "dddd", "ddd", "dd", "d", "HH", "H", "hh", "h", "A", "a",
        "mm",
        "m", "SSS", "ss", "s", "ZZ", "Z", "X", "x",
    ]

    /// Writes an instant.
    static func text(_ instant: Instant, _ format: String) -> String {
        var text = ""
        var rest = Substring(format)
        while let first = rest.first {
            if first == "[", let end = rest.firstIndex(of: "]") {
                text += rest[rest.index(after: rest.startIndex)..<end]
                rest = rest[rest.index(after: end)...]
            } else if let token = tokens.first(where: rest.hasPrefix) {
                text += part(token, of: instant)
                rest = rest.dropFirst(token.count)
            } else {
                text.append(first)
                rest = rest.dropFirst()
            }
        }
        return text
    }

    private static func part(_ token: String, of instant: Instant) -> String {
        // The instant as it is always written: 2026-01-01T00:00:05.000Z.
        let iso = Array(instant.description)
        func digits(_ range: Range<Int>) -> String { String(iso[range]) }
        func number(_ range: Range<Int>) -> Int { Int(digits(range)) ?? 0 }
        let hour = number(11..<13)
        let twelve = hour % 12 == 0 ? 12 : hour % 12
        switch token {
        case "YYYY": return digits(0..<4)
        case "YY": return digits(2..<4)
        case "MMMM": return months[number(5..<7) - 1]
        case "MMM": return String(months[number(5..<7) - 1].prefix(3))
        case "MM": return digits(5..<7)
        case "M": return String(number(5..<7))
        case "DD": return digits(8..<10)
        case "D": return String(number(8..<10))
        case "dddd": return days[weekday(instant)]
        case "ddd": return String(days[weekday(instant)].prefix(3))
        case "dd": return String(days[weekday(instant)].prefix(2))
        case "d": return String(weekday(instant))
        case "HH": return digits(11..<13)
        case "H": return String(hour)
        case "hh": return twelve < 10 ? "0\(twelve)" : String(twelve)
        case "h": return String(twelve)
        case "A": return hour < 12 ? "AM" : "PM"
        case "a": return hour < 12 ? "am" : "pm"
        case "mm": return digits(14..<16)
        case "m": return String(number(14..<16))
        case "ss": return digits(17..<19)
        case "s": return String(number(17..<19))
        case "SSS": return digits(20..<23)
        case "ZZ": return "+0000"
        case "Z": return "+00:00"
        case "X": return String(instant.milliseconds / 1_000)
        default: return String(instant.milliseconds)
        }
    }

    /// The day of the week, from Sunday; 1970 began on a Thursday.
    private static func weekday(_ instant: Instant) -> Int {
        let days = Int((Double(instant.milliseconds) / 86_400_000).rounded(.down))
        return ((days + 4) % 7 + 7) % 7
    }
}
