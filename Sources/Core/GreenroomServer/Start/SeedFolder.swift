import DeviceHost
import Foundation
import HTTPAPI
import LifecycleKernel
import Logging
import Scenarios
import WireFormat

/// The devices that a server starts with: a folder of files, each the body that creates a device, in YAML or JSON.
///
/// A device without an `id` has the name of its file. Hidden files, folders and files with other extensions are
/// ignored, so that the folder may be a mounted ConfigMap, whose files are links into a hidden folder.
struct SeedFolder: Sendable {
    /// Where it is.
    let path: String

    /// The extensions of the files that are read.
    private static let extensions: Set<String> = ["yaml", "yml", "json"]

    /// Reads every file, then creates the devices in the order of their files' names.
    ///
    /// Every file is read before the first device is made. A device that exists already stays as it is.
    ///
    /// - Throws: For the first file that cannot be read, or whose device is refused.
    func createDevices(in registry: DeviceRegistry, logger: Logger) async throws(SeedError) {
        for (file, device) in try read() {
            do throws(HostError) {
                _ = try await registry.create(device)
            } catch .deviceExists(let id) {
                logger.notice("a device exists already", metadata: ["device": "\(id)", "file": "\(file)"])
            } catch .rejected(let rejection, _) {
                throw SeedError(DocumentFileError(file: file, rejection: rejection))
            } catch {
                throw SeedError("\(file): \(error.detail)")
            }
        }
    }

    /// The path of each file and the device that it describes, in the order of the names.
    ///
    /// - Throws: For the first file that cannot be read, and for two files with one device.
    func read() throws(SeedError) -> [(file: String, device: NewDevice)] {
        var read: [(file: String, device: NewDevice)] = []
        for file in try files() {
            let device = try Self.device(in: file)
            if let other = read.first(where: { $0.device.id == device.id }) {
                throw SeedError("\(file): id: \(other.file) has a device of this id already")
            }
            read.append((file, device))
        }
        return read
    }

    private func files() throws(SeedError) -> [String] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw SeedError("\(path): there is no folder that can be read")
        }
        let folder = URL(filePath: path, directoryHint: .isDirectory)
        return names.filter { !$0.hasPrefix(".") && Self.extensions.contains(URL(filePath: $0).pathExtension) }
            .sorted().map { folder.appending(path: $0).path(percentEncoded: false) }.filter { !Self.isFolder($0) }
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    private static func device(in file: String) throws(SeedError) -> NewDevice {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw SeedError("\(file): it cannot be read as UTF-8 text")
        }
        do throws(DocumentFileError) {
            return try DocumentFile.read(text: text, name: file) { document throws(Rejection) in
                _ = try DocumentForm.of(document, among: [.device])
                var device = try NewDevice(document, at: "")
                if device.id == nil { device.id = try id(ofFile: file) }
                return device
            }
        } catch {
            throw SeedError(error)
        }
    }

    /// The id that a file's name is.
    private static func id(ofFile file: String) throws(Rejection) -> DeviceID {
        let name = URL(filePath: file).deletingPathExtension().lastPathComponent
        guard let id = DeviceID(name) else {
            throw Rejection(
                .missingField,
                "It is missing, and the name of the file is not the id of a device.",
                field: "id"
            )
        }
        return id
    }
}

/// Why the devices of a seed folder could not be made: file, field and what is wrong, on one line.
package struct SeedError: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    package init(_ error: DocumentFileError) { self.init(error.description) }
}
