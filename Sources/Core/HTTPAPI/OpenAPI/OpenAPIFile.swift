import EmbeddedFiles
import LifecycleKernel
import WireFormat

/// The description of the interface, docs/openapi.json, as it is in the binary.
package enum OpenAPIFile {
    /// Its bytes, as they are served.
    package static let bytes = Array(String(cString: greenroom_openapi()).utf8)

    /// The bytes of a description of some operations alone: the file's own, if it has no others.
    ///
    /// - Parameter operations: Methods and paths, such as `GET /v1/devices`.
    static func bytes(describing operations: Set<String>) -> [UInt8] {
        guard let document = try? JSONText.parse(bytes), let paths = document["paths"]?.members else { return bytes }
        let kept = paths.compactMap { path -> Value.Member? in
            let methods = path.value.members.filter {
                operations.contains("\($0.name.uppercased()) \(path.name)")
            }
            return methods.isEmpty ? nil : Value.Member(path.name, .object(methods))
        }
        guard kept != paths else { return bytes }
        return JSONText.write(document.setting("paths", to: .object(kept)))
    }

    /// What it says; a test holds that it can be read.
    package static let document: Value = (try? JSONText.parse(bytes)) ?? [:]
}

/// One operation of the description.
package struct DescribedOperation {
    /// Its path, with the names of parameters in braces.
    package let path: String
    /// Its method, in capitals.
    package let method: String
    /// The operation object.
    package let document: Value

    /// The name by which clients call it.
    package var id: String { document["operationId"]?.text ?? "" }

    /// All operations of a description, in its order.
    package static func all(in description: Value) -> [DescribedOperation] {
        (description["paths"]?.members ?? []).flatMap { path in
            path.value.members.map {
                DescribedOperation(path: path.name, method: $0.name.uppercased(), document: $0.value)
            }
        }
    }
}
