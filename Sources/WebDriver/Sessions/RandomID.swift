import DeviceHost
import Fleet
import Foundation
import HTTPAPI

/// The ids of sessions: UUIDs.
enum RandomID {
    /// As Appium writes them.
    static func lowerCase() -> String { UUID().uuidString.lowercased() }

    /// As WebDriverAgent writes them.
    static func upperCase() -> String { UUID().uuidString.uppercased() }
}

extension DriverCore {
    /// The id of a new session of Appium. Where several servers share the devices, it is in the partition of the session's
    /// device: so each server knows by the id alone who has the session, and the session is always where its device is.
    ///
    /// - Throws: `notOwner` if a device of its own cannot be made here, because this server owns nothing.
    func sessionID(for request: SessionRequest) throws(HostError) -> String {
        guard let peers else { return RandomID.lowerCase() }
        switch request.device {
        case .named(let udid, _):
            // What is no id gets no session.
            guard let device = DeviceID(udid.lowercased()) else { return RandomID.lowerCase() }
            return peers.sessionID { peers.partition(of: device) == $1 }
        case .own:
            let owned = Set(peers.ownership.own.map(\.partition))
            guard !owned.isEmpty else { throw .notOwner(Partition(0)) }
            return peers.sessionID { id, partition in
                guard owned.contains(partition), let device = DeviceID(Self.ownDevice(of: id)) else { return false }
                return peers.partition(of: device) == partition
            }
        }
    }

    /// The id of the device of its own that a session has.
    static func ownDevice(of session: String) -> String { "appium-\(session)" }
}

extension Peers {
    /// Draws an id until it fits: of 64 partitions, 64 times on average.
    ///
    /// - Parameter fits: Whether an id does that is in a partition. Every partition must have ids that do.
    fileprivate func sessionID(_ fits: (String, Partition) -> Bool) -> String {
        while true {
            let id = RandomID.lowerCase()
            if let name = DeviceID(id), fits(id, partition(of: name)) { return id }
        }
    }
}
