"use strict";
/** A client of Greenroom, which hosts simulated iOS app processes. */
var __createBinding = (this && this.__createBinding) || (Object.create ? (function(o, m, k, k2) {
    if (k2 === undefined) k2 = k;
    var desc = Object.getOwnPropertyDescriptor(m, k);
    if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) {
      desc = { enumerable: true, get: function() { return m[k]; } };
    }
    Object.defineProperty(o, k2, desc);
}) : (function(o, m, k, k2) {
    if (k2 === undefined) k2 = k;
    o[k2] = m[k];
}));
var __exportStar = (this && this.__exportStar) || function(m, exports) {
    for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.RecordStream = exports.verdicts = exports.throwIfRefused = exports.refusals = exports.ofKind = exports.notificationNames = exports.findingCodes = exports.exitReasons = exports.callbackNames = exports.Operations = exports.SystemRefusal = exports.GreenroomError = exports.ConnectionError = exports.SimulatedDevice = exports.Greenroom = exports.AttachedApp = exports.FakeAppState = void 0;
var appState_js_1 = require("./appState.js");
Object.defineProperty(exports, "FakeAppState", { enumerable: true, get: function () { return appState_js_1.FakeAppState; } });
var attachedApp_js_1 = require("./attachedApp.js");
Object.defineProperty(exports, "AttachedApp", { enumerable: true, get: function () { return attachedApp_js_1.AttachedApp; } });
var client_js_1 = require("./client.js");
Object.defineProperty(exports, "Greenroom", { enumerable: true, get: function () { return client_js_1.Greenroom; } });
var device_js_1 = require("./device.js");
Object.defineProperty(exports, "SimulatedDevice", { enumerable: true, get: function () { return device_js_1.SimulatedDevice; } });
var errors_js_1 = require("./errors.js");
Object.defineProperty(exports, "ConnectionError", { enumerable: true, get: function () { return errors_js_1.ConnectionError; } });
Object.defineProperty(exports, "GreenroomError", { enumerable: true, get: function () { return errors_js_1.GreenroomError; } });
Object.defineProperty(exports, "SystemRefusal", { enumerable: true, get: function () { return errors_js_1.SystemRefusal; } });
var operations_js_1 = require("./operations.js");
Object.defineProperty(exports, "Operations", { enumerable: true, get: function () { return operations_js_1.Operations; } });
var records_js_1 = require("./records.js");
Object.defineProperty(exports, "callbackNames", { enumerable: true, get: function () { return records_js_1.callbackNames; } });
Object.defineProperty(exports, "exitReasons", { enumerable: true, get: function () { return records_js_1.exitReasons; } });
Object.defineProperty(exports, "findingCodes", { enumerable: true, get: function () { return records_js_1.findingCodes; } });
Object.defineProperty(exports, "notificationNames", { enumerable: true, get: function () { return records_js_1.notificationNames; } });
Object.defineProperty(exports, "ofKind", { enumerable: true, get: function () { return records_js_1.ofKind; } });
Object.defineProperty(exports, "refusals", { enumerable: true, get: function () { return records_js_1.refusals; } });
Object.defineProperty(exports, "throwIfRefused", { enumerable: true, get: function () { return records_js_1.throwIfRefused; } });
Object.defineProperty(exports, "verdicts", { enumerable: true, get: function () { return records_js_1.verdicts; } });
__exportStar(require("./schema.js"), exports);
var stream_js_1 = require("./stream.js");
Object.defineProperty(exports, "RecordStream", { enumerable: true, get: function () { return stream_js_1.RecordStream; } });
