import DashboardFiles

/// The pages that people look at: static files, held in the binary.
public enum Dashboard {
    /// The path of the page itself.
    public static let pagePath = "/"

    /// The page by the language that it is written in, a BCP 47 tag: the first is for readers of any other language.
    ///
    /// Scripts put further texts into it, in the language that it has or the reader has chosen.
    public static let pages: [(language: String, file: DashboardFile)] = [
        ("en", page("index.html")), ("zh-Hans", page("indexchinese.html")),
    ]

    private static func page(_ name: String) -> DashboardFile {
        guard let text = site[name] else { preconditionFailure("\(name) is not in the binary") }
        return DashboardFile(pagePath, .html, text)
    }

    /// Every file that a page loads.
    public static let files: [DashboardFile] = site.compactMap { name, text in
        guard let type = DashboardFile.MediaType(nameOf: name), type != .html else { return nil }
        return DashboardFile("/dashboard/\(name)", type, text)
    }
    .sorted { $0.path < $1.path }

    /// The bytes of each file by its name.
    private static let site = Dictionary(
        uniqueKeysWithValues: UnsafeBufferPointer(start: greenroom_site(), count: greenroom_site_count()).map { file in
            (String(cString: file.name), Array(String(cString: file.text).utf8))
        }
    )
}

/// A file of the dashboard.
public struct DashboardFile: Sendable {
    /// The path at which it is served.
    public let path: String
    /// What it is.
    public let type: MediaType
    /// Its bytes.
    public let bytes: [UInt8]

    /// The kinds of files.
    public enum MediaType: String, Sendable {
        case html = "text/html; charset=utf-8"
        case css = "text/css; charset=utf-8"
        case javaScript = "text/javascript; charset=utf-8"
        case svg = "image/svg+xml"

        /// The kind of the file with a name, by what stands after its dot.
        init?(nameOf name: String) {
            switch name.split(separator: ".").last {
            case "html": self = .html
            case "css": self = .css
            case "js": self = .javaScript
            case "svg": self = .svg
            default: return nil
            }
        }
    }

    init(_ path: String, _ type: MediaType, _ bytes: [UInt8]) {
        self.path = path
        self.type = type
        self.bytes = bytes
    }
}
