import LifecycleKernel

/// Writes an instant in a format of Moment.js, in UTC and English, as Appium's `getDeviceTime` does.
enum TimeFormat {
    /// The format unless one is given.
    static let usual = "YYYY-MM-DDTHH:mm:ssZ"

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    /// The formats that have names.
    private static let named = [
        "LTS": "h:mm:ss A", "LT": "h:mm A", "LLLL": "dddd, MMMM D, YYYY h:mm A", "LLL": "MMMM D, YYYY h:mm A",
        "LL": "MMMM D, YYYY", "L": "MM/DD/YYYY", "llll": "ddd, MMM D, YYYY h:mm A", "lll": "MMM D, YYYY h:mm A",
        "ll": "MMM D, YYYY", "l": "M/D/YYYY",
    ]

    /// The parts of a format, the longer before the shorter.
    private static let tokens =
        ([
            "YYYYYY", "YYYYY", "YYYY", "YY", "Y", "yyyy", "yyy", "yy", "yo", "y", "NNNNN", "NNNN", "NNN", "NN", "N",
            "ggggg", "gggg", "gg", "GGGGG", "GGGG", "GG", "Qo", "Q", "MMMM", "MMM", "MM", "Mo", "M", "DDDD",
            "DDDo", "DDD", "DD", "Do", "D", "dddd", "ddd", "dd", "do", "d", "e", "E", "ww", "wo", "w", "WW", "Wo", "W",
            "HH", "H", "hh", "h", "kk", "k", "A", "a", "mm", "m", "ss", "s", "SSSSSSSSS", "SSSSSSSS", "SSSSSSS",
            "SSSSSS", "SSSSS", "SSSS", "SSS", "SS", "S", "ZZ", "Z", "zz", "z", "X", "x",
        ] + named.keys).sorted { ($1.count, $0) < ($0.count, $1) }

    /// Writes an instant.
    static func text(_ instant: Instant, _ format: String) -> String {
        var text = ""
        var rest = Substring(format)
        while let first = rest.first {
            if first == "[", let end = rest.firstIndex(of: "]") {
                text += rest[rest.index(after: rest.startIndex)..<end]
                rest = rest[rest.index(after: end)...]
            } else if let token = tokens.first(where: rest.hasPrefix) {
                text += named[token].map { Self.text(instant, $0) } ?? Moment(instant).part(token)
                rest = rest.dropFirst(token.count)
            } else {
                text.append(first)
                rest = rest.dropFirst()
            }
        }
        return text
    }

    /// The parts of an instant.
    private struct Moment {
        let instant: Instant
        let year: Int
        let month: Int
        let day: Int
        let hour: Int
        let minute: Int
        let second: Int
        let fraction: String
        /// The day of the week, from Sunday.
        let weekday: Int
        /// The day of the year, from 0.
        let dayOfYear: Int

        init(_ instant: Instant) {
            self.instant = instant
            // The instant as it is always written: 2026-01-01T00:00:05.000Z.
            let iso = Array(instant.description)
            func number(_ range: Range<Int>) -> Int { Int(String(iso[range])) ?? 0 }
            year = number(0..<4)
            month = number(5..<7)
            day = number(8..<10)
            hour = number(11..<13)
            minute = number(14..<16)
            second = number(17..<19)
            fraction = String(iso[20..<23])
            // 1970 began on a Thursday.
            let days = Int((Double(instant.milliseconds) / 86_400_000).rounded(.down))
            weekday = ((days + 4) % 7 + 7) % 7
            let lengths = [31, Self.isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            dayOfYear = lengths[..<(month - 1)].reduce(day - 1, +)
        }

        private static func isLeap(_ year: Int) -> Bool {
            year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        }

        private static func length(_ year: Int) -> Int { isLeap(year) ? 366 : 365 }

        /// The year and number of the week.
        ///
        /// - Parameters:
        ///   - first: The day on which weeks begin.
        ///   - least: Which day of January the first week has at any rate.
        private func week(from first: Int, least: Int) -> (year: Int, number: Int) {
            let sinceFirst = (weekday - first + 7) % 7
            // The day that decides to which year a week belongs.
            let deciding = dayOfYear - sinceFirst + 7 - least
            if deciding < 0 {
                let (before, length) = (year - 1, Self.length(year - 1))
                return (before, (deciding + length) / 7 + 1)
            }
            if deciding >= Self.length(year) { return (year + 1, 1) }
            return (year, deciding / 7 + 1)
        }

        /// The week of ISO 8601: from Monday, the first with the fourth of January.
        private var isoWeek: (year: Int, number: Int) { week(from: 1, least: 4) }
        /// The week in America: from Sunday, the first with the first of January.
        private var localWeek: (year: Int, number: Int) { week(from: 0, least: 1) }

        private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

        private func four(_ number: Int) -> String {
            String(repeating: "0", count: max(0, 4 - String(number).count)) + String(number)
        }

        private func ordinal(_ number: Int) -> String {
            guard !(11...13).contains(number % 100) else { return "\(number)th" }
            return switch number % 10 {
            case 1: "\(number)st"
            case 2: "\(number)nd"
            case 3: "\(number)rd"
            default: "\(number)th"
            }
        }

        /// A part by its token.
        func part(_ token: String) -> String {
            let twelve = hour % 12 == 0 ? 12 : hour % 12
            switch token {
            case "YYYYYY": return "+00" + four(year)
            case "YYYYY": return "0" + four(year)
            case "YYYY": return four(year)
            // Years of the era, which are not cut to two digits; the era is always that of the present.
            case "y", "yy", "yyy", "yyyy": return String(year)
            case "yo": return ordinal(year)
            case "NNNN": return "Anno Domini"
            case "N", "NN", "NNN", "NNNNN": return "AD"
            case "YY": return two(year % 100)
            case "Y": return String(year)
            case "ggggg": return "0" + four(localWeek.year)
            case "gggg": return four(localWeek.year)
            case "gg": return two(localWeek.year % 100)
            case "GGGGG": return "0" + four(isoWeek.year)
            case "GGGG": return four(isoWeek.year)
            case "GG": return two(isoWeek.year % 100)
            case "Q": return String((month - 1) / 3 + 1)
            case "Qo": return ordinal((month - 1) / 3 + 1)
            case "MMMM": return months[month - 1]
            case "MMM": return String(months[month - 1].prefix(3))
            case "MM": return two(month)
            case "Mo": return ordinal(month)
            case "M": return String(month)
            case "DDDD": return String(repeating: "0", count: 3 - String(dayOfYear + 1).count) + String(dayOfYear + 1)
            case "DDDo": return ordinal(dayOfYear + 1)
            case "DDD": return String(dayOfYear + 1)
            case "DD": return two(day)
            case "Do": return ordinal(day)
            case "D": return String(day)
            case "dddd": return days[weekday]
            case "ddd": return String(days[weekday].prefix(3))
            case "dd": return String(days[weekday].prefix(2))
            case "do": return ordinal(weekday)
            case "d", "e": return String(weekday)
            case "E": return String(weekday == 0 ? 7 : weekday)
            case "ww": return two(localWeek.number)
            case "wo": return ordinal(localWeek.number)
            case "w": return String(localWeek.number)
            case "WW": return two(isoWeek.number)
            case "Wo": return ordinal(isoWeek.number)
            case "W": return String(isoWeek.number)
            case "HH": return two(hour)
            case "H": return String(hour)
            case "hh": return two(twelve)
            case "h": return String(twelve)
            case "kk": return two(hour == 0 ? 24 : hour)
            case "k": return String(hour == 0 ? 24 : hour)
            case "A": return hour < 12 ? "AM" : "PM"
            case "a": return hour < 12 ? "am" : "pm"
            case "mm": return two(minute)
            case "m": return String(minute)
            case "ss": return two(second)
            case "s": return String(second)
            case "ZZ": return "+0000"
            case "Z": return "+00:00"
            case "z", "zz": return "UTC"
            case "X": return String(instant.milliseconds / 1_000)
            case "x": return String(instant.milliseconds)
            // Fractions of a second, of which the clock has three digits.
            default: return String((fraction + "000000").prefix(token.count))
            }
        }
    }
}
