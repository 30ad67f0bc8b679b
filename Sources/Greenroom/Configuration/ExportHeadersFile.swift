import Foundation
import OpenTelemetryExport

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
