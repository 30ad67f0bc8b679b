import DeviceHost
import Synchronization

/// Lets tasks about the same device take turns, in the order in which they came. Those about different devices run side by
/// side.
final class DeviceTurns: Sendable {
    /// The tasks that wait, by device; a device of which a task has its turn has an entry. Each task is a request in
    /// progress, so that their limit is that of requests.
    private let waiting = Mutex<[DeviceID: [Promise<Void>]]>([:])

    /// Carries something out once all that came before it for the device has ended.
    func take<Result, Failure>(
        on device: DeviceID,
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let turn = Promise<Void>()
        let isFirst = waiting.withLock { waiting in
            guard waiting[device] != nil else {
                waiting[device] = []
                return true
            }
            waiting[device]?.append(turn)
            return false
        }
        if !isFirst { await turn.value() }
        defer { passOn(device) }
        return try await body()
    }

    private func passOn(_ device: DeviceID) {
        let next: Promise<Void>? = waiting.withLock { waiting in
            guard waiting[device]?.isEmpty == false else {
                waiting[device] = nil
                return nil
            }
            return waiting[device]?.removeFirst()
        }
        next?.fulfill(())
    }
}
