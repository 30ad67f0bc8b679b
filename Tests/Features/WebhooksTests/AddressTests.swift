import Testing

@testable import Webhooks

/// Which hosts a URL may name, and to which of their addresses a connection is made.
@Suite("Hosts and addresses of webhooks")
struct AddressTests {
    @Test(
        "An address is read as it is written, and written as it is read",
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("::1", "::1"), ("2001:DB8:0:0::7", "2001:db8::7"),
            ("::ffff:127.0.0.1", "::ffff:127.0.0.1"), ("127.1", nil), ("0x7f.0.0.1", nil), ("2130706433", nil),
            ("127.0.0.1 ", nil), ("fe80::1%eth0", nil), ("[::1]", nil), ("localhost", nil), ("", nil),
        ] as [(String, String?)]
    )
    func addresses(text: String, written: String?) {
        #expect(IPAddress(text)?.description == written)
    }

    @Test(
        "A range has the addresses that begin with its bits",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.1.2.3", "10.1.2.3", true),
            ("10.1.2.3", "10.1.2.4", false), ("172.16.0.0/12", "172.31.9.9", true),
            ("172.16.0.0/12", "172.32.0.1", false), ("0.0.0.0/0", "8.8.8.8", true), ("0.0.0.0/0", "::1", false),
            ("fe80::/10", "febf::1", true), ("fe80::/10", "fec0::1", false), ("::1/128", "::1", true),
        ]
    )
    func ranges(range: String, address: String, isIn: Bool) throws {
        #expect(try #require(AddressRange(range)).contains(try #require(IPAddress(address))) == isIn)
    }

    @Test(
        "What is no list of names, addresses and ranges is refused",
        arguments: [
            "", ",", "a,", "a b", "http://a", "a:80", "[::1]", "10.0.0.0/33", "10.0.0.0/08", "10.0.0.0/", "*.a", "ä.de",
        ]
    )
    func refusedLists(text: String) {
        #expect(WebhookHosts(text) == nil)
    }

    /// An address of a host, and whether it is connected to where these hosts are listed.
    struct Case: Sendable, CustomTestStringConvertible {
        var listed: String
        var host: String
        var address: String
        var isAllowed: Bool

        var testDescription: String { "\(listed): \(host) at \(address)" }

        init(_ listed: String, _ host: String, _ address: String, _ isAllowed: Bool) {
            (self.listed, self.host, self.address, self.isAllowed) = (listed, host, address, isAllowed)
        }
    }

    @Test(
        "Only hosts that are listed are connected to, and only at public addresses or such that are listed themselves",
        arguments: [
            // A name leads to public addresses only.
            Case("hooks.example.com", "hooks.example.com", "93.184.216.34", true),
            Case("Hooks.Example.com", "hooks.example.com", "2606:2800:220:1::1", true),
            Case("hooks.example.com", "example.com", "93.184.216.34", false),
            Case("example.com", "hooks.example.com", "93.184.216.34", false),
            Case("hooks.example.com", "hooks.example.com", "127.0.0.1", false),
            Case("hooks.example.com", "hooks.example.com", "10.0.0.8", false),
            Case("hooks.example.com", "hooks.example.com", "100.64.0.1", false),
            Case("hooks.example.com", "hooks.example.com", "169.254.169.254", false),
            Case("hooks.example.com", "hooks.example.com", "172.17.0.2", false),
            Case("hooks.example.com", "hooks.example.com", "192.168.1.1", false),
            Case("hooks.example.com", "hooks.example.com", "0.0.0.0", false),
            Case("hooks.example.com", "hooks.example.com", "224.0.0.1", false),
            Case("hooks.example.com", "hooks.example.com", "255.255.255.255", false),
            Case("hooks.example.com", "hooks.example.com", "::", false),
            Case("hooks.example.com", "hooks.example.com", "::1", false),
            Case("hooks.example.com", "hooks.example.com", "fe80::1", false),
            Case("hooks.example.com", "hooks.example.com", "fd00::1", false),
            Case("hooks.example.com", "hooks.example.com", "ff02::1", false),
            Case("hooks.example.com", "hooks.example.com", "::ffff:127.0.0.1", false),
            Case("hooks.example.com", "hooks.example.com", "::ffff:93.184.216.34", false),
            Case("hooks.example.com", "hooks.example.com", "64:ff9b::7f00:1", false),
            Case("hooks.example.com", "hooks.example.com", "2002:7f00:1::", false),
            // Another address is listed as well as the name.
            Case("backend,172.18.0.0/16", "backend", "172.18.0.3", true),
            Case("backend, 172.18.0.0/16", "backend", "172.19.0.3", false),
            Case("172.18.0.0/16", "backend", "172.18.0.3", false),
            Case("backend,::1", "backend", "::1", true),
            Case("backend,127.0.0.1", "backend", "::ffff:127.0.0.1", false),
            // localhost is loopback, and nothing else is.
            Case("localhost", "localhost", "127.0.0.1", true),
            Case("localhost", "localhost", "127.0.0.53", true),
            Case("localhost", "localhost", "::1", true),
            Case("localhost", "localhost", "10.0.0.1", false),
            Case("localhost", "localhost", "93.184.216.34", false),
            Case("localhost", "127.0.0.1", "127.0.0.1", false),
            Case("foo.localhost", "foo.localhost", "127.0.0.1", false),
            // An address is listed itself, or in a range.
            Case("127.0.0.1", "127.0.0.1", "127.0.0.1", true),
            Case("127.0.0.1", "localhost", "127.0.0.1", false),
            Case("127.0.0.1", "127.0.0.2", "127.0.0.2", false),
            Case("10.0.0.0/8", "10.1.2.3", "10.1.2.3", true),
            Case("93.184.216.34", "93.184.216.34", "93.184.216.34", true),
            Case("hooks.example.com", "93.184.216.34", "93.184.216.34", false),
            Case("::ffff:127.0.0.1", "::ffff:127.0.0.1", "::ffff:127.0.0.1", true),
            Case("fd00::/8", "fd00::7", "fd00::7", true),
        ]
    )
    func policy(of row: Case) throws {
        let hosts = try #require(WebhookHosts(row.listed))
        #expect(hosts.allows(try #require(IPAddress(row.address)), of: row.host) == row.isAllowed)
    }

    @Test("Where nothing is listed, nothing is allowed")
    func none() throws {
        #expect(WebhookHosts.none.isEmpty && !WebhookHosts.none.allows("localhost"))
        #expect(!WebhookHosts.none.allows(try #require(IPAddress("93.184.216.34")), of: "93.184.216.34"))
    }

    @Test(
        "A URL is read into the parts that are connected to",
        arguments: [
            ("https://hooks.example.com", "hooks.example.com", "https://hooks.example.com/"),
            ("HTTP://Hooks.Example.COM:8080/a/b?c=d", "hooks.example.com", "http://hooks.example.com:8080/a/b?c=d"),
            ("http://127.0.0.1:9000/x", "127.0.0.1", "http://127.0.0.1:9000/x"),
            ("http://[::1]:9000?x=%2F", "::1", "http://[::1]:9000/?x=%2F"),
            ("http://back_end/", "back_end", "http://back_end/"),
        ]
    )
    func urls(text: String, host: String, written: String) throws {
        let url = try #require(WebhookURL(text))
        #expect(url.host == host && url.text == written)
        #expect(WebhookURL(written) == url)
    }

    @Test(
        "What several readers may read in different ways is no URL",
        arguments: [
            "", "hooks.example.com", "ftp://a/", "http:/a", "http://", "http:///x", "http://user@a/", "http://u:p@a/",
            "http://a@b/", "http://a/#b", "http://a:0/", "http://a:65536/", "http://a:080/", "http://a:/",
            "http://a:x/",
            "http://a./", "http://.a/", "http://a b/", "http://a/b c", "http://a\\@b/", "http://a/\\b", "http://a/%2",
            "http://a/%zz", "http://[::1", "http://[127.0.0.1]/", "http://[fe80::1%25eth0]/", "http://[::1]x/",
            "http://%6c/", "http://ä.de/", "http://a/ä", "http://a/{b}", "http://a/\n", "http://a?b[]=c",
            "http://a/" + String(repeating: "x", count: 2_040),
        ]
    )
    func refusedURLs(text: String) {
        #expect(WebhookURL(text) == nil)
    }
}
