/** A client of Greenroom, which hosts simulated iOS app processes. */
export { FakeAppState } from "./appState.js";
export { AttachedApp } from "./attachedApp.js";
export { Greenroom } from "./client.js";
export { SimulatedDevice } from "./device.js";
export { ConnectionError, GreenroomError, SystemRefusal } from "./errors.js";
export { Operations } from "./operations.js";
export { callbackNames, exitReasons, findingCodes, notificationNames, ofKind, refusals, throwIfRefused, verdicts, } from "./records.js";
export * from "./schema.js";
export { RecordStream } from "./stream.js";
