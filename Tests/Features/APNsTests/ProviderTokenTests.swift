import Crypto
import DeviceHost
import Foundation
import LifecycleKernel
import Logging
import Metrics
import TestKit
import Testing

@testable import APNs

/// How provider tokens are looked at.
@Suite("Provider tokens")
struct ProviderTokenTests {
    private let clock = HandMovedClock(date: Instant(milliseconds: 1_800_000_000_000))
    private let keys = ProviderKeys(DeviceRegistry(), logger: Logger(label: "keys") { _ in SwiftLogNoOpLogHandler() })
    private static let now = 1_800_000_000

    private func check(
        _ authorization: String?,
        _ check: ProviderTokenCheck = .shape,
        on connection: ProviderConnection = ProviderConnection()
    ) -> Reason? {
        let authorization = ProviderAuthorization(check: check, keys: keys, updates: nil, wall: clock)
            .authorizeCatching(authorization, on: connection)
        if case .failure(let refusal) = authorization { return refusal.reason }
        if case .success(let provider) = authorization { connection.accepted(from: provider) }
        return nil
    }

    private func token(of provider: TestProvider = .shared, at issuedAt: String? = nil) -> String {
        "bearer " + provider.token(issuedAt: issuedAt ?? String(Self.now))
    }

    private func register(_ provider: TestProvider, teamID: String? = nil) async throws {
        let pem = provider.key.publicKey.pemRepresentation
        let key = try #require(ProviderKey(keyID: provider.keyID, teamID: teamID, pem: pem))
        #expect(try await keys.register(key))
    }

    @Test(
        "What is no bearer token is missing, and what is no provider token is invalid",
        arguments: [
            (nil, .missingProviderToken), ("", .missingProviderToken), ("bearer ", .missingProviderToken),
            ("Basic eDp5", .missingProviderToken), ("bearer abc", .invalidProviderToken),
            ("bearer a.b.c", .invalidProviderToken), ("bearer ..", .invalidProviderToken),
            ("bearer e30.e30.e30", .invalidProviderToken),
        ] as [(String?, Reason)]
    )
    func shapes(authorization: String?, reason: Reason) {
        #expect(check(authorization) == reason)
        #expect(check(authorization, .none) == nil)
    }

    @Test("The time of issue may be a number, one with a fraction, or digits in a string")
    func timesOfIssue() {
        for text in ["\(Self.now)", "\(Self.now).5", "\"\(Self.now)\""] { #expect(check(token(at: text)) == nil) }
        for text in ["\"\"", "\"1e9\"", "null", "true"] { #expect(check(token(at: text)) == .invalidProviderToken) }
    }

    @Test("A token is valid for an hour, and up to five minutes ahead of the clock")
    func lifetime() {
        #expect(check(token(at: "\(Self.now - 3_600)")) == nil)
        #expect(check(token(at: "\(Self.now - 3_601)")) == .expiredProviderToken)
        #expect(check(token(at: "\(Self.now + 300)")) == nil)
        #expect(check(token(at: "\(Self.now + 301)")) == .invalidProviderToken)
    }

    @Test("The algorithm must be ES256, and key and team must have names of up to 64 bytes")
    func header() {
        let provider = TestProvider.shared
        for header in [#"{"alg":"none","kid":"K"}"#, #"{"alg":"ES256"}"#, #"{"alg":"ES256","kid":""}"#] {
            let token = provider.token(issuedAt: String(Self.now), header: header)
            #expect(check("bearer " + token) == .invalidProviderToken)
        }
        #expect(check(token(of: TestProvider(keyID: String(repeating: "k", count: 64)))) == nil)
        #expect(check(token(of: TestProvider(keyID: String(repeating: "k", count: 65)))) == .invalidProviderToken)
        #expect(check(token(of: TestProvider(teamID: ""))) == .invalidProviderToken)
    }

    @Test(
        "A header that asks for an extension of JWS is refused, whatever the extension",
        arguments: [#""crit":["exp"],"exp":1"#, #""crit":[]"#, #""crit":["b64"],"b64":false"#, #""b64":false"#]
    )
    func extensions(members: String) {
        let provider = TestProvider.shared
        func check(_ member: String) -> Reason? {
            let header = #"{"alg":"ES256","kid":"\#(provider.keyID)",\#(member)}"#
            return self.check("bearer " + provider.token(issuedAt: String(Self.now), header: header))
        }
        #expect(check(members) == .invalidProviderToken)
        #expect(check(#""typ":"JWT","b64":true"#) == nil)
    }

    @Test("The signature of a registered key is verified, and with verify no other key will do")
    func signatures() async throws {
        let provider = TestProvider()
        #expect(check(token(of: provider)) == nil)
        #expect(check(token(of: provider), .verify) == .invalidProviderToken)
        try await register(provider, teamID: provider.teamID)
        #expect(check(token(of: provider)) == nil)
        #expect(check(token(of: provider), .verify) == nil)
        #expect(check(token(of: TestProvider())) == .invalidProviderToken)
        var otherTeam = provider
        otherTeam.teamID = "OTHERTEAM1"
        #expect(check(token(of: otherTeam)) == .invalidProviderToken)
        #expect(try await keys.remove(provider.keyID))
        #expect(check(token(of: TestProvider())) == nil)
    }

    @Test("With verify a connection keeps the team and the key of its first accepted push")
    func connections() async throws {
        let first = TestProvider()
        var second = TestProvider()
        second.keyID = "GREENROOM2"
        var third = TestProvider()
        (third.keyID, third.teamID) = ("GREENROOM3", "OTHERTEAM1")
        for provider in [first, second, third] { try await register(provider) }
        let connection = ProviderConnection()
        #expect(check(token(of: first), .verify, on: connection) == nil)
        #expect(check(token(of: second), .verify, on: connection) == .unrelatedKeyID)
        #expect(check(token(of: third), .verify, on: connection) == .invalidProviderToken)
        #expect(check(token(of: second), .verify) == nil)
    }

    @Test("A team's new token within 20 minutes of the last one is too soon, if that is asked for")
    func updates() throws {
        let updates = TokenUpdates(wall: clock)
        func isTooSoon(_ issuedAt: Int, team: String = "TEAM123456") throws -> Bool {
            var provider = TestProvider.shared
            provider.teamID = team
            let token = try ProviderToken(authorization: token(of: provider, at: String(issuedAt)))
            do throws(PushRefusal) {
                try updates.check(token)
                return false
            } catch {
                #expect(error.reason == .tooManyProviderTokenUpdates)
                return true
            }
        }
        #expect(try !isTooSoon(Self.now))
        #expect(try !isTooSoon(Self.now))
        #expect(try isTooSoon(Self.now + 1))
        #expect(try !isTooSoon(Self.now + 1, team: "OTHERTEAM1"))
        clock.advance(by: .seconds(1_200))
        #expect(try !isTooSoon(Self.now + 1))
    }

    @Test("Private and public keys in PEM are read, and nothing else; of a private one the public part is kept")
    func pem() throws {
        let key = TestProvider.shared.key
        #expect(
            ProviderKey(keyID: "K", pem: key.pemRepresentation)?.publicKey.rawRepresentation
                == key.publicKey.rawRepresentation
        )
        #expect(ProviderKey(keyID: "K", pem: key.publicKey.pemRepresentation) != nil)
        #expect(ProviderKey(keyID: "K", pem: "nonsense") == nil)
    }

    @Test("There may be so many keys; one more is refused, a new one in place of an old one is not")
    func keyLimit() async throws {
        let pem = TestProvider.shared.key.publicKey.pemRepresentation
        for number in 0..<ProviderKeys.limit {
            #expect(try await keys.register(try #require(ProviderKey(keyID: "K\(number)", pem: pem))))
        }
        #expect(try await !keys.register(try #require(ProviderKey(keyID: "more", pem: pem))))
        #expect(try await keys.register(try #require(ProviderKey(keyID: "K0", pem: pem))))
    }
}

extension ProviderAuthorization {
    fileprivate func authorizeCatching(
        _ authorization: String?,
        on connection: ProviderConnection
    ) -> Result<AuthorizedProvider?, PushRefusal> {
        do throws(PushRefusal) {
            return .success(try authorize(authorization, on: connection))
        } catch {
            return .failure(error)
        }
    }
}
