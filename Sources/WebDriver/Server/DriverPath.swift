import DeviceHost
import HTTPAPI
import WireFormat

/// The path of a request, without the base path.
struct DriverPath: Hashable, Sendable {
    /// The device that the base path names; nil if it names none.
    var device: String?
    /// The parts of the rest, percent-decoded.
    var parts: [String]

    /// Reads a path: `/wd/hub/...` of old suites for Appium, `/devices/{device}/...` for WebDriverAgent. A slash at the end
    /// does not matter.
    ///
    /// - Parameter agentDevice: The device of WebDriverAgent where the path names none.
    init(_ path: String, in dialect: Dialect, agentDevice: DeviceID? = nil) {
        var parts = path.split(separator: "/").map { PercentEncoding.decode($0) ?? String($0) }
        switch dialect {
        case .appium: if parts.prefix(2) == ["wd", "hub"] { parts.removeFirst(2) }
        case .wda:
            device = agentDevice?.description
            if parts.first == "devices", parts.count > 1 {
                device = parts[1]
                parts.removeFirst(2)
            }
        }
        self.parts = parts
    }

    /// The path as text, without the base path.
    var text: String { "/" + parts.joined(separator: "/") }

    /// The path with the device that it names, percent-encoded. It is the same for all paths that mean the same.
    var encoded: String {
        let all = (device.map { ["devices", $0] } ?? []) + parts
        return "/" + all.map(PercentEncoding.encode).joined(separator: "/")
    }
}
