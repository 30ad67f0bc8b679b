// The code in the guides, against the server that GREENROOM_SERVER names.
import assert from "node:assert/strict";
import {readFileSync, readdirSync} from "node:fs";
import {test} from "node:test";

const guides = new URL("../../../../docs/guides/", import.meta.url);
const client = new URL("../../lib/index.js", import.meta.url);

const scripts = readdirSync(guides).filter((name) => name.endsWith(".md")).flatMap((name) =>
    [...readFileSync(new URL(name, guides), "utf8").matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => ({name, code})));

test("a guide has code in JavaScript", () => assert.ok(scripts.length > 0));

for (const {name, code} of scripts) {
    test(`the code of ${name} does what it asserts`, async () => {
        // A module of a data: address resolves no names of packages.
        const module = code.replace('"greenroom-client"', JSON.stringify(client));
        assert.match(module, /assert/);
        await import(`data:text/javascript,${encodeURIComponent(module)}`);
    });
}
