import Dashboard
import HTTPTypes
import Hummingbird

/// A language that pages are written in.
enum PageLanguage: String, CaseIterable {
    case english = "en"
    case chinese = "zh-Hans"

    /// One of two texts.
    func choose(_ english: String, _ chinese: String) -> String { self == .english ? english : chinese }
}

/// A page, as it is in each language; the first is for readers of any other language.
struct PageInLanguages: Sendable {
    private let files: [(language: String, file: ServedFile)]

    init(_ files: [(language: String, file: ServedFile)]) { self.files = files }

    /// Writes it in each `PageLanguage`.
    init(_ write: (PageLanguage) -> ServedFile) {
        files = PageLanguage.allCases.map { ($0.rawValue, write($0)) }
    }

    /// The answer in the language that the client prefers.
    func answer(to request: Request) throws(Problem) -> Response {
        let preferred = files[request.preferredLanguage(of: files.map(\.language))]
        var response = try request.answer(preferred.file)
        response.headers[.contentLanguage] = preferred.language
        response.headers[.vary] = "Accept-Language"
        return response
    }
}
