import LifecycleKernel
import WireFormat

/// What a webhook is registered with.
package struct NewWebhook: Sendable {
    /// Where its messages are sent.
    package var url: WebhookURL
    /// What it hears of.
    package var filter: WebhookFilter
    /// What people say of it.
    package var about: String?
    /// Whether messages are made and sent.
    package var isEnabled: Bool
    /// What they are signed with; nil for a secret that is made.
    package var secret: WebhookSecret?

    /// Makes one.
    package init(
        _ url: WebhookURL,
        filter: WebhookFilter = WebhookFilter(),
        about: String? = nil,
        isEnabled: Bool = true,
        secret: WebhookSecret? = nil
    ) {
        self.url = url
        self.filter = filter
        self.about = about
        self.isEnabled = isEnabled
        self.secret = secret
    }

    /// Reads what `POST /v1/webhooks` takes.
    ///
    /// - Throws: What is wrong; a secret is not repeated.
    package init(_ value: Value) throws(Rejection) {
        var fields = try FieldReader(value, at: "")
        guard let url = try fields.optionalURL() else {
            throw Rejection(
                .missingField,
                "The field url is missing: it must be \(FieldReader.urlExpectation.sentence, as: "expected").",
                field: "url",
                expected: FieldReader.urlExpectation
            )
        }
        self.init(
            url,
            filter: try fields.optionalFilter() ?? WebhookFilter(),
            about: try fields.optionalDescription(),
            isEnabled: try fields.bool("enabled", orElse: true),
            secret: try fields.optionalSecret()
        )
        try fields.finish()
    }
}

/// What changes about a webhook; nil stays as it is.
package struct WebhookChange: Sendable {
    /// Where its messages are sent.
    package var url: WebhookURL?
    /// What it hears of.
    package var filter: WebhookFilter?
    /// What people say of it.
    package var about: String?
    /// Whether messages are made and sent; true begins anew after failures.
    package var isEnabled: Bool?
    /// What messages are signed with from now on.
    package var secret: WebhookSecret?

    /// Makes a change of nothing.
    package init() {}

    /// Reads what `PATCH /v1/webhooks/{webhook}` takes.
    ///
    /// - Throws: What is wrong; a secret is not repeated.
    package init(_ value: Value) throws(Rejection) {
        var fields = try FieldReader(value, at: "")
        url = try fields.optionalURL()
        filter = try fields.optionalFilter()
        about = try fields.optionalDescription()
        isEnabled = try fields.optionalBool("enabled")
        secret = try fields.optionalSecret()
        if try fields.bool("rotateSecret", orElse: false) {
            try fields.refuse("secret", beside: "rotateSecret")
            secret = .random()
        }
        try fields.finish()
    }
}

extension FieldReader {
    /// How long a description may be, in bytes.
    package static let descriptionLength = 0...1_000

    fileprivate static let urlExpectation: Expectation =
        "a URL of http or https, with a plain host name or an address, and without user, password and fragment"

    fileprivate mutating func optionalURL() throws(Rejection) -> WebhookURL? {
        guard let text = try optionalString("url", length: WebhookURL.length) else { return nil }
        guard let url = WebhookURL(text) else {
            throw Rejection.invalid(at: "url", expected: Self.urlExpectation, found: .string(text))
        }
        return url
    }

    fileprivate mutating func optionalFilter() throws(Rejection) -> WebhookFilter? {
        guard has("filter") else { return nil }
        return try nested("filter", WebhookFilter.init(_:at:))
    }

    fileprivate mutating func optionalDescription() throws(Rejection) -> String? {
        try optionalString("description", length: Self.descriptionLength)
    }

    fileprivate mutating func optionalSecret() throws(Rejection) -> WebhookSecret? {
        guard has("secret") else { return nil }
        if let text = try? optionalString("secret"), let secret = WebhookSecret(text) { return secret }
        // What was given is not repeated: it may be a secret with one character too many.
        let length = WebhookSecret.length
        throw Rejection(
            .invalidValue,
            """
            secret must be whsec_ and \(length.lowerBound, as: "least") to \(length.upperBound, as: "most") bytes in \
            base64.
            """,
            field: "secret"
        )
    }
}
