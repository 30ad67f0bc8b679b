/// What the code of a simulated app does in its handlers.
public struct AppBehavior: Hashable, Codable, Sendable {
    /// What one handler does.
    public struct Handler: Hashable, Codable, Sendable {
        /// The handler.
        public var name: CallbackName
        /// What it does, in order. It returns after the last entry.
        public var entries: [Entry]

        /// Makes a handler.
        public init(name: CallbackName, entries: [Entry]) {
            self.name = name
            self.entries = entries
        }
    }

    /// One thing that a handler does.
    public enum Entry: Hashable, Codable, Sendable {
        /// Occupies the main thread for `takes` milliseconds, then the action takes effect.
        case act(Action, takes: Milliseconds)
        /// What the handler returns.
        case returns(Value)
    }

    /// The handlers that are declared, each once, in the order of their names.
    public var handlers: [Handler]

    /// Makes a behaviour.
    public init(handlers: [Handler] = []) {
        self.handlers = handlers
    }

    /// What a handler does; empty when nothing was declared.
    package subscript(name: CallbackName) -> [Entry] {
        for index in handlers.indices where handlers[index].name == name { return handlers[index].entries }
        return []
    }

    /// Whether a handler does or returns something. Asked of every callback, so nothing is handed out for it.
    // Inlining saves 3.4 % of the instructions of a timed event, with `App.entry`.
    @inline(__always)
    func hasEntries(in name: CallbackName) -> Bool {
        for index in handlers.indices where handlers[index].name == name { return !handlers[index].entries.isEmpty }
        return false
    }

    /// Whether a handler is declared, even if it does nothing: a method that the system calls only where an app has it.
    package func declares(_ name: CallbackName) -> Bool { handlers.contains { $0.name == name } }
}
