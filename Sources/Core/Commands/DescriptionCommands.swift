import ArgumentParser
import HTTPAPI
import WireFormat

/// Prints the JSON Schema of scenario files.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Prints the JSON Schema of scenario files, with which editors complete and check them.",
        discussion: """
            Editors with the YAML language server use it for a file that begins with the line \
            "# yaml-language-server: $schema=PATH", or for all files that their settings name.
            """
    )

    func run() {
        print(String(decoding: JSONText.write(ScenarioSchema.document), as: UTF8.self))
    }
}

/// Prints the rulebook as a page, which is how `docs/rulebook.md` is made.
struct RulebookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rulebook",
        abstract: "Prints every rule of iOS that the model knows, with its source, in Markdown."
    )

    func run() {
        print(RulebookPage.markdown, terminator: "")
    }
}
