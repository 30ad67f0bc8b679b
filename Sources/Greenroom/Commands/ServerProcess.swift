import ArgumentParser
import Foundation

/// A process of this machine that runs `greenroom serve`.
struct ServerProcess {
    /// More than any command line of a server has.
    private static let maximumSize = 131_072

    /// The options that it was started with.
    let options: ServeOptions

    /// Looks at a process.
    ///
    /// - Parameter id: Its process id.
    /// - Throws: When there is no such process, or it is no server.
    init(_ id: Int) throws(SettingError) {
        let source = "process \(id)"
        guard let file = FileHandle(forReadingAtPath: "/proc/\(id)/cmdline"),
            let bytes = try? file.read(upToCount: Self.maximumSize)
        else { throw SettingError(source: source, problem: "its command line cannot be read") }
        let arguments = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        try self.init(arguments: arguments, source: source)
    }

    /// Reads a command line.
    ///
    /// - Parameters:
    ///   - arguments: The command line, the program's name first.
    ///   - source: Whose it is, for the message.
    /// - Throws: When it is not that of a server.
    init(arguments: [String], source: String) throws(SettingError) {
        guard let command = try? Greenroom.parseAsRoot(Array(arguments.dropFirst())) as? ServeCommand else {
            throw SettingError(source: source, problem: "it does not run greenroom serve")
        }
        options = command.options
    }
}
