import DashboardFiles
import GreenroomServer

/// The pages that people look at: static files, held in the binary.
package struct Dashboard: Sendable {
    /// The path of the page itself.
    package static let pagePath = "/"
    /// The path that leads to the page of the lessons.
    package static let lessonsPath = "/learn"

    /// The page by the language that it is written in, a BCP 47 tag: the first is for readers of any other language.
    ///
    /// Scripts put further texts into it, in the language that it has or the reader has chosen.
    package let pages: [(language: String, file: DashboardFile)]

    /// Every file that a page loads.
    package let files: [DashboardFile]

    /// Makes the pages of a server.
    ///
    /// - Parameter scripts: Those of features. A page loads them before its own.
    package init(_ scripts: [DashboardScript]) {
        func page(_ name: String) -> DashboardFile {
            guard let text = Self.site[name] else { preconditionFailure("\(name) is not in the binary") }
            let own = Self.tag(for: "app.js")
            let tags = scripts.map { Self.tag(for: $0.name) + "\n" }.joined()
            let html = String(decoding: text, as: UTF8.self).replacing(own, with: tags + own)
            return DashboardFile(Self.pagePath, .html, Array(html.utf8))
        }
        pages = [("en", page("index.html")), ("zh-Hans", page("indexchinese.html"))]
        let added = scripts.compactMap { script in script.text.map { (script.name, Array($0.utf8)) } }
        files = (Self.site.map { ($0.key, $0.value) } + added)
            .compactMap { name, text in
                guard let type = DashboardFile.MediaType(nameOf: name), type != .html else { return nil }
                return DashboardFile("/dashboard/\(name)", type, text)
            }
            .sorted { $0.path < $1.path }
    }

    private static func tag(for name: String) -> String {
        "<script type=\"module\" src=\"/dashboard/\(name)\"></script>"
    }

    /// The bytes of each file by its name. The lessons are one file.
    private static let site: [String: [UInt8]] = {
        var files: [String: [UInt8]] = [:]
        var lessons: [[UInt8]] = []
        for file in UnsafeBufferPointer(start: greenroom_site(), count: greenroom_site_count()) {
            let name = String(cString: file.name)
            let bytes = Array(String(cString: file.text).utf8)
            // The name of a lesson's file begins with its number.
            if name.first?.isNumber == true { lessons.append(bytes) } else { files[name] = bytes }
        }
        files["lessons.json"] = Array("[".utf8) + lessons.joined(separator: Array(",".utf8)) + Array("]".utf8)
        return files
    }()
}

/// A file of the dashboard.
package struct DashboardFile: Sendable {
    /// The path at which it is served.
    package let path: String
    /// What it is.
    package let type: MediaType
    /// Its bytes.
    package let bytes: [UInt8]

    /// The kinds of files.
    package enum MediaType: String, Sendable {
        case html = "text/html; charset=utf-8"
        case css = "text/css; charset=utf-8"
        case javaScript = "text/javascript; charset=utf-8"
        case svg = "image/svg+xml"
        case json = "application/json"
        case markdown = "text/markdown; charset=utf-8"

        /// The kind of the file with a name, by what stands after its dot.
        init?(nameOf name: String) {
            switch name.split(separator: ".").last {
            case "html": self = .html
            case "css": self = .css
            case "js": self = .javaScript
            case "svg": self = .svg
            case "json": self = .json
            case "md": self = .markdown
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
