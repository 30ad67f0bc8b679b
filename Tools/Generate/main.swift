import Foundation

// Writes files of the repository that are made from its code. Tests hold that they are current.

let commands: [String: @Sendable () async throws -> Void] = ["documents": writeDocuments, "store": recordStore]
guard CommandLine.arguments.count == 2, let command = commands[CommandLine.arguments[1]] else {
    print("usage: swift run generate \(commands.keys.sorted().joined(separator: "|"))")
    exit(64)
}
try await command()
