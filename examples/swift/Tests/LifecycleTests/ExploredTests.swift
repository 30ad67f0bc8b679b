import GreenroomClient
import LifecycleKernel
import Testing

/// The code of an app for notes, which saves in one of its handlers.
private final class Notes: AppCode {
    static let bundleID = "com.example.notes"
    private let process: AppProcess
    private var text = ""

    convenience init(_ process: AppProcess) { self.init(process, savingIn: .sceneDidEnterBackground) }

    init(_ process: AppProcess, savingIn handler: CallbackName) {
        self.process = process
        process.on(handler) { [self] _ in try process.disk.write("notes", text) }
    }

    /// The user writes a line.
    func write() throws {
        text = "Milk"
        try process.edited("notes")
    }
}

/// What a search finds that plays the code of an app.
@Suite("Explored notes") struct ExploredTests {
    private let greenroom = GreenroomClient()

    /// The inputs that saving depends on; with more the searches find the same, and take longer.
    private let options = ExplorationOptions(
        inputs: ["only": ["app.launch", "device.home", "system"]],
        interruptions: 0,
        depth: 5,
        transitions: 300
    )

    @Test("nothing is lost where they are saved when the user leaves") func savesInTime() async throws {
        try await greenroom.explore(Notes.self, options: options, functions: ["write": .call { try $0.write() }])
    }

    @Test("the way to the loss is found where they are saved at the end") func savesAtTheEnd() async throws {
        let failed = await #expect(throws: ExplorationFailed.self) {
            try await greenroom.explore(
                options: options,
                functions: ["write": .call { (notes: Notes) in try notes.write() }],
                makeApp: { { Notes($0, savingIn: .applicationWillTerminate) } }
            )
        }
        #expect(failed?.result.signatures == ["com.example.notes/dataLoss"])
    }
}
