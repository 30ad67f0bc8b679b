import NIOHTTP2

extension Error {
    /// Whether it may be one of a stream, which SwiftNIO has reset: the headers or the length of a request are wrong, or a
    /// frame is none that its stream may have now. SwiftNIO reports some errors of connections with the same types, but
    /// has written a GOAWAY then. Source: RFC 9113, 5.1, 5.4.2, 6.9.1, 8.1.1.
    var mayEndOneStream: Bool {
        switch self {
        case is NIOHTTP2Errors.StreamError, is NIOHTTP2Errors.TrailersWithoutEndStream:
            true
        case is NIOHTTP2Errors.BadStreamStateTransition, is NIOHTTP2Errors.StreamClosed, is NIOHTTP2Errors.NoSuchStream,
            is NIOHTTP2Errors.FlowControlViolation, is NIOHTTP2Errors.InvalidFlowControlWindowSize,
            is NIOHTTP2Errors.InvalidWindowIncrementSize:
            true
        case is NIOHTTP2Errors.MissingPseudoHeader, is NIOHTTP2Errors.DuplicatePseudoHeader,
            is NIOHTTP2Errors.PseudoHeaderAfterRegularHeader, is NIOHTTP2Errors.UnknownPseudoHeader,
            is NIOHTTP2Errors.UnsupportedPseudoHeader, is NIOHTTP2Errors.InvalidPseudoHeaders,
            is NIOHTTP2Errors.InvalidPseudoHeaderValue, is NIOHTTP2Errors.EmptyPathHeader:
            true
        case is NIOHTTP2Errors.InvalidHTTP2HeaderFieldName, is NIOHTTP2Errors.InvalidHTTP2HeaderFieldValue,
            is NIOHTTP2Errors.ForbiddenHeaderField:
            true
        case is NIOHTTP2Errors.ContentLengthViolated, is NIOHTTP2Errors.ContentLengthHeadersMismatch,
            is NIOHTTP2Errors.ContentLengthHeaderNegative, is NIOHTTP2Errors.ContentLengthHeaderMalformedValue:
            true
        default:
            false
        }
    }
}
