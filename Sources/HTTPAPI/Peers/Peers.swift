import DeviceHost
import Fleet
import HTTPTypes
import Hummingbird
import NIOCore

/// The servers that share the devices with this one. Provided by the composition root; a server alone has none.
package protocol Peers: Sendable {
    /// What people call this server.
    var name: String { get }
    /// How long a request waits for a device that nobody reachable answers for.
    var hold: Duration { get }
    /// Who owns what, as far as this server knows now.
    var ownership: Ownership { get }

    /// The partition of a device.
    func partition(of device: DeviceID) -> Partition
    /// What is to be done with a request for a device of a partition that has come before.
    func verdict(for partition: Partition) -> Membership.Verdict
    /// Waits until who owns what may have changed, or the task is cancelled.
    ///
    /// - Parameter version: The `version` of what the caller knows.
    func waitForChange(after version: UInt64) async
    /// Called when a member has said that it does not own what this server takes it for the owner of.
    func noteOutdated()

    /// Sends a request to a member, signed.
    ///
    /// - Returns: Its answer, with the body still to come.
    func send(_ request: PeerRequest, to member: Int64) async throws(PeerFailure) -> PeerAnswer

    /// Whether a signature can be one of a member for this server at this time. What was signed is not looked at.
    func isCurrent(signature: String) -> Bool
    /// Whether a member has signed a request.
    func hasSigned(_ request: SignedRequest, with signature: String) -> Bool
}

/// Who owns what, as one server knows it.
package struct Ownership: Sendable {
    /// Grows with every change of what is known.
    package var version: UInt64
    /// How many partitions there are; 0 before the server has joined.
    package var partitionCount: Int
    /// The partitions that this server answers for now.
    package var own: [Claim]
    /// The other members that own partitions, by their numbers, with what they own.
    package var others: [Int64: [Partition]]
    /// The numbers of all other members, also of those that own nothing.
    package var members: [Int64]

    /// Makes it.
    package init(
        version: UInt64,
        partitionCount: Int,
        own: [Claim],
        others: [Int64: [Partition]],
        members: [Int64]
    ) {
        self.version = version
        self.partitionCount = partitionCount
        self.own = own
        self.others = others
        self.members = members
    }
}

/// A request to another server of the fleet.
package struct PeerRequest: Sendable {
    /// The method.
    package var method: HTTPRequest.Method
    /// The path and the query, percent-encoded, with nothing that has to be encoded.
    package var target: String
    /// The headers.
    package var headers: HTTPFields
    /// The whole body.
    package var body: ByteBuffer
    /// How long the head of the answer may take.
    package var timeout: Duration
    /// Whether it can be open for long, so that it must not count among the connections for other requests.
    package var staysOpen: Bool
    /// Whether its answer may be a stream of events, in which something must come from time to time.
    package var mayBeStream: Bool
    /// Whether it changes nothing though it is a POST, so that it can be sent again.
    var changesNothing = false
    /// The longest answer that is read whole before it is passed on, in bytes, so that one that breaks off can be asked for again.
    var collectedBytes = 1_048_576

    /// Makes it.
    package init(
        _ method: HTTPRequest.Method,
        _ target: String,
        headers: HTTPFields = [:],
        body: ByteBuffer = ByteBuffer(),
        timeout: Duration,
        staysOpen: Bool = false,
        mayBeStream: Bool = false
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.staysOpen = staysOpen
        self.mayBeStream = mayBeStream
    }

    /// What of it is signed.
    package var signed: SignedRequest { SignedRequest(method: method, target: target, body: body) }

    /// Whether it can be sent again if nobody knows what became of it.
    var isRepeatable: Bool {
        method == .get || method == .head || changesNothing || (method == .post && headers.contains(.idempotencyKey))
    }
}

/// What of a request is signed.
package struct SignedRequest: Sendable {
    /// The method.
    package var method: HTTPRequest.Method
    /// The path and the query as they are sent.
    package var target: String
    /// The whole body.
    package var body: ByteBuffer

    /// Makes it.
    package init(method: HTTPRequest.Method, target: String, body: ByteBuffer) {
        self.method = method
        self.target = target
        self.body = body
    }
}

/// The answer of another server.
package struct PeerAnswer: Sendable {
    /// The status.
    package var status: HTTPResponse.Status
    /// The headers, without those of the connection.
    package var headers: HTTPFields
    /// The body.
    package var body: RequestBody

    /// Makes it.
    package init(status: HTTPResponse.Status, headers: HTTPFields, body: RequestBody) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Why another server has not answered.
package enum PeerFailure: Error, Hashable, Sendable {
    /// Nothing was sent, with the reason.
    case notSent(String)
    /// The request was sent, or part of it, with the reason: nobody knows whether it was carried out.
    case broken(String)
}

extension HTTPField.Name {
    /// What people call the server that has answered.
    package static let greenroomServer = Self("Greenroom-Server")!
    /// The signature of a request from another server of the fleet.
    package static let fleetSignature = Self("Greenroom-Fleet")!
    /// The partitions, with their epochs, of which an answer about all devices of a server is complete.
    static let partitions = Self("Greenroom-Partitions")!
    /// The sequence after which records count for a wait.
    static let waitAfter = Self("Greenroom-Wait-After")!
    /// How long a wait may take from now on, in milliseconds.
    static let waitMilliseconds = Self("Greenroom-Wait-Milliseconds")!
}
