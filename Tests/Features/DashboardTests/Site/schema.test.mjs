import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Schema, textOf, valueOf } from "../../../../Sources/Features/Dashboard/Site/schema.js";

const schema = new Schema(JSON.parse(readFileSync(new URL("../../../../docs/openapi.json", import.meta.url))));
const fieldsOf = (kinds, name) => Object.fromEntries(
  kinds.find((kind) => kind.name === name).fields.map((field) => [field.name, field]));
const events = schema.kinds("Event", "type");

test("Every kind of event is read, with what it is and an example", () => {
  const { mapping } = schema.schemas.Event.discriminator;
  assert.deepEqual(events.map(({ name }) => name), Object.keys(mapping));
  for (const { name, about, example } of events) {
    assert.ok(about.length > 0, name);
    assert.equal(example.type, name);
  }
});

test("Fields have their kind, and whether they are required", () => {
  const battery = fieldsOf(events, "device.setBattery");
  assert.deepEqual([battery.level.kind, battery.level.minimum, battery.level.maximum, battery.level.isRequired],
    ["number", 0, 1, false]);
  assert.equal(battery.charging.kind, "boolean");
  const push = fieldsOf(events, "push.deliver");
  assert.deepEqual([push.payload.kind, push.payload.isRequired], ["json", true]);
  assert.deepEqual(push.priority.choices, [1, 5, 10]);
  assert.deepEqual(push.pushType.choices, ["alert", "background", "voip", "complication", "fileprovider", "location", "liveactivity", "pushtotalk",
    "widgets", "mdm"]);
  assert.equal(fieldsOf(events, "app.launch").arguments.kind, "list");
  assert.equal(fieldsOf(events, "device.allocateSystemMemory").bytes.kind, "integer");
  assert.deepEqual(fieldsOf(events, "device.home"), {});
});

test("No field of an event or an action is left without a kind", () => {
  const kinds = new Set(["choice", "boolean", "integer", "number", "text", "list", "json"]);
  for (const { fields } of [...events, ...schema.kinds("Action", "action"), ...schema.kinds("BehaviorEntry", "action")]) {
    for (const field of fields) assert.ok(kinds.has(field.kind), field.name);
  }
});

test("An action of several forms has the fields of all, and requires what all require", () => {
  const actions = schema.kinds("Action", "action");
  const end = fieldsOf(actions, "endBackgroundTask");
  assert.deepEqual(Object.keys(end).sort(), ["name", "number"]);
  assert.ok(!end.name.isRequired && !end.number.isRequired);
  assert.ok(fieldsOf(actions, "beginBackgroundTask").name.isRequired);
  assert.ok("takesSeconds" in fieldsOf(schema.kinds("BehaviorEntry", "action"), "endBackgroundTask"));
});

test("The callbacks of a behaviour are read", () => {
  assert.ok(schema.propertyNames("InstalledApp", "behavior").includes("sceneDidEnterBackground(_:)"));
});

for (const [kind, text, value] of [
  ["integer", "5", 5], ["number", "0.5", 0.5], ["number", "many", "many"], ["boolean", "true", true],
  ["boolean", "false", false], ["text", "a", "a"], ["list", " a \n\nb", ["a", "b"]], ["list", " \n", undefined],
  ["json", '{"a": 1}', { a: 1 }], ["json", "{", "{"], ["text", "", undefined], ["integer", "", undefined],
]) {
  test(`The text ${JSON.stringify(text)} of the kind ${kind} is ${JSON.stringify(value)}`, () => {
    assert.deepEqual(valueOf({ kind }, text), value);
    if (value !== undefined) assert.deepEqual(valueOf({ kind }, textOf({ kind }, value)), value);
  });
}

test("A choice has the type of its choices", () => {
  assert.equal(valueOf({ kind: "choice", choices: [1, 5] }, "5"), 5);
  assert.equal(valueOf({ kind: "choice", choices: ["a"] }, ""), undefined);
});
