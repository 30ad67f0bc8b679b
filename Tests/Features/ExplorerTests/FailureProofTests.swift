import LifecycleKernel
import Testing
import WireFormat

@testable import Explorer

/// What a report says of a failure is exact: nothing can be left out, and windows end where they say.
@Suite struct FailureProofTests {
    private static let apps = [
        "e01-saves-only-when-terminated", "e02-push-leaves-changes", "e03-warned-while-expiring",
        "e04-two-pushes-in-a-row", "e05-database-locked-with-the-phone", "e06-hangs-on-a-link",
        "e07-processing-task-and-the-user",
    ]

    private static let day: Milliseconds = 86_400_000

    private static func report(_ name: String) async throws -> (SearchContext, [ExploredFailure]) {
        var exploration = try Exploration(ExampleApps.document(name), name: name)
        exploration.limits.interruptions = 1
        exploration.limits.transitions = name.hasPrefix("e03") || name.hasPrefix("e07") ? 12_000 : 2_000
        return (try SearchContext.make(for: exploration).context, try await Explorer.run(exploration).failures)
    }

    /// Whether a sequence breaks a property with its last input, and not before.
    private static func breaks(_ inputs: [ExploredInput], _ broken: Breakage, _ context: SearchContext) -> Bool {
        var state = context.start
        for (place, input) in inputs.enumerated() {
            guard let effect = context.take(input, on: &state) else { return false }
            if effect.broken.contains(broken) { return place == inputs.count - 1 }
        }
        return false
    }

    @Test(arguments: apps) func noInputAndNoPairCanGo(_ name: String) async throws {
        let (context, failures) = try await Self.report(name)
        for failure in failures {
            let inputs = failure.steps.map(\.input)
            #expect(Self.breaks(inputs, failure.main, context))
            for first in inputs.indices {
                for second in inputs.indices where second >= first {
                    let rest = inputs.indices.filter { $0 != first && $0 != second }.map { inputs[$0] }
                    #expect(!Self.breaks(rest, failure.main, context), "\(failure.main) without \(first), \(second)")
                }
            }
        }
    }

    @Test(arguments: apps) func windowsEndWhereTheySay(_ name: String) async throws {
        let (context, failures) = try await Self.report(name)
        for failure in failures {
            for (place, step) in failure.steps.enumerated() {
                guard let window = step.window else { continue }
                func breaks(with length: Milliseconds) -> Bool {
                    var inputs = failure.steps.map(\.input)
                    inputs[place] = .time(length)
                    return Self.breaks(inputs, failure.main, context)
                }
                #expect(breaks(with: window.lowerBound) && breaks(with: window.upperBound))
                #expect(window.lowerBound == 0 || !breaks(with: window.lowerBound - 1), "\(failure.main)")
                // What is longer than a day is not looked at.
                #expect(window.upperBound > Self.day || !breaks(with: window.upperBound + 1), "\(failure.main)")
            }
        }
    }

    /// A search that is cut is the beginning of a longer one.
    @Test(arguments: ["c2-messages", "e04-two-pushes-in-a-row"]) func aCutSearchIsAPrefix(_ name: String) async throws {
        let context = try ExampleApps.context(ExampleApps.document(name))
        var short = SearchPass(context, interruptions: 1, limits: SearchLimits())
        var long = SearchPass(context, interruptions: 1, limits: SearchLimits())
        let (half, whole) = (
            await short.run(budget: 1_000) { _, _, _ in true }, await long.run(budget: 2_000) { _, _, _ in true }
        )
        #expect(half.abstractStates <= whole.abstractStates && half.inputs <= whole.inputs)
        for found in short.failures.entries {
            #expect(long.failures.entries.first { $0.broken == found.broken }?.inputs.count == found.inputs.count)
        }
    }
}
