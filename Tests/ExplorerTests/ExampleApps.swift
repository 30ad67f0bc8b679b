import Foundation
import LifecycleKernel
import Scenarios
import WireFormat

@testable import Explorer

/// The apps of `examples/explore`.
enum ExampleApps {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "examples/explore")

    static let all = [
        "c1-notes", "c2-messages", "c3-weather", "e01-saves-only-when-terminated", "e02-push-leaves-changes",
        "e03-warned-while-expiring", "e04-two-pushes-in-a-row", "e05-database-locked-with-the-phone",
        "e06-hangs-on-a-link", "e07-processing-task-and-the-user", "e08-cache-grows-with-every-visit",
    ]

    /// The file of an app.
    static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: "\(name).yaml"), encoding: .utf8)
    }

    /// The document of an app.
    static func document(_ name: String) throws -> Value {
        try DocumentFile.read(text: text(name), name: name) { document throws(Rejection) in document }
    }

    /// What searches an app.
    static func context(_ document: Value) throws -> SearchContext {
        try SearchContext.make(for: Exploration(document, name: "app")).context
    }
}
