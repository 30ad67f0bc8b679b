import ArgumentParser
import WireFormat

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
