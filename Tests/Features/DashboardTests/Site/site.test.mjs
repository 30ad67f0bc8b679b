import assert from "node:assert/strict";
import { test } from "node:test";
import { sources } from "./sources.mjs";

const names = [...sources.keys()];
const text = (name) => sources.get(name);

test("The modules that features have as a literal are found", () => assert.ok(names.includes("sessions.js")));

for (const name of names.filter((name) => !name.endsWith(".svg"))) {
  test(`${name} has no line of more than 120 columns`, () => {
    const long = text(name).split("\n").flatMap((line, index) => (line.length > 120 ? [index + 1] : []));
    assert.deepEqual(long, []);
  });
}

for (const name of names.filter((name) => name.endsWith(".js"))) {
  test(`${name} imports only what exists, and uses all that it imports`, async () => {
    const source = text(name);
    for (const [statement, list, from] of source.matchAll(/^import \{([^}]*)\} from "\.\/([^"]+)";$/gms)) {
      assert.ok(names.includes(from), from);
      const rest = source.replace(statement, "");
      for (const part of list.split(",").map((part) => part.trim()).filter(Boolean)) {
        const [exported, local = exported] = part.split(" as ");
        assert.match(text(from), new RegExp(`^export .*\\b${exported}\\b`, "m"), `${from} does not export ${exported}`);
        assert.match(rest, new RegExp(`\\b${local}\\b`), `${local} is not used`);
      }
    }
  });
}
