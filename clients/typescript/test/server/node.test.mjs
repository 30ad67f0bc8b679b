// Starts servers of its own from the binary that GREENROOM_BINARY names.
import assert from "node:assert/strict";
import {test} from "node:test";
import {startServer, testServer} from "greenroom-client/node";

test("a server that is started is ready, has its options, and is gone when it was stopped", async () => {
    const {client, stop} = await startServer({arguments: ["--demo"]});
    assert.notEqual(client.server, process.env.GREENROOM_SERVER);
    assert.equal((await client.device("demo").read()).id, "demo");
    await stop();
    await assert.rejects(client.readVersion(), {name: "ConnectionError"});
    await stop();
});

test("a server that cannot start says why", async () => {
    await assert.rejects(startServer({arguments: ["--no-such-option"]}), /ended with exit code 64: .*no-such-option/s);
    await assert.rejects(startServer({binary: "/nowhere/greenroom"}), /\/nowhere\/greenroom cannot be run .*GREENROOM_BINARY/);
});

test("a server that is there already is used, and stays", async () => {
    const {client, stop} = await testServer();
    assert.equal(client.server, process.env.GREENROOM_SERVER.replace(/\/$/, ""));
    await stop();
    await client.readVersion();
});

test("without one a server is started", async () => {
    const {GREENROOM_SERVER: server} = process.env;
    delete process.env.GREENROOM_SERVER;
    try {
        const {client, stop} = await testServer();
        assert.notEqual(client.server, server);
        await client.readVersion();
        await stop();
    } finally {
        process.env.GREENROOM_SERVER = server;
    }
});
