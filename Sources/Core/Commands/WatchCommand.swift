import ArgumentParser
import Foundation

/// Runs scenario files again whenever they change.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Runs scenario files, and again those that change, until it is ended.",
        discussion: """
            Looks twice a second for files that are new or different. A scenario is run again when its file, or one \
            that it includes, has changed.
            """
    )

    @OptionGroup var options: TestOptions

    func validate() throws {
        if options.files.contains(ScenarioSource.standardInput) {
            throw ValidationError("Standard input cannot be watched.")
        }
    }

    func run() async throws {
        let run = options.run()
        if let obstacle = await run.findObstacle() { throw Failure.exit("\(obstacle)") }
        var watched = WatchedScenarios()
        try options.check(options.sources())
        while true {
            let changed = watched.changed(among: options.sources())
            if !changed.isEmpty {
                print(await run.report(changed).sentence)
                print("watching \(watched.stamps.count) files; Ctrl-C ends this")
            }
            // The output may be a file or a pipe, where it would otherwise wait for more.
            fflush(nil)
            while watched.isCurrent(found: options.found()) { try await Task.sleep(for: .milliseconds(500)) }
        }
    }
}
