import Foundation
import TestKit
import Testing

/// The tests of the client for Swift have what every client does: each case of `clients/contract` under its name.
@Suite("What every client does") struct ContractTests {
    private static let contract = repository.appending(path: "clients/contract/contract.yaml")
    private static let folders = ["Tests/GreenroomTests/SwiftClient", "Tests/Features/ExplorationsTests"]

    /// The cases; those that Swift's compiler makes impossible have a line that says so.
    private static func cases() throws -> (needed: [String], impossible: [String]) {
        let text = try String(contentsOf: contract, encoding: .utf8)
        let entries = text.split(separator: "\n- case: ").dropFirst()
        func names(_ isImpossible: Bool) -> [String] {
            entries.filter { $0.contains("\n  impossible in swift: ") == isImpossible }
                .map { String($0.prefix { $0 != "\n" }) }
        }
        return (names(false), names(true))
    }

    /// The names of the tests.
    private static func tests() throws -> Set<String> {
        let files = try folders.flatMap { folder in
            try FileManager.default.contentsOfDirectory(
                at: repository.appending(path: folder),
                includingPropertiesForKeys: nil
            )
        }
        let names = try files.filter { $0.lastPathComponent.hasPrefix("Swift") }.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).matches(of: /@Test\(\s*"([^"]+)"/).map { String($0.1) }
        }
        return Set(names)
    }

    @Test("is what the client for Swift does") func cases() throws {
        let (needed, impossible) = try Self.cases()
        let tests = try Self.tests()
        #expect(needed.count > impossible.count)
        #expect(Set(needed).count == needed.count)
        #expect(needed.filter { !tests.contains($0) } == [])
        #expect(impossible.filter(tests.contains) == [])
    }
}
