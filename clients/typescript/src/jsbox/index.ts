/** Runs JSBox scripts: `jsbox` for tests in Node, the command greenroom-jsbox for people. */

export {CONSTANTS, INTERFACE, VIEW_STAND_INS, membersOf} from "./interface.js";
export type {Module, Status} from "./interface.js";
export type {Prompt, ShownView} from "./messages.js";
export type {Line} from "./report.js";
export {JSBoxScript, jsbox, stopServer} from "./script.js";
export type {Answer, JSBoxOptions} from "./script.js";
export {STEPS, StepError, readSteps} from "./steps.js";
export {lineText, timeText} from "./text.js";
