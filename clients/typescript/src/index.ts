/** A client of Greenroom, which hosts simulated iOS app processes. */

export {ActionResult} from "./actionResult.js";
export {AppCode} from "./appCode.js";
export type {CodeClass, Handlers} from "./appCode.js";
export type {AppDisk} from "./appDisk.js";
export {FakeAppState} from "./appState.js";
export type {AppStateEvent, AppStateListener, AppStateStatus} from "./appState.js";
export {AttachedApp} from "./attachedApp.js";
export {Greenroom} from "./client.js";
export {BackgroundTask, Request, Timer} from "./codeProcess.js";
export type {ClockName} from "./codeProcess.js";
export {SimulatedDevice} from "./device.js";
export type {DeviceObserver, Distance} from "./device.js";
export {
    AttachedAppError, CodeRefused, ConnectionError, DiskError, ExplorationFailed, GreenroomError, ProcessEnded, SystemRefusal,
} from "./errors.js";
export {ExplorationResult} from "./exploring.js";
export type {CodeInput, ExplorationOptions, Phase, Raised, WorldInput} from "./exploring.js";
export {Operations} from "./operations.js";
export type {Framework, RecordKind} from "./operations.js";
export type {HandlerFunction} from "./player.js";
export {
    callbackNames, exitReasons, findingCodes, notificationNames, ofKind, refusals, throwIfRefused, verdicts,
} from "./records.js";
export * from "./schema.js";
export {RecordStream} from "./stream.js";
export type {StreamedRecord, StreamEvent, StreamEvents, StreamOptions} from "./stream.js";
export type {ConnectionOptions, RequestOptions, Several} from "./transport.js";
export type {Protection, Value} from "./values.js";
export type {Fetch, FetchBody, FetchRequest, FetchResponse, Signal} from "./web.js";
export {Disk, Network, Response, World} from "./world.js";
export type {AnswerOptions, Decision, Received, WriteOptions} from "./world.js";
