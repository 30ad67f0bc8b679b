import EmbeddedFiles
import LifecycleKernel
import WireFormat

/// The description of the interface, docs/openapi.json, as it is in the binary.
enum OpenAPIFile {
    /// Its bytes, as they are served.
    static let bytes = Array(String(cString: greenroom_openapi()).utf8)

    /// What it says; a test holds that it can be read.
    static let document: Value = (try? JSONText.parse(bytes)) ?? [:]
}

/// One operation of the description.
struct DescribedOperation {
    /// Its path, with the names of parameters in braces.
    let path: String
    /// Its method, in capitals.
    let method: String
    /// The operation object.
    let document: Value

    /// The name by which clients call it.
    var id: String { document["operationId"]?.text ?? "" }

    /// All operations of a description, in its order.
    static func all(in description: Value) -> [DescribedOperation] {
        (description["paths"]?.members ?? []).flatMap { path in
            path.value.members.map {
                DescribedOperation(path: path.name, method: $0.name.uppercased(), document: $0.value)
            }
        }
    }
}
