import Foundation

/// What the SDK asks of iOS: an app gives it UIKit and URLSession, and a test a simulated process.
public protocol Phone {
    /// What identifies a background task: `UIBackgroundTaskIdentifier`.
    associatedtype TaskIdentifier
    /// What cancels a request: `URLSessionTask`.
    associatedtype Request
    /// What cancels a timer: `Timer`.
    associatedtype Alarm

    /// What the clock shows.
    var now: Date { get }

    func read<File: Decodable>(_ path: String, default file: File) throws -> File
    func write(_ path: String, _ file: some Encodable) throws
    func delete(_ path: String) throws

    func beginBackgroundTask(_ name: String, expiration: @escaping () throws -> Void) throws -> TaskIdentifier
    func endBackgroundTask(_ task: TaskIdentifier) throws

    /// Calls a function later; later still if the process is suspended then.
    func after(seconds: Double, _ function: @escaping () throws -> Void) throws -> Alarm
    func cancel(_ alarm: Alarm)

    /// Sends a request. The completion handler gets whether the server has accepted it.
    func send(
        _ method: String,
        _ path: String,
        _ body: some Encodable,
        completion: @escaping (Bool) throws -> Void
    ) throws -> Request
    func cancel(_ request: Request) throws

    /// Uploads a text with a background session, which goes on without the process.
    func upload(_ text: String, to path: String, session: String) throws
}
