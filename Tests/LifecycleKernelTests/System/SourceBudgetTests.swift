import Foundation
import Testing

/// Numbers that say how well the kernel is cut into parts. None may grow; one that falls is lowered here.
///
/// What is about one app is a method of `App`, without an index (see `docs/architecture.md`, "The kernel"); what no other
/// package uses is not public; a hint for the compiler stands where it was measured.
@Suite struct SourceBudgetTests {
    private static let sources = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources")

    @Test("At most 42 functions of the kernel take an index, 39 of them that of an app")
    func indices() throws {
        // Those of a list's elements are the list's own.
        let functions = try Self.files("LifecycleKernel").flatMap(\.functions)
        let withIndex = functions.filter { $0.contains("index: Int") && !$0.contains("Element") }
        #expect(withIndex.count <= 42, "\(withIndex.joined(separator: "\n"))")
    }

    @Test("At most 356 declarations of the kernel are public")
    func publicDeclarations() throws {
        let lines = try Self.files("LifecycleKernel").flatMap(\.declarations)
        #expect(lines.count { $0.hasPrefix("public ") } <= 356)
    }

    // Three of them are what the explorer asks in every situation: its parts, how much the app has, and what is due.
    @Test("At most 158 functions belong to Device or are given a whole one")
    func functionsOfDevice() throws {
        let files = try Self.files("LifecycleKernel")
        let own = files.reduce(0) { $0 + $1.functionsOfDevice }
        let given = files.flatMap(\.functions).count { function in
            [": Device,", ": Device)", ": inout Device,", ": inout Device)"].contains { function.contains($0) }
        }
        #expect(own + given <= 158, "\(own) and \(given)")
    }

    @Test("At most 42 functions are inlined wherever they are called")
    func inlining() throws {
        let count = try Self.files("").reduce(0) { count, file in
            count + file.lines.count { $0.drop { $0 == " " }.hasPrefix("@inline(__always)") }
        }
        #expect(count <= 42)
    }

    /// The files of a target, or of all targets.
    private static func files(_ target: String) throws -> [SourceFile] {
        let folder = sources.appending(path: target)
        let walk = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        let files = walk.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        try #require(!files.isEmpty, "there are no sources in \(folder.path)")
        return try files.map { SourceFile(text: try String(contentsOf: $0, encoding: .utf8)) }
    }
}

/// The text of a source file, as its format has it: what begins in the first column is declared at the top.
private struct SourceFile {
    var text: String

    var lines: [Substring] { text.split(separator: "\n") }

    /// The lines without indentation and attributes.
    var declarations: [Substring] {
        lines.map { line in
            var rest = line.drop { $0 == " " }
            while rest.first == "@", let space = rest.firstIndex(of: " ") { rest = rest[space...].dropFirst() }
            return rest
        }
    }

    /// The heads of all functions, up to their bodies.
    var functions: [String] {
        text.components(separatedBy: "func ").dropFirst().map { String($0.prefix { $0 != "{" && $0 != "}" }) }
    }

    /// How many functions stand in `Device` and its extensions.
    var functionsOfDevice: Int {
        var count = 0
        var isInDevice = false
        for line in lines {
            if line.first?.isLetter == true {
                let words = line.split { " :{".contains($0) }
                isInDevice = words.contains("Device") && (words.contains("struct") || words.contains("extension"))
            }
            if isInDevice, line.first == " ", line.contains("func "), !line.contains("//") { count += 1 }
        }
        return count
    }
}
