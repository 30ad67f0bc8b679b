/// Something that the server keeps beside its devices, under a name of its own.
///
/// A later item of the same kind and name replaces it. The store does not look into its value.
package struct ServerItem: Hashable, Sendable {
    /// What an item is. The numbers are what a store keeps.
    package enum Kind: Int64, CaseIterable, Sendable {
        /// A device token that has lost its app; its name is the token.
        case retiredToken = 1
        /// A registered key of a push provider; its name is the identifier of the key.
        case providerKey = 2
        /// A push that was accepted; its name is the apns-id in lower case.
        case push = 3
        /// A webhook, with its secret; its name is its id.
        case webhook = 4
        /// A session of Appium or WebDriverAgent.
        case session = 5
        /// What commands of such sessions have set on a device; its name is the device's id.
        case simulation = 6
        /// The answer to a command with a key, to be given again.
        case driverAnswer = 7
        /// A turn of `SharedTurns`; its name is the key.
        case turn = 8
        /// The faults that clients of APNs get, all in one, where servers share them.
        case pushFaults = 9
        /// The authority of the certificate of the APNs listener, with its key, where servers share it.
        case pushAuthority = 10
        /// An exploration, where servers share them; its name is its id.
        case exploration = 11
        /// What the search of an exploration has found.
        case explorationResult = 12
        /// The exchange of the remote runs of an exploration.
        case explorationRemoteRuns = 13
    }

    /// What it is.
    package var kind: Kind
    /// Tells it from others of its kind.
    package var name: String
    /// What is kept; nil to remove what was kept.
    package var value: [UInt8]?

    /// Identifies an item.
    package struct Key: Hashable, Sendable {
        var kind: Kind
        var name: String
    }

    /// Its key.
    package var key: Key { Key(kind: kind, name: name) }

    /// Makes an item.
    package init(_ kind: Kind, _ name: String, _ value: [UInt8]?) {
        self.kind = kind
        self.name = name
        self.value = value
    }
}
