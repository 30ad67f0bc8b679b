import Foundation
import LifecycleKernel
import TestKit
import Testing

@testable import WireFormat

/// Every case of an event or action has one descriptor.
@Suite struct CaseTableTests {
    @Test("An event is described once", arguments: RoundTripTests.events)
    func events(event: Event) {
        let count =
            switch event {
            case .device(let event): Self.count(of: event, in: DeviceEvent.table)
            case .app(_, let event): Self.count(of: event, in: AppEvent.table)
            case .scene(_, let event): Self.count(of: event, in: SceneEvent.table)
            case .wake(_, let event): Self.count(of: event, in: WakeEvent.table)
            case .input(_, let event): Self.count(of: event, in: InputEvent.table)
            case .openURL, .push: Self.count(of: event, in: Event.table)
            }
        #expect(count == 1)
    }

    @Test("An action is described once", arguments: RoundTripTests.actions)
    func actions(action: Action) {
        #expect(Self.count(of: action, in: Action.table) == 1)
    }

    private static func count<Subject>(of subject: Subject, in table: CaseTable<Subject>) -> Int {
        table.rows.count { $0.matches(subject) }
    }

    @Test("No name is used twice, and none is without a meaning")
    func names() {
        for inputs in [Event.descriptions, Action.descriptions] {
            #expect(Set(inputs.map(\.name)).count == inputs.count)
            #expect(inputs.allSatisfy { $0.summary.hasSuffix(".") })
            #expect(inputs.flatMap(\.fields).allSatisfy { $0.about.hasSuffix(".") })
        }
    }

    /// The enums, and of each the cases that the tables above have tried.
    private static let tried: [(name: String, cases: Set<String>)] = {
        var cases: [String: Set<String>] = [:]
        func add(_ name: String, _ value: Any) { cases[name, default: []].insert(label(of: value)) }
        for event in RoundTripTests.events {
            add("Event", event)
            switch event {
            case .device(.condition(let event)):
                add("DeviceEvent", DeviceEvent.condition(event))
                add("ConditionEvent", event)
            case .device(let event): add("DeviceEvent", event)
            case .app(_, let event): add("AppEvent", event)
            case .scene(_, let event): add("SceneEvent", event)
            case .wake(_, let event): add("WakeEvent", event)
            case .input(_, let event): add("InputEvent", event)
            case .openURL, .push: break
            }
        }
        for action in RoundTripTests.actions { add("Action", action) }
        return cases.map { ($0.key, $0.value) }.sorted { $0.name < $1.name }
    }()

    private static func label(of value: Any) -> String {
        Mirror(reflecting: value).children.first?.label ?? String(describing: value)
    }

    @Test("No case is without a descriptor")
    func everyCase() throws {
        #expect(Self.tried.count == 8)
        for (name, cases) in Self.tried {
            #expect(try Self.cases(of: name) == cases, "\(name)")
        }
    }

    /// The cases of a public enum of the kernel, out of its source.
    private static func cases(of name: String) throws -> Set<String> {
        let kernel = repository.appending(path: "Sources/Core/LifecycleKernel")
        let files = try #require(FileManager.default.subpaths(atPath: kernel.path)).filter { $0.hasSuffix(".swift") }
        for file in files {
            let text = try String(contentsOf: kernel.appending(path: file), encoding: .utf8)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            guard let start = lines.firstIndex(where: { $0.hasPrefix("public enum \(name):") }) else { continue }
            let body = lines[start...].dropFirst().prefix { $0 != "}" }
            return Set(body.compactMap { $0.firstMatch(of: /^    case (\w+)/).map { String($0.1) } })
        }
        Issue.record("there is no enum \(name)")
        return []
    }
}
