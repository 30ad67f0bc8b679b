"""Documents that a description allows, nearly: values of each schema, often at an edge, and some of them spoilt."""

import json
import random
import re

EDGES = [0, 1, -1, 2, 255, 256, 65535, 2**31 - 1, 2**31, -(2**31), 2**53, 2**63 - 1, -(2**63), 2**64, 1e308, -1e308, 5e-324, 0.1]
TEXTS = [
    "", "a", " ", "\u0000", "\U0001f600" * 40, "e\u0301", "\u00e9", "../../etc/passwd", "<script>", "%s%n", "${x}", "\u202e", "9" * 400,
    "a" * 4096, "com.example.notes", "true", "null", "\"", "\\", "\n", "\r\nX: y", "*", "\uffff", "\U0010ffff", "a.b.c", "-", "1", "0",
]
JUNK = [None, True, False, [], {}, [[]], {"": None}, [None] * 50, {"a": {"b": {"c": []}}}]


class Documents:
    """Makes values of the schemas of a description."""

    def __init__(self, description, seed, names):
        self.schemas = description["components"]["schemas"]
        self.random = random.Random(seed)
        # Names that exist on the devices, by the field or parameter that takes them.
        self.names = names

    def value(self, schema, field="", depth=0):
        """A value of a schema; one of about thirty is of another kind or at an edge beyond what is allowed."""
        draw = self.random
        if draw.random() < 0.03:
            return draw.choice([draw.choice(EDGES), draw.choice(TEXTS), draw.choice(JUNK)])
        if "$ref" in schema:
            return self.value(self.schemas[schema["$ref"].rsplit("/", 1)[1]], field, depth)
        if field in self.names and draw.random() < 0.8:
            return draw.choice(self.names[field])
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return draw.choice(schema["enum"])
        for several in ("oneOf", "anyOf"):
            if several in schema:
                return self.value(draw.choice(schema[several]), field, depth)
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = draw.choice(kind)
        match kind:
            case "object":
                return self.object(schema, depth)
            case "array":
                most = min(schema.get("maxItems", 4), 1 if depth > 5 else draw.choice([0, 1, 1, 2, 4, 30]))
                count = max(schema.get("minItems", 0), draw.randint(0, most))
                return [self.value(schema.get("items", {}), field, depth + 1) for _ in range(count)]
            case "integer":
                return self.number(schema, whole=True)
            case "number":
                return self.number(schema, whole=False)
            case "string":
                return self.text(schema)
            case "boolean":
                return draw.random() < 0.5
            case "null":
                return None
        return draw.choice([*JUNK, *EDGES[:4], "a", {"aps": {"alert": "hi", "content-available": 1}}])

    def object(self, schema, depth):
        draw = self.random
        required = set(schema.get("required", []))
        share = 0.5 if depth < 2 else 0.25 if depth < 5 else 0.05
        made = {
            name: self.value(part, name, depth + 1)
            for name, part in schema.get("properties", {}).items()
            if name in required or draw.random() < share
        }
        others = schema.get("additionalProperties")
        if isinstance(others, dict) and depth < 6:
            for _ in range(draw.randint(0, 2)):
                name = self.text(schema.get("propertyNames", {"type": "string"}))
                made[str(name)] = self.value(others, "", depth + 1)
        if draw.random() < 0.02:
            made[draw.choice(TEXTS)] = draw.choice(JUNK)
        if made and draw.random() < 0.02:
            del made[draw.choice(list(made))]
        return made

    def number(self, schema, whole):
        draw = self.random
        low = schema.get("minimum", schema.get("exclusiveMinimum", -(2**31)))
        high = schema.get("maximum", 2**31)
        choice = draw.random()
        if choice < 0.25:
            return low
        if choice < 0.5:
            return high
        number = draw.choice([low + 1, high - 1, min(max(draw.choice(EDGES), low), high), draw.uniform(low, min(high, low + 100))])
        return int(number) if whole else number

    def text(self, schema):
        draw = self.random
        if "examples" in schema and draw.random() < 0.5:
            return draw.choice(schema["examples"])
        if schema.get("format") == "date-time":
            return draw.choice(["2026-01-01T00:00:12.000Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "2026-02-30T00:00:00Z"])
        if "pattern" in schema and draw.random() < 0.8:
            for text in [*TEXTS, "com.example.mail", "0x8badf00d", "a1b2", "12345678-1234-1234-1234-123456789012", "A" * 40]:
                if re.search(schema["pattern"], text):
                    return text
        if draw.random() < 0.1:
            return "x" * min(schema.get("maxLength", 100_000), 100_000)
        return draw.choice(TEXTS)

    def spoilt(self, text):
        """Bytes of a document with a few of them changed, cut off or repeated."""
        draw = self.random
        data = bytearray(text if isinstance(text, bytes) else json.dumps(text).encode())
        for _ in range(draw.randint(1, 4)):
            if not data:
                break
            at = draw.randrange(len(data))
            match draw.randrange(5):
                case 0:
                    data[at] = draw.randrange(256)
                case 1:
                    del data[at:]
                case 2:
                    del data[at : at + draw.randint(1, 20)]
                case 3:
                    data[at:at] = data[at : at + draw.randint(1, 200)]
                case 4:
                    data[at:at] = draw.choice([b"{", b"[", b'"', b"\\u0000", b"\xff", b"1e400", b"\\ud800", b"- ", b"\t", b": ", b"&a ", b"*a "])
        return bytes(data)


def operations(description):
    """Each operation of a description: method, path, its parameters, and the schema of its JSON body, if it has one."""
    for path, item in description["paths"].items():
        for method, operation in item.items():
            if method not in ("get", "post", "put", "patch", "delete"):
                continue
            parameters = [resolved(one, description) for one in item.get("parameters", []) + operation.get("parameters", [])]
            content = operation.get("requestBody", {}).get("content", {})
            media, body = next(((media, one.get("schema", {})) for media, one in content.items()), (None, None))
            yield method.upper(), path, parameters, media, body


def resolved(part, description):
    if "$ref" not in part:
        return part
    found = description
    for name in part["$ref"].removeprefix("#/").split("/"):
        found = found[name]
    return found
