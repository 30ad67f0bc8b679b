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

// The colours of style.css, light and then dark.
const schemes = [...text("style.css").matchAll(/:root \{([^}]*)\}/g)]
  .map(([, rules]) => Object.fromEntries([...rules.matchAll(/--(\w[\w-]*): (#[0-9a-f]{6});/g)].map(([, ...rule]) => rule)));

function luminance(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(...colours) {
  const [lighter, darker] = colours.map(luminance).sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

test("There are light and dark colours", () => assert.equal(schemes.length, 2));

for (const [index, colours] of schemes.entries()) {
  for (const [ink, ...papers] of [["on-band", "active", "inactive", "background", "suspended", "hold"],
    ["ink", "panel", "paper"], ["quiet", "panel", "paper"], ["accent", "panel"], ["bad", "panel"], ["warning", "panel"],
    ["accent-ink", "accent"]]) {
    for (const paper of papers) {
      test(`${ink} on ${paper} can be read, ${index ? "dark" : "light"}`, () => {
        const found = contrast(colours[ink], colours[paper]);
        assert.ok(found >= 4.5, `${found.toFixed(2)} to 1`);
      });
    }
  }
}
