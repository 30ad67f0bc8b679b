// That the tests have what every client does: each case of clients/contract under its name.
import assert from "node:assert/strict";
import {readFileSync, readdirSync} from "node:fs";
import {test} from "node:test";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const cases = [...read("../../contract/contract.yaml").matchAll(/^- case: (.+)$/gm)].map(([, name]) => name);
const tests = new Set(readdirSync(new URL("server/", import.meta.url)).flatMap((name) =>
    [...read(`server/${name}`).matchAll(/^test\("([^"]+)"/gm)].map(([, title]) => title)));

test("the contract has cases", () => assert.ok(cases.length > 0 && new Set(cases).size === cases.length));

for (const name of cases) {
    test(`there is a test of the case: ${name}`, () => assert.ok(tests.has(name), `no test in test/server is named "${name}"`));
}
