public import LifecycleKernel
import WireFormat

/// The code of an attached app.
///
/// Each process of the app has an instance of its own, so that what an instance knows is lost when the process ends, as on a
/// phone. The initializer registers handlers of callbacks with `AppProcess.on(_:)`; a callback without a handler returns at
/// once.
public protocol AppCode: AnyObject {
    /// A process begins: what `main` would set up.
    ///
    /// - Parameter process: The process that the code runs in, and what it can ask of iOS. Attaching the app also makes an
    ///   instance that is never called, to see which handlers there are: what the initializer asks of iOS is not done.
    init(_ process: AppProcess)
}

/// Code of an app that says of itself what decides what it will do, for explorations.
///
/// Two sequences are taken for one only where that is equal, and the files, the timers and the device are. Of other code no
/// two sequences are.
public protocol ExploredAppCode: AppCode {
    /// What the code of this process knows that decides what it will do; nil where that cannot be said now.
    func abstractState() -> Value?
}

/// A callback of an attached app that is in flight.
public struct AppCallback: Sendable {
    /// Every field that the server sent.
    public let document: Value
    /// Its name, as Apple writes it.
    public let name: String
    /// The number by which it is completed.
    public let sequence: Int64
    /// The process.
    public let pid: Int64
    /// When it was called.
    public let startedAt: Instant

    /// What the method was called with, by name.
    public var arguments: Value { document["arguments"] ?? .null }
    /// Whether it is a callback of the app's extension, which has a process of its own.
    var isOfExtension: Bool { document["extension"] != nil }

    init(_ document: Value) throws {
        guard let name = document["name"]?.text, let sequence = document["sequence"]?.whole,
            let pid = document["pid"]?.whole,
            let startedAt = document["startedAt"]?.instant
        else { throw UnexpectedAnswer(what: "a callback without its name, number, process or time") }
        self.document = document
        self.name = name
        self.sequence = sequence
        self.pid = pid
        self.startedAt = startedAt
    }
}

/// What outlives the processes of an app: its files.
public struct AppStorage: Sendable {
    private var values: [String: Value] = [:]

    init() {}

    /// Everything that is kept, by name.
    var document: Value { .object(values) }

    /// What is kept under a name; nil keeps nothing.
    public subscript(name: String) -> Value? {
        get { values[name] }
        set { values[name] = newValue }
    }
}
