import WireFormat

/// What the pages about the interface have around their content: the head of the document, and a bar with links.
struct PageFrame {
    let language: PageLanguage
    /// The title of the document, after the name of the service; text, not markup.
    let title: String
    /// What stands in the bar beside the name of the service; markup.
    let heading: String
    /// Links at the end of the bar; markup.
    let links: String

    /// Returns the text of a page.
    ///
    /// - Parameter content: What follows the bar; markup.
    func page(around content: String) -> String {
        """
        <!doctype html>
        <html lang="\(language.rawValue)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Greenroom: \(title.escapedForMarkup)</title>
        <link rel="icon" href="/dashboard/icon.svg">
        <link rel="stylesheet" href="/dashboard/style.css">
        <link rel="stylesheet" href="/docs/style.css">
        </head>
        <body class="docs">
        <header class="bar"><a class="brand" href="/">Greenroom</a> <span class="quiet">\(heading)</span>
        <span class="spring"></span> \(links)</header>
        \(content)
        </body>
        </html>

        """
    }
}
