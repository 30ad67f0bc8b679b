import DeviceHost
import GreenroomServer

/// The program that a command runs in: the core, with the features that it was built with.
package enum Program {
    /// Its features. Set while a command is read and run: commands cannot import features.
    @TaskLocal package static var features: [any ServerFeature.Type] = []

    /// The settings of a server of this program.
    static var settings: [SettingDescription] { Settings.all(with: features) }

    /// Opens the store of a feature that the argument of a command names; nil if it names none.
    static func openStore(_ argument: String) async throws -> (any StepHistory)? {
        for feature in features {
            if let store = try await feature.openStore(argument) { return store }
        }
        return nil
    }
}
