import LifecycleKernel

extension Rejection {
    /// What would have been accepted instead, events by their types.
    public var acceptedNames: [String] { accepted + acceptedEvents.map(\.typeName) }
}
