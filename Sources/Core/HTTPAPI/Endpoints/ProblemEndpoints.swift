import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

/// The pages that the types of problem documents link to. They need no token, so that every client can read them.
struct ProblemEndpoints: Sendable {
    let problems: [ProblemCode]

    var routes: [Route] {
        let list = ProblemPage.list(of: problems)
        return [
            Route(.get, "/problems", isOpen: true) { request, _ in try list.answer(to: request) },
            Route(.get, "/problems/{code}", isOpen: true) { request, context in
                let name = context.parameter("code")
                guard let code = problems.first(where: { $0.rawValue == name }) else {
                    throw Problem(.unknownPath, "There is no problem of this name; /problems lists all.")
                }
                return try ProblemPage.page(of: code).answer(to: request)
            },
        ]
    }
}

/// What problem codes mean, in HTML.
enum ProblemPage {
    /// All codes on one page.
    static func list(of problems: [ProblemCode]) -> PageInLanguages {
        PageInLanguages { language in
            let about = Wording(
                "Why requests are refused, as the <code>code</code> of a problem document says (RFC 9457).",
                "请求被拒绝的原因，即错误文档（problem，RFC 9457）的 <code>code</code>。"
            )
            let html = """
                <h1>\(heading.text(in: language))</h1>
                <p>\(about.text(in: language))</p>
                <table>\(problems.map { row($0, in: language) }.joined())</table>
                """
            return ServedFile(html: html, title: heading.text(in: language), in: language)
        }
    }

    /// The page of one code.
    static func page(of code: ProblemCode) -> PageInLanguages {
        PageInLanguages { language in
            let status = "<b>\(code.status.code) \(code.status.reasonPhrase.escapedForMarkup)</b>"
            let html = """
                <h1><code>\(code.rawValue)</code></h1>
                <p>\(status)\(Wording(": ", "：").text(in: language))\(code.sentence(in: language))</p>
                <p>\(code.explanation.text(in: language).asMarkup)</p>
                <p><a href="/problems">\(Wording("All problems", "所有错误").text(in: language))</a></p>
                """
            return ServedFile(html: html, title: code.rawValue, in: language)
        }
    }

    private static func row(_ code: ProblemCode, in language: Language) -> String {
        """
        <tr><td><a href="\(code.page)"><code>\(code.rawValue)</code></a></td><td>\(code.status.code)</td>\
        <td>\(code.sentence(in: language))\(Wording(" ", "").text(in: language))\
        \(code.explanation.text(in: language).asMarkup)</td></tr>

        """
    }

    fileprivate static let heading = Wording("Problems", "错误")
}

extension ProblemCode {
    /// The title as a sentence, in HTML.
    fileprivate func sentence(in language: Language) -> String {
        title.text(in: language).asMarkup + Wording(".", "。").text(in: language)
    }
}

extension ServedFile {
    /// A page about problems.
    fileprivate init(html: String, title: String, in language: Language) {
        let page = """
            <!doctype html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Greenroom: \(title.escapedForMarkup)</title>
            <link rel="icon" href="/dashboard/icon.svg">
            <link rel="stylesheet" href="/dashboard/style.css">
            <link rel="stylesheet" href="/dashboard/problems.css">
            </head>
            <body class="problems">
            <header class="bar"><a class="brand" href="/">Greenroom</a> \
            <span class="quiet">\(ProblemPage.heading.text(in: language))</span>
            <span class="spring"></span> <a href="/openapi.json">openapi.json</a></header>
            <main><article class="panel">
            \(html)
            </article></main>
            </body>
            </html>

            """
        self.init(type: MediaType.html, bytes: Array(page.utf8))
    }
}

extension String {
    /// The text in HTML; what is between backquotes is code.
    var asMarkup: String {
        let parts = escapedForMarkup.split(separator: "`", omittingEmptySubsequences: false)
        return parts.enumerated().map { $0.offset.isMultiple(of: 2) ? $0.element : "<code>\($0.element)</code>" }
            .joined()
    }
}
