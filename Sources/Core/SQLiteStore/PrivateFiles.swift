import Foundation

/// Protects the data directory, which has bodies of requests and answers, from other users of the machine.
///
/// The directory is created with the mode 0700 and the files with 0600. Existing ones with more permissions are reduced
/// to these, but a directory that also has other files is refused instead, because others may need it.
enum PrivateFiles {
    /// The mode of a file: its owner can read and write it.
    static let fileMode: mode_t = 0o600
    private static let directoryMode: mode_t = 0o700
    private static let rightsOfOthers: mode_t = 0o077
    private static let writableByAll: mode_t = 0o002

    /// The names that a file system creates in the root of a volume.
    private static let foreignNames: Set<String> = ["lost+found"]

    /// The prefix of the files that other parts of the server store in the directory.
    private static let prefixOfOtherParts = "apns-ca"

    /// Why a file or directory cannot be protected or used.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }

        /// What the system says about the last call.
        init() { self.init(String(cString: strerror(errno))) }
    }

    /// Creates a directory and its parents, if they do not exist.
    static func makeDirectory(_ path: String) throws(Failure) {
        // That of `NSString` traps on a path of one character.
        let parent = URL(filePath: path).deletingLastPathComponent().relativePath
        if parent != path, !FileManager.default.fileExists(atPath: path) {
            do {
                try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
            } catch {
                let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
                throw Failure(cause.map { String(cString: strerror(Int32($0.code))) } ?? error.localizedDescription)
            }
        }
        guard mkdir(path, directoryMode) != 0 else { return }
        var isDirectory = ObjCBool(false)
        let error = Failure()
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue else {
            throw error
        }
    }

    /// Removes the permissions of other users from a directory.
    static func closeDirectory(_ path: String) throws(Failure) {
        let status = try status(of: path)
        guard status.st_mode & rightsOfOthers != 0 else { return }
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: path) } catch { throw Failure() }
        if let foreign = names.sorted().first(where: { !isOurs($0) }) {
            throw Failure("other users can read it, and \(foreign) is not a file of the store: run chmod 700 on it")
        }
        guard chmod(path, directoryMode) != 0 else { return }
        // A volume may belong to another user. Its files are protected by their own modes, unless all users can replace
        // them.
        let isForeign = errno == EPERM
        let error = Failure()
        guard isForeign, status.st_mode & writableByAll == 0 else { throw error }
    }

    /// Removes the permissions of other users from a file, if it exists.
    static func closeFile(_ path: String) throws(Failure) {
        guard FileManager.default.fileExists(atPath: path) else { return }
        guard try status(of: path).st_mode & rightsOfOthers != 0 else { return }
        guard chmod(path, fileMode) == 0 else { throw Failure() }
    }

    /// Creates an empty file, if it does not exist.
    static func makeFile(_ path: String) throws(Failure) {
        let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, fileMode)
        guard file >= 0 else { throw Failure() }
        close(file)
    }

    private static func isOurs(_ name: String) -> Bool {
        name == DirectoryLock.fileName || name.hasPrefix(SQLiteStore.fileName) || foreignNames.contains(name)
            || name.hasPrefix(prefixOfOtherParts)
    }

    private static func status(of path: String) throws(Failure) -> stat {
        var status = stat()
        guard stat(path, &status) == 0 else { throw Failure() }
        return status
    }
}

extension String {
    /// The path with which SQLite opens this file. SQLite reads a path that begins with `file:` as a URI, and
    /// `:memory:` as a database without a file.
    var pathForSQLite: String { utf8.first == UInt8(ascii: "/") ? self : "./\(self)" }
}
