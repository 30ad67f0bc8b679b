/// A picture in black and white, a byte for each pixel; 1 is black.
struct Bitmap: Sendable {
    let width: Int
    let height: Int
    private(set) var pixels: [UInt8]

    /// Makes a white picture.
    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = [UInt8](repeating: 0, count: width * height)
    }

    /// Makes a pixel black; one beside the picture is left out.
    private mutating func set(_ x: Int, _ y: Int) {
        guard x >= 0, x < width, y >= 0, y < height else { return }
        pixels[y * width + x] = 1
    }

    /// Draws the frame of a rectangle, and makes white what is in it.
    mutating func box(x: Int, y: Int, width: Int, height: Int) {
        guard width > 0, height > 0 else { return }
        for row in max(0, y)..<max(0, min(self.height, y + height)) {
            for column in max(0, x)..<max(0, min(self.width, x + width)) {
                let isFrame = row == y || row == y + height - 1 || column == x || column == x + width - 1
                pixels[row * self.width + column] = isFrame ? 1 : 0
            }
        }
    }

    /// Writes a text, as much of it as fits a width.
    mutating func write(_ text: String, x: Int, y: Int, width: Int, scale: Int = 1) {
        let advance = (PixelFont.width + 1) * scale
        for (index, character) in text.prefix(max(0, width / advance)).enumerated() {
            for (column, bits) in PixelFont.columns(of: character).enumerated() {
                for row in 0..<PixelFont.height where bits >> UInt8(row) & 1 == 1 {
                    for dot in 0..<scale * scale {
                        set(x + index * advance + column * scale + dot % scale, y + row * scale + dot / scale)
                    }
                }
            }
        }
    }

    /// A part of the picture.
    func part(x: Int, y: Int, width: Int, height: Int) -> Bitmap {
        var part = Bitmap(width: max(1, width), height: max(1, height))
        for row in 0..<part.height where y + row >= 0 && y + row < self.height {
            for column in 0..<part.width where x + column >= 0 && x + column < self.width {
                part.pixels[row * part.width + column] = pixels[(y + row) * self.width + x + column]
            }
        }
        return part
    }
}

// MARK: PNG

extension Bitmap {
    /// The picture as a PNG file (ISO/IEC 15948) with one bit for each pixel, not compressed: about 40 KB.
    var png: [UInt8] {
        var header = Self.bytes(UInt32(width)) + Self.bytes(UInt32(height))
        // One bit, shades of grey, no interlacing.
        header += [1, 0, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
            + Self.chunk("IDAT", Self.stored(rows)) + Self.chunk("IEND", [])
    }

    /// The rows, each after a zero, which says that it is not filtered. White is 1 in the file.
    private var rows: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(height * (width / 8 + 2))
        for row in 0..<height {
            bytes.append(0)
            for start in stride(from: 0, to: width, by: 8) {
                var byte: UInt8 = 0
                for bit in 0..<8 where start + bit < width && pixels[row * width + start + bit] == 0 {
                    byte |= 0x80 >> UInt8(bit)
                }
                bytes.append(byte)
            }
        }
        return bytes
    }

    /// A zlib stream (RFC 1950) of blocks that are stored as they are (RFC 1951, 3.2.4).
    private static func stored(_ data: [UInt8]) -> [UInt8] {
        let blockLength = 65_535
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: data.count, by: blockLength) {
            let block = data[start..<min(start + blockLength, data.count)]
            let length = UInt16(block.count)
            stream.append(start + blockLength >= data.count ? 1 : 0)
            for number in [length, ~length] { stream += [UInt8(number & 0xFF), UInt8(number >> 8)] }
            stream += block
        }
        // Adler-32.
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in data {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return stream + bytes(b << 16 | a)
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(type.utf8) + data
        return bytes(UInt32(data.count)) + content + bytes(checksum(content))
    }

    /// The remainders of the checksum for each byte.
    private static let remainders: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    /// CRC-32.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in remainders[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8 }
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) }
    }
}
