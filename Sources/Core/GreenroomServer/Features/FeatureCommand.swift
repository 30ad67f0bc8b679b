import ArgumentParser

/// A command that a feature adds to the command line. The module `Commands` has what commands share.
package struct FeatureCommand: Sendable {
    /// The command.
    package let type: any ParsableCommand.Type
    /// The name of the command of the core that it follows in the help.
    package let predecessor: String

    /// A command.
    package init(_ type: any ParsableCommand.Type, after predecessor: String) {
        self.type = type
        self.predecessor = predecessor
    }
}
