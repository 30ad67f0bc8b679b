"""Makes src/greenroom_client/models.py, the types of the documents, from docs/openapi.json."""

import json
import keyword
import textwrap
from pathlib import Path
from typing import Any

Schema = dict[str, Any]

HEADER = '''"""The documents of Greenroom's interface, as types. Their fields have the names that they have in JSON.

Made by generate_models.py from docs/openapi.json; changes are made there.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

'''

# Lists of names that have a name of their own, by the field in which each is met first.
NAMES = {
    "InputPatternEvent.type": "EventType",
    "InputPatternAction.action": "ActionName",
    "AppConditionApp.state": "AppState",
    "NewDeviceRules.profile": "Profile",
    "NewApp.delegateImplements": "DelegateMethod",
    "NewApp.observes": "NotificationName",
    "ProcessRecord.why": "ProcessChange",
    "ProcessRecord.launchReason": "LaunchReason",
    "SceneRecord.from": "SceneState",
    "CallbackRecord.name": "CallbackName",
    "CallbackRecord.receiver": "CallbackReceiver",
    "AssertionRecord.assertion": "AssertionKind",
    "VerdictRecord.subject": "VerdictSubject",
    "VerdictRecord.verdict": "VerdictName",
    "VerdictRecord.why": "VerdictReason",
    "ExitRecord.reason": "ExitReason",
    "FindingRecord.code": "FindingCode",
    "FindingRecord.severity": "Severity",
    "AdvanceOutcome.stopped": "AdvanceStop",
    "PendingCallback.name": "PendingCallbackName",
    "PendingCallback.receiver": "PendingCallbackReceiver",
    "RuleTableRules.key": "RuleKey",
    "Problem.code": "ProblemCode",
}

# Objects with so many forms that their types would be longer than all others; the server checks them.
PLAIN = {
    "Event",
    "Action",
    "AppAction",
    "BehaviorEntry",
    "RecordPattern",
    "ForeseenRecord",
    "ScenarioStep",
    "InfoPlist",
}
SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


class Module:
    """The types made so far, and the source of each."""

    def __init__(self, description: Schema) -> None:
        self.schemas: dict[str, Schema] = description["components"]["schemas"]
        self.sent = self.reachable(description["paths"])
        self.lists: dict[tuple[Any, ...], str] = {}
        self.names: list[str] = []
        self.classes: list[str] = []
        # Of the patterns only the names of events and actions are wanted.
        self.typed_dict("InputPattern", self.schemas["InputPattern"], sent=True)
        self.classes.clear()
        taken_apart = ("Event", "Action", "RecordPattern", "ForeseenRecord", "ScenarioStep")
        forms = references([self.schemas[name] for name in taken_apart])
        for name, schema in self.schemas.items():
            if name not in forms:
                self.declare(name, schema, name in self.sent)

    def reachable(self, paths: Schema) -> set[str]:
        """The schemas that clients send: these accept any sequence and mapping."""
        bodies = [one["requestBody"] for path in paths.values() for one in path.values() if "requestBody" in one]
        found: set[str] = set()
        waiting = references(bodies)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting |= references(self.schemas[name])
        return found

    def declare(self, name: str, schema: Schema, sent: bool) -> None:
        if name in PLAIN:
            self.names.append(f'{name}: TypeAlias = "Mapping[str, Any]"')
        elif "properties" in schema:
            self.classes.append(self.typed_dict(name, schema, sent))
        else:
            self.names.append(alias(name, self.expression(schema, name, sent)))

    def typed_dict(self, name: str, schema: Schema, sent: bool) -> str:
        required = set(schema.get("required", []))
        fields = {}
        for field, content in schema["properties"].items():
            made = self.expression(content, f"{name}.{field}", sent)
            fields[field] = made if field in required else f"NotRequired[{made}]"
        if any(keyword.iskeyword(field) or not field.isidentifier() for field in fields):
            entries = "".join(f'    "{field}": {quoted(made)},\n' for field, made in fields.items())
            return f'{name} = TypedDict("{name}", {{\n{entries}}})\n'
        text = schema.get("description", f"A part of `{name}`.")
        lines = [f"class {name}(TypedDict):", indented(f'"""{text}"""')]
        for field, made in fields.items():
            lines.append(f"    {field}: {quoted(made)}")
            about = schema["properties"][field].get("description")
            if about and not field.isupper():
                lines.append(indented(f'"""{about}"""'))
        return "\n".join(lines) + "\n"

    def expression(self, schema: Schema, path: str, sent: bool) -> str:
        if "$ref" in schema:
            return str(schema["$ref"].rpartition("/")[2])
        if "const" in schema:
            return literal((schema["const"],))
        if "enum" in schema:
            return self.choice(tuple(schema["enum"]), path)
        for union in ("oneOf", "anyOf"):
            if union in schema:
                return self.union(schema[union], path, sent)
        if "properties" in schema:
            return self.nested(schema, path, sent)
        return self.container(schema, path, sent)

    def container(self, schema: Schema, path: str, sent: bool) -> str:
        kind = schema.get("type")
        if isinstance(kind, list):
            return self.union([{**schema, "type": one} for one in kind], path, sent)
        if kind == "array":
            item = self.expression(schema.get("items", {}), path, sent)
            return f"Sequence[{item}]" if sent else f"list[{item}]"
        if kind == "object":
            rest = schema.get("additionalProperties")
            value = self.expression(rest, path, sent) if isinstance(rest, dict) else "Any"
            return f"Mapping[str, {value}]" if sent else f"dict[str, {value}]"
        return SIMPLE.get(str(kind), "Any")

    def choice(self, values: tuple[Any, ...], path: str) -> str:
        if path in NAMES and values not in self.lists:
            self.lists[values] = NAMES[path]
            self.names.append(alias(NAMES[path], literal(values)))
        return self.lists.get(values, literal(values))

    def union(self, members: list[Schema], path: str, sent: bool) -> str:
        made = [self.expression(member, numbered(path, index, members), sent) for index, member in enumerate(members)]
        return " | ".join(dict.fromkeys(made))

    def nested(self, schema: Schema, path: str, sent: bool) -> str:
        name = "".join(part[0].upper() + part[1:] for part in path.split("."))
        self.classes.append(self.typed_dict(name, schema, sent))
        return name

    def source(self) -> str:
        return HEADER + "\n".join(self.names) + "\n\n\n" + "\n\n".join(self.classes)


def numbered(path: str, index: int, members: list[Schema]) -> str:
    """A name for each member of a union where several are objects."""
    objects = [member for member in members if "properties" in member]
    return f"{path}.{index + 1}" if len(objects) > 1 else path


def references(value: Any) -> set[str]:
    if isinstance(value, list):
        return set().union(*map(references, value))
    if not isinstance(value, dict):
        return set()
    own = {value["$ref"].rpartition("/")[2]} if "$ref" in value and "/schemas/" in value["$ref"] else set()
    return own.union(*map(references, value.values()))


def literal(values: tuple[Any, ...]) -> str:
    return f"Literal[{', '.join(written(value) for value in values)}]"


def written(value: Any) -> str:
    return json.dumps(value) if isinstance(value, str) else repr(value)


def alias(name: str, expression: str) -> str:
    """A line, or as many as it needs."""
    if expression.startswith("Literal["):
        line = f"{name}: TypeAlias = {expression}"
        values = expression.removeprefix("Literal[").removesuffix("]")
        return line if len(line) <= 120 else f"{name}: TypeAlias = Literal[\n{indented(values)},\n]"
    line = f'{name}: TypeAlias = "{expression}"'
    members = "\n".join(f'    "{part}"' for part in textwrap.wrap(expression + " ", 112, drop_whitespace=False))
    return line if len(line) <= 120 else f"{name}: TypeAlias = (\n{members}\n)"


def quoted(expression: str) -> str:
    """An expression that is read only when somebody asks for it, so that classes may come in any order."""
    return '"' + expression.replace('"', "'") + '"'


def indented(text: str) -> str:
    tab = "    "
    return textwrap.fill(
        text, 116, initial_indent=tab, subsequent_indent=tab, break_long_words=False, break_on_hyphens=False
    )


def main() -> None:
    here = Path(__file__).parent
    description = json.loads((here.parents[1] / "docs/openapi.json").read_text())
    (here / "src/greenroom_client/models.py").write_text(Module(description).source())


if __name__ == "__main__":
    main()
