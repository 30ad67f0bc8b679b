import Foundation

/// What a server of a fleet is called, and where others reach it.
enum FleetAddress {
    /// Whether a text is the URL of a server: `http://host:port`, without a path.
    static func isURL(_ text: String) -> Bool {
        guard let parts = URLComponents(string: text), parts.scheme == "http", let host = parts.host, !host.isEmpty
        else {
            return false
        }
        return parts.path.isEmpty && parts.query == nil && parts.fragment == nil && parts.user == nil
            && parts.password == nil
    }

    /// What a server is called after its host: a name with what a name may not have left out.
    static func name(ofHost host: String) -> String {
        let name = String(host.filter { isName(String($0)) }.prefix(63))
        return name.isEmpty ? "greenroom" : name
    }

    /// Whether a text may be what a server is called: it becomes a header field and the label of a metric.
    static func isName(_ text: String) -> Bool {
        (1...63).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
