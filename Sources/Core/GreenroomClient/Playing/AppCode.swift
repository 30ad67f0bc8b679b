public import LifecycleKernel
import WireFormat

/// The code of an attached app.
///
/// Each process of the app has an instance of its own, so what an instance knows is lost when the process ends, as it is on a phone;
/// `AppProcess.world` is what lasts. The initializer registers handlers of callbacks with `AppProcess.on(_:_:)`; callbacks without a
/// handler return at once. Callbacks with entries in the `behavior` of the manifest are played by the server.
///
/// The code runs on a thread of its own for each device, and blocks it. So it is written as for UIKit, without `await`: what it asks
/// of iOS has taken effect when the function returns. Time stands still while it runs, unless it calls `AppProcess.takes(seconds:)`.
public protocol AppCode: AnyObject, SendableMetatype {
    /// The app's identifier, unless the test gives one.
    static var bundleID: String { get }
    /// What the app is installed with, such as `infoPlist`. Its handlers are declared in `behavior` by themselves.
    static var manifest: [String: Value] { get }

    /// Says what is on the disk and how the server answers when the app is installed.
    static func setUpWorld(_ world: World) throws

    /// A process begins, in `main`: registers the handlers, and then does what `main` would.
    ///
    /// Installing the app also makes an instance that is never called, to see which handlers there are. Such an initializer may read
    /// the disk, and ends with an error as soon as it asks for anything else. So it must register the handlers first.
    ///
    /// - Parameter process: The process that the code runs in, and what it can ask of iOS.
    init(_ process: AppProcess) throws

    /// What the code knows that decides what it will do, as JSON, for explorations: its stored properties, unless you write it; nil
    /// where that cannot be said.
    ///
    /// Two sequences are taken for one only where this is equal, and the world, the timers, the requests and the device are. If it
    /// is nil, no two are while the process lives. What functions have captured is not seen: keep in properties what differs.
    /// `AppProcess.abstractState(of:)` gives that of another object, such as the core of an SDK.
    func abstractState() -> Value?
}

extension AppCode {
    /// Nothing but the handlers.
    public static var manifest: [String: Value] { [:] }

    /// Nothing.
    public static func setUpWorld(_ world: World) throws {}

    /// The stored properties: functions are left out, and nil is returned where one of them is neither data nor something of the
    /// process.
    public func abstractState() -> Value? { AbstractState.value(ofObject: self) }
}

/// A callback of an attached app that is in flight.
public struct AppCallback: Sendable {
    /// Every field that the server sent.
    public let document: Value
    /// Its name, as Apple writes it.
    public let name: String
    /// The app.
    public let bundleID: String
    /// The number by which it is completed.
    public let sequence: Int64
    /// The process.
    public let pid: Int64
    /// When it was called.
    public let startedAt: Instant

    /// What the method was called with, by name.
    public var arguments: Value { document["arguments"] ?? .null }
    /// The object whose method is called, such as `sceneDelegate`.
    public var receiver: String { document["receiver"]?.text ?? "" }
    /// Whether it is a callback of the app's extension, which has a process of its own.
    var isOfExtension: Bool { document["extension"] != nil }
    /// The code of the error that it was called with; nil if there is none.
    var errorCode: Int? { arguments["error"]?["code"]?.whole.map { Int($0) } }

    init(_ document: Value) throws {
        guard let name = document["name"]?.text, let bundleID = document["bundleID"]?.text,
            let sequence = document["sequence"]?.whole, let pid = document["pid"]?.whole,
            let startedAt = document["startedAt"]?.instant
        else { throw UnexpectedAnswer(what: "a callback without its name, app, number, process or time") }
        self.document = document
        self.name = name
        self.bundleID = bundleID
        self.sequence = sequence
        self.pid = pid
        self.startedAt = startedAt
    }
}

/// A place in the code of the app or of the test.
struct CodePlace: CustomStringConvertible {
    var file: String
    var line: Int

    var description: String { "\(file):\(line)" }
}

/// A function of the app's code that is called.
struct CodeFunction {
    /// What it is, for people.
    var name: String
    /// Whether it is called after all.
    var isCalled: () -> Bool = { true }
    /// Calls it, and returns what the callback returns.
    var body: () throws -> Value?

    init(_ name: String, isCalled: @escaping () -> Bool = { true }, _ body: @escaping () throws -> Value?) {
        self.name = name
        self.isCalled = isCalled
        self.body = body
    }
}
