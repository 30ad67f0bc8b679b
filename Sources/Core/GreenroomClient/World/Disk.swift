import LifecycleKernel
import Synchronization

/// A data protection class of files.
public enum DataProtection: String, CaseIterable, Sendable {
    /// The file cannot be read or written while the device is locked.
    case complete
    /// The file cannot be read or written between a restart of the device and its first unlock: that of files which were written
    /// without a class.
    case untilFirstUserAuthentication
    /// The file can be read and written at any time.
    case none
}

/// The disk does not do what was asked of it; the path is that of the file.
public enum DiskError: Error, Hashable, Sendable, CustomStringConvertible {
    case noSuchFile(String)
    case full(String)
    /// The device is locked, or was not unlocked since it was restarted.
    case protected(String)

    /// One line for people.
    public var description: String {
        switch self {
        case .noSuchFile(let path): "there is no such file: \(path)"
        case .full(let path): "the disk is full, and \(path) was not written"
        case .protected(let path): "protected data is not available: \(path)"
        }
    }
}

/// The files of an app, by path; its preferences and keychain items are files too.
///
/// What is written is copied at that instant. Reading gives a copy. Uninstalling the app clears the disk.
public final class Disk: Sendable {
    private struct File {
        var content: Content
        var protection: DataProtection
    }

    private struct State {
        var files: [String: File] = [:]
        var isFull = false
    }

    private let state = Mutex(State())

    init() {}

    /// Whether nothing can be written by the app's code.
    public var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    /// The paths of the files, in order.
    public var paths: [String] { state.withLock { $0.files.keys.sorted() } }

    /// Whether there is a file.
    public func contains(_ path: String) -> Bool { state.withLock { $0.files[path] != nil } }

    /// Writes a file, which keeps its data protection class.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - value: Bytes, as `[UInt8]` or `Data`, or what can be encoded as JSON.
    /// - Throws: `AttachedAppError` if the value is no JSON.
    public func write(_ path: String, _ value: any Encodable) throws {
        write(path, try Content(value, of: path), protection: nil)
    }

    /// Writes a file with a data protection class.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - value: Bytes, as `[UInt8]` or `Data`, or what can be encoded as JSON.
    ///   - protection: The class.
    /// - Throws: `AttachedAppError` if the value is no JSON.
    public func write(_ path: String, _ value: any Encodable, protection: DataProtection) throws {
        write(path, try Content(value, of: path), protection: protection)
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - type: What it holds: `[UInt8]`, `Data`, `Value`, or what can be decoded from JSON.
    /// - Throws: `DiskError.noSuchFile`; `DecodingError` if the file holds something else.
    public func read<Result: Decodable>(_ path: String, as type: Result.Type = Result.self) throws -> Result {
        guard let content = content(of: path) else { throw DiskError.noSuchFile(path) }
        return try content.decoded(as: type)
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - value: What is returned if there is no such file.
    /// - Throws: `DecodingError` if the file holds something else.
    public func read<Result: Decodable>(_ path: String, default value: Result) throws -> Result {
        try content(of: path)?.decoded(as: Result.self) ?? value
    }

    /// Deletes a file, if there is one.
    public func delete(_ path: String) { state.withLock { $0.files[path] = nil } }

    /// The data protection class of a file.
    public func protection(of path: String) -> DataProtection {
        state.withLock { $0.files[path]?.protection ?? .untilFirstUserAuthentication }
    }

    func write(_ path: String, _ content: Content, protection: DataProtection?) {
        state.withLock { state in
            let protection = protection ?? state.files[path]?.protection ?? .untilFirstUserAuthentication
            state.files[path] = File(content: content, protection: protection)
        }
    }

    func clear() { state.withLock { $0.files = [:] } }

    /// What is on it, as JSON.
    var abstractState: Value {
        state.withLock { state in
            let files = state.files.mapValues { file -> Value in
                [file.content.abstractState, .string(file.protection.rawValue)]
            }
            return ["files": .object(files), "isFull": .bool(state.isFull)]
        }
    }

    private func content(of path: String) -> Content? { state.withLock { $0.files[path]?.content } }
}

/// The disk as the code of one process sees it: it may be full, and files may be protected.
public struct AppDisk {
    let process: AppProcess

    /// The paths of the files, in order.
    public var paths: [String] { disk.paths }

    /// Whether there is a file.
    public func contains(_ path: String) -> Bool { disk.contains(path) }

    /// Writes a file, which keeps its data protection class. This saves the changes that `edited` has named for it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - value: Bytes, as `[UInt8]` or `Data`, or what can be encoded as JSON.
    /// - Throws: `DiskError.full` and `DiskError.protected`; `ProcessEnded`.
    public func write(_ path: String, _ value: any Encodable) throws { try write(path, value, nil) }

    /// Writes a file with a data protection class. This saves the changes that `edited` has named for it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - value: Bytes, as `[UInt8]` or `Data`, or what can be encoded as JSON.
    ///   - protection: The class.
    /// - Throws: As `write(_:_:)`.
    public func write(_ path: String, _ value: any Encodable, protection: DataProtection) throws {
        try write(path, value, protection)
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - type: What it holds: `[UInt8]`, `Data`, `Value`, or what can be decoded from JSON.
    /// - Throws: `DiskError.noSuchFile` and `DiskError.protected`; `DecodingError` if the file holds something else.
    public func read<Result: Decodable>(_ path: String, as type: Result.Type = Result.self) throws -> Result {
        try requireAccess(toRead: path)
        return try disk.read(path, as: type)
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - value: What is returned if there is no such file.
    /// - Throws: `DiskError.protected`; `DecodingError` if the file holds something else.
    public func read<Result: Decodable>(_ path: String, default value: Result) throws -> Result {
        try requireAccess(toRead: path)
        return try disk.read(path, default: value)
    }

    /// Deletes a file, if there is one.
    public func delete(_ path: String) throws {
        _ = try process.running
        disk.delete(path)
    }

    private var disk: Disk { process.world.disk }

    private func write(_ path: String, _ value: any Encodable, _ protection: DataProtection?) throws {
        let running = try process.running
        let content: Content
        do {
            content = try Content(value, of: path)
        } catch {
            throw running.fail(error)
        }
        // A file that exists has its class, too.
        var classes = disk.contains(path) ? [disk.protection(of: path)] : []
        classes.append(protection ?? disk.protection(of: path))
        try requireAccess(path, classes, running)
        if disk.isFull { throw DiskError.full(path) }
        disk.write(path, content, protection: protection)
        try process.saved(path)
    }

    /// The disk can be looked at before the process runs, to see which handlers its code has.
    private func requireAccess(toRead path: String) throws {
        guard disk.contains(path), process.isRunning else { return }
        try requireAccess(path, [disk.protection(of: path)], try process.running)
    }

    private func requireAccess(_ path: String, _ classes: [DataProtection], _ running: Running) throws {
        guard classes.contains(where: { $0 != .none }) else { return }
        if !(try running.protectedClasses).isDisjoint(with: classes) { throw DiskError.protected(path) }
    }
}
