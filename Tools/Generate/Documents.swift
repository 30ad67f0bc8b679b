import Foundation
import Greenroom
import OpenAPIGenerator
import WireFormat

/// The root of the repository.
let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

/// Writes docs/openapi.json, docs/inputs.md and docs/rulebook.md, and the tables of settings and metrics in docs/operating.md.
func writeDocuments() throws {
    let docs = repository.appending(path: "docs")
    func write(_ text: String, to name: String) throws {
        try text.write(to: docs.appending(path: name), atomically: true, encoding: .utf8)
    }
    try write(OpenAPIDocument.text, to: "openapi.json")
    try write(InputsPage.markdown, to: "inputs.md")
    try write(RulebookPage.markdown, to: "rulebook.md")
    let guide = try String(contentsOf: docs.appending(path: "operating.md"), encoding: .utf8)
    guard let updated = OperatingGuide.updated(in: guide) else { fatalError("the guide lacks a table") }
    try write(updated, to: "operating.md")
}
