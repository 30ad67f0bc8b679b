import Foundation
import OpenTelemetryExport

/// Reads the file with the token. A file is safer than the arguments and the environment of a process, which other users may
/// read.
enum TokenFile {
    /// More than any token has.
    private static let maximumSize = 1_024

    /// A token of the settings, directly or from a file; nil if there is none.
    ///
    /// - Parameters:
    ///   - setting: The setting of the token.
    ///   - file: The setting of its file.
    ///   - source: What was given.
    /// - Throws: When both are given, or the file cannot be read, or has no token.
    static func token(
        _ setting: Setting<String?>,
        file: Setting<String?>,
        from source: SettingSource
    ) throws(SettingError) -> String? {
        let token = try source.value(setting)
        guard let path = try source.value(file) else { return token }
        let name = source.name(of: file.about)
        guard token == nil else {
            throw SettingError(source: name, problem: "\(source.name(of: setting.about)) is given too; give one")
        }
        let text: String
        do {
            text = try read(path)
        } catch {
            throw SettingError(source: name, problem: "\(path) cannot be read: \(reason(error))")
        }
        guard let token = setting.parse(text), let token else {
            throw SettingError(
                source: name,
                problem: "\(path) \(text.isEmpty ? "is empty" : "has no token"): expected \(setting.about.accepted)"
            )
        }
        return token
    }

    /// The text of a file without the end of its last line.
    private static func read(_ path: String) throws -> String {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        // A longer file is not a token.
        let bytes = try file.read(upToCount: maximumSize) ?? Data()
        var text = String(decoding: bytes, as: UTF8.self)
        if text.hasSuffix("\r\n") || text.hasSuffix("\n") { text.removeLast() }
        return text
    }

    private static func reason(_ error: any Error) -> String {
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        return cause.map { String(cString: strerror(Int32($0.code))) } ?? error.localizedDescription
    }
}

/// Reads the file with the header fields for the receiver of OTLP. What stands in it is in no message.
enum ExportHeadersFile {
    /// More than any receiver asks for.
    private static let maximumSize = 65_536

    /// The header fields in the file of a setting; none if it is not given.
    ///
    /// - Throws: When the file cannot be read, or a line of it is no header field.
    static func headers(
        _ setting: Setting<String?>,
        from source: SettingSource
    ) throws(SettingError) -> ExportHeaders {
        guard let path = try source.value(setting) else { return .none }
        let name = source.name(of: setting.about)
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw SettingError(source: name, problem: "\(path) cannot be read")
        }
        defer { try? file.close() }
        guard let bytes = try? file.read(upToCount: maximumSize + 1) ?? Data(), bytes.count <= maximumSize else {
            throw SettingError(source: name, problem: "\(path) cannot be read, or is larger than \(maximumSize) bytes")
        }
        do {
            return try ExportHeaders(String(decoding: bytes, as: UTF8.self))
        } catch {
            throw SettingError(source: name, problem: "\(path): \(error)")
        }
    }
}
