import DeviceHost
import LifecycleKernel

/// Why a request about explorations is refused.
package enum ExplorationError: Error, Hashable, Sendable {
    /// There is no exploration with this id.
    case unknown(String)
    /// The exploration has no failure of this number.
    case unknownFailure(String, Int)
    /// There is an exploration with this id already.
    case exists(String)
    /// There is nothing to explore: no target, a start that is refused, or no letter.
    case notExplorable(Rejection)
    /// The exploration has no report yet.
    case withoutReport(String)
    /// The first records of the device that it began with are no longer kept, so no scenario leads there.
    case withoutStart(DeviceID)
    /// The exploration is not played by a client.
    case notPlayed(String)
    /// The play is not the one that was handed out last, or was reported already.
    case unknownPlay(Int)
    /// There is too much to do now; with the reason.
    case overloaded(String)

    /// A sentence for people.
    package var detail: String {
        switch self {
        case .unknown(let id): "There is no exploration \(id)."
        case .unknownFailure(let id, let number): "The exploration \(id) has found no failure \(number)."
        case .exists(let id): "There is an exploration \(id) already."
        case .notExplorable(let rejection): rejection.detail
        case .withoutReport(let id):
            "The exploration \(id) has no report yet: its failures are shown when it has ended."
        case .withoutStart(let device):
            "What has happened on the device \(device) before is not kept from its first record on, or cannot be written as "
                + "a scenario."
        case .notPlayed(let id):
            "The exploration \(id) is not played by a client: it was begun without \"played\": true."
        case .unknownPlay(let number):
            "The play \(number) is not the one that was handed out last, or was reported already. Ask without a report."
        case .overloaded(let reason): reason
        }
    }
}
