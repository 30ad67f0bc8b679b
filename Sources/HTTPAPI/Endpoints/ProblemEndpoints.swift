import Dashboard
import HTTPTypes
import Hummingbird
import WireFormat

/// The pages that the types of problem documents link to. They need no token, so that every client can read them.
struct ProblemEndpoints: Sendable {
    var routes: [Route] {
        [
            Route(.get, "/problems", isOpen: true) { request, _ in try request.answer(ProblemPage.list) },
            Route(.get, "/problems/{code}", isOpen: true) { request, context in
                guard let code = ProblemCode(rawValue: context.parameter("code")) else {
                    throw Problem(.unknownPath, "There is no problem of this name; /problems lists all.")
                }
                return try request.answer(ProblemPage.page(of: code))
            },
        ]
    }
}

/// What problem codes mean, in HTML.
enum ProblemPage {
    /// All codes on one page.
    static let list = ServedFile(
        html: """
            <h1>Problems</h1>
            <p>Why requests are refused, as the <code>code</code> of a problem document says (RFC 9457).</p>
            <table>\(ProblemCode.allCases.map(row).joined())</table>
            """,
        title: "Problems"
    )

    /// The page of one code.
    static func page(of code: ProblemCode) -> ServedFile {
        ServedFile(
            html: """
                <h1><code>\(code.rawValue)</code></h1>
                <p><b>\(code.status.code) \(code.status.reasonPhrase.escapedForMarkup)</b>: \(code.title.asMarkup).</p>
                <p>\(code.explanation.asMarkup)</p>
                <p><a href="/problems">All problems</a></p>
                """,
            title: code.rawValue
        )
    }

    private static func row(_ code: ProblemCode) -> String {
        """
        <tr><td><a href="\(code.page)"><code>\(code.rawValue)</code></a></td><td>\(code.status.code)</td>\
        <td>\(code.title.asMarkup). \(code.explanation.asMarkup)</td></tr>

        """
    }
}

extension ServedFile {
    /// A page of the documentation.
    fileprivate init(html: String, title: String) {
        let page = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Greenroom: \(title.escapedForMarkup)</title>
            <link rel="icon" href="/dashboard/icon.svg">
            <link rel="stylesheet" href="/dashboard/style.css">
            <link rel="stylesheet" href="/docs/style.css">
            </head>
            <body class="docs">
            <header class="bar"><a class="brand" href="/">Greenroom</a> <span class="quiet">Problems</span>
            <span class="spring"></span> <a href="/docs">The HTTP interface</a></header>
            <main><article class="panel">
            \(html)
            </article></main>
            </body>
            </html>

            """
        self.init(type: DashboardFile.MediaType.html.rawValue, bytes: Array(page.utf8))
    }
}
