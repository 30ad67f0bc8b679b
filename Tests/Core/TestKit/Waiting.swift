import Logging

/// A logger that says nothing.
public let quietLogger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

/// Lets other tasks run until a condition holds.
public func until(_ holds: () async -> Bool) async {
    while !(await holds()) { await Task.yield() }
}
