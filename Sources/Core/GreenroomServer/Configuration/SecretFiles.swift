import Foundation

/// Reads the file with the token. A file is safer than the arguments and the environment of a process, which other users may
/// read.
package enum TokenFile {
    /// More than any token has.
    private static let maximumSize = 1_024

    /// A token of the settings, directly or from a file; nil if there is none.
    ///
    /// - Parameters:
    ///   - setting: The setting of the token.
    ///   - file: The setting of its file.
    ///   - source: What was given.
    /// - Throws: When both are given, or the file cannot be read, or has no token.
    package static func token(
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
