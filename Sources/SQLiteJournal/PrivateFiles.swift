import Foundation

/// Keeps what is in the data directory from other users of the machine: bodies of requests and kept answers stand there.
///
/// The directory is made with the mode 0700 and the files with 0600. Where they are there already with more rights, these
/// are taken away; but a directory in which something else stands as well is refused instead, since others may need it.
enum PrivateFiles {
    /// The rights of a file: its owner reads and writes it.
    static let fileMode: mode_t = 0o600
    private static let directoryMode: mode_t = 0o700
    private static let rightsOfOthers: mode_t = 0o077
    private static let writableByAll: mode_t = 0o002

    /// What a file system makes by itself in the root of a volume.
    private static let foreignNames: Set<String> = ["lost+found"]

    /// Why something cannot be kept from others, or not at all.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }

        /// What the system says about the last call.
        init() { self.init(String(cString: strerror(errno))) }
    }

    /// Makes a directory, and those above it, if they are not there.
    static func makeDirectory(_ path: String) throws(Failure) {
        let parent = (path as NSString).deletingLastPathComponent
        if !parent.isEmpty, parent != path, !FileManager.default.fileExists(atPath: path) {
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

    /// Takes away what others may do with a directory.
    static func closeDirectory(_ path: String) throws(Failure) {
        let status = try status(of: path)
        guard status.st_mode & rightsOfOthers != 0 else { return }
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: path) } catch { throw Failure() }
        if let foreign = names.sorted().first(where: { !isOurs($0) }) {
            throw Failure("other users may look into it, and \(foreign) is not of the journal: chmod 700 it")
        }
        guard chmod(path, directoryMode) != 0 else { return }
        // A volume may belong to another user. The files in it are closed by themselves, unless all can replace them.
        let isForeign = errno == EPERM
        let error = Failure()
        guard isForeign, status.st_mode & writableByAll == 0 else { throw error }
    }

    /// Takes away what others may do with a file; does nothing when it is not there.
    static func closeFile(_ path: String) throws(Failure) {
        guard FileManager.default.fileExists(atPath: path) else { return }
        guard try status(of: path).st_mode & rightsOfOthers != 0 else { return }
        guard chmod(path, fileMode) == 0 else { throw Failure() }
    }

    /// Makes an empty file, if it is not there.
    static func makeFile(_ path: String) throws(Failure) {
        let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, fileMode)
        guard file >= 0 else { throw Failure() }
        close(file)
    }

    private static func isOurs(_ name: String) -> Bool {
        name == DirectoryLock.fileName || name.hasPrefix(SQLiteJournal.fileName) || foreignNames.contains(name)
    }

    private static func status(of path: String) throws(Failure) -> stat {
        var status = stat()
        guard stat(path, &status) == 0 else { throw Failure() }
        return status
    }
}
