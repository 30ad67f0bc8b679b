import HTTPTypes
import LifecycleKernel
import WireFormat

extension HTTPRequest {
    /// Why the head of a request is not read: the target, decoded, or a header has more combining marks in a row than text
    /// may have. Nil for nearly every request.
    ///
    /// Comparing such a text with anything takes a time that grows with the square of the run, so the check comes before
    /// whatever looks at a path or a header, and before the token.
    var textProblem: Problem? {
        if let path, !PercentEncoding.decodesToStreamSafeText(path) { return .unreadable("path or query", field: nil) }
        if let authority, !authority.isStreamSafe { return .unreadable("header Host", field: "Host") }
        for header in headerFields where !header.value.isStreamSafe {
            return .unreadable("header \(header.name.rawName)", field: header.name.rawName)
        }
        return nil
    }
}

extension PercentEncoding {
    /// Whether the text has no long run of combining marks, once every `%XX` in it has been replaced.
    fileprivate static func decodesToStreamSafeText(_ text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text.isStreamSafe }
        return String(decoding: decodedBytes(of: text).bytes, as: UTF8.self).isStreamSafe
    }
}

extension Problem {
    /// A part of the head has too many combining marks in a row.
    fileprivate static func unreadable(_ part: String, field: String?) -> Problem {
        Problem(
            .invalidValue,
            "The \(part) may have at most \(MarkRun.limit) combining marks in a row.",
            field: field,
            headers: [.connection: "close"]
        )
    }
}
