/// The order in which responders are asked: the app's own views and controllers, then what every app has.
///
/// Source: facts 8, "Using responders and the responder chain to handle events".
struct ResponderChain {
    private let responders: [Responder]
    /// The position of each responder, by its name.
    private let positions: [ExactText: Int]
    private let hasScenes: Bool

    /// Makes the chains of an app.
    init(_ responders: [Responder], hasScenes: Bool) {
        self.responders = responders
        self.hasScenes = hasScenes
        positions = Dictionary(
            responders.enumerated().map { (ExactText($0.element.name), $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Asks the responders from a target on, each once, until one handles the kind of event.
    ///
    /// Takes a time that grows with the number of responders.
    func dispatch(_ kind: String, to target: String) -> Dispatch {
        var dispatch = Dispatch(target: target, asked: [], handledBy: nil)
        for name in chain(from: target) {
            dispatch.asked.append(name)
            guard let position = positions[ExactText(name)], responders[position].handles.contains(kind) else {
                continue
            }
            dispatch.handledBy = name
            break
        }
        return dispatch
    }

    private func chain(from target: String) -> [String] {
        var chain: [String] = []
        var next: String? = target
        // Readers refuse a chain that comes back to itself.
        while let name = next, !Responder.builtIn.contains(name), chain.count <= responders.count {
            chain.append(name)
            next = positions[ExactText(name)].flatMap { responders[$0].parent }
        }
        // A responder without a declared parent belongs to a window.
        let start = next.flatMap(Responder.builtIn.firstIndex(of:)) ?? 2
        return chain + Responder.builtIn[start...].filter { $0 != "scene" || hasScenes }
    }
}
