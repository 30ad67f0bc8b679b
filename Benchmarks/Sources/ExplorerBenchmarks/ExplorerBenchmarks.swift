import Measuring

/// Measures searches and a random monkey, one benchmark a run: its name, a file, and what it takes besides.
///
///     ExplorerBenchmarks search|monkey|jobs|closing|failures|randomRuns FILE [ARGUMENT]
@main
struct ExplorerBenchmarks {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count >= 2, let name = arguments.first else { fatalError("a benchmark and a file are needed") }
        let file = arguments[arguments.startIndex + 1]
        let rest = Array(arguments.dropFirst(2))
        switch name {
        case "search": try await measureSearch(file)
        case "monkey": try measureMonkey(file)
        case "jobs": try await measureJobs(file)
        case "size": try await measureSize(file)
        case "closing": try await measureClosing(file, interruptions: Int(rest[0]) ?? 0)
        case "failures": try await measureFailures(file, Set(rest))
        case "randomRuns": try measureRandomRuns(file, Set(rest))
        default: fatalError("no benchmark \(name)")
        }
    }
}
