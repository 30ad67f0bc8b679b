import HTTPTypes
import Hummingbird

extension Request {
    /// The value of a header; nil when the request does not have it, which is so for most that are asked for and is seen
    /// at a glance: the subscript of `headers` goes about it as if there were several.
    func header(_ name: HTTPField.Name) -> String? {
        headers.contains(name) ? headers[name] : nil
    }
}
