import LifecycleKernel
import Scenarios

/// Which scenarios are run, and under which rules.
struct ScenarioSelection: Sendable {
    /// Texts of which one is in the name of the scenario or the path of its file; empty for all.
    var filters: [String] = []
    /// Tags of which the scenario has one; empty for all.
    var tags: [String] = []
    /// The profiles of rules that each scenario is run under; empty for the one it names itself.
    var profiles: [RuleProfile] = []

    /// The scenarios that are run. Files that could not be read stay among them.
    func apply(to sources: [ScenarioSource]) -> [ScenarioSource] {
        sources.flatMap { source in
            guard case .success(let located) = source.content else { return [source] }
            guard selects(located.scenario, at: source.path) else { return [] }
            guard !profiles.isEmpty else { return [source] }
            return profiles.map { profile in
                var located = located
                located.scenario = located.scenario.under(profile)
                return ScenarioSource(path: source.path, content: .success(located))
            }
        }
    }

    private func selects(_ scenario: Scenario, at path: String) -> Bool {
        let isNamed = filters.isEmpty || filters.contains { scenario.name.contains($0) || path.contains($0) }
        return isNamed && (tags.isEmpty || tags.contains(where: scenario.tags.contains))
    }
}
