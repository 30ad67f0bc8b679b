import Foundation

/// Something that has happened in the app.
public struct Event: Codable, Sendable {
    /// Its number, from 1 on.
    public let id: Int
    public let name: String
    /// The number of the session in which it happened.
    public let session: Int
}

/// The events that the server does not have yet.
public struct Events: Codable, Sendable {
    /// How many there were.
    public internal(set) var count = 0
    /// Those that are sent with the next batch.
    public internal(set) var waiting: [Event] = []
    /// The batch that is sent until the server has it.
    public internal(set) var outbox: [Event] = []

    public init() {}
}

/// What is sent: the server stores a batch once, however often it comes.
public struct Batch: Codable, Sendable {
    /// What the server knows it by.
    public let name: String
    public let events: [Event]

    init(_ events: [Event]) {
        name = "\(events.first?.id ?? 0)-\(events.last?.id ?? 0)"
        self.events = events
    }
}

/// The session of the user. After half an hour in the background a new one begins.
public struct Session: Codable, Sendable {
    /// How many seconds the user may be away.
    public static let longestAbsence = 1_800.0

    /// Its number; 0 before the first one.
    public internal(set) var number = 0
    /// When the user left it.
    public internal(set) var left: Date?

    public init() {}
}
