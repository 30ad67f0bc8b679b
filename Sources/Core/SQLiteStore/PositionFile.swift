import Foundation
import LifecycleKernel
import StateCoding

/// The position of the last change that was acknowledged, in a small file beside the database.
///
/// SQLite ends a write-ahead log at its first damaged frame, and does not report what comes after it. The file says how
/// far the store reached. It is written after each commit, and before the commit is acknowledged. So whenever the
/// process ends, the store reaches at least as far. The file is not flushed to the disk with each commit: after a loss
/// of power it may be older than the store. If commits are not flushed either, it may also be newer. Then a restart of
/// the machine explains what is missing.
final class PositionFile: Sendable {
    /// What the file says.
    struct Content: Hashable, Sendable {
        /// The position of the last change that was acknowledged.
        var position: Int64
        /// Whether the store up to there survives a loss of power.
        var survivesPowerLoss: Bool
        /// The boot of the machine that wrote it; nil if the system does not say.
        var boot: String?
    }

    /// What is missing of a store.
    enum Loss: Hashable, Sendable {
        /// Something has damaged it, and what.
        case damage(String)
        /// The machine has stopped since, and the store need not survive that; what is missing.
        case machineStopped(String)
    }

    private let descriptor: Int32
    private let boot = PositionFile.currentBoot

    /// Opens the file beside a database, and makes it if there is none.
    init(beside database: String) throws(PrivateFiles.Failure) {
        let path = Self.path(beside: database)
        descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, PrivateFiles.fileMode)
        guard descriptor >= 0 else { throw PrivateFiles.Failure() }
        do {
            try PrivateFiles.closeFile(path)
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// Where the file of a database is.
    static func path(beside database: String) -> String { database + "-position" }

    /// Says how far the store reaches. If that fails, the next commit says it. A position that is too low raises no
    /// false alarm.
    ///
    /// - Parameter survivesPowerLoss: Whether the store has been flushed to the disk up to there.
    func write(_ position: Int64, survivesPowerLoss: Bool) {
        let content = Content(position: position, survivesPowerLoss: survivesPowerLoss, boot: boot)
        let bytes = Array(content.text.utf8)
        _ = pwrite(descriptor, bytes, bytes.count, 0)
    }

    /// Flushes the file to the disk.
    func flush() { fsync(descriptor) }

    /// Reads the file beside a database.
    ///
    /// - Returns: Nil if there is none, as for a backup, or nothing was written to it.
    static func read(beside database: String) -> Result<Content, StoreFailure>? {
        guard let data = FileManager.default.contents(atPath: path(beside: database)),
            data.contains(where: { $0 != 0 })
        else { return nil }
        guard let content = Content(String(decoding: data, as: UTF8.self)) else {
            return .failure(StoreFailure("the file \(path(beside: database)) is not as it was written"))
        }
        return .success(content)
    }

    /// Returns the changes that a store which ends at a position lacks; nil if it is complete.
    static func loss(_ content: Content, of last: Int64) -> Loss? {
        guard last < content.position else { return nil }
        let what =
            "it ends at change \(last), and change \(content.position) was acknowledged: \(content.position - last) changes are missing"
        let isSameRun = content.boot != nil && content.boot == currentBoot
        return content.survivesPowerLoss || isSameRun ? .damage(what) : .machineStopped(what)
    }

    /// Identifies the present boot of the machine.
    private static var currentBoot: String? {
        guard let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8) else {
            return nil
        }
        let boot = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return boot.isEmpty ? nil : boot
    }
}

extension PositionFile.Content {
    /// The words of the file. They always have the same length, so that a text overwrites an earlier one.
    var text: String {
        let digits = String(position)
        let padded = String(repeating: "0", count: max(0, 19 - digits.count)) + digits
        let words = "greenroom \(padded) \(survivesPowerLoss ? "machine" : "process") \(boot ?? "-")"
        return words + " " + StateHash.of(Array(words.utf8)).hexadecimal + "\n"
    }

    /// Reads the first line of a file; nil if it is not what was written.
    fileprivate init?(_ text: String) {
        let words = text.prefix { $0 != "\n" }.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 5, let position = Int64(words[1]), position >= 0 else { return nil }
        self.init(
            position: position,
            survivesPowerLoss: words[2] == "machine",
            boot: words[3] == "-" ? nil : words[3]
        )
        guard text.hasPrefix(self.text) else { return nil }
    }
}
