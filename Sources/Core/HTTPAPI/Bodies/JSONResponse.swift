import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

extension HTTPFields {
    /// The headers of an answer, with capacity for those that are added later: caching, request id, length, date.
    ///
    /// - Parameter tag: The entity tag, with its quotes.
    package init(type: String, tag: String? = nil) {
        self.init()
        reserveCapacity(6)
        append(HTTPField(name: .contentType, value: type))
        if let tag { append(HTTPField(name: .eTag, value: tag)) }
    }
}

extension ResponseBody {
    /// An object as JSON, in one buffer: Hummingbird sends such a body and its head in a single write.
    package static func json(_ object: some FieldWritable, in language: Language = .english) -> ResponseBody {
        .init(byteBuffer: ByteBuffer(bytes: JSONText.write(object, in: language)))
    }
}

extension Response {
    /// An answer that is one JSON object, texts for people in a language.
    package static func json(
        _ object: some FieldWritable,
        in language: Language = .english,
        status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = MediaType.json
        // Without a tag a cache could not revalidate it.
        if !headers.contains(.eTag) { headers[.cacheControl] = "no-store" }
        return Response(status: status, headers: headers, body: .json(object, in: language))
    }

    /// An answer that is a document, which is not to be kept.
    package static func json(document: Value) -> Response {
        let headers: HTTPFields = [.contentType: MediaType.json, .cacheControl: "no-store"]
        return Response(
            status: .ok,
            headers: headers,
            body: .init(byteBuffer: ByteBuffer(bytes: JSONText.write(document)))
        )
    }

    /// An answer that is text.
    package static func text(
        _ text: String,
        type: String = MediaType.text,
        status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = type
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
