import LifecycleKernel

/// The end of a page of a list as opaque text: the hexadecimal digits of a key.
package enum PageCursor {
    /// Makes a cursor.
    package static func text(of key: String) -> String { key.utf8.hexadecimal }

    /// The key of a cursor; nil when the text is no cursor.
    package static func key(of text: String) -> String? {
        guard let bytes = [UInt8](hexadecimal: text), bytes.hexadecimal == text,
            let key = String(validating: bytes, as: UTF8.self), key.isStreamSafe
        else { return nil }
        return key
    }
}
