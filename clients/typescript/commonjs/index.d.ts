/** A client of Greenroom, which hosts simulated iOS app processes. */
export { FakeAppState } from "./appState.js";
export type { AppStateEvent, AppStateListener, AppStateStatus } from "./appState.js";
export { AttachedApp } from "./attachedApp.js";
export type { Handler, HandlerResult, Handlers } from "./attachedApp.js";
export { Greenroom } from "./client.js";
export { SimulatedDevice } from "./device.js";
export type { DeviceObserver, Distance } from "./device.js";
export { ConnectionError, GreenroomError, SystemRefusal } from "./errors.js";
export { Operations } from "./operations.js";
export type { Framework, RecordKind } from "./operations.js";
export { callbackNames, exitReasons, findingCodes, notificationNames, ofKind, refusals, throwIfRefused, verdicts, } from "./records.js";
export * from "./schema.js";
export { RecordStream } from "./stream.js";
export type { StreamedRecord, StreamEvent, StreamEvents, StreamOptions } from "./stream.js";
export type { ConnectionOptions, RequestOptions, Several } from "./transport.js";
export type { Fetch, FetchBody, FetchRequest, FetchResponse, Signal } from "./web.js";
