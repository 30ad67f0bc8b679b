/// A thread that does what it is given, one thing after another, such as that of an event loop.
public protocol TaskPlace: Sendable {
    /// Does something on the thread, soon; a task that it wakes goes on there.
    func perform(_ work: @escaping @Sendable () -> Void)
}
