// Records for tests, numbered as a device numbers them.

export class Recorder {
  constructor({ first = 1, seconds = 0 } = {}) {
    this.sequence = first - 1;
    this.milliseconds = Date.UTC(2026, 0, 1) + seconds * 1000;
  }

  wait(seconds) { this.milliseconds += seconds * 1000; }

  record(kind, fields) {
    this.sequence += 1;
    return { sequence: this.sequence, time: new Date(this.milliseconds).toISOString(), kind, cause: 1, ...fields };
  }

  process(from, to, bundleID = "a") { return this.record("process", { bundleID, from, to, why: "test" }); }
  callback(name, bundleID = "a") { return this.record("callback", { bundleID, name }); }
  assertion(change, name, bundleID = "a") {
    return this.record("assertion", { bundleID, assertion: "backgroundTask", name, change });
  }

  // A process that is launched, enters the background, holds an assertion for a while, and is killed.
  *life(bundleID = "a") {
    yield this.record("input", { bundleID, event: { type: "app.launch", bundleID } });
    yield this.process("notRunning", "inactive", bundleID);
    yield this.process("inactive", "active", bundleID);
    yield this.callback("sceneDidBecomeActive(_:)", bundleID);
    this.wait(3);
    yield this.process("active", "background", bundleID);
    const call = this.callback("sceneDidEnterBackground(_:)", bundleID);
    yield call;
    yield this.assertion("acquired", "upload", bundleID);
    this.wait(1);
    yield this.record("returned", { bundleID, callback: call.sequence, tookSeconds: 1 });
    this.wait(1);
    yield this.assertion("released", "upload", bundleID);
    yield this.process("background", "suspended", bundleID);
    this.wait(2);
    yield this.record("finding", { bundleID, code: "dataLoss", severity: "error", detail: "1 change" });
    yield this.record("exit", { bundleID, reason: "memoryPressure", explanation: "no memory" });
    yield this.process("suspended", "terminated", bundleID);
    this.wait(5);
  }
}
