import Testing

@testable import LifecycleKernel

/// The next transition of a scene, as a table of its state and the state it should have.
@Suite struct TransitionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var from: SceneState
        var wanted: SceneState
        var transition: Transition?

        init(_ from: SceneState, _ wanted: SceneState, _ transition: Transition?) {
            self.from = from
            self.wanted = wanted
            self.transition = transition
        }

        var testDescription: String { "\(from) to \(wanted)" }
    }

    static let rows = [
        Row(.unattached, .background, .connectInBackground),
        Row(.unattached, .foregroundInactive, .enterForeground),
        Row(.unattached, .foregroundActive, .enterForeground),
        Row(.background, .background, nil),
        Row(.background, .foregroundInactive, .enterForeground),
        Row(.background, .foregroundActive, .enterForeground),
        Row(.foregroundInactive, .background, .enterBackground),
        Row(.foregroundInactive, .foregroundInactive, nil),
        Row(.foregroundInactive, .foregroundActive, .activate),
        Row(.foregroundActive, .background, .resign),
        Row(.foregroundActive, .foregroundInactive, .resign),
        Row(.foregroundActive, .foregroundActive, nil),
    ]

    @Test("A scene makes one transition towards the state it should have", arguments: rows)
    func step(row: Row) { #expect(Transition(from: row.from, to: row.wanted) == row.transition) }

    @Test(
        "Scenes that resign come first, then those that enter the background, then those that enter the foreground"
    )
    func order() {
        let order: [Transition] = [.resign, .enterBackground, .connectInBackground, .enterForeground, .activate]
        for (earlier, later) in zip(order, order.dropFirst()) {
            #expect(earlier.comesBefore(later))
            #expect(!later.comesBefore(earlier))
        }
        #expect(order.allSatisfy { $0.comesBefore(nil) })
    }
}
