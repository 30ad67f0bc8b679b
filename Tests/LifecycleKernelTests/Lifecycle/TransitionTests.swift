import Testing

@testable import LifecycleKernel

/// The transition that brings a scene nearer to where it is wanted, as a table of two states.
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

    @Test("A scene comes nearer to where it is wanted by one step", arguments: rows)
    func step(row: Row) { #expect(Transition(from: row.from, to: row.wanted) == row.transition) }

    @Test("Among all scenes resigning comes first, then entering the background, then coming")
    func order() {
        let order: [Transition] = [.resign, .enterBackground, .connectInBackground, .enterForeground, .activate]
        for (earlier, later) in zip(order, order.dropFirst()) {
            #expect(earlier.comesBefore(later))
            #expect(!later.comesBefore(earlier))
        }
        #expect(order.allSatisfy { $0.comesBefore(nil) })
    }
}
