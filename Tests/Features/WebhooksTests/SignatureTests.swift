import Foundation
import LifecycleKernel
import Testing

@testable import Webhooks

/// How messages are signed, and that a secret is not shown by chance.
@Suite("Signatures of messages")
struct SignatureTests {
    /// The example of the specification and of its libraries.
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    private static let id = "msg_p5jXN8AQM9LWM0D4loKWxJek"
    private static let body = Array(#"{"test": 2432232314}"#.utf8)

    @Test("are those of Standard Webhooks")
    func knownAnswer() throws {
        let secret = try #require(WebhookSecret(Self.secret))
        #expect(
            secret.signature(id: Self.id, timestamp: 1_614_265_330, body: Self.body)
                == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        )
        #expect(secret.text == Self.secret)
    }

    @Test(
        "are made with whsec_ and 24 to 64 bytes in base64, and nothing else",
        arguments: [
            (23, false), (24, true), (32, true), (64, true), (65, false),
        ]
    )
    func lengths(bytes: Int, isSecret: Bool) {
        let base64 = Data(repeating: 7, count: bytes).base64EncodedString()
        #expect((WebhookSecret("whsec_" + base64) != nil) == isSecret)
        #expect(WebhookSecret(base64) == nil)
        #expect(WebhookSecret("whsec_" + base64 + "*") == nil)
    }

    @Test("Secrets by chance have 32 bytes, and are different")
    func random() throws {
        let secrets = [WebhookSecret.random(), .random()]
        #expect(secrets[0] != secrets[1])
        for secret in secrets {
            #expect(Data(base64Encoded: String(secret.text.dropFirst(6)))?.count == 32)
            #expect(WebhookSecret(secret.text) == secret)
        }
    }

    @Test("A secret describes itself without what it is, and so does all that has it")
    func descriptions() throws {
        var webhook = try Webhook.test()
        webhook.rotate(to: .random(), at: .manualStart)
        let hosted = HostedWebhook(webhook)
        var dumped = ""
        dump(hosted, to: &dumped)
        let texts = ["\(webhook.secret)", "\(webhook)", "\(hosted)", String(reflecting: hosted), dumped]
        for secret in [webhook.secret, try #require(webhook.formerSecret).secret] {
            let hidden = secret.text.dropFirst("whsec_".count)
            for text in texts { #expect(!text.contains(hidden)) }
        }
    }

    @Test("For a day after a rotation there are two signatures, the new one first")
    func rotation() throws {
        var webhook = try Webhook.test()
        let old = webhook.secret
        let new = WebhookSecret.random()
        webhook.rotate(to: new, at: .manualStart)
        func signatures(_ date: Instant) -> [String] {
            webhook.signatures(id: "m", body: Self.body, at: date).split(separator: " ").map(String.init)
        }
        func expected(_ secrets: [WebhookSecret], _ date: Instant) -> [String] {
            secrets.map { $0.signature(id: "m", timestamp: date.milliseconds / 1_000, body: Self.body) }
        }
        let last = Instant.manualStart + (Webhook.rotationTime - 1)
        #expect(signatures(.manualStart) == expected([new, old], .manualStart))
        #expect(signatures(last) == expected([new, old], last))
        #expect(signatures(last + 1) == expected([new], last + 1))
        webhook.rotate(to: new, at: last + 1)
        #expect(webhook.formerSecret?.secret == old)
    }
}

extension Webhook {
    /// A webhook of a test.
    static func test(
        _ url: String = "https://hooks.example.com/greenroom",
        filter: WebhookFilter = WebhookFilter()
    )
        throws -> Webhook
    {
        Webhook(
            id: "webhook-a",
            url: try #require(WebhookURL(url)),
            filter: filter,
            activity: .active,
            secret: .random(),
            createdAt: .manualStart
        )
    }
}
