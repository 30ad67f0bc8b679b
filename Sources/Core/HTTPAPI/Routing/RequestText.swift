import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

extension HTTPRequest {
    /// Why the head of a request is not read: the target, decoded, or a header has more combining marks in a row than text
    /// may have. Nil for nearly every request.
    ///
    /// Comparing such a text with anything takes a time that grows with the square of the run, so the check comes before
    /// whatever looks at a path or a header, and before the token.
    package var textProblem: Problem? {
        if let path, !PercentEncoding.decodesToStreamSafeText(path) { return .unreadable("path or query", field: nil) }
        if let authority, !authority.isStreamSafe { return .unreadable("header Host", field: "Host") }
        for header in headerFields where !header.value.isStreamSafe {
            return .unreadable("header \(header.name.rawName, as: "header")", field: header.name.rawName)
        }
        return nil
    }
}

extension PercentEncoding {
    /// Whether the text has no long run of combining marks, once every `%XX` in it has been replaced.
    fileprivate static func decodesToStreamSafeText(_ text: String) -> Bool {
        guard MarkRun.mayExceedLimit(in: text), text.utf8.contains(UInt8(ascii: "%")) else { return text.isStreamSafe }
        return String(decoding: decodedBytes(of: text).bytes, as: UTF8.self).isStreamSafe
    }
}

extension Problem {
    /// A part of the head has too many combining marks in a row.
    fileprivate static func unreadable(_ part: Sentence, field: String?) -> Problem {
        Problem(
            .invalidValue,
            "The \(part, as: "part") may have at most \(MarkRun.limit, as: "limit") combining marks in a row.",
            field: field,
            headers: [.connection: "close"]
        )
    }
}

extension Request {
    /// The value of a header; nil if the request does not have it.
    ///
    /// Uses the subscript of `headers`, which joins values, only for a header that occurs several times: used for all, it
    /// took 1.6 % of a POST.
    package func header(_ name: HTTPField.Name) -> String? {
        var value: String?
        for field in headers where field.name == name {
            guard value == nil else { return headers[name] }
            value = field.value
        }
        return value
    }
}

// The parameters of a path. Hummingbird does not decode them.
extension APIRequestContext {
    /// A parameter of the path, percent-decoded. One that cannot be decoded is returned as it is, and matches nothing.
    package func parameter(_ name: String) -> String {
        let raw = coreContext.parameters.get(name) ?? ""
        // Nearly every parameter is plain.
        guard raw.utf8.contains(UInt8(ascii: "%")) else { return raw }
        return PercentEncoding.decode(raw) ?? raw
    }

    /// The identifier of the app.
    package var bundleID: BundleID { BundleID(parameter("bundleID")) }

    /// The number of the process, in its canonical form.
    ///
    /// - Throws: `unknown-process` for any other text.
    package func pid() throws(Problem) -> ProcessID {
        let text = parameter("pid")
        guard let pid = ProcessID(text), String(pid) == text else {
            throw Problem(.unknownProcess, "There is no process \"\(text.shortened, as: "process")\" on this device.")
        }
        return pid
    }

    /// The sequence of the callback, in its canonical form.
    ///
    /// - Throws: `unknown-callback` for any other text.
    package func callbackSequence() throws(Problem) -> SequenceNumber {
        let text = parameter("sequence")
        guard let sequence = SequenceNumber(text), String(sequence) == text else {
            throw Problem(.unknownCallback, "There is no callback \"\(text.shortened, as: "callback")\" in flight.")
        }
        return sequence
    }
}
