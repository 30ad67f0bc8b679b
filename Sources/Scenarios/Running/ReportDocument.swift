import LifecycleKernel
import WireFormat

/// A report of the end of a process as a scenario checks it.
public enum ReportDocument {
    /// Makes it from what the list of reports says of it, and from the lines of its file.
    ///
    /// - Returns: The members of the summary, with `header` and `body`; a body that is text has its lines as members, by
    ///   what stands before the first colon.
    public static func value(summary: Value, lines: [String]) -> Value {
        guard case .object(let members) = summary else { return summary }
        let header = lines.first.flatMap { try? JSONText.parse($0.utf8) } ?? .null
        let text = lines.dropFirst().joined(separator: "\n")
        let body = (try? JSONText.parse(text.utf8)) ?? fields(of: lines.dropFirst())
        return .object(members + [Value.Member("header", header), Value.Member("body", body)])
    }

    /// The lines that have a name and a value; of several with one name the first.
    private static func fields(of lines: ArraySlice<String>) -> Value {
        var members: [Value.Member] = []
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let name = String(line[..<colon].withoutBlanks)
            guard !name.isEmpty, !members.contains(where: { $0.name == name }) else { continue }
            members.append(Value.Member(name, .string(String(line[line.index(after: colon)...].withoutBlanks))))
        }
        return .object(members)
    }
}
