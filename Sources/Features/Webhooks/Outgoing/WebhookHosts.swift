/// The hosts to which webhooks may be sent: names, addresses, and ranges of addresses.
///
/// A URL must name one of them. An address that is not public is connected to only if it is listed itself, so that a name
/// that leads to one (by mistake, or by somebody who controls it) reaches nothing. Only `localhost` leads to loopback.
package struct WebhookHosts: Hashable, Sendable {
    private let names: Set<String>
    private let ranges: [AddressRange]
    /// What was listed, in its order.
    package let texts: [String]

    /// No host.
    package static let none = WebhookHosts(names: [], ranges: [], texts: [])

    /// Reads names, addresses and ranges, separated by commas; nil if one of them is none.
    package init?(_ text: String) {
        let texts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            part.split(separator: " ").joined(separator: " ").lowercased()
        }
        var names: Set<String> = []
        var ranges: [AddressRange] = []
        for text in texts {
            if let range = AddressRange(text) {
                ranges.append(range)
            } else if HostName.isName(text) {
                names.insert(text)
            } else {
                return nil
            }
        }
        self.init(names: names, ranges: ranges, texts: texts)
    }

    private init(names: Set<String>, ranges: [AddressRange], texts: [String]) {
        self.names = names
        self.ranges = ranges
        self.texts = texts
    }

    /// Whether no host is listed.
    package var isEmpty: Bool { texts.isEmpty }

    /// Whether a URL may name a host.
    package func allows(_ host: String) -> Bool {
        guard let address = IPAddress(host) else { return names.contains(host) }
        return lists(address)
    }

    /// Whether a host may be connected to at an address that it has.
    package func allows(_ address: IPAddress, of host: String) -> Bool {
        guard allows(host) else { return false }
        if lists(address) { return true }
        if host == "localhost" { return AddressRange.loopback.contains { $0.contains(address) } }
        return !AddressRange.notPublic.contains { $0.contains(address) }
    }

    private func lists(_ address: IPAddress) -> Bool { ranges.contains { $0.contains(address) } }
}

/// What a name of a host looks like.
enum HostName {
    /// How long a name is, in bytes.
    static let length = 1...253

    /// Whether a text is a name of small letters, digits, hyphens and underscores, in parts between dots.
    static func isName(_ text: String) -> Bool {
        length.contains(text.utf8.count)
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy(isNameByte)
            }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
