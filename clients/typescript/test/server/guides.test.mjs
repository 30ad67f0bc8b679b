// The code in the guides, against the server that GREENROOM_SERVER names.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {test} from "node:test";
import {fileURLToPath} from "node:url";

const guides = new URL("../../../../docs/guides/", import.meta.url);
const client = new URL("../../lib/index.js", import.meta.url);
const jsboxScripts = new URL("../../../../examples/jsbox/", import.meta.url);

// Runs a file of tests in a project that has the client, in the folder of the example scripts.
function runTests(code) {
    const project = mkdtempSync(join(tmpdir(), "greenroom-guide-"));
    try {
        mkdirSync(join(project, "node_modules"));
        symlinkSync(fileURLToPath(new URL("../..", import.meta.url)), join(project, "node_modules/greenroom-client"));
        const file = join(project, "guide.test.mjs");
        writeFileSync(file, code);
        const {NODE_TEST_CONTEXT, ...environment} = process.env;
        const options = {cwd: jsboxScripts, env: environment, encoding: "utf8"};
        const output = execFileSync(process.execPath, ["--test", file], options);
        assert.match(output, /pass [1-9]/);
    } finally {
        rmSync(project, {recursive: true});
    }
}

const scripts = readdirSync(guides).filter((name) => name.endsWith(".md")).flatMap((name) =>
    [...readFileSync(new URL(name, guides), "utf8").matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => ({name, code})));

test("a guide has code in JavaScript", () => assert.ok(scripts.length > 0));

for (const {name, code} of scripts) {
    test(`the code of ${name} does what it asserts`, async () => {
        if (code.includes('"node:test"')) return runTests(code);
        // A module of a data: address resolves no names of packages.
        const module = code.replace('"greenroom-client"', JSON.stringify(client));
        assert.match(module, /assert/);
        await import(`data:text/javascript,${encodeURIComponent(module)}`);
    });
}
