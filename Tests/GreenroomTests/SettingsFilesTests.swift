import Foundation
import Testing

@testable import Greenroom

/// What is made from the table of settings: the options of `greenroom serve`, and the table of docs/operating.md.
@Suite("Files made from the settings") struct SettingsFilesTests {
    private static let source = repository.appending(
        path: "Sources/Greenroom/Commands/ServeOptions.swift"
    )
    private static let guide = repository.appending(path: "docs/operating.md")
    /// Whether the files are to be written; only then they are.
    private static let isWritten =
        ProcessInfo.processInfo.environment["GREENROOM_WRITE_SETTINGS"] != nil

    @Test("the options are those of the settings: if not, make settings") func options() throws {
        #expect(try String(contentsOf: Self.source, encoding: .utf8) == Self.options)
    }

    @Test("the table of the guide has a row for each setting: if not, make settings") func table()
        throws
    {
        let guide = try String(contentsOf: Self.guide, encoding: .utf8)
        #expect(guide[try Self.table(in: guide)] == Self.table)
    }

    @Test("are written", .enabled(if: isWritten)) func write() throws {
        try Self.options.write(to: Self.source, atomically: true, encoding: .utf8)
        var guide = try String(contentsOf: Self.guide, encoding: .utf8)
        guide.replaceSubrange(try Self.table(in: guide), with: Self.table)
        try guide.write(to: Self.guide, atomically: true, encoding: .utf8)
    }

    private static let options: String = {
        let properties = Settings.rows.map { property, row in
            let kind = row.about.isFlag ? "Flag" : "Option"
            let type = row.about.isFlag ? " = false" : ": String?"
            return
                "    @\(kind)(help: Settings.table.\(property).about.help)\n    var \(row.about.camelCase)\(type)\n\n"
        }
        let given = Settings.rows.map { _, row in
            let name = row.about.camelCase
            return
                "            \"\(row.about.name)\": \(name)\(row.about.isFlag ? " ? \"true\" : nil" : ""),\n"
        }
        return """
            import ArgumentParser

            // Made by `make settings` from the table of settings; a test keeps it current.

            /// The options of `greenroom serve`, one a setting. They are texts here: settings read them, wherever they come from.
            struct ServeOptions: ParsableArguments {
            \(properties.joined())    /// What was given, by the settings' names.
                var given: [String: String] {
                    let texts: [String: String?] = [
            \(given.joined())        ]
                    return texts.compactMapValues { $0 }
                }
            }

            """
    }()

    private static let table: String = {
        let rows = Settings.all.map {
            "| `\($0.option)` | `\($0.variable)` | \($0.defaultText) | \($0.accepted) | \($0.summary) |"
        }
        return rows.joined(separator: "\n")
    }()

    /// Where the rows of the guide's table stand.
    private static func table(in guide: String) throws -> Range<String.Index> {
        let section = try #require(guide.range(of: "\n## Settings\n")).upperBound
        let head = try #require(guide.range(of: "| --- |\n", range: section..<guide.endIndex))
            .upperBound
        let end = try #require(guide.range(of: "\n\n", range: head..<guide.endIndex)).lowerBound
        return head..<end
    }
}

extension SettingDescription {
    /// The name as that of a property.
    fileprivate var camelCase: String {
        let words = name.split(separator: "-")
        return String(words[0])
            + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
