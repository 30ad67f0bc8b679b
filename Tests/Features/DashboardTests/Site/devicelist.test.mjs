import assert from "node:assert/strict";
import { test } from "node:test";
import { AppNames, DeviceList } from "../../../../Sources/Features/Dashboard/Site/devicelist.js";

const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
const refused = (status) => Object.assign(new Error("refused"), { status });

// A server with a number of devices, which counts its requests.
class Server {
  constructor(count) {
    this.devices = Array.from({ length: count }, (_, number) => ({
      id: `phone-${number}`, labels: { run: String(number % 3) },
      apps: [{ bundleID: "com.example.notes", state: "suspended" }] }));
    this.asked = [];
    this.get = async (path) => {
      this.asked.push(path);
      await null;
      return this.answer(new URL(path, "http://server"));
    };
  }

  answer({ pathname, searchParams }) {
    if (pathname === "/v1/processes/summary") {
      return { devices: this.devices.length, states: { active: 0, suspended: this.devices.length } };
    }
    if (pathname !== "/v1/devices") {
      const found = this.devices.find(({ id }) => pathname.endsWith(`/${id}`));
      if (!found) throw refused(404);
      return found;
    }
    const label = searchParams.get("label");
    const matching = label ? this.devices.filter(({ labels }) => `run:${labels.run}` === label) : this.devices;
    const limit = Number(searchParams.get("limit"));
    return { devices: matching.slice(0, limit), next: matching.length > limit ? "more" : null };
  }

  get lists() { return this.asked.filter((path) => path.startsWith("/v1/devices?")); }
}

// A list whose pauses the test ends.
function listOf(server) {
  const sleepers = [], troubles = [];
  const list = new DeviceList({ get: server.get, onChange: () => {}, onError: (error) => troubles.push(error),
    wait: () => new Promise((resolve) => sleepers.push(resolve)) });
  const pass = async () => {
    for (let turn = 0; turn < 3; turn += 1) { sleepers.splice(0).forEach((wake) => wake()); await settled(); }
  };
  return { list, pass, troubles };
}

test("Of a hundred thousand devices one page is read, and the counts of all", async () => {
  const server = new Server(100_000);
  const { list, pass } = listOf(server);
  list.load();
  await pass();
  assert.deepEqual(server.asked, ["/v1/processes/summary", "/v1/devices?limit=300"]);
  assert.equal(list.shown.length, 300);
  assert.equal(list.summary.devices, 100_000);
  assert.equal(list.counts.suspended, 100_000);
});

test("Records of devices on another page do not reload the list", async () => {
  const server = new Server(1000);
  const { list, pass } = listOf(server);
  list.load();
  await pass();
  server.asked.length = 0;
  for (let number = 300; number < 1000; number += 1) {
    list.take({ device: `phone-${number}`, bundleID: "com.example.notes", to: "active" });
  }
  await pass();
  await pass();
  assert.deepEqual(server.asked, ["/v1/processes/summary"]);
});

test("Records of new devices reload the list once", async () => {
  const server = new Server(3);
  const { list, pass } = listOf(server);
  list.load();
  await pass();
  server.asked.length = 0;
  for (let number = 0; number < 500; number += 1) list.take({ device: `new-${number}`, bundleID: "x", to: "active" });
  await pass();
  await pass();
  assert.equal(server.lists.length, 1);
});

test("The list is not requested while it is being read", async () => {
  const server = new Server(3);
  const answers = [];
  const { list, pass } = listOf({ get: (path) => {
    server.asked.push(path);
    return new Promise((resolve) => answers.push(() => resolve(server.answer(new URL(path, "http://server")))));
  } });
  list.load();
  await pass();
  for (let count = 0; count < 50; count += 1) { list.load(); await pass(); }
  assert.equal(server.lists.length, 1);
  answers.splice(0).forEach((answer) => answer());
  await settled();
  await pass();
  assert.equal(server.lists.length, 2);
});

test("A record changes the app that it is about", async () => {
  const { list, pass } = listOf(new Server(3));
  list.load();
  await pass();
  list.take({ device: "phone-1", bundleID: "com.example.notes", to: "active" });
  assert.equal(list.devices.get("phone-1").apps[0].state, "active");
  list.take({ device: "phone-1", bundleID: "com.example.notes", to: "terminated" });
  assert.equal(list.devices.get("phone-1").apps[0].state, "notRunning");
  list.drop("phone-1");
  assert.equal(list.found.length, 2);
});

for (const [text, count] of [["run:1", 20], ["phone-7", 1], ["NOTES", 60], ["nothing", 0], ["one-1", 11]]) {
  test(`"${text}" finds ${count} of 60 devices without asking the server`, async () => {
    const server = new Server(60);
    const { list, pass } = listOf(server);
    list.load();
    await pass();
    server.asked.length = 0;
    list.find(text);
    await pass();
    assert.deepEqual(server.asked, []);
    assert.equal(list.found.length, count);
  });
}

for (const [text, found, asked] of [
  ["phone-4321", ["phone-4321"], "/v1/devices/phone-4321"],
  ["run:2", 1000, "/v1/devices?limit=1000&label=run%3A2"],
  ["phone-99999", [], "/v1/devices/phone-99999"],
]) {
  test(`"${text}" is searched by the server if there are more devices than a page`, async () => {
    const server = new Server(5000);
    const { list, pass } = listOf(server);
    list.load();
    await pass();
    list.find(text);
    await pass();
    await pass();
    assert.ok(server.asked.includes(asked), server.asked.join("\n"));
    if (typeof found === "number") assert.equal(list.found.length, found);
    else assert.deepEqual(list.found.map(({ id }) => id), found);
  });
}

test("An error is reported, and the next request is sent", async () => {
  const server = new Server(2);
  let isUnreachable = true;
  const { list, pass, troubles } = listOf({ get: (path) => {
    if (isUnreachable) return Promise.reject(new TypeError("Failed to fetch"));
    return server.get(path);
  } });
  list.load();
  await pass();
  assert.equal(troubles.length, 1);
  isUnreachable = false;
  list.load();
  await pass();
  assert.equal(list.shown.length, 2);
});

test("A search that begins while the list is read for the first time has the list read again", async () => {
  const server = new Server(2);
  const { list, pass } = listOf(server);
  const answer = server.get;
  list.get = async (path) => {
    if (server.lists.length === 0 && path.startsWith("/v1/devices?")) list.find("phone-1");
    return answer(path);
  };
  list.load();
  await pass();
  assert.equal(server.lists.length, 2);
  assert.deepEqual(list.shown.map(({ id }) => id), ["phone-1"]);
});

test("Names of apps are read once, from as few devices as have them", async () => {
  const installed = { one: [["a.a", "Notes"], ["a.b", "a.b"]], two: [["a.a", "Memos"]], three: [["a.c", "微信"]] };
  const devices = Object.entries(installed).map(([id, apps]) => ({ id, apps: apps.map(([bundleID]) => ({ bundleID })) }));
  devices.push({ id: "gone", apps: [{ bundleID: "a.d" }] });
  const asked = [];
  const names = new AppNames({ onChange: () => {}, get: async (path) => {
    asked.push(path);
    const apps = installed[path.split("/")[3]];
    if (!apps) throw refused(404);
    return { apps: apps.map(([bundleID, name]) => ({ bundleID, name })) };
  } });
  assert.equal(names.of("a.c"), "c");
  await names.read(devices);
  assert.deepEqual(["a.a", "a.b", "a.c", "a.d"].map((one) => names.of(one)), ["Notes", "b", "微信", "d"]);
  assert.deepEqual(asked, ["one", "three", "gone"].map((id) => `/v1/devices/${id}/apps`));
  await names.read(devices);
  assert.equal(asked.length, 3);
});
