// What finds each of the bugs that the SDK has a switch for, as the table in README.md says.
//
//     node --test examples/sdk/bugs.test.mjs

import assert from "node:assert/strict";
import {execFile} from "node:child_process";
import {readFile} from "node:fs/promises";
import {after, test} from "node:test";
import {fileURLToPath} from "node:url";
import {testServer} from "../../clients/typescript/lib/node.js";
import {BUNDLE, FUNCTIONS, INVARIANTS, networkIsSlow, shopWith} from "./shop.mjs";

const BUGS = JSON.parse(await readFile(new URL("bugs.json", import.meta.url), "utf8"));
const SILENT = {pushType: "background", payload: {aps: {"content-available": 1}}};
// A kill cuts a request off, which no app can prevent.
const UNAVOIDABLE = `${BUNDLE}/requestCutOff`;
const {client: greenroom, stop} = await testServer();
after(stop);

/** The tests that fail with a bug. */
function failingTests(bug) {
    const suite = fileURLToPath(new URL("analytics.test.mjs", import.meta.url));
    const {NODE_TEST_CONTEXT: _, ...env} = process.env;
    return new Promise((resolve) => {
        execFile(process.execPath, ["--test", "--test-reporter=tap", suite],
            {env: {...env, ANALYTICS_BUG: bug, GREENROOM_SERVER: greenroom.server}}, (_, output) => {
                resolve([...output.matchAll(/^ *not ok \d+ - (.*)$/gm)].map(([, name]) => name).filter((name) => !name.endsWith(".mjs")));
            });
    });
}

/** Lives through what happens to an app on a day, and returns what the audit has found. */
async function findingsOfADay(bug) {
    const phone = await greenroom.newDevice({rules: "ios18"});
    const shop = await phone.attach(shopWith(bug));
    const use = async (seconds) => {
        await shop.send("app.launch");
        await shop.run(() => shop.code.track());
        await phone.send({type: "device.home"});
        await phone.advance(seconds);
    };
    await use(60);
    // A user who comes back at once.
    await use(1);
    await use(60);
    // A tunnel.
    await phone.send({type: "device.setNetwork", network: "none"});
    await use(60);
    await phone.send({type: "device.setNetwork", network: "wifi"});
    await shop.send("app.terminate", {cause: "jetsam"});
    await shop.send("push.deliver", SILENT);
    await phone.advance(60);
    await shop.send("push.deliver", SILENT);
    await phone.advance(60);
    await phone.advance(3600);
    networkIsSlow(shop.world);
    await shop.send("app.launch");
    await shop.run(() => shop.code.track());
    await shop.send("push.deliver", SILENT);
    await phone.advance(50);
    await phone.send({type: "device.home"});
    await phone.advance(60);
    const {findings} = await shop.audit();
    // A push that was completed too late is refused.
    void shop.refusals;
    await phone.delete();
    return [...new Set(findings.map(({code}) => code))].sort();
}

/** Searches all sequences of so many inputs. */
function search({functions, inputs, times = [], alone, length}, app, invariants = INVARIANTS) {
    return greenroom.explore(app, {
        functions: Object.fromEntries(functions.map((name) => [name, FUNCTIONS[name]])),
        inputs: {only: inputs, times}, invariants, known: alone === "requestCutOff" ? [] : [UNAVOIDABLE],
        interruptions: 0, depth: length, transitions: 2000, failOn: null,
    });
}

test("the audit finds nothing in the SDK without bugs", async () => {
    assert.deepEqual(await findingsOfADay("none"), []);
});

for (const bug of BUGS) {
    const {name, length} = bug;

    test(`${name}: the suite fails`, async () => {
        const failed = await failingTests(name);
        assert.ok(failed.includes(bug.test), failed.join("\n"));
        assert.equal(failed.length, bug.fails, failed.join("\n"));
    });

    test(`${name}: the audit`, async () => {
        assert.deepEqual(await findingsOfADay(name), bug.findings);
    });

    test(`${name}: explore finds it with the fewest inputs`, async () => {
        const {failures} = await search(bug, shopWith(name), {});
        const alone = Object.fromEntries(failures.map(({signature, inputs}) => [signature.split("/")[1], inputs.length]));
        assert.equal(alone[bug.alone], bug.alone ? bug.lengthAlone ?? length : undefined);
        assert.equal(Object.keys(alone).length === 0, bug.alone === null);
        const {broken} = await search(bug, shopWith(name));
        const found = Object.fromEntries(Object.entries(broken).map(([invariant, inputs]) => [invariant, inputs.length]));
        assert.deepEqual(found, bug.invariant ? {[bug.invariant]: length} : {});
    });

    test(`${name}: explore finds nothing in the SDK without bugs`, async () => {
        const {failures, broken, reports: [report]} = await search(bug, shopWith("none"));
        assert.deepEqual([failures, broken], [[], {}]);
        // What "none found" says: no sequence of so many inputs fails.
        assert.equal(report.passes[0].inputs, length);
    });
}
