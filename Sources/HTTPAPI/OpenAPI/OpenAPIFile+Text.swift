// swift-format-ignore-file
// Made by `make openapi` from docs/openapi.json; a test keeps it current.

extension OpenAPIFile {
    /// The file's text.
    static let text: StaticString = ##"""
{
  "openapi": "3.1.0",
  "info": {
    "title": "Greenroom",
    "version": "0.1.0",
    "summary": "Simulated iOS app processes for test harnesses.",
    "description": "Clients send events and get, in order, the callbacks, states, deadlines and kills that iOS would have produced, in virtual time and always the same. Unknown fields and query parameters are refused, and every refusal is a problem document that says what would have been right. A field that is null counts as one that is not given. Every answer has a header `X-Request-Id`: the request's own, or a new one."
  },
  "tags": [
    {"name": "Devices", "description": "Simulated iOS devices: each has its own clock, rules and apps."},
    {"name": "Clock", "description": "A device's time: it runs, is scaled, stands still, or is moved by hand."},
    {"name": "Apps", "description": "What is installed, in which state it is and why."},
    {"name": "Inputs", "description": "What the user and the system do, and what the app's own code does."},
    {"name": "Attached", "description": "Apps that a harness plays: their callbacks wait until it returns from them."},
    {"name": "Timeline", "description": "Everything that happened, as records."},
    {
      "name": "Pushes",
      "description": "What push providers sent through the listener for clients of APNs, and the listener itself."
    },
    {"name": "Webhooks", "description": "URLs that are told of records, and what became of the messages."},
    {"name": "Processes", "description": "Incarnations of apps, living and ended."},
    {"name": "Sessions", "description": "Clients of Appium and WebDriverAgent, and the devices that they drive."},
    {"name": "Requests", "description": "What clients have sent, and how it was answered."},
    {"name": "Reports", "description": "What iOS writes about an app: crash, jetsam and processor reports, MetricKit."},
    {"name": "Rules", "description": "Every number and order that comes from iOS, with its source."},
    {"name": "Scenarios", "description": "Specifications of behaviour that can be carried out."},
    {"name": "Service", "description": "The service itself."}
  ],
  "security": [{"token": []}, {}],
  "paths": {
    "/v1/devices": {
      "post": {
        "operationId": "createDevice",
        "tags": ["Devices"],
        "summary": "Creates a device",
        "description": "Every field has a default; without a body, a device with its own id and a clock in real time.",
        "parameters": [{"$ref": "#/components/parameters/IdempotencyKey"}],
        "requestBody": {
          "required": false,
          "content": {
            "application/json": {
              "schema": {"$ref": "#/components/schemas/NewDevice"},
              "examples": {
                "manual": {"value": {"id": "checkout-test-17", "clock": {"mode": "manual"}, "labels": {"run": "4711"}}},
                "withApp": {
                  "value": {
                    "rules": {"profile": "ios18", "overrides": {"suspendDelaySeconds": 3}},
                    "clock": {"mode": "scaled", "rate": 60},
                    "apps": [{"bundleID": "com.example.notes"}],
                    "expiresAfterSeconds": 3600
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The device.",
            "headers": {"Location": {"$ref": "#/components/headers/Location"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Device"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`). The body cannot be read (`malformed-body`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host", "malformed-body"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "409": {
            "description": "A device of this id exists (`device-exists`). There are as many of these already as there may be (`limit-reached`). The first answer was too large to be kept (`answer-not-kept`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["device-exists", "limit-reached", "answer-not-kept"]}
                  }
                }
              }
            }
          },
          "413": {
            "description": "The body is too large (`too-large`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["too-large"]}}
                }
              }
            }
          },
          "415": {
            "description": "The body has a media type that is not read here (`unsupported-media-type`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unsupported-media-type"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`). A field is missing (`missing-field`). There is no such action (`unknown-action`). There is no such rule (`unknown-rule`). The idempotency key belongs to another request (`idempotency-key-reused`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "type": "string",
                      "enum": [
                        "unknown-field",
                        "invalid-value",
                        "missing-field",
                        "unknown-action",
                        "unknown-rule",
                        "idempotency-key-reused"
                      ]
                    }
                  }
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          },
          "507": {
            "description": "The server has as many devices as it may have (`too-many-devices`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["too-many-devices"]}}
                }
              }
            }
          }
        }
      },
      "get": {
        "operationId": "listDevices",
        "tags": ["Devices"],
        "summary": "Lists devices, by their ids",
        "parameters": [
          {
            "name": "label",
            "in": "query",
            "schema": {
              "type": "array",
              "items": {"type": "string", "pattern": "^[^:]+:"},
              "description": "Only devices with this label, `name:value`; given several times, with all of them.",
              "examples": [["run:4711"]]
            },
            "style": "form",
            "explode": true
          },
          {
            "name": "cursor",
            "in": "query",
            "schema": {
              "type": "string",
              "pattern": "^(3[0-9]|6[1-9a-f]|7[0-9a])(2d|3[0-9]|6[1-9a-f]|7[0-9a]){0,62}2f(30|3[1-9](3[0-9]){0,8}|32313437343833363437)$",
              "description": "`next` of the page before."
            }
          },
          {
            "name": "limit",
            "in": "query",
            "schema": {
              "type": "integer",
              "format": "int64",
              "minimum": 1,
              "maximum": 1000,
              "default": 100,
              "description": "How many at most."
            }
          }
        ],
        "responses": {
          "200": {
            "description": "A page of devices.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/DeviceList"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "deleteDevices",
        "tags": ["Devices"],
        "summary": "Deletes all devices with a label",
        "parameters": [
          {
            "name": "label",
            "in": "query",
            "required": true,
            "schema": {
              "type": "array",
              "items": {"type": "string", "pattern": "^[^:]+:"},
              "description": "Only devices with this label, `name:value`; given several times, with all of them.",
              "examples": [["run:4711"]]
            },
            "style": "form",
            "explode": true
          }
        ],
        "responses": {
          "200": {
            "description": "How many were deleted.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Deleted"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`). A field is missing (`missing-field`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["unknown-field", "invalid-value", "missing-field"]}
                  }
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}": {
      "get": {
        "operationId": "readDevice",
        "tags": ["Devices"],
        "summary": "Reads a device",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {"$ref": "#/components/parameters/IfNoneMatch"}
        ],
        "responses": {
          "200": {
            "description": "The device.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Device"}}}
          },
          "304": {
            "description": "It is as the client has it.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["device-set-aside"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "deleteDevice",
        "tags": ["Devices"],
        "summary": "Deletes a device and all that is on it",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {"$ref": "#/components/parameters/IfMatch"}
        ],
        "responses": {
          "204": {"description": "It is gone.", "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}},
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["device-set-aside"]}}
                }
              }
            }
          },
          "412": {
            "description": "The resource is not as it was expected to be (`precondition-failed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["precondition-failed"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}/fork": {
      "post": {
        "operationId": "forkDevice",
        "tags": ["Devices"],
        "summary": "Copies a device as it was",
        "description": "The copy and the device go on by themselves. Without a sequence it is copied as it is now. A device has no state in the midst of an input or a deadline: at a record of one the copy has all of it, and its `sequence` says which record is its last.",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {"$ref": "#/components/parameters/IdempotencyKey"}
        ],
        "requestBody": {
          "required": false,
          "content": {
            "application/json": {
              "schema": {"$ref": "#/components/schemas/ForkRequest"},
              "examples": {"now": {"value": {"id": "what-if"}}, "then": {"value": {"id": "what-if-then", "at": 1}}}
            }
          }
        },
        "responses": {
          "201": {
            "description": "The copy.",
            "headers": {"Location": {"$ref": "#/components/headers/Location"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Device"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`). The body cannot be read (`malformed-body`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host", "malformed-body"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device"]}}
                }
              }
            }
          },
          "409": {
            "description": "A device of this id exists (`device-exists`). The device could not be recovered (`device-set-aside`). The first answer was too large to be kept (`answer-not-kept`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["device-exists", "device-set-aside", "answer-not-kept"]}
                  }
                }
              }
            }
          },
          "410": {
            "description": "The records are no longer kept (`records-evicted`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["records-evicted"]}}
                }
              }
            }
          },
          "413": {
            "description": "The body is too large (`too-large`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["too-large"]}}
                }
              }
            }
          },
          "415": {
            "description": "The body has a media type that is not read here (`unsupported-media-type`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unsupported-media-type"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`). A field is missing (`missing-field`). The idempotency key belongs to another request (`idempotency-key-reused`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "type": "string",
                      "enum": ["unknown-field", "invalid-value", "missing-field", "idempotency-key-reused"]
                    }
                  }
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          },
          "507": {
            "description": "The server has as many devices as it may have (`too-many-devices`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["too-many-devices"]}}
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}/clock": {
      "get": {
        "operationId": "readClock",
        "tags": ["Clock"],
        "summary": "Reads a device's clock",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {"$ref": "#/components/parameters/IfNoneMatch"}
        ],
        "responses": {
          "200": {
            "description": "The clock.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Clock"}}}
          },
          "304": {
            "description": "It is as the client has it.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["device-set-aside"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      },
      "patch": {
        "operationId": "changeClock",
        "tags": ["Clock"],
        "summary": "Changes how a clock runs",
        "description": "What is not given, or null, stays as it is.",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {"$ref": "#/components/parameters/IfMatch"}
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {"$ref": "#/components/schemas/ClockChange"},
              "examples": {"pause": {"value": {"paused": true}}, "fast": {"value": {"mode": "scaled", "rate": 60}}}
            },
            "application/merge-patch+json": {
              "schema": {"$ref": "#/components/schemas/ClockChange"},
              "examples": {"pause": {"value": {"paused": true}}, "fast": {"value": {"mode": "scaled", "rate": 60}}}
            }
          }
        },
        "responses": {
          "200": {
            "description": "The clock.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Clock"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`). The body cannot be read (`malformed-body`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host", "malformed-body"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`). This makes no sense in the present state (`not-possible-now`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["device-set-aside", "not-possible-now"]}}
                }
              }
            }
          },
          "412": {
            "description": "The resource is not as it was expected to be (`precondition-failed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["precondition-failed"]}}
                }
              }
            }
          },
          "413": {
            "description": "The body is too large (`too-large`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["too-large"]}}
                }
              }
            }
          },
          "415": {
            "description": "The body has a media type that is not read here (`unsupported-media-type`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unsupported-media-type"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`). A field is missing (`missing-field`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["unknown-field", "invalid-value", "missing-field"]}
                  }
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}/clock/advance": {
      "post": {
        "operationId": "advanceClock",
        "tags": ["Clock"],
        "summary": "Moves a manual clock, and lets everything happen that is due on the way",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {"$ref": "#/components/parameters/IfMatch"},
          {"$ref": "#/components/parameters/IdempotencyKey"}
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {"$ref": "#/components/schemas/Advance"},
              "examples": {
                "halfAMinute": {"value": {"seconds": 30}},
                "toAnInstant": {"value": {"to": "2026-01-01T01:00:00.000Z"}},
                "untilNothingIsDue": {"value": {"untilIdle": true}},
                "untilSuspended": {
                  "value": {
                    "until": {"app": {"bundleID": "com.example.notes", "state": "suspended"}},
                    "limitSeconds": 3600
                  }
                },
                "untilACallbackWaits": {"value": {"seconds": 30, "stopAtCallbacks": true}}
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "What happened, and where the clock stopped.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/AdvanceOutcome"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`). The body cannot be read (`malformed-body`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host", "malformed-body"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`). This makes no sense in the present state (`not-possible-now`). The first answer was too large to be kept (`answer-not-kept`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["device-set-aside", "not-possible-now", "answer-not-kept"]}
                  }
                }
              }
            }
          },
          "412": {
            "description": "The resource is not as it was expected to be (`precondition-failed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["precondition-failed"]}}
                }
              }
            }
          },
          "413": {
            "description": "The body is too large (`too-large`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["too-large"]}}
                }
              }
            }
          },
          "415": {
            "description": "The body has a media type that is not read here (`unsupported-media-type`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unsupported-media-type"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "The request has too many parts (`too-complex`). A field is not known (`unknown-field`). A value is not accepted (`invalid-value`). A field is missing (`missing-field`). The idempotency key belongs to another request (`idempotency-key-reused`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "type": "string",
                      "enum": [
                        "too-complex",
                        "unknown-field",
                        "invalid-value",
                        "missing-field",
                        "idempotency-key-reused"
                      ]
                    }
                  }
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}/apps": {
      "get": {
        "operationId": "listApps",
        "tags": ["Apps"],
        "summary": "Lists what is installed on a device",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {"$ref": "#/components/parameters/IfNoneMatch"}
        ],
        "responses": {
          "200": {
            "description": "All of the apps.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/AppList"}}}
          },
          "304": {
            "description": "It is as the client has it.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["device-set-aside"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}/apps/{bundleID}": {
      "put": {
        "operationId": "installApp",
        "tags": ["Apps"],
        "summary": "Installs an app, or updates it",
        "description": "A running app that is updated is killed: its exit is an `appUpdate`.",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {
            "name": "bundleID",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
              "minLength": 1,
              "maxLength": 155,
              "examples": ["com.example.notes"],
              "description": "The app."
            }
          },
          {"$ref": "#/components/parameters/IfMatch"}
        ],
        "requestBody": {
          "required": false,
          "content": {
            "application/json": {
              "schema": {"$ref": "#/components/schemas/InstalledApp"},
              "examples": {
                "scenes": {
                  "value": {
                    "name": "Notes",
                    "lifecycle": "scenes",
                    "infoPlist": {"UIBackgroundModes": ["remote-notification", "fetch"]},
                    "behavior": {"sceneDidEnterBackground(_:)": [{"action": "save", "takesSeconds": 1.5}]}
                  }
                },
                "attached": {"value": {"driver": "attached"}}
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "It is updated.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/App"}}}
          },
          "201": {
            "description": "It is installed.",
            "headers": {
              "ETag": {"$ref": "#/components/headers/ETag"},
              "Location": {"$ref": "#/components/headers/Location"}
            },
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/App"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`). The body cannot be read (`malformed-body`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host", "malformed-body"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`). This makes no sense in the present state (`not-possible-now`). There are as many of these already as there may be (`limit-reached`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["device-set-aside", "not-possible-now", "limit-reached"]}
                  }
                }
              }
            }
          },
          "412": {
            "description": "The resource is not as it was expected to be (`precondition-failed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["precondition-failed"]}}
                }
              }
            }
          },
          "413": {
            "description": "The body is too large (`too-large`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["too-large"]}}
                }
              }
            }
          },
          "415": {
            "description": "The body has a media type that is not read here (`unsupported-media-type`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unsupported-media-type"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`). A field is missing (`missing-field`). There is no such action (`unknown-action`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "type": "string",
                      "enum": ["unknown-field", "invalid-value", "missing-field", "unknown-action"]
                    }
                  }
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      },
      "get": {
        "operationId": "readApp",
        "tags": ["Apps"],
        "summary": "Reads an app: its state, and what was installed",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {
            "name": "bundleID",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
              "minLength": 1,
              "maxLength": 155,
              "examples": ["com.example.notes"],
              "description": "The app."
            }
          },
          {"$ref": "#/components/parameters/IfNoneMatch"}
        ],
        "responses": {
          "200": {
            "description": "The app.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/App"}}}
          },
          "304": {
            "description": "It is as the client has it.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`). There is no such app on the device (`unknown-app`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device", "unknown-app"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["device-set-aside"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "uninstallApp",
        "tags": ["Apps"],
        "summary": "Uninstalls an app",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {
            "name": "bundleID",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
              "minLength": 1,
              "maxLength": 155,
              "examples": ["com.example.notes"],
              "description": "The app."
            }
          },
          {"$ref": "#/components/parameters/IfMatch"}
        ],
        "responses": {
          "204": {"description": "It is gone.", "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}},
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`). There is no such app on the device (`unknown-app`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device", "unknown-app"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`). This makes no sense in the present state (`not-possible-now`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["device-set-aside", "not-possible-now"]}}
                }
              }
            }
          },
          "412": {
            "description": "The resource is not as it was expected to be (`precondition-failed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["precondition-failed"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}/apps/{bundleID}/explain": {
      "get": {
        "operationId": "explainApp",
        "tags": ["Apps"],
        "summary": "Says why an app is in its state, what holds it there, and what will happen next",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {
            "name": "bundleID",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
              "minLength": 1,
              "maxLength": 155,
              "examples": ["com.example.notes"],
              "description": "The app."
            }
          },
          {"$ref": "#/components/parameters/IfNoneMatch"}
        ],
        "responses": {
          "200": {
            "description": "The explanation.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Explanation"}}}
          },
          "304": {
            "description": "It is as the client has it.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`). There is no such app on the device (`unknown-app`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device", "unknown-app"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["device-set-aside"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}/apps/{bundleID}/energy": {
      "get": {
        "operationId": "readEnergy",
        "tags": ["Apps"],
        "summary": "Reads what an app has used: time, processor, wake-ups, network, and an estimate of the battery",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {
            "name": "bundleID",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
              "minLength": 1,
              "maxLength": 155,
              "examples": ["com.example.notes"],
              "description": "The app."
            }
          },
          {"$ref": "#/components/parameters/IfNoneMatch"}
        ],
        "responses": {
          "200": {
            "description": "What was used.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Energy"}}}
          },
          "304": {
            "description": "It is as the client has it.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`). There is no such app on the device (`unknown-app`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device", "unknown-app"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["device-set-aside"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}/apps/{bundleID}/audit": {
      "get": {
        "operationId": "auditApp",
        "tags": ["Apps"],
        "summary": "Lists what was found in an app's conduct, the worst first",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {
            "name": "bundleID",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
              "minLength": 1,
              "maxLength": 155,
              "examples": ["com.example.notes"],
              "description": "The app."
            }
          },
          {"$ref": "#/components/parameters/IfNoneMatch"}
        ],
        "responses": {
          "200": {
            "description": "The findings.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Audit"}}}
          },
          "304": {
            "description": "It is as the client has it.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`). There is no such app on the device (`unknown-app`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device", "unknown-app"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["device-set-aside"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}/events/possible": {
      "get": {
        "operationId": "listPossibleEvents",
        "tags": ["Inputs"],
        "summary": "Lists the types of events that would be taken now",
        "description": "Of the events that need no field but the app. Whether one is possible that needs others, such as `app.openURL` or `push.deliver`, depends on what they say.",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {
            "name": "bundleID",
            "in": "query",
            "schema": {"type": "string", "examples": ["com.example.notes"], "description": "Those of this app too."}
          },
          {"$ref": "#/components/parameters/IfNoneMatch"}
        ],
        "responses": {
          "200": {
            "description": "The types.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/PossibleEvents"}}}
          },
          "304": {
            "description": "It is as the client has it.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`). There is no such app on the device (`unknown-app`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device", "unknown-app"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["device-set-aside"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}/events": {
      "get": {
        "operationId": "redirectToPossibleEvents",
        "tags": ["Inputs"],
        "summary": "Leads to the possible events, which were here in earlier versions",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          }
        ],
        "responses": {
          "308": {
            "description": "They are at `Location`.",
            "headers": {"Location": {"$ref": "#/components/headers/Location"}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["device-set-aside"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        },
        "deprecated": true
      },
      "post": {
        "operationId": "sendEvents",
        "tags": ["Inputs"],
        "summary": "Lets one event happen, or several at one instant",
        "description": "Several are applied in order, all of them or none; a problem names the `index` of the one refused.",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {"$ref": "#/components/parameters/IfMatch"},
          {"$ref": "#/components/parameters/IdempotencyKey"}
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {"$ref": "#/components/schemas/Events"},
              "examples": {
                "launch": {"value": {"type": "app.launch", "bundleID": "com.example.notes"}},
                "home": {"value": {"type": "device.home"}},
                "silentPush": {
                  "value": {
                    "type": "push.deliver",
                    "bundleID": "com.example.notes",
                    "pushType": "background",
                    "priority": 5,
                    "payload": {"aps": {"content-available": 1}}
                  }
                },
                "several": {
                  "value": [{"type": "device.lock"}, {"type": "device.setBattery", "level": 0.1, "charging": false}]
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "What iOS did.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Outcome"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`). The body cannot be read (`malformed-body`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host", "malformed-body"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`). There is no such app on the device (`unknown-app`). There is no such scene (`unknown-scene`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["unknown-device", "unknown-app", "unknown-scene"]}
                  }
                }
              }
            }
          },
          "409": {
            "description": "The device is locked (`device-locked`). The device could not be recovered (`device-set-aside`). This makes no sense in the present state (`not-possible-now`). The app has no process (`process-not-running`). The process is suspended (`process-suspended`). The app does not support several scenes (`multiple-scenes-not-supported`). There are as many of these already as there may be (`limit-reached`). The first answer was too large to be kept (`answer-not-kept`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "type": "string",
                      "enum": [
                        "device-locked",
                        "device-set-aside",
                        "not-possible-now",
                        "process-not-running",
                        "process-suspended",
                        "multiple-scenes-not-supported",
                        "limit-reached",
                        "answer-not-kept"
                      ]
                    }
                  }
                }
              }
            }
          },
          "412": {
            "description": "The resource is not as it was expected to be (`precondition-failed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["precondition-failed"]}}
                }
              }
            }
          },
          "413": {
            "description": "The body is too large (`too-large`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["too-large"]}}
                }
              }
            }
          },
          "415": {
            "description": "The body has a media type that is not read here (`unsupported-media-type`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unsupported-media-type"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "The request has too many parts (`too-complex`). A field is not known (`unknown-field`). A value is not accepted (`invalid-value`). A field is missing (`missing-field`). There is no such event (`unknown-event`). The idempotency key belongs to another request (`idempotency-key-reused`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "type": "string",
                      "enum": [
                        "too-complex",
                        "unknown-field",
                        "invalid-value",
                        "missing-field",
                        "unknown-event",
                        "idempotency-key-reused"
                      ]
                    }
                  }
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}/apps/{bundleID}/actions": {
      "post": {
        "operationId": "performActions",
        "tags": ["Inputs"],
        "summary": "Lets an app's own code do something",
        "description": "Code of a process that is suspended or not running cannot do anything.",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {
            "name": "bundleID",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
              "minLength": 1,
              "maxLength": 155,
              "examples": ["com.example.notes"],
              "description": "The app."
            }
          },
          {"$ref": "#/components/parameters/IfMatch"},
          {"$ref": "#/components/parameters/IdempotencyKey"}
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {"$ref": "#/components/schemas/Actions"},
              "examples": {
                "edit": {"value": {"action": "edit", "count": 2}},
                "several": {
                  "value": [
                    {"action": "beginBackgroundTask", "name": "upload", "endsAfterSeconds": 12},
                    {"action": "work", "cpuSeconds": 0.5}
                  ]
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "What the inputs did.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Outcome"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`). The body cannot be read (`malformed-body`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host", "malformed-body"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`). There is no such app on the device (`unknown-app`). There is no such scene (`unknown-scene`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["unknown-device", "unknown-app", "unknown-scene"]}
                  }
                }
              }
            }
          },
          "409": {
            "description": "The device is locked (`device-locked`). The device could not be recovered (`device-set-aside`). This makes no sense in the present state (`not-possible-now`). The app has no process (`process-not-running`). The process is suspended (`process-suspended`). The app does not support several scenes (`multiple-scenes-not-supported`). There are as many of these already as there may be (`limit-reached`). The first answer was too large to be kept (`answer-not-kept`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "type": "string",
                      "enum": [
                        "device-locked",
                        "device-set-aside",
                        "not-possible-now",
                        "process-not-running",
                        "process-suspended",
                        "multiple-scenes-not-supported",
                        "limit-reached",
                        "answer-not-kept"
                      ]
                    }
                  }
                }
              }
            }
          },
          "412": {
            "description": "The resource is not as it was expected to be (`precondition-failed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["precondition-failed"]}}
                }
              }
            }
          },
          "413": {
            "description": "The body is too large (`too-large`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["too-large"]}}
                }
              }
            }
          },
          "415": {
            "description": "The body has a media type that is not read here (`unsupported-media-type`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unsupported-media-type"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "The request has too many parts (`too-complex`). A field is not known (`unknown-field`). A value is not accepted (`invalid-value`). A field is missing (`missing-field`). There is no such action (`unknown-action`). The idempotency key belongs to another request (`idempotency-key-reused`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "type": "string",
                      "enum": [
                        "too-complex",
                        "unknown-field",
                        "invalid-value",
                        "missing-field",
                        "unknown-action",
                        "idempotency-key-reused"
                      ]
                    }
                  }
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/batch": {
      "post": {
        "operationId": "sendBatch",
        "tags": ["Inputs"],
        "summary": "Lets events happen on many devices",
        "description": "One object a line, `{\"device\": ..., \"event\": ...}`; a verdict for each line comes back while others are still sent. A line that is refused does no harm to the others. There are fewer verdicts than lines where the body broke off or was malformed as HTTP, or the server stopped: the status has been sent by then.",
        "requestBody": {
          "required": true,
          "content": {
            "application/x-ndjson": {
              "schema": {"type": "string", "format": "binary"},
              "x-itemSchema": {"$ref": "#/components/schemas/BatchLine"}
            }
          }
        },
        "responses": {
          "200": {
            "description": "A verdict for each line, in their order.",
            "content": {
              "application/x-ndjson": {
                "schema": {"type": "string", "format": "binary"},
                "x-itemSchema": {"$ref": "#/components/schemas/BatchVerdict"}
              }
            }
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "415": {
            "description": "The body has a media type that is not read here (`unsupported-media-type`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unsupported-media-type"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}/apps/{bundleID}/callbacks": {
      "get": {
        "operationId": "listCallbacks",
        "tags": ["Attached"],
        "summary": "Waits for the callback that an attached app is in",
        "description": "On a clock that runs, the time until it is completed counts against the watchdog. On a manual one none passes, and an advance with `stopAtCallbacks` stops for it. An app whose driver is simulated is refused.",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {
            "name": "bundleID",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
              "minLength": 1,
              "maxLength": 155,
              "examples": ["com.example.notes"],
              "description": "The app."
            }
          },
          {
            "name": "pending",
            "in": "query",
            "schema": {
              "type": "string",
              "enum": ["true"],
              "description": "Those in flight, which are all that are listed."
            }
          },
          {
            "name": "waitSeconds",
            "in": "query",
            "schema": {
              "type": "number",
              "minimum": 0,
              "maximum": 60,
              "default": 0,
              "description": "How long to wait for one when there is none."
            }
          }
        ],
        "responses": {
          "200": {
            "description": "Those in flight; none when the time is over, or the process has ended.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/CallbackList"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`). There is no such app on the device (`unknown-app`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device", "unknown-app"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`). This makes no sense in the present state (`not-possible-now`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["device-set-aside", "not-possible-now"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}/apps/{bundleID}/callbacks/{sequence}/complete": {
      "post": {
        "operationId": "completeCallback",
        "tags": ["Attached"],
        "summary": "Returns from a callback",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {
            "name": "bundleID",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
              "minLength": 1,
              "maxLength": 155,
              "examples": ["com.example.notes"],
              "description": "The app."
            }
          },
          {
            "name": "sequence",
            "in": "path",
            "required": true,
            "schema": {
              "type": "integer",
              "format": "int64",
              "minimum": 0,
              "description": "The sequence of the record that tells of the callback."
            }
          },
          {"$ref": "#/components/parameters/IfMatch"},
          {"$ref": "#/components/parameters/IdempotencyKey"}
        ],
        "requestBody": {
          "required": false,
          "content": {
            "application/json": {
              "schema": {"$ref": "#/components/schemas/Completion"},
              "examples": {"saving": {"value": {"actions": [{"action": "save"}]}}}
            }
          }
        },
        "responses": {
          "200": {
            "description": "What the inputs did.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Outcome"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`). The body cannot be read (`malformed-body`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host", "malformed-body"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`). There is no such app on the device (`unknown-app`). There is no such scene (`unknown-scene`). There is no such callback in flight (`unknown-callback`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "type": "string",
                      "enum": ["unknown-device", "unknown-app", "unknown-scene", "unknown-callback"]
                    }
                  }
                }
              }
            }
          },
          "409": {
            "description": "The device is locked (`device-locked`). The device could not be recovered (`device-set-aside`). This makes no sense in the present state (`not-possible-now`). The app has no process (`process-not-running`). The process is suspended (`process-suspended`). The app does not support several scenes (`multiple-scenes-not-supported`). There are as many of these already as there may be (`limit-reached`). The first answer was too large to be kept (`answer-not-kept`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "type": "string",
                      "enum": [
                        "device-locked",
                        "device-set-aside",
                        "not-possible-now",
                        "process-not-running",
                        "process-suspended",
                        "multiple-scenes-not-supported",
                        "limit-reached",
                        "answer-not-kept"
                      ]
                    }
                  }
                }
              }
            }
          },
          "412": {
            "description": "The resource is not as it was expected to be (`precondition-failed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["precondition-failed"]}}
                }
              }
            }
          },
          "413": {
            "description": "The body is too large (`too-large`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["too-large"]}}
                }
              }
            }
          },
          "415": {
            "description": "The body has a media type that is not read here (`unsupported-media-type`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unsupported-media-type"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "The request has too many parts (`too-complex`). A field is not known (`unknown-field`). A value is not accepted (`invalid-value`). A field is missing (`missing-field`). There is no such action (`unknown-action`). The idempotency key belongs to another request (`idempotency-key-reused`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "type": "string",
                      "enum": [
                        "too-complex",
                        "unknown-field",
                        "invalid-value",
                        "missing-field",
                        "unknown-action",
                        "idempotency-key-reused"
                      ]
                    }
                  }
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}/timeline": {
      "get": {
        "operationId": "readTimeline",
        "tags": ["Timeline"],
        "summary": "Reads or follows the records of a device",
        "description": "`Accept` chooses the form: JSON, one aligned line of text a record, or a stream of server-sent events. A stream takes neither `limit` nor `last`; it goes on after `Last-Event-ID`.",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {
            "name": "after",
            "in": "query",
            "schema": {
              "type": "integer",
              "format": "int64",
              "minimum": 0,
              "description": "Only records after this sequence."
            }
          },
          {
            "name": "limit",
            "in": "query",
            "schema": {
              "type": "integer",
              "format": "int64",
              "minimum": 1,
              "maximum": 1000,
              "description": "How many at most, 100 unless given; not with `last`."
            }
          },
          {
            "name": "last",
            "in": "query",
            "schema": {
              "type": "integer",
              "format": "int64",
              "minimum": 1,
              "maximum": 1000,
              "description": "The newest so many."
            }
          },
          {
            "name": "kind",
            "in": "query",
            "schema": {
              "type": "string",
              "pattern": "^(input|returned|process|scene|callback|notification|assertion|verdict|memory|dispatch|exit|finding|snapshot|activity|log)(,(input|returned|process|scene|callback|notification|assertion|verdict|memory|dispatch|exit|finding|snapshot|activity|log))*$",
              "examples": ["input"],
              "description": "Only records of this kind. Several are separated by commas."
            }
          },
          {
            "name": "bundleID",
            "in": "query",
            "schema": {
              "type": "string",
              "examples": ["com.example.notes"],
              "description": "Only what is about this app."
            }
          },
          {
            "name": "vocabulary",
            "in": "query",
            "schema": {
              "type": "string",
              "pattern": "^(jsbox|reactNative|flutter|cordova|capacitor|swiftUI|swiftUIApp|unity|compose|maui|expo|xcuiApplication|openTelemetry|runningboard)(,(jsbox|reactNative|flutter|cordova|capacitor|swiftUI|swiftUIApp|unity|compose|maui|expo|xcuiApplication|openTelemetry|runningboard))*$",
              "examples": ["jsbox"],
              "description": "Add what this framework would have reported to its code. Several are separated by commas."
            }
          },
          {"$ref": "#/components/parameters/IfNoneMatch"},
          {"$ref": "#/components/parameters/LastSequence"}
        ],
        "responses": {
          "200": {
            "description": "The records, oldest first.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/Timeline"}},
              "text/plain": {"schema": {"type": "string"}},
              "text/event-stream": {"schema": {"type": "string"}}
            }
          },
          "304": {
            "description": "It is as the client has it.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device"]}}
                }
              }
            }
          },
          "406": {
            "description": "The answer does not come in this media type (`not-acceptable`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["not-acceptable"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["device-set-aside"]}}
                }
              }
            }
          },
          "410": {
            "description": "The records are no longer kept (`records-evicted`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["records-evicted"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/timeline": {
      "get": {
        "operationId": "followTimelines",
        "tags": ["Timeline"],
        "summary": "Follows the records of all devices as they are written",
        "description": "Each record has the `device` besides its own fields. Events with a name are no records: `open`, `gap` (what was missed), `position`, `deviceDeleted`, `end`.",
        "parameters": [
          {
            "name": "device",
            "in": "query",
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "Only this device."
            }
          },
          {
            "name": "label",
            "in": "query",
            "schema": {
              "type": "array",
              "items": {"type": "string", "pattern": "^[^:]+:"},
              "description": "Only devices with this label, `name:value`; given several times, with all of them.",
              "examples": [["run:4711"]]
            },
            "style": "form",
            "explode": true
          },
          {
            "name": "kind",
            "in": "query",
            "schema": {
              "type": "string",
              "pattern": "^(input|returned|process|scene|callback|notification|assertion|verdict|memory|dispatch|exit|finding|snapshot|activity|log)(,(input|returned|process|scene|callback|notification|assertion|verdict|memory|dispatch|exit|finding|snapshot|activity|log))*$",
              "examples": ["input"],
              "description": "Only records of this kind. Several are separated by commas."
            }
          },
          {
            "name": "bundleID",
            "in": "query",
            "schema": {
              "type": "string",
              "examples": ["com.example.notes"],
              "description": "Only what is about this app."
            }
          },
          {"$ref": "#/components/parameters/LastPosition"}
        ],
        "responses": {
          "200": {
            "description": "The records, as server-sent events.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device"]}}
                }
              }
            }
          },
          "406": {
            "description": "The answer does not come in this media type (`not-acceptable`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["not-acceptable"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}/wait": {
      "post": {
        "operationId": "waitForCondition",
        "tags": ["Timeline"],
        "summary": "Waits until something has happened",
        "description": "Answers at once if it has happened after the sequence `after`.",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {"$ref": "#/components/parameters/IdempotencyKey"}
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {"$ref": "#/components/schemas/Wait"},
              "examples": {
                "suspended": {
                  "value": {
                    "until": {"app": {"bundleID": "com.example.notes", "state": "suspended"}},
                    "timeoutSeconds": 0
                  }
                },
                "callback": {
                  "value": {
                    "until": {"record": {"kind": "callback", "name": "applicationDidEnterBackground(_:)"}},
                    "after": 0,
                    "timeoutSeconds": 0
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Whether it happened.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/WaitOutcome"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`). The body cannot be read (`malformed-body`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host", "malformed-body"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`). The first answer was too large to be kept (`answer-not-kept`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["device-set-aside", "answer-not-kept"]}}
                }
              }
            }
          },
          "410": {
            "description": "The records are no longer kept (`records-evicted`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["records-evicted"]}}
                }
              }
            }
          },
          "413": {
            "description": "The body is too large (`too-large`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["too-large"]}}
                }
              }
            }
          },
          "415": {
            "description": "The body has a media type that is not read here (`unsupported-media-type`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unsupported-media-type"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "The request has too many parts (`too-complex`). A field is not known (`unknown-field`). A value is not accepted (`invalid-value`). A field is missing (`missing-field`). The idempotency key belongs to another request (`idempotency-key-reused`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "type": "string",
                      "enum": [
                        "too-complex",
                        "unknown-field",
                        "invalid-value",
                        "missing-field",
                        "idempotency-key-reused"
                      ]
                    }
                  }
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}/pushes": {
      "get": {
        "operationId": "listPushes",
        "tags": ["Pushes"],
        "summary": "Lists the pushes of a device that have an apns-id, and what became of them",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {
            "name": "bundleID",
            "in": "query",
            "schema": {
              "type": "string",
              "examples": ["com.example.notes"],
              "description": "Only what is about this app."
            }
          },
          {
            "name": "verdict",
            "in": "query",
            "schema": {
              "type": "string",
              "enum": [
                "shown",
                "delivered",
                "held",
                "replaced",
                "throttled",
                "dropped",
                "accepted",
                "refused",
                "launched",
                "completed",
                "failed",
                "expired",
                "cancelled",
                "performed",
                "started",
                "finished"
              ],
              "description": "Only those of which this was decided last."
            }
          },
          {
            "name": "after",
            "in": "query",
            "schema": {
              "type": "integer",
              "format": "int64",
              "minimum": 0,
              "default": 0,
              "description": "Only those after this sequence."
            }
          },
          {
            "name": "limit",
            "in": "query",
            "schema": {
              "type": "integer",
              "format": "int64",
              "minimum": 1,
              "maximum": 1000,
              "default": 100,
              "description": "How many at most."
            }
          },
          {"$ref": "#/components/parameters/IfNoneMatch"}
        ],
        "responses": {
          "200": {
            "description": "A page of pushes.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/PushList"}}}
          },
          "304": {
            "description": "It is as the client has it.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["device-set-aside"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/pushes/{apnsID}": {
      "get": {
        "operationId": "readPush",
        "tags": ["Pushes"],
        "summary": "Reads the newest push of an apns-id that came through the listener, and what became of it",
        "parameters": [
          {
            "name": "apnsID",
            "in": "path",
            "required": true,
            "schema": {"type": "string", "minLength": 1, "description": "The `apns-id` of the push."}
          }
        ],
        "responses": {
          "200": {
            "description": "The push.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Push"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such push (`unknown-push`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-push"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        }
      }
    },
    "/v1/apns": {
      "get": {
        "operationId": "readAPNs",
        "tags": ["Pushes"],
        "summary": "Reads the state of the listener for clients of APNs",
        "responses": {
          "200": {
            "description": "Its state.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/APNs"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        }
      }
    },
    "/v1/apns/ca.pem": {
      "get": {
        "operationId": "readAPNsAuthority",
        "tags": ["Pushes"],
        "summary": "Reads the certificate by which clients of APNs trust the listener",
        "responses": {
          "200": {
            "description": "The certificate in PEM.",
            "content": {"application/x-pem-file": {"schema": {"type": "string", "format": "binary"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "409": {
            "description": "This makes no sense in the present state (`not-possible-now`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["not-possible-now"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        },
        "security": []
      }
    },
    "/v1/apns/keys": {
      "get": {
        "operationId": "listProviderKeys",
        "tags": ["Pushes"],
        "summary": "Lists the registered keys of push providers",
        "responses": {
          "200": {
            "description": "All of them, without the keys themselves.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ProviderKeyList"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "registerProviderKey",
        "tags": ["Pushes"],
        "summary": "Registers a key of a push provider, of which only the public part is kept",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {"$ref": "#/components/schemas/NewProviderKey"},
              "examples": {
                "public": {
                  "value": {
                    "keyID": "ABC123DEFG",
                    "teamID": "DEF123GHIJ",
                    "pem": "-----BEGIN PUBLIC KEY-----\u000aMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEETHbC71z2L4dskVbacbRRznf2ejH\u000aH0s+QueeMvOs0BEinPsRiFY7gZQYr90AWm1nbSu+QqOU0yTpgPYt/S4cmQ==\u000a-----END PUBLIC KEY-----\u000a"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "What is known of it.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ProviderKey"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`). The body cannot be read (`malformed-body`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host", "malformed-body"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "409": {
            "description": "There are as many of these already as there may be (`limit-reached`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["limit-reached"]}}
                }
              }
            }
          },
          "413": {
            "description": "The body is too large (`too-large`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["too-large"]}}
                }
              }
            }
          },
          "415": {
            "description": "The body has a media type that is not read here (`unsupported-media-type`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unsupported-media-type"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`). A field is missing (`missing-field`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["unknown-field", "invalid-value", "missing-field"]}
                  }
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        }
      }
    },
    "/v1/apns/keys/{keyID}": {
      "delete": {
        "operationId": "removeProviderKey",
        "tags": ["Pushes"],
        "summary": "Removes a registered key",
        "parameters": [
          {
            "name": "keyID",
            "in": "path",
            "required": true,
            "schema": {"type": "string", "minLength": 1, "description": "The identifier of the key."}
          }
        ],
        "responses": {
          "204": {"description": "It is removed."},
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such key of a provider (`unknown-key`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-key"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        }
      }
    },
    "/v1/apns/faults": {
      "get": {
        "operationId": "listPushFaults",
        "tags": ["Pushes"],
        "summary": "Lists the faults that requests of APNs will get",
        "responses": {
          "200": {
            "description": "All of them.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/PushFaultList"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "addPushFault",
        "tags": ["Pushes"],
        "summary": "Has the next requests of APNs that would be accepted be refused or delayed",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {"$ref": "#/components/schemas/PushFault"},
              "examples": {"busy": {"value": {"reason": "TooManyRequests", "times": 2, "device": "phone"}}}
            }
          }
        },
        "responses": {
          "200": {
            "description": "The fault.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/PushFault"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`). The body cannot be read (`malformed-body`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host", "malformed-body"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "409": {
            "description": "There are as many of these already as there may be (`limit-reached`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["limit-reached"]}}
                }
              }
            }
          },
          "413": {
            "description": "The body is too large (`too-large`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["too-large"]}}
                }
              }
            }
          },
          "415": {
            "description": "The body has a media type that is not read here (`unsupported-media-type`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unsupported-media-type"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`). A field is missing (`missing-field`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["unknown-field", "invalid-value", "missing-field"]}
                  }
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "removePushFaults",
        "tags": ["Pushes"],
        "summary": "Removes faults: those with these conditions, or all",
        "parameters": [
          {
            "name": "device",
            "in": "query",
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "Only those for this device."
            }
          },
          {
            "name": "topic",
            "in": "query",
            "schema": {
              "type": "string",
              "examples": ["com.example.notes"],
              "description": "Only those with this `topic`."
            }
          },
          {
            "name": "token",
            "in": "query",
            "schema": {"type": "string", "description": "Only those for this device token."}
          }
        ],
        "responses": {
          "204": {"description": "They are removed."},
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        }
      }
    },
    "/v1/webhooks": {
      "get": {
        "operationId": "listWebhooks",
        "tags": ["Webhooks"],
        "summary": "Lists the webhooks, and what became of their messages",
        "responses": {
          "200": {
            "description": "All of them, without their secrets.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/WebhookList"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        }
      },
      "post": {
        "operationId": "registerWebhook",
        "tags": ["Webhooks"],
        "summary": "Registers a webhook, which is told of records from then on",
        "description": "The answer has the secret with which messages are signed, and no other answer has it again. Only hosts that `--webhook-hosts` names are accepted.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {"$ref": "#/components/schemas/NewWebhook"},
              "examples": {
                "exitsAndFindings": {"value": {"url": "https://hooks.example.com/greenroom"}},
                "killsOfOneRun": {
                  "value": {
                    "url": "https://hooks.example.com/greenroom",
                    "filter": {
                      "labels": {"run": "4711"},
                      "records": [{"kind": "exit", "reason": "backgroundTaskAssertionTimeout"}]
                    },
                    "description": "kills of the nightly run"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The webhook with its secret.",
            "headers": {"Location": {"$ref": "#/components/headers/Location"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/RegisteredWebhook"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`). The body cannot be read (`malformed-body`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host", "malformed-body"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "409": {
            "description": "This makes no sense in the present state (`not-possible-now`). There are as many of these already as there may be (`limit-reached`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["not-possible-now", "limit-reached"]}}
                }
              }
            }
          },
          "413": {
            "description": "The body is too large (`too-large`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["too-large"]}}
                }
              }
            }
          },
          "415": {
            "description": "The body has a media type that is not read here (`unsupported-media-type`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unsupported-media-type"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "The request has too many parts (`too-complex`). A field is not known (`unknown-field`). A value is not accepted (`invalid-value`). A field is missing (`missing-field`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "type": "string",
                      "enum": ["too-complex", "unknown-field", "invalid-value", "missing-field"]
                    }
                  }
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/webhooks/{webhook}": {
      "get": {
        "operationId": "readWebhook",
        "tags": ["Webhooks"],
        "summary": "Reads a webhook",
        "parameters": [
          {
            "name": "webhook",
            "in": "path",
            "required": true,
            "schema": {"type": "string", "minLength": 1, "description": "The id of the webhook."}
          }
        ],
        "responses": {
          "200": {
            "description": "The webhook, without its secret.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Webhook"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such webhook (`unknown-webhook`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-webhook"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        }
      },
      "patch": {
        "operationId": "changeWebhook",
        "tags": ["Webhooks"],
        "summary": "Changes a webhook, enables it again, or gives it another secret",
        "description": "What is not given, or null, stays as it is. `enabled: true` begins anew: what waits is sent at once. A new secret is shown in the answer; for a day messages are signed with the former one as well.",
        "parameters": [
          {
            "name": "webhook",
            "in": "path",
            "required": true,
            "schema": {"type": "string", "minLength": 1, "description": "The id of the webhook."}
          }
        ],
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/WebhookChange"}}}
        },
        "responses": {
          "200": {
            "description": "The webhook, with its secret if that was changed.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ChangedWebhook"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`). The body cannot be read (`malformed-body`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host", "malformed-body"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such webhook (`unknown-webhook`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-webhook"]}}
                }
              }
            }
          },
          "409": {
            "description": "This makes no sense in the present state (`not-possible-now`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["not-possible-now"]}}
                }
              }
            }
          },
          "413": {
            "description": "The body is too large (`too-large`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["too-large"]}}
                }
              }
            }
          },
          "415": {
            "description": "The body has a media type that is not read here (`unsupported-media-type`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unsupported-media-type"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "The request has too many parts (`too-complex`). A field is not known (`unknown-field`). A value is not accepted (`invalid-value`). A field is missing (`missing-field`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "type": "string",
                      "enum": ["too-complex", "unknown-field", "invalid-value", "missing-field"]
                    }
                  }
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "removeWebhook",
        "tags": ["Webhooks"],
        "summary": "Removes a webhook, with the messages that wait",
        "parameters": [
          {
            "name": "webhook",
            "in": "path",
            "required": true,
            "schema": {"type": "string", "minLength": 1, "description": "The id of the webhook."}
          }
        ],
        "responses": {
          "204": {"description": "It is removed."},
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such webhook (`unknown-webhook`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-webhook"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/webhooks/{webhook}/test": {
      "post": {
        "operationId": "testWebhook",
        "tags": ["Webhooks"],
        "summary": "Sends a message that tries the receiver: at once, and once",
        "description": "What became of it is among the deliveries. It does not matter whether the webhook is enabled.",
        "parameters": [
          {
            "name": "webhook",
            "in": "path",
            "required": true,
            "schema": {"type": "string", "minLength": 1, "description": "The id of the webhook."}
          }
        ],
        "responses": {
          "202": {
            "description": "The message that will be sent.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/WebhookTest"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such webhook (`unknown-webhook`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-webhook"]}}
                }
              }
            }
          },
          "409": {
            "description": "This makes no sense in the present state (`not-possible-now`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["not-possible-now"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        }
      }
    },
    "/v1/webhooks/{webhook}/deliveries": {
      "get": {
        "operationId": "listWebhookDeliveries",
        "tags": ["Webhooks"],
        "summary": "Lists the newest 100 attempts to deliver messages of a webhook, the newest first",
        "parameters": [
          {
            "name": "webhook",
            "in": "path",
            "required": true,
            "schema": {"type": "string", "minLength": 1, "description": "The id of the webhook."}
          }
        ],
        "responses": {
          "200": {
            "description": "The attempts since the server was started.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/WebhookDeliveryList"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such webhook (`unknown-webhook`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-webhook"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}/processes": {
      "get": {
        "operationId": "listDeviceProcesses",
        "tags": ["Processes"],
        "summary": "Lists the processes of a device, living and ended",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {"$ref": "#/components/parameters/IfNoneMatch"}
        ],
        "responses": {
          "200": {
            "description": "All of the processes that are remembered.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ProcessList"}}}
          },
          "304": {
            "description": "It is as the client has it.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["device-set-aside"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}/processes/{pid}": {
      "get": {
        "operationId": "readProcess",
        "tags": ["Processes"],
        "summary": "Reads a process",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {
            "name": "pid",
            "in": "path",
            "required": true,
            "schema": {
              "type": "integer",
              "format": "int64",
              "minimum": 0,
              "maximum": 2147483647,
              "description": "The process."
            }
          },
          {"$ref": "#/components/parameters/IfNoneMatch"}
        ],
        "responses": {
          "200": {
            "description": "The process.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Process"}}}
          },
          "304": {
            "description": "It is as the client has it.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`). There is no such process on the device (`unknown-process`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device", "unknown-process"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["device-set-aside"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/processes": {
      "get": {
        "operationId": "listProcesses",
        "tags": ["Processes"],
        "summary": "Lists the living processes of all devices",
        "parameters": [
          {
            "name": "state",
            "in": "query",
            "schema": {
              "type": "string",
              "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
              "description": "Only those in this state."
            }
          },
          {
            "name": "bundleID",
            "in": "query",
            "schema": {
              "type": "string",
              "examples": ["com.example.notes"],
              "description": "Only what is about this app."
            }
          },
          {
            "name": "device",
            "in": "query",
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "Only those of this device."
            }
          },
          {
            "name": "cursor",
            "in": "query",
            "schema": {
              "type": "string",
              "pattern": "^(3[0-9]|6[1-9a-f]|7[0-9a])(2d|3[0-9]|6[1-9a-f]|7[0-9a]){0,62}2f(30|3[1-9](3[0-9]){0,8}|32313437343833363437)$",
              "description": "`next` of the page before."
            }
          },
          {
            "name": "limit",
            "in": "query",
            "schema": {
              "type": "integer",
              "format": "int64",
              "minimum": 1,
              "maximum": 1000,
              "default": 100,
              "description": "How many at most."
            }
          }
        ],
        "responses": {
          "200": {
            "description": "A page of processes.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/HostedProcessList"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        }
      }
    },
    "/v1/processes/summary": {
      "get": {
        "operationId": "countProcesses",
        "tags": ["Processes"],
        "summary": "Counts the apps of all devices by their state",
        "responses": {
          "200": {
            "description": "How many are in each state.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/StateSummary"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        }
      }
    },
    "/v1/webdriver/sessions": {
      "get": {
        "operationId": "listWebDriverSessions",
        "tags": ["Sessions"],
        "summary": "Lists the sessions of clients of Appium and WebDriverAgent, the newest first",
        "parameters": [
          {
            "name": "device",
            "in": "query",
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "Only those that drive this device."
            }
          },
          {
            "name": "limit",
            "in": "query",
            "schema": {
              "type": "integer",
              "format": "int64",
              "minimum": 1,
              "maximum": 1000,
              "default": 100,
              "description": "How many at most."
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The newest sessions.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/WebDriverSessionList"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        }
      }
    },
    "/v1/requests": {
      "get": {
        "operationId": "listRequests",
        "tags": ["Requests"],
        "summary": "Lists the newest requests with what they carried and why they were refused, the newest first",
        "description": "Left out are requests of this path, of probes, metrics and descriptions, and what the dashboard reads.",
        "parameters": [
          {
            "name": "device",
            "in": "query",
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "Only those to the paths of this device."
            }
          },
          {
            "name": "method",
            "in": "query",
            "schema": {
              "type": "string",
              "enum": ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
              "description": "Only those with this method."
            }
          },
          {
            "name": "status",
            "in": "query",
            "schema": {
              "type": "integer",
              "format": "int64",
              "minimum": 100,
              "maximum": 599,
              "description": "Only those that were answered with this status."
            }
          },
          {
            "name": "refused",
            "in": "query",
            "schema": {"type": "boolean", "description": "Only those that were refused, or only the others."}
          },
          {
            "name": "after",
            "in": "query",
            "schema": {
              "type": "integer",
              "format": "int64",
              "minimum": 0,
              "description": "Only those with a larger number."
            }
          },
          {
            "name": "limit",
            "in": "query",
            "schema": {
              "type": "integer",
              "format": "int64",
              "minimum": 1,
              "maximum": 1000,
              "default": 100,
              "description": "How many at most."
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The newest of the requests that are kept.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/LoggedRequestList"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        }
      },
      "delete": {
        "operationId": "forgetRequests",
        "tags": ["Requests"],
        "summary": "Forgets all requests",
        "responses": {
          "204": {"description": "They are forgotten."},
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}/apps/{bundleID}/reports": {
      "get": {
        "operationId": "listReports",
        "tags": ["Reports"],
        "summary": "Lists the reports of an app: crashes, kills for memory, too much processor time",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {
            "name": "bundleID",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
              "minLength": 1,
              "maxLength": 155,
              "examples": ["com.example.notes"],
              "description": "The app."
            }
          },
          {"$ref": "#/components/parameters/IfNoneMatch"}
        ],
        "responses": {
          "200": {
            "description": "All of the reports that are kept.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ReportList"}}}
          },
          "304": {
            "description": "It is as the client has it.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`). There is no such app on the device (`unknown-app`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device", "unknown-app"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["device-set-aside"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}/apps/{bundleID}/reports/{report}": {
      "get": {
        "operationId": "readReport",
        "tags": ["Reports"],
        "summary": "Reads a report as the file that a device would write",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {
            "name": "bundleID",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
              "minLength": 1,
              "maxLength": 155,
              "examples": ["com.example.notes"],
              "description": "The app."
            }
          },
          {
            "name": "report",
            "in": "path",
            "required": true,
            "schema": {"type": "string", "minLength": 1, "description": "The name of the report's file."}
          },
          {"$ref": "#/components/parameters/IfNoneMatch"}
        ],
        "responses": {
          "200": {
            "description": "The `.ips` file: a header and a body, each a JSON object on a line; of a report of too much processor time only the header is JSON, and the whole is text.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {
              "application/x-ndjson": {"schema": {"type": "string", "format": "binary"}},
              "text/plain; charset=utf-8": {"schema": {"type": "string"}}
            }
          },
          "304": {
            "description": "It is as the client has it.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`). There is no such app on the device (`unknown-app`). There is no such report of the app (`unknown-report`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["unknown-device", "unknown-app", "unknown-report"]}
                  }
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["device-set-aside"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}/apps/{bundleID}/metrickit": {
      "get": {
        "operationId": "readMetricKitPayload",
        "tags": ["Reports"],
        "summary": "Reads what MetricKit would hand to the app",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {
            "name": "bundleID",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
              "minLength": 1,
              "maxLength": 155,
              "examples": ["com.example.notes"],
              "description": "The app."
            }
          },
          {"$ref": "#/components/parameters/IfNoneMatch"}
        ],
        "responses": {
          "200": {
            "description": "The payload.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/MetricKitPayload"}}}
          },
          "304": {
            "description": "It is as the client has it.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`). There is no such app on the device (`unknown-app`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device", "unknown-app"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["device-set-aside"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/rulebook": {
      "get": {
        "operationId": "readRulebook",
        "tags": ["Rules"],
        "summary": "Reads every rule with its value in each profile, its source, and what disputes it",
        "responses": {
          "200": {
            "description": "The rules.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/RuleTable"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        }
      }
    },
    "/v1/rulebook/{profile}": {
      "get": {
        "operationId": "readProfile",
        "tags": ["Rules"],
        "summary": "Reads the rules of a profile",
        "parameters": [
          {
            "name": "profile",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "enum": ["documents", "ios12", "ios18", "ios26", "ios27", "simulator"],
              "description": "The profile."
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The rules.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Rulebook"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such rule profile (`unknown-profile`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-profile"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        }
      }
    },
    "/v1/scenarios/run": {
      "post": {
        "operationId": "runScenario",
        "tags": ["Scenarios"],
        "summary": "Carries a scenario out on a device of its own",
        "parameters": [
          {
            "name": "failOnFindings",
            "in": "query",
            "schema": {
              "type": "string",
              "enum": ["error", "warning"],
              "description": "Fail the step that causes a finding as bad as this, whatever the scenario expects."
            }
          },
          {"$ref": "#/components/parameters/IdempotencyKey"}
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {"$ref": "#/components/schemas/Scenario"},
              "examples": {
                "home": {
                  "value": {
                    "scenario": "home-press",
                    "apps": [{"bundleID": "com.example.notes", "lifecycle": "appDelegate"}],
                    "steps": [
                      {"send": {"type": "app.launch", "bundleID": "com.example.notes"}},
                      {
                        "send": {"type": "device.home"},
                        "callbacks": ["applicationWillResignActive(_:)", "applicationDidEnterBackground(_:)"],
                        "states": {"com.example.notes": "background"}
                      }
                    ]
                  }
                }
              }
            },
            "application/yaml": {"schema": {"type": "string", "format": "binary", "description": "The same in YAML."}},
            "application/x-yaml": {
              "schema": {"type": "string", "format": "binary", "description": "The same in YAML."}
            },
            "text/yaml": {"schema": {"type": "string", "format": "binary", "description": "The same in YAML."}}
          }
        },
        "responses": {
          "200": {
            "description": "The verdict, step by step.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ScenarioVerdict"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`). The body cannot be read (`malformed-body`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host", "malformed-body"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "403": {
            "description": "The token may only read (`read-only-token`). A page of another site may not do this (`cross-site`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["read-only-token", "cross-site"]}}
                }
              }
            }
          },
          "409": {
            "description": "The first answer was too large to be kept (`answer-not-kept`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["answer-not-kept"]}}
                }
              }
            }
          },
          "413": {
            "description": "The body is too large (`too-large`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["too-large"]}}
                }
              }
            }
          },
          "415": {
            "description": "The body has a media type that is not read here (`unsupported-media-type`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unsupported-media-type"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "The request has too many parts (`too-complex`). A field is not known (`unknown-field`). A value is not accepted (`invalid-value`). A field is missing (`missing-field`). The idempotency key belongs to another request (`idempotency-key-reused`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "type": "string",
                      "enum": [
                        "too-complex",
                        "unknown-field",
                        "invalid-value",
                        "missing-field",
                        "idempotency-key-reused"
                      ]
                    }
                  }
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["overloaded", "not-ready"]}}
                }
              }
            }
          }
        }
      }
    },
    "/v1/devices/{device}/scenario": {
      "get": {
        "operationId": "recordScenario",
        "tags": ["Scenarios"],
        "summary": "Gives the life of a device so far as a scenario",
        "parameters": [
          {
            "name": "device",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^[a-z0-9][a-z0-9-]*$",
              "minLength": 1,
              "maxLength": 63,
              "examples": ["checkout-test-17"],
              "description": "The device."
            }
          },
          {
            "name": "after",
            "in": "query",
            "schema": {
              "type": "integer",
              "format": "int64",
              "minimum": 0,
              "default": 0,
              "description": "Check what follows this sequence."
            }
          },
          {
            "name": "asItShouldBe",
            "in": "query",
            "schema": {
              "type": "boolean",
              "default": false,
              "description": "Say how it should be, not how it was: what was found wrong must never happen."
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The scenario, in YAML.",
            "content": {"application/yaml": {"schema": {"type": "string", "format": "binary"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is no such device (`unknown-device`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-device"]}}
                }
              }
            }
          },
          "409": {
            "description": "The device could not be recovered (`device-set-aside`). This makes no sense in the present state (`not-possible-now`). There are as many of these already as there may be (`limit-reached`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["device-set-aside", "not-possible-now", "limit-reached"]}
                  }
                }
              }
            }
          },
          "410": {
            "description": "The records are no longer kept (`records-evicted`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["records-evicted"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          },
          "503": {
            "description": "The service has too much to do (`overloaded`). The journal cannot be used (`journal-unavailable`). The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {"type": "string", "enum": ["overloaded", "journal-unavailable", "not-ready"]}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/livez": {
      "get": {
        "operationId": "checkLife",
        "tags": ["Service"],
        "summary": "Says that the service lives",
        "responses": {
          "200": {
            "description": "It lives.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Health"}}}
          }
        },
        "security": []
      }
    },
    "/readyz": {
      "get": {
        "operationId": "checkReadiness",
        "tags": ["Service"],
        "summary": "Says whether the service can be used",
        "responses": {
          "200": {
            "description": "It is ready.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Health"}}}
          },
          "503": {
            "description": "The service is not ready (`not-ready`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["not-ready"]}}
                }
              }
            }
          }
        },
        "security": []
      }
    },
    "/version": {
      "get": {
        "operationId": "readVersion",
        "tags": ["Service"],
        "summary": "Reads the versions of the service and of its kernel",
        "responses": {
          "200": {
            "description": "The versions.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Version"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          }
        },
        "security": []
      }
    },
    "/metrics": {
      "get": {
        "operationId": "readMetrics",
        "tags": ["Service"],
        "summary": "Reads the metrics",
        "responses": {
          "200": {
            "description": "The metrics, in the Prometheus text format.",
            "content": {"text/plain; version=0.0.4; charset=utf-8": {"schema": {"type": "string"}}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "401": {
            "description": "A valid token is needed (`unauthorized`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unauthorized"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          }
        }
      }
    },
    "/openapi.json": {
      "get": {
        "operationId": "readDescription",
        "tags": ["Service"],
        "summary": "Reads this description",
        "parameters": [{"$ref": "#/components/parameters/IfNoneMatch"}],
        "responses": {
          "200": {
            "description": "The document.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"application/json": {"schema": {"type": "object"}}}
          },
          "304": {
            "description": "It is as the client has it.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          }
        },
        "security": []
      }
    },
    "/docs": {
      "get": {
        "operationId": "readDocumentation",
        "tags": ["Service"],
        "summary": "Shows this description to people",
        "parameters": [{"$ref": "#/components/parameters/IfNoneMatch"}],
        "responses": {
          "200": {
            "description": "The page.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"text/html; charset=utf-8": {"schema": {"type": "string"}}}
          },
          "304": {
            "description": "It is as the client has it.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          }
        },
        "security": []
      }
    },
    "/problems": {
      "get": {
        "operationId": "listProblems",
        "tags": ["Service"],
        "summary": "Explains the codes of problem documents to people",
        "parameters": [{"$ref": "#/components/parameters/IfNoneMatch"}],
        "responses": {
          "200": {
            "description": "The page.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"text/html; charset=utf-8": {"schema": {"type": "string"}}}
          },
          "304": {
            "description": "It is as the client has it.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          }
        },
        "security": []
      }
    },
    "/problems/{code}": {
      "get": {
        "operationId": "explainProblem",
        "tags": ["Service"],
        "summary": "Explains one code: the `type` of a problem document leads here",
        "parameters": [
          {
            "name": "code",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string",
              "enum": [
                "malformed-request",
                "malformed-host",
                "malformed-body",
                "unsupported-media-type",
                "not-acceptable",
                "too-large",
                "too-complex",
                "unknown-field",
                "invalid-value",
                "missing-field",
                "unknown-event",
                "unknown-action",
                "unknown-rule",
                "idempotency-key-reused",
                "unknown-path",
                "method-not-allowed",
                "unknown-device",
                "unknown-app",
                "unknown-process",
                "unknown-scene",
                "unknown-callback",
                "unknown-profile",
                "unknown-report",
                "unknown-push",
                "unknown-key",
                "unknown-webhook",
                "records-evicted",
                "device-exists",
                "device-locked",
                "device-set-aside",
                "not-possible-now",
                "process-not-running",
                "process-suspended",
                "multiple-scenes-not-supported",
                "limit-reached",
                "too-many-devices",
                "answer-not-kept",
                "precondition-failed",
                "unauthorized",
                "read-only-token",
                "cross-site",
                "host-not-allowed",
                "overloaded",
                "journal-unavailable",
                "not-ready",
                "internal"
              ],
              "description": "The code."
            }
          },
          {"$ref": "#/components/parameters/IfNoneMatch"}
        ],
        "responses": {
          "200": {
            "description": "The page.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"text/html; charset=utf-8": {"schema": {"type": "string"}}}
          },
          "304": {
            "description": "It is as the client has it.",
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}
          },
          "400": {
            "description": "The request does not say which server it is for (`malformed-host`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["malformed-host"]}}
                }
              }
            }
          },
          "404": {
            "description": "There is nothing at this path (`unknown-path`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-path"]}}
                }
              }
            }
          },
          "421": {
            "description": "The server does not have this name (`host-not-allowed`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["host-not-allowed"]}}
                }
              }
            }
          },
          "422": {
            "description": "A field is not known (`unknown-field`). A value is not accepted (`invalid-value`).",
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {"code": {"type": "string", "enum": ["unknown-field", "invalid-value"]}}
                }
              }
            }
          }
        },
        "security": []
      }
    }
  },
  "webhooks": {
    "message": {
      "post": {
        "operationId": "receiveWebhook",
        "tags": ["Webhooks"],
        "summary": "What a webhook is sent, by the rules of Standard Webhooks",
        "parameters": [
          {
            "name": "webhook-id",
            "in": "header",
            "required": true,
            "description": "The identifier of the message: the same however often it is sent.",
            "schema": {"type": "string"}
          },
          {
            "name": "webhook-timestamp",
            "in": "header",
            "required": true,
            "description": "When it is sent, in seconds since 1970 of the real clock.",
            "schema": {"type": "string"}
          },
          {
            "name": "webhook-signature",
            "in": "header",
            "required": true,
            "description": "`v1,` and the signature in base64; for a day after a change of the secret two of them.",
            "schema": {"type": "string"}
          }
        ],
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/WebhookMessage"}}}
        },
        "responses": {
          "2XX": {"description": "The receiver has the message. Any other answer has it sent again."},
          "410": {"description": "The receiver wants no more: the webhook is disabled."}
        }
      }
    }
  },
  "components": {
    "schemas": {
      "Events": {
        "oneOf": [
          {"$ref": "#/components/schemas/Event"},
          {"type": "array", "items": {"$ref": "#/components/schemas/Event"}, "minItems": 1, "maxItems": 1000}
        ],
        "description": "One event, or several that are applied in order at one instant, all of them or none."
      },
      "Event": {
        "oneOf": [
          {"$ref": "#/components/schemas/DeviceHomeEvent"},
          {"$ref": "#/components/schemas/DeviceOpenAppSwitcherEvent"},
          {"$ref": "#/components/schemas/DeviceCloseAppSwitcherEvent"},
          {"$ref": "#/components/schemas/DeviceLockEvent"},
          {"$ref": "#/components/schemas/DeviceUnlockEvent"},
          {"$ref": "#/components/schemas/DeviceOpenNotificationCenterEvent"},
          {"$ref": "#/components/schemas/DeviceCloseNotificationCenterEvent"},
          {"$ref": "#/components/schemas/DeviceOpenControlCenterEvent"},
          {"$ref": "#/components/schemas/DeviceCloseControlCenterEvent"},
          {"$ref": "#/components/schemas/DeviceBeginSiriEvent"},
          {"$ref": "#/components/schemas/DeviceEndSiriEvent"},
          {"$ref": "#/components/schemas/DevicePresentAirDropSheetEvent"},
          {"$ref": "#/components/schemas/DeviceDismissAirDropSheetEvent"},
          {"$ref": "#/components/schemas/DevicePresentSystemAlertEvent"},
          {"$ref": "#/components/schemas/DeviceDismissSystemAlertEvent"},
          {"$ref": "#/components/schemas/DeviceIncomingCallEvent"},
          {"$ref": "#/components/schemas/DeviceAnswerCallEvent"},
          {"$ref": "#/components/schemas/DeviceDeclineCallEvent"},
          {"$ref": "#/components/schemas/DeviceEndCallEvent"},
          {"$ref": "#/components/schemas/DeviceChangeLanguageEvent"},
          {"$ref": "#/components/schemas/DeviceRebootEvent"},
          {"$ref": "#/components/schemas/DevicePowerOffEvent"},
          {"$ref": "#/components/schemas/DevicePowerOnEvent"},
          {"$ref": "#/components/schemas/DeviceUpgradeOSEvent"},
          {"$ref": "#/components/schemas/DeviceChangeTimeEvent"},
          {"$ref": "#/components/schemas/DeviceChangeLocaleEvent"},
          {"$ref": "#/components/schemas/DeviceRotateEvent"},
          {"$ref": "#/components/schemas/DeviceSetBatteryEvent"},
          {"$ref": "#/components/schemas/DeviceSetNetworkEvent"},
          {"$ref": "#/components/schemas/DeviceSetThermalStateEvent"},
          {"$ref": "#/components/schemas/DeviceSetLowPowerModeEvent"},
          {"$ref": "#/components/schemas/DeviceSetBackgroundRefreshEvent"},
          {"$ref": "#/components/schemas/DeviceSetIdleEvent"},
          {"$ref": "#/components/schemas/DeviceAllocateSystemMemoryEvent"},
          {"$ref": "#/components/schemas/DeviceFreeSystemMemoryEvent"},
          {"$ref": "#/components/schemas/DeviceMemoryWarningEvent"},
          {"$ref": "#/components/schemas/AudioInterruptEvent"},
          {"$ref": "#/components/schemas/AudioResumeEvent"},
          {"$ref": "#/components/schemas/AppLaunchEvent"},
          {"$ref": "#/components/schemas/AppContinueActivityEvent"},
          {"$ref": "#/components/schemas/AppPerformShortcutEvent"},
          {"$ref": "#/components/schemas/AppTapNotificationEvent"},
          {"$ref": "#/components/schemas/AppForceQuitEvent"},
          {"$ref": "#/components/schemas/AppCrashEvent"},
          {"$ref": "#/components/schemas/AppTerminateEvent"},
          {"$ref": "#/components/schemas/AppSuspendEvent"},
          {"$ref": "#/components/schemas/AppPrewarmEvent"},
          {"$ref": "#/components/schemas/AppBackgroundEvent"},
          {"$ref": "#/components/schemas/AppChangePermissionEvent"},
          {"$ref": "#/components/schemas/AppMemoryWarningEvent"},
          {"$ref": "#/components/schemas/AppChangeSettingsEvent"},
          {"$ref": "#/components/schemas/AppPresentAlertEvent"},
          {"$ref": "#/components/schemas/AppDismissAlertEvent"},
          {"$ref": "#/components/schemas/AppPresentShareSheetEvent"},
          {"$ref": "#/components/schemas/AppDismissShareSheetEvent"},
          {"$ref": "#/components/schemas/AppCoverViewEvent"},
          {"$ref": "#/components/schemas/AppUncoverViewEvent"},
          {"$ref": "#/components/schemas/SceneCreateEvent"},
          {"$ref": "#/components/schemas/SceneActivateEvent"},
          {"$ref": "#/components/schemas/SceneCloseEvent"},
          {"$ref": "#/components/schemas/SceneDisconnectEvent"},
          {"$ref": "#/components/schemas/SceneBackgroundEvent"},
          {"$ref": "#/components/schemas/BackgroundFetchPerformEvent"},
          {"$ref": "#/components/schemas/BackgroundTaskLaunchEvent"},
          {"$ref": "#/components/schemas/BackgroundTaskExpireEvent"},
          {"$ref": "#/components/schemas/BackgroundTaskCancelEvent"},
          {"$ref": "#/components/schemas/LocationUpdateEvent"},
          {"$ref": "#/components/schemas/LocationSignificantChangeEvent"},
          {"$ref": "#/components/schemas/LocationRegionEvent"},
          {"$ref": "#/components/schemas/BluetoothEventEvent"},
          {"$ref": "#/components/schemas/VoipPushEvent"},
          {"$ref": "#/components/schemas/UrlSessionFinishEvent"},
          {"$ref": "#/components/schemas/SystemWakeEvent"},
          {"$ref": "#/components/schemas/LiveActivityPushToStartEvent"},
          {"$ref": "#/components/schemas/LiveActivityPushToEndEvent"},
          {"$ref": "#/components/schemas/LiveActivityDismissEvent"},
          {"$ref": "#/components/schemas/InputTouchEvent"},
          {"$ref": "#/components/schemas/InputRemoteControlEvent"},
          {"$ref": "#/components/schemas/AppOpenURLEvent"},
          {"$ref": "#/components/schemas/PushDeliverEvent"}
        ],
        "discriminator": {
          "propertyName": "type",
          "mapping": {
            "device.home": "#/components/schemas/DeviceHomeEvent",
            "device.openAppSwitcher": "#/components/schemas/DeviceOpenAppSwitcherEvent",
            "device.closeAppSwitcher": "#/components/schemas/DeviceCloseAppSwitcherEvent",
            "device.lock": "#/components/schemas/DeviceLockEvent",
            "device.unlock": "#/components/schemas/DeviceUnlockEvent",
            "device.openNotificationCenter": "#/components/schemas/DeviceOpenNotificationCenterEvent",
            "device.closeNotificationCenter": "#/components/schemas/DeviceCloseNotificationCenterEvent",
            "device.openControlCenter": "#/components/schemas/DeviceOpenControlCenterEvent",
            "device.closeControlCenter": "#/components/schemas/DeviceCloseControlCenterEvent",
            "device.beginSiri": "#/components/schemas/DeviceBeginSiriEvent",
            "device.endSiri": "#/components/schemas/DeviceEndSiriEvent",
            "device.presentAirDropSheet": "#/components/schemas/DevicePresentAirDropSheetEvent",
            "device.dismissAirDropSheet": "#/components/schemas/DeviceDismissAirDropSheetEvent",
            "device.presentSystemAlert": "#/components/schemas/DevicePresentSystemAlertEvent",
            "device.dismissSystemAlert": "#/components/schemas/DeviceDismissSystemAlertEvent",
            "device.incomingCall": "#/components/schemas/DeviceIncomingCallEvent",
            "device.answerCall": "#/components/schemas/DeviceAnswerCallEvent",
            "device.declineCall": "#/components/schemas/DeviceDeclineCallEvent",
            "device.endCall": "#/components/schemas/DeviceEndCallEvent",
            "device.changeLanguage": "#/components/schemas/DeviceChangeLanguageEvent",
            "device.reboot": "#/components/schemas/DeviceRebootEvent",
            "device.powerOff": "#/components/schemas/DevicePowerOffEvent",
            "device.powerOn": "#/components/schemas/DevicePowerOnEvent",
            "device.upgradeOS": "#/components/schemas/DeviceUpgradeOSEvent",
            "device.changeTime": "#/components/schemas/DeviceChangeTimeEvent",
            "device.changeLocale": "#/components/schemas/DeviceChangeLocaleEvent",
            "device.rotate": "#/components/schemas/DeviceRotateEvent",
            "device.setBattery": "#/components/schemas/DeviceSetBatteryEvent",
            "device.setNetwork": "#/components/schemas/DeviceSetNetworkEvent",
            "device.setThermalState": "#/components/schemas/DeviceSetThermalStateEvent",
            "device.setLowPowerMode": "#/components/schemas/DeviceSetLowPowerModeEvent",
            "device.setBackgroundRefresh": "#/components/schemas/DeviceSetBackgroundRefreshEvent",
            "device.setIdle": "#/components/schemas/DeviceSetIdleEvent",
            "device.allocateSystemMemory": "#/components/schemas/DeviceAllocateSystemMemoryEvent",
            "device.freeSystemMemory": "#/components/schemas/DeviceFreeSystemMemoryEvent",
            "device.memoryWarning": "#/components/schemas/DeviceMemoryWarningEvent",
            "audio.interrupt": "#/components/schemas/AudioInterruptEvent",
            "audio.resume": "#/components/schemas/AudioResumeEvent",
            "app.launch": "#/components/schemas/AppLaunchEvent",
            "app.continueActivity": "#/components/schemas/AppContinueActivityEvent",
            "app.performShortcut": "#/components/schemas/AppPerformShortcutEvent",
            "app.tapNotification": "#/components/schemas/AppTapNotificationEvent",
            "app.forceQuit": "#/components/schemas/AppForceQuitEvent",
            "app.crash": "#/components/schemas/AppCrashEvent",
            "app.terminate": "#/components/schemas/AppTerminateEvent",
            "app.suspend": "#/components/schemas/AppSuspendEvent",
            "app.prewarm": "#/components/schemas/AppPrewarmEvent",
            "app.background": "#/components/schemas/AppBackgroundEvent",
            "app.changePermission": "#/components/schemas/AppChangePermissionEvent",
            "app.memoryWarning": "#/components/schemas/AppMemoryWarningEvent",
            "app.changeSettings": "#/components/schemas/AppChangeSettingsEvent",
            "app.presentAlert": "#/components/schemas/AppPresentAlertEvent",
            "app.dismissAlert": "#/components/schemas/AppDismissAlertEvent",
            "app.presentShareSheet": "#/components/schemas/AppPresentShareSheetEvent",
            "app.dismissShareSheet": "#/components/schemas/AppDismissShareSheetEvent",
            "app.coverView": "#/components/schemas/AppCoverViewEvent",
            "app.uncoverView": "#/components/schemas/AppUncoverViewEvent",
            "scene.create": "#/components/schemas/SceneCreateEvent",
            "scene.activate": "#/components/schemas/SceneActivateEvent",
            "scene.close": "#/components/schemas/SceneCloseEvent",
            "scene.disconnect": "#/components/schemas/SceneDisconnectEvent",
            "scene.background": "#/components/schemas/SceneBackgroundEvent",
            "backgroundFetch.perform": "#/components/schemas/BackgroundFetchPerformEvent",
            "backgroundTask.launch": "#/components/schemas/BackgroundTaskLaunchEvent",
            "backgroundTask.expire": "#/components/schemas/BackgroundTaskExpireEvent",
            "backgroundTask.cancel": "#/components/schemas/BackgroundTaskCancelEvent",
            "location.update": "#/components/schemas/LocationUpdateEvent",
            "location.significantChange": "#/components/schemas/LocationSignificantChangeEvent",
            "location.region": "#/components/schemas/LocationRegionEvent",
            "bluetooth.event": "#/components/schemas/BluetoothEventEvent",
            "voip.push": "#/components/schemas/VoipPushEvent",
            "urlSession.finish": "#/components/schemas/UrlSessionFinishEvent",
            "system.wake": "#/components/schemas/SystemWakeEvent",
            "liveActivity.pushToStart": "#/components/schemas/LiveActivityPushToStartEvent",
            "liveActivity.pushToEnd": "#/components/schemas/LiveActivityPushToEndEvent",
            "liveActivity.dismiss": "#/components/schemas/LiveActivityDismissEvent",
            "input.touch": "#/components/schemas/InputTouchEvent",
            "input.remoteControl": "#/components/schemas/InputRemoteControlEvent",
            "app.openURL": "#/components/schemas/AppOpenURLEvent",
            "push.deliver": "#/components/schemas/PushDeliverEvent"
          }
        },
        "description": "Something that the user or the system does."
      },
      "DeviceHomeEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "device.home", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "device.home"}],
        "description": "Home is pressed, or the user swipes up."
      },
      "DeviceOpenAppSwitcherEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "device.openAppSwitcher", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "device.openAppSwitcher"}],
        "description": "The app switcher opens."
      },
      "DeviceCloseAppSwitcherEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {
          "type": {"const": "device.closeAppSwitcher", "description": "Which event it is."},
          "select": {
            "type": ["string", "null"],
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app that is selected."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "device.closeAppSwitcher"}],
        "description": "The app switcher closes, back to the same app or to the one selected."
      },
      "DeviceLockEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "device.lock", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "device.lock"}],
        "description": "The device is locked."
      },
      "DeviceUnlockEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "device.unlock", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "device.unlock"}],
        "description": "The device is unlocked."
      },
      "DeviceOpenNotificationCenterEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "device.openNotificationCenter", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "device.openNotificationCenter"}],
        "description": "The notification centre covers the screen."
      },
      "DeviceCloseNotificationCenterEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "device.closeNotificationCenter", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "device.closeNotificationCenter"}],
        "description": "The notification centre goes away."
      },
      "DeviceOpenControlCenterEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "device.openControlCenter", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "device.openControlCenter"}],
        "description": "The control centre covers the screen."
      },
      "DeviceCloseControlCenterEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "device.closeControlCenter", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "device.closeControlCenter"}],
        "description": "The control centre goes away."
      },
      "DeviceBeginSiriEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "device.beginSiri", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "device.beginSiri"}],
        "description": "Siri covers the screen."
      },
      "DeviceEndSiriEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "device.endSiri", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "device.endSiri"}],
        "description": "Siri goes away."
      },
      "DevicePresentAirDropSheetEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "device.presentAirDropSheet", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "device.presentAirDropSheet"}],
        "description": "The AirDrop sheet covers the screen."
      },
      "DeviceDismissAirDropSheetEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "device.dismissAirDropSheet", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "device.dismissAirDropSheet"}],
        "description": "The AirDrop sheet goes away."
      },
      "DevicePresentSystemAlertEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {
          "type": {"const": "device.presentSystemAlert", "description": "Which event it is."},
          "alert": {
            "anyOf": [
              {
                "type": "string",
                "enum": ["permission", "lowBattery", "applePay", "faceID", "signInWithApple", "other"]
              },
              {"type": "null"}
            ],
            "description": "What the alert asks for."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "device.presentSystemAlert"}],
        "description": "The system asks or tells the user something."
      },
      "DeviceDismissSystemAlertEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "device.dismissSystemAlert", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "device.dismissSystemAlert"}],
        "description": "The user answers the system's alert."
      },
      "DeviceIncomingCallEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {
          "type": {"const": "device.incomingCall", "description": "Which event it is."},
          "style": {
            "anyOf": [{"type": "string", "enum": ["fullScreen", "banner"]}, {"type": "null"}],
            "description": "How the call is shown."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "device.incomingCall"}],
        "description": "The phone rings."
      },
      "DeviceAnswerCallEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "device.answerCall", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "device.answerCall"}],
        "description": "The user answers the call that rings."
      },
      "DeviceDeclineCallEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "device.declineCall", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "device.declineCall"}],
        "description": "The user declines the call that rings."
      },
      "DeviceEndCallEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "device.endCall", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "device.endCall"}],
        "description": "The call ends."
      },
      "DeviceChangeLanguageEvent": {
        "type": "object",
        "required": ["type", "language"],
        "properties": {
          "type": {"const": "device.changeLanguage", "description": "Which event it is."},
          "language": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "The language, such as `fr`."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "device.changeLanguage", "language": "fr"}],
        "description": "The language is changed in Settings: the apps are killed."
      },
      "DeviceRebootEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "device.reboot", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "device.reboot"}],
        "description": "The device starts anew."
      },
      "DevicePowerOffEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "device.powerOff", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "device.powerOff"}],
        "description": "The device is switched off."
      },
      "DevicePowerOnEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "device.powerOn", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "device.powerOn"}],
        "description": "The device is switched on."
      },
      "DeviceUpgradeOSEvent": {
        "type": "object",
        "required": ["type", "profile"],
        "properties": {
          "type": {"const": "device.upgradeOS", "description": "Which event it is."},
          "profile": {
            "type": "string",
            "enum": ["documents", "ios12", "ios18", "ios26", "ios27", "simulator"],
            "description": "The profile of the new system."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "device.upgradeOS", "profile": "documents"}],
        "description": "The system is upgraded to another profile of rules."
      },
      "DeviceChangeTimeEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "device.changeTime", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "device.changeTime"}],
        "description": "The time changes significantly: midnight, a carrier's time, daylight saving."
      },
      "DeviceChangeLocaleEvent": {
        "type": "object",
        "required": ["type", "locale"],
        "properties": {
          "type": {"const": "device.changeLocale", "description": "Which event it is."},
          "locale": {"type": "string", "minLength": 1, "maxLength": 256, "description": "The locale, such as `de_AT`."}
        },
        "additionalProperties": false,
        "examples": [{"type": "device.changeLocale", "locale": "de_AT"}],
        "description": "The region is changed in Settings."
      },
      "DeviceRotateEvent": {
        "type": "object",
        "required": ["type", "orientation"],
        "properties": {
          "type": {"const": "device.rotate", "description": "Which event it is."},
          "orientation": {
            "type": "string",
            "enum": ["portrait", "portraitUpsideDown", "landscapeLeft", "landscapeRight", "faceUp", "faceDown"],
            "description": "How it is held."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "device.rotate", "orientation": "portrait"}],
        "description": "The device is turned."
      },
      "DeviceSetBatteryEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {
          "type": {"const": "device.setBattery", "description": "Which event it is."},
          "level": {
            "type": ["number", "null"],
            "minimum": 0,
            "maximum": 1,
            "description": "The level, from 0 to 1; as before unless given."
          },
          "charging": {"type": ["boolean", "null"], "description": "Whether it charges; as before unless given."}
        },
        "additionalProperties": false,
        "examples": [{"type": "device.setBattery"}],
        "description": "The battery has another level, or is put on a charger or taken off it."
      },
      "DeviceSetNetworkEvent": {
        "type": "object",
        "required": ["type", "network"],
        "properties": {
          "type": {"const": "device.setNetwork", "description": "Which event it is."},
          "network": {
            "type": "string",
            "enum": ["wifi", "cellular", "none"],
            "description": "What it is connected through."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "device.setNetwork", "network": "wifi"}],
        "description": "The device is connected otherwise, or no more."
      },
      "DeviceSetThermalStateEvent": {
        "type": "object",
        "required": ["type", "state"],
        "properties": {
          "type": {"const": "device.setThermalState", "description": "Which event it is."},
          "state": {"type": "string", "enum": ["nominal", "fair", "serious", "critical"], "description": "The state."}
        },
        "additionalProperties": false,
        "examples": [{"type": "device.setThermalState", "state": "nominal"}],
        "description": "The device gets warmer or cooler."
      },
      "DeviceSetLowPowerModeEvent": {
        "type": "object",
        "required": ["type", "enabled"],
        "properties": {
          "type": {"const": "device.setLowPowerMode", "description": "Which event it is."},
          "enabled": {"type": "boolean", "description": "Whether it is on."}
        },
        "additionalProperties": false,
        "examples": [{"type": "device.setLowPowerMode", "enabled": true}],
        "description": "Low Power Mode is switched."
      },
      "DeviceSetBackgroundRefreshEvent": {
        "type": "object",
        "required": ["type", "enabled"],
        "properties": {
          "type": {"const": "device.setBackgroundRefresh", "description": "Which event it is."},
          "enabled": {"type": "boolean", "description": "Whether it is on."},
          "bundleID": {
            "type": ["string", "null"],
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app; without one, the switch of the device."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "device.setBackgroundRefresh", "enabled": true}],
        "description": "Background App Refresh is switched, for the device or for one app."
      },
      "DeviceSetIdleEvent": {
        "type": "object",
        "required": ["type", "idle"],
        "properties": {
          "type": {"const": "device.setIdle", "description": "Which event it is."},
          "idle": {"type": "boolean", "description": "Whether it lies unused."}
        },
        "additionalProperties": false,
        "examples": [{"type": "device.setIdle", "idle": true}],
        "description": "The device lies unused, or is used again."
      },
      "DeviceAllocateSystemMemoryEvent": {
        "type": "object",
        "required": ["type", "bytes"],
        "properties": {
          "type": {"const": "device.allocateSystemMemory", "description": "Which event it is."},
          "bytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1125899906842624,
            "description": "How many bytes."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "device.allocateSystemMemory", "bytes": 1048576}],
        "description": "Something else on the device takes memory, at most all that the device has."
      },
      "DeviceFreeSystemMemoryEvent": {
        "type": "object",
        "required": ["type", "bytes"],
        "properties": {
          "type": {"const": "device.freeSystemMemory", "description": "Which event it is."},
          "bytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1125899906842624,
            "description": "How many bytes."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "device.freeSystemMemory", "bytes": 1048576}],
        "description": "Something else on the device gives memory back."
      },
      "DeviceMemoryWarningEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "device.memoryWarning", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "device.memoryWarning"}],
        "description": "Every running app is warned, as by the Simulator's menu; nothing is killed."
      },
      "AudioInterruptEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "audio.interrupt", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "audio.interrupt"}],
        "description": "Something that is no call interrupts audio."
      },
      "AudioResumeEvent": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "audio.resume", "description": "Which event it is."}},
        "additionalProperties": false,
        "examples": [{"type": "audio.resume"}],
        "description": "What interrupted audio ends."
      },
      "AppLaunchEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "app.launch", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "arguments": {
            "anyOf": [
              {"type": "array", "items": {"type": "string", "maxLength": 8192}, "maxItems": 64},
              {"type": "null"}
            ],
            "description": "The launch's arguments."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "app.launch", "bundleID": "com.example.notes"}],
        "description": "The user opens the app: it is launched, or brought to the front."
      },
      "AppContinueActivityEvent": {
        "type": "object",
        "required": ["type", "bundleID", "activityType"],
        "properties": {
          "type": {"const": "app.continueActivity", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "activityType": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "The type of the `NSUserActivity`."
          },
          "webpageURL": {
            "type": ["string", "null"],
            "minLength": 1,
            "maxLength": 8192,
            "description": "Its URL, for a universal link."
          }
        },
        "additionalProperties": false,
        "examples": [
          {"type": "app.continueActivity", "bundleID": "com.example.notes", "activityType": "com.example.notes.edit"}
        ],
        "description": "The app is opened by Handoff or a universal link."
      },
      "AppPerformShortcutEvent": {
        "type": "object",
        "required": ["type", "bundleID", "shortcutType"],
        "properties": {
          "type": {"const": "app.performShortcut", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "shortcutType": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "The type of the `UIApplicationShortcutItem`."
          }
        },
        "additionalProperties": false,
        "examples": [
          {"type": "app.performShortcut", "bundleID": "com.example.notes", "shortcutType": "com.example.notes.new"}
        ],
        "description": "The app is opened by a quick action of its icon."
      },
      "AppTapNotificationEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "app.tapNotification", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "notificationID": {
            "type": ["string", "null"],
            "minLength": 1,
            "maxLength": 256,
            "description": "Which notification."
          },
          "actionIdentifier": {
            "type": ["string", "null"],
            "minLength": 1,
            "maxLength": 256,
            "description": "The action that was chosen; the default one, a tap, unless given."
          },
          "foreground": {
            "type": ["boolean", "null"],
            "description": "Whether the action has the option to open the app; without it the app hears of it in the background."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "app.tapNotification", "bundleID": "com.example.notes"}],
        "description": "The user taps a notification of the app, or chooses one of its actions."
      },
      "AppForceQuitEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "app.forceQuit", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "app.forceQuit", "bundleID": "com.example.notes"}],
        "description": "The app is swiped away in the app switcher."
      },
      "AppCrashEvent": {
        "type": "object",
        "required": ["type", "bundleID", "exception"],
        "properties": {
          "type": {"const": "app.crash", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "exception": {
            "type": "string",
            "enum": ["abort", "badAccess", "busError", "illegalInstruction", "breakpoint"],
            "description": "How the code fails."
          },
          "message": {"type": ["string", "null"], "minLength": 1, "maxLength": 8192, "description": "What it says."}
        },
        "additionalProperties": false,
        "examples": [{"type": "app.crash", "bundleID": "com.example.notes", "exception": "abort"}],
        "description": "The app's code fails."
      },
      "AppTerminateEvent": {
        "type": "object",
        "required": ["type", "bundleID", "cause"],
        "properties": {
          "type": {"const": "app.terminate", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "cause": {
            "type": "string",
            "enum": [
              "jetsam",
              "perProcessLimit",
              "system",
              "simulatorHost",
              "cpuLimit",
              "thermal",
              "diskSpace",
              "longIdleExit"
            ],
            "description": "Why the system kills it."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "app.terminate", "bundleID": "com.example.notes", "cause": "jetsam"}],
        "description": "The system kills the app now."
      },
      "AppSuspendEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "app.suspend", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "app.suspend", "bundleID": "com.example.notes"}],
        "description": "The system suspends the app, which is in the background."
      },
      "AppPrewarmEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "app.prewarm", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "app.prewarm", "bundleID": "com.example.notes"}],
        "description": "The system prepares the app for a launch that it expects."
      },
      "AppBackgroundEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "app.background", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "app.background", "bundleID": "com.example.notes"}],
        "description": "The system sends the app to the background."
      },
      "AppChangePermissionEvent": {
        "type": "object",
        "required": ["type", "bundleID", "permission"],
        "properties": {
          "type": {"const": "app.changePermission", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "permission": {"type": "string", "minLength": 1, "maxLength": 256, "description": "Which permission."}
        },
        "additionalProperties": false,
        "examples": [{"type": "app.changePermission", "bundleID": "com.example.notes", "permission": "camera"}],
        "description": "A permission of the app is changed in Settings: the app is killed."
      },
      "AppMemoryWarningEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "app.memoryWarning", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "app.memoryWarning", "bundleID": "com.example.notes"}],
        "description": "A memory warning to this app alone; a suspended one does not hear of it."
      },
      "AppChangeSettingsEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "app.changeSettings", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "keys": {
            "anyOf": [
              {"type": "array", "items": {"type": "string", "minLength": 1, "maxLength": 256}, "maxItems": 64},
              {"type": "null"}
            ],
            "description": "The keys that change."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "app.changeSettings", "bundleID": "com.example.notes"}],
        "description": "The app's settings bundle is changed; a suspended app hears of it when it wakes."
      },
      "AppPresentAlertEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "app.presentAlert", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "app.presentAlert", "bundleID": "com.example.notes"}],
        "description": "The app presents an alert of its own."
      },
      "AppDismissAlertEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "app.dismissAlert", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "app.dismissAlert", "bundleID": "com.example.notes"}],
        "description": "The app's own alert goes away."
      },
      "AppPresentShareSheetEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "app.presentShareSheet", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "app.presentShareSheet", "bundleID": "com.example.notes"}],
        "description": "The app presents a share sheet."
      },
      "AppDismissShareSheetEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "app.dismissShareSheet", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "app.dismissShareSheet", "bundleID": "com.example.notes"}],
        "description": "The share sheet goes away."
      },
      "AppCoverViewEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "app.coverView", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "sceneID": {
            "type": ["string", "null"],
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The number of the scene's session; without one, the scene in front."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "app.coverView", "bundleID": "com.example.notes"}],
        "description": "The app shows another view over that of a window; only its view controller is called."
      },
      "AppUncoverViewEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "app.uncoverView", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "sceneID": {
            "type": ["string", "null"],
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The number of the scene's session; without one, the scene in front."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "app.uncoverView", "bundleID": "com.example.notes"}],
        "description": "The view that covers that of a window goes away."
      },
      "SceneCreateEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "scene.create", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "configuration": {
            "type": ["string", "null"],
            "minLength": 1,
            "maxLength": 256,
            "description": "The name of the scene's configuration."
          },
          "userActivity": {
            "type": ["string", "null"],
            "minLength": 1,
            "maxLength": 256,
            "description": "The type of the activity that the scene is for."
          },
          "placement": {
            "anyOf": [{"type": "string", "enum": ["splitView", "fullScreen"]}, {"type": "null"}],
            "description": "Beside what is on screen, or instead of it."
          },
          "role": {
            "anyOf": [
              {
                "type": "string",
                "enum": ["windowApplication", "carTemplateApplication", "windowExternalDisplayNonInteractive"]
              },
              {"type": "null"}
            ],
            "description": "What the scene is shown on, as `UISceneSession.Role` names it; the device's screen unless given."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "scene.create", "bundleID": "com.example.notes"}],
        "description": "A window of the app is opened, or with another role the app is opened in a car or a display is connected."
      },
      "SceneActivateEvent": {
        "type": "object",
        "required": ["type", "bundleID", "sceneID"],
        "properties": {
          "type": {"const": "scene.activate", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The number of the scene's session; without one, the scene in front."
          },
          "placement": {
            "anyOf": [{"type": "string", "enum": ["splitView", "fullScreen"]}, {"type": "null"}],
            "description": "Beside what is on screen, or instead of it."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "scene.activate", "bundleID": "com.example.notes", "sceneID": "1"}],
        "description": "A window of the app comes to the front."
      },
      "SceneCloseEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "scene.close", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "sceneID": {
            "type": ["string", "null"],
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The number of the scene's session; without one, the scene in front."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "scene.close", "bundleID": "com.example.notes"}],
        "description": "The user closes a window: its session is discarded."
      },
      "SceneDisconnectEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "scene.disconnect", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "sceneID": {
            "type": ["string", "null"],
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The number of the scene's session; without one, the scene in front."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "scene.disconnect", "bundleID": "com.example.notes"}],
        "description": "The system reclaims a scene: its session stays."
      },
      "SceneBackgroundEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "scene.background", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "sceneID": {
            "type": ["string", "null"],
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The number of the scene's session; without one, the scene in front."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "scene.background", "bundleID": "com.example.notes"}],
        "description": "A window leaves the screen."
      },
      "BackgroundFetchPerformEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "backgroundFetch.perform", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "backgroundFetch.perform", "bundleID": "com.example.notes"}],
        "description": "The system lets the app fetch now."
      },
      "BackgroundTaskLaunchEvent": {
        "type": "object",
        "required": ["type", "bundleID", "identifier"],
        "properties": {
          "type": {"const": "backgroundTask.launch", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "identifier": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "The identifier of the task, the transfer, the region or the Live Activity."
          }
        },
        "additionalProperties": false,
        "examples": [
          {"type": "backgroundTask.launch", "bundleID": "com.example.notes", "identifier": "com.example.notes.refresh"}
        ],
        "description": "The system launches a pending BGTask now."
      },
      "BackgroundTaskExpireEvent": {
        "type": "object",
        "required": ["type", "bundleID", "identifier"],
        "properties": {
          "type": {"const": "backgroundTask.expire", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "identifier": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "The identifier of the task, the transfer, the region or the Live Activity."
          }
        },
        "additionalProperties": false,
        "examples": [
          {"type": "backgroundTask.expire", "bundleID": "com.example.notes", "identifier": "com.example.notes.refresh"}
        ],
        "description": "The time of a running BGTask is over now."
      },
      "BackgroundTaskCancelEvent": {
        "type": "object",
        "required": ["type", "bundleID", "identifier"],
        "properties": {
          "type": {"const": "backgroundTask.cancel", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "identifier": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "The identifier of the task, the transfer, the region or the Live Activity."
          }
        },
        "additionalProperties": false,
        "examples": [
          {"type": "backgroundTask.cancel", "bundleID": "com.example.notes", "identifier": "com.example.notes.refresh"}
        ],
        "description": "The user cancels a continued processing task that runs."
      },
      "LocationUpdateEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "location.update", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "location.update", "bundleID": "com.example.notes"}],
        "description": "The device has a new location."
      },
      "LocationSignificantChangeEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "location.significantChange", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "location.significantChange", "bundleID": "com.example.notes"}],
        "description": "The device has moved far."
      },
      "LocationRegionEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "location.region", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "identifier": {
            "type": ["string", "null"],
            "minLength": 1,
            "maxLength": 256,
            "description": "The identifier of the task, the transfer, the region or the Live Activity."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "location.region", "bundleID": "com.example.notes"}],
        "description": "The device enters a region that the app monitors."
      },
      "BluetoothEventEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "bluetooth.event", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "bluetooth.event", "bundleID": "com.example.notes"}],
        "description": "A Bluetooth accessory has something for the app."
      },
      "VoipPushEvent": {
        "type": "object",
        "required": ["type", "bundleID"],
        "properties": {
          "type": {"const": "voip.push", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "payload": {
            "description": "What PushKit calls `dictionaryPayload`: as compact JSON at most `voipPushPayloadLimitBytes`."
          },
          "expiresAt": {
            "type": ["string", "null"],
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it is no longer worth delivering."
          },
          "apnsID": {
            "type": ["string", "null"],
            "minLength": 1,
            "maxLength": 256,
            "description": "The header `apns-id`, a UUID, which its verdicts carry."
          },
          "storable": {
            "type": ["boolean", "null"],
            "description": "Whether APNs keeps it while it cannot reach the device."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "voip.push", "bundleID": "com.example.notes"}],
        "description": "A VoIP push arrives."
      },
      "UrlSessionFinishEvent": {
        "type": "object",
        "required": ["type", "bundleID", "identifier"],
        "properties": {
          "type": {"const": "urlSession.finish", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "identifier": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "The identifier of the task, the transfer, the region or the Live Activity."
          }
        },
        "additionalProperties": false,
        "examples": [
          {"type": "urlSession.finish", "bundleID": "com.example.notes", "identifier": "com.example.notes.refresh"}
        ],
        "description": "A background transfer ends now."
      },
      "SystemWakeEvent": {
        "type": "object",
        "required": ["type", "bundleID", "reason"],
        "properties": {
          "type": {"const": "system.wake", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "reason": {
            "type": "string",
            "enum": [
              "healthKit",
              "watchConnectivity",
              "appIntent",
              "liveActivityToken",
              "pushToTalk",
              "homeKit",
              "systemWake",
              "locationMonitor"
            ],
            "description": "The framework, or `systemWake` for any other; also the launch reason."
          },
          "callback": {
            "anyOf": [
              {
                "type": "string",
                "enum": [
                  "updateHandler",
                  "session(_:didReceiveMessage:)",
                  "session(_:didReceiveUserInfo:)",
                  "perform()",
                  "pushTokenUpdates",
                  "incomingPushResult(channelManager:channelUUID:pushPayload:)",
                  "accessory(_:service:didUpdateValueFor:)",
                  "systemWakeHandler",
                  "monitorEvents"
                ]
              },
              {"type": "null"}
            ],
            "description": "What is called; as usual for the reason unless given."
          },
          "limitSeconds": {
            "type": ["number", "null"],
            "minimum": 0,
            "maximum": 3155760000,
            "description": "How long it holds the process at most; a rule says it unless given: `systemWakeSeconds` or `appIntentLimitSeconds`."
          },
          "launches": {
            "type": ["boolean", "null"],
            "description": "Whether an app that does not run is launched, and a suspended one resumed; as usual for the reason unless given."
          },
          "survivesForceQuit": {
            "type": ["boolean", "null"],
            "description": "Whether that goes for an app that the user ended in the app switcher; as usual unless given."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "system.wake", "bundleID": "com.example.notes", "reason": "healthKit"}],
        "description": "A framework wakes the app, as HealthKit does. What is not given is as usual for the reason."
      },
      "LiveActivityPushToStartEvent": {
        "type": "object",
        "required": ["type", "bundleID", "identifier"],
        "properties": {
          "type": {"const": "liveActivity.pushToStart", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "identifier": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "The identifier of the task, the transfer, the region or the Live Activity."
          }
        },
        "additionalProperties": false,
        "examples": [
          {
            "type": "liveActivity.pushToStart",
            "bundleID": "com.example.notes",
            "identifier": "com.example.notes.refresh"
          }
        ],
        "description": "A push starts a Live Activity, and wakes the app for the token of its updates."
      },
      "LiveActivityPushToEndEvent": {
        "type": "object",
        "required": ["type", "bundleID", "identifier"],
        "properties": {
          "type": {"const": "liveActivity.pushToEnd", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "identifier": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "The identifier of the task, the transfer, the region or the Live Activity."
          }
        },
        "additionalProperties": false,
        "examples": [
          {
            "type": "liveActivity.pushToEnd",
            "bundleID": "com.example.notes",
            "identifier": "com.example.notes.refresh"
          }
        ],
        "description": "A push ends a Live Activity."
      },
      "LiveActivityDismissEvent": {
        "type": "object",
        "required": ["type", "bundleID", "identifier"],
        "properties": {
          "type": {"const": "liveActivity.dismiss", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "identifier": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "The identifier of the task, the transfer, the region or the Live Activity."
          }
        },
        "additionalProperties": false,
        "examples": [
          {"type": "liveActivity.dismiss", "bundleID": "com.example.notes", "identifier": "com.example.notes.refresh"}
        ],
        "description": "The user removes a Live Activity."
      },
      "InputTouchEvent": {
        "type": "object",
        "required": ["type", "bundleID", "target"],
        "properties": {
          "type": {"const": "input.touch", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "target": {"type": "string", "minLength": 1, "maxLength": 256, "description": "The responder that is meant."}
        },
        "additionalProperties": false,
        "examples": [{"type": "input.touch", "bundleID": "com.example.notes", "target": "saveButton"}],
        "description": "The user touches a responder of the app."
      },
      "InputRemoteControlEvent": {
        "type": "object",
        "required": ["type", "bundleID", "target"],
        "properties": {
          "type": {"const": "input.remoteControl", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "target": {"type": "string", "minLength": 1, "maxLength": 256, "description": "The responder that is meant."}
        },
        "additionalProperties": false,
        "examples": [{"type": "input.remoteControl", "bundleID": "com.example.notes", "target": "saveButton"}],
        "description": "A remote control's button goes to a responder of the app."
      },
      "AppOpenURLEvent": {
        "type": "object",
        "required": ["type", "url"],
        "properties": {
          "type": {"const": "app.openURL", "description": "Which event it is."},
          "url": {"type": "string", "minLength": 1, "maxLength": 8192, "description": "The URL."},
          "sourceApplication": {
            "type": ["string", "null"],
            "minLength": 1,
            "maxLength": 256,
            "description": "The app that it comes from."
          },
          "bundleID": {
            "type": ["string", "null"],
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app; without one, the app that declares the scheme of the URL."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "app.openURL", "url": "notes://today"}],
        "description": "A URL is opened by the app named, or by the one that declares its scheme."
      },
      "PushDeliverEvent": {
        "type": "object",
        "required": ["type", "bundleID", "payload"],
        "properties": {
          "type": {"const": "push.deliver", "description": "Which event it is."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "payload": {
            "description": "The APNs payload, an object with `aps`: as compact JSON at most `pushPayloadLimitBytes`."
          },
          "pushType": {
            "anyOf": [
              {
                "type": "string",
                "enum": [
                  "alert",
                  "background",
                  "voip",
                  "complication",
                  "fileprovider",
                  "location",
                  "liveactivity",
                  "pushtotalk",
                  "widgets",
                  "mdm"
                ]
              },
              {"type": "null"}
            ],
            "description": "The header `apns-push-type`."
          },
          "priority": {
            "anyOf": [
              {"type": "integer", "format": "int64", "minimum": 1, "maximum": 10, "enum": [1, 5, 10], "default": 10},
              {"type": "null"}
            ],
            "description": "The header `apns-priority`; 5 for a background push and 10 for others unless given."
          },
          "collapseID": {
            "type": ["string", "null"],
            "minLength": 1,
            "maxLength": 64,
            "description": "The header `apns-collapse-id`."
          },
          "expiresAt": {
            "type": ["string", "null"],
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it is no longer worth delivering."
          },
          "apnsID": {
            "type": ["string", "null"],
            "minLength": 1,
            "maxLength": 256,
            "description": "The header `apns-id`, a UUID, which its verdicts carry."
          },
          "storable": {
            "type": ["boolean", "null"],
            "description": "Whether APNs keeps it while it cannot reach the device."
          }
        },
        "additionalProperties": false,
        "examples": [{"type": "push.deliver", "bundleID": "com.example.notes", "payload": {"aps": {"alert": "Hello"}}}],
        "description": "A notification from APNs arrives."
      },
      "Actions": {
        "oneOf": [
          {"$ref": "#/components/schemas/PerformedAction"},
          {"type": "array", "items": {"$ref": "#/components/schemas/PerformedAction"}, "minItems": 1, "maxItems": 1000}
        ],
        "description": "One action, or several that are taken in order at one instant, all of them or none."
      },
      "PerformedAction": {
        "oneOf": [{"$ref": "#/components/schemas/Action"}, {"$ref": "#/components/schemas/ExtensionAction"}],
        "description": "Something that the code of the app does, or that of an extension of it."
      },
      "ExtensionAction": {
        "oneOf": [
          {
            "type": "object",
            "required": ["action", "cpuSeconds", "extension"],
            "properties": {
              "action": {"const": "work", "description": "Which action it is."},
              "cpuSeconds": {
                "type": "number",
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How much processor time."
              },
              "extension": {
                "type": "string",
                "enum": ["notificationService"],
                "description": "The extension of the app whose code does it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "message", "extension"],
            "properties": {
              "action": {"const": "log", "description": "Which action it is."},
              "message": {"type": "string", "minLength": 1, "maxLength": 8192, "description": "What it says."},
              "extension": {
                "type": "string",
                "enum": ["notificationService"],
                "description": "The extension of the app whose code does it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bytes", "extension"],
            "properties": {
              "action": {"const": "allocate", "description": "Which action it is."},
              "bytes": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "maximum": 1125899906842624,
                "description": "How many bytes."
              },
              "extension": {
                "type": "string",
                "enum": ["notificationService"],
                "description": "The extension of the app whose code does it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bytes", "extension"],
            "properties": {
              "action": {"const": "free", "description": "Which action it is."},
              "bytes": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "maximum": 1125899906842624,
                "description": "How many bytes."
              },
              "extension": {
                "type": "string",
                "enum": ["notificationService"],
                "description": "The extension of the app whose code does it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "extension"],
            "properties": {
              "action": {"const": "holdFileLock", "description": "Which action it is."},
              "extension": {
                "type": "string",
                "enum": ["notificationService"],
                "description": "The extension of the app whose code does it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "extension"],
            "properties": {
              "action": {"const": "releaseFileLock", "description": "Which action it is."},
              "extension": {
                "type": "string",
                "enum": ["notificationService"],
                "description": "The extension of the app whose code does it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "exception", "extension"],
            "properties": {
              "action": {"const": "crash", "description": "Which action it is."},
              "exception": {
                "type": "string",
                "enum": ["abort", "badAccess", "busError", "illegalInstruction", "breakpoint"],
                "description": "How the code fails."
              },
              "extension": {
                "type": "string",
                "enum": ["notificationService"],
                "description": "The extension of the app whose code does it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "extension"],
            "properties": {
              "action": {"const": "hang", "description": "Which action it is."},
              "extension": {
                "type": "string",
                "enum": ["notificationService"],
                "description": "The extension of the app whose code does it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "extension"],
            "properties": {
              "action": {"const": "exit", "description": "Which action it is."},
              "extension": {
                "type": "string",
                "enum": ["notificationService"],
                "description": "The extension of the app whose code does it."
              }
            },
            "additionalProperties": false
          }
        ],
        "description": "Something that the code of the app's notification service extension does while it handles a notification."
      },
      "Action": {
        "oneOf": [
          {"$ref": "#/components/schemas/BeginBackgroundTaskAction"},
          {"$ref": "#/components/schemas/EndBackgroundTaskAction"},
          {"$ref": "#/components/schemas/WorkAction"},
          {"$ref": "#/components/schemas/EditAction"},
          {"$ref": "#/components/schemas/SaveAction"},
          {"$ref": "#/components/schemas/LogAction"},
          {"$ref": "#/components/schemas/SetAlarmAction"},
          {"$ref": "#/components/schemas/AllocateAction"},
          {"$ref": "#/components/schemas/FreeAction"},
          {"$ref": "#/components/schemas/RequestSceneSessionAction"},
          {"$ref": "#/components/schemas/DestroySceneSessionAction"},
          {"$ref": "#/components/schemas/StartActivityAction"},
          {"$ref": "#/components/schemas/StopActivityAction"},
          {"$ref": "#/components/schemas/ShowSensitiveContentAction"},
          {"$ref": "#/components/schemas/HideSensitiveContentAction"},
          {"$ref": "#/components/schemas/RequestPermissionAction"},
          {"$ref": "#/components/schemas/RegisterForRemoteNotificationsAction"},
          {"$ref": "#/components/schemas/SetMinimumBackgroundFetchIntervalAction"},
          {"$ref": "#/components/schemas/CompleteFetchAction"},
          {"$ref": "#/components/schemas/HoldFileLockAction"},
          {"$ref": "#/components/schemas/ReleaseFileLockAction"},
          {"$ref": "#/components/schemas/RegisterTaskAction"},
          {"$ref": "#/components/schemas/SubmitTaskRequestAction"},
          {"$ref": "#/components/schemas/CancelTaskRequestAction"},
          {"$ref": "#/components/schemas/CompleteTaskAction"},
          {"$ref": "#/components/schemas/ReportProgressAction"},
          {"$ref": "#/components/schemas/StartTransferAction"},
          {"$ref": "#/components/schemas/CompleteURLSessionEventsAction"},
          {"$ref": "#/components/schemas/PlayAudioAction"},
          {"$ref": "#/components/schemas/StopAudioAction"},
          {"$ref": "#/components/schemas/StartLocationAction"},
          {"$ref": "#/components/schemas/StopLocationAction"},
          {"$ref": "#/components/schemas/MonitorSignificantLocationChangesAction"},
          {"$ref": "#/components/schemas/StartLocationSessionAction"},
          {"$ref": "#/components/schemas/EndLocationSessionAction"},
          {"$ref": "#/components/schemas/StartNearbyInteractionAction"},
          {"$ref": "#/components/schemas/StopNearbyInteractionAction"},
          {"$ref": "#/components/schemas/ScanBluetoothAction"},
          {"$ref": "#/components/schemas/AdvertiseBluetoothAction"},
          {"$ref": "#/components/schemas/RequestLiveActivityAction"},
          {"$ref": "#/components/schemas/EndLiveActivityAction"},
          {"$ref": "#/components/schemas/ObserveLiveActivitiesAction"},
          {"$ref": "#/components/schemas/RegisterWakeAction"},
          {"$ref": "#/components/schemas/ReportIncomingCallAction"},
          {"$ref": "#/components/schemas/CrashAction"},
          {"$ref": "#/components/schemas/HangAction"},
          {"$ref": "#/components/schemas/ExitAction"}
        ],
        "discriminator": {
          "propertyName": "action",
          "mapping": {
            "beginBackgroundTask": "#/components/schemas/BeginBackgroundTaskAction",
            "endBackgroundTask": "#/components/schemas/EndBackgroundTaskAction",
            "work": "#/components/schemas/WorkAction",
            "edit": "#/components/schemas/EditAction",
            "save": "#/components/schemas/SaveAction",
            "log": "#/components/schemas/LogAction",
            "setAlarm": "#/components/schemas/SetAlarmAction",
            "allocate": "#/components/schemas/AllocateAction",
            "free": "#/components/schemas/FreeAction",
            "requestSceneSession": "#/components/schemas/RequestSceneSessionAction",
            "destroySceneSession": "#/components/schemas/DestroySceneSessionAction",
            "startActivity": "#/components/schemas/StartActivityAction",
            "stopActivity": "#/components/schemas/StopActivityAction",
            "showSensitiveContent": "#/components/schemas/ShowSensitiveContentAction",
            "hideSensitiveContent": "#/components/schemas/HideSensitiveContentAction",
            "requestPermission": "#/components/schemas/RequestPermissionAction",
            "registerForRemoteNotifications": "#/components/schemas/RegisterForRemoteNotificationsAction",
            "setMinimumBackgroundFetchInterval": "#/components/schemas/SetMinimumBackgroundFetchIntervalAction",
            "completeFetch": "#/components/schemas/CompleteFetchAction",
            "holdFileLock": "#/components/schemas/HoldFileLockAction",
            "releaseFileLock": "#/components/schemas/ReleaseFileLockAction",
            "registerTask": "#/components/schemas/RegisterTaskAction",
            "submitTaskRequest": "#/components/schemas/SubmitTaskRequestAction",
            "cancelTaskRequest": "#/components/schemas/CancelTaskRequestAction",
            "completeTask": "#/components/schemas/CompleteTaskAction",
            "reportProgress": "#/components/schemas/ReportProgressAction",
            "startTransfer": "#/components/schemas/StartTransferAction",
            "completeURLSessionEvents": "#/components/schemas/CompleteURLSessionEventsAction",
            "playAudio": "#/components/schemas/PlayAudioAction",
            "stopAudio": "#/components/schemas/StopAudioAction",
            "startLocation": "#/components/schemas/StartLocationAction",
            "stopLocation": "#/components/schemas/StopLocationAction",
            "monitorSignificantLocationChanges": "#/components/schemas/MonitorSignificantLocationChangesAction",
            "startLocationSession": "#/components/schemas/StartLocationSessionAction",
            "endLocationSession": "#/components/schemas/EndLocationSessionAction",
            "startNearbyInteraction": "#/components/schemas/StartNearbyInteractionAction",
            "stopNearbyInteraction": "#/components/schemas/StopNearbyInteractionAction",
            "scanBluetooth": "#/components/schemas/ScanBluetoothAction",
            "advertiseBluetooth": "#/components/schemas/AdvertiseBluetoothAction",
            "requestLiveActivity": "#/components/schemas/RequestLiveActivityAction",
            "endLiveActivity": "#/components/schemas/EndLiveActivityAction",
            "observeLiveActivities": "#/components/schemas/ObserveLiveActivitiesAction",
            "registerWake": "#/components/schemas/RegisterWakeAction",
            "reportIncomingCall": "#/components/schemas/ReportIncomingCallAction",
            "crash": "#/components/schemas/CrashAction",
            "hang": "#/components/schemas/HangAction",
            "exit": "#/components/schemas/ExitAction"
          }
        },
        "description": "Something that the app's own code does."
      },
      "BeginBackgroundTaskAction": {
        "type": "object",
        "required": ["action", "name"],
        "properties": {
          "action": {"const": "beginBackgroundTask", "description": "Which action it is."},
          "name": {"type": "string", "maxLength": 256, "description": "The name."},
          "endsAfterSeconds": {
            "type": ["number", "null"],
            "minimum": 0,
            "maximum": 3155760000,
            "description": "After how long the code ends the task by itself; never unless given."
          },
          "hasExpirationHandler": {
            "type": ["boolean", "null"],
            "description": "Whether the task has an expiration handler; it has unless told otherwise."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "beginBackgroundTask", "name": "upload"}],
        "description": "`beginBackgroundTask(withName:expirationHandler:)`."
      },
      "EndBackgroundTaskAction": {
        "anyOf": [
          {
            "type": "object",
            "required": ["action", "number"],
            "properties": {
              "action": {"const": "endBackgroundTask", "description": "Which action it is."},
              "number": {
                "type": "integer",
                "format": "int64",
                "minimum": 1,
                "maximum": 4294967295,
                "description": "The number in the record of its assertion, instead of a name."
              },
              "name": {"type": "null", "description": "Not given beside `number`."}
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "name"],
            "properties": {
              "action": {"const": "endBackgroundTask", "description": "Which action it is."},
              "name": {"type": "string", "maxLength": 256, "description": "The name."},
              "number": {"type": "null", "description": "Not given beside `name`."}
            },
            "additionalProperties": false
          }
        ],
        "examples": [{"action": "endBackgroundTask", "name": "upload"}],
        "description": "`endBackgroundTask(_:)`, for the task of a number or for the one begun first under a name."
      },
      "WorkAction": {
        "type": "object",
        "required": ["action", "cpuSeconds"],
        "properties": {
          "action": {"const": "work", "description": "Which action it is."},
          "cpuSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "How much processor time."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "work", "cpuSeconds": 1}],
        "description": "Uses the processor."
      },
      "EditAction": {
        "type": "object",
        "required": ["action"],
        "properties": {
          "action": {"const": "edit", "description": "Which action it is."},
          "count": {
            "type": ["integer", "null"],
            "format": "int64",
            "minimum": 1,
            "maximum": 1000000000,
            "description": "How many changes; 1 unless given."
          },
          "sceneID": {
            "type": ["string", "null"],
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The number of the scene's session; without one, the scene in front."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "edit"}],
        "description": "Makes changes that are not saved yet."
      },
      "SaveAction": {
        "type": "object",
        "required": ["action"],
        "properties": {
          "action": {"const": "save", "description": "Which action it is."},
          "count": {
            "type": ["integer", "null"],
            "format": "int64",
            "minimum": 1,
            "maximum": 1000000000,
            "description": "How many changes; all unless given."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "save"}],
        "description": "Saves changes."
      },
      "LogAction": {
        "type": "object",
        "required": ["action", "message"],
        "properties": {
          "action": {"const": "log", "description": "Which action it is."},
          "message": {"type": "string", "minLength": 1, "maxLength": 8192, "description": "What it says."}
        },
        "additionalProperties": false,
        "examples": [{"action": "log", "message": "Saved."}],
        "description": "Writes a line, which becomes a record."
      },
      "SetAlarmAction": {
        "anyOf": [
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "setAlarm", "description": "Which action it is."},
              "at": {
                "type": ["string", "null"],
                "format": "date-time",
                "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
                "examples": ["2026-01-01T00:00:12.000Z"],
                "description": "When it fires; without this and `afterSeconds` it is cancelled."
              },
              "afterSeconds": {"type": "null", "description": "Not given beside `at`."}
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "setAlarm", "description": "Which action it is."},
              "afterSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "After how long it fires, instead of `at`."
              },
              "at": {"type": "null", "description": "Not given beside `afterSeconds`."}
            },
            "additionalProperties": false
          }
        ],
        "examples": [{"action": "setAlarm"}],
        "description": "Sets the app's own timer, one for a process, or cancels it; it fires late if the process is suspended then."
      },
      "AllocateAction": {
        "type": "object",
        "required": ["action", "bytes"],
        "properties": {
          "action": {"const": "allocate", "description": "Which action it is."},
          "bytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1125899906842624,
            "description": "How many bytes."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "allocate", "bytes": 1048576}],
        "description": "Takes memory."
      },
      "FreeAction": {
        "type": "object",
        "required": ["action", "bytes"],
        "properties": {
          "action": {"const": "free", "description": "Which action it is."},
          "bytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1125899906842624,
            "description": "How many bytes."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "free", "bytes": 1048576}],
        "description": "Gives memory back."
      },
      "RequestSceneSessionAction": {
        "type": "object",
        "required": ["action"],
        "properties": {
          "action": {"const": "requestSceneSession", "description": "Which action it is."},
          "sceneID": {
            "type": ["string", "null"],
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The number of the scene's session; without one, the scene in front."
          },
          "userActivity": {
            "type": ["string", "null"],
            "minLength": 1,
            "maxLength": 256,
            "description": "The type of the activity that the scene is for."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "requestSceneSession"}],
        "description": "`requestSceneSessionActivation`: a new window, or an existing one to the front."
      },
      "DestroySceneSessionAction": {
        "type": "object",
        "required": ["action", "sceneID"],
        "properties": {
          "action": {"const": "destroySceneSession", "description": "Which action it is."},
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The number of the scene's session; without one, the scene in front."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "destroySceneSession", "sceneID": "1"}],
        "description": "`requestSceneSessionDestruction`."
      },
      "StartActivityAction": {
        "type": "object",
        "required": ["action", "name", "activity"],
        "properties": {
          "action": {"const": "startActivity", "description": "Which action it is."},
          "name": {"type": "string", "minLength": 1, "maxLength": 256, "description": "The name."},
          "activity": {
            "type": "string",
            "enum": ["timer", "animation", "video", "game", "request", "queue", "rendering"],
            "description": "What goes on."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "startActivity", "name": "upload", "activity": "timer"}],
        "description": "Begins something that goes on by itself."
      },
      "StopActivityAction": {
        "type": "object",
        "required": ["action", "name"],
        "properties": {
          "action": {"const": "stopActivity", "description": "Which action it is."},
          "name": {"type": "string", "minLength": 1, "maxLength": 256, "description": "The name."}
        },
        "additionalProperties": false,
        "examples": [{"action": "stopActivity", "name": "upload"}],
        "description": "Ends what goes on by itself."
      },
      "ShowSensitiveContentAction": {
        "type": "object",
        "required": ["action"],
        "properties": {"action": {"const": "showSensitiveContent", "description": "Which action it is."}},
        "additionalProperties": false,
        "examples": [{"action": "showSensitiveContent"}],
        "description": "Shows what is for the user's eyes only."
      },
      "HideSensitiveContentAction": {
        "type": "object",
        "required": ["action"],
        "properties": {"action": {"const": "hideSensitiveContent", "description": "Which action it is."}},
        "additionalProperties": false,
        "examples": [{"action": "hideSensitiveContent"}],
        "description": "Hides it."
      },
      "RequestPermissionAction": {
        "type": "object",
        "required": ["action", "permission"],
        "properties": {
          "action": {"const": "requestPermission", "description": "Which action it is."},
          "permission": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "Which permission, such as `camera`."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "requestPermission", "permission": "camera"}],
        "description": "Asks for a permission: the system's alert lies over the app until it is dismissed."
      },
      "RegisterForRemoteNotificationsAction": {
        "type": "object",
        "required": ["action"],
        "properties": {"action": {"const": "registerForRemoteNotifications", "description": "Which action it is."}},
        "additionalProperties": false,
        "examples": [{"action": "registerForRemoteNotifications"}],
        "description": "`registerForRemoteNotifications()`."
      },
      "SetMinimumBackgroundFetchIntervalAction": {
        "type": "object",
        "required": ["action", "seconds"],
        "properties": {
          "action": {"const": "setMinimumBackgroundFetchInterval", "description": "Which action it is."},
          "seconds": {"type": "number", "minimum": 0, "maximum": 3155760000, "description": "How long."}
        },
        "additionalProperties": false,
        "examples": [{"action": "setMinimumBackgroundFetchInterval", "seconds": 3600}],
        "description": "`setMinimumBackgroundFetchInterval(_:)`."
      },
      "CompleteFetchAction": {
        "type": "object",
        "required": ["action"],
        "properties": {
          "action": {"const": "completeFetch", "description": "Which action it is."},
          "result": {
            "anyOf": [{"type": "string", "enum": ["newData", "noData", "failed"]}, {"type": "null"}],
            "description": "What was fetched."
          },
          "identifier": {
            "type": ["integer", "null"],
            "format": "int64",
            "minimum": 1,
            "description": "The sequence of the callback that the handler was given with; unless given that of the callback it is called in, else the one that was given first."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "completeFetch"}],
        "description": "Calls the completion handler of a fetch, of a silent push, or of an observer query of HealthKit."
      },
      "HoldFileLockAction": {
        "type": "object",
        "required": ["action"],
        "properties": {"action": {"const": "holdFileLock", "description": "Which action it is."}},
        "additionalProperties": false,
        "examples": [{"action": "holdFileLock"}],
        "description": "Takes a lock on a file in a shared container."
      },
      "ReleaseFileLockAction": {
        "type": "object",
        "required": ["action"],
        "properties": {"action": {"const": "releaseFileLock", "description": "Which action it is."}},
        "additionalProperties": false,
        "examples": [{"action": "releaseFileLock"}],
        "description": "Gives the lock back."
      },
      "RegisterTaskAction": {
        "type": "object",
        "required": ["action", "identifier"],
        "properties": {
          "action": {"const": "registerTask", "description": "Which action it is."},
          "identifier": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "The identifier of the task, the transfer or the region."
          },
          "kind": {
            "anyOf": [
              {"type": "string", "enum": ["appRefresh", "processing", "continuedProcessing"]},
              {"type": "null"}
            ],
            "description": "The kind of task, which decides how late it may be registered; unknown unless given."
          },
          "hasExpirationHandler": {
            "type": ["boolean", "null"],
            "description": "Whether the task has an expiration handler; it has unless told otherwise."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "registerTask", "identifier": "com.example.notes.refresh"}],
        "description": "`BGTaskScheduler.register(forTaskWithIdentifier:using:launchHandler:)`."
      },
      "SubmitTaskRequestAction": {
        "type": "object",
        "required": ["action", "identifier", "kind"],
        "properties": {
          "action": {"const": "submitTaskRequest", "description": "Which action it is."},
          "identifier": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "The identifier of the task, the transfer or the region."
          },
          "kind": {
            "type": "string",
            "enum": ["appRefresh", "processing", "continuedProcessing"],
            "description": "What kind of time is asked for."
          },
          "earliestBeginAfterSeconds": {
            "type": ["number", "null"],
            "minimum": 0,
            "maximum": 3155760000,
            "description": "How long it waits at least."
          },
          "requiresNetworkConnectivity": {
            "type": ["boolean", "null"],
            "description": "Whether it waits for a network."
          },
          "requiresExternalPower": {"type": ["boolean", "null"], "description": "Whether it waits for a charger."},
          "strategy": {
            "anyOf": [{"type": "string", "enum": ["queue", "fail"]}, {"type": "null"}],
            "description": "Whether continued processing that cannot run at once waits, or is refused; it waits unless given."
          },
          "requiresGPU": {
            "type": ["boolean", "null"],
            "description": "Whether continued processing uses the graphics processor, for which the app needs an entitlement."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "submitTaskRequest", "identifier": "com.example.notes.refresh", "kind": "appRefresh"}],
        "description": "`BGTaskScheduler.submit(_:)`."
      },
      "CancelTaskRequestAction": {
        "type": "object",
        "required": ["action", "identifier"],
        "properties": {
          "action": {"const": "cancelTaskRequest", "description": "Which action it is."},
          "identifier": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "The identifier of the task, the transfer or the region."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "cancelTaskRequest", "identifier": "com.example.notes.refresh"}],
        "description": "`BGTaskScheduler.cancel(taskRequestWithIdentifier:)`."
      },
      "CompleteTaskAction": {
        "type": "object",
        "required": ["action"],
        "properties": {
          "action": {"const": "completeTask", "description": "Which action it is."},
          "identifier": {
            "type": ["string", "null"],
            "minLength": 1,
            "maxLength": 256,
            "description": "The task; unless given that of the handler it is called in, else the one that runs longest."
          },
          "success": {"type": ["boolean", "null"], "description": "Whether the task did what it was for."}
        },
        "additionalProperties": false,
        "examples": [{"action": "completeTask"}],
        "description": "`BGTask.setTaskCompleted(success:)`."
      },
      "ReportProgressAction": {
        "type": "object",
        "required": ["action"],
        "properties": {
          "action": {"const": "reportProgress", "description": "Which action it is."},
          "identifier": {
            "type": ["string", "null"],
            "minLength": 1,
            "maxLength": 256,
            "description": "The task; unless given that of the handler it is called in, else the one that runs longest."
          },
          "fraction": {
            "type": ["number", "null"],
            "minimum": 0,
            "maximum": 1,
            "description": "How much is done, from 0 to 1; only that there is more unless given."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "reportProgress"}],
        "description": "`BGContinuedProcessingTask.progress`: what is done has grown."
      },
      "StartTransferAction": {
        "type": "object",
        "required": ["action", "identifier", "seconds"],
        "properties": {
          "action": {"const": "startTransfer", "description": "Which action it is."},
          "identifier": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "The identifier of the session."
          },
          "bytes": {
            "type": ["integer", "null"],
            "format": "int64",
            "minimum": 0,
            "maximum": 1125899906842624,
            "description": "How many bytes."
          },
          "seconds": {"type": "number", "minimum": 0, "maximum": 3155760000, "description": "How long."},
          "kind": {
            "anyOf": [{"type": "string", "enum": ["download", "upload"]}, {"type": "null"}],
            "description": "Whether it is a download, of which the delegate hears before it is complete, or an upload."
          },
          "discretionary": {
            "type": ["boolean", "null"],
            "description": "Whether the system waits for Wi-Fi and power; not unless told otherwise."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "startTransfer", "identifier": "com.example.notes.refresh", "seconds": 3600}],
        "description": "Begins a transfer of a background `URLSession`."
      },
      "CompleteURLSessionEventsAction": {
        "type": "object",
        "required": ["action"],
        "properties": {
          "action": {"const": "completeURLSessionEvents", "description": "Which action it is."},
          "identifier": {
            "type": ["string", "null"],
            "minLength": 1,
            "maxLength": 256,
            "description": "The session; unless given the one whose events came first."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "completeURLSessionEvents"}],
        "description": "Calls the completion handler of the events of a background `URLSession`."
      },
      "PlayAudioAction": {
        "type": "object",
        "required": ["action"],
        "properties": {"action": {"const": "playAudio", "description": "Which action it is."}},
        "additionalProperties": false,
        "examples": [{"action": "playAudio"}],
        "description": "Plays audio."
      },
      "StopAudioAction": {
        "type": "object",
        "required": ["action"],
        "properties": {"action": {"const": "stopAudio", "description": "Which action it is."}},
        "additionalProperties": false,
        "examples": [{"action": "stopAudio"}],
        "description": "Stops playing audio."
      },
      "StartLocationAction": {
        "type": "object",
        "required": ["action"],
        "properties": {"action": {"const": "startLocation", "description": "Which action it is."}},
        "additionalProperties": false,
        "examples": [{"action": "startLocation"}],
        "description": "`startUpdatingLocation()`."
      },
      "StopLocationAction": {
        "type": "object",
        "required": ["action"],
        "properties": {"action": {"const": "stopLocation", "description": "Which action it is."}},
        "additionalProperties": false,
        "examples": [{"action": "stopLocation"}],
        "description": "`stopUpdatingLocation()`."
      },
      "MonitorSignificantLocationChangesAction": {
        "type": "object",
        "required": ["action"],
        "properties": {"action": {"const": "monitorSignificantLocationChanges", "description": "Which action it is."}},
        "additionalProperties": false,
        "examples": [{"action": "monitorSignificantLocationChanges"}],
        "description": "`startMonitoringSignificantLocationChanges()`."
      },
      "StartLocationSessionAction": {
        "type": "object",
        "required": ["action", "session"],
        "properties": {
          "action": {"const": "startLocationSession", "description": "Which action it is."},
          "session": {
            "type": "string",
            "enum": ["backgroundActivity", "alwaysService"],
            "description": "`CLBackgroundActivitySession` or `CLServiceSession` for always."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "startLocationSession", "session": "backgroundActivity"}],
        "description": "Creates a session of Core Location, or takes again the one that an earlier process held."
      },
      "EndLocationSessionAction": {
        "type": "object",
        "required": ["action", "session"],
        "properties": {
          "action": {"const": "endLocationSession", "description": "Which action it is."},
          "session": {"type": "string", "enum": ["backgroundActivity", "alwaysService"], "description": "The session."}
        },
        "additionalProperties": false,
        "examples": [{"action": "endLocationSession", "session": "backgroundActivity"}],
        "description": "`invalidate()` of a session of Core Location."
      },
      "StartNearbyInteractionAction": {
        "type": "object",
        "required": ["action"],
        "properties": {"action": {"const": "startNearbyInteraction", "description": "Which action it is."}},
        "additionalProperties": false,
        "examples": [{"action": "startNearbyInteraction"}],
        "description": "`NISession.run(_:)`."
      },
      "StopNearbyInteractionAction": {
        "type": "object",
        "required": ["action"],
        "properties": {"action": {"const": "stopNearbyInteraction", "description": "Which action it is."}},
        "additionalProperties": false,
        "examples": [{"action": "stopNearbyInteraction"}],
        "description": "`NISession.invalidate()`."
      },
      "ScanBluetoothAction": {
        "type": "object",
        "required": ["action"],
        "properties": {
          "action": {"const": "scanBluetooth", "description": "Which action it is."},
          "restoreIdentifier": {
            "type": ["string", "null"],
            "minLength": 1,
            "maxLength": 256,
            "description": "The restore identifier, under which the system may wake the app again."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "scanBluetooth"}],
        "description": "Looks for Bluetooth peripherals."
      },
      "AdvertiseBluetoothAction": {
        "type": "object",
        "required": ["action"],
        "properties": {
          "action": {"const": "advertiseBluetooth", "description": "Which action it is."},
          "restoreIdentifier": {
            "type": ["string", "null"],
            "minLength": 1,
            "maxLength": 256,
            "description": "The restore identifier, under which the system may wake the app again."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "advertiseBluetooth"}],
        "description": "Advertises itself as a Bluetooth peripheral."
      },
      "RequestLiveActivityAction": {
        "type": "object",
        "required": ["action", "identifier"],
        "properties": {
          "action": {"const": "requestLiveActivity", "description": "Which action it is."},
          "identifier": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "What the app calls the Live Activity."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "requestLiveActivity", "identifier": "com.example.notes.refresh"}],
        "description": "`Activity.request(attributes:content:pushType:)`; the Info.plist needs `NSSupportsLiveActivities`."
      },
      "EndLiveActivityAction": {
        "type": "object",
        "required": ["action", "identifier"],
        "properties": {
          "action": {"const": "endLiveActivity", "description": "Which action it is."},
          "identifier": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "What the app calls the Live Activity."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "endLiveActivity", "identifier": "com.example.notes.refresh"}],
        "description": "`Activity.end(_:dismissalPolicy:)`."
      },
      "ObserveLiveActivitiesAction": {
        "type": "object",
        "required": ["action"],
        "properties": {"action": {"const": "observeLiveActivities", "description": "Which action it is."}},
        "additionalProperties": false,
        "examples": [{"action": "observeLiveActivities"}],
        "description": "Iterates `Activity.activities` and `Activity.activityUpdates`: finds those that earlier processes have left."
      },
      "RegisterWakeAction": {
        "type": "object",
        "required": ["action", "reason"],
        "properties": {
          "action": {"const": "registerWake", "description": "Which action it is."},
          "reason": {
            "type": "string",
            "enum": [
              "healthKit",
              "watchConnectivity",
              "appIntent",
              "liveActivityToken",
              "pushToTalk",
              "homeKit",
              "systemWake",
              "locationMonitor"
            ],
            "description": "The framework."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "registerWake", "reason": "healthKit"}],
        "description": "Registers with a framework that may wake the app; heard only in a process that has, by the end of its launch."
      },
      "ReportIncomingCallAction": {
        "type": "object",
        "required": ["action"],
        "properties": {
          "action": {"const": "reportIncomingCall", "description": "Which action it is."},
          "hasVideo": {"type": ["boolean", "null"], "description": "`CXCallUpdate.hasVideo`; false unless given."}
        },
        "additionalProperties": false,
        "examples": [{"action": "reportIncomingCall"}],
        "description": "`CXProvider.reportNewIncomingCall`."
      },
      "CrashAction": {
        "type": "object",
        "required": ["action", "exception"],
        "properties": {
          "action": {"const": "crash", "description": "Which action it is."},
          "exception": {
            "type": "string",
            "enum": ["abort", "badAccess", "busError", "illegalInstruction", "breakpoint"],
            "description": "How the code fails."
          }
        },
        "additionalProperties": false,
        "examples": [{"action": "crash", "exception": "abort"}],
        "description": "The code fails."
      },
      "HangAction": {
        "type": "object",
        "required": ["action"],
        "properties": {"action": {"const": "hang", "description": "Which action it is."}},
        "additionalProperties": false,
        "examples": [{"action": "hang"}],
        "description": "Never returns: the main thread stands still from here on."
      },
      "ExitAction": {
        "type": "object",
        "required": ["action"],
        "properties": {"action": {"const": "exit", "description": "Which action it is."}},
        "additionalProperties": false,
        "examples": [{"action": "exit"}],
        "description": "`exit(0)`."
      },
      "Condition": {
        "oneOf": [
          {"$ref": "#/components/schemas/AppCondition"},
          {"$ref": "#/components/schemas/RecordCondition"},
          {"$ref": "#/components/schemas/AllCondition"},
          {"$ref": "#/components/schemas/AnyCondition"}
        ],
        "description": "What is waited for: exactly one of these."
      },
      "AppCondition": {
        "type": "object",
        "required": ["app"],
        "properties": {
          "app": {
            "type": "object",
            "required": ["bundleID", "state"],
            "properties": {
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              },
              "state": {
                "type": "string",
                "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
                "description": "The state."
              }
            },
            "additionalProperties": false,
            "description": "An app is in a state."
          }
        },
        "additionalProperties": false,
        "description": "An app is in a state."
      },
      "RecordCondition": {
        "type": "object",
        "required": ["record"],
        "properties": {
          "record": {
            "$ref": "#/components/schemas/RecordPattern",
            "description": "There is a record that has these fields, deeply."
          }
        },
        "additionalProperties": false,
        "description": "There is a record."
      },
      "AllCondition": {
        "type": "object",
        "required": ["all"],
        "properties": {
          "all": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Condition"},
            "minItems": 1,
            "maxItems": 100,
            "description": "All of these are met."
          }
        },
        "additionalProperties": false,
        "description": "Several conditions are met."
      },
      "AnyCondition": {
        "type": "object",
        "required": ["any"],
        "properties": {
          "any": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Condition"},
            "minItems": 1,
            "maxItems": 100,
            "description": "One of these is met."
          }
        },
        "additionalProperties": false,
        "description": "One of several conditions is met."
      },
      "RecordPattern": {
        "anyOf": [
          {"$ref": "#/components/schemas/InputPattern"},
          {"$ref": "#/components/schemas/ReturnedPattern"},
          {"$ref": "#/components/schemas/ProcessPattern"},
          {"$ref": "#/components/schemas/ScenePattern"},
          {"$ref": "#/components/schemas/CallbackPattern"},
          {"$ref": "#/components/schemas/NotificationPattern"},
          {"$ref": "#/components/schemas/AssertionPattern"},
          {"$ref": "#/components/schemas/VerdictPattern"},
          {"$ref": "#/components/schemas/MemoryPattern"},
          {"$ref": "#/components/schemas/DispatchPattern"},
          {"$ref": "#/components/schemas/ExitPattern"},
          {"$ref": "#/components/schemas/FindingPattern"},
          {"$ref": "#/components/schemas/SnapshotPattern"},
          {"$ref": "#/components/schemas/ActivityPattern"},
          {"$ref": "#/components/schemas/LogPattern"}
        ],
        "description": "The fields that a record must have, all of one kind of records; without any, every record will do."
      },
      "InputPattern": {
        "type": "object",
        "properties": {
          "kind": {"const": "input", "description": "The kind of records."},
          "sequence": {"type": "number", "description": "What stands in the field sequence."},
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "What stands in the field time."
          },
          "cause": {"type": "number", "description": "What stands in the field cause."},
          "bundleID": {"type": "string", "description": "What stands in the field bundleID."},
          "pid": {"type": "number", "description": "What stands in the field pid."},
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "What stands in the field extension."
          },
          "sceneID": {"type": "string", "description": "What stands in the field sceneID."},
          "event": {
            "type": "object",
            "properties": {
              "type": {
                "type": "string",
                "enum": [
                  "device.home",
                  "device.openAppSwitcher",
                  "device.closeAppSwitcher",
                  "device.lock",
                  "device.unlock",
                  "device.openNotificationCenter",
                  "device.closeNotificationCenter",
                  "device.openControlCenter",
                  "device.closeControlCenter",
                  "device.beginSiri",
                  "device.endSiri",
                  "device.presentAirDropSheet",
                  "device.dismissAirDropSheet",
                  "device.presentSystemAlert",
                  "device.dismissSystemAlert",
                  "device.incomingCall",
                  "device.answerCall",
                  "device.declineCall",
                  "device.endCall",
                  "device.changeLanguage",
                  "device.reboot",
                  "device.powerOff",
                  "device.powerOn",
                  "device.upgradeOS",
                  "device.changeTime",
                  "device.changeLocale",
                  "device.rotate",
                  "device.setBattery",
                  "device.setNetwork",
                  "device.setThermalState",
                  "device.setLowPowerMode",
                  "device.setBackgroundRefresh",
                  "device.setIdle",
                  "device.allocateSystemMemory",
                  "device.freeSystemMemory",
                  "device.memoryWarning",
                  "audio.interrupt",
                  "audio.resume",
                  "app.launch",
                  "app.continueActivity",
                  "app.performShortcut",
                  "app.tapNotification",
                  "app.forceQuit",
                  "app.crash",
                  "app.terminate",
                  "app.suspend",
                  "app.prewarm",
                  "app.background",
                  "app.changePermission",
                  "app.memoryWarning",
                  "app.changeSettings",
                  "app.presentAlert",
                  "app.dismissAlert",
                  "app.presentShareSheet",
                  "app.dismissShareSheet",
                  "app.coverView",
                  "app.uncoverView",
                  "scene.create",
                  "scene.activate",
                  "scene.close",
                  "scene.disconnect",
                  "scene.background",
                  "backgroundFetch.perform",
                  "backgroundTask.launch",
                  "backgroundTask.expire",
                  "backgroundTask.cancel",
                  "location.update",
                  "location.significantChange",
                  "location.region",
                  "bluetooth.event",
                  "voip.push",
                  "urlSession.finish",
                  "system.wake",
                  "liveActivity.pushToStart",
                  "liveActivity.pushToEnd",
                  "liveActivity.dismiss",
                  "input.touch",
                  "input.remoteControl",
                  "app.openURL",
                  "push.deliver"
                ],
                "description": "Which one."
              }
            },
            "description": "What stands in the field event."
          },
          "action": {
            "type": "object",
            "properties": {
              "action": {
                "type": "string",
                "enum": [
                  "beginBackgroundTask",
                  "endBackgroundTask",
                  "work",
                  "edit",
                  "save",
                  "log",
                  "setAlarm",
                  "allocate",
                  "free",
                  "requestSceneSession",
                  "destroySceneSession",
                  "startActivity",
                  "stopActivity",
                  "showSensitiveContent",
                  "hideSensitiveContent",
                  "requestPermission",
                  "registerForRemoteNotifications",
                  "setMinimumBackgroundFetchInterval",
                  "completeFetch",
                  "holdFileLock",
                  "releaseFileLock",
                  "registerTask",
                  "submitTaskRequest",
                  "cancelTaskRequest",
                  "completeTask",
                  "reportProgress",
                  "startTransfer",
                  "completeURLSessionEvents",
                  "playAudio",
                  "stopAudio",
                  "startLocation",
                  "stopLocation",
                  "monitorSignificantLocationChanges",
                  "startLocationSession",
                  "endLocationSession",
                  "startNearbyInteraction",
                  "stopNearbyInteraction",
                  "scanBluetooth",
                  "advertiseBluetooth",
                  "requestLiveActivity",
                  "endLiveActivity",
                  "observeLiveActivities",
                  "registerWake",
                  "reportIncomingCall",
                  "crash",
                  "hang",
                  "exit"
                ],
                "description": "Which one."
              }
            },
            "description": "What stands in the field action."
          },
          "completion": {"type": "object", "description": "What stands in the field completion."},
          "install": {"type": "object", "description": "What stands in the field install."},
          "uninstall": {"type": "object", "description": "What stands in the field uninstall."},
          "clock": {"type": "object", "description": "What stands in the field clock."},
          "advance": {"type": "object", "description": "What stands in the field advance."}
        },
        "additionalProperties": false,
        "description": "What a pattern may ask for of a record of the kind input."
      },
      "ReturnedPattern": {
        "type": "object",
        "properties": {
          "kind": {"const": "returned", "description": "The kind of records."},
          "sequence": {"type": "number", "description": "What stands in the field sequence."},
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "What stands in the field time."
          },
          "cause": {"type": "number", "description": "What stands in the field cause."},
          "bundleID": {"type": "string", "description": "What stands in the field bundleID."},
          "pid": {"type": "number", "description": "What stands in the field pid."},
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "What stands in the field extension."
          },
          "sceneID": {"type": "string", "description": "What stands in the field sceneID."},
          "callback": {"type": "number", "description": "What stands in the field callback."},
          "tookSeconds": {"type": "number", "description": "What stands in the field tookSeconds."},
          "result": {"description": "What stands in the field result."}
        },
        "additionalProperties": false,
        "description": "What a pattern may ask for of a record of the kind returned."
      },
      "ProcessPattern": {
        "type": "object",
        "properties": {
          "kind": {"const": "process", "description": "The kind of records."},
          "sequence": {"type": "number", "description": "What stands in the field sequence."},
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "What stands in the field time."
          },
          "cause": {"type": "number", "description": "What stands in the field cause."},
          "bundleID": {"type": "string", "description": "What stands in the field bundleID."},
          "pid": {"type": "number", "description": "What stands in the field pid."},
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "What stands in the field extension."
          },
          "sceneID": {"type": "string", "description": "What stands in the field sceneID."},
          "from": {
            "type": "string",
            "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
            "description": "What stands in the field from."
          },
          "to": {
            "type": "string",
            "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
            "description": "What stands in the field to."
          },
          "why": {
            "type": "string",
            "enum": [
              "launch",
              "prewarmed",
              "activated",
              "deactivated",
              "leftScreen",
              "enteredScreen",
              "resumed",
              "noAssertionLeft",
              "suspendedBySystem",
              "ended"
            ],
            "description": "What stands in the field why."
          },
          "launchReason": {
            "type": "string",
            "enum": [
              "user",
              "url",
              "userActivity",
              "shortcut",
              "notification",
              "carPlay",
              "remoteNotification",
              "backgroundFetch",
              "backgroundTask",
              "urlSession",
              "location",
              "bluetooth",
              "voip",
              "prewarm",
              "healthKit",
              "watchConnectivity",
              "appIntent",
              "liveActivityToken",
              "pushToTalk",
              "homeKit",
              "systemWake",
              "notificationService"
            ],
            "description": "What stands in the field launchReason."
          },
          "coldLaunch": {"type": "boolean", "description": "What stands in the field coldLaunch."},
          "launchSteps": {"description": "What stands in the field launchSteps."}
        },
        "additionalProperties": false,
        "description": "What a pattern may ask for of a record of the kind process."
      },
      "ScenePattern": {
        "type": "object",
        "properties": {
          "kind": {"const": "scene", "description": "The kind of records."},
          "sequence": {"type": "number", "description": "What stands in the field sequence."},
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "What stands in the field time."
          },
          "cause": {"type": "number", "description": "What stands in the field cause."},
          "bundleID": {"type": "string", "description": "What stands in the field bundleID."},
          "pid": {"type": "number", "description": "What stands in the field pid."},
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "What stands in the field extension."
          },
          "sceneID": {"type": "string", "description": "What stands in the field sceneID."},
          "from": {
            "type": "string",
            "enum": ["unattached", "foregroundInactive", "foregroundActive", "background"],
            "description": "What stands in the field from."
          },
          "to": {
            "type": "string",
            "enum": ["unattached", "foregroundInactive", "foregroundActive", "background"],
            "description": "What stands in the field to."
          }
        },
        "additionalProperties": false,
        "description": "What a pattern may ask for of a record of the kind scene."
      },
      "CallbackPattern": {
        "type": "object",
        "properties": {
          "kind": {"const": "callback", "description": "The kind of records."},
          "sequence": {"type": "number", "description": "What stands in the field sequence."},
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "What stands in the field time."
          },
          "cause": {"type": "number", "description": "What stands in the field cause."},
          "bundleID": {"type": "string", "description": "What stands in the field bundleID."},
          "pid": {"type": "number", "description": "What stands in the field pid."},
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "What stands in the field extension."
          },
          "sceneID": {"type": "string", "description": "What stands in the field sceneID."},
          "name": {
            "type": "string",
            "enum": [
              "application(_:willFinishLaunchingWithOptions:)",
              "application(_:didFinishLaunchingWithOptions:)",
              "applicationDidBecomeActive(_:)",
              "applicationWillResignActive(_:)",
              "applicationDidEnterBackground(_:)",
              "applicationWillEnterForeground(_:)",
              "applicationWillTerminate(_:)",
              "application(_:open:options:)",
              "application(_:willContinueUserActivityWithType:)",
              "application(_:continue:restorationHandler:)",
              "application(_:performActionFor:completionHandler:)",
              "application(_:configurationForConnecting:options:)",
              "application(_:didDiscardSceneSessions:)",
              "applicationProtectedDataWillBecomeUnavailable(_:)",
              "applicationProtectedDataDidBecomeAvailable(_:)",
              "applicationDidReceiveMemoryWarning(_:)",
              "applicationSignificantTimeChange(_:)",
              "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
              "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
              "application(_:performFetchWithCompletionHandler:)",
              "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
              "application(_:shouldSaveSecureApplicationState:)",
              "application(_:willEncodeRestorableStateWith:)",
              "application(_:shouldRestoreSecureApplicationState:)",
              "application(_:viewControllerWithRestorationIdentifierPath:coder:)",
              "application(_:didDecodeRestorableStateWith:)",
              "encodeRestorableState(with:)",
              "decodeRestorableState(with:)",
              "applicationFinishedRestoringState()",
              "viewWillDisappear(_:)",
              "viewDidDisappear(_:)",
              "viewWillAppear(_:)",
              "viewDidAppear(_:)",
              "scene(_:willConnectTo:options:)",
              "sceneDidDisconnect(_:)",
              "templateApplicationScene(_:didConnect:)",
              "templateApplicationScene(_:didDisconnectInterfaceController:)",
              "sceneDidBecomeActive(_:)",
              "sceneWillResignActive(_:)",
              "sceneDidEnterBackground(_:)",
              "sceneWillEnterForeground(_:)",
              "scene(_:openURLContexts:)",
              "scene(_:willContinueUserActivityWithType:)",
              "scene(_:continue:)",
              "windowScene(_:performActionFor:completionHandler:)",
              "stateRestorationActivity(for:)",
              "scene(_:didUpdate:)",
              "userNotificationCenter(_:didReceive:withCompletionHandler:)",
              "userNotificationCenter(_:willPresent:withCompletionHandler:)",
              "urlSession(_:downloadTask:didFinishDownloadingTo:)",
              "urlSession(_:task:didCompleteWithError:)",
              "urlSessionDidFinishEvents(forBackgroundURLSession:)",
              "locationManager(_:didUpdateLocations:)",
              "locationManager(_:didEnterRegion:)",
              "centralManager(_:willRestoreState:)",
              "centralManager(_:didDiscover:advertisementData:rssi:)",
              "peripheralManager(_:willRestoreState:)",
              "peripheralManager(_:didReceiveRead:)",
              "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
              "provider(_:perform:)",
              "provider(_:didActivate:)",
              "provider(_:didDeactivate:)",
              "updateHandler",
              "pushTokenUpdates",
              "systemWakeHandler",
              "monitorEvents",
              "activityStateUpdates",
              "session(_:didReceiveMessage:)",
              "session(_:didReceiveUserInfo:)",
              "perform()",
              "incomingPushResult(channelManager:channelUUID:pushPayload:)",
              "accessory(_:service:didUpdateValueFor:)",
              "didReceive(_:withContentHandler:)",
              "serviceExtensionTimeWillExpire()",
              "expirationHandler",
              "launchHandler",
              "taskExpirationHandler",
              "alarmHandler",
              "preMain",
              "main",
              "UIApplicationMain",
              "mainInterface"
            ],
            "description": "What stands in the field name."
          },
          "receiver": {
            "type": "string",
            "enum": [
              "appDelegate",
              "sceneDelegate",
              "notificationCenterDelegate",
              "taskHandler",
              "sessionDelegate",
              "locationManager",
              "bluetoothManager",
              "pushRegistry",
              "callProvider",
              "viewController",
              "frameworkDelegate",
              "frameworkHandler",
              "timer",
              "launchStep",
              "notificationServiceExtension"
            ],
            "description": "What stands in the field receiver."
          },
          "applicationState": {
            "type": "string",
            "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
            "description": "What stands in the field applicationState."
          },
          "arguments": {"type": "object", "description": "What stands in the field arguments."},
          "limitSeconds": {"type": "number", "description": "What stands in the field limitSeconds."}
        },
        "additionalProperties": false,
        "description": "What a pattern may ask for of a record of the kind callback."
      },
      "NotificationPattern": {
        "type": "object",
        "properties": {
          "kind": {"const": "notification", "description": "The kind of records."},
          "sequence": {"type": "number", "description": "What stands in the field sequence."},
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "What stands in the field time."
          },
          "cause": {"type": "number", "description": "What stands in the field cause."},
          "bundleID": {"type": "string", "description": "What stands in the field bundleID."},
          "pid": {"type": "number", "description": "What stands in the field pid."},
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "What stands in the field extension."
          },
          "sceneID": {"type": "string", "description": "What stands in the field sceneID."},
          "name": {
            "type": "string",
            "enum": [
              "UIApplication.didFinishLaunchingNotification",
              "UIApplication.didBecomeActiveNotification",
              "UIApplication.willResignActiveNotification",
              "UIApplication.didEnterBackgroundNotification",
              "UIApplication.willEnterForegroundNotification",
              "UIApplication.willTerminateNotification",
              "UIApplication.protectedDataWillBecomeUnavailableNotification",
              "UIApplication.protectedDataDidBecomeAvailableNotification",
              "UIApplication.didReceiveMemoryWarningNotification",
              "UIApplication.significantTimeChangeNotification",
              "UIApplication.backgroundRefreshStatusDidChangeNotification",
              "NSLocale.currentLocaleDidChangeNotification",
              "UIDevice.orientationDidChangeNotification",
              "UIDevice.batteryLevelDidChangeNotification",
              "UIDevice.batteryStateDidChangeNotification",
              "ProcessInfo.thermalStateDidChangeNotification",
              "NSProcessInfoPowerStateDidChange",
              "UserDefaults.didChangeNotification",
              "AVAudioSession.interruptionNotification",
              "UIScene.willConnectNotification",
              "UIScene.didDisconnectNotification",
              "UIScene.didActivateNotification",
              "UIScene.willDeactivateNotification",
              "UIScene.didEnterBackgroundNotification",
              "UIScene.willEnterForegroundNotification"
            ],
            "description": "What stands in the field name."
          }
        },
        "additionalProperties": false,
        "description": "What a pattern may ask for of a record of the kind notification."
      },
      "AssertionPattern": {
        "type": "object",
        "properties": {
          "kind": {"const": "assertion", "description": "The kind of records."},
          "sequence": {"type": "number", "description": "What stands in the field sequence."},
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "What stands in the field time."
          },
          "cause": {"type": "number", "description": "What stands in the field cause."},
          "bundleID": {"type": "string", "description": "What stands in the field bundleID."},
          "pid": {"type": "number", "description": "What stands in the field pid."},
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "What stands in the field extension."
          },
          "sceneID": {"type": "string", "description": "What stands in the field sceneID."},
          "assertion": {
            "type": "string",
            "enum": [
              "transition",
              "backgroundTask",
              "remoteNotification",
              "backgroundFetch",
              "backgroundTaskScheduler",
              "urlSessionEvents",
              "audio",
              "audioInterruption",
              "location",
              "bluetooth",
              "voip",
              "voipCall",
              "nearbyInteraction",
              "systemWake"
            ],
            "description": "What stands in the field assertion."
          },
          "change": {
            "type": "string",
            "enum": ["acquired", "warned", "released", "expired"],
            "description": "What stands in the field change."
          },
          "name": {"type": "string", "description": "What stands in the field name."},
          "number": {"type": "number", "description": "What stands in the field number."},
          "remainingSeconds": {"type": "number", "description": "What stands in the field remainingSeconds."}
        },
        "additionalProperties": false,
        "description": "What a pattern may ask for of a record of the kind assertion."
      },
      "VerdictPattern": {
        "type": "object",
        "properties": {
          "kind": {"const": "verdict", "description": "The kind of records."},
          "sequence": {"type": "number", "description": "What stands in the field sequence."},
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "What stands in the field time."
          },
          "cause": {"type": "number", "description": "What stands in the field cause."},
          "bundleID": {"type": "string", "description": "What stands in the field bundleID."},
          "pid": {"type": "number", "description": "What stands in the field pid."},
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "What stands in the field extension."
          },
          "sceneID": {"type": "string", "description": "What stands in the field sceneID."},
          "subject": {
            "type": "string",
            "enum": [
              "push",
              "taskRequest",
              "fetch",
              "transfer",
              "location",
              "bluetooth",
              "voip",
              "sceneSession",
              "backgroundTask",
              "stateRestoration",
              "activity",
              "permission",
              "completionHandler",
              "wake",
              "liveActivity",
              "notificationService"
            ],
            "description": "What stands in the field subject."
          },
          "verdict": {
            "type": "string",
            "enum": [
              "shown",
              "delivered",
              "held",
              "replaced",
              "throttled",
              "dropped",
              "accepted",
              "refused",
              "launched",
              "completed",
              "failed",
              "expired",
              "cancelled",
              "performed",
              "started",
              "finished"
            ],
            "description": "What stands in the field verdict."
          },
          "why": {
            "type": "string",
            "enum": [
              "malformed",
              "expired",
              "forceQuit",
              "missingBackgroundMode",
              "backgroundRefreshOff",
              "notRegistered",
              "noNetwork",
              "beforeFirstUnlock",
              "lowPowerMode",
              "hourlyBudgetSpent",
              "replacedByBackgroundTasks",
              "notPermitted",
              "tooManyPendingTaskRequests",
              "unavailable",
              "processNotRunning",
              "notMonitoring",
              "appRemoved",
              "callInProgress",
              "replaced",
              "byTheApp",
              "multipleScenesNotSupported",
              "unknownSession",
              "tooManyScenes",
              "appNotInFront",
              "unknownTask",
              "tooManyActivities",
              "crashAtLaunch",
              "suspended",
              "terminating",
              "lowPriority",
              "notInForeground",
              "notCompleted",
              "tooManyTransfers",
              "tooManyRegisteredTasks",
              "tooManyWaiting",
              "resumeRateLimiter",
              "immediateRunIneligible",
              "byTheUser",
              "noProgress",
              "notRenewed",
              "visibility",
              "unknownActivity",
              "notMutable",
              "noAlert",
              "extensionBusy",
              "alertStored",
              "unsupported",
              "identifierInUse",
              "poweredOff",
              "collapsed",
              "unsupportedPushType",
              "normal",
              "memoryPressure",
              "memoryResourceLimit",
              "appWatchdog",
              "backgroundTaskAssertionTimeout",
              "backgroundFetchTimeout",
              "backgroundURLSessionTimeout",
              "suspendedWithLockedFile",
              "cpuResourceLimit",
              "thermal",
              "voipNotReported",
              "tooManyBackgroundTasks",
              "longIdleExit",
              "abnormal",
              "badAccess",
              "busError",
              "illegalInstruction",
              "breakpoint",
              "diskSpace",
              "permissionChanged",
              "languageChanged",
              "backgroundRendering",
              "system",
              "simulatorHost",
              "exitsOnSuspend",
              "appUpdate",
              "reboot",
              "osUpgrade"
            ],
            "description": "What stands in the field why."
          },
          "identifier": {"type": "string", "description": "What stands in the field identifier."},
          "apnsID": {"type": "string", "description": "What stands in the field apnsID."},
          "detail": {"type": "string", "description": "What stands in the field detail."}
        },
        "additionalProperties": false,
        "description": "What a pattern may ask for of a record of the kind verdict."
      },
      "MemoryPattern": {
        "type": "object",
        "properties": {
          "kind": {"const": "memory", "description": "The kind of records."},
          "sequence": {"type": "number", "description": "What stands in the field sequence."},
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "What stands in the field time."
          },
          "cause": {"type": "number", "description": "What stands in the field cause."},
          "bundleID": {"type": "string", "description": "What stands in the field bundleID."},
          "pid": {"type": "number", "description": "What stands in the field pid."},
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "What stands in the field extension."
          },
          "sceneID": {"type": "string", "description": "What stands in the field sceneID."},
          "level": {
            "type": "string",
            "enum": ["normal", "warning", "critical"],
            "description": "What stands in the field level."
          },
          "availableBytes": {"type": "number", "description": "What stands in the field availableBytes."}
        },
        "additionalProperties": false,
        "description": "What a pattern may ask for of a record of the kind memory."
      },
      "DispatchPattern": {
        "type": "object",
        "properties": {
          "kind": {"const": "dispatch", "description": "The kind of records."},
          "sequence": {"type": "number", "description": "What stands in the field sequence."},
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "What stands in the field time."
          },
          "cause": {"type": "number", "description": "What stands in the field cause."},
          "bundleID": {"type": "string", "description": "What stands in the field bundleID."},
          "pid": {"type": "number", "description": "What stands in the field pid."},
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "What stands in the field extension."
          },
          "sceneID": {"type": "string", "description": "What stands in the field sceneID."},
          "target": {"type": "string", "description": "What stands in the field target."},
          "asked": {"type": "array", "items": {"type": "string"}, "description": "What stands in the field asked."},
          "handledBy": {"type": "string", "description": "What stands in the field handledBy."}
        },
        "additionalProperties": false,
        "description": "What a pattern may ask for of a record of the kind dispatch."
      },
      "ExitPattern": {
        "type": "object",
        "properties": {
          "kind": {"const": "exit", "description": "The kind of records."},
          "sequence": {"type": "number", "description": "What stands in the field sequence."},
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "What stands in the field time."
          },
          "cause": {"type": "number", "description": "What stands in the field cause."},
          "bundleID": {"type": "string", "description": "What stands in the field bundleID."},
          "pid": {"type": "number", "description": "What stands in the field pid."},
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "What stands in the field extension."
          },
          "sceneID": {"type": "string", "description": "What stands in the field sceneID."},
          "reason": {
            "type": "string",
            "enum": [
              "normal",
              "userForceQuit",
              "memoryPressure",
              "memoryResourceLimit",
              "appWatchdog",
              "backgroundTaskAssertionTimeout",
              "backgroundFetchTimeout",
              "backgroundURLSessionTimeout",
              "suspendedWithLockedFile",
              "cpuResourceLimit",
              "thermal",
              "voipNotReported",
              "tooManyBackgroundTasks",
              "longIdleExit",
              "abnormal",
              "badAccess",
              "busError",
              "illegalInstruction",
              "breakpoint",
              "diskSpace",
              "permissionChanged",
              "languageChanged",
              "backgroundRendering",
              "system",
              "simulatorHost",
              "exitsOnSuspend",
              "appUpdate",
              "appRemoved",
              "reboot",
              "osUpgrade"
            ],
            "description": "What stands in the field reason."
          },
          "namespace": {
            "type": "string",
            "enum": ["LIBSYSTEM", "FRONTBOARD", "JETSAM", "RUNNINGBOARD", "SIGNAL", "TCC", "METAL"],
            "description": "What stands in the field namespace."
          },
          "code": {"type": "string", "pattern": "^0x[0-9a-f]+$", "description": "What stands in the field code."},
          "explanation": {"type": "string", "description": "What stands in the field explanation."},
          "metricKit": {
            "type": "string",
            "enum": [
              "cumulativeNormalAppExitCount",
              "cumulativeMemoryResourceLimitExitCount",
              "cumulativeCPUResourceLimitExitCount",
              "cumulativeMemoryPressureExitCount",
              "cumulativeBadAccessExitCount",
              "cumulativeAbnormalExitCount",
              "cumulativeIllegalInstructionExitCount",
              "cumulativeAppWatchdogExitCount",
              "cumulativeSuspendedWithLockedFileExitCount",
              "cumulativeBackgroundTaskAssertionTimeoutExitCount",
              "cumulativeBackgroundURLSessionCompletionTimeoutExitCount",
              "cumulativeBackgroundFetchCompletionTimeoutExitCount"
            ],
            "description": "What stands in the field metricKit."
          },
          "report": {
            "type": "string",
            "enum": ["none", "crash", "jetsam", "processor"],
            "description": "What stands in the field report."
          },
          "state": {
            "type": "string",
            "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
            "description": "What stands in the field state."
          },
          "unsavedChanges": {"type": "number", "description": "What stands in the field unsavedChanges."},
          "callbackInFlight": {"description": "What stands in the field callbackInFlight."}
        },
        "additionalProperties": false,
        "description": "What a pattern may ask for of a record of the kind exit."
      },
      "FindingPattern": {
        "type": "object",
        "properties": {
          "kind": {"const": "finding", "description": "The kind of records."},
          "sequence": {"type": "number", "description": "What stands in the field sequence."},
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "What stands in the field time."
          },
          "cause": {"type": "number", "description": "What stands in the field cause."},
          "bundleID": {"type": "string", "description": "What stands in the field bundleID."},
          "pid": {"type": "number", "description": "What stands in the field pid."},
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "What stands in the field extension."
          },
          "sceneID": {"type": "string", "description": "What stands in the field sceneID."},
          "code": {
            "type": "string",
            "enum": [
              "dataLoss",
              "dataAtRisk",
              "savesOnlyInWillTerminate",
              "slowDidEnterBackground",
              "slowLaunch",
              "slowResignActive",
              "mainThreadBlocked",
              "backgroundTaskLeaked",
              "backgroundTaskWithoutExpirationHandler",
              "expirationHandlerDoesNotEndTask",
              "endedOnlyByExpiration",
              "keptMemoryInBackground",
              "noResponseToMemoryWarning",
              "completionHandlerMissing",
              "fileLockHeldAtSuspend",
              "workWhileInactive",
              "gameResumedByItself",
              "relianceOnTimerWhileSuspended",
              "sensitiveContentInSnapshot",
              "sceneStateLost",
              "backgroundModeUnused",
              "silentPushBudgetExceeded",
              "sceneLifecycleNotAdopted",
              "excessiveProcessorUse",
              "transferDelayed",
              "continuedTaskStalled",
              "delegateMethodNeverCalled",
              "locationSessionLost",
              "liveActivityOrphaned",
              "contentHandlerNotCalled",
              "extensionMemoryExceeded",
              "wakeNotHeard"
            ],
            "description": "What stands in the field code."
          },
          "severity": {
            "type": "string",
            "enum": ["note", "warning", "error"],
            "description": "What stands in the field severity."
          },
          "detail": {"type": "string", "description": "What stands in the field detail."},
          "evidence": {
            "type": "array",
            "items": {"type": "number"},
            "description": "What stands in the field evidence."
          },
          "callbackInFlight": {"description": "What stands in the field callbackInFlight."}
        },
        "additionalProperties": false,
        "description": "What a pattern may ask for of a record of the kind finding."
      },
      "SnapshotPattern": {
        "type": "object",
        "properties": {
          "kind": {"const": "snapshot", "description": "The kind of records."},
          "sequence": {"type": "number", "description": "What stands in the field sequence."},
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "What stands in the field time."
          },
          "cause": {"type": "number", "description": "What stands in the field cause."},
          "bundleID": {"type": "string", "description": "What stands in the field bundleID."},
          "pid": {"type": "number", "description": "What stands in the field pid."},
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "What stands in the field extension."
          },
          "sceneID": {"type": "string", "description": "What stands in the field sceneID."},
          "appearance": {
            "type": "string",
            "enum": ["light", "dark"],
            "description": "What stands in the field appearance."
          },
          "sensitiveContent": {"type": "boolean", "description": "What stands in the field sensitiveContent."}
        },
        "additionalProperties": false,
        "description": "What a pattern may ask for of a record of the kind snapshot."
      },
      "ActivityPattern": {
        "type": "object",
        "properties": {
          "kind": {"const": "activity", "description": "The kind of records."},
          "sequence": {"type": "number", "description": "What stands in the field sequence."},
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "What stands in the field time."
          },
          "cause": {"type": "number", "description": "What stands in the field cause."},
          "bundleID": {"type": "string", "description": "What stands in the field bundleID."},
          "pid": {"type": "number", "description": "What stands in the field pid."},
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "What stands in the field extension."
          },
          "sceneID": {"type": "string", "description": "What stands in the field sceneID."},
          "name": {"type": "string", "description": "What stands in the field name."},
          "activity": {
            "type": "string",
            "enum": ["timer", "animation", "video", "game", "request", "queue", "rendering"],
            "description": "What stands in the field activity."
          },
          "change": {
            "type": "string",
            "enum": ["started", "stopped", "stoodStill", "resumed", "firedLate"],
            "description": "What stands in the field change."
          }
        },
        "additionalProperties": false,
        "description": "What a pattern may ask for of a record of the kind activity."
      },
      "LogPattern": {
        "type": "object",
        "properties": {
          "kind": {"const": "log", "description": "The kind of records."},
          "sequence": {"type": "number", "description": "What stands in the field sequence."},
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "What stands in the field time."
          },
          "cause": {"type": "number", "description": "What stands in the field cause."},
          "bundleID": {"type": "string", "description": "What stands in the field bundleID."},
          "pid": {"type": "number", "description": "What stands in the field pid."},
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "What stands in the field extension."
          },
          "sceneID": {"type": "string", "description": "What stands in the field sceneID."},
          "message": {"type": "string", "description": "What stands in the field message."}
        },
        "additionalProperties": false,
        "description": "What a pattern may ask for of a record of the kind log."
      },
      "AppAction": {
        "oneOf": [
          {
            "type": "object",
            "required": ["action", "name", "bundleID"],
            "properties": {
              "action": {"const": "beginBackgroundTask", "description": "Which action it is."},
              "name": {"type": "string", "maxLength": 256, "description": "The name."},
              "endsAfterSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "After how long the code ends the task by itself; never unless given."
              },
              "hasExpirationHandler": {
                "type": ["boolean", "null"],
                "description": "Whether the task has an expiration handler; it has unless told otherwise."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "anyOf": [
              {
                "type": "object",
                "required": ["action", "number", "bundleID"],
                "properties": {
                  "action": {"const": "endBackgroundTask", "description": "Which action it is."},
                  "number": {
                    "type": "integer",
                    "format": "int64",
                    "minimum": 1,
                    "maximum": 4294967295,
                    "description": "The number in the record of its assertion, instead of a name."
                  },
                  "name": {"type": "null", "description": "Not given beside `number`."},
                  "bundleID": {
                    "type": "string",
                    "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                    "minLength": 1,
                    "maxLength": 155,
                    "examples": ["com.example.notes"],
                    "description": "The app."
                  }
                },
                "additionalProperties": false
              },
              {
                "type": "object",
                "required": ["action", "name", "bundleID"],
                "properties": {
                  "action": {"const": "endBackgroundTask", "description": "Which action it is."},
                  "name": {"type": "string", "maxLength": 256, "description": "The name."},
                  "number": {"type": "null", "description": "Not given beside `name`."},
                  "bundleID": {
                    "type": "string",
                    "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                    "minLength": 1,
                    "maxLength": 155,
                    "examples": ["com.example.notes"],
                    "description": "The app."
                  }
                },
                "additionalProperties": false
              }
            ]
          },
          {
            "type": "object",
            "required": ["action", "cpuSeconds", "bundleID"],
            "properties": {
              "action": {"const": "work", "description": "Which action it is."},
              "cpuSeconds": {
                "type": "number",
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How much processor time."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "edit", "description": "Which action it is."},
              "count": {
                "type": ["integer", "null"],
                "format": "int64",
                "minimum": 1,
                "maximum": 1000000000,
                "description": "How many changes; 1 unless given."
              },
              "sceneID": {
                "type": ["string", "null"],
                "pattern": "^[1-9][0-9]{0,8}$",
                "examples": ["1"],
                "description": "The number of the scene's session; without one, the scene in front."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "save", "description": "Which action it is."},
              "count": {
                "type": ["integer", "null"],
                "format": "int64",
                "minimum": 1,
                "maximum": 1000000000,
                "description": "How many changes; all unless given."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "message", "bundleID"],
            "properties": {
              "action": {"const": "log", "description": "Which action it is."},
              "message": {"type": "string", "minLength": 1, "maxLength": 8192, "description": "What it says."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "anyOf": [
              {
                "type": "object",
                "required": ["action", "bundleID"],
                "properties": {
                  "action": {"const": "setAlarm", "description": "Which action it is."},
                  "at": {
                    "type": ["string", "null"],
                    "format": "date-time",
                    "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
                    "examples": ["2026-01-01T00:00:12.000Z"],
                    "description": "When it fires; without this and `afterSeconds` it is cancelled."
                  },
                  "afterSeconds": {"type": "null", "description": "Not given beside `at`."},
                  "bundleID": {
                    "type": "string",
                    "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                    "minLength": 1,
                    "maxLength": 155,
                    "examples": ["com.example.notes"],
                    "description": "The app."
                  }
                },
                "additionalProperties": false
              },
              {
                "type": "object",
                "required": ["action", "bundleID"],
                "properties": {
                  "action": {"const": "setAlarm", "description": "Which action it is."},
                  "afterSeconds": {
                    "type": ["number", "null"],
                    "minimum": 0,
                    "maximum": 3155760000,
                    "description": "After how long it fires, instead of `at`."
                  },
                  "at": {"type": "null", "description": "Not given beside `afterSeconds`."},
                  "bundleID": {
                    "type": "string",
                    "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                    "minLength": 1,
                    "maxLength": 155,
                    "examples": ["com.example.notes"],
                    "description": "The app."
                  }
                },
                "additionalProperties": false
              }
            ]
          },
          {
            "type": "object",
            "required": ["action", "bytes", "bundleID"],
            "properties": {
              "action": {"const": "allocate", "description": "Which action it is."},
              "bytes": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "maximum": 1125899906842624,
                "description": "How many bytes."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bytes", "bundleID"],
            "properties": {
              "action": {"const": "free", "description": "Which action it is."},
              "bytes": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "maximum": 1125899906842624,
                "description": "How many bytes."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "requestSceneSession", "description": "Which action it is."},
              "sceneID": {
                "type": ["string", "null"],
                "pattern": "^[1-9][0-9]{0,8}$",
                "examples": ["1"],
                "description": "The number of the scene's session; without one, the scene in front."
              },
              "userActivity": {
                "type": ["string", "null"],
                "minLength": 1,
                "maxLength": 256,
                "description": "The type of the activity that the scene is for."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "sceneID", "bundleID"],
            "properties": {
              "action": {"const": "destroySceneSession", "description": "Which action it is."},
              "sceneID": {
                "type": "string",
                "pattern": "^[1-9][0-9]{0,8}$",
                "examples": ["1"],
                "description": "The number of the scene's session; without one, the scene in front."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "name", "activity", "bundleID"],
            "properties": {
              "action": {"const": "startActivity", "description": "Which action it is."},
              "name": {"type": "string", "minLength": 1, "maxLength": 256, "description": "The name."},
              "activity": {
                "type": "string",
                "enum": ["timer", "animation", "video", "game", "request", "queue", "rendering"],
                "description": "What goes on."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "name", "bundleID"],
            "properties": {
              "action": {"const": "stopActivity", "description": "Which action it is."},
              "name": {"type": "string", "minLength": 1, "maxLength": 256, "description": "The name."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "showSensitiveContent", "description": "Which action it is."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "hideSensitiveContent", "description": "Which action it is."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "permission", "bundleID"],
            "properties": {
              "action": {"const": "requestPermission", "description": "Which action it is."},
              "permission": {
                "type": "string",
                "minLength": 1,
                "maxLength": 256,
                "description": "Which permission, such as `camera`."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "registerForRemoteNotifications", "description": "Which action it is."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "seconds", "bundleID"],
            "properties": {
              "action": {"const": "setMinimumBackgroundFetchInterval", "description": "Which action it is."},
              "seconds": {"type": "number", "minimum": 0, "maximum": 3155760000, "description": "How long."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "completeFetch", "description": "Which action it is."},
              "result": {
                "anyOf": [{"type": "string", "enum": ["newData", "noData", "failed"]}, {"type": "null"}],
                "description": "What was fetched."
              },
              "identifier": {
                "type": ["integer", "null"],
                "format": "int64",
                "minimum": 1,
                "description": "The sequence of the callback that the handler was given with; unless given that of the callback it is called in, else the one that was given first."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "holdFileLock", "description": "Which action it is."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "releaseFileLock", "description": "Which action it is."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "identifier", "bundleID"],
            "properties": {
              "action": {"const": "registerTask", "description": "Which action it is."},
              "identifier": {
                "type": "string",
                "minLength": 1,
                "maxLength": 256,
                "description": "The identifier of the task, the transfer or the region."
              },
              "kind": {
                "anyOf": [
                  {"type": "string", "enum": ["appRefresh", "processing", "continuedProcessing"]},
                  {"type": "null"}
                ],
                "description": "The kind of task, which decides how late it may be registered; unknown unless given."
              },
              "hasExpirationHandler": {
                "type": ["boolean", "null"],
                "description": "Whether the task has an expiration handler; it has unless told otherwise."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "identifier", "kind", "bundleID"],
            "properties": {
              "action": {"const": "submitTaskRequest", "description": "Which action it is."},
              "identifier": {
                "type": "string",
                "minLength": 1,
                "maxLength": 256,
                "description": "The identifier of the task, the transfer or the region."
              },
              "kind": {
                "type": "string",
                "enum": ["appRefresh", "processing", "continuedProcessing"],
                "description": "What kind of time is asked for."
              },
              "earliestBeginAfterSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long it waits at least."
              },
              "requiresNetworkConnectivity": {
                "type": ["boolean", "null"],
                "description": "Whether it waits for a network."
              },
              "requiresExternalPower": {"type": ["boolean", "null"], "description": "Whether it waits for a charger."},
              "strategy": {
                "anyOf": [{"type": "string", "enum": ["queue", "fail"]}, {"type": "null"}],
                "description": "Whether continued processing that cannot run at once waits, or is refused; it waits unless given."
              },
              "requiresGPU": {
                "type": ["boolean", "null"],
                "description": "Whether continued processing uses the graphics processor, for which the app needs an entitlement."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "identifier", "bundleID"],
            "properties": {
              "action": {"const": "cancelTaskRequest", "description": "Which action it is."},
              "identifier": {
                "type": "string",
                "minLength": 1,
                "maxLength": 256,
                "description": "The identifier of the task, the transfer or the region."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "completeTask", "description": "Which action it is."},
              "identifier": {
                "type": ["string", "null"],
                "minLength": 1,
                "maxLength": 256,
                "description": "The task; unless given that of the handler it is called in, else the one that runs longest."
              },
              "success": {"type": ["boolean", "null"], "description": "Whether the task did what it was for."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "reportProgress", "description": "Which action it is."},
              "identifier": {
                "type": ["string", "null"],
                "minLength": 1,
                "maxLength": 256,
                "description": "The task; unless given that of the handler it is called in, else the one that runs longest."
              },
              "fraction": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 1,
                "description": "How much is done, from 0 to 1; only that there is more unless given."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "identifier", "seconds", "bundleID"],
            "properties": {
              "action": {"const": "startTransfer", "description": "Which action it is."},
              "identifier": {
                "type": "string",
                "minLength": 1,
                "maxLength": 256,
                "description": "The identifier of the session."
              },
              "bytes": {
                "type": ["integer", "null"],
                "format": "int64",
                "minimum": 0,
                "maximum": 1125899906842624,
                "description": "How many bytes."
              },
              "seconds": {"type": "number", "minimum": 0, "maximum": 3155760000, "description": "How long."},
              "kind": {
                "anyOf": [{"type": "string", "enum": ["download", "upload"]}, {"type": "null"}],
                "description": "Whether it is a download, of which the delegate hears before it is complete, or an upload."
              },
              "discretionary": {
                "type": ["boolean", "null"],
                "description": "Whether the system waits for Wi-Fi and power; not unless told otherwise."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "completeURLSessionEvents", "description": "Which action it is."},
              "identifier": {
                "type": ["string", "null"],
                "minLength": 1,
                "maxLength": 256,
                "description": "The session; unless given the one whose events came first."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "playAudio", "description": "Which action it is."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "stopAudio", "description": "Which action it is."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "startLocation", "description": "Which action it is."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "stopLocation", "description": "Which action it is."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "monitorSignificantLocationChanges", "description": "Which action it is."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "session", "bundleID"],
            "properties": {
              "action": {"const": "startLocationSession", "description": "Which action it is."},
              "session": {
                "type": "string",
                "enum": ["backgroundActivity", "alwaysService"],
                "description": "`CLBackgroundActivitySession` or `CLServiceSession` for always."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "session", "bundleID"],
            "properties": {
              "action": {"const": "endLocationSession", "description": "Which action it is."},
              "session": {
                "type": "string",
                "enum": ["backgroundActivity", "alwaysService"],
                "description": "The session."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "startNearbyInteraction", "description": "Which action it is."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "stopNearbyInteraction", "description": "Which action it is."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "scanBluetooth", "description": "Which action it is."},
              "restoreIdentifier": {
                "type": ["string", "null"],
                "minLength": 1,
                "maxLength": 256,
                "description": "The restore identifier, under which the system may wake the app again."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "advertiseBluetooth", "description": "Which action it is."},
              "restoreIdentifier": {
                "type": ["string", "null"],
                "minLength": 1,
                "maxLength": 256,
                "description": "The restore identifier, under which the system may wake the app again."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "identifier", "bundleID"],
            "properties": {
              "action": {"const": "requestLiveActivity", "description": "Which action it is."},
              "identifier": {
                "type": "string",
                "minLength": 1,
                "maxLength": 256,
                "description": "What the app calls the Live Activity."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "identifier", "bundleID"],
            "properties": {
              "action": {"const": "endLiveActivity", "description": "Which action it is."},
              "identifier": {
                "type": "string",
                "minLength": 1,
                "maxLength": 256,
                "description": "What the app calls the Live Activity."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "observeLiveActivities", "description": "Which action it is."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "reason", "bundleID"],
            "properties": {
              "action": {"const": "registerWake", "description": "Which action it is."},
              "reason": {
                "type": "string",
                "enum": [
                  "healthKit",
                  "watchConnectivity",
                  "appIntent",
                  "liveActivityToken",
                  "pushToTalk",
                  "homeKit",
                  "systemWake",
                  "locationMonitor"
                ],
                "description": "The framework."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "reportIncomingCall", "description": "Which action it is."},
              "hasVideo": {"type": ["boolean", "null"], "description": "`CXCallUpdate.hasVideo`; false unless given."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "exception", "bundleID"],
            "properties": {
              "action": {"const": "crash", "description": "Which action it is."},
              "exception": {
                "type": "string",
                "enum": ["abort", "badAccess", "busError", "illegalInstruction", "breakpoint"],
                "description": "How the code fails."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "hang", "description": "Which action it is."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID"],
            "properties": {
              "action": {"const": "exit", "description": "Which action it is."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "cpuSeconds", "bundleID", "extension"],
            "properties": {
              "action": {"const": "work", "description": "Which action it is."},
              "cpuSeconds": {
                "type": "number",
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How much processor time."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              },
              "extension": {
                "type": "string",
                "enum": ["notificationService"],
                "description": "The extension of the app whose code does it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "message", "bundleID", "extension"],
            "properties": {
              "action": {"const": "log", "description": "Which action it is."},
              "message": {"type": "string", "minLength": 1, "maxLength": 8192, "description": "What it says."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              },
              "extension": {
                "type": "string",
                "enum": ["notificationService"],
                "description": "The extension of the app whose code does it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bytes", "bundleID", "extension"],
            "properties": {
              "action": {"const": "allocate", "description": "Which action it is."},
              "bytes": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "maximum": 1125899906842624,
                "description": "How many bytes."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              },
              "extension": {
                "type": "string",
                "enum": ["notificationService"],
                "description": "The extension of the app whose code does it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bytes", "bundleID", "extension"],
            "properties": {
              "action": {"const": "free", "description": "Which action it is."},
              "bytes": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "maximum": 1125899906842624,
                "description": "How many bytes."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              },
              "extension": {
                "type": "string",
                "enum": ["notificationService"],
                "description": "The extension of the app whose code does it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID", "extension"],
            "properties": {
              "action": {"const": "holdFileLock", "description": "Which action it is."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              },
              "extension": {
                "type": "string",
                "enum": ["notificationService"],
                "description": "The extension of the app whose code does it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID", "extension"],
            "properties": {
              "action": {"const": "releaseFileLock", "description": "Which action it is."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              },
              "extension": {
                "type": "string",
                "enum": ["notificationService"],
                "description": "The extension of the app whose code does it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "exception", "bundleID", "extension"],
            "properties": {
              "action": {"const": "crash", "description": "Which action it is."},
              "exception": {
                "type": "string",
                "enum": ["abort", "badAccess", "busError", "illegalInstruction", "breakpoint"],
                "description": "How the code fails."
              },
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              },
              "extension": {
                "type": "string",
                "enum": ["notificationService"],
                "description": "The extension of the app whose code does it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID", "extension"],
            "properties": {
              "action": {"const": "hang", "description": "Which action it is."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              },
              "extension": {
                "type": "string",
                "enum": ["notificationService"],
                "description": "The extension of the app whose code does it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bundleID", "extension"],
            "properties": {
              "action": {"const": "exit", "description": "Which action it is."},
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              },
              "extension": {
                "type": "string",
                "enum": ["notificationService"],
                "description": "The extension of the app whose code does it."
              }
            },
            "additionalProperties": false
          }
        ],
        "description": "An action, and the app whose code takes it."
      },
      "BehaviorEntry": {
        "oneOf": [
          {
            "type": "object",
            "required": ["action", "name"],
            "properties": {
              "action": {"const": "beginBackgroundTask", "description": "Which action it is."},
              "name": {"type": "string", "maxLength": 256, "description": "The name."},
              "endsAfterSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "After how long the code ends the task by itself; never unless given."
              },
              "hasExpirationHandler": {
                "type": ["boolean", "null"],
                "description": "Whether the task has an expiration handler; it has unless told otherwise."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "anyOf": [
              {
                "type": "object",
                "required": ["action", "number"],
                "properties": {
                  "action": {"const": "endBackgroundTask", "description": "Which action it is."},
                  "number": {
                    "type": "integer",
                    "format": "int64",
                    "minimum": 1,
                    "maximum": 4294967295,
                    "description": "The number in the record of its assertion, instead of a name."
                  },
                  "name": {"type": "null", "description": "Not given beside `number`."},
                  "takesSeconds": {
                    "type": ["number", "null"],
                    "minimum": 0,
                    "maximum": 3155760000,
                    "description": "How long the handler stays in it."
                  }
                },
                "additionalProperties": false
              },
              {
                "type": "object",
                "required": ["action", "name"],
                "properties": {
                  "action": {"const": "endBackgroundTask", "description": "Which action it is."},
                  "name": {"type": "string", "maxLength": 256, "description": "The name."},
                  "number": {"type": "null", "description": "Not given beside `name`."},
                  "takesSeconds": {
                    "type": ["number", "null"],
                    "minimum": 0,
                    "maximum": 3155760000,
                    "description": "How long the handler stays in it."
                  }
                },
                "additionalProperties": false
              }
            ]
          },
          {
            "type": "object",
            "required": ["action", "cpuSeconds"],
            "properties": {
              "action": {"const": "work", "description": "Which action it is."},
              "cpuSeconds": {
                "type": "number",
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How much processor time."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "edit", "description": "Which action it is."},
              "count": {
                "type": ["integer", "null"],
                "format": "int64",
                "minimum": 1,
                "maximum": 1000000000,
                "description": "How many changes; 1 unless given."
              },
              "sceneID": {
                "type": ["string", "null"],
                "pattern": "^[1-9][0-9]{0,8}$",
                "examples": ["1"],
                "description": "The number of the scene's session; without one, the scene in front."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "save", "description": "Which action it is."},
              "count": {
                "type": ["integer", "null"],
                "format": "int64",
                "minimum": 1,
                "maximum": 1000000000,
                "description": "How many changes; all unless given."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "message"],
            "properties": {
              "action": {"const": "log", "description": "Which action it is."},
              "message": {"type": "string", "minLength": 1, "maxLength": 8192, "description": "What it says."},
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "anyOf": [
              {
                "type": "object",
                "required": ["action"],
                "properties": {
                  "action": {"const": "setAlarm", "description": "Which action it is."},
                  "at": {
                    "type": ["string", "null"],
                    "format": "date-time",
                    "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
                    "examples": ["2026-01-01T00:00:12.000Z"],
                    "description": "When it fires; without this and `afterSeconds` it is cancelled."
                  },
                  "afterSeconds": {"type": "null", "description": "Not given beside `at`."},
                  "takesSeconds": {
                    "type": ["number", "null"],
                    "minimum": 0,
                    "maximum": 3155760000,
                    "description": "How long the handler stays in it."
                  }
                },
                "additionalProperties": false
              },
              {
                "type": "object",
                "required": ["action"],
                "properties": {
                  "action": {"const": "setAlarm", "description": "Which action it is."},
                  "afterSeconds": {
                    "type": ["number", "null"],
                    "minimum": 0,
                    "maximum": 3155760000,
                    "description": "After how long it fires, instead of `at`."
                  },
                  "at": {"type": "null", "description": "Not given beside `afterSeconds`."},
                  "takesSeconds": {
                    "type": ["number", "null"],
                    "minimum": 0,
                    "maximum": 3155760000,
                    "description": "How long the handler stays in it."
                  }
                },
                "additionalProperties": false
              }
            ]
          },
          {
            "type": "object",
            "required": ["action", "bytes"],
            "properties": {
              "action": {"const": "allocate", "description": "Which action it is."},
              "bytes": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "maximum": 1125899906842624,
                "description": "How many bytes."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "bytes"],
            "properties": {
              "action": {"const": "free", "description": "Which action it is."},
              "bytes": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "maximum": 1125899906842624,
                "description": "How many bytes."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "requestSceneSession", "description": "Which action it is."},
              "sceneID": {
                "type": ["string", "null"],
                "pattern": "^[1-9][0-9]{0,8}$",
                "examples": ["1"],
                "description": "The number of the scene's session; without one, the scene in front."
              },
              "userActivity": {
                "type": ["string", "null"],
                "minLength": 1,
                "maxLength": 256,
                "description": "The type of the activity that the scene is for."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "sceneID"],
            "properties": {
              "action": {"const": "destroySceneSession", "description": "Which action it is."},
              "sceneID": {
                "type": "string",
                "pattern": "^[1-9][0-9]{0,8}$",
                "examples": ["1"],
                "description": "The number of the scene's session; without one, the scene in front."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "name", "activity"],
            "properties": {
              "action": {"const": "startActivity", "description": "Which action it is."},
              "name": {"type": "string", "minLength": 1, "maxLength": 256, "description": "The name."},
              "activity": {
                "type": "string",
                "enum": ["timer", "animation", "video", "game", "request", "queue", "rendering"],
                "description": "What goes on."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "name"],
            "properties": {
              "action": {"const": "stopActivity", "description": "Which action it is."},
              "name": {"type": "string", "minLength": 1, "maxLength": 256, "description": "The name."},
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "showSensitiveContent", "description": "Which action it is."},
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "hideSensitiveContent", "description": "Which action it is."},
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "permission"],
            "properties": {
              "action": {"const": "requestPermission", "description": "Which action it is."},
              "permission": {
                "type": "string",
                "minLength": 1,
                "maxLength": 256,
                "description": "Which permission, such as `camera`."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "registerForRemoteNotifications", "description": "Which action it is."},
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "seconds"],
            "properties": {
              "action": {"const": "setMinimumBackgroundFetchInterval", "description": "Which action it is."},
              "seconds": {"type": "number", "minimum": 0, "maximum": 3155760000, "description": "How long."},
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "completeFetch", "description": "Which action it is."},
              "result": {
                "anyOf": [{"type": "string", "enum": ["newData", "noData", "failed"]}, {"type": "null"}],
                "description": "What was fetched."
              },
              "identifier": {
                "type": ["integer", "null"],
                "format": "int64",
                "minimum": 1,
                "description": "The sequence of the callback that the handler was given with; unless given that of the callback it is called in, else the one that was given first."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "holdFileLock", "description": "Which action it is."},
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "releaseFileLock", "description": "Which action it is."},
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "identifier"],
            "properties": {
              "action": {"const": "registerTask", "description": "Which action it is."},
              "identifier": {
                "type": "string",
                "minLength": 1,
                "maxLength": 256,
                "description": "The identifier of the task, the transfer or the region."
              },
              "kind": {
                "anyOf": [
                  {"type": "string", "enum": ["appRefresh", "processing", "continuedProcessing"]},
                  {"type": "null"}
                ],
                "description": "The kind of task, which decides how late it may be registered; unknown unless given."
              },
              "hasExpirationHandler": {
                "type": ["boolean", "null"],
                "description": "Whether the task has an expiration handler; it has unless told otherwise."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "identifier", "kind"],
            "properties": {
              "action": {"const": "submitTaskRequest", "description": "Which action it is."},
              "identifier": {
                "type": "string",
                "minLength": 1,
                "maxLength": 256,
                "description": "The identifier of the task, the transfer or the region."
              },
              "kind": {
                "type": "string",
                "enum": ["appRefresh", "processing", "continuedProcessing"],
                "description": "What kind of time is asked for."
              },
              "earliestBeginAfterSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long it waits at least."
              },
              "requiresNetworkConnectivity": {
                "type": ["boolean", "null"],
                "description": "Whether it waits for a network."
              },
              "requiresExternalPower": {"type": ["boolean", "null"], "description": "Whether it waits for a charger."},
              "strategy": {
                "anyOf": [{"type": "string", "enum": ["queue", "fail"]}, {"type": "null"}],
                "description": "Whether continued processing that cannot run at once waits, or is refused; it waits unless given."
              },
              "requiresGPU": {
                "type": ["boolean", "null"],
                "description": "Whether continued processing uses the graphics processor, for which the app needs an entitlement."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "identifier"],
            "properties": {
              "action": {"const": "cancelTaskRequest", "description": "Which action it is."},
              "identifier": {
                "type": "string",
                "minLength": 1,
                "maxLength": 256,
                "description": "The identifier of the task, the transfer or the region."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "completeTask", "description": "Which action it is."},
              "identifier": {
                "type": ["string", "null"],
                "minLength": 1,
                "maxLength": 256,
                "description": "The task; unless given that of the handler it is called in, else the one that runs longest."
              },
              "success": {"type": ["boolean", "null"], "description": "Whether the task did what it was for."},
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "reportProgress", "description": "Which action it is."},
              "identifier": {
                "type": ["string", "null"],
                "minLength": 1,
                "maxLength": 256,
                "description": "The task; unless given that of the handler it is called in, else the one that runs longest."
              },
              "fraction": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 1,
                "description": "How much is done, from 0 to 1; only that there is more unless given."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "identifier", "seconds"],
            "properties": {
              "action": {"const": "startTransfer", "description": "Which action it is."},
              "identifier": {
                "type": "string",
                "minLength": 1,
                "maxLength": 256,
                "description": "The identifier of the session."
              },
              "bytes": {
                "type": ["integer", "null"],
                "format": "int64",
                "minimum": 0,
                "maximum": 1125899906842624,
                "description": "How many bytes."
              },
              "seconds": {"type": "number", "minimum": 0, "maximum": 3155760000, "description": "How long."},
              "kind": {
                "anyOf": [{"type": "string", "enum": ["download", "upload"]}, {"type": "null"}],
                "description": "Whether it is a download, of which the delegate hears before it is complete, or an upload."
              },
              "discretionary": {
                "type": ["boolean", "null"],
                "description": "Whether the system waits for Wi-Fi and power; not unless told otherwise."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "completeURLSessionEvents", "description": "Which action it is."},
              "identifier": {
                "type": ["string", "null"],
                "minLength": 1,
                "maxLength": 256,
                "description": "The session; unless given the one whose events came first."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "playAudio", "description": "Which action it is."},
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "stopAudio", "description": "Which action it is."},
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "startLocation", "description": "Which action it is."},
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "stopLocation", "description": "Which action it is."},
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "monitorSignificantLocationChanges", "description": "Which action it is."},
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "session"],
            "properties": {
              "action": {"const": "startLocationSession", "description": "Which action it is."},
              "session": {
                "type": "string",
                "enum": ["backgroundActivity", "alwaysService"],
                "description": "`CLBackgroundActivitySession` or `CLServiceSession` for always."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "session"],
            "properties": {
              "action": {"const": "endLocationSession", "description": "Which action it is."},
              "session": {
                "type": "string",
                "enum": ["backgroundActivity", "alwaysService"],
                "description": "The session."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "startNearbyInteraction", "description": "Which action it is."},
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "stopNearbyInteraction", "description": "Which action it is."},
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "scanBluetooth", "description": "Which action it is."},
              "restoreIdentifier": {
                "type": ["string", "null"],
                "minLength": 1,
                "maxLength": 256,
                "description": "The restore identifier, under which the system may wake the app again."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "advertiseBluetooth", "description": "Which action it is."},
              "restoreIdentifier": {
                "type": ["string", "null"],
                "minLength": 1,
                "maxLength": 256,
                "description": "The restore identifier, under which the system may wake the app again."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "identifier"],
            "properties": {
              "action": {"const": "requestLiveActivity", "description": "Which action it is."},
              "identifier": {
                "type": "string",
                "minLength": 1,
                "maxLength": 256,
                "description": "What the app calls the Live Activity."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "identifier"],
            "properties": {
              "action": {"const": "endLiveActivity", "description": "Which action it is."},
              "identifier": {
                "type": "string",
                "minLength": 1,
                "maxLength": 256,
                "description": "What the app calls the Live Activity."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "observeLiveActivities", "description": "Which action it is."},
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "reason"],
            "properties": {
              "action": {"const": "registerWake", "description": "Which action it is."},
              "reason": {
                "type": "string",
                "enum": [
                  "healthKit",
                  "watchConnectivity",
                  "appIntent",
                  "liveActivityToken",
                  "pushToTalk",
                  "homeKit",
                  "systemWake",
                  "locationMonitor"
                ],
                "description": "The framework."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "reportIncomingCall", "description": "Which action it is."},
              "hasVideo": {"type": ["boolean", "null"], "description": "`CXCallUpdate.hasVideo`; false unless given."},
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action", "exception"],
            "properties": {
              "action": {"const": "crash", "description": "Which action it is."},
              "exception": {
                "type": "string",
                "enum": ["abort", "badAccess", "busError", "illegalInstruction", "breakpoint"],
                "description": "How the code fails."
              },
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "hang", "description": "Which action it is."},
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["action"],
            "properties": {
              "action": {"const": "exit", "description": "Which action it is."},
              "takesSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "How long the handler stays in it."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["returns"],
            "properties": {"returns": {"description": "What the handler returns; the last entry."}},
            "additionalProperties": false
          }
        ],
        "description": "What a handler does next, and how long it stays on the main thread for it; or what it returns at its end."
      },
      "Completion": {
        "type": "object",
        "properties": {
          "actions": {
            "anyOf": [
              {"type": "array", "items": {"$ref": "#/components/schemas/Action"}, "maxItems": 1000},
              {"type": "null"}
            ],
            "description": "What the handler does before it returns."
          },
          "returns": {"description": "What the handler returns."}
        },
        "additionalProperties": false,
        "description": "How a handler returns."
      },
      "Wait": {
        "type": "object",
        "required": ["until"],
        "properties": {
          "until": {"$ref": "#/components/schemas/Condition", "description": "The condition."},
          "after": {
            "type": ["integer", "null"],
            "format": "int64",
            "minimum": 0,
            "description": "Only records after this sequence count; only new ones unless given."
          },
          "timeoutSeconds": {
            "type": ["number", "null"],
            "minimum": 0,
            "maximum": 300,
            "description": "How long to wait; 10 unless given."
          }
        },
        "additionalProperties": false,
        "description": "What is waited for, and how long."
      },
      "Advance": {
        "oneOf": [
          {
            "type": "object",
            "required": ["seconds"],
            "properties": {
              "seconds": {"type": "number", "minimum": 0, "maximum": 3155760000, "description": "By so much."},
              "before": {
                "type": ["boolean", "null"],
                "description": "Whether what is due at the end does not happen yet; false unless given."
              },
              "stopAtCallbacks": {
                "type": ["boolean", "null"],
                "description": "Whether no time passes while a callback of an attached app is in flight: the advance stops at once, and the rest is for one after its completion. On a clock that runs by itself only the advance stops; false unless given."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["to"],
            "properties": {
              "to": {
                "type": "string",
                "format": "date-time",
                "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
                "examples": ["2026-01-01T00:00:12.000Z"],
                "description": "Up to this instant."
              },
              "stopAtCallbacks": {
                "type": ["boolean", "null"],
                "description": "Whether no time passes while a callback of an attached app is in flight: the advance stops at once, and the rest is for one after its completion. On a clock that runs by itself only the advance stops; false unless given."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["untilIdle"],
            "properties": {
              "untilIdle": {"const": true, "description": "Until nothing is due."},
              "limitSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "At most so much; a day unless given."
              },
              "stopAtCallbacks": {
                "type": ["boolean", "null"],
                "description": "Whether no time passes while a callback of an attached app is in flight: the advance stops at once, and the rest is for one after its completion. On a clock that runs by itself only the advance stops; false unless given."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["until"],
            "properties": {
              "until": {"$ref": "#/components/schemas/Condition", "description": "The condition."},
              "limitSeconds": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 3155760000,
                "description": "At most so much; a day unless given."
              },
              "stopAtCallbacks": {
                "type": ["boolean", "null"],
                "description": "Whether no time passes while a callback of an attached app is in flight: the advance stops at once, and the rest is for one after its completion. On a clock that runs by itself only the advance stops; false unless given."
              }
            },
            "additionalProperties": false
          }
        ],
        "description": "How far time is moved: exactly one of these."
      },
      "ForkRequest": {
        "type": "object",
        "properties": {
          "id": {
            "type": ["string", "null"],
            "pattern": "^[a-z0-9][a-z0-9-]*$",
            "minLength": 1,
            "maxLength": 63,
            "examples": ["checkout-test-17"],
            "description": "The device's id; made up unless given."
          },
          "at": {
            "type": ["integer", "null"],
            "format": "int64",
            "minimum": 0,
            "description": "The sequence up to which the copy has lived; the present one unless given."
          }
        },
        "additionalProperties": false,
        "description": "Which copy of a device is wanted; every field has a default."
      },
      "ClockChange": {
        "type": "object",
        "properties": {
          "mode": {
            "anyOf": [{"type": "string", "enum": ["manual", "realtime", "scaled"]}, {"type": "null"}],
            "description": "Whether it runs in real time, by a rate, or is moved by hand."
          },
          "rate": {
            "type": ["number", "null"],
            "exclusiveMinimum": 0,
            "maximum": 1000000,
            "description": "Simulated seconds a real second, of a scaled clock."
          },
          "paused": {"type": ["boolean", "null"], "description": "Whether it stands still."}
        },
        "additionalProperties": false,
        "description": "How a clock is to run; what is not given stays as it is."
      },
      "NewDevice": {
        "type": "object",
        "properties": {
          "id": {
            "type": ["string", "null"],
            "pattern": "^[a-z0-9][a-z0-9-]*$",
            "minLength": 1,
            "maxLength": 63,
            "examples": ["checkout-test-17"],
            "description": "The device's id; made up unless given."
          },
          "rules": {
            "anyOf": [
              {
                "oneOf": [
                  {"type": "string", "enum": ["documents", "ios12", "ios18", "ios26", "ios27", "simulator"]},
                  {
                    "type": "object",
                    "properties": {
                      "profile": {
                        "anyOf": [
                          {"type": "string", "enum": ["documents", "ios12", "ios18", "ios26", "ios27", "simulator"]},
                          {"type": "null"}
                        ],
                        "description": "The profile."
                      },
                      "overrides": {
                        "anyOf": [{"$ref": "#/components/schemas/RuleOverrides"}, {"type": "null"}],
                        "description": "What differs from it."
                      }
                    },
                    "additionalProperties": false
                  }
                ]
              },
              {"type": "null"}
            ],
            "description": "A profile's name, or a profile and what differs from it."
          },
          "model": {
            "anyOf": [{"type": "string", "enum": ["iPhone", "iPad"]}, {"type": "null"}],
            "description": "What kind of device it is."
          },
          "memoryBytes": {
            "type": ["integer", "null"],
            "format": "int64",
            "minimum": 67108864,
            "maximum": 70368744177664,
            "description": "How much memory the device has."
          },
          "passcode": {
            "type": ["boolean", "null"],
            "description": "Whether it has a passcode, so that files are protected while it is locked."
          },
          "seed": {"type": ["integer", "null"], "format": "int64", "description": "What chance is drawn from."},
          "clock": {
            "anyOf": [
              {
                "type": "object",
                "properties": {
                  "mode": {
                    "anyOf": [{"type": "string", "enum": ["manual", "realtime", "scaled"]}, {"type": "null"}],
                    "description": "Whether it runs in real time, by a rate, or is moved by hand."
                  },
                  "rate": {
                    "type": ["number", "null"],
                    "exclusiveMinimum": 0,
                    "maximum": 1000000,
                    "description": "Simulated seconds a real second, of a scaled clock."
                  },
                  "paused": {"type": ["boolean", "null"], "description": "Whether it stands still."},
                  "startsAt": {
                    "type": ["string", "null"],
                    "format": "date-time",
                    "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
                    "examples": ["2026-01-01T00:00:12.000Z"],
                    "description": "What it shows first."
                  }
                },
                "additionalProperties": false
              },
              {"type": "null"}
            ],
            "description": "The clock."
          },
          "labels": {
            "anyOf": [
              {
                "type": "object",
                "additionalProperties": {"type": "string", "maxLength": 255},
                "propertyNames": {"type": "string", "minLength": 1, "maxLength": 63, "pattern": "^[^:]+$"}
              },
              {"type": "null"}
            ],
            "description": "Names and values by which devices are found and deleted."
          },
          "expiresAfterSeconds": {
            "type": ["number", "null"],
            "minimum": 0.001,
            "maximum": 3155760000,
            "description": "After how long in real time the device is removed, if nothing asks for it."
          },
          "apps": {
            "anyOf": [
              {"type": "array", "items": {"$ref": "#/components/schemas/NewApp"}, "maxItems": 1000},
              {"type": "null"}
            ],
            "description": "The apps to install."
          }
        },
        "additionalProperties": false,
        "description": "What a device is made with; every field has a default."
      },
      "NewApp": {
        "type": "object",
        "required": ["bundleID"],
        "properties": {
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "footprintBytes": {
            "type": ["integer", "null"],
            "format": "int64",
            "minimum": 0,
            "maximum": 1125899906842624,
            "description": "How much memory it takes when it starts."
          },
          "name": {"type": ["string", "null"], "minLength": 1, "maxLength": 256, "description": "The name."},
          "version": {"type": ["string", "null"], "minLength": 1, "maxLength": 256, "description": "The version."},
          "lifecycle": {
            "anyOf": [{"type": "string", "enum": ["appDelegate", "scenes"]}, {"type": "null"}],
            "description": "Whether it has scenes; its Info.plist says so unless given."
          },
          "driver": {
            "anyOf": [{"type": "string", "enum": ["simulated", "attached"]}, {"type": "null"}],
            "description": "Whether its behaviour is declared, or a harness plays it."
          },
          "infoPlist": {
            "anyOf": [{"$ref": "#/components/schemas/InfoPlist"}, {"type": "null"}],
            "description": "Its Info.plist; keys that the model does not use are kept, and named in the answer."
          },
          "entitlements": {
            "anyOf": [{"type": "object"}, {"type": "null"}],
            "description": "Its entitlements, as its signature has them; those that the model does not use are kept."
          },
          "purgeableBytes": {
            "type": ["integer", "null"],
            "format": "int64",
            "minimum": 0,
            "maximum": 1125899906842624,
            "description": "How much of that can be purged."
          },
          "responders": {
            "anyOf": [
              {
                "type": "array",
                "items": {
                  "type": "object",
                  "required": ["name"],
                  "properties": {
                    "name": {"type": "string", "minLength": 1, "maxLength": 256, "description": "The name."},
                    "parent": {
                      "type": ["string", "null"],
                      "minLength": 1,
                      "maxLength": 256,
                      "description": "The next responder."
                    },
                    "handles": {
                      "anyOf": [
                        {
                          "type": "array",
                          "items": {"type": "string", "minLength": 1, "maxLength": 256},
                          "maxItems": 64
                        },
                        {"type": "null"}
                      ],
                      "description": "The kinds of events that it handles."
                    }
                  },
                  "additionalProperties": false
                },
                "maxItems": 1000
              },
              {"type": "null"}
            ],
            "description": "Its own responders, which hang on one another and on the chain that every app has."
          },
          "behavior": {
            "anyOf": [
              {
                "type": "object",
                "additionalProperties": {
                  "type": "array",
                  "items": {"$ref": "#/components/schemas/BehaviorEntry"},
                  "maxItems": 1000
                },
                "propertyNames": {
                  "type": "string",
                  "enum": [
                    "application(_:willFinishLaunchingWithOptions:)",
                    "application(_:didFinishLaunchingWithOptions:)",
                    "applicationDidBecomeActive(_:)",
                    "applicationWillResignActive(_:)",
                    "applicationDidEnterBackground(_:)",
                    "applicationWillEnterForeground(_:)",
                    "applicationWillTerminate(_:)",
                    "application(_:open:options:)",
                    "application(_:willContinueUserActivityWithType:)",
                    "application(_:continue:restorationHandler:)",
                    "application(_:performActionFor:completionHandler:)",
                    "application(_:configurationForConnecting:options:)",
                    "application(_:didDiscardSceneSessions:)",
                    "applicationProtectedDataWillBecomeUnavailable(_:)",
                    "applicationProtectedDataDidBecomeAvailable(_:)",
                    "applicationDidReceiveMemoryWarning(_:)",
                    "applicationSignificantTimeChange(_:)",
                    "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
                    "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
                    "application(_:performFetchWithCompletionHandler:)",
                    "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
                    "application(_:shouldSaveSecureApplicationState:)",
                    "application(_:willEncodeRestorableStateWith:)",
                    "application(_:shouldRestoreSecureApplicationState:)",
                    "application(_:viewControllerWithRestorationIdentifierPath:coder:)",
                    "application(_:didDecodeRestorableStateWith:)",
                    "encodeRestorableState(with:)",
                    "decodeRestorableState(with:)",
                    "applicationFinishedRestoringState()",
                    "viewWillDisappear(_:)",
                    "viewDidDisappear(_:)",
                    "viewWillAppear(_:)",
                    "viewDidAppear(_:)",
                    "scene(_:willConnectTo:options:)",
                    "sceneDidDisconnect(_:)",
                    "templateApplicationScene(_:didConnect:)",
                    "templateApplicationScene(_:didDisconnectInterfaceController:)",
                    "sceneDidBecomeActive(_:)",
                    "sceneWillResignActive(_:)",
                    "sceneDidEnterBackground(_:)",
                    "sceneWillEnterForeground(_:)",
                    "scene(_:openURLContexts:)",
                    "scene(_:willContinueUserActivityWithType:)",
                    "scene(_:continue:)",
                    "windowScene(_:performActionFor:completionHandler:)",
                    "stateRestorationActivity(for:)",
                    "scene(_:didUpdate:)",
                    "userNotificationCenter(_:didReceive:withCompletionHandler:)",
                    "userNotificationCenter(_:willPresent:withCompletionHandler:)",
                    "urlSession(_:downloadTask:didFinishDownloadingTo:)",
                    "urlSession(_:task:didCompleteWithError:)",
                    "urlSessionDidFinishEvents(forBackgroundURLSession:)",
                    "locationManager(_:didUpdateLocations:)",
                    "locationManager(_:didEnterRegion:)",
                    "centralManager(_:willRestoreState:)",
                    "centralManager(_:didDiscover:advertisementData:rssi:)",
                    "peripheralManager(_:willRestoreState:)",
                    "peripheralManager(_:didReceiveRead:)",
                    "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
                    "provider(_:perform:)",
                    "provider(_:didActivate:)",
                    "provider(_:didDeactivate:)",
                    "updateHandler",
                    "pushTokenUpdates",
                    "systemWakeHandler",
                    "monitorEvents",
                    "activityStateUpdates",
                    "session(_:didReceiveMessage:)",
                    "session(_:didReceiveUserInfo:)",
                    "perform()",
                    "incomingPushResult(channelManager:channelUUID:pushPayload:)",
                    "accessory(_:service:didUpdateValueFor:)",
                    "didReceive(_:withContentHandler:)",
                    "serviceExtensionTimeWillExpire()",
                    "expirationHandler",
                    "launchHandler",
                    "taskExpirationHandler",
                    "alarmHandler",
                    "preMain",
                    "main",
                    "UIApplicationMain",
                    "mainInterface"
                  ]
                }
              },
              {"type": "null"}
            ],
            "description": "What its handlers do, by Apple's names of them; an attached app's harness completes the others."
          },
          "delegateImplements": {
            "anyOf": [
              {
                "type": "array",
                "items": {
                  "type": "string",
                  "enum": [
                    "application(_:willFinishLaunchingWithOptions:)",
                    "application(_:didFinishLaunchingWithOptions:)",
                    "applicationDidBecomeActive(_:)",
                    "applicationWillResignActive(_:)",
                    "applicationDidEnterBackground(_:)",
                    "applicationWillEnterForeground(_:)",
                    "applicationWillTerminate(_:)",
                    "application(_:open:options:)",
                    "application(_:willContinueUserActivityWithType:)",
                    "application(_:continue:restorationHandler:)",
                    "application(_:performActionFor:completionHandler:)",
                    "application(_:configurationForConnecting:options:)",
                    "application(_:didDiscardSceneSessions:)",
                    "applicationProtectedDataWillBecomeUnavailable(_:)",
                    "applicationProtectedDataDidBecomeAvailable(_:)",
                    "applicationDidReceiveMemoryWarning(_:)",
                    "applicationSignificantTimeChange(_:)",
                    "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
                    "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
                    "application(_:performFetchWithCompletionHandler:)",
                    "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
                    "application(_:shouldSaveSecureApplicationState:)",
                    "application(_:willEncodeRestorableStateWith:)",
                    "application(_:shouldRestoreSecureApplicationState:)",
                    "application(_:viewControllerWithRestorationIdentifierPath:coder:)",
                    "application(_:didDecodeRestorableStateWith:)",
                    "encodeRestorableState(with:)",
                    "decodeRestorableState(with:)",
                    "applicationFinishedRestoringState()",
                    "viewWillDisappear(_:)",
                    "viewDidDisappear(_:)",
                    "viewWillAppear(_:)",
                    "viewDidAppear(_:)",
                    "scene(_:willConnectTo:options:)",
                    "sceneDidDisconnect(_:)",
                    "templateApplicationScene(_:didConnect:)",
                    "templateApplicationScene(_:didDisconnectInterfaceController:)",
                    "sceneDidBecomeActive(_:)",
                    "sceneWillResignActive(_:)",
                    "sceneDidEnterBackground(_:)",
                    "sceneWillEnterForeground(_:)",
                    "scene(_:openURLContexts:)",
                    "scene(_:willContinueUserActivityWithType:)",
                    "scene(_:continue:)",
                    "windowScene(_:performActionFor:completionHandler:)",
                    "stateRestorationActivity(for:)",
                    "scene(_:didUpdate:)",
                    "userNotificationCenter(_:didReceive:withCompletionHandler:)",
                    "userNotificationCenter(_:willPresent:withCompletionHandler:)",
                    "urlSession(_:downloadTask:didFinishDownloadingTo:)",
                    "urlSession(_:task:didCompleteWithError:)",
                    "urlSessionDidFinishEvents(forBackgroundURLSession:)",
                    "locationManager(_:didUpdateLocations:)",
                    "locationManager(_:didEnterRegion:)",
                    "centralManager(_:willRestoreState:)",
                    "centralManager(_:didDiscover:advertisementData:rssi:)",
                    "peripheralManager(_:willRestoreState:)",
                    "peripheralManager(_:didReceiveRead:)",
                    "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
                    "provider(_:perform:)",
                    "provider(_:didActivate:)",
                    "provider(_:didDeactivate:)",
                    "session(_:didReceiveMessage:)",
                    "session(_:didReceiveUserInfo:)",
                    "incomingPushResult(channelManager:channelUUID:pushPayload:)",
                    "accessory(_:service:didUpdateValueFor:)"
                  ]
                },
                "maxItems": 66
              },
              {"type": "null"}
            ],
            "description": "The delegate methods that the app implements; all unless given. No other is called."
          },
          "hearsNotifications": {
            "type": ["boolean", "null"],
            "description": "Whether notifications of an attached app wait for its harness, as callbacks do."
          },
          "notificationService": {
            "anyOf": [
              {
                "type": "object",
                "properties": {
                  "name": {"type": ["string", "null"], "minLength": 1, "maxLength": 256, "description": "The name."},
                  "footprintBytes": {
                    "type": ["integer", "null"],
                    "format": "int64",
                    "minimum": 0,
                    "maximum": 1125899906842624,
                    "description": "How much memory it takes when it starts."
                  },
                  "behavior": {
                    "anyOf": [
                      {
                        "type": "object",
                        "additionalProperties": {
                          "type": "array",
                          "items": {"$ref": "#/components/schemas/BehaviorEntry"},
                          "maxItems": 1000
                        },
                        "propertyNames": {
                          "type": "string",
                          "enum": [
                            "application(_:willFinishLaunchingWithOptions:)",
                            "application(_:didFinishLaunchingWithOptions:)",
                            "applicationDidBecomeActive(_:)",
                            "applicationWillResignActive(_:)",
                            "applicationDidEnterBackground(_:)",
                            "applicationWillEnterForeground(_:)",
                            "applicationWillTerminate(_:)",
                            "application(_:open:options:)",
                            "application(_:willContinueUserActivityWithType:)",
                            "application(_:continue:restorationHandler:)",
                            "application(_:performActionFor:completionHandler:)",
                            "application(_:configurationForConnecting:options:)",
                            "application(_:didDiscardSceneSessions:)",
                            "applicationProtectedDataWillBecomeUnavailable(_:)",
                            "applicationProtectedDataDidBecomeAvailable(_:)",
                            "applicationDidReceiveMemoryWarning(_:)",
                            "applicationSignificantTimeChange(_:)",
                            "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
                            "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
                            "application(_:performFetchWithCompletionHandler:)",
                            "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
                            "application(_:shouldSaveSecureApplicationState:)",
                            "application(_:willEncodeRestorableStateWith:)",
                            "application(_:shouldRestoreSecureApplicationState:)",
                            "application(_:viewControllerWithRestorationIdentifierPath:coder:)",
                            "application(_:didDecodeRestorableStateWith:)",
                            "encodeRestorableState(with:)",
                            "decodeRestorableState(with:)",
                            "applicationFinishedRestoringState()",
                            "viewWillDisappear(_:)",
                            "viewDidDisappear(_:)",
                            "viewWillAppear(_:)",
                            "viewDidAppear(_:)",
                            "scene(_:willConnectTo:options:)",
                            "sceneDidDisconnect(_:)",
                            "templateApplicationScene(_:didConnect:)",
                            "templateApplicationScene(_:didDisconnectInterfaceController:)",
                            "sceneDidBecomeActive(_:)",
                            "sceneWillResignActive(_:)",
                            "sceneDidEnterBackground(_:)",
                            "sceneWillEnterForeground(_:)",
                            "scene(_:openURLContexts:)",
                            "scene(_:willContinueUserActivityWithType:)",
                            "scene(_:continue:)",
                            "windowScene(_:performActionFor:completionHandler:)",
                            "stateRestorationActivity(for:)",
                            "scene(_:didUpdate:)",
                            "userNotificationCenter(_:didReceive:withCompletionHandler:)",
                            "userNotificationCenter(_:willPresent:withCompletionHandler:)",
                            "urlSession(_:downloadTask:didFinishDownloadingTo:)",
                            "urlSession(_:task:didCompleteWithError:)",
                            "urlSessionDidFinishEvents(forBackgroundURLSession:)",
                            "locationManager(_:didUpdateLocations:)",
                            "locationManager(_:didEnterRegion:)",
                            "centralManager(_:willRestoreState:)",
                            "centralManager(_:didDiscover:advertisementData:rssi:)",
                            "peripheralManager(_:willRestoreState:)",
                            "peripheralManager(_:didReceiveRead:)",
                            "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
                            "provider(_:perform:)",
                            "provider(_:didActivate:)",
                            "provider(_:didDeactivate:)",
                            "updateHandler",
                            "pushTokenUpdates",
                            "systemWakeHandler",
                            "monitorEvents",
                            "activityStateUpdates",
                            "session(_:didReceiveMessage:)",
                            "session(_:didReceiveUserInfo:)",
                            "perform()",
                            "incomingPushResult(channelManager:channelUUID:pushPayload:)",
                            "accessory(_:service:didUpdateValueFor:)",
                            "didReceive(_:withContentHandler:)",
                            "serviceExtensionTimeWillExpire()",
                            "expirationHandler",
                            "launchHandler",
                            "taskExpirationHandler",
                            "alarmHandler",
                            "preMain",
                            "main",
                            "UIApplicationMain",
                            "mainInterface"
                          ]
                        }
                      },
                      {"type": "null"}
                    ],
                    "description": "What its handlers do, by Apple's names of them; an attached app's harness completes the others."
                  }
                },
                "additionalProperties": false
              },
              {"type": "null"}
            ],
            "description": "Its notification service extension, which may change a push with `mutable-content`."
          }
        },
        "additionalProperties": false,
        "description": "An app to be installed."
      },
      "InstalledApp": {
        "type": "object",
        "properties": {
          "bundleID": {
            "type": ["string", "null"],
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "footprintBytes": {
            "type": ["integer", "null"],
            "format": "int64",
            "minimum": 0,
            "maximum": 1125899906842624,
            "description": "How much memory it takes when it starts."
          },
          "name": {"type": ["string", "null"], "minLength": 1, "maxLength": 256, "description": "The name."},
          "version": {"type": ["string", "null"], "minLength": 1, "maxLength": 256, "description": "The version."},
          "lifecycle": {
            "anyOf": [{"type": "string", "enum": ["appDelegate", "scenes"]}, {"type": "null"}],
            "description": "Whether it has scenes; its Info.plist says so unless given."
          },
          "driver": {
            "anyOf": [{"type": "string", "enum": ["simulated", "attached"]}, {"type": "null"}],
            "description": "Whether its behaviour is declared, or a harness plays it."
          },
          "infoPlist": {
            "anyOf": [{"$ref": "#/components/schemas/InfoPlist"}, {"type": "null"}],
            "description": "Its Info.plist; keys that the model does not use are kept, and named in the answer."
          },
          "entitlements": {
            "anyOf": [{"type": "object"}, {"type": "null"}],
            "description": "Its entitlements, as its signature has them; those that the model does not use are kept."
          },
          "purgeableBytes": {
            "type": ["integer", "null"],
            "format": "int64",
            "minimum": 0,
            "maximum": 1125899906842624,
            "description": "How much of that can be purged."
          },
          "responders": {
            "anyOf": [
              {
                "type": "array",
                "items": {
                  "type": "object",
                  "required": ["name"],
                  "properties": {
                    "name": {"type": "string", "minLength": 1, "maxLength": 256, "description": "The name."},
                    "parent": {
                      "type": ["string", "null"],
                      "minLength": 1,
                      "maxLength": 256,
                      "description": "The next responder."
                    },
                    "handles": {
                      "anyOf": [
                        {
                          "type": "array",
                          "items": {"type": "string", "minLength": 1, "maxLength": 256},
                          "maxItems": 64
                        },
                        {"type": "null"}
                      ],
                      "description": "The kinds of events that it handles."
                    }
                  },
                  "additionalProperties": false
                },
                "maxItems": 1000
              },
              {"type": "null"}
            ],
            "description": "Its own responders, which hang on one another and on the chain that every app has."
          },
          "behavior": {
            "anyOf": [
              {
                "type": "object",
                "additionalProperties": {
                  "type": "array",
                  "items": {"$ref": "#/components/schemas/BehaviorEntry"},
                  "maxItems": 1000
                },
                "propertyNames": {
                  "type": "string",
                  "enum": [
                    "application(_:willFinishLaunchingWithOptions:)",
                    "application(_:didFinishLaunchingWithOptions:)",
                    "applicationDidBecomeActive(_:)",
                    "applicationWillResignActive(_:)",
                    "applicationDidEnterBackground(_:)",
                    "applicationWillEnterForeground(_:)",
                    "applicationWillTerminate(_:)",
                    "application(_:open:options:)",
                    "application(_:willContinueUserActivityWithType:)",
                    "application(_:continue:restorationHandler:)",
                    "application(_:performActionFor:completionHandler:)",
                    "application(_:configurationForConnecting:options:)",
                    "application(_:didDiscardSceneSessions:)",
                    "applicationProtectedDataWillBecomeUnavailable(_:)",
                    "applicationProtectedDataDidBecomeAvailable(_:)",
                    "applicationDidReceiveMemoryWarning(_:)",
                    "applicationSignificantTimeChange(_:)",
                    "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
                    "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
                    "application(_:performFetchWithCompletionHandler:)",
                    "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
                    "application(_:shouldSaveSecureApplicationState:)",
                    "application(_:willEncodeRestorableStateWith:)",
                    "application(_:shouldRestoreSecureApplicationState:)",
                    "application(_:viewControllerWithRestorationIdentifierPath:coder:)",
                    "application(_:didDecodeRestorableStateWith:)",
                    "encodeRestorableState(with:)",
                    "decodeRestorableState(with:)",
                    "applicationFinishedRestoringState()",
                    "viewWillDisappear(_:)",
                    "viewDidDisappear(_:)",
                    "viewWillAppear(_:)",
                    "viewDidAppear(_:)",
                    "scene(_:willConnectTo:options:)",
                    "sceneDidDisconnect(_:)",
                    "templateApplicationScene(_:didConnect:)",
                    "templateApplicationScene(_:didDisconnectInterfaceController:)",
                    "sceneDidBecomeActive(_:)",
                    "sceneWillResignActive(_:)",
                    "sceneDidEnterBackground(_:)",
                    "sceneWillEnterForeground(_:)",
                    "scene(_:openURLContexts:)",
                    "scene(_:willContinueUserActivityWithType:)",
                    "scene(_:continue:)",
                    "windowScene(_:performActionFor:completionHandler:)",
                    "stateRestorationActivity(for:)",
                    "scene(_:didUpdate:)",
                    "userNotificationCenter(_:didReceive:withCompletionHandler:)",
                    "userNotificationCenter(_:willPresent:withCompletionHandler:)",
                    "urlSession(_:downloadTask:didFinishDownloadingTo:)",
                    "urlSession(_:task:didCompleteWithError:)",
                    "urlSessionDidFinishEvents(forBackgroundURLSession:)",
                    "locationManager(_:didUpdateLocations:)",
                    "locationManager(_:didEnterRegion:)",
                    "centralManager(_:willRestoreState:)",
                    "centralManager(_:didDiscover:advertisementData:rssi:)",
                    "peripheralManager(_:willRestoreState:)",
                    "peripheralManager(_:didReceiveRead:)",
                    "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
                    "provider(_:perform:)",
                    "provider(_:didActivate:)",
                    "provider(_:didDeactivate:)",
                    "updateHandler",
                    "pushTokenUpdates",
                    "systemWakeHandler",
                    "monitorEvents",
                    "activityStateUpdates",
                    "session(_:didReceiveMessage:)",
                    "session(_:didReceiveUserInfo:)",
                    "perform()",
                    "incomingPushResult(channelManager:channelUUID:pushPayload:)",
                    "accessory(_:service:didUpdateValueFor:)",
                    "didReceive(_:withContentHandler:)",
                    "serviceExtensionTimeWillExpire()",
                    "expirationHandler",
                    "launchHandler",
                    "taskExpirationHandler",
                    "alarmHandler",
                    "preMain",
                    "main",
                    "UIApplicationMain",
                    "mainInterface"
                  ]
                }
              },
              {"type": "null"}
            ],
            "description": "What its handlers do, by Apple's names of them; an attached app's harness completes the others."
          },
          "delegateImplements": {
            "anyOf": [
              {
                "type": "array",
                "items": {
                  "type": "string",
                  "enum": [
                    "application(_:willFinishLaunchingWithOptions:)",
                    "application(_:didFinishLaunchingWithOptions:)",
                    "applicationDidBecomeActive(_:)",
                    "applicationWillResignActive(_:)",
                    "applicationDidEnterBackground(_:)",
                    "applicationWillEnterForeground(_:)",
                    "applicationWillTerminate(_:)",
                    "application(_:open:options:)",
                    "application(_:willContinueUserActivityWithType:)",
                    "application(_:continue:restorationHandler:)",
                    "application(_:performActionFor:completionHandler:)",
                    "application(_:configurationForConnecting:options:)",
                    "application(_:didDiscardSceneSessions:)",
                    "applicationProtectedDataWillBecomeUnavailable(_:)",
                    "applicationProtectedDataDidBecomeAvailable(_:)",
                    "applicationDidReceiveMemoryWarning(_:)",
                    "applicationSignificantTimeChange(_:)",
                    "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
                    "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
                    "application(_:performFetchWithCompletionHandler:)",
                    "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
                    "application(_:shouldSaveSecureApplicationState:)",
                    "application(_:willEncodeRestorableStateWith:)",
                    "application(_:shouldRestoreSecureApplicationState:)",
                    "application(_:viewControllerWithRestorationIdentifierPath:coder:)",
                    "application(_:didDecodeRestorableStateWith:)",
                    "encodeRestorableState(with:)",
                    "decodeRestorableState(with:)",
                    "applicationFinishedRestoringState()",
                    "viewWillDisappear(_:)",
                    "viewDidDisappear(_:)",
                    "viewWillAppear(_:)",
                    "viewDidAppear(_:)",
                    "scene(_:willConnectTo:options:)",
                    "sceneDidDisconnect(_:)",
                    "templateApplicationScene(_:didConnect:)",
                    "templateApplicationScene(_:didDisconnectInterfaceController:)",
                    "sceneDidBecomeActive(_:)",
                    "sceneWillResignActive(_:)",
                    "sceneDidEnterBackground(_:)",
                    "sceneWillEnterForeground(_:)",
                    "scene(_:openURLContexts:)",
                    "scene(_:willContinueUserActivityWithType:)",
                    "scene(_:continue:)",
                    "windowScene(_:performActionFor:completionHandler:)",
                    "stateRestorationActivity(for:)",
                    "scene(_:didUpdate:)",
                    "userNotificationCenter(_:didReceive:withCompletionHandler:)",
                    "userNotificationCenter(_:willPresent:withCompletionHandler:)",
                    "urlSession(_:downloadTask:didFinishDownloadingTo:)",
                    "urlSession(_:task:didCompleteWithError:)",
                    "urlSessionDidFinishEvents(forBackgroundURLSession:)",
                    "locationManager(_:didUpdateLocations:)",
                    "locationManager(_:didEnterRegion:)",
                    "centralManager(_:willRestoreState:)",
                    "centralManager(_:didDiscover:advertisementData:rssi:)",
                    "peripheralManager(_:willRestoreState:)",
                    "peripheralManager(_:didReceiveRead:)",
                    "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
                    "provider(_:perform:)",
                    "provider(_:didActivate:)",
                    "provider(_:didDeactivate:)",
                    "session(_:didReceiveMessage:)",
                    "session(_:didReceiveUserInfo:)",
                    "incomingPushResult(channelManager:channelUUID:pushPayload:)",
                    "accessory(_:service:didUpdateValueFor:)"
                  ]
                },
                "maxItems": 66
              },
              {"type": "null"}
            ],
            "description": "The delegate methods that the app implements; all unless given. No other is called."
          },
          "hearsNotifications": {
            "type": ["boolean", "null"],
            "description": "Whether notifications of an attached app wait for its harness, as callbacks do."
          },
          "notificationService": {
            "anyOf": [
              {
                "type": "object",
                "properties": {
                  "name": {"type": ["string", "null"], "minLength": 1, "maxLength": 256, "description": "The name."},
                  "footprintBytes": {
                    "type": ["integer", "null"],
                    "format": "int64",
                    "minimum": 0,
                    "maximum": 1125899906842624,
                    "description": "How much memory it takes when it starts."
                  },
                  "behavior": {
                    "anyOf": [
                      {
                        "type": "object",
                        "additionalProperties": {
                          "type": "array",
                          "items": {"$ref": "#/components/schemas/BehaviorEntry"},
                          "maxItems": 1000
                        },
                        "propertyNames": {
                          "type": "string",
                          "enum": [
                            "application(_:willFinishLaunchingWithOptions:)",
                            "application(_:didFinishLaunchingWithOptions:)",
                            "applicationDidBecomeActive(_:)",
                            "applicationWillResignActive(_:)",
                            "applicationDidEnterBackground(_:)",
                            "applicationWillEnterForeground(_:)",
                            "applicationWillTerminate(_:)",
                            "application(_:open:options:)",
                            "application(_:willContinueUserActivityWithType:)",
                            "application(_:continue:restorationHandler:)",
                            "application(_:performActionFor:completionHandler:)",
                            "application(_:configurationForConnecting:options:)",
                            "application(_:didDiscardSceneSessions:)",
                            "applicationProtectedDataWillBecomeUnavailable(_:)",
                            "applicationProtectedDataDidBecomeAvailable(_:)",
                            "applicationDidReceiveMemoryWarning(_:)",
                            "applicationSignificantTimeChange(_:)",
                            "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
                            "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
                            "application(_:performFetchWithCompletionHandler:)",
                            "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
                            "application(_:shouldSaveSecureApplicationState:)",
                            "application(_:willEncodeRestorableStateWith:)",
                            "application(_:shouldRestoreSecureApplicationState:)",
                            "application(_:viewControllerWithRestorationIdentifierPath:coder:)",
                            "application(_:didDecodeRestorableStateWith:)",
                            "encodeRestorableState(with:)",
                            "decodeRestorableState(with:)",
                            "applicationFinishedRestoringState()",
                            "viewWillDisappear(_:)",
                            "viewDidDisappear(_:)",
                            "viewWillAppear(_:)",
                            "viewDidAppear(_:)",
                            "scene(_:willConnectTo:options:)",
                            "sceneDidDisconnect(_:)",
                            "templateApplicationScene(_:didConnect:)",
                            "templateApplicationScene(_:didDisconnectInterfaceController:)",
                            "sceneDidBecomeActive(_:)",
                            "sceneWillResignActive(_:)",
                            "sceneDidEnterBackground(_:)",
                            "sceneWillEnterForeground(_:)",
                            "scene(_:openURLContexts:)",
                            "scene(_:willContinueUserActivityWithType:)",
                            "scene(_:continue:)",
                            "windowScene(_:performActionFor:completionHandler:)",
                            "stateRestorationActivity(for:)",
                            "scene(_:didUpdate:)",
                            "userNotificationCenter(_:didReceive:withCompletionHandler:)",
                            "userNotificationCenter(_:willPresent:withCompletionHandler:)",
                            "urlSession(_:downloadTask:didFinishDownloadingTo:)",
                            "urlSession(_:task:didCompleteWithError:)",
                            "urlSessionDidFinishEvents(forBackgroundURLSession:)",
                            "locationManager(_:didUpdateLocations:)",
                            "locationManager(_:didEnterRegion:)",
                            "centralManager(_:willRestoreState:)",
                            "centralManager(_:didDiscover:advertisementData:rssi:)",
                            "peripheralManager(_:willRestoreState:)",
                            "peripheralManager(_:didReceiveRead:)",
                            "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
                            "provider(_:perform:)",
                            "provider(_:didActivate:)",
                            "provider(_:didDeactivate:)",
                            "updateHandler",
                            "pushTokenUpdates",
                            "systemWakeHandler",
                            "monitorEvents",
                            "activityStateUpdates",
                            "session(_:didReceiveMessage:)",
                            "session(_:didReceiveUserInfo:)",
                            "perform()",
                            "incomingPushResult(channelManager:channelUUID:pushPayload:)",
                            "accessory(_:service:didUpdateValueFor:)",
                            "didReceive(_:withContentHandler:)",
                            "serviceExtensionTimeWillExpire()",
                            "expirationHandler",
                            "launchHandler",
                            "taskExpirationHandler",
                            "alarmHandler",
                            "preMain",
                            "main",
                            "UIApplicationMain",
                            "mainInterface"
                          ]
                        }
                      },
                      {"type": "null"}
                    ],
                    "description": "What its handlers do, by Apple's names of them; an attached app's harness completes the others."
                  }
                },
                "additionalProperties": false
              },
              {"type": "null"}
            ],
            "description": "Its notification service extension, which may change a push with `mutable-content`."
          }
        },
        "additionalProperties": false,
        "description": "An app to be installed under the name in the path."
      },
      "BatchLine": {
        "type": "object",
        "required": ["device", "event"],
        "properties": {
          "device": {
            "type": "string",
            "pattern": "^[a-z0-9][a-z0-9-]*$",
            "minLength": 1,
            "maxLength": 63,
            "examples": ["checkout-test-17"],
            "description": "The device."
          },
          "event": {"$ref": "#/components/schemas/Event", "description": "What happens to it."}
        },
        "additionalProperties": false,
        "description": "One line of a batch."
      },
      "Scenario": {
        "type": "object",
        "required": ["scenario", "steps"],
        "properties": {
          "scenario": {"type": "string", "minLength": 1, "maxLength": 256, "description": "The scenario's name."},
          "about": {"type": ["string", "null"], "minLength": 1, "maxLength": 8192, "description": "What it shows."},
          "source": {
            "type": ["string", "null"],
            "minLength": 1,
            "maxLength": 8192,
            "description": "Where the behaviour is known from."
          },
          "tags": {
            "anyOf": [
              {"type": "array", "items": {"type": "string", "minLength": 1, "maxLength": 256}, "maxItems": 20},
              {"type": "null"}
            ],
            "description": "What it is chosen by when only some scenarios are run."
          },
          "device": {
            "type": "object",
            "description": "A device as in `NewDevice`, but without apps; its clock is manual by default."
          },
          "apps": {
            "anyOf": [
              {"type": "array", "items": {"$ref": "#/components/schemas/NewApp"}, "maxItems": 100},
              {"type": "null"}
            ],
            "description": "The apps to install."
          },
          "steps": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ScenarioStep"},
            "minItems": 1,
            "maxItems": 1000,
            "description": "The steps, in order."
          },
          "variables": {
            "anyOf": [
              {
                "anyOf": [
                  {
                    "type": "object",
                    "additionalProperties": {"type": ["string", "number", "boolean"]},
                    "propertyNames": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"},
                    "maxProperties": 100
                  },
                  {"type": "null"}
                ]
              },
              {"type": "null"}
            ],
            "description": "What `$(name)` stands for in the other fields, by name."
          },
          "include": {"type": "null", "description": "Files, which only `greenroom test` can include."}
        },
        "additionalProperties": false,
        "description": "A specification: a device, apps, and steps that each do one thing and may check what it caused."
      },
      "ScenarioStep": {
        "oneOf": [
          {"$ref": "#/components/schemas/SendStep"},
          {"$ref": "#/components/schemas/ActStep"},
          {"$ref": "#/components/schemas/AdvanceStep"},
          {"$ref": "#/components/schemas/AdvanceBeforeStep"},
          {"$ref": "#/components/schemas/AdvanceUntilStep"},
          {"$ref": "#/components/schemas/AdvanceToCallbackStep"},
          {"$ref": "#/components/schemas/CompleteStep"},
          {"$ref": "#/components/schemas/InstallStep"},
          {"$ref": "#/components/schemas/CheckStep"}
        ],
        "description": "A step: exactly one operation, and checks of what it caused."
      },
      "SendStep": {
        "type": "object",
        "required": ["send"],
        "properties": {
          "send": {
            "oneOf": [
              {"$ref": "#/components/schemas/Event"},
              {"type": "array", "items": {"$ref": "#/components/schemas/Event"}, "minItems": 1, "maxItems": 1000}
            ],
            "description": "Lets events happen."
          },
          "callbacks": {
            "oneOf": [
              {"type": "array", "items": {"type": "string"}},
              {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
            ],
            "description": "The callbacks, exactly and in order; by app when there are several."
          },
          "notifications": {
            "oneOf": [
              {"type": "array", "items": {"type": "string"}},
              {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
            ],
            "description": "The notifications, exactly and in order; by app when there are several."
          },
          "states": {
            "type": "object",
            "additionalProperties": {
              "type": "string",
              "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"]
            },
            "description": "The state of each app."
          },
          "records": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/RecordPattern"},
            "minItems": 1,
            "maxItems": 1000,
            "description": "Records that there must be, in this order."
          },
          "never": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/RecordPattern"},
            "minItems": 1,
            "maxItems": 1000,
            "description": "Records that there must not be."
          },
          "exit": {
            "type": "object",
            "additionalProperties": {"$ref": "#/components/schemas/ExitPattern"},
            "description": "Fields of the exit of an app's process."
          },
          "rejected": {
            "type": "string",
            "minLength": 1,
            "description": "The code of the problem with which the step is refused."
          },
          "process": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of an app's process."
          },
          "resource": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of an app's resource."
          },
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What frameworks report, exactly and in order."
          },
          "reports": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "object"}, "maxItems": 1000},
            "description": "Fields of the reports of each app's ends, exactly as many and in order."
          },
          "metricKit": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of what MetricKit gives an app."
          }
        },
        "additionalProperties": false,
        "description": "A step whose operation is `send`."
      },
      "ActStep": {
        "type": "object",
        "required": ["act"],
        "properties": {
          "act": {
            "oneOf": [
              {"$ref": "#/components/schemas/AppAction"},
              {"type": "array", "items": {"$ref": "#/components/schemas/AppAction"}, "minItems": 1, "maxItems": 1000}
            ],
            "description": "Lets apps' code do something."
          },
          "callbacks": {
            "oneOf": [
              {"type": "array", "items": {"type": "string"}},
              {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
            ],
            "description": "The callbacks, exactly and in order; by app when there are several."
          },
          "notifications": {
            "oneOf": [
              {"type": "array", "items": {"type": "string"}},
              {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
            ],
            "description": "The notifications, exactly and in order; by app when there are several."
          },
          "states": {
            "type": "object",
            "additionalProperties": {
              "type": "string",
              "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"]
            },
            "description": "The state of each app."
          },
          "records": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/RecordPattern"},
            "minItems": 1,
            "maxItems": 1000,
            "description": "Records that there must be, in this order."
          },
          "never": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/RecordPattern"},
            "minItems": 1,
            "maxItems": 1000,
            "description": "Records that there must not be."
          },
          "exit": {
            "type": "object",
            "additionalProperties": {"$ref": "#/components/schemas/ExitPattern"},
            "description": "Fields of the exit of an app's process."
          },
          "rejected": {
            "type": "string",
            "minLength": 1,
            "description": "The code of the problem with which the step is refused."
          },
          "process": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of an app's process."
          },
          "resource": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of an app's resource."
          },
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What frameworks report, exactly and in order."
          },
          "reports": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "object"}, "maxItems": 1000},
            "description": "Fields of the reports of each app's ends, exactly as many and in order."
          },
          "metricKit": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of what MetricKit gives an app."
          }
        },
        "additionalProperties": false,
        "description": "A step whose operation is `act`."
      },
      "AdvanceStep": {
        "type": "object",
        "required": ["advance"],
        "properties": {
          "advance": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "Lets so many seconds pass."
          },
          "callbacks": {
            "oneOf": [
              {"type": "array", "items": {"type": "string"}},
              {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
            ],
            "description": "The callbacks, exactly and in order; by app when there are several."
          },
          "notifications": {
            "oneOf": [
              {"type": "array", "items": {"type": "string"}},
              {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
            ],
            "description": "The notifications, exactly and in order; by app when there are several."
          },
          "states": {
            "type": "object",
            "additionalProperties": {
              "type": "string",
              "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"]
            },
            "description": "The state of each app."
          },
          "records": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/RecordPattern"},
            "minItems": 1,
            "maxItems": 1000,
            "description": "Records that there must be, in this order."
          },
          "never": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/RecordPattern"},
            "minItems": 1,
            "maxItems": 1000,
            "description": "Records that there must not be."
          },
          "exit": {
            "type": "object",
            "additionalProperties": {"$ref": "#/components/schemas/ExitPattern"},
            "description": "Fields of the exit of an app's process."
          },
          "rejected": {
            "type": "string",
            "minLength": 1,
            "description": "The code of the problem with which the step is refused."
          },
          "process": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of an app's process."
          },
          "resource": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of an app's resource."
          },
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What frameworks report, exactly and in order."
          },
          "reports": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "object"}, "maxItems": 1000},
            "description": "Fields of the reports of each app's ends, exactly as many and in order."
          },
          "metricKit": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of what MetricKit gives an app."
          }
        },
        "additionalProperties": false,
        "description": "A step whose operation is `advance`."
      },
      "AdvanceBeforeStep": {
        "type": "object",
        "required": ["advanceBefore"],
        "properties": {
          "advanceBefore": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "Lets so many seconds pass; deadlines at their end are handled after the next step."
          },
          "callbacks": {
            "oneOf": [
              {"type": "array", "items": {"type": "string"}},
              {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
            ],
            "description": "The callbacks, exactly and in order; by app when there are several."
          },
          "notifications": {
            "oneOf": [
              {"type": "array", "items": {"type": "string"}},
              {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
            ],
            "description": "The notifications, exactly and in order; by app when there are several."
          },
          "states": {
            "type": "object",
            "additionalProperties": {
              "type": "string",
              "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"]
            },
            "description": "The state of each app."
          },
          "records": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/RecordPattern"},
            "minItems": 1,
            "maxItems": 1000,
            "description": "Records that there must be, in this order."
          },
          "never": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/RecordPattern"},
            "minItems": 1,
            "maxItems": 1000,
            "description": "Records that there must not be."
          },
          "exit": {
            "type": "object",
            "additionalProperties": {"$ref": "#/components/schemas/ExitPattern"},
            "description": "Fields of the exit of an app's process."
          },
          "rejected": {
            "type": "string",
            "minLength": 1,
            "description": "The code of the problem with which the step is refused."
          },
          "process": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of an app's process."
          },
          "resource": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of an app's resource."
          },
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What frameworks report, exactly and in order."
          },
          "reports": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "object"}, "maxItems": 1000},
            "description": "Fields of the reports of each app's ends, exactly as many and in order."
          },
          "metricKit": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of what MetricKit gives an app."
          }
        },
        "additionalProperties": false,
        "description": "A step whose operation is `advanceBefore`."
      },
      "AdvanceUntilStep": {
        "type": "object",
        "required": ["advanceUntil"],
        "properties": {
          "advanceUntil": {
            "$ref": "#/components/schemas/Condition",
            "description": "Lets time pass until a condition is met."
          },
          "callbacks": {
            "oneOf": [
              {"type": "array", "items": {"type": "string"}},
              {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
            ],
            "description": "The callbacks, exactly and in order; by app when there are several."
          },
          "notifications": {
            "oneOf": [
              {"type": "array", "items": {"type": "string"}},
              {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
            ],
            "description": "The notifications, exactly and in order; by app when there are several."
          },
          "states": {
            "type": "object",
            "additionalProperties": {
              "type": "string",
              "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"]
            },
            "description": "The state of each app."
          },
          "records": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/RecordPattern"},
            "minItems": 1,
            "maxItems": 1000,
            "description": "Records that there must be, in this order."
          },
          "never": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/RecordPattern"},
            "minItems": 1,
            "maxItems": 1000,
            "description": "Records that there must not be."
          },
          "exit": {
            "type": "object",
            "additionalProperties": {"$ref": "#/components/schemas/ExitPattern"},
            "description": "Fields of the exit of an app's process."
          },
          "rejected": {
            "type": "string",
            "minLength": 1,
            "description": "The code of the problem with which the step is refused."
          },
          "process": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of an app's process."
          },
          "resource": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of an app's resource."
          },
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What frameworks report, exactly and in order."
          },
          "reports": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "object"}, "maxItems": 1000},
            "description": "Fields of the reports of each app's ends, exactly as many and in order."
          },
          "metricKit": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of what MetricKit gives an app."
          }
        },
        "additionalProperties": false,
        "description": "A step whose operation is `advanceUntil`."
      },
      "AdvanceToCallbackStep": {
        "type": "object",
        "required": ["advanceToCallback"],
        "properties": {
          "advanceToCallback": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "Lets time pass until a callback of an attached app is in flight, at most so many seconds."
          },
          "callbacks": {
            "oneOf": [
              {"type": "array", "items": {"type": "string"}},
              {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
            ],
            "description": "The callbacks, exactly and in order; by app when there are several."
          },
          "notifications": {
            "oneOf": [
              {"type": "array", "items": {"type": "string"}},
              {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
            ],
            "description": "The notifications, exactly and in order; by app when there are several."
          },
          "states": {
            "type": "object",
            "additionalProperties": {
              "type": "string",
              "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"]
            },
            "description": "The state of each app."
          },
          "records": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/RecordPattern"},
            "minItems": 1,
            "maxItems": 1000,
            "description": "Records that there must be, in this order."
          },
          "never": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/RecordPattern"},
            "minItems": 1,
            "maxItems": 1000,
            "description": "Records that there must not be."
          },
          "exit": {
            "type": "object",
            "additionalProperties": {"$ref": "#/components/schemas/ExitPattern"},
            "description": "Fields of the exit of an app's process."
          },
          "rejected": {
            "type": "string",
            "minLength": 1,
            "description": "The code of the problem with which the step is refused."
          },
          "process": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of an app's process."
          },
          "resource": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of an app's resource."
          },
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What frameworks report, exactly and in order."
          },
          "reports": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "object"}, "maxItems": 1000},
            "description": "Fields of the reports of each app's ends, exactly as many and in order."
          },
          "metricKit": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of what MetricKit gives an app."
          }
        },
        "additionalProperties": false,
        "description": "A step whose operation is `advanceToCallback`."
      },
      "CompleteStep": {
        "type": "object",
        "required": ["complete"],
        "properties": {
          "complete": {
            "type": "object",
            "required": ["bundleID", "callback"],
            "properties": {
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              },
              "callback": {
                "type": "string",
                "minLength": 1,
                "maxLength": 256,
                "description": "The name of the callback."
              },
              "actions": {
                "anyOf": [
                  {"type": "array", "items": {"$ref": "#/components/schemas/Action"}, "maxItems": 1000},
                  {"type": "null"}
                ],
                "description": "What the handler does before it returns."
              },
              "returns": {"description": "What the handler returns."}
            },
            "additionalProperties": false,
            "description": "Returns from a callback of an attached app."
          },
          "callbacks": {
            "oneOf": [
              {"type": "array", "items": {"type": "string"}},
              {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
            ],
            "description": "The callbacks, exactly and in order; by app when there are several."
          },
          "notifications": {
            "oneOf": [
              {"type": "array", "items": {"type": "string"}},
              {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
            ],
            "description": "The notifications, exactly and in order; by app when there are several."
          },
          "states": {
            "type": "object",
            "additionalProperties": {
              "type": "string",
              "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"]
            },
            "description": "The state of each app."
          },
          "records": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/RecordPattern"},
            "minItems": 1,
            "maxItems": 1000,
            "description": "Records that there must be, in this order."
          },
          "never": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/RecordPattern"},
            "minItems": 1,
            "maxItems": 1000,
            "description": "Records that there must not be."
          },
          "exit": {
            "type": "object",
            "additionalProperties": {"$ref": "#/components/schemas/ExitPattern"},
            "description": "Fields of the exit of an app's process."
          },
          "rejected": {
            "type": "string",
            "minLength": 1,
            "description": "The code of the problem with which the step is refused."
          },
          "process": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of an app's process."
          },
          "resource": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of an app's resource."
          },
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What frameworks report, exactly and in order."
          },
          "reports": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "object"}, "maxItems": 1000},
            "description": "Fields of the reports of each app's ends, exactly as many and in order."
          },
          "metricKit": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of what MetricKit gives an app."
          }
        },
        "additionalProperties": false,
        "description": "A step whose operation is `complete`."
      },
      "InstallStep": {
        "type": "object",
        "required": ["install"],
        "properties": {
          "install": {"$ref": "#/components/schemas/NewApp", "description": "Installs an app."},
          "callbacks": {
            "oneOf": [
              {"type": "array", "items": {"type": "string"}},
              {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
            ],
            "description": "The callbacks, exactly and in order; by app when there are several."
          },
          "notifications": {
            "oneOf": [
              {"type": "array", "items": {"type": "string"}},
              {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
            ],
            "description": "The notifications, exactly and in order; by app when there are several."
          },
          "states": {
            "type": "object",
            "additionalProperties": {
              "type": "string",
              "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"]
            },
            "description": "The state of each app."
          },
          "records": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/RecordPattern"},
            "minItems": 1,
            "maxItems": 1000,
            "description": "Records that there must be, in this order."
          },
          "never": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/RecordPattern"},
            "minItems": 1,
            "maxItems": 1000,
            "description": "Records that there must not be."
          },
          "exit": {
            "type": "object",
            "additionalProperties": {"$ref": "#/components/schemas/ExitPattern"},
            "description": "Fields of the exit of an app's process."
          },
          "rejected": {
            "type": "string",
            "minLength": 1,
            "description": "The code of the problem with which the step is refused."
          },
          "process": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of an app's process."
          },
          "resource": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of an app's resource."
          },
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What frameworks report, exactly and in order."
          },
          "reports": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "object"}, "maxItems": 1000},
            "description": "Fields of the reports of each app's ends, exactly as many and in order."
          },
          "metricKit": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of what MetricKit gives an app."
          }
        },
        "additionalProperties": false,
        "description": "A step whose operation is `install`."
      },
      "CheckStep": {
        "type": "object",
        "required": ["check"],
        "properties": {
          "check": {
            "anyOf": [
              {"anyOf": [{"type": "object", "additionalProperties": false}, {"type": "null"}]},
              {"type": "null"}
            ],
            "description": "Does nothing."
          },
          "callbacks": {
            "oneOf": [
              {"type": "array", "items": {"type": "string"}},
              {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
            ],
            "description": "The callbacks, exactly and in order; by app when there are several."
          },
          "notifications": {
            "oneOf": [
              {"type": "array", "items": {"type": "string"}},
              {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
            ],
            "description": "The notifications, exactly and in order; by app when there are several."
          },
          "states": {
            "type": "object",
            "additionalProperties": {
              "type": "string",
              "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"]
            },
            "description": "The state of each app."
          },
          "records": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/RecordPattern"},
            "minItems": 1,
            "maxItems": 1000,
            "description": "Records that there must be, in this order."
          },
          "never": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/RecordPattern"},
            "minItems": 1,
            "maxItems": 1000,
            "description": "Records that there must not be."
          },
          "exit": {
            "type": "object",
            "additionalProperties": {"$ref": "#/components/schemas/ExitPattern"},
            "description": "Fields of the exit of an app's process."
          },
          "rejected": {
            "type": "string",
            "minLength": 1,
            "description": "The code of the problem with which the step is refused."
          },
          "process": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of an app's process."
          },
          "resource": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of an app's resource."
          },
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What frameworks report, exactly and in order."
          },
          "reports": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "object"}, "maxItems": 1000},
            "description": "Fields of the reports of each app's ends, exactly as many and in order."
          },
          "metricKit": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "Fields of what MetricKit gives an app."
          }
        },
        "additionalProperties": false,
        "description": "A step whose operation is `check`."
      },
      "Record": {
        "oneOf": [
          {"$ref": "#/components/schemas/InputRecord"},
          {"$ref": "#/components/schemas/ReturnedRecord"},
          {"$ref": "#/components/schemas/ProcessRecord"},
          {"$ref": "#/components/schemas/SceneRecord"},
          {"$ref": "#/components/schemas/CallbackRecord"},
          {"$ref": "#/components/schemas/NotificationRecord"},
          {"$ref": "#/components/schemas/AssertionRecord"},
          {"$ref": "#/components/schemas/VerdictRecord"},
          {"$ref": "#/components/schemas/MemoryRecord"},
          {"$ref": "#/components/schemas/DispatchRecord"},
          {"$ref": "#/components/schemas/ExitRecord"},
          {"$ref": "#/components/schemas/FindingRecord"},
          {"$ref": "#/components/schemas/SnapshotRecord"},
          {"$ref": "#/components/schemas/ActivityRecord"},
          {"$ref": "#/components/schemas/LogRecord"}
        ],
        "discriminator": {
          "propertyName": "kind",
          "mapping": {
            "input": "#/components/schemas/InputRecord",
            "returned": "#/components/schemas/ReturnedRecord",
            "process": "#/components/schemas/ProcessRecord",
            "scene": "#/components/schemas/SceneRecord",
            "callback": "#/components/schemas/CallbackRecord",
            "notification": "#/components/schemas/NotificationRecord",
            "assertion": "#/components/schemas/AssertionRecord",
            "verdict": "#/components/schemas/VerdictRecord",
            "memory": "#/components/schemas/MemoryRecord",
            "dispatch": "#/components/schemas/DispatchRecord",
            "exit": "#/components/schemas/ExitRecord",
            "finding": "#/components/schemas/FindingRecord",
            "snapshot": "#/components/schemas/SnapshotRecord",
            "activity": "#/components/schemas/ActivityRecord",
            "log": "#/components/schemas/LogRecord"
          }
        },
        "description": "An input, or something that iOS did."
      },
      "InputRecord": {
        "type": "object",
        "required": ["sequence", "time", "kind", "cause"],
        "properties": {
          "sequence": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Its place in the device's timeline, from 1, without gaps."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "input", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "cause": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The sequence of the input, or of the record that set the deadline."
          },
          "event": {"$ref": "#/components/schemas/Event", "description": "What the user or the system did."},
          "action": {"$ref": "#/components/schemas/AppAction", "description": "What the app's code did."},
          "completion": {
            "type": "object",
            "required": ["bundleID", "callback", "actions"],
            "properties": {
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              },
              "callback": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "The record of the callback."
              },
              "actions": {
                "type": "array",
                "items": {"$ref": "#/components/schemas/Action"},
                "description": "What the handler did before it returned."
              },
              "returns": {"description": "What it returned."}
            },
            "additionalProperties": false,
            "description": "How an attached app returned from a callback."
          },
          "install": {"$ref": "#/components/schemas/NewApp", "description": "What was installed."},
          "uninstall": {
            "type": "object",
            "required": ["bundleID"],
            "properties": {
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false,
            "description": "What was uninstalled."
          },
          "clock": {"$ref": "#/components/schemas/ClockChange", "description": "How the clock was changed."},
          "advance": {"$ref": "#/components/schemas/Advance", "description": "How far time was moved."},
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What other frameworks would have reported to their code, if requested."
          }
        },
        "additionalProperties": false,
        "examples": [
          {
            "sequence": 2,
            "time": "2026-01-01T00:00:00.000Z",
            "kind": "input",
            "cause": 2,
            "bundleID": "com.example.notes",
            "event": {"type": "app.launch", "bundleID": "com.example.notes"}
          }
        ],
        "description": "An input was applied."
      },
      "ReturnedRecord": {
        "type": "object",
        "required": ["sequence", "time", "kind", "cause", "callback", "tookSeconds"],
        "properties": {
          "sequence": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Its place in the device's timeline, from 1, without gaps."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "returned", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "cause": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The sequence of the input, or of the record that set the deadline."
          },
          "callback": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The record of the callback."
          },
          "tookSeconds": {"type": "number", "minimum": 0, "description": "How long the handler took."},
          "result": {"description": "What it returned."},
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What other frameworks would have reported to their code, if requested."
          }
        },
        "additionalProperties": false,
        "examples": [
          {
            "sequence": 42,
            "time": "2026-01-01T00:00:03.000Z",
            "kind": "returned",
            "cause": 38,
            "bundleID": "com.example.notes",
            "pid": 101,
            "sceneID": "1",
            "callback": 38,
            "tookSeconds": 1
          }
        ],
        "description": "A handler returned."
      },
      "ProcessRecord": {
        "type": "object",
        "required": ["sequence", "time", "kind", "cause", "from", "to", "why"],
        "properties": {
          "sequence": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Its place in the device's timeline, from 1, without gaps."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "process", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "cause": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The sequence of the input, or of the record that set the deadline."
          },
          "from": {
            "type": "string",
            "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
            "description": "The state before."
          },
          "to": {
            "type": "string",
            "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
            "description": "The state after."
          },
          "why": {
            "type": "string",
            "enum": [
              "launch",
              "prewarmed",
              "activated",
              "deactivated",
              "leftScreen",
              "enteredScreen",
              "resumed",
              "noAssertionLeft",
              "suspendedBySystem",
              "ended"
            ],
            "description": "Why."
          },
          "launchReason": {
            "type": "string",
            "enum": [
              "user",
              "url",
              "userActivity",
              "shortcut",
              "notification",
              "carPlay",
              "remoteNotification",
              "backgroundFetch",
              "backgroundTask",
              "urlSession",
              "location",
              "bluetooth",
              "voip",
              "prewarm",
              "healthKit",
              "watchConnectivity",
              "appIntent",
              "liveActivityToken",
              "pushToTalk",
              "homeKit",
              "systemWake",
              "notificationService"
            ],
            "description": "Why it was launched, when this is its launch."
          },
          "coldLaunch": {"type": "boolean", "description": "Whether the process is new, or was only prewarmed."},
          "launchSteps": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["name"],
              "properties": {
                "name": {
                  "type": "string",
                  "enum": ["preMain", "main", "UIApplicationMain", "mainInterface"],
                  "description": "The step."
                },
                "tookSeconds": {
                  "type": "number",
                  "minimum": 0,
                  "description": "How long the code declared for it takes; missing where a program outside plays it."
                }
              },
              "additionalProperties": false
            },
            "description": "The steps of the launch before the app delegate is called."
          },
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What other frameworks would have reported to their code, if requested."
          }
        },
        "additionalProperties": false,
        "examples": [
          {
            "sequence": 3,
            "time": "2026-01-01T00:00:00.000Z",
            "kind": "process",
            "cause": 2,
            "bundleID": "com.example.notes",
            "pid": 101,
            "from": "notRunning",
            "to": "background",
            "why": "launch",
            "launchReason": "user",
            "coldLaunch": true,
            "launchSteps": [
              {"name": "main", "tookSeconds": 0},
              {"name": "UIApplicationMain", "tookSeconds": 0},
              {"name": "mainInterface", "tookSeconds": 0}
            ]
          }
        ],
        "description": "A process went from one state to another."
      },
      "SceneRecord": {
        "type": "object",
        "required": ["sequence", "time", "kind", "cause", "from", "to"],
        "properties": {
          "sequence": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Its place in the device's timeline, from 1, without gaps."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "scene", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "cause": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The sequence of the input, or of the record that set the deadline."
          },
          "from": {
            "type": "string",
            "enum": ["unattached", "foregroundInactive", "foregroundActive", "background"],
            "description": "The state before."
          },
          "to": {
            "type": "string",
            "enum": ["unattached", "foregroundInactive", "foregroundActive", "background"],
            "description": "The state after."
          },
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What other frameworks would have reported to their code, if requested."
          }
        },
        "additionalProperties": false,
        "examples": [
          {
            "sequence": 13,
            "time": "2026-01-01T00:00:00.000Z",
            "kind": "scene",
            "cause": 2,
            "bundleID": "com.example.notes",
            "pid": 101,
            "sceneID": "1",
            "from": "unattached",
            "to": "foregroundInactive"
          }
        ],
        "description": "A scene went from one state to another."
      },
      "CallbackRecord": {
        "type": "object",
        "required": ["sequence", "time", "kind", "cause", "name", "receiver", "applicationState", "arguments"],
        "properties": {
          "sequence": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Its place in the device's timeline, from 1, without gaps."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "callback", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "cause": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The sequence of the input, or of the record that set the deadline."
          },
          "name": {
            "type": "string",
            "enum": [
              "application(_:willFinishLaunchingWithOptions:)",
              "application(_:didFinishLaunchingWithOptions:)",
              "applicationDidBecomeActive(_:)",
              "applicationWillResignActive(_:)",
              "applicationDidEnterBackground(_:)",
              "applicationWillEnterForeground(_:)",
              "applicationWillTerminate(_:)",
              "application(_:open:options:)",
              "application(_:willContinueUserActivityWithType:)",
              "application(_:continue:restorationHandler:)",
              "application(_:performActionFor:completionHandler:)",
              "application(_:configurationForConnecting:options:)",
              "application(_:didDiscardSceneSessions:)",
              "applicationProtectedDataWillBecomeUnavailable(_:)",
              "applicationProtectedDataDidBecomeAvailable(_:)",
              "applicationDidReceiveMemoryWarning(_:)",
              "applicationSignificantTimeChange(_:)",
              "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
              "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
              "application(_:performFetchWithCompletionHandler:)",
              "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
              "application(_:shouldSaveSecureApplicationState:)",
              "application(_:willEncodeRestorableStateWith:)",
              "application(_:shouldRestoreSecureApplicationState:)",
              "application(_:viewControllerWithRestorationIdentifierPath:coder:)",
              "application(_:didDecodeRestorableStateWith:)",
              "encodeRestorableState(with:)",
              "decodeRestorableState(with:)",
              "applicationFinishedRestoringState()",
              "viewWillDisappear(_:)",
              "viewDidDisappear(_:)",
              "viewWillAppear(_:)",
              "viewDidAppear(_:)",
              "scene(_:willConnectTo:options:)",
              "sceneDidDisconnect(_:)",
              "templateApplicationScene(_:didConnect:)",
              "templateApplicationScene(_:didDisconnectInterfaceController:)",
              "sceneDidBecomeActive(_:)",
              "sceneWillResignActive(_:)",
              "sceneDidEnterBackground(_:)",
              "sceneWillEnterForeground(_:)",
              "scene(_:openURLContexts:)",
              "scene(_:willContinueUserActivityWithType:)",
              "scene(_:continue:)",
              "windowScene(_:performActionFor:completionHandler:)",
              "stateRestorationActivity(for:)",
              "scene(_:didUpdate:)",
              "userNotificationCenter(_:didReceive:withCompletionHandler:)",
              "userNotificationCenter(_:willPresent:withCompletionHandler:)",
              "urlSession(_:downloadTask:didFinishDownloadingTo:)",
              "urlSession(_:task:didCompleteWithError:)",
              "urlSessionDidFinishEvents(forBackgroundURLSession:)",
              "locationManager(_:didUpdateLocations:)",
              "locationManager(_:didEnterRegion:)",
              "centralManager(_:willRestoreState:)",
              "centralManager(_:didDiscover:advertisementData:rssi:)",
              "peripheralManager(_:willRestoreState:)",
              "peripheralManager(_:didReceiveRead:)",
              "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
              "provider(_:perform:)",
              "provider(_:didActivate:)",
              "provider(_:didDeactivate:)",
              "updateHandler",
              "pushTokenUpdates",
              "systemWakeHandler",
              "monitorEvents",
              "activityStateUpdates",
              "session(_:didReceiveMessage:)",
              "session(_:didReceiveUserInfo:)",
              "perform()",
              "incomingPushResult(channelManager:channelUUID:pushPayload:)",
              "accessory(_:service:didUpdateValueFor:)",
              "didReceive(_:withContentHandler:)",
              "serviceExtensionTimeWillExpire()",
              "expirationHandler",
              "launchHandler",
              "taskExpirationHandler",
              "alarmHandler",
              "preMain",
              "main",
              "UIApplicationMain",
              "mainInterface"
            ],
            "description": "The method or handler, by Apple's name."
          },
          "receiver": {
            "type": "string",
            "enum": [
              "appDelegate",
              "sceneDelegate",
              "notificationCenterDelegate",
              "taskHandler",
              "sessionDelegate",
              "locationManager",
              "bluetoothManager",
              "pushRegistry",
              "callProvider",
              "viewController",
              "frameworkDelegate",
              "frameworkHandler",
              "timer",
              "launchStep",
              "notificationServiceExtension"
            ],
            "description": "Whose method it is."
          },
          "applicationState": {
            "type": "string",
            "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
            "description": "`UIApplication.applicationState` inside it."
          },
          "arguments": {"type": "object", "description": "What it is given, by name."},
          "limitSeconds": {
            "type": "number",
            "minimum": 0,
            "description": "The time it has until a watchdog ends the process."
          },
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What other frameworks would have reported to their code, if requested."
          }
        },
        "additionalProperties": false,
        "examples": [
          {
            "sequence": 4,
            "time": "2026-01-01T00:00:00.000Z",
            "kind": "callback",
            "cause": 2,
            "bundleID": "com.example.notes",
            "pid": 101,
            "name": "application(_:willFinishLaunchingWithOptions:)",
            "receiver": "appDelegate",
            "applicationState": "background",
            "arguments": {},
            "limitSeconds": 20
          }
        ],
        "description": "The system called a method or a handler of the app."
      },
      "NotificationRecord": {
        "type": "object",
        "required": ["sequence", "time", "kind", "cause", "name"],
        "properties": {
          "sequence": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Its place in the device's timeline, from 1, without gaps."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "notification", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "cause": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The sequence of the input, or of the record that set the deadline."
          },
          "name": {
            "type": "string",
            "enum": [
              "UIApplication.didFinishLaunchingNotification",
              "UIApplication.didBecomeActiveNotification",
              "UIApplication.willResignActiveNotification",
              "UIApplication.didEnterBackgroundNotification",
              "UIApplication.willEnterForegroundNotification",
              "UIApplication.willTerminateNotification",
              "UIApplication.protectedDataWillBecomeUnavailableNotification",
              "UIApplication.protectedDataDidBecomeAvailableNotification",
              "UIApplication.didReceiveMemoryWarningNotification",
              "UIApplication.significantTimeChangeNotification",
              "UIApplication.backgroundRefreshStatusDidChangeNotification",
              "NSLocale.currentLocaleDidChangeNotification",
              "UIDevice.orientationDidChangeNotification",
              "UIDevice.batteryLevelDidChangeNotification",
              "UIDevice.batteryStateDidChangeNotification",
              "ProcessInfo.thermalStateDidChangeNotification",
              "NSProcessInfoPowerStateDidChange",
              "UserDefaults.didChangeNotification",
              "AVAudioSession.interruptionNotification",
              "UIScene.willConnectNotification",
              "UIScene.didDisconnectNotification",
              "UIScene.didActivateNotification",
              "UIScene.willDeactivateNotification",
              "UIScene.didEnterBackgroundNotification",
              "UIScene.willEnterForegroundNotification"
            ],
            "description": "The notification, by Apple's name."
          },
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What other frameworks would have reported to their code, if requested."
          }
        },
        "additionalProperties": false,
        "examples": [
          {
            "sequence": 6,
            "time": "2026-01-01T00:00:00.000Z",
            "kind": "notification",
            "cause": 2,
            "bundleID": "com.example.notes",
            "pid": 101,
            "name": "UIApplication.didFinishLaunchingNotification"
          }
        ],
        "description": "A notification was posted to the app."
      },
      "AssertionRecord": {
        "type": "object",
        "required": ["sequence", "time", "kind", "cause", "assertion", "change"],
        "properties": {
          "sequence": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Its place in the device's timeline, from 1, without gaps."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "assertion", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "cause": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The sequence of the input, or of the record that set the deadline."
          },
          "assertion": {
            "type": "string",
            "enum": [
              "transition",
              "backgroundTask",
              "remoteNotification",
              "backgroundFetch",
              "backgroundTaskScheduler",
              "urlSessionEvents",
              "audio",
              "audioInterruption",
              "location",
              "bluetooth",
              "voip",
              "voipCall",
              "nearbyInteraction",
              "systemWake"
            ],
            "description": "The kind of assertion."
          },
          "change": {
            "type": "string",
            "enum": ["acquired", "warned", "released", "expired"],
            "description": "What happened to it."
          },
          "number": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The number of the background task, by which it can be ended."
          },
          "name": {"type": "string", "description": "Its name among assertions of its kind."},
          "remainingSeconds": {
            "type": "number",
            "minimum": 0,
            "description": "How long it lasts if nothing ends it before."
          },
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What other frameworks would have reported to their code, if requested."
          }
        },
        "additionalProperties": false,
        "examples": [
          {
            "sequence": 37,
            "time": "2026-01-01T00:00:02.000Z",
            "kind": "assertion",
            "cause": 28,
            "bundleID": "com.example.notes",
            "pid": 101,
            "assertion": "transition",
            "change": "acquired",
            "remainingSeconds": 5
          }
        ],
        "description": "What keeps a process running in the background was acquired or ended."
      },
      "VerdictRecord": {
        "type": "object",
        "required": ["sequence", "time", "kind", "cause", "subject", "verdict"],
        "properties": {
          "sequence": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Its place in the device's timeline, from 1, without gaps."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "verdict", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "cause": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The sequence of the input, or of the record that set the deadline."
          },
          "subject": {
            "type": "string",
            "enum": [
              "push",
              "taskRequest",
              "fetch",
              "transfer",
              "location",
              "bluetooth",
              "voip",
              "sceneSession",
              "backgroundTask",
              "stateRestoration",
              "activity",
              "permission",
              "completionHandler",
              "wake",
              "liveActivity",
              "notificationService"
            ],
            "description": "What was decided about."
          },
          "verdict": {
            "type": "string",
            "enum": [
              "shown",
              "delivered",
              "held",
              "replaced",
              "throttled",
              "dropped",
              "accepted",
              "refused",
              "launched",
              "completed",
              "failed",
              "expired",
              "cancelled",
              "performed",
              "started",
              "finished"
            ],
            "description": "The decision."
          },
          "why": {
            "type": "string",
            "enum": [
              "malformed",
              "expired",
              "forceQuit",
              "missingBackgroundMode",
              "backgroundRefreshOff",
              "notRegistered",
              "noNetwork",
              "beforeFirstUnlock",
              "lowPowerMode",
              "hourlyBudgetSpent",
              "replacedByBackgroundTasks",
              "notPermitted",
              "tooManyPendingTaskRequests",
              "unavailable",
              "processNotRunning",
              "notMonitoring",
              "appRemoved",
              "callInProgress",
              "replaced",
              "byTheApp",
              "multipleScenesNotSupported",
              "unknownSession",
              "tooManyScenes",
              "appNotInFront",
              "unknownTask",
              "tooManyActivities",
              "crashAtLaunch",
              "suspended",
              "terminating",
              "lowPriority",
              "notInForeground",
              "notCompleted",
              "tooManyTransfers",
              "tooManyRegisteredTasks",
              "tooManyWaiting",
              "resumeRateLimiter",
              "immediateRunIneligible",
              "byTheUser",
              "noProgress",
              "notRenewed",
              "visibility",
              "unknownActivity",
              "notMutable",
              "noAlert",
              "extensionBusy",
              "alertStored",
              "unsupported",
              "identifierInUse",
              "poweredOff",
              "collapsed",
              "unsupportedPushType",
              "normal",
              "memoryPressure",
              "memoryResourceLimit",
              "appWatchdog",
              "backgroundTaskAssertionTimeout",
              "backgroundFetchTimeout",
              "backgroundURLSessionTimeout",
              "suspendedWithLockedFile",
              "cpuResourceLimit",
              "thermal",
              "voipNotReported",
              "tooManyBackgroundTasks",
              "longIdleExit",
              "abnormal",
              "badAccess",
              "busError",
              "illegalInstruction",
              "breakpoint",
              "diskSpace",
              "permissionChanged",
              "languageChanged",
              "backgroundRendering",
              "system",
              "simulatorHost",
              "exitsOnSuspend",
              "appUpdate",
              "reboot",
              "osUpgrade"
            ],
            "description": "The reason."
          },
          "identifier": {"type": "string", "description": "Its identifier among verdicts on its subject."},
          "apnsID": {"type": "string", "description": "The header `apns-id` of the push."},
          "detail": {"type": "string", "description": "What more there is to say, for people."},
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What other frameworks would have reported to their code, if requested."
          }
        },
        "additionalProperties": false,
        "examples": [
          {
            "sequence": 40,
            "time": "2026-01-01T00:00:02.000Z",
            "kind": "verdict",
            "cause": 39,
            "bundleID": "com.example.notes",
            "pid": 101,
            "subject": "push",
            "verdict": "dropped",
            "why": "missingBackgroundMode",
            "detail": "UIBackgroundModes in the Info.plist does not contain remote-notification"
          }
        ],
        "description": "The system decided about something that it was asked or given."
      },
      "MemoryRecord": {
        "type": "object",
        "required": ["sequence", "time", "kind", "cause", "level", "availableBytes"],
        "properties": {
          "sequence": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Its place in the device's timeline, from 1, without gaps."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "memory", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "cause": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The sequence of the input, or of the record that set the deadline."
          },
          "level": {"type": "string", "enum": ["normal", "warning", "critical"], "description": "How short memory is."},
          "availableBytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How much is available."
          },
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What other frameworks would have reported to their code, if requested."
          }
        },
        "additionalProperties": false,
        "examples": [
          {
            "sequence": 53,
            "time": "2026-01-01T00:00:32.000Z",
            "kind": "memory",
            "cause": 52,
            "level": "critical",
            "availableBytes": 0
          }
        ],
        "description": "The device is shorter of memory than before, or less short."
      },
      "DispatchRecord": {
        "type": "object",
        "required": ["sequence", "time", "kind", "cause", "target", "asked"],
        "properties": {
          "sequence": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Its place in the device's timeline, from 1, without gaps."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "dispatch", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "cause": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The sequence of the input, or of the record that set the deadline."
          },
          "target": {"type": "string", "description": "The responder that was meant."},
          "asked": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Those that were asked, in order; none for a touch while the app is not active, and none for remote control while it neither is active nor plays."
          },
          "handledBy": {"type": "string", "description": "The one that handled it."},
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What other frameworks would have reported to their code, if requested."
          }
        },
        "additionalProperties": false,
        "examples": [
          {
            "sequence": 22,
            "time": "2026-01-01T00:00:02.000Z",
            "kind": "dispatch",
            "cause": 21,
            "bundleID": "com.example.notes",
            "pid": 101,
            "target": "view",
            "asked": ["view", "viewController", "window", "scene", "application", "appDelegate"]
          }
        ],
        "description": "An event of the user went along the responder chain."
      },
      "ExitRecord": {
        "type": "object",
        "required": [
          "sequence",
          "time",
          "kind",
          "cause",
          "reason",
          "code",
          "explanation",
          "state",
          "report",
          "unsavedChanges"
        ],
        "properties": {
          "sequence": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Its place in the device's timeline, from 1, without gaps."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "exit", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "cause": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The sequence of the input, or of the record that set the deadline."
          },
          "reason": {
            "type": "string",
            "enum": [
              "normal",
              "userForceQuit",
              "memoryPressure",
              "memoryResourceLimit",
              "appWatchdog",
              "backgroundTaskAssertionTimeout",
              "backgroundFetchTimeout",
              "backgroundURLSessionTimeout",
              "suspendedWithLockedFile",
              "cpuResourceLimit",
              "thermal",
              "voipNotReported",
              "tooManyBackgroundTasks",
              "longIdleExit",
              "abnormal",
              "badAccess",
              "busError",
              "illegalInstruction",
              "breakpoint",
              "diskSpace",
              "permissionChanged",
              "languageChanged",
              "backgroundRendering",
              "system",
              "simulatorHost",
              "exitsOnSuspend",
              "appUpdate",
              "appRemoved",
              "reboot",
              "osUpgrade"
            ],
            "description": "Why it ended."
          },
          "namespace": {"type": "string", "description": "The namespace of the code, as crash reports name it."},
          "code": {"type": "string", "pattern": "^0x[0-9a-f]+$", "description": "The code, in hexadecimal."},
          "explanation": {"type": "string", "description": "The reason, for people."},
          "metricKit": {"type": "string", "description": "The exit counter of MetricKit."},
          "state": {
            "type": "string",
            "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
            "description": "The state it ended in."
          },
          "report": {
            "type": "string",
            "enum": ["none", "crash", "jetsam", "processor"],
            "description": "The kind of report that is written."
          },
          "unsavedChanges": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How many changes are lost."
          },
          "callbackInFlight": {
            "type": "object",
            "required": ["sequence", "name"],
            "properties": {
              "sequence": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "The sequence of its record."
              },
              "name": {"type": "string", "description": "Its name, as Apple spells it."}
            },
            "additionalProperties": false,
            "description": "The callback of an attached app that the program that plays it had not completed then: that may be the reason, and not the app's code."
          },
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What other frameworks would have reported to their code, if requested."
          }
        },
        "additionalProperties": false,
        "examples": [
          {
            "sequence": 55,
            "time": "2026-01-01T00:00:32.000Z",
            "kind": "exit",
            "cause": 52,
            "bundleID": "com.example.notes",
            "pid": 101,
            "reason": "memoryPressure",
            "namespace": "JETSAM",
            "code": "0x4",
            "explanation": "vm-pageshortage",
            "metricKit": "cumulativeMemoryPressureExitCount",
            "state": "suspended",
            "report": "jetsam",
            "unsavedChanges": 1
          }
        ],
        "description": "A process ended."
      },
      "FindingRecord": {
        "type": "object",
        "required": ["sequence", "time", "kind", "cause", "code", "severity", "detail", "evidence"],
        "properties": {
          "sequence": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Its place in the device's timeline, from 1, without gaps."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "finding", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "cause": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The sequence of the input, or of the record that set the deadline."
          },
          "code": {
            "type": "string",
            "enum": [
              "dataLoss",
              "dataAtRisk",
              "savesOnlyInWillTerminate",
              "slowDidEnterBackground",
              "slowLaunch",
              "slowResignActive",
              "mainThreadBlocked",
              "backgroundTaskLeaked",
              "backgroundTaskWithoutExpirationHandler",
              "expirationHandlerDoesNotEndTask",
              "endedOnlyByExpiration",
              "keptMemoryInBackground",
              "noResponseToMemoryWarning",
              "completionHandlerMissing",
              "fileLockHeldAtSuspend",
              "workWhileInactive",
              "gameResumedByItself",
              "relianceOnTimerWhileSuspended",
              "sensitiveContentInSnapshot",
              "sceneStateLost",
              "backgroundModeUnused",
              "silentPushBudgetExceeded",
              "sceneLifecycleNotAdopted",
              "excessiveProcessorUse",
              "transferDelayed",
              "continuedTaskStalled",
              "delegateMethodNeverCalled",
              "locationSessionLost",
              "liveActivityOrphaned",
              "contentHandlerNotCalled",
              "extensionMemoryExceeded",
              "wakeNotHeard"
            ],
            "description": "What was found."
          },
          "severity": {"type": "string", "enum": ["note", "warning", "error"], "description": "How bad it is."},
          "detail": {"type": "string", "description": "What happened, for people."},
          "evidence": {
            "type": "array",
            "items": {"type": "integer", "format": "int64", "minimum": 0, "description": "The sequence of a record."},
            "description": "The records that show it."
          },
          "callbackInFlight": {
            "type": "object",
            "required": ["sequence", "name"],
            "properties": {
              "sequence": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "The sequence of its record."
              },
              "name": {"type": "string", "description": "Its name, as Apple spells it."}
            },
            "additionalProperties": false,
            "description": "The callback of an attached app that the program that plays it had not completed then: that may be the reason, and not the app's code."
          },
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What other frameworks would have reported to their code, if requested."
          }
        },
        "additionalProperties": false,
        "examples": [
          {
            "sequence": 34,
            "time": "2026-01-01T00:00:02.000Z",
            "kind": "finding",
            "cause": 28,
            "bundleID": "com.example.notes",
            "pid": 101,
            "code": "workWhileInactive",
            "severity": "warning",
            "detail": "the app was deactivated while these went on: refresh",
            "evidence": [25, 33]
          }
        ],
        "description": "Something in the app's conduct loses data, gets it killed, or will."
      },
      "SnapshotRecord": {
        "type": "object",
        "required": ["sequence", "time", "kind", "cause", "appearance"],
        "properties": {
          "sequence": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Its place in the device's timeline, from 1, without gaps."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "snapshot", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "cause": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The sequence of the input, or of the record that set the deadline."
          },
          "appearance": {
            "type": "string",
            "enum": ["light", "dark"],
            "description": "The appearance in which it was taken."
          },
          "sensitiveContent": {"type": "boolean", "description": "Whether it shows what is for the user's eyes only."},
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What other frameworks would have reported to their code, if requested."
          }
        },
        "additionalProperties": false,
        "examples": [
          {
            "sequence": 45,
            "time": "2026-01-01T00:00:03.000Z",
            "kind": "snapshot",
            "cause": 38,
            "bundleID": "com.example.notes",
            "pid": 101,
            "sceneID": "1",
            "appearance": "light"
          }
        ],
        "description": "The app switcher's snapshot was taken."
      },
      "ActivityRecord": {
        "type": "object",
        "required": ["sequence", "time", "kind", "cause", "name", "activity", "change"],
        "properties": {
          "sequence": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Its place in the device's timeline, from 1, without gaps."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "activity", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "cause": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The sequence of the input, or of the record that set the deadline."
          },
          "name": {"type": "string", "description": "The name that the app gave it."},
          "activity": {
            "type": "string",
            "enum": ["timer", "animation", "video", "game", "request", "queue", "rendering"],
            "description": "What it does."
          },
          "change": {
            "type": "string",
            "enum": ["started", "stopped", "stoodStill", "resumed", "firedLate"],
            "description": "What happened to it."
          },
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What other frameworks would have reported to their code, if requested."
          }
        },
        "additionalProperties": false,
        "examples": [
          {
            "sequence": 26,
            "time": "2026-01-01T00:00:02.000Z",
            "kind": "activity",
            "cause": 25,
            "bundleID": "com.example.notes",
            "pid": 101,
            "name": "refresh",
            "activity": "timer",
            "change": "started"
          }
        ],
        "description": "Something that an app does by itself began, ended, stood still or went on."
      },
      "LogRecord": {
        "type": "object",
        "required": ["sequence", "time", "kind", "cause", "message"],
        "properties": {
          "sequence": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Its place in the device's timeline, from 1, without gaps."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "log", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "cause": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The sequence of the input, or of the record that set the deadline."
          },
          "message": {"type": "string", "description": "The line."},
          "vocabulary": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "What other frameworks would have reported to their code, if requested."
          }
        },
        "additionalProperties": false,
        "examples": [
          {
            "sequence": 24,
            "time": "2026-01-01T00:00:02.000Z",
            "kind": "log",
            "cause": 23,
            "bundleID": "com.example.notes",
            "pid": 101,
            "message": "Opened the list."
          }
        ],
        "description": "A line that the app wrote."
      },
      "ForeseenRecord": {
        "oneOf": [
          {"$ref": "#/components/schemas/InputForeseenRecord"},
          {"$ref": "#/components/schemas/ReturnedForeseenRecord"},
          {"$ref": "#/components/schemas/ProcessForeseenRecord"},
          {"$ref": "#/components/schemas/SceneForeseenRecord"},
          {"$ref": "#/components/schemas/CallbackForeseenRecord"},
          {"$ref": "#/components/schemas/NotificationForeseenRecord"},
          {"$ref": "#/components/schemas/AssertionForeseenRecord"},
          {"$ref": "#/components/schemas/VerdictForeseenRecord"},
          {"$ref": "#/components/schemas/MemoryForeseenRecord"},
          {"$ref": "#/components/schemas/DispatchForeseenRecord"},
          {"$ref": "#/components/schemas/ExitForeseenRecord"},
          {"$ref": "#/components/schemas/FindingForeseenRecord"},
          {"$ref": "#/components/schemas/SnapshotForeseenRecord"},
          {"$ref": "#/components/schemas/ActivityForeseenRecord"},
          {"$ref": "#/components/schemas/LogForeseenRecord"}
        ],
        "discriminator": {
          "propertyName": "kind",
          "mapping": {
            "input": "#/components/schemas/InputForeseenRecord",
            "returned": "#/components/schemas/ReturnedForeseenRecord",
            "process": "#/components/schemas/ProcessForeseenRecord",
            "scene": "#/components/schemas/SceneForeseenRecord",
            "callback": "#/components/schemas/CallbackForeseenRecord",
            "notification": "#/components/schemas/NotificationForeseenRecord",
            "assertion": "#/components/schemas/AssertionForeseenRecord",
            "verdict": "#/components/schemas/VerdictForeseenRecord",
            "memory": "#/components/schemas/MemoryForeseenRecord",
            "dispatch": "#/components/schemas/DispatchForeseenRecord",
            "exit": "#/components/schemas/ExitForeseenRecord",
            "finding": "#/components/schemas/FindingForeseenRecord",
            "snapshot": "#/components/schemas/SnapshotForeseenRecord",
            "activity": "#/components/schemas/ActivityForeseenRecord",
            "log": "#/components/schemas/LogForeseenRecord"
          }
        },
        "description": "A record that will be written if nothing else happens."
      },
      "InputForeseenRecord": {
        "type": "object",
        "required": ["time", "kind"],
        "properties": {
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "input", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "event": {"$ref": "#/components/schemas/Event", "description": "What the user or the system did."},
          "action": {"$ref": "#/components/schemas/AppAction", "description": "What the app's code did."},
          "completion": {
            "type": "object",
            "required": ["bundleID", "callback", "actions"],
            "properties": {
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              },
              "callback": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "The record of the callback."
              },
              "actions": {
                "type": "array",
                "items": {"$ref": "#/components/schemas/Action"},
                "description": "What the handler did before it returned."
              },
              "returns": {"description": "What it returned."}
            },
            "additionalProperties": false,
            "description": "How an attached app returned from a callback."
          },
          "install": {"$ref": "#/components/schemas/NewApp", "description": "What was installed."},
          "uninstall": {
            "type": "object",
            "required": ["bundleID"],
            "properties": {
              "bundleID": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                "minLength": 1,
                "maxLength": 155,
                "examples": ["com.example.notes"],
                "description": "The app."
              }
            },
            "additionalProperties": false,
            "description": "What was uninstalled."
          },
          "clock": {"$ref": "#/components/schemas/ClockChange", "description": "How the clock was changed."},
          "advance": {"$ref": "#/components/schemas/Advance", "description": "How far time was moved."}
        },
        "additionalProperties": false,
        "description": "An input was applied."
      },
      "ReturnedForeseenRecord": {
        "type": "object",
        "required": ["time", "kind", "callback", "tookSeconds"],
        "properties": {
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "returned", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "callback": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The record of the callback."
          },
          "tookSeconds": {"type": "number", "minimum": 0, "description": "How long the handler took."},
          "result": {"description": "What it returned."}
        },
        "additionalProperties": false,
        "description": "A handler returned."
      },
      "ProcessForeseenRecord": {
        "type": "object",
        "required": ["time", "kind", "from", "to", "why"],
        "properties": {
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "process", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "from": {
            "type": "string",
            "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
            "description": "The state before."
          },
          "to": {
            "type": "string",
            "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
            "description": "The state after."
          },
          "why": {
            "type": "string",
            "enum": [
              "launch",
              "prewarmed",
              "activated",
              "deactivated",
              "leftScreen",
              "enteredScreen",
              "resumed",
              "noAssertionLeft",
              "suspendedBySystem",
              "ended"
            ],
            "description": "Why."
          },
          "launchReason": {
            "type": "string",
            "enum": [
              "user",
              "url",
              "userActivity",
              "shortcut",
              "notification",
              "carPlay",
              "remoteNotification",
              "backgroundFetch",
              "backgroundTask",
              "urlSession",
              "location",
              "bluetooth",
              "voip",
              "prewarm",
              "healthKit",
              "watchConnectivity",
              "appIntent",
              "liveActivityToken",
              "pushToTalk",
              "homeKit",
              "systemWake",
              "notificationService"
            ],
            "description": "Why it was launched, when this is its launch."
          },
          "coldLaunch": {"type": "boolean", "description": "Whether the process is new, or was only prewarmed."},
          "launchSteps": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["name"],
              "properties": {
                "name": {
                  "type": "string",
                  "enum": ["preMain", "main", "UIApplicationMain", "mainInterface"],
                  "description": "The step."
                },
                "tookSeconds": {
                  "type": "number",
                  "minimum": 0,
                  "description": "How long the code declared for it takes; missing where a program outside plays it."
                }
              },
              "additionalProperties": false
            },
            "description": "The steps of the launch before the app delegate is called."
          }
        },
        "additionalProperties": false,
        "description": "A process went from one state to another."
      },
      "SceneForeseenRecord": {
        "type": "object",
        "required": ["time", "kind", "from", "to"],
        "properties": {
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "scene", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "from": {
            "type": "string",
            "enum": ["unattached", "foregroundInactive", "foregroundActive", "background"],
            "description": "The state before."
          },
          "to": {
            "type": "string",
            "enum": ["unattached", "foregroundInactive", "foregroundActive", "background"],
            "description": "The state after."
          }
        },
        "additionalProperties": false,
        "description": "A scene went from one state to another."
      },
      "CallbackForeseenRecord": {
        "type": "object",
        "required": ["time", "kind", "name", "receiver", "applicationState", "arguments"],
        "properties": {
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "callback", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "name": {
            "type": "string",
            "enum": [
              "application(_:willFinishLaunchingWithOptions:)",
              "application(_:didFinishLaunchingWithOptions:)",
              "applicationDidBecomeActive(_:)",
              "applicationWillResignActive(_:)",
              "applicationDidEnterBackground(_:)",
              "applicationWillEnterForeground(_:)",
              "applicationWillTerminate(_:)",
              "application(_:open:options:)",
              "application(_:willContinueUserActivityWithType:)",
              "application(_:continue:restorationHandler:)",
              "application(_:performActionFor:completionHandler:)",
              "application(_:configurationForConnecting:options:)",
              "application(_:didDiscardSceneSessions:)",
              "applicationProtectedDataWillBecomeUnavailable(_:)",
              "applicationProtectedDataDidBecomeAvailable(_:)",
              "applicationDidReceiveMemoryWarning(_:)",
              "applicationSignificantTimeChange(_:)",
              "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
              "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
              "application(_:performFetchWithCompletionHandler:)",
              "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
              "application(_:shouldSaveSecureApplicationState:)",
              "application(_:willEncodeRestorableStateWith:)",
              "application(_:shouldRestoreSecureApplicationState:)",
              "application(_:viewControllerWithRestorationIdentifierPath:coder:)",
              "application(_:didDecodeRestorableStateWith:)",
              "encodeRestorableState(with:)",
              "decodeRestorableState(with:)",
              "applicationFinishedRestoringState()",
              "viewWillDisappear(_:)",
              "viewDidDisappear(_:)",
              "viewWillAppear(_:)",
              "viewDidAppear(_:)",
              "scene(_:willConnectTo:options:)",
              "sceneDidDisconnect(_:)",
              "templateApplicationScene(_:didConnect:)",
              "templateApplicationScene(_:didDisconnectInterfaceController:)",
              "sceneDidBecomeActive(_:)",
              "sceneWillResignActive(_:)",
              "sceneDidEnterBackground(_:)",
              "sceneWillEnterForeground(_:)",
              "scene(_:openURLContexts:)",
              "scene(_:willContinueUserActivityWithType:)",
              "scene(_:continue:)",
              "windowScene(_:performActionFor:completionHandler:)",
              "stateRestorationActivity(for:)",
              "scene(_:didUpdate:)",
              "userNotificationCenter(_:didReceive:withCompletionHandler:)",
              "userNotificationCenter(_:willPresent:withCompletionHandler:)",
              "urlSession(_:downloadTask:didFinishDownloadingTo:)",
              "urlSession(_:task:didCompleteWithError:)",
              "urlSessionDidFinishEvents(forBackgroundURLSession:)",
              "locationManager(_:didUpdateLocations:)",
              "locationManager(_:didEnterRegion:)",
              "centralManager(_:willRestoreState:)",
              "centralManager(_:didDiscover:advertisementData:rssi:)",
              "peripheralManager(_:willRestoreState:)",
              "peripheralManager(_:didReceiveRead:)",
              "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
              "provider(_:perform:)",
              "provider(_:didActivate:)",
              "provider(_:didDeactivate:)",
              "updateHandler",
              "pushTokenUpdates",
              "systemWakeHandler",
              "monitorEvents",
              "activityStateUpdates",
              "session(_:didReceiveMessage:)",
              "session(_:didReceiveUserInfo:)",
              "perform()",
              "incomingPushResult(channelManager:channelUUID:pushPayload:)",
              "accessory(_:service:didUpdateValueFor:)",
              "didReceive(_:withContentHandler:)",
              "serviceExtensionTimeWillExpire()",
              "expirationHandler",
              "launchHandler",
              "taskExpirationHandler",
              "alarmHandler",
              "preMain",
              "main",
              "UIApplicationMain",
              "mainInterface"
            ],
            "description": "The method or handler, by Apple's name."
          },
          "receiver": {
            "type": "string",
            "enum": [
              "appDelegate",
              "sceneDelegate",
              "notificationCenterDelegate",
              "taskHandler",
              "sessionDelegate",
              "locationManager",
              "bluetoothManager",
              "pushRegistry",
              "callProvider",
              "viewController",
              "frameworkDelegate",
              "frameworkHandler",
              "timer",
              "launchStep",
              "notificationServiceExtension"
            ],
            "description": "Whose method it is."
          },
          "applicationState": {
            "type": "string",
            "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
            "description": "`UIApplication.applicationState` inside it."
          },
          "arguments": {"type": "object", "description": "What it is given, by name."},
          "limitSeconds": {
            "type": "number",
            "minimum": 0,
            "description": "The time it has until a watchdog ends the process."
          }
        },
        "additionalProperties": false,
        "description": "The system called a method or a handler of the app."
      },
      "NotificationForeseenRecord": {
        "type": "object",
        "required": ["time", "kind", "name"],
        "properties": {
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "notification", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "name": {
            "type": "string",
            "enum": [
              "UIApplication.didFinishLaunchingNotification",
              "UIApplication.didBecomeActiveNotification",
              "UIApplication.willResignActiveNotification",
              "UIApplication.didEnterBackgroundNotification",
              "UIApplication.willEnterForegroundNotification",
              "UIApplication.willTerminateNotification",
              "UIApplication.protectedDataWillBecomeUnavailableNotification",
              "UIApplication.protectedDataDidBecomeAvailableNotification",
              "UIApplication.didReceiveMemoryWarningNotification",
              "UIApplication.significantTimeChangeNotification",
              "UIApplication.backgroundRefreshStatusDidChangeNotification",
              "NSLocale.currentLocaleDidChangeNotification",
              "UIDevice.orientationDidChangeNotification",
              "UIDevice.batteryLevelDidChangeNotification",
              "UIDevice.batteryStateDidChangeNotification",
              "ProcessInfo.thermalStateDidChangeNotification",
              "NSProcessInfoPowerStateDidChange",
              "UserDefaults.didChangeNotification",
              "AVAudioSession.interruptionNotification",
              "UIScene.willConnectNotification",
              "UIScene.didDisconnectNotification",
              "UIScene.didActivateNotification",
              "UIScene.willDeactivateNotification",
              "UIScene.didEnterBackgroundNotification",
              "UIScene.willEnterForegroundNotification"
            ],
            "description": "The notification, by Apple's name."
          }
        },
        "additionalProperties": false,
        "description": "A notification was posted to the app."
      },
      "AssertionForeseenRecord": {
        "type": "object",
        "required": ["time", "kind", "assertion", "change"],
        "properties": {
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "assertion", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "assertion": {
            "type": "string",
            "enum": [
              "transition",
              "backgroundTask",
              "remoteNotification",
              "backgroundFetch",
              "backgroundTaskScheduler",
              "urlSessionEvents",
              "audio",
              "audioInterruption",
              "location",
              "bluetooth",
              "voip",
              "voipCall",
              "nearbyInteraction",
              "systemWake"
            ],
            "description": "The kind of assertion."
          },
          "change": {
            "type": "string",
            "enum": ["acquired", "warned", "released", "expired"],
            "description": "What happened to it."
          },
          "number": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The number of the background task, by which it can be ended."
          },
          "name": {"type": "string", "description": "Its name among assertions of its kind."},
          "remainingSeconds": {
            "type": "number",
            "minimum": 0,
            "description": "How long it lasts if nothing ends it before."
          }
        },
        "additionalProperties": false,
        "description": "What keeps a process running in the background was acquired or ended."
      },
      "VerdictForeseenRecord": {
        "type": "object",
        "required": ["time", "kind", "subject", "verdict"],
        "properties": {
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "verdict", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "subject": {
            "type": "string",
            "enum": [
              "push",
              "taskRequest",
              "fetch",
              "transfer",
              "location",
              "bluetooth",
              "voip",
              "sceneSession",
              "backgroundTask",
              "stateRestoration",
              "activity",
              "permission",
              "completionHandler",
              "wake",
              "liveActivity",
              "notificationService"
            ],
            "description": "What was decided about."
          },
          "verdict": {
            "type": "string",
            "enum": [
              "shown",
              "delivered",
              "held",
              "replaced",
              "throttled",
              "dropped",
              "accepted",
              "refused",
              "launched",
              "completed",
              "failed",
              "expired",
              "cancelled",
              "performed",
              "started",
              "finished"
            ],
            "description": "The decision."
          },
          "why": {
            "type": "string",
            "enum": [
              "malformed",
              "expired",
              "forceQuit",
              "missingBackgroundMode",
              "backgroundRefreshOff",
              "notRegistered",
              "noNetwork",
              "beforeFirstUnlock",
              "lowPowerMode",
              "hourlyBudgetSpent",
              "replacedByBackgroundTasks",
              "notPermitted",
              "tooManyPendingTaskRequests",
              "unavailable",
              "processNotRunning",
              "notMonitoring",
              "appRemoved",
              "callInProgress",
              "replaced",
              "byTheApp",
              "multipleScenesNotSupported",
              "unknownSession",
              "tooManyScenes",
              "appNotInFront",
              "unknownTask",
              "tooManyActivities",
              "crashAtLaunch",
              "suspended",
              "terminating",
              "lowPriority",
              "notInForeground",
              "notCompleted",
              "tooManyTransfers",
              "tooManyRegisteredTasks",
              "tooManyWaiting",
              "resumeRateLimiter",
              "immediateRunIneligible",
              "byTheUser",
              "noProgress",
              "notRenewed",
              "visibility",
              "unknownActivity",
              "notMutable",
              "noAlert",
              "extensionBusy",
              "alertStored",
              "unsupported",
              "identifierInUse",
              "poweredOff",
              "collapsed",
              "unsupportedPushType",
              "normal",
              "memoryPressure",
              "memoryResourceLimit",
              "appWatchdog",
              "backgroundTaskAssertionTimeout",
              "backgroundFetchTimeout",
              "backgroundURLSessionTimeout",
              "suspendedWithLockedFile",
              "cpuResourceLimit",
              "thermal",
              "voipNotReported",
              "tooManyBackgroundTasks",
              "longIdleExit",
              "abnormal",
              "badAccess",
              "busError",
              "illegalInstruction",
              "breakpoint",
              "diskSpace",
              "permissionChanged",
              "languageChanged",
              "backgroundRendering",
              "system",
              "simulatorHost",
              "exitsOnSuspend",
              "appUpdate",
              "reboot",
              "osUpgrade"
            ],
            "description": "The reason."
          },
          "identifier": {"type": "string", "description": "Its identifier among verdicts on its subject."},
          "apnsID": {"type": "string", "description": "The header `apns-id` of the push."},
          "detail": {"type": "string", "description": "What more there is to say, for people."}
        },
        "additionalProperties": false,
        "description": "The system decided about something that it was asked or given."
      },
      "MemoryForeseenRecord": {
        "type": "object",
        "required": ["time", "kind", "level", "availableBytes"],
        "properties": {
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "memory", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "level": {"type": "string", "enum": ["normal", "warning", "critical"], "description": "How short memory is."},
          "availableBytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How much is available."
          }
        },
        "additionalProperties": false,
        "description": "The device is shorter of memory than before, or less short."
      },
      "DispatchForeseenRecord": {
        "type": "object",
        "required": ["time", "kind", "target", "asked"],
        "properties": {
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "dispatch", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "target": {"type": "string", "description": "The responder that was meant."},
          "asked": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Those that were asked, in order; none for a touch while the app is not active, and none for remote control while it neither is active nor plays."
          },
          "handledBy": {"type": "string", "description": "The one that handled it."}
        },
        "additionalProperties": false,
        "description": "An event of the user went along the responder chain."
      },
      "ExitForeseenRecord": {
        "type": "object",
        "required": ["time", "kind", "reason", "code", "explanation", "state", "report", "unsavedChanges"],
        "properties": {
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "exit", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "reason": {
            "type": "string",
            "enum": [
              "normal",
              "userForceQuit",
              "memoryPressure",
              "memoryResourceLimit",
              "appWatchdog",
              "backgroundTaskAssertionTimeout",
              "backgroundFetchTimeout",
              "backgroundURLSessionTimeout",
              "suspendedWithLockedFile",
              "cpuResourceLimit",
              "thermal",
              "voipNotReported",
              "tooManyBackgroundTasks",
              "longIdleExit",
              "abnormal",
              "badAccess",
              "busError",
              "illegalInstruction",
              "breakpoint",
              "diskSpace",
              "permissionChanged",
              "languageChanged",
              "backgroundRendering",
              "system",
              "simulatorHost",
              "exitsOnSuspend",
              "appUpdate",
              "appRemoved",
              "reboot",
              "osUpgrade"
            ],
            "description": "Why it ended."
          },
          "namespace": {"type": "string", "description": "The namespace of the code, as crash reports name it."},
          "code": {"type": "string", "pattern": "^0x[0-9a-f]+$", "description": "The code, in hexadecimal."},
          "explanation": {"type": "string", "description": "The reason, for people."},
          "metricKit": {"type": "string", "description": "The exit counter of MetricKit."},
          "state": {
            "type": "string",
            "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
            "description": "The state it ended in."
          },
          "report": {
            "type": "string",
            "enum": ["none", "crash", "jetsam", "processor"],
            "description": "The kind of report that is written."
          },
          "unsavedChanges": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How many changes are lost."
          },
          "callbackInFlight": {
            "type": "object",
            "required": ["sequence", "name"],
            "properties": {
              "sequence": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "The sequence of its record."
              },
              "name": {"type": "string", "description": "Its name, as Apple spells it."}
            },
            "additionalProperties": false,
            "description": "The callback of an attached app that the program that plays it had not completed then: that may be the reason, and not the app's code."
          }
        },
        "additionalProperties": false,
        "description": "A process ended."
      },
      "FindingForeseenRecord": {
        "type": "object",
        "required": ["time", "kind", "code", "severity", "detail", "evidence"],
        "properties": {
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "finding", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "code": {
            "type": "string",
            "enum": [
              "dataLoss",
              "dataAtRisk",
              "savesOnlyInWillTerminate",
              "slowDidEnterBackground",
              "slowLaunch",
              "slowResignActive",
              "mainThreadBlocked",
              "backgroundTaskLeaked",
              "backgroundTaskWithoutExpirationHandler",
              "expirationHandlerDoesNotEndTask",
              "endedOnlyByExpiration",
              "keptMemoryInBackground",
              "noResponseToMemoryWarning",
              "completionHandlerMissing",
              "fileLockHeldAtSuspend",
              "workWhileInactive",
              "gameResumedByItself",
              "relianceOnTimerWhileSuspended",
              "sensitiveContentInSnapshot",
              "sceneStateLost",
              "backgroundModeUnused",
              "silentPushBudgetExceeded",
              "sceneLifecycleNotAdopted",
              "excessiveProcessorUse",
              "transferDelayed",
              "continuedTaskStalled",
              "delegateMethodNeverCalled",
              "locationSessionLost",
              "liveActivityOrphaned",
              "contentHandlerNotCalled",
              "extensionMemoryExceeded",
              "wakeNotHeard"
            ],
            "description": "What was found."
          },
          "severity": {"type": "string", "enum": ["note", "warning", "error"], "description": "How bad it is."},
          "detail": {"type": "string", "description": "What happened, for people."},
          "evidence": {
            "type": "array",
            "items": {"type": "integer", "format": "int64", "minimum": 0, "description": "The sequence of a record."},
            "description": "The records that show it."
          },
          "callbackInFlight": {
            "type": "object",
            "required": ["sequence", "name"],
            "properties": {
              "sequence": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "The sequence of its record."
              },
              "name": {"type": "string", "description": "Its name, as Apple spells it."}
            },
            "additionalProperties": false,
            "description": "The callback of an attached app that the program that plays it had not completed then: that may be the reason, and not the app's code."
          }
        },
        "additionalProperties": false,
        "description": "Something in the app's conduct loses data, gets it killed, or will."
      },
      "SnapshotForeseenRecord": {
        "type": "object",
        "required": ["time", "kind", "appearance"],
        "properties": {
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "snapshot", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "appearance": {
            "type": "string",
            "enum": ["light", "dark"],
            "description": "The appearance in which it was taken."
          },
          "sensitiveContent": {"type": "boolean", "description": "Whether it shows what is for the user's eyes only."}
        },
        "additionalProperties": false,
        "description": "The app switcher's snapshot was taken."
      },
      "ActivityForeseenRecord": {
        "type": "object",
        "required": ["time", "kind", "name", "activity", "change"],
        "properties": {
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "activity", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "name": {"type": "string", "description": "The name that the app gave it."},
          "activity": {
            "type": "string",
            "enum": ["timer", "animation", "video", "game", "request", "queue", "rendering"],
            "description": "What it does."
          },
          "change": {
            "type": "string",
            "enum": ["started", "stopped", "stoodStill", "resumed", "firedLate"],
            "description": "What happened to it."
          }
        },
        "additionalProperties": false,
        "description": "Something that an app does by itself began, ended, stood still or went on."
      },
      "LogForeseenRecord": {
        "type": "object",
        "required": ["time", "kind", "message"],
        "properties": {
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it happened."
          },
          "kind": {"const": "log", "description": "Its kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app it is about."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process it is about."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process that is; the process is the app's own unless it is there."
          },
          "sceneID": {
            "type": "string",
            "pattern": "^[1-9][0-9]{0,8}$",
            "examples": ["1"],
            "description": "The scene it is about."
          },
          "message": {"type": "string", "description": "The line."}
        },
        "additionalProperties": false,
        "description": "A line that the app wrote."
      },
      "Exit": {
        "type": "object",
        "required": ["reason", "code", "explanation", "state", "report", "unsavedChanges"],
        "properties": {
          "reason": {
            "type": "string",
            "enum": [
              "normal",
              "userForceQuit",
              "memoryPressure",
              "memoryResourceLimit",
              "appWatchdog",
              "backgroundTaskAssertionTimeout",
              "backgroundFetchTimeout",
              "backgroundURLSessionTimeout",
              "suspendedWithLockedFile",
              "cpuResourceLimit",
              "thermal",
              "voipNotReported",
              "tooManyBackgroundTasks",
              "longIdleExit",
              "abnormal",
              "badAccess",
              "busError",
              "illegalInstruction",
              "breakpoint",
              "diskSpace",
              "permissionChanged",
              "languageChanged",
              "backgroundRendering",
              "system",
              "simulatorHost",
              "exitsOnSuspend",
              "appUpdate",
              "appRemoved",
              "reboot",
              "osUpgrade"
            ],
            "description": "Why it ended."
          },
          "namespace": {"type": "string", "description": "The namespace of the code, as crash reports name it."},
          "code": {"type": "string", "pattern": "^0x[0-9a-f]+$", "description": "The code, in hexadecimal."},
          "explanation": {"type": "string", "description": "The reason, for people."},
          "metricKit": {"type": "string", "description": "The exit counter of MetricKit."},
          "state": {
            "type": "string",
            "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
            "description": "The state it ended in."
          },
          "report": {
            "type": "string",
            "enum": ["none", "crash", "jetsam", "processor"],
            "description": "The kind of report that is written."
          },
          "unsavedChanges": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How many changes are lost."
          },
          "callbackInFlight": {
            "type": "object",
            "required": ["sequence", "name"],
            "properties": {
              "sequence": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "The sequence of its record."
              },
              "name": {"type": "string", "description": "Its name, as Apple spells it."}
            },
            "additionalProperties": false,
            "description": "The callback of an attached app that the program that plays it had not completed then: that may be the reason, and not the app's code."
          }
        },
        "additionalProperties": false,
        "description": "How a process ended."
      },
      "Device": {
        "type": "object",
        "required": [
          "id",
          "model",
          "rules",
          "clock",
          "memoryBytes",
          "passcode",
          "locked",
          "labels",
          "seed",
          "expiresAfterSeconds",
          "sequence",
          "oldest",
          "apps"
        ],
        "properties": {
          "id": {
            "type": "string",
            "pattern": "^[a-z0-9][a-z0-9-]*$",
            "minLength": 1,
            "maxLength": 63,
            "examples": ["checkout-test-17"],
            "description": "Its id."
          },
          "model": {"type": "string", "enum": ["iPhone", "iPad"], "description": "What kind of device it is."},
          "rules": {
            "type": "object",
            "required": ["profile", "overrides"],
            "properties": {
              "profile": {
                "type": "string",
                "enum": ["documents", "ios12", "ios18", "ios26", "ios27", "simulator"],
                "description": "The profile."
              },
              "overrides": {"$ref": "#/components/schemas/RuleOverrides", "description": "What differs from it."}
            },
            "additionalProperties": false,
            "description": "The rules that it goes by."
          },
          "clock": {"$ref": "#/components/schemas/Clock", "description": "Its clock."},
          "memoryBytes": {"type": "integer", "format": "int64", "minimum": 0, "description": "How much memory it has."},
          "passcode": {"type": "boolean", "description": "Whether it has a passcode."},
          "locked": {"type": "boolean", "description": "Whether it is locked."},
          "labels": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "By which it is found."
          },
          "seed": {"type": "integer", "format": "int64", "description": "What chance is drawn from."},
          "expiresAfterSeconds": {
            "type": ["number", "null"],
            "minimum": 0,
            "description": "After how long unasked it is removed."
          },
          "sequence": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The sequence of its last record."
          },
          "oldest": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The sequence of the oldest record that is kept."
          },
          "apps": {"type": "array", "items": {"$ref": "#/components/schemas/AppSummary"}, "description": "Its apps."},
          "behaviorNeverCalled": {
            "type": "object",
            "additionalProperties": {
              "type": "array",
              "items": {
                "type": "string",
                "enum": [
                  "application(_:willFinishLaunchingWithOptions:)",
                  "application(_:didFinishLaunchingWithOptions:)",
                  "applicationDidBecomeActive(_:)",
                  "applicationWillResignActive(_:)",
                  "applicationDidEnterBackground(_:)",
                  "applicationWillEnterForeground(_:)",
                  "applicationWillTerminate(_:)",
                  "application(_:open:options:)",
                  "application(_:willContinueUserActivityWithType:)",
                  "application(_:continue:restorationHandler:)",
                  "application(_:performActionFor:completionHandler:)",
                  "application(_:configurationForConnecting:options:)",
                  "application(_:didDiscardSceneSessions:)",
                  "applicationProtectedDataWillBecomeUnavailable(_:)",
                  "applicationProtectedDataDidBecomeAvailable(_:)",
                  "applicationDidReceiveMemoryWarning(_:)",
                  "applicationSignificantTimeChange(_:)",
                  "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
                  "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
                  "application(_:performFetchWithCompletionHandler:)",
                  "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
                  "application(_:shouldSaveSecureApplicationState:)",
                  "application(_:willEncodeRestorableStateWith:)",
                  "application(_:shouldRestoreSecureApplicationState:)",
                  "application(_:viewControllerWithRestorationIdentifierPath:coder:)",
                  "application(_:didDecodeRestorableStateWith:)",
                  "encodeRestorableState(with:)",
                  "decodeRestorableState(with:)",
                  "applicationFinishedRestoringState()",
                  "viewWillDisappear(_:)",
                  "viewDidDisappear(_:)",
                  "viewWillAppear(_:)",
                  "viewDidAppear(_:)",
                  "scene(_:willConnectTo:options:)",
                  "sceneDidDisconnect(_:)",
                  "templateApplicationScene(_:didConnect:)",
                  "templateApplicationScene(_:didDisconnectInterfaceController:)",
                  "sceneDidBecomeActive(_:)",
                  "sceneWillResignActive(_:)",
                  "sceneDidEnterBackground(_:)",
                  "sceneWillEnterForeground(_:)",
                  "scene(_:openURLContexts:)",
                  "scene(_:willContinueUserActivityWithType:)",
                  "scene(_:continue:)",
                  "windowScene(_:performActionFor:completionHandler:)",
                  "stateRestorationActivity(for:)",
                  "scene(_:didUpdate:)",
                  "userNotificationCenter(_:didReceive:withCompletionHandler:)",
                  "userNotificationCenter(_:willPresent:withCompletionHandler:)",
                  "urlSession(_:downloadTask:didFinishDownloadingTo:)",
                  "urlSession(_:task:didCompleteWithError:)",
                  "urlSessionDidFinishEvents(forBackgroundURLSession:)",
                  "locationManager(_:didUpdateLocations:)",
                  "locationManager(_:didEnterRegion:)",
                  "centralManager(_:willRestoreState:)",
                  "centralManager(_:didDiscover:advertisementData:rssi:)",
                  "peripheralManager(_:willRestoreState:)",
                  "peripheralManager(_:didReceiveRead:)",
                  "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
                  "provider(_:perform:)",
                  "provider(_:didActivate:)",
                  "provider(_:didDeactivate:)",
                  "updateHandler",
                  "pushTokenUpdates",
                  "systemWakeHandler",
                  "monitorEvents",
                  "activityStateUpdates",
                  "session(_:didReceiveMessage:)",
                  "session(_:didReceiveUserInfo:)",
                  "perform()",
                  "incomingPushResult(channelManager:channelUUID:pushPayload:)",
                  "accessory(_:service:didUpdateValueFor:)",
                  "didReceive(_:withContentHandler:)",
                  "serviceExtensionTimeWillExpire()",
                  "expirationHandler",
                  "launchHandler",
                  "taskExpirationHandler",
                  "alarmHandler",
                  "preMain",
                  "main",
                  "UIApplicationMain",
                  "mainInterface"
                ]
              }
            },
            "description": "The handlers that are never called as its apps are now, by app, where there are any."
          }
        },
        "additionalProperties": false,
        "description": "A device as it is now."
      },
      "DeviceList": {
        "type": "object",
        "required": ["devices", "next"],
        "properties": {
          "devices": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Device"},
            "description": "The elements."
          },
          "next": {"type": ["string", "null"], "description": "The `cursor` of the next page; null at the end."}
        },
        "additionalProperties": false,
        "description": "A page of devices."
      },
      "Deleted": {
        "type": "object",
        "required": ["deleted"],
        "properties": {"deleted": {"type": "integer", "format": "int64", "minimum": 0, "description": "How many."}},
        "additionalProperties": false,
        "description": "How many were deleted."
      },
      "Clock": {
        "type": "object",
        "required": ["mode", "paused", "now", "nextDeadline"],
        "properties": {
          "mode": {"type": "string", "enum": ["manual", "realtime", "scaled"], "description": "What moves it."},
          "rate": {"type": "number", "description": "Simulated seconds a real second, of a scaled clock."},
          "paused": {"type": "boolean", "description": "Whether it stands still."},
          "now": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "What it shows."
          },
          "nextDeadline": {
            "type": ["string", "null"],
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When something will happen by itself."
          }
        },
        "additionalProperties": false,
        "description": "How a device's clock runs, and what it shows."
      },
      "AppSummary": {
        "type": "object",
        "required": ["bundleID", "state", "pid"],
        "properties": {
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "state": {
            "type": "string",
            "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
            "description": "Its state: `notRunning` when no process lives."
          },
          "pid": {
            "type": ["integer", "null"],
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "Its process."
          }
        },
        "additionalProperties": false,
        "description": "An app in short."
      },
      "App": {
        "type": "object",
        "required": [
          "bundleID",
          "name",
          "version",
          "lifecycle",
          "driver",
          "state",
          "pid",
          "launchCount",
          "pushToken",
          "voipToken",
          "unsavedChanges",
          "forceQuit",
          "lastExit",
          "liveActivities",
          "locationSessions",
          "monitorsLocation",
          "infoPlist",
          "ignoredInfoPlistKeys",
          "footprintBytes",
          "purgeableBytes",
          "responders",
          "behavior",
          "behaviorNeverCalled"
        ],
        "properties": {
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "Its identifier."
          },
          "name": {"type": "string", "description": "Its name."},
          "version": {"type": "string", "description": "Its version."},
          "lifecycle": {"type": "string", "enum": ["appDelegate", "scenes"], "description": "Whether it has scenes."},
          "driver": {"type": "string", "enum": ["simulated", "attached"], "description": "Who plays it."},
          "state": {
            "type": "string",
            "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
            "description": "Its state: `notRunning` when no process lives."
          },
          "pid": {
            "type": ["integer", "null"],
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "Its process."
          },
          "launchCount": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How often it was launched."
          },
          "pushToken": {
            "type": ["string", "null"],
            "description": "The device token, by which pushes are sent to this installation."
          },
          "voipToken": {
            "type": ["string", "null"],
            "description": "That of PushKit; null without the background mode `voip`."
          },
          "unsavedChanges": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How many changes are not saved."
          },
          "forceQuit": {
            "type": "boolean",
            "description": "Whether the user swiped it away, and has not opened it since."
          },
          "lastExit": {
            "anyOf": [{"$ref": "#/components/schemas/Exit"}, {"type": "null"}],
            "description": "How its last process ended."
          },
          "liveActivities": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["identifier", "startedBy", "endsAt", "held"],
              "properties": {
                "identifier": {"type": "string", "description": "What the app calls it."},
                "startedBy": {
                  "type": "integer",
                  "format": "int64",
                  "minimum": 0,
                  "description": "The record of its start."
                },
                "endsAt": {
                  "type": "string",
                  "format": "date-time",
                  "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
                  "examples": ["2026-01-01T00:00:12.000Z"],
                  "description": "When the system ends it."
                },
                "held": {
                  "type": "boolean",
                  "description": "Whether the living process holds it, and hears of its end."
                }
              },
              "additionalProperties": false
            },
            "description": "Its Live Activities that the system shows, oldest first, whether the app runs or not."
          },
          "locationSessions": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["session", "held"],
              "properties": {
                "session": {
                  "type": "string",
                  "enum": ["backgroundActivity", "alwaysService"],
                  "description": "Which one."
                },
                "held": {
                  "type": "boolean",
                  "description": "Whether the living process holds it; what it does not take again from an earlier one is lost."
                }
              },
              "additionalProperties": false
            },
            "description": "The sessions of Core Location for which the system wakes or launches the app."
          },
          "monitorsLocation": {
            "type": "boolean",
            "description": "Whether it monitors significant changes of location or regions, which wakes or launches it."
          },
          "infoPlist": {"type": "object", "description": "Its Info.plist as it was given."},
          "ignoredInfoPlistKeys": {
            "type": "array",
            "items": {"type": "string"},
            "description": "The keys that the model does not use."
          },
          "entitlements": {"type": "object", "description": "Its entitlements as they were given."},
          "footprintBytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How much memory it takes when it starts."
          },
          "purgeableBytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How much of that can be purged."
          },
          "responders": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Responder"},
            "description": "Its own responders."
          },
          "behavior": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"$ref": "#/components/schemas/BehaviorEntry"}},
            "description": "What its handlers do."
          },
          "delegateImplements": {
            "type": "array",
            "items": {
              "type": "string",
              "enum": [
                "application(_:willFinishLaunchingWithOptions:)",
                "application(_:didFinishLaunchingWithOptions:)",
                "applicationDidBecomeActive(_:)",
                "applicationWillResignActive(_:)",
                "applicationDidEnterBackground(_:)",
                "applicationWillEnterForeground(_:)",
                "applicationWillTerminate(_:)",
                "application(_:open:options:)",
                "application(_:willContinueUserActivityWithType:)",
                "application(_:continue:restorationHandler:)",
                "application(_:performActionFor:completionHandler:)",
                "application(_:configurationForConnecting:options:)",
                "application(_:didDiscardSceneSessions:)",
                "applicationProtectedDataWillBecomeUnavailable(_:)",
                "applicationProtectedDataDidBecomeAvailable(_:)",
                "applicationDidReceiveMemoryWarning(_:)",
                "applicationSignificantTimeChange(_:)",
                "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
                "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
                "application(_:performFetchWithCompletionHandler:)",
                "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
                "application(_:shouldSaveSecureApplicationState:)",
                "application(_:willEncodeRestorableStateWith:)",
                "application(_:shouldRestoreSecureApplicationState:)",
                "application(_:viewControllerWithRestorationIdentifierPath:coder:)",
                "application(_:didDecodeRestorableStateWith:)",
                "encodeRestorableState(with:)",
                "decodeRestorableState(with:)",
                "applicationFinishedRestoringState()",
                "viewWillDisappear(_:)",
                "viewDidDisappear(_:)",
                "viewWillAppear(_:)",
                "viewDidAppear(_:)",
                "scene(_:willConnectTo:options:)",
                "sceneDidDisconnect(_:)",
                "templateApplicationScene(_:didConnect:)",
                "templateApplicationScene(_:didDisconnectInterfaceController:)",
                "sceneDidBecomeActive(_:)",
                "sceneWillResignActive(_:)",
                "sceneDidEnterBackground(_:)",
                "sceneWillEnterForeground(_:)",
                "scene(_:openURLContexts:)",
                "scene(_:willContinueUserActivityWithType:)",
                "scene(_:continue:)",
                "windowScene(_:performActionFor:completionHandler:)",
                "stateRestorationActivity(for:)",
                "scene(_:didUpdate:)",
                "userNotificationCenter(_:didReceive:withCompletionHandler:)",
                "userNotificationCenter(_:willPresent:withCompletionHandler:)",
                "urlSession(_:downloadTask:didFinishDownloadingTo:)",
                "urlSession(_:task:didCompleteWithError:)",
                "urlSessionDidFinishEvents(forBackgroundURLSession:)",
                "locationManager(_:didUpdateLocations:)",
                "locationManager(_:didEnterRegion:)",
                "centralManager(_:willRestoreState:)",
                "centralManager(_:didDiscover:advertisementData:rssi:)",
                "peripheralManager(_:willRestoreState:)",
                "peripheralManager(_:didReceiveRead:)",
                "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
                "provider(_:perform:)",
                "provider(_:didActivate:)",
                "provider(_:didDeactivate:)",
                "session(_:didReceiveMessage:)",
                "session(_:didReceiveUserInfo:)",
                "incomingPushResult(channelManager:channelUUID:pushPayload:)",
                "accessory(_:service:didUpdateValueFor:)"
              ]
            },
            "description": "The delegate methods that it implements; all unless given."
          },
          "notificationService": {
            "type": "object",
            "required": ["name", "footprintBytes", "behavior"],
            "properties": {
              "name": {"type": "string", "description": "The name of its process."},
              "footprintBytes": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "How much memory it takes when it starts."
              },
              "behavior": {
                "type": "object",
                "additionalProperties": {"type": "array", "items": {"$ref": "#/components/schemas/BehaviorEntry"}},
                "description": "What its handlers do."
              }
            },
            "additionalProperties": false,
            "description": "Its notification service extension."
          },
          "hearsNotifications": {"type": "boolean", "description": "Whether notifications wait for the harness, too."},
          "behaviorNeverCalled": {
            "type": "array",
            "items": {
              "type": "string",
              "enum": [
                "application(_:willFinishLaunchingWithOptions:)",
                "application(_:didFinishLaunchingWithOptions:)",
                "applicationDidBecomeActive(_:)",
                "applicationWillResignActive(_:)",
                "applicationDidEnterBackground(_:)",
                "applicationWillEnterForeground(_:)",
                "applicationWillTerminate(_:)",
                "application(_:open:options:)",
                "application(_:willContinueUserActivityWithType:)",
                "application(_:continue:restorationHandler:)",
                "application(_:performActionFor:completionHandler:)",
                "application(_:configurationForConnecting:options:)",
                "application(_:didDiscardSceneSessions:)",
                "applicationProtectedDataWillBecomeUnavailable(_:)",
                "applicationProtectedDataDidBecomeAvailable(_:)",
                "applicationDidReceiveMemoryWarning(_:)",
                "applicationSignificantTimeChange(_:)",
                "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
                "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
                "application(_:performFetchWithCompletionHandler:)",
                "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
                "application(_:shouldSaveSecureApplicationState:)",
                "application(_:willEncodeRestorableStateWith:)",
                "application(_:shouldRestoreSecureApplicationState:)",
                "application(_:viewControllerWithRestorationIdentifierPath:coder:)",
                "application(_:didDecodeRestorableStateWith:)",
                "encodeRestorableState(with:)",
                "decodeRestorableState(with:)",
                "applicationFinishedRestoringState()",
                "viewWillDisappear(_:)",
                "viewDidDisappear(_:)",
                "viewWillAppear(_:)",
                "viewDidAppear(_:)",
                "scene(_:willConnectTo:options:)",
                "sceneDidDisconnect(_:)",
                "templateApplicationScene(_:didConnect:)",
                "templateApplicationScene(_:didDisconnectInterfaceController:)",
                "sceneDidBecomeActive(_:)",
                "sceneWillResignActive(_:)",
                "sceneDidEnterBackground(_:)",
                "sceneWillEnterForeground(_:)",
                "scene(_:openURLContexts:)",
                "scene(_:willContinueUserActivityWithType:)",
                "scene(_:continue:)",
                "windowScene(_:performActionFor:completionHandler:)",
                "stateRestorationActivity(for:)",
                "scene(_:didUpdate:)",
                "userNotificationCenter(_:didReceive:withCompletionHandler:)",
                "userNotificationCenter(_:willPresent:withCompletionHandler:)",
                "urlSession(_:downloadTask:didFinishDownloadingTo:)",
                "urlSession(_:task:didCompleteWithError:)",
                "urlSessionDidFinishEvents(forBackgroundURLSession:)",
                "locationManager(_:didUpdateLocations:)",
                "locationManager(_:didEnterRegion:)",
                "centralManager(_:willRestoreState:)",
                "centralManager(_:didDiscover:advertisementData:rssi:)",
                "peripheralManager(_:willRestoreState:)",
                "peripheralManager(_:didReceiveRead:)",
                "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
                "provider(_:perform:)",
                "provider(_:didActivate:)",
                "provider(_:didDeactivate:)",
                "updateHandler",
                "pushTokenUpdates",
                "systemWakeHandler",
                "monitorEvents",
                "activityStateUpdates",
                "session(_:didReceiveMessage:)",
                "session(_:didReceiveUserInfo:)",
                "perform()",
                "incomingPushResult(channelManager:channelUUID:pushPayload:)",
                "accessory(_:service:didUpdateValueFor:)",
                "didReceive(_:withContentHandler:)",
                "serviceExtensionTimeWillExpire()",
                "expirationHandler",
                "launchHandler",
                "taskExpirationHandler",
                "alarmHandler",
                "preMain",
                "main",
                "UIApplicationMain",
                "mainInterface"
              ]
            },
            "description": "The handlers of those that are never called as the app is now: they belong to the other life cycle, or its delegate does not implement them."
          }
        },
        "additionalProperties": false,
        "description": "An app: its state, and what was installed."
      },
      "AppList": {
        "type": "object",
        "required": ["apps", "next"],
        "properties": {
          "apps": {"type": "array", "items": {"$ref": "#/components/schemas/App"}, "description": "The elements."},
          "next": {"type": ["string", "null"], "description": "The `cursor` of the next page; null at the end."}
        },
        "additionalProperties": false,
        "description": "All apps of a device."
      },
      "Explanation": {
        "type": "object",
        "required": [
          "bundleID",
          "state",
          "pid",
          "inFront",
          "forceQuit",
          "because",
          "heldBy",
          "deactivationReasons",
          "callbackInFlight",
          "next",
          "complete"
        ],
        "properties": {
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "state": {
            "type": "string",
            "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
            "description": "Its state: `notRunning` when no process lives."
          },
          "pid": {
            "type": ["integer", "null"],
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "Its process."
          },
          "inFront": {"type": "boolean", "description": "Whether it is in front."},
          "forceQuit": {"type": "boolean", "description": "Whether the user swiped it away."},
          "because": {"type": "array", "items": {"type": "string"}, "description": "The reasons, for people."},
          "heldBy": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/HeldAssertion"},
            "description": "What keeps it running."
          },
          "deactivationReasons": {
            "type": "array",
            "items": {"type": "string"},
            "description": "What keeps it from being active."
          },
          "callbackInFlight": {
            "anyOf": [{"$ref": "#/components/schemas/PendingCallback"}, {"type": "null"}],
            "description": "What it is in."
          },
          "next": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ForeseenRecord"},
            "description": "What will happen if nothing else does."
          },
          "complete": {
            "type": "boolean",
            "description": "Whether that is all; false also where a callback waits for the program that plays an attached app."
          }
        },
        "additionalProperties": false,
        "description": "Why an app is in its state, and what happens next."
      },
      "Outcome": {
        "type": "object",
        "required": ["device", "time", "sequence", "records", "apps", "nextDeadline"],
        "properties": {
          "device": {
            "type": "string",
            "pattern": "^[a-z0-9][a-z0-9-]*$",
            "minLength": 1,
            "maxLength": 63,
            "examples": ["checkout-test-17"],
            "description": "The device."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "What its clock shows."
          },
          "sequence": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The sequence of its last record."
          },
          "records": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Record"},
            "description": "What happened."
          },
          "apps": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/AppSummary"},
            "description": "The apps it happened to, as they are now."
          },
          "nextDeadline": {
            "type": ["string", "null"],
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When something will happen by itself."
          }
        },
        "additionalProperties": false,
        "description": "What an input did."
      },
      "AdvanceOutcome": {
        "type": "object",
        "required": ["device", "time", "sequence", "records", "apps", "nextDeadline", "stopped"],
        "properties": {
          "device": {
            "type": "string",
            "pattern": "^[a-z0-9][a-z0-9-]*$",
            "minLength": 1,
            "maxLength": 63,
            "examples": ["checkout-test-17"],
            "description": "The device."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "What its clock shows."
          },
          "sequence": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The sequence of its last record."
          },
          "records": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Record"},
            "description": "What happened."
          },
          "apps": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/AppSummary"},
            "description": "The apps it happened to, as they are now."
          },
          "nextDeadline": {
            "type": ["string", "null"],
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When something will happen by itself."
          },
          "stopped": {
            "type": "string",
            "enum": ["reached", "condition", "idle", "timeout", "limit", "records", "callback"],
            "description": "Why it stopped. After `limit` and `records` time is left: so many deadlines were settled, or so many records written, that the rest waits for another advance. After `callback` it waits for the completion of the `callbacks`."
          },
          "callbacks": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/AppCallback"},
            "description": "After `callback` the callbacks in flight of all attached apps, one for each process at most."
          },
          "met": {"type": "boolean", "description": "Whether the condition was met, where there is one."}
        },
        "additionalProperties": false,
        "description": "What an advance did, and why it stopped where it did."
      },
      "WaitOutcome": {
        "type": "object",
        "required": ["device", "met", "time", "sequence", "apps"],
        "properties": {
          "device": {
            "type": "string",
            "pattern": "^[a-z0-9][a-z0-9-]*$",
            "minLength": 1,
            "maxLength": 63,
            "examples": ["checkout-test-17"],
            "description": "The device."
          },
          "met": {"type": "boolean", "description": "Whether it happened."},
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "What the device's clock shows."
          },
          "sequence": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The sequence of its last record."
          },
          "record": {"$ref": "#/components/schemas/Record", "description": "The record that met the condition."},
          "nearest": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Record"},
            "description": "Recent records that nearly met it."
          },
          "apps": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/AppSummary"},
            "description": "The apps that the condition names."
          }
        },
        "additionalProperties": false,
        "description": "How a wait ended."
      },
      "Timeline": {
        "type": "object",
        "required": ["device", "time", "sequence", "oldest", "records", "next"],
        "properties": {
          "device": {
            "type": "string",
            "pattern": "^[a-z0-9][a-z0-9-]*$",
            "minLength": 1,
            "maxLength": 63,
            "examples": ["checkout-test-17"],
            "description": "The device."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "What its clock shows."
          },
          "sequence": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The sequence of its last record."
          },
          "oldest": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The sequence of the oldest record that is kept."
          },
          "records": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Record"},
            "description": "The records, oldest first."
          },
          "next": {
            "type": ["integer", "null"],
            "format": "int64",
            "minimum": 0,
            "description": "The `after` of the next part; null at the end."
          }
        },
        "additionalProperties": false,
        "description": "Part of a device's timeline."
      },
      "PossibleEvents": {
        "type": "object",
        "required": ["device", "events"],
        "properties": {
          "device": {
            "type": "string",
            "pattern": "^[a-z0-9][a-z0-9-]*$",
            "minLength": 1,
            "maxLength": 63,
            "examples": ["checkout-test-17"],
            "description": "The device."
          },
          "events": {
            "type": "array",
            "items": {
              "type": "string",
              "enum": [
                "device.home",
                "device.openAppSwitcher",
                "device.closeAppSwitcher",
                "device.lock",
                "device.unlock",
                "device.openNotificationCenter",
                "device.closeNotificationCenter",
                "device.openControlCenter",
                "device.closeControlCenter",
                "device.beginSiri",
                "device.endSiri",
                "device.presentAirDropSheet",
                "device.dismissAirDropSheet",
                "device.presentSystemAlert",
                "device.dismissSystemAlert",
                "device.incomingCall",
                "device.answerCall",
                "device.declineCall",
                "device.endCall",
                "device.changeLanguage",
                "device.reboot",
                "device.powerOff",
                "device.powerOn",
                "device.upgradeOS",
                "device.changeTime",
                "device.changeLocale",
                "device.rotate",
                "device.setBattery",
                "device.setNetwork",
                "device.setThermalState",
                "device.setLowPowerMode",
                "device.setBackgroundRefresh",
                "device.setIdle",
                "device.allocateSystemMemory",
                "device.freeSystemMemory",
                "device.memoryWarning",
                "audio.interrupt",
                "audio.resume",
                "app.launch",
                "app.continueActivity",
                "app.performShortcut",
                "app.tapNotification",
                "app.forceQuit",
                "app.crash",
                "app.terminate",
                "app.suspend",
                "app.prewarm",
                "app.background",
                "app.changePermission",
                "app.memoryWarning",
                "app.changeSettings",
                "app.presentAlert",
                "app.dismissAlert",
                "app.presentShareSheet",
                "app.dismissShareSheet",
                "app.coverView",
                "app.uncoverView",
                "scene.create",
                "scene.activate",
                "scene.close",
                "scene.disconnect",
                "scene.background",
                "backgroundFetch.perform",
                "backgroundTask.launch",
                "backgroundTask.expire",
                "backgroundTask.cancel",
                "location.update",
                "location.significantChange",
                "location.region",
                "bluetooth.event",
                "voip.push",
                "urlSession.finish",
                "system.wake",
                "liveActivity.pushToStart",
                "liveActivity.pushToEnd",
                "liveActivity.dismiss",
                "input.touch",
                "input.remoteControl",
                "app.openURL",
                "push.deliver"
              ]
            },
            "description": "The types of events."
          }
        },
        "additionalProperties": false,
        "description": "What would be taken now."
      },
      "BatchVerdict": {
        "oneOf": [
          {
            "type": "object",
            "required": ["line", "status", "device", "time", "sequence", "records", "apps", "nextDeadline"],
            "properties": {
              "line": {"type": "integer", "format": "int64", "minimum": 0, "description": "The line, from 1."},
              "status": {"const": 200, "description": "OK."},
              "device": {
                "type": "string",
                "pattern": "^[a-z0-9][a-z0-9-]*$",
                "minLength": 1,
                "maxLength": 63,
                "examples": ["checkout-test-17"],
                "description": "The device."
              },
              "time": {
                "type": "string",
                "format": "date-time",
                "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
                "examples": ["2026-01-01T00:00:12.000Z"],
                "description": "What its clock shows."
              },
              "sequence": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "The sequence of its last record."
              },
              "records": {
                "type": "array",
                "items": {"$ref": "#/components/schemas/Record"},
                "description": "What happened."
              },
              "apps": {
                "type": "array",
                "items": {"$ref": "#/components/schemas/AppSummary"},
                "description": "The apps it happened to, as they are now."
              },
              "nextDeadline": {
                "type": ["string", "null"],
                "format": "date-time",
                "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
                "examples": ["2026-01-01T00:00:12.000Z"],
                "description": "When something will happen by itself."
              }
            },
            "additionalProperties": false
          },
          {
            "type": "object",
            "required": ["line", "status", "problem"],
            "properties": {
              "line": {"type": "integer", "format": "int64", "minimum": 0, "description": "The line, from 1."},
              "status": {
                "type": "integer",
                "format": "int64",
                "minimum": 400,
                "maximum": 599,
                "description": "The status."
              },
              "problem": {"$ref": "#/components/schemas/Problem", "description": "Why it was refused."}
            },
            "additionalProperties": false
          }
        ],
        "description": "What became of one line of a batch."
      },
      "Process": {
        "type": "object",
        "required": [
          "pid",
          "bundleID",
          "state",
          "launchReason",
          "startedAt",
          "footprintBytes",
          "scenes",
          "assertions",
          "deactivationReasons",
          "callbackInFlight",
          "backgroundTimeRemainingSeconds",
          "exit"
        ],
        "properties": {
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "Its number."
          },
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "Its app."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process it is; it is the app's own unless it is there."
          },
          "state": {
            "type": "string",
            "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
            "description": "Its state: `terminated` when it has ended."
          },
          "launchReason": {
            "type": "string",
            "enum": [
              "user",
              "url",
              "userActivity",
              "shortcut",
              "notification",
              "carPlay",
              "remoteNotification",
              "backgroundFetch",
              "backgroundTask",
              "urlSession",
              "location",
              "bluetooth",
              "voip",
              "prewarm",
              "healthKit",
              "watchConnectivity",
              "appIntent",
              "liveActivityToken",
              "pushToTalk",
              "homeKit",
              "systemWake",
              "notificationService"
            ],
            "description": "Why it was launched."
          },
          "startedAt": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it was launched."
          },
          "endedAt": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it ended."
          },
          "footprintBytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How much memory it takes."
          },
          "jetsamPriority": {
            "type": "integer",
            "format": "int64",
            "description": "Its jetsam band; those with the lowest are killed first."
          },
          "scenes": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["state"],
              "properties": {
                "sceneID": {
                  "type": "string",
                  "pattern": "^[1-9][0-9]{0,8}$",
                  "examples": ["1"],
                  "description": "The session; none of an app without scenes."
                },
                "role": {
                  "type": "string",
                  "enum": ["windowApplication", "carTemplateApplication", "windowExternalDisplayNonInteractive"],
                  "description": "What it is shown on, if not on the device's screen."
                },
                "state": {
                  "type": "string",
                  "enum": ["unattached", "foregroundInactive", "foregroundActive", "background"],
                  "description": "Its state."
                }
              },
              "additionalProperties": false
            },
            "description": "Its scenes."
          },
          "assertions": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/HeldAssertion"},
            "description": "What keeps it running in the background."
          },
          "deactivationReasons": {
            "type": "array",
            "items": {"type": "string"},
            "description": "What keeps it from being active."
          },
          "callbackInFlight": {
            "anyOf": [{"$ref": "#/components/schemas/PendingCallback"}, {"type": "null"}],
            "description": "The callback that it is in."
          },
          "backgroundTimeRemainingSeconds": {
            "type": ["number", "null"],
            "minimum": 0,
            "description": "What `backgroundTimeRemaining` says."
          },
          "exit": {"anyOf": [{"$ref": "#/components/schemas/Exit"}, {"type": "null"}], "description": "How it ended."}
        },
        "additionalProperties": false,
        "description": "A process, living or ended."
      },
      "ProcessList": {
        "type": "object",
        "required": ["processes", "next"],
        "properties": {
          "processes": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Process"},
            "description": "The elements."
          },
          "next": {"type": ["string", "null"], "description": "The `cursor` of the next page; null at the end."}
        },
        "additionalProperties": false,
        "description": "All processes of a device."
      },
      "HostedProcess": {
        "type": "object",
        "required": [
          "device",
          "pid",
          "bundleID",
          "state",
          "launchReason",
          "startedAt",
          "footprintBytes",
          "scenes",
          "assertions",
          "deactivationReasons",
          "callbackInFlight",
          "backgroundTimeRemainingSeconds",
          "exit"
        ],
        "properties": {
          "device": {
            "type": "string",
            "pattern": "^[a-z0-9][a-z0-9-]*$",
            "minLength": 1,
            "maxLength": 63,
            "examples": ["checkout-test-17"],
            "description": "The device that it is on."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "Its number."
          },
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "Its app."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process it is; it is the app's own unless it is there."
          },
          "state": {
            "type": "string",
            "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
            "description": "Its state: `terminated` when it has ended."
          },
          "launchReason": {
            "type": "string",
            "enum": [
              "user",
              "url",
              "userActivity",
              "shortcut",
              "notification",
              "carPlay",
              "remoteNotification",
              "backgroundFetch",
              "backgroundTask",
              "urlSession",
              "location",
              "bluetooth",
              "voip",
              "prewarm",
              "healthKit",
              "watchConnectivity",
              "appIntent",
              "liveActivityToken",
              "pushToTalk",
              "homeKit",
              "systemWake",
              "notificationService"
            ],
            "description": "Why it was launched."
          },
          "startedAt": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it was launched."
          },
          "endedAt": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it ended."
          },
          "footprintBytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How much memory it takes."
          },
          "jetsamPriority": {
            "type": "integer",
            "format": "int64",
            "description": "Its jetsam band; those with the lowest are killed first."
          },
          "scenes": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["state"],
              "properties": {
                "sceneID": {
                  "type": "string",
                  "pattern": "^[1-9][0-9]{0,8}$",
                  "examples": ["1"],
                  "description": "The session; none of an app without scenes."
                },
                "role": {
                  "type": "string",
                  "enum": ["windowApplication", "carTemplateApplication", "windowExternalDisplayNonInteractive"],
                  "description": "What it is shown on, if not on the device's screen."
                },
                "state": {
                  "type": "string",
                  "enum": ["unattached", "foregroundInactive", "foregroundActive", "background"],
                  "description": "Its state."
                }
              },
              "additionalProperties": false
            },
            "description": "Its scenes."
          },
          "assertions": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/HeldAssertion"},
            "description": "What keeps it running in the background."
          },
          "deactivationReasons": {
            "type": "array",
            "items": {"type": "string"},
            "description": "What keeps it from being active."
          },
          "callbackInFlight": {
            "anyOf": [{"$ref": "#/components/schemas/PendingCallback"}, {"type": "null"}],
            "description": "The callback that it is in."
          },
          "backgroundTimeRemainingSeconds": {
            "type": ["number", "null"],
            "minimum": 0,
            "description": "What `backgroundTimeRemaining` says."
          },
          "exit": {"anyOf": [{"$ref": "#/components/schemas/Exit"}, {"type": "null"}], "description": "How it ended."}
        },
        "additionalProperties": false,
        "description": "A process on one of the devices."
      },
      "HostedProcessList": {
        "type": "object",
        "required": ["processes", "next"],
        "properties": {
          "processes": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/HostedProcess"},
            "description": "The elements."
          },
          "next": {"type": ["string", "null"], "description": "The `cursor` of the next page; null at the end."}
        },
        "additionalProperties": false,
        "description": "A page of processes."
      },
      "StateSummary": {
        "type": "object",
        "required": ["devices", "states"],
        "properties": {
          "devices": {"type": "integer", "format": "int64", "minimum": 0, "description": "How many devices there are."},
          "states": {
            "type": "object",
            "additionalProperties": {"type": "integer", "format": "int64", "minimum": 0},
            "propertyNames": {
              "type": "string",
              "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"]
            },
            "description": "How many apps, by state."
          }
        },
        "additionalProperties": false,
        "description": "How many apps are in each state."
      },
      "HeldAssertion": {
        "type": "object",
        "required": ["assertion"],
        "properties": {
          "assertion": {
            "type": "string",
            "enum": [
              "transition",
              "backgroundTask",
              "remoteNotification",
              "backgroundFetch",
              "backgroundTaskScheduler",
              "urlSessionEvents",
              "audio",
              "audioInterruption",
              "location",
              "bluetooth",
              "voip",
              "voipCall",
              "nearbyInteraction",
              "systemWake"
            ],
            "description": "The kind of assertion."
          },
          "number": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The number of the background task."
          },
          "name": {"type": "string", "description": "Its name among assertions of its kind."},
          "remainingSeconds": {
            "type": "number",
            "minimum": 0,
            "description": "What is left of it; without an end unless given."
          }
        },
        "additionalProperties": false,
        "description": "What keeps a process running."
      },
      "PendingCallback": {
        "type": "object",
        "required": ["sequence", "name", "receiver", "applicationState", "startedAt", "arguments"],
        "properties": {
          "sequence": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The record of the callback or the notification."
          },
          "name": {
            "type": "string",
            "enum": [
              "application(_:willFinishLaunchingWithOptions:)",
              "application(_:didFinishLaunchingWithOptions:)",
              "applicationDidBecomeActive(_:)",
              "applicationWillResignActive(_:)",
              "applicationDidEnterBackground(_:)",
              "applicationWillEnterForeground(_:)",
              "applicationWillTerminate(_:)",
              "application(_:open:options:)",
              "application(_:willContinueUserActivityWithType:)",
              "application(_:continue:restorationHandler:)",
              "application(_:performActionFor:completionHandler:)",
              "application(_:configurationForConnecting:options:)",
              "application(_:didDiscardSceneSessions:)",
              "applicationProtectedDataWillBecomeUnavailable(_:)",
              "applicationProtectedDataDidBecomeAvailable(_:)",
              "applicationDidReceiveMemoryWarning(_:)",
              "applicationSignificantTimeChange(_:)",
              "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
              "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
              "application(_:performFetchWithCompletionHandler:)",
              "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
              "application(_:shouldSaveSecureApplicationState:)",
              "application(_:willEncodeRestorableStateWith:)",
              "application(_:shouldRestoreSecureApplicationState:)",
              "application(_:viewControllerWithRestorationIdentifierPath:coder:)",
              "application(_:didDecodeRestorableStateWith:)",
              "encodeRestorableState(with:)",
              "decodeRestorableState(with:)",
              "applicationFinishedRestoringState()",
              "viewWillDisappear(_:)",
              "viewDidDisappear(_:)",
              "viewWillAppear(_:)",
              "viewDidAppear(_:)",
              "scene(_:willConnectTo:options:)",
              "sceneDidDisconnect(_:)",
              "templateApplicationScene(_:didConnect:)",
              "templateApplicationScene(_:didDisconnectInterfaceController:)",
              "sceneDidBecomeActive(_:)",
              "sceneWillResignActive(_:)",
              "sceneDidEnterBackground(_:)",
              "sceneWillEnterForeground(_:)",
              "scene(_:openURLContexts:)",
              "scene(_:willContinueUserActivityWithType:)",
              "scene(_:continue:)",
              "windowScene(_:performActionFor:completionHandler:)",
              "stateRestorationActivity(for:)",
              "scene(_:didUpdate:)",
              "userNotificationCenter(_:didReceive:withCompletionHandler:)",
              "userNotificationCenter(_:willPresent:withCompletionHandler:)",
              "urlSession(_:downloadTask:didFinishDownloadingTo:)",
              "urlSession(_:task:didCompleteWithError:)",
              "urlSessionDidFinishEvents(forBackgroundURLSession:)",
              "locationManager(_:didUpdateLocations:)",
              "locationManager(_:didEnterRegion:)",
              "centralManager(_:willRestoreState:)",
              "centralManager(_:didDiscover:advertisementData:rssi:)",
              "peripheralManager(_:willRestoreState:)",
              "peripheralManager(_:didReceiveRead:)",
              "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
              "provider(_:perform:)",
              "provider(_:didActivate:)",
              "provider(_:didDeactivate:)",
              "updateHandler",
              "pushTokenUpdates",
              "systemWakeHandler",
              "monitorEvents",
              "activityStateUpdates",
              "session(_:didReceiveMessage:)",
              "session(_:didReceiveUserInfo:)",
              "perform()",
              "incomingPushResult(channelManager:channelUUID:pushPayload:)",
              "accessory(_:service:didUpdateValueFor:)",
              "didReceive(_:withContentHandler:)",
              "serviceExtensionTimeWillExpire()",
              "expirationHandler",
              "launchHandler",
              "taskExpirationHandler",
              "alarmHandler",
              "preMain",
              "main",
              "UIApplicationMain",
              "mainInterface",
              "UIApplication.didFinishLaunchingNotification",
              "UIApplication.didBecomeActiveNotification",
              "UIApplication.willResignActiveNotification",
              "UIApplication.didEnterBackgroundNotification",
              "UIApplication.willEnterForegroundNotification",
              "UIApplication.willTerminateNotification",
              "UIApplication.protectedDataWillBecomeUnavailableNotification",
              "UIApplication.protectedDataDidBecomeAvailableNotification",
              "UIApplication.didReceiveMemoryWarningNotification",
              "UIApplication.significantTimeChangeNotification",
              "UIApplication.backgroundRefreshStatusDidChangeNotification",
              "NSLocale.currentLocaleDidChangeNotification",
              "UIDevice.orientationDidChangeNotification",
              "UIDevice.batteryLevelDidChangeNotification",
              "UIDevice.batteryStateDidChangeNotification",
              "ProcessInfo.thermalStateDidChangeNotification",
              "NSProcessInfoPowerStateDidChange",
              "UserDefaults.didChangeNotification",
              "AVAudioSession.interruptionNotification",
              "UIScene.willConnectNotification",
              "UIScene.didDisconnectNotification",
              "UIScene.didActivateNotification",
              "UIScene.willDeactivateNotification",
              "UIScene.didEnterBackgroundNotification",
              "UIScene.willEnterForegroundNotification"
            ],
            "description": "The method or handler, or the notification, by Apple's name."
          },
          "receiver": {
            "type": "string",
            "enum": [
              "appDelegate",
              "sceneDelegate",
              "notificationCenterDelegate",
              "taskHandler",
              "sessionDelegate",
              "locationManager",
              "bluetoothManager",
              "pushRegistry",
              "callProvider",
              "viewController",
              "frameworkDelegate",
              "frameworkHandler",
              "timer",
              "launchStep",
              "notificationServiceExtension",
              "observer"
            ],
            "description": "Whose method it is; `observer` of a notification."
          },
          "applicationState": {
            "type": "string",
            "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
            "description": "The state of the app meanwhile."
          },
          "sceneID": {"type": "string", "pattern": "^[1-9][0-9]{0,8}$", "examples": ["1"], "description": "The scene."},
          "delegateClass": {"type": "string", "description": "The class of the scene's delegate."},
          "startedAt": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it was called."
          },
          "deadline": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When a watchdog ends the process."
          },
          "arguments": {"type": "object", "description": "What it is given, by name."}
        },
        "additionalProperties": false,
        "description": "A callback, or the observers of a notification, in flight."
      },
      "AppCallback": {
        "type": "object",
        "required": ["bundleID", "pid", "sequence", "name", "receiver", "applicationState", "startedAt", "arguments"],
        "properties": {
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "Its process."
          },
          "extension": {
            "type": "string",
            "enum": ["notificationService"],
            "description": "The extension of the app whose process it is; it is the app's own unless it is there."
          },
          "sequence": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The record of the callback or the notification."
          },
          "name": {
            "type": "string",
            "enum": [
              "application(_:willFinishLaunchingWithOptions:)",
              "application(_:didFinishLaunchingWithOptions:)",
              "applicationDidBecomeActive(_:)",
              "applicationWillResignActive(_:)",
              "applicationDidEnterBackground(_:)",
              "applicationWillEnterForeground(_:)",
              "applicationWillTerminate(_:)",
              "application(_:open:options:)",
              "application(_:willContinueUserActivityWithType:)",
              "application(_:continue:restorationHandler:)",
              "application(_:performActionFor:completionHandler:)",
              "application(_:configurationForConnecting:options:)",
              "application(_:didDiscardSceneSessions:)",
              "applicationProtectedDataWillBecomeUnavailable(_:)",
              "applicationProtectedDataDidBecomeAvailable(_:)",
              "applicationDidReceiveMemoryWarning(_:)",
              "applicationSignificantTimeChange(_:)",
              "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
              "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
              "application(_:performFetchWithCompletionHandler:)",
              "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
              "application(_:shouldSaveSecureApplicationState:)",
              "application(_:willEncodeRestorableStateWith:)",
              "application(_:shouldRestoreSecureApplicationState:)",
              "application(_:viewControllerWithRestorationIdentifierPath:coder:)",
              "application(_:didDecodeRestorableStateWith:)",
              "encodeRestorableState(with:)",
              "decodeRestorableState(with:)",
              "applicationFinishedRestoringState()",
              "viewWillDisappear(_:)",
              "viewDidDisappear(_:)",
              "viewWillAppear(_:)",
              "viewDidAppear(_:)",
              "scene(_:willConnectTo:options:)",
              "sceneDidDisconnect(_:)",
              "templateApplicationScene(_:didConnect:)",
              "templateApplicationScene(_:didDisconnectInterfaceController:)",
              "sceneDidBecomeActive(_:)",
              "sceneWillResignActive(_:)",
              "sceneDidEnterBackground(_:)",
              "sceneWillEnterForeground(_:)",
              "scene(_:openURLContexts:)",
              "scene(_:willContinueUserActivityWithType:)",
              "scene(_:continue:)",
              "windowScene(_:performActionFor:completionHandler:)",
              "stateRestorationActivity(for:)",
              "scene(_:didUpdate:)",
              "userNotificationCenter(_:didReceive:withCompletionHandler:)",
              "userNotificationCenter(_:willPresent:withCompletionHandler:)",
              "urlSession(_:downloadTask:didFinishDownloadingTo:)",
              "urlSession(_:task:didCompleteWithError:)",
              "urlSessionDidFinishEvents(forBackgroundURLSession:)",
              "locationManager(_:didUpdateLocations:)",
              "locationManager(_:didEnterRegion:)",
              "centralManager(_:willRestoreState:)",
              "centralManager(_:didDiscover:advertisementData:rssi:)",
              "peripheralManager(_:willRestoreState:)",
              "peripheralManager(_:didReceiveRead:)",
              "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
              "provider(_:perform:)",
              "provider(_:didActivate:)",
              "provider(_:didDeactivate:)",
              "updateHandler",
              "pushTokenUpdates",
              "systemWakeHandler",
              "monitorEvents",
              "activityStateUpdates",
              "session(_:didReceiveMessage:)",
              "session(_:didReceiveUserInfo:)",
              "perform()",
              "incomingPushResult(channelManager:channelUUID:pushPayload:)",
              "accessory(_:service:didUpdateValueFor:)",
              "didReceive(_:withContentHandler:)",
              "serviceExtensionTimeWillExpire()",
              "expirationHandler",
              "launchHandler",
              "taskExpirationHandler",
              "alarmHandler",
              "preMain",
              "main",
              "UIApplicationMain",
              "mainInterface",
              "UIApplication.didFinishLaunchingNotification",
              "UIApplication.didBecomeActiveNotification",
              "UIApplication.willResignActiveNotification",
              "UIApplication.didEnterBackgroundNotification",
              "UIApplication.willEnterForegroundNotification",
              "UIApplication.willTerminateNotification",
              "UIApplication.protectedDataWillBecomeUnavailableNotification",
              "UIApplication.protectedDataDidBecomeAvailableNotification",
              "UIApplication.didReceiveMemoryWarningNotification",
              "UIApplication.significantTimeChangeNotification",
              "UIApplication.backgroundRefreshStatusDidChangeNotification",
              "NSLocale.currentLocaleDidChangeNotification",
              "UIDevice.orientationDidChangeNotification",
              "UIDevice.batteryLevelDidChangeNotification",
              "UIDevice.batteryStateDidChangeNotification",
              "ProcessInfo.thermalStateDidChangeNotification",
              "NSProcessInfoPowerStateDidChange",
              "UserDefaults.didChangeNotification",
              "AVAudioSession.interruptionNotification",
              "UIScene.willConnectNotification",
              "UIScene.didDisconnectNotification",
              "UIScene.didActivateNotification",
              "UIScene.willDeactivateNotification",
              "UIScene.didEnterBackgroundNotification",
              "UIScene.willEnterForegroundNotification"
            ],
            "description": "The method or handler, or the notification, by Apple's name."
          },
          "receiver": {
            "type": "string",
            "enum": [
              "appDelegate",
              "sceneDelegate",
              "notificationCenterDelegate",
              "taskHandler",
              "sessionDelegate",
              "locationManager",
              "bluetoothManager",
              "pushRegistry",
              "callProvider",
              "viewController",
              "frameworkDelegate",
              "frameworkHandler",
              "timer",
              "launchStep",
              "notificationServiceExtension",
              "observer"
            ],
            "description": "Whose method it is; `observer` of a notification."
          },
          "applicationState": {
            "type": "string",
            "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
            "description": "The state of the app meanwhile."
          },
          "sceneID": {"type": "string", "pattern": "^[1-9][0-9]{0,8}$", "examples": ["1"], "description": "The scene."},
          "delegateClass": {"type": "string", "description": "The class of the scene's delegate."},
          "startedAt": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it was called."
          },
          "deadline": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When a watchdog ends the process."
          },
          "arguments": {"type": "object", "description": "What it is given, by name."}
        },
        "additionalProperties": false,
        "description": "A callback that waits for an attached app."
      },
      "CallbackList": {
        "type": "object",
        "required": ["callbacks", "next"],
        "properties": {
          "callbacks": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/AppCallback"},
            "description": "The elements."
          },
          "next": {"type": ["string", "null"], "description": "The `cursor` of the next page; null at the end."},
          "ended": {
            "$ref": "#/components/schemas/EndedProcess",
            "description": "The process that the app had when the request came, if it has ended since."
          }
        },
        "additionalProperties": false,
        "description": "The callbacks in flight."
      },
      "EndedProcess": {
        "type": "object",
        "required": ["pid", "reason", "code", "explanation", "state", "report", "unsavedChanges"],
        "properties": {
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "Its number."
          },
          "reason": {
            "type": "string",
            "enum": [
              "normal",
              "userForceQuit",
              "memoryPressure",
              "memoryResourceLimit",
              "appWatchdog",
              "backgroundTaskAssertionTimeout",
              "backgroundFetchTimeout",
              "backgroundURLSessionTimeout",
              "suspendedWithLockedFile",
              "cpuResourceLimit",
              "thermal",
              "voipNotReported",
              "tooManyBackgroundTasks",
              "longIdleExit",
              "abnormal",
              "badAccess",
              "busError",
              "illegalInstruction",
              "breakpoint",
              "diskSpace",
              "permissionChanged",
              "languageChanged",
              "backgroundRendering",
              "system",
              "simulatorHost",
              "exitsOnSuspend",
              "appUpdate",
              "appRemoved",
              "reboot",
              "osUpgrade"
            ],
            "description": "Why it ended."
          },
          "namespace": {"type": "string", "description": "The namespace of the code, as crash reports name it."},
          "code": {"type": "string", "pattern": "^0x[0-9a-f]+$", "description": "The code, in hexadecimal."},
          "explanation": {"type": "string", "description": "The reason, for people."},
          "metricKit": {"type": "string", "description": "The exit counter of MetricKit."},
          "state": {
            "type": "string",
            "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
            "description": "The state it ended in."
          },
          "report": {
            "type": "string",
            "enum": ["none", "crash", "jetsam", "processor"],
            "description": "The kind of report that is written."
          },
          "unsavedChanges": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How many changes are lost."
          },
          "callbackInFlight": {
            "type": "object",
            "required": ["sequence", "name"],
            "properties": {
              "sequence": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "The sequence of its record."
              },
              "name": {"type": "string", "description": "Its name, as Apple spells it."}
            },
            "additionalProperties": false,
            "description": "The callback of an attached app that the program that plays it had not completed then: that may be the reason, and not the app's code."
          }
        },
        "additionalProperties": false,
        "description": "A process that has ended, and how."
      },
      "Audit": {
        "type": "object",
        "required": ["device", "bundleID", "findings", "next"],
        "properties": {
          "device": {
            "type": "string",
            "pattern": "^[a-z0-9][a-z0-9-]*$",
            "minLength": 1,
            "maxLength": 63,
            "examples": ["checkout-test-17"],
            "description": "The device."
          },
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "findings": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Finding"},
            "description": "The elements."
          },
          "next": {"type": ["string", "null"], "description": "The `cursor` of the next page; null at the end."}
        },
        "additionalProperties": false,
        "description": "What was found in an app's conduct."
      },
      "Finding": {
        "type": "object",
        "required": [
          "code",
          "severity",
          "detail",
          "evidence",
          "count",
          "firstSeen",
          "firstSequence",
          "lastSeen",
          "lastSequence",
          "advice",
          "source"
        ],
        "properties": {
          "code": {
            "type": "string",
            "enum": [
              "dataLoss",
              "dataAtRisk",
              "savesOnlyInWillTerminate",
              "slowDidEnterBackground",
              "slowLaunch",
              "slowResignActive",
              "mainThreadBlocked",
              "backgroundTaskLeaked",
              "backgroundTaskWithoutExpirationHandler",
              "expirationHandlerDoesNotEndTask",
              "endedOnlyByExpiration",
              "keptMemoryInBackground",
              "noResponseToMemoryWarning",
              "completionHandlerMissing",
              "fileLockHeldAtSuspend",
              "workWhileInactive",
              "gameResumedByItself",
              "relianceOnTimerWhileSuspended",
              "sensitiveContentInSnapshot",
              "sceneStateLost",
              "backgroundModeUnused",
              "silentPushBudgetExceeded",
              "sceneLifecycleNotAdopted",
              "excessiveProcessorUse",
              "transferDelayed",
              "continuedTaskStalled",
              "delegateMethodNeverCalled",
              "locationSessionLost",
              "liveActivityOrphaned",
              "contentHandlerNotCalled",
              "extensionMemoryExceeded",
              "wakeNotHeard"
            ],
            "description": "What was found."
          },
          "severity": {"type": "string", "enum": ["note", "warning", "error"], "description": "How bad it is."},
          "detail": {"type": "string", "description": "What happened, for people."},
          "evidence": {
            "type": "array",
            "items": {"type": "integer", "format": "int64", "minimum": 0, "description": "The sequence of a record."},
            "description": "The records that show it."
          },
          "callbackInFlight": {
            "type": "object",
            "required": ["sequence", "name"],
            "properties": {
              "sequence": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "The sequence of its record."
              },
              "name": {"type": "string", "description": "Its name, as Apple spells it."}
            },
            "additionalProperties": false,
            "description": "The callback of an attached app that the program that plays it had not completed then: that may be the reason, and not the app's code."
          },
          "count": {"type": "integer", "format": "int64", "minimum": 0, "description": "How often it was found."},
          "firstSeen": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When first."
          },
          "firstSequence": {"type": "integer", "format": "int64", "minimum": 0, "description": "Its record."},
          "lastSeen": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When last."
          },
          "lastSequence": {"type": "integer", "format": "int64", "minimum": 0, "description": "Its record."},
          "advice": {"type": "string", "description": "What to do about it."},
          "source": {"type": "string", "description": "Where that is known from."}
        },
        "additionalProperties": false,
        "description": "Something that loses data, gets the app killed, or will."
      },
      "Energy": {
        "type": "object",
        "required": ["bundleID", "time", "total", "states", "processes", "model"],
        "properties": {
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "Up to when."
          },
          "total": {
            "type": "object",
            "required": [
              "seconds",
              "foregroundSeconds",
              "backgroundSeconds",
              "cpuSeconds",
              "wakeUps",
              "wakeUpsByReason",
              "networkBytes",
              "audioSeconds",
              "locationSeconds",
              "bluetoothSeconds",
              "carDisplaySeconds",
              "estimatedMilliwattHours",
              "estimatedBatteryPercent"
            ],
            "properties": {
              "seconds": {"type": "number", "minimum": 0, "description": "How long it lived."},
              "foregroundSeconds": {"type": "number", "minimum": 0, "description": "How long in the foreground."},
              "backgroundSeconds": {"type": "number", "minimum": 0, "description": "How long in the background."},
              "cpuSeconds": {"type": "number", "minimum": 0, "description": "Processor time."},
              "wakeUps": {"type": "integer", "format": "int64", "minimum": 0, "description": "How often it was woken."},
              "wakeUpsByReason": {
                "type": "object",
                "additionalProperties": {"type": "integer", "format": "int64", "minimum": 0},
                "description": "How often, by the reason."
              },
              "networkBytes": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "What went through the network."
              },
              "audioSeconds": {"type": "number", "minimum": 0, "description": "How long audio played."},
              "locationSeconds": {
                "type": "number",
                "minimum": 0,
                "description": "How long the location was asked for."
              },
              "bluetoothSeconds": {"type": "number", "minimum": 0, "description": "How long Bluetooth was in use."},
              "carDisplaySeconds": {
                "type": "number",
                "minimum": 0,
                "description": "How long it was on the display of a car, and not on the device's."
              },
              "estimatedMilliwattHours": {"type": "number", "description": "The energy, by estimate."},
              "estimatedBatteryPercent": {
                "type": ["number", "null"],
                "description": "How much of a full battery that is."
              }
            },
            "additionalProperties": false,
            "description": "In all."
          },
          "states": {
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "state",
                "seconds",
                "cpuSeconds",
                "wakeUps",
                "wakeUpsByReason",
                "networkBytes",
                "audioSeconds",
                "locationSeconds",
                "bluetoothSeconds",
                "carDisplaySeconds",
                "estimatedMilliwattHours",
                "estimatedBatteryPercent"
              ],
              "properties": {
                "state": {
                  "type": "string",
                  "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
                  "description": "The state."
                },
                "seconds": {"type": "number", "minimum": 0, "description": "How long it was in it."},
                "cpuSeconds": {"type": "number", "minimum": 0, "description": "Processor time."},
                "wakeUps": {
                  "type": "integer",
                  "format": "int64",
                  "minimum": 0,
                  "description": "How often it was woken."
                },
                "wakeUpsByReason": {
                  "type": "object",
                  "additionalProperties": {"type": "integer", "format": "int64", "minimum": 0},
                  "description": "How often, by the reason."
                },
                "networkBytes": {
                  "type": "integer",
                  "format": "int64",
                  "minimum": 0,
                  "description": "What went through the network."
                },
                "audioSeconds": {"type": "number", "minimum": 0, "description": "How long audio played."},
                "locationSeconds": {
                  "type": "number",
                  "minimum": 0,
                  "description": "How long the location was asked for."
                },
                "bluetoothSeconds": {"type": "number", "minimum": 0, "description": "How long Bluetooth was in use."},
                "carDisplaySeconds": {
                  "type": "number",
                  "minimum": 0,
                  "description": "How long it was on the display of a car, and not on the device's."
                },
                "estimatedMilliwattHours": {"type": "number", "description": "The energy, by estimate."},
                "estimatedBatteryPercent": {
                  "type": ["number", "null"],
                  "description": "How much of a full battery that is."
                }
              },
              "additionalProperties": false
            },
            "description": "By state."
          },
          "processes": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["pid", "startedAt", "states"],
              "properties": {
                "pid": {
                  "type": "integer",
                  "format": "int64",
                  "minimum": 0,
                  "maximum": 2147483647,
                  "description": "The process."
                },
                "startedAt": {
                  "type": "string",
                  "format": "date-time",
                  "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
                  "examples": ["2026-01-01T00:00:12.000Z"],
                  "description": "When it was launched."
                },
                "endedAt": {
                  "type": "string",
                  "format": "date-time",
                  "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
                  "examples": ["2026-01-01T00:00:12.000Z"],
                  "description": "When it ended."
                },
                "states": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "required": [
                      "state",
                      "seconds",
                      "cpuSeconds",
                      "wakeUps",
                      "wakeUpsByReason",
                      "networkBytes",
                      "audioSeconds",
                      "locationSeconds",
                      "bluetoothSeconds",
                      "carDisplaySeconds",
                      "estimatedMilliwattHours",
                      "estimatedBatteryPercent"
                    ],
                    "properties": {
                      "state": {
                        "type": "string",
                        "enum": ["notRunning", "inactive", "active", "background", "suspended", "terminated"],
                        "description": "The state."
                      },
                      "seconds": {"type": "number", "minimum": 0, "description": "How long it was in it."},
                      "cpuSeconds": {"type": "number", "minimum": 0, "description": "Processor time."},
                      "wakeUps": {
                        "type": "integer",
                        "format": "int64",
                        "minimum": 0,
                        "description": "How often it was woken."
                      },
                      "wakeUpsByReason": {
                        "type": "object",
                        "additionalProperties": {"type": "integer", "format": "int64", "minimum": 0},
                        "description": "How often, by the reason."
                      },
                      "networkBytes": {
                        "type": "integer",
                        "format": "int64",
                        "minimum": 0,
                        "description": "What went through the network."
                      },
                      "audioSeconds": {"type": "number", "minimum": 0, "description": "How long audio played."},
                      "locationSeconds": {
                        "type": "number",
                        "minimum": 0,
                        "description": "How long the location was asked for."
                      },
                      "bluetoothSeconds": {
                        "type": "number",
                        "minimum": 0,
                        "description": "How long Bluetooth was in use."
                      },
                      "carDisplaySeconds": {
                        "type": "number",
                        "minimum": 0,
                        "description": "How long it was on the display of a car, and not on the device's."
                      },
                      "estimatedMilliwattHours": {"type": "number", "description": "The energy, by estimate."},
                      "estimatedBatteryPercent": {
                        "type": ["number", "null"],
                        "description": "How much of a full battery that is."
                      }
                    },
                    "additionalProperties": false
                  },
                  "description": "By state."
                }
              },
              "additionalProperties": false
            },
            "description": "By process."
          },
          "model": {
            "type": "object",
            "required": ["device", "rules"],
            "properties": {
              "device": {"type": "string", "enum": ["iPhone", "iPad"], "description": "The kind of device."},
              "rules": {"type": "object", "additionalProperties": {}, "description": "The rules of the estimate."}
            },
            "additionalProperties": false,
            "description": "What the estimate was made with."
          }
        },
        "additionalProperties": false,
        "description": "What an app has used."
      },
      "ReportList": {
        "type": "object",
        "required": ["reports", "next"],
        "properties": {
          "reports": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ReportSummary"},
            "description": "The elements."
          },
          "next": {"type": ["string", "null"], "description": "The `cursor` of the next page; null at the end."}
        },
        "additionalProperties": false,
        "description": "The reports of an app that are kept."
      },
      "ReportSummary": {
        "type": "object",
        "required": ["id", "kind", "bugType", "bundleID", "pid", "time", "reason", "sequence"],
        "properties": {
          "id": {"type": "string", "description": "The name of its file."},
          "kind": {
            "type": "string",
            "enum": ["none", "crash", "jetsam", "processor"],
            "description": "What kind of report it is."
          },
          "bugType": {"type": "string", "enum": ["206", "298", "309"], "description": "Apple's number of the kind."},
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "pid": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The process."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it ended."
          },
          "reason": {
            "type": "string",
            "enum": [
              "normal",
              "userForceQuit",
              "memoryPressure",
              "memoryResourceLimit",
              "appWatchdog",
              "backgroundTaskAssertionTimeout",
              "backgroundFetchTimeout",
              "backgroundURLSessionTimeout",
              "suspendedWithLockedFile",
              "cpuResourceLimit",
              "thermal",
              "voipNotReported",
              "tooManyBackgroundTasks",
              "longIdleExit",
              "abnormal",
              "badAccess",
              "busError",
              "illegalInstruction",
              "breakpoint",
              "diskSpace",
              "permissionChanged",
              "languageChanged",
              "backgroundRendering",
              "system",
              "simulatorHost",
              "exitsOnSuspend",
              "appUpdate",
              "appRemoved",
              "reboot",
              "osUpgrade"
            ],
            "description": "Why it ended."
          },
          "sequence": {"type": "integer", "format": "int64", "minimum": 0, "description": "The record of its exit."}
        },
        "additionalProperties": false,
        "description": "A report in short."
      },
      "MetricKitPayload": {
        "type": "object",
        "required": [
          "appVersion",
          "timeStampBegin",
          "timeStampEnd",
          "metaData",
          "applicationTimeMetrics",
          "cpuMetrics",
          "memoryMetrics",
          "applicationExitMetrics"
        ],
        "properties": {
          "appVersion": {"type": "string", "description": "The app's version."},
          "timeStampBegin": {"type": "string", "description": "From when."},
          "timeStampEnd": {"type": "string", "description": "Up to when."},
          "metaData": {"type": "object", "description": "The app and its device."},
          "applicationTimeMetrics": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "How long it was in the foreground and in the background."
          },
          "cpuMetrics": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "The processor time that it took."
          },
          "memoryMetrics": {"type": "object", "description": "The memory it took at most."},
          "applicationExitMetrics": {"type": "object", "description": "How its processes ended: the exit counters."}
        },
        "additionalProperties": false,
        "description": "What MetricKit hands to an app, in Apple's words."
      },
      "RuleTable": {
        "type": "object",
        "required": ["profiles", "rules"],
        "properties": {
          "profiles": {
            "type": "array",
            "items": {"type": "string", "enum": ["documents", "ios12", "ios18", "ios26", "ios27", "simulator"]},
            "description": "The profiles."
          },
          "rules": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["key", "group", "unit", "values", "confidence", "source"],
              "properties": {
                "key": {
                  "type": "string",
                  "enum": [
                    "scenesAvailable",
                    "didEnterBackgroundLimitSeconds",
                    "sceneUpdateLimitSeconds",
                    "launchLimitSeconds",
                    "willTerminateLimitSeconds",
                    "suspendDelaySeconds",
                    "homeTransitionSeconds",
                    "backgroundTaskAllowanceSeconds",
                    "backgroundTaskAllowanceWhenWokenSeconds",
                    "backgroundTaskWarningSeconds",
                    "maximumBackgroundTasks",
                    "remoteNotificationLimitSeconds",
                    "backgroundFetchLimitSeconds",
                    "appRefreshTaskLimitSeconds",
                    "urlSessionEventsLimitSeconds",
                    "processingTaskLimitSeconds",
                    "taskExpirationGraceSeconds",
                    "continuedProcessingTaskLimitSeconds",
                    "continuedProcessingStallSeconds",
                    "continuedProcessingFirstStallSeconds",
                    "concurrentContinuedProcessingTasks",
                    "locationWakeSeconds",
                    "locationSessionRenewalSeconds",
                    "bluetoothWakeSeconds",
                    "systemWakeSeconds",
                    "appIntentLimitSeconds",
                    "notificationServiceLimitSeconds",
                    "notificationServiceMemoryLimitMebibytes",
                    "notificationServiceIdleSeconds",
                    "notificationServiceExpirationSeconds",
                    "liveActivityLimitSeconds",
                    "liveActivitiesPerApp",
                    "voipReportLimitSeconds",
                    "backgroundPushesPerHour",
                    "pushPayloadLimitBytes",
                    "voipPushPayloadLimitBytes",
                    "pushesStoredPerApp",
                    "pushStoreLimitSeconds",
                    "memoryWarningFraction",
                    "memoryCriticalFraction",
                    "processMemoryLimitFraction",
                    "processMemoryWarningFraction",
                    "iPhone1GBProcessLimitMebibytes",
                    "iPhone2GBProcessLimitMebibytes",
                    "iPhone3GBProcessLimitMebibytes",
                    "iPhone4GBProcessLimitMebibytes",
                    "iPad2GBProcessLimitMebibytes",
                    "iPad3GBProcessLimitMebibytes",
                    "iPad4GBProcessLimitMebibytes",
                    "iPad6GBProcessLimitMebibytes",
                    "increasedProcessMemoryLimitFraction",
                    "firstTransferDelaySeconds",
                    "backgroundProcessorLimitSeconds",
                    "backgroundProcessorWindowSeconds",
                    "longIdleExitSeconds",
                    "idleAfterSeconds",
                    "documentedDidEnterBackgroundSeconds",
                    "slowLaunchSeconds",
                    "slowResignActiveSeconds",
                    "sizeableFootprintMegabytes",
                    "backgroundLaunchCallsDidEnterBackground",
                    "sceneWillEnterForegroundOnFirstLaunch",
                    "coldNotificationAfterDidBecomeActive",
                    "forceQuitSceneOrder",
                    "notificationCenterReactivates",
                    "lockReactivates",
                    "ownAlertDeactivates",
                    "jetsamOrder",
                    "foregroundLast",
                    "jsboxEvents",
                    "forceQuitCallsWillTerminate",
                    "systemTerminationCallsWillTerminate",
                    "backgroundTaskTimeoutCode",
                    "voipNotReportedEnds",
                    "exitsOnSuspendHonoured",
                    "backgroundLaunchConnectsScene",
                    "backgroundLaunchBeforeFirstUnlock",
                    "processingTaskAfterForceQuit",
                    "locationRelaunchAfterForceQuit",
                    "healthKitLaunchesAfterForceQuit",
                    "liveActivityTokenLaunchesAfterForceQuit",
                    "pushToTalkLaunchesAfterForceQuit",
                    "liveActivityNeedsActiveScene",
                    "pushNeedsRegistration",
                    "schedulerPolicy",
                    "watchdogsEnabled",
                    "debuggerAttached",
                    "prewarmingAvailable",
                    "reportedCallNeedsBackgroundMode",
                    "videoCallAsksToUnlock",
                    "continuedProcessingAvailable",
                    "submitNeedsRegistration",
                    "jetsamEnabled",
                    "scenesRequired",
                    "sceneAdoptionNotice",
                    "backgroundTransfersAreDiscretionary",
                    "continuedProcessingGPUAvailable",
                    "iPhoneBatteryMilliwattHours",
                    "iPadBatteryMilliwattHours",
                    "iPhoneScreenMilliwatts",
                    "iPadScreenMilliwatts",
                    "processorMilliwatts",
                    "processorCores",
                    "wakeUpMillijoules",
                    "networkMillijoulesPerMegabyte",
                    "audioMilliwatts",
                    "locationMilliwatts",
                    "bluetoothMilliwatts",
                    "handlerProcessorShare",
                    "timerProcessorShare",
                    "animationProcessorShare",
                    "videoProcessorShare",
                    "gameProcessorShare",
                    "requestProcessorShare",
                    "queueProcessorShare",
                    "renderingProcessorShare"
                  ],
                  "description": "The rule's name."
                },
                "group": {
                  "type": "string",
                  "enum": ["limit", "order", "policy", "energy"],
                  "description": "What kind of rule it is."
                },
                "unit": {"type": "string", "description": "What its values are."},
                "accepted": {
                  "type": "array",
                  "items": {"type": "string"},
                  "description": "The values that it may have, where they can be listed."
                },
                "values": {
                  "type": "object",
                  "additionalProperties": {"type": ["number", "boolean", "string", "null"]},
                  "description": "By profile; null where it is not known there."
                },
                "confidence": {"type": "string", "enum": ["high", "medium", "low"], "description": "How sure it is."},
                "source": {"type": "string", "description": "Where it is known from."},
                "dispute": {"type": "string", "description": "What speaks against it, where sources disagree."}
              },
              "additionalProperties": false
            },
            "description": "The rules."
          }
        },
        "additionalProperties": false,
        "description": "Every rule with its value in each profile."
      },
      "Rulebook": {
        "type": "object",
        "required": ["profile", "rules"],
        "properties": {
          "profile": {
            "type": "string",
            "enum": ["documents", "ios12", "ios18", "ios26", "ios27", "simulator"],
            "description": "The profile."
          },
          "rules": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["key", "group", "unit", "value", "confidence", "source"],
              "properties": {
                "key": {
                  "type": "string",
                  "enum": [
                    "scenesAvailable",
                    "didEnterBackgroundLimitSeconds",
                    "sceneUpdateLimitSeconds",
                    "launchLimitSeconds",
                    "willTerminateLimitSeconds",
                    "suspendDelaySeconds",
                    "homeTransitionSeconds",
                    "backgroundTaskAllowanceSeconds",
                    "backgroundTaskAllowanceWhenWokenSeconds",
                    "backgroundTaskWarningSeconds",
                    "maximumBackgroundTasks",
                    "remoteNotificationLimitSeconds",
                    "backgroundFetchLimitSeconds",
                    "appRefreshTaskLimitSeconds",
                    "urlSessionEventsLimitSeconds",
                    "processingTaskLimitSeconds",
                    "taskExpirationGraceSeconds",
                    "continuedProcessingTaskLimitSeconds",
                    "continuedProcessingStallSeconds",
                    "continuedProcessingFirstStallSeconds",
                    "concurrentContinuedProcessingTasks",
                    "locationWakeSeconds",
                    "locationSessionRenewalSeconds",
                    "bluetoothWakeSeconds",
                    "systemWakeSeconds",
                    "appIntentLimitSeconds",
                    "notificationServiceLimitSeconds",
                    "notificationServiceMemoryLimitMebibytes",
                    "notificationServiceIdleSeconds",
                    "notificationServiceExpirationSeconds",
                    "liveActivityLimitSeconds",
                    "liveActivitiesPerApp",
                    "voipReportLimitSeconds",
                    "backgroundPushesPerHour",
                    "pushPayloadLimitBytes",
                    "voipPushPayloadLimitBytes",
                    "pushesStoredPerApp",
                    "pushStoreLimitSeconds",
                    "memoryWarningFraction",
                    "memoryCriticalFraction",
                    "processMemoryLimitFraction",
                    "processMemoryWarningFraction",
                    "iPhone1GBProcessLimitMebibytes",
                    "iPhone2GBProcessLimitMebibytes",
                    "iPhone3GBProcessLimitMebibytes",
                    "iPhone4GBProcessLimitMebibytes",
                    "iPad2GBProcessLimitMebibytes",
                    "iPad3GBProcessLimitMebibytes",
                    "iPad4GBProcessLimitMebibytes",
                    "iPad6GBProcessLimitMebibytes",
                    "increasedProcessMemoryLimitFraction",
                    "firstTransferDelaySeconds",
                    "backgroundProcessorLimitSeconds",
                    "backgroundProcessorWindowSeconds",
                    "longIdleExitSeconds",
                    "idleAfterSeconds",
                    "documentedDidEnterBackgroundSeconds",
                    "slowLaunchSeconds",
                    "slowResignActiveSeconds",
                    "sizeableFootprintMegabytes",
                    "backgroundLaunchCallsDidEnterBackground",
                    "sceneWillEnterForegroundOnFirstLaunch",
                    "coldNotificationAfterDidBecomeActive",
                    "forceQuitSceneOrder",
                    "notificationCenterReactivates",
                    "lockReactivates",
                    "ownAlertDeactivates",
                    "jetsamOrder",
                    "foregroundLast",
                    "jsboxEvents",
                    "forceQuitCallsWillTerminate",
                    "systemTerminationCallsWillTerminate",
                    "backgroundTaskTimeoutCode",
                    "voipNotReportedEnds",
                    "exitsOnSuspendHonoured",
                    "backgroundLaunchConnectsScene",
                    "backgroundLaunchBeforeFirstUnlock",
                    "processingTaskAfterForceQuit",
                    "locationRelaunchAfterForceQuit",
                    "healthKitLaunchesAfterForceQuit",
                    "liveActivityTokenLaunchesAfterForceQuit",
                    "pushToTalkLaunchesAfterForceQuit",
                    "liveActivityNeedsActiveScene",
                    "pushNeedsRegistration",
                    "schedulerPolicy",
                    "watchdogsEnabled",
                    "debuggerAttached",
                    "prewarmingAvailable",
                    "reportedCallNeedsBackgroundMode",
                    "videoCallAsksToUnlock",
                    "continuedProcessingAvailable",
                    "submitNeedsRegistration",
                    "jetsamEnabled",
                    "scenesRequired",
                    "sceneAdoptionNotice",
                    "backgroundTransfersAreDiscretionary",
                    "continuedProcessingGPUAvailable",
                    "iPhoneBatteryMilliwattHours",
                    "iPadBatteryMilliwattHours",
                    "iPhoneScreenMilliwatts",
                    "iPadScreenMilliwatts",
                    "processorMilliwatts",
                    "processorCores",
                    "wakeUpMillijoules",
                    "networkMillijoulesPerMegabyte",
                    "audioMilliwatts",
                    "locationMilliwatts",
                    "bluetoothMilliwatts",
                    "handlerProcessorShare",
                    "timerProcessorShare",
                    "animationProcessorShare",
                    "videoProcessorShare",
                    "gameProcessorShare",
                    "requestProcessorShare",
                    "queueProcessorShare",
                    "renderingProcessorShare"
                  ],
                  "description": "The rule's name."
                },
                "group": {
                  "type": "string",
                  "enum": ["limit", "order", "policy", "energy"],
                  "description": "What kind of rule it is."
                },
                "unit": {"type": "string", "description": "What its values are."},
                "accepted": {
                  "type": "array",
                  "items": {"type": "string"},
                  "description": "The values that it may have, where they can be listed."
                },
                "value": {
                  "type": ["number", "boolean", "string", "null"],
                  "description": "Its value; null where the profile does not know it."
                },
                "overridden": {"type": "boolean", "description": "Whether the device overrides it."},
                "confidence": {"type": "string", "enum": ["high", "medium", "low"], "description": "How sure it is."},
                "source": {"type": "string", "description": "Where it is known from."},
                "dispute": {"type": "string", "description": "What speaks against it, where sources disagree."}
              },
              "additionalProperties": false
            },
            "description": "The rules."
          }
        },
        "additionalProperties": false,
        "description": "The rules of a profile."
      },
      "RuleOverrides": {
        "type": "object",
        "properties": {
          "didEnterBackgroundLimitSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "watchdog scene-update 10.00 s in crash reports since iOS 13"
          },
          "sceneUpdateLimitSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "watchdog scene-update 10.00 s in crash reports"
          },
          "launchLimitSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "Addressing watchdog terminations; process-launch and scene-create 20 s from the launch request, 30 s in the Simulator"
          },
          "willTerminateLimitSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "applicationWillTerminate(_:): about five seconds; watchdog process-exit 5.0 s"
          },
          "suspendDelaySeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "no document; the articles say a few seconds"
          },
          "homeTransitionSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "a device log shows 0.62 s between resigning and entering the background"
          },
          "backgroundTaskAllowanceSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "UIApplication Background Task Notes; RunningBoard invalidates after 30.00 s; 180 s from iOS 7 to 12"
          },
          "backgroundTaskAllowanceWhenWokenSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "UIApplication Background Task Notes"
          },
          "backgroundTaskWarningSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "RunningBoard warns 5.00 s before the end"
          },
          "maximumBackgroundTasks": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "UIApplication Background Task Notes: about 1000, then 0xbada5e47"
          },
          "remoteNotificationLimitSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "application(_:didReceiveRemoteNotification:fetchCompletionHandler:): 30 s of wall clock"
          },
          "backgroundFetchLimitSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "application(_:performFetchWithCompletionHandler:): 30 s of wall clock"
          },
          "appRefreshTaskLimitSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "Choosing Background Strategies for Your App: up to 30 s"
          },
          "urlSessionEventsLimitSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "0x2182bad3 in EXC_CRASH (SIGKILL); the length is not documented"
          },
          "processingTaskLimitSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "BGProcessingTask: minutes; the length is not documented; BGTaskScheduler.Error.Code.unavailable in the Simulator"
          },
          "taskExpirationGraceSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "BGTask.expirationHandler: a short time to complete; the length is not documented"
          },
          "continuedProcessingTaskLimitSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "Performing long-running tasks on iOS and iPadOS: minutes or more, ended by the user or for a lack of progress; no source gives a limit, so 0 is none"
          },
          "continuedProcessingStallSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "Performing long-running tasks on iOS and iPadOS: stalled tasks may be expired; the length is not documented, and at least a minute; 0 turns it off"
          },
          "continuedProcessingFirstStallSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "rules 4.30: after its launch a task has a minute for its first progress, whatever the time is that it may stall; not documented"
          },
          "concurrentContinuedProcessingTasks": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "SubmissionStrategy.queue: the system may run as many as it permits; the number is not documented"
          },
          "locationWakeSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "long-standing guidance for location events in the background: about 10 s"
          },
          "locationSessionRenewalSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "chosen: a session is taken again within a few seconds of the launch (Apple forums 797319, engineer; What's new in location authorization, WWDC 2024); the number is not published"
          },
          "bluetoothWakeSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "Core Bluetooth Programming Guide: about 10 s for an event"
          },
          "systemWakeSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "the most that a wake-up is held; what ends it before is said of each framework below. For HealthKit, WatchConnectivity, PushToTalk and Live Activities no figure is published: the allowance of a background task is taken"
          },
          "appIntentLimitSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "IntentCancellationReason.timeout: around 30 seconds; Apple forums 832170, 832257 (engineer)"
          },
          "notificationServiceLimitSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "element-x-ios PR 2022: after more than 30 s it is notified and immediately ended; Apple forums 807554"
          },
          "notificationServiceMemoryLimitMebibytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "deltachat-ios PR 2477; blog.kulman.sk, Dealing with memory limits in iOS app extensions: 24 MB; 12 on older systems"
          },
          "notificationServiceIdleSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "no source says how long; it is kept for some time and handles the next notification (element-ios 3326; alastaircoote.github.io/notification-service)"
          },
          "notificationServiceExpirationSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "UNNotificationServiceExtension.serviceExtensionTimeWillExpire(): one last chance, to be used as quickly as possible; as long as the handlers of other expirations have, as no source says how long"
          },
          "liveActivityLimitSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "Displaying live data with Live Activities: active for up to eight hours; logs of LoopFollow PR 611"
          },
          "liveActivitiesPerApp": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "ActivityAuthorizationError.targetMaximumExceeded; Apple names no number, 5 say the documentations of PushWard, OneSignal and Adobe Journey Optimizer"
          },
          "voipReportLimitSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "reports of developers; PushKit says that the call must be reported in the callback"
          },
          "backgroundPushesPerHour": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "Pushing background updates to your App: two or three an hour"
          },
          "pushPayloadLimitBytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "Generating a remote notification: APNs refuses a payload of more than 4 KB (4096 bytes)"
          },
          "voipPushPayloadLimitBytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "Generating a remote notification: for VoIP the limit is 5 KB (5120 bytes)"
          },
          "pushesStoredPerApp": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "Sending notification requests to APNs: it stores one notification for a device and app, and may discard others; home-assistant/iOS 527"
          },
          "pushStoreLimitSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "Sending notification requests to APNs: a notification is stored for 30 days or less"
          },
          "memoryWarningFraction": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "simplified from the kernel's pressure levels (memorystatus_notify)"
          },
          "memoryCriticalFraction": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "simplified from the kernel's pressure levels (memorystatus_notify)"
          },
          "processMemoryLimitFraction": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "per-process limits of about 50 to 70 % of memory on phones of 3 to 6 GB; for devices without a measured limit, and for all where a device overrides it"
          },
          "processMemoryWarningFraction": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "XNU osfmk/kern/task.c: PHYS_FOOTPRINT_WARNING_LEVEL 80, of the process's own limit"
          },
          "iPhone1GBProcessLimitMebibytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "measured on iOS 8 to 13 (stackoverflow 5887248): 645 MiB of 1 GB"
          },
          "iPhone2GBProcessLimitMebibytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "measured on iOS 8 to 13 (stackoverflow 5887248): 1,395 MiB of 2 GB; 1,364 on an iPhone 8"
          },
          "iPhone3GBProcessLimitMebibytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "measured on iOS 8 to 13 (stackoverflow 5887248): 1,792 MiB of 3 GB on an iPhone XR"
          },
          "iPhone4GBProcessLimitMebibytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "measured on iOS 8 to 13 (stackoverflow 5887248): 2,040 MiB of 4 GB on an iPhone XS"
          },
          "iPad2GBProcessLimitMebibytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "measured on iOS 8 to 13 (stackoverflow 5887248): 1,383 to 1,395 MiB of 2 GB"
          },
          "iPad3GBProcessLimitMebibytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "measured on iOS 8 to 13 (stackoverflow 5887248): 1,844 MiB of 3 GB"
          },
          "iPad4GBProcessLimitMebibytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "measured on iOS 8 to 13 (stackoverflow 5887248): 2,858 to 3,058 MiB of 4 GB"
          },
          "iPad6GBProcessLimitMebibytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "measured on iOS 8 to 13 (stackoverflow 5887248): 4,598 MiB of 6 GB"
          },
          "firstTransferDelaySeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "Apple forums 14854 (DTS): a delay that is doubled each time nsurlsessiond resumes or launches the app; 128813 (log): 60, 120, 240 s; 0 turns it off"
          },
          "backgroundProcessorLimitSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "reports of bug type 206 from iOS 11 to 26: 48 seconds cpu time, exceeding limit of 80% cpu over 60 seconds, process killed (react-native-background-fetch 323, react-native-video 1513); 0 turns it off"
          },
          "backgroundProcessorWindowSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "the same reports: limit duration 60 s"
          },
          "increasedProcessMemoryLimitFraction": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "com.apple.developer.kernel.increased-memory-limit, measured by os_proc_available_memory: 3.12 to 4.20 GB of 6 (pocketpal-ai PR 651), 3 to 6 GB of 8 (rtabmap PR 1446)"
          },
          "longIdleExitSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "jetsam cause 17, long-idle-exit, new in iOS 18; when it happens is not documented, so 0 turns it off"
          },
          "idleAfterSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "chosen: a device that has been locked for this time counts as idle"
          },
          "documentedDidEnterBackgroundSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "applicationDidEnterBackground(_:): about five seconds; longer is the finding slowDidEnterBackground"
          },
          "slowLaunchSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "Optimizing App Launch, WWDC 2019: the first frame within 400 ms; longer is the finding slowLaunch"
          },
          "slowResignActiveSeconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 3155760000,
            "description": "chosen: Instruments calls a main thread that is busy for 500 ms a hang (WWDC 2023); longer is the finding slowResignActive"
          },
          "sizeableFootprintMegabytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "chosen: an app above it has memory that it could free (keptMemoryInBackground, noResponseToMemoryWarning)"
          },
          "backgroundLaunchCallsDidEnterBackground": {
            "type": "boolean",
            "description": "measured (radar 14295449): no call, no notification"
          },
          "sceneWillEnterForegroundOnFirstLaunch": {
            "type": "boolean",
            "description": "sceneWillEnterForeground(_:): also for new scenes"
          },
          "coldNotificationAfterDidBecomeActive": {
            "type": "boolean",
            "description": "radar 34332569: the response is delivered while the app is inactive"
          },
          "forceQuitSceneOrder": {
            "type": "string",
            "enum": ["enterBackground", "disconnect", "both"],
            "description": "field logs: sceneDidDisconnect(_:) comes before applicationWillTerminate(_:); an iPad that does not say otherwise: disconnect, with application(_:didDiscardSceneSessions:) before it (stackoverflow 71570813, firefox-ios issue 12622)"
          },
          "notificationCenterReactivates": {
            "type": "boolean",
            "description": "field logs: opening it resigns, activates and resigns again"
          },
          "lockReactivates": {
            "type": "boolean",
            "description": "phones with an always-on display, where it is on: the side button resigns, activates and resigns before the background (flutter/flutter issues 130055, log, 60683; react/react-native issue 54764)"
          },
          "ownAlertDeactivates": {
            "type": "boolean",
            "description": "UIKit: an alert of the same process does not deactivate it"
          },
          "jetsamOrder": {
            "type": "string",
            "enum": ["largestFirst", "leastRecentlyUsed"],
            "description": "XNU kern_memorystatus: least recently used first inside a band"
          },
          "foregroundLast": {
            "type": "boolean",
            "description": "XNU jetsam bands: background audio (120) is above the foreground (100)"
          },
          "jsboxEvents": {
            "type": "string",
            "enum": ["everyCallback", "oncePerChange"],
            "description": "JSBox documents one pause and one resume"
          },
          "scenesAvailable": {
            "type": "boolean",
            "description": "UIScene exists from iOS 13 (Managing your app's life cycle)"
          },
          "forceQuitCallsWillTerminate": {
            "type": "string",
            "enum": ["whenRunning", "never"],
            "description": "an Apple engineer: sent when the process runs, not when it is suspended"
          },
          "systemTerminationCallsWillTerminate": {
            "type": "boolean",
            "description": "applicationWillTerminate(_:): may be called when the system ends an app that runs in the background"
          },
          "backgroundTaskTimeoutCode": {
            "anyOf": [
              {"type": "string", "pattern": "^0x0*[0-9A-Fa-f]{1,8}$"},
              {"type": "integer", "format": "int64", "minimum": 0, "maximum": 4294967295}
            ],
            "description": "EXC_CRASH (SIGKILL): 0x2182bad2"
          },
          "voipNotReportedEnds": {
            "type": "string",
            "enum": ["code", "crash"],
            "description": "EXC_CRASH (SIGKILL): 0xbaadca11"
          },
          "exitsOnSuspendHonoured": {
            "type": "boolean",
            "description": "UIApplicationExitsOnSuspend; deprecated in iOS 13, still read"
          },
          "backgroundLaunchConnectsScene": {
            "type": "string",
            "enum": ["never", "always"],
            "description": "field reports: a launch for a push or a fetch connects no scene"
          },
          "backgroundLaunchBeforeFirstUnlock": {
            "type": "boolean",
            "description": "TN3115: state restoration waits for the first unlock"
          },
          "processingTaskAfterForceQuit": {
            "type": "boolean",
            "description": "common understanding: nothing runs after a force quit"
          },
          "locationRelaunchAfterForceQuit": {
            "type": "string",
            "enum": ["all", "regions", "none"],
            "description": "reports: relaunched from iOS 7.1 to 18, not on iOS 26 (Apple forums 826964)"
          },
          "healthKitLaunchesAfterForceQuit": {
            "type": "boolean",
            "description": "Apple forums 775325 (engineer): as designed, HealthKit is no exception; measured on iOS 9.2, it launched an app that was killed by the user (stackoverflow 26375767)"
          },
          "liveActivityTokenLaunchesAfterForceQuit": {
            "type": "boolean",
            "description": "no source says that it does; in most cases the system does not relaunch such an app (Apple forums 775325)"
          },
          "pushToTalkLaunchesAfterForceQuit": {
            "type": "boolean",
            "description": "Apple forums 780822: the channel ends with the app, and pushes are discarded"
          },
          "liveActivityNeedsActiveScene": {
            "type": "boolean",
            "description": "logs of LoopFollow PR 611: requested in willEnterForeground it fails with visibility"
          },
          "pushNeedsRegistration": {
            "type": "boolean",
            "description": "without a token a provider cannot send; tests mostly skip the registration"
          },
          "schedulerPolicy": {
            "type": "string",
            "enum": ["prompt", "random", "manual"],
            "description": "the system decides by its own model; prompt makes tests short"
          },
          "watchdogsEnabled": {"type": "boolean", "description": "attaching a debugger suppresses watchdog kills"},
          "debuggerAttached": {
            "type": "boolean",
            "description": "Apple forums 14855, 796528 (DTS): a debugger keeps the app from being suspended; no watchdog and no task that takes too long ends it either"
          },
          "prewarmingAvailable": {
            "type": "boolean",
            "description": "About the app launch sequence: iOS 15 and later prewarm apps"
          },
          "reportedCallNeedsBackgroundMode": {
            "type": "boolean",
            "description": "field reports: callservicesd denies the call source of an app without the mode voip"
          },
          "videoCallAsksToUnlock": {
            "type": "boolean",
            "description": "reports: a call with CXCallUpdate.hasVideo that is answered on a locked phone asks to unlock it and then opens its app (react-native-callkeep issues 301, 355; connectycube-flutter-call-kit issue 150)"
          },
          "continuedProcessingAvailable": {
            "type": "boolean",
            "description": "BGContinuedProcessingTaskRequest: iOS 26; Performing long-running tasks on iOS and iPadOS"
          },
          "submitNeedsRegistration": {
            "type": "boolean",
            "description": "stacks of iOS 26: _handleSubmissionWithoutRegistrationForTaskRequest:error: raises, SIGABRT"
          },
          "jetsamEnabled": {
            "type": "boolean",
            "description": "general: processes in the Simulator have the memory of the Mac, no limit of their own and no jetsam; memory warnings come from its menu"
          },
          "scenesRequired": {
            "type": "boolean",
            "description": "crash reports of iOS 27: built with its SDK (DTPlatformVersion) and without scenes an app traps when its first scene is made (StoDevX/AAO-React-Native PR 7743, metrodroid PR 904, miniquad PR 634); TN3187"
          },
          "sceneAdoptionNotice": {
            "type": "string",
            "enum": ["futureAssert", "soonRequired"],
            "description": "TN3187: what UIKit logs of an app without scenes from iOS 18.4 and from iOS 26 on; here of apps whose Info.plist has DTPlatformVersion"
          },
          "continuedProcessingGPUAvailable": {
            "type": "boolean",
            "description": "BGContinuedProcessingTaskRequest.requiredResources: gpu, with an entitlement"
          },
          "backgroundTransfersAreDiscretionary": {
            "type": "boolean",
            "description": "Apple forums 128813 (log): transfers begun in the background are carried on at once"
          },
          "iPhoneBatteryMilliwattHours": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "choice of this model: a phone's battery of about 3,350 mAh at 3.87 V"
          },
          "iPadBatteryMilliwattHours": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "choice of this model: a tablet's battery of about 7,600 mAh at 3.77 V"
          },
          "iPhoneScreenMilliwatts": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "choice of this model: a phone's screen at a middling brightness, while the app is on it"
          },
          "iPadScreenMilliwatts": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "choice of this model: a tablet's screen at a middling brightness"
          },
          "processorMilliwatts": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "choice of this model: one core that is busy all the time"
          },
          "processorCores": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "choice of this model: the most that all activities of a process take together, in cores"
          },
          "wakeUpMillijoules": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "choice of this model: waking the processor and the process: about 0.2 s of a busy core"
          },
          "networkMillijoulesPerMegabyte": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "choice of this model: between Wi-Fi and cellular, a million bytes"
          },
          "audioMilliwatts": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "choice of this model: decoding and playing"
          },
          "locationMilliwatts": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "choice of this model: continuous updates; satellites take more, cell towers less"
          },
          "bluetoothMilliwatts": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "maximum": 1000000,
            "description": "choice of this model: scanning or advertising"
          },
          "handlerProcessorShare": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "choice of this model: what takes time in a handler works, it does not wait"
          },
          "timerProcessorShare": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "choice of this model: a core's share of a timer, wherever the process runs"
          },
          "animationProcessorShare": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "choice of this model: a core's share of an animation on screen"
          },
          "videoProcessorShare": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "choice of this model: a core's share of a video on screen"
          },
          "gameProcessorShare": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "choice of this model: a core's share of a game on screen"
          },
          "requestProcessorShare": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "choice of this model: a core's share of a request, wherever the process runs"
          },
          "queueProcessorShare": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "choice of this model: a core's share of a queue's work, wherever it runs"
          },
          "renderingProcessorShare": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "choice of this model: a core's share of OpenGL ES or Metal on screen"
          }
        },
        "additionalProperties": false,
        "description": "Rules that differ from a profile, by their names."
      },
      "InfoPlist": {
        "type": "object",
        "properties": {
          "UIBackgroundModes": {
            "anyOf": [
              {"type": "array", "items": {"type": "string", "minLength": 1, "maxLength": 256}, "maxItems": 1000},
              {"type": "null"}
            ],
            "description": "What the app may do in the background."
          },
          "BGTaskSchedulerPermittedIdentifiers": {
            "anyOf": [
              {"type": "array", "items": {"type": "string", "minLength": 1, "maxLength": 256}, "maxItems": 1000},
              {"type": "null"}
            ],
            "description": "The tasks that it may submit."
          },
          "UIApplicationExitsOnSuspend": {
            "type": ["boolean", "null"],
            "description": "Whether it ends where others are suspended."
          },
          "UIApplicationSceneManifest": {
            "anyOf": [
              {
                "type": "object",
                "properties": {
                  "UIApplicationSupportsMultipleScenes": {
                    "type": ["boolean", "null"],
                    "description": "Whether it may have several windows."
                  },
                  "UISceneConfigurations": {
                    "anyOf": [
                      {
                        "type": "object",
                        "properties": {
                          "UIWindowSceneSessionRoleApplication": {
                            "anyOf": [
                              {
                                "type": "array",
                                "items": {
                                  "type": "object",
                                  "properties": {
                                    "UISceneConfigurationName": {
                                      "type": ["string", "null"],
                                      "minLength": 1,
                                      "maxLength": 256,
                                      "description": "Its name, which is used once."
                                    }
                                  }
                                },
                                "maxItems": 100
                              },
                              {"type": "null"}
                            ],
                            "description": "The configurations of windows."
                          }
                        }
                      },
                      {"type": "null"}
                    ],
                    "description": "The configurations, by role."
                  }
                }
              },
              {"type": "null"}
            ],
            "description": "Its scenes."
          },
          "CFBundleURLTypes": {
            "anyOf": [
              {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "CFBundleURLSchemes": {
                      "anyOf": [
                        {
                          "type": "array",
                          "items": {"type": "string", "minLength": 1, "maxLength": 256},
                          "maxItems": 1000
                        },
                        {"type": "null"}
                      ],
                      "description": "The schemes."
                    }
                  }
                },
                "maxItems": 1000
              },
              {"type": "null"}
            ],
            "description": "The URLs that it opens."
          }
        },
        "description": "An Info.plist; other keys than these are kept and change nothing."
      },
      "Responder": {
        "type": "object",
        "required": ["name", "handles"],
        "properties": {
          "name": {"type": "string", "description": "Its name."},
          "parent": {"type": "string", "description": "The next responder."},
          "handles": {
            "type": "array",
            "items": {"type": "string"},
            "description": "The kinds of events that it handles."
          }
        },
        "additionalProperties": false,
        "description": "A responder of the app's own."
      },
      "ScenarioVerdict": {
        "type": "object",
        "required": ["scenario", "passed", "steps"],
        "properties": {
          "scenario": {"type": "string", "description": "Its name."},
          "passed": {"type": "boolean", "description": "Whether all was as expected."},
          "setup": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["check", "expected", "seen"],
              "properties": {
                "check": {"type": "string", "description": "The check."},
                "expected": {"description": "What was expected."},
                "seen": {"description": "What was seen."}
              },
              "additionalProperties": false
            },
            "description": "What was wrong before the first step."
          },
          "steps": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["index", "does", "passed", "skipped", "failures"],
              "properties": {
                "index": {"type": "integer", "format": "int64", "minimum": 0, "description": "The step, from 0."},
                "does": {"type": "string", "description": "What it does."},
                "passed": {"type": "boolean", "description": "Whether all was as expected."},
                "skipped": {
                  "type": "boolean",
                  "description": "Whether it was left out because something before it failed."
                },
                "failures": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "required": ["check", "expected", "seen"],
                    "properties": {
                      "check": {"type": "string", "description": "The check."},
                      "expected": {"description": "What was expected."},
                      "seen": {"description": "What was seen."}
                    },
                    "additionalProperties": false
                  },
                  "description": "What was not as expected."
                }
              },
              "additionalProperties": false
            },
            "description": "Step by step."
          }
        },
        "additionalProperties": false,
        "description": "The result of a scenario."
      },
      "APNs": {
        "type": "object",
        "required": ["address", "auth", "keys", "faults", "connections", "requests"],
        "properties": {
          "address": {"type": ["string", "null"], "description": "Where it listens; null if it does not."},
          "auth": {
            "type": "string",
            "enum": ["none", "shape", "verify"],
            "description": "How provider tokens are looked at."
          },
          "keys": {
            "type": "array",
            "items": {"type": "string"},
            "description": "The identifiers of the registered keys."
          },
          "faults": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/PushFault"},
            "description": "The faults."
          },
          "connections": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How many connections are open."
          },
          "requests": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["status", "reason", "count"],
              "properties": {
                "status": {
                  "type": "integer",
                  "format": "int64",
                  "minimum": 200,
                  "maximum": 599,
                  "description": "The status."
                },
                "reason": {
                  "anyOf": [
                    {
                      "type": "string",
                      "enum": [
                        "BadCollapseId",
                        "BadDeviceToken",
                        "BadExpirationDate",
                        "BadMessageId",
                        "BadPriority",
                        "BadTopic",
                        "DeviceTokenNotForTopic",
                        "DuplicateHeaders",
                        "IdleTimeout",
                        "InvalidPushType",
                        "MissingDeviceToken",
                        "MissingTopic",
                        "PayloadEmpty",
                        "TopicDisallowed",
                        "BadCertificate",
                        "BadCertificateEnvironment",
                        "BadEnvironmentKeyIdInToken",
                        "ExpiredProviderToken",
                        "Forbidden",
                        "InvalidProviderToken",
                        "MissingProviderToken",
                        "UnrelatedKeyIdInToken",
                        "BadPath",
                        "MethodNotAllowed",
                        "ExpiredToken",
                        "Unregistered",
                        "PayloadTooLarge",
                        "TooManyProviderTokenUpdates",
                        "TooManyRequests",
                        "InternalServerError",
                        "ServiceUnavailable",
                        "Shutdown"
                      ]
                    },
                    {"type": "null"}
                  ],
                  "description": "The reason of a refusal."
                },
                "count": {
                  "type": "integer",
                  "format": "int64",
                  "minimum": 0,
                  "description": "How many were answered so."
                }
              },
              "additionalProperties": false
            },
            "description": "How many requests were answered, by status and reason."
          }
        },
        "additionalProperties": false,
        "description": "The listener for clients of APNs."
      },
      "Push": {
        "type": "object",
        "required": [
          "apnsID",
          "apnsUniqueID",
          "device",
          "bundleID",
          "token",
          "topic",
          "pushType",
          "priority",
          "collapseID",
          "storable",
          "expiresAt",
          "receivedAt",
          "time",
          "sequence",
          "verdict",
          "why",
          "verdicts"
        ],
        "properties": {
          "apnsID": {"type": "string", "description": "The header `apns-id`."},
          "apnsUniqueID": {
            "type": ["string", "null"],
            "description": "That of the answer; null if it did not come through the listener."
          },
          "device": {
            "type": "string",
            "pattern": "^[a-z0-9][a-z0-9-]*$",
            "minLength": 1,
            "maxLength": 63,
            "examples": ["checkout-test-17"],
            "description": "The device."
          },
          "bundleID": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "The app."
          },
          "token": {"type": ["string", "null"], "description": "The device token; null as above."},
          "topic": {"type": "string", "description": "The header `apns-topic`."},
          "pushType": {
            "type": "string",
            "enum": [
              "alert",
              "background",
              "voip",
              "complication",
              "fileprovider",
              "location",
              "liveactivity",
              "pushtotalk",
              "widgets",
              "mdm"
            ],
            "description": "The header `apns-push-type`."
          },
          "priority": {
            "type": ["integer", "null"],
            "format": "int64",
            "minimum": 1,
            "maximum": 10,
            "description": "The header `apns-priority`."
          },
          "collapseID": {"type": ["string", "null"], "description": "The header `apns-collapse-id`."},
          "storable": {"type": "boolean", "description": "Whether APNs keeps it while it cannot reach the device."},
          "expiresAt": {
            "type": ["string", "null"],
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it is no longer worth delivering, on the device's clock."
          },
          "receivedAt": {
            "type": ["string", "null"],
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it came, by the real clock; null as above."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it came, on the device's clock."
          },
          "sequence": {"type": "integer", "format": "int64", "minimum": 0, "description": "The sequence of the input."},
          "verdict": {
            "anyOf": [
              {
                "type": "string",
                "enum": [
                  "shown",
                  "delivered",
                  "held",
                  "replaced",
                  "throttled",
                  "dropped",
                  "accepted",
                  "refused",
                  "launched",
                  "completed",
                  "failed",
                  "expired",
                  "cancelled",
                  "performed",
                  "started",
                  "finished"
                ]
              },
              {"type": "null"}
            ],
            "description": "What was decided last; null when its records are no longer kept."
          },
          "why": {
            "anyOf": [
              {
                "type": "string",
                "enum": [
                  "malformed",
                  "expired",
                  "forceQuit",
                  "missingBackgroundMode",
                  "backgroundRefreshOff",
                  "notRegistered",
                  "noNetwork",
                  "beforeFirstUnlock",
                  "lowPowerMode",
                  "hourlyBudgetSpent",
                  "replacedByBackgroundTasks",
                  "notPermitted",
                  "tooManyPendingTaskRequests",
                  "unavailable",
                  "processNotRunning",
                  "notMonitoring",
                  "appRemoved",
                  "callInProgress",
                  "replaced",
                  "byTheApp",
                  "multipleScenesNotSupported",
                  "unknownSession",
                  "tooManyScenes",
                  "appNotInFront",
                  "unknownTask",
                  "tooManyActivities",
                  "crashAtLaunch",
                  "suspended",
                  "terminating",
                  "lowPriority",
                  "notInForeground",
                  "notCompleted",
                  "tooManyTransfers",
                  "tooManyRegisteredTasks",
                  "tooManyWaiting",
                  "resumeRateLimiter",
                  "immediateRunIneligible",
                  "byTheUser",
                  "noProgress",
                  "notRenewed",
                  "visibility",
                  "unknownActivity",
                  "notMutable",
                  "noAlert",
                  "extensionBusy",
                  "alertStored",
                  "unsupported",
                  "identifierInUse",
                  "poweredOff",
                  "collapsed",
                  "unsupportedPushType",
                  "normal",
                  "memoryPressure",
                  "memoryResourceLimit",
                  "appWatchdog",
                  "backgroundTaskAssertionTimeout",
                  "backgroundFetchTimeout",
                  "backgroundURLSessionTimeout",
                  "suspendedWithLockedFile",
                  "cpuResourceLimit",
                  "thermal",
                  "voipNotReported",
                  "tooManyBackgroundTasks",
                  "longIdleExit",
                  "abnormal",
                  "badAccess",
                  "busError",
                  "illegalInstruction",
                  "breakpoint",
                  "diskSpace",
                  "permissionChanged",
                  "languageChanged",
                  "backgroundRendering",
                  "system",
                  "simulatorHost",
                  "exitsOnSuspend",
                  "appUpdate",
                  "reboot",
                  "osUpgrade"
                ]
              },
              {"type": "null"}
            ],
            "description": "The reason of it."
          },
          "verdicts": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["sequence", "time", "verdict", "why"],
              "properties": {
                "sequence": {
                  "type": "integer",
                  "format": "int64",
                  "minimum": 0,
                  "description": "The sequence of the verdict."
                },
                "time": {
                  "type": "string",
                  "format": "date-time",
                  "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
                  "examples": ["2026-01-01T00:00:12.000Z"],
                  "description": "When it was decided."
                },
                "verdict": {
                  "type": "string",
                  "enum": [
                    "shown",
                    "delivered",
                    "held",
                    "replaced",
                    "throttled",
                    "dropped",
                    "accepted",
                    "refused",
                    "launched",
                    "completed",
                    "failed",
                    "expired",
                    "cancelled",
                    "performed",
                    "started",
                    "finished"
                  ],
                  "description": "What was decided."
                },
                "why": {
                  "anyOf": [
                    {
                      "type": "string",
                      "enum": [
                        "malformed",
                        "expired",
                        "forceQuit",
                        "missingBackgroundMode",
                        "backgroundRefreshOff",
                        "notRegistered",
                        "noNetwork",
                        "beforeFirstUnlock",
                        "lowPowerMode",
                        "hourlyBudgetSpent",
                        "replacedByBackgroundTasks",
                        "notPermitted",
                        "tooManyPendingTaskRequests",
                        "unavailable",
                        "processNotRunning",
                        "notMonitoring",
                        "appRemoved",
                        "callInProgress",
                        "replaced",
                        "byTheApp",
                        "multipleScenesNotSupported",
                        "unknownSession",
                        "tooManyScenes",
                        "appNotInFront",
                        "unknownTask",
                        "tooManyActivities",
                        "crashAtLaunch",
                        "suspended",
                        "terminating",
                        "lowPriority",
                        "notInForeground",
                        "notCompleted",
                        "tooManyTransfers",
                        "tooManyRegisteredTasks",
                        "tooManyWaiting",
                        "resumeRateLimiter",
                        "immediateRunIneligible",
                        "byTheUser",
                        "noProgress",
                        "notRenewed",
                        "visibility",
                        "unknownActivity",
                        "notMutable",
                        "noAlert",
                        "extensionBusy",
                        "alertStored",
                        "unsupported",
                        "identifierInUse",
                        "poweredOff",
                        "collapsed",
                        "unsupportedPushType",
                        "normal",
                        "memoryPressure",
                        "memoryResourceLimit",
                        "appWatchdog",
                        "backgroundTaskAssertionTimeout",
                        "backgroundFetchTimeout",
                        "backgroundURLSessionTimeout",
                        "suspendedWithLockedFile",
                        "cpuResourceLimit",
                        "thermal",
                        "voipNotReported",
                        "tooManyBackgroundTasks",
                        "longIdleExit",
                        "abnormal",
                        "badAccess",
                        "busError",
                        "illegalInstruction",
                        "breakpoint",
                        "diskSpace",
                        "permissionChanged",
                        "languageChanged",
                        "backgroundRendering",
                        "system",
                        "simulatorHost",
                        "exitsOnSuspend",
                        "appUpdate",
                        "reboot",
                        "osUpgrade"
                      ]
                    },
                    {"type": "null"}
                  ],
                  "description": "The reason."
                }
              },
              "additionalProperties": false
            },
            "description": "Everything that was decided, in order."
          }
        },
        "additionalProperties": false,
        "description": "A push, and what became of it."
      },
      "PushList": {
        "type": "object",
        "required": ["pushes", "next"],
        "properties": {
          "pushes": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Push"},
            "description": "The pushes, oldest first."
          },
          "next": {
            "type": ["integer", "null"],
            "format": "int64",
            "minimum": 0,
            "description": "The `after` of the next page; null at the end."
          }
        },
        "additionalProperties": false,
        "description": "A page of pushes."
      },
      "ProviderKey": {
        "type": "object",
        "required": ["keyID", "teamID", "topics"],
        "properties": {
          "keyID": {"type": "string", "description": "Its identifier."},
          "teamID": {"type": ["string", "null"], "description": "The team; null for any."},
          "topics": {
            "anyOf": [
              {
                "type": "array",
                "items": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                  "minLength": 1,
                  "maxLength": 155,
                  "examples": ["com.example.notes"]
                }
              },
              {"type": "null"}
            ],
            "description": "The apps that it may send to; null for all."
          }
        },
        "additionalProperties": false,
        "description": "A registered key of a push provider, without the key itself."
      },
      "ProviderKeyList": {
        "type": "object",
        "required": ["keys", "next"],
        "properties": {
          "keys": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ProviderKey"},
            "description": "The elements."
          },
          "next": {"type": ["string", "null"], "description": "The `cursor` of the next page; null at the end."}
        },
        "additionalProperties": false,
        "description": "All registered keys."
      },
      "NewProviderKey": {
        "type": "object",
        "required": ["keyID", "pem"],
        "properties": {
          "keyID": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64,
            "description": "Its identifier, `kid` of provider tokens."
          },
          "teamID": {
            "type": ["string", "null"],
            "minLength": 1,
            "maxLength": 64,
            "description": "The team, `iss` of provider tokens; any if it is left out."
          },
          "pem": {
            "type": "string",
            "minLength": 1,
            "maxLength": 8192,
            "description": "The private or public key of P-256 in PEM."
          },
          "topics": {
            "anyOf": [
              {
                "type": "array",
                "items": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
                  "minLength": 1,
                  "maxLength": 155,
                  "examples": ["com.example.notes"]
                },
                "maxItems": 1000
              },
              {"type": "null"}
            ],
            "description": "The apps that it may send to; all if it is left out."
          }
        },
        "additionalProperties": false,
        "description": "A key of a push provider."
      },
      "PushFault": {
        "type": "object",
        "required": ["reason"],
        "properties": {
          "reason": {
            "type": "string",
            "enum": [
              "BadCollapseId",
              "BadDeviceToken",
              "BadExpirationDate",
              "BadMessageId",
              "BadPriority",
              "BadTopic",
              "DeviceTokenNotForTopic",
              "DuplicateHeaders",
              "IdleTimeout",
              "InvalidPushType",
              "MissingDeviceToken",
              "MissingTopic",
              "PayloadEmpty",
              "TopicDisallowed",
              "BadCertificate",
              "BadCertificateEnvironment",
              "BadEnvironmentKeyIdInToken",
              "ExpiredProviderToken",
              "Forbidden",
              "InvalidProviderToken",
              "MissingProviderToken",
              "UnrelatedKeyIdInToken",
              "BadPath",
              "MethodNotAllowed",
              "ExpiredToken",
              "Unregistered",
              "PayloadTooLarge",
              "TooManyProviderTokenUpdates",
              "TooManyRequests",
              "InternalServerError",
              "ServiceUnavailable",
              "Shutdown",
              "none"
            ],
            "description": "The reason of the refusal; `none` accepts the push, after `delaySeconds` or with `goAway`."
          },
          "times": {
            "type": ["integer", "null"],
            "format": "int64",
            "minimum": 1,
            "maximum": 1000000,
            "description": "How many requests get it: 1 unless given."
          },
          "status": {
            "type": ["integer", "null"],
            "format": "int64",
            "minimum": 400,
            "maximum": 599,
            "description": "The status, if it is not that of the reason; not with `none`."
          },
          "topic": {
            "type": ["string", "null"],
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "Only pushes for this app; with a suffix, such as `.voip`, only those of this topic."
          },
          "token": {
            "type": ["string", "null"],
            "pattern": "^[0-9A-Fa-f]{64}$",
            "description": "Only pushes for this device token."
          },
          "device": {
            "type": ["string", "null"],
            "pattern": "^[a-z0-9][a-z0-9-]*$",
            "minLength": 1,
            "maxLength": 63,
            "examples": ["checkout-test-17"],
            "description": "Only pushes for this device."
          },
          "delaySeconds": {
            "type": ["number", "null"],
            "minimum": 0,
            "maximum": 60,
            "description": "How long the push waits before it is delivered or refused."
          },
          "goAway": {"type": ["boolean", "null"], "description": "Whether the connection ends after it."}
        },
        "additionalProperties": false,
        "description": "What the next requests get that would be accepted."
      },
      "PushFaultList": {
        "type": "object",
        "required": ["faults", "next"],
        "properties": {
          "faults": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/PushFault"},
            "description": "The elements."
          },
          "next": {"type": ["string", "null"], "description": "The `cursor` of the next page; null at the end."}
        },
        "additionalProperties": false,
        "description": "All faults."
      },
      "Webhook": {
        "type": "object",
        "required": [
          "id",
          "url",
          "filter",
          "description",
          "enabled",
          "pausedSince",
          "why",
          "createdAt",
          "waiting",
          "delivered",
          "failed",
          "dropped"
        ],
        "properties": {
          "id": {"type": "string", "description": "Its id."},
          "url": {"type": "string", "description": "Where its messages are sent."},
          "filter": {"$ref": "#/components/schemas/WebhookFilter", "description": "What it hears of."},
          "description": {"type": ["string", "null"], "description": "What people say of it."},
          "enabled": {"type": "boolean", "description": "Whether records become messages."},
          "pausedSince": {
            "type": ["string", "null"],
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "Since when nothing is sent, where nobody asked for that."
          },
          "why": {
            "anyOf": [{"type": "string", "enum": ["failures", "gone"]}, {"type": "null"}],
            "description": "Why nothing is sent: five messages in a row were given up, or the receiver answered 410."
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it was registered, by the real clock."
          },
          "waiting": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How many messages wait or are being sent."
          },
          "delivered": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How many were delivered since the server was started."
          },
          "failed": {"type": "integer", "format": "int64", "minimum": 0, "description": "How many were given up."},
          "dropped": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How many were dropped because too many waited, or it was disabled."
          }
        },
        "additionalProperties": false,
        "description": "A webhook, without its secret."
      },
      "WebhookList": {
        "type": "object",
        "required": ["webhooks", "next"],
        "properties": {
          "webhooks": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Webhook"},
            "description": "The elements."
          },
          "next": {"type": ["string", "null"], "description": "The `cursor` of the next page; null at the end."}
        },
        "additionalProperties": false,
        "description": "All webhooks."
      },
      "RegisteredWebhook": {
        "type": "object",
        "required": [
          "id",
          "url",
          "filter",
          "description",
          "enabled",
          "pausedSince",
          "why",
          "createdAt",
          "waiting",
          "delivered",
          "failed",
          "dropped",
          "secret"
        ],
        "properties": {
          "id": {"type": "string", "description": "Its id."},
          "url": {"type": "string", "description": "Where its messages are sent."},
          "filter": {"$ref": "#/components/schemas/WebhookFilter", "description": "What it hears of."},
          "description": {"type": ["string", "null"], "description": "What people say of it."},
          "enabled": {"type": "boolean", "description": "Whether records become messages."},
          "pausedSince": {
            "type": ["string", "null"],
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "Since when nothing is sent, where nobody asked for that."
          },
          "why": {
            "anyOf": [{"type": "string", "enum": ["failures", "gone"]}, {"type": "null"}],
            "description": "Why nothing is sent: five messages in a row were given up, or the receiver answered 410."
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it was registered, by the real clock."
          },
          "waiting": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How many messages wait or are being sent."
          },
          "delivered": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How many were delivered since the server was started."
          },
          "failed": {"type": "integer", "format": "int64", "minimum": 0, "description": "How many were given up."},
          "dropped": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How many were dropped because too many waited, or it was disabled."
          },
          "secret": {
            "type": "string",
            "pattern": "^whsec_[A-Za-z0-9+/]{32,88}={0,2}$",
            "description": "What messages are signed with. It is not shown again."
          }
        },
        "additionalProperties": false,
        "description": "A webhook that was registered, with its secret."
      },
      "ChangedWebhook": {
        "type": "object",
        "required": [
          "id",
          "url",
          "filter",
          "description",
          "enabled",
          "pausedSince",
          "why",
          "createdAt",
          "waiting",
          "delivered",
          "failed",
          "dropped"
        ],
        "properties": {
          "id": {"type": "string", "description": "Its id."},
          "url": {"type": "string", "description": "Where its messages are sent."},
          "filter": {"$ref": "#/components/schemas/WebhookFilter", "description": "What it hears of."},
          "description": {"type": ["string", "null"], "description": "What people say of it."},
          "enabled": {"type": "boolean", "description": "Whether records become messages."},
          "pausedSince": {
            "type": ["string", "null"],
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "Since when nothing is sent, where nobody asked for that."
          },
          "why": {
            "anyOf": [{"type": "string", "enum": ["failures", "gone"]}, {"type": "null"}],
            "description": "Why nothing is sent: five messages in a row were given up, or the receiver answered 410."
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it was registered, by the real clock."
          },
          "waiting": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How many messages wait or are being sent."
          },
          "delivered": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How many were delivered since the server was started."
          },
          "failed": {"type": "integer", "format": "int64", "minimum": 0, "description": "How many were given up."},
          "dropped": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How many were dropped because too many waited, or it was disabled."
          },
          "secret": {
            "type": "string",
            "pattern": "^whsec_[A-Za-z0-9+/]{32,88}={0,2}$",
            "description": "What messages are signed with, if it was changed. It is not shown again."
          }
        },
        "additionalProperties": false,
        "description": "A webhook that was changed."
      },
      "NewWebhook": {
        "type": "object",
        "required": ["url"],
        "properties": {
          "url": {
            "type": "string",
            "minLength": 1,
            "maxLength": 2048,
            "format": "uri",
            "pattern": "^https?://",
            "examples": ["https://hooks.example.com/greenroom"],
            "description": "Where its messages are sent."
          },
          "filter": {
            "anyOf": [{"$ref": "#/components/schemas/NewWebhookFilter"}, {"type": "null"}],
            "description": "What it hears of: exits and findings, unless given."
          },
          "description": {"type": ["string", "null"], "maxLength": 1000, "description": "What people say of it."},
          "enabled": {"type": ["boolean", "null"], "description": "Whether messages are sent: true unless given."},
          "secret": {
            "type": ["string", "null"],
            "pattern": "^whsec_[A-Za-z0-9+/]{32,88}={0,2}$",
            "description": "What messages are signed with; made by chance unless given."
          }
        },
        "additionalProperties": false,
        "description": "A webhook to register."
      },
      "WebhookChange": {
        "type": "object",
        "properties": {
          "url": {
            "type": ["string", "null"],
            "minLength": 1,
            "maxLength": 2048,
            "format": "uri",
            "pattern": "^https?://",
            "examples": ["https://hooks.example.com/greenroom"],
            "description": "Where its messages are sent."
          },
          "filter": {
            "anyOf": [{"$ref": "#/components/schemas/NewWebhookFilter"}, {"type": "null"}],
            "description": "What it hears of, as a whole."
          },
          "description": {"type": ["string", "null"], "maxLength": 1000, "description": "What people say of it."},
          "enabled": {"type": ["boolean", "null"], "description": "Whether messages are sent; true begins anew."},
          "secret": {
            "type": ["string", "null"],
            "pattern": "^whsec_[A-Za-z0-9+/]{32,88}={0,2}$",
            "description": "What messages are signed with from now on."
          },
          "rotateSecret": {
            "type": ["boolean", "null"],
            "description": "Makes a secret by chance, in place of `secret`."
          }
        },
        "additionalProperties": false,
        "description": "What changes about a webhook."
      },
      "WebhookFilter": {
        "type": "object",
        "required": ["kinds", "bundleID", "device", "labels", "records"],
        "properties": {
          "kinds": {
            "type": "array",
            "items": {
              "type": "string",
              "enum": [
                "input",
                "returned",
                "process",
                "scene",
                "callback",
                "notification",
                "assertion",
                "verdict",
                "memory",
                "dispatch",
                "exit",
                "finding",
                "snapshot",
                "activity",
                "log"
              ]
            },
            "description": "Records of one of these kinds; of every kind where there is none."
          },
          "bundleID": {
            "type": ["string", "null"],
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "Records about this app; null for all."
          },
          "device": {
            "type": ["string", "null"],
            "pattern": "^[a-z0-9][a-z0-9-]*$",
            "minLength": 1,
            "maxLength": 63,
            "examples": ["checkout-test-17"],
            "description": "Records of this device; null for all."
          },
          "labels": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "Records of devices with all these labels."
          },
          "records": {
            "type": "array",
            "items": {"type": "object"},
            "description": "Records that match one of these patterns; any where there is none."
          }
        },
        "additionalProperties": false,
        "description": "What a webhook hears of: records that meet all of it."
      },
      "NewWebhookFilter": {
        "type": "object",
        "properties": {
          "kinds": {
            "anyOf": [
              {
                "type": "array",
                "items": {
                  "type": "string",
                  "enum": [
                    "input",
                    "returned",
                    "process",
                    "scene",
                    "callback",
                    "notification",
                    "assertion",
                    "verdict",
                    "memory",
                    "dispatch",
                    "exit",
                    "finding",
                    "snapshot",
                    "activity",
                    "log"
                  ]
                },
                "maxItems": 15
              },
              {"type": "null"}
            ],
            "description": "Records of one of these kinds: exits and findings unless given, or every kind if `records` is given."
          },
          "bundleID": {
            "type": ["string", "null"],
            "pattern": "^[A-Za-z0-9-][A-Za-z0-9.-]*$",
            "minLength": 1,
            "maxLength": 155,
            "examples": ["com.example.notes"],
            "description": "Records about this app."
          },
          "device": {
            "type": ["string", "null"],
            "pattern": "^[a-z0-9][a-z0-9-]*$",
            "minLength": 1,
            "maxLength": 63,
            "examples": ["checkout-test-17"],
            "description": "Records of this device."
          },
          "labels": {
            "anyOf": [{"type": "object", "additionalProperties": {"type": "string"}}, {"type": "null"}],
            "description": "Records of devices with all these labels, at most 32."
          },
          "records": {
            "anyOf": [
              {"type": "array", "items": {"$ref": "#/components/schemas/RecordPattern"}, "maxItems": 10},
              {"type": "null"}
            ],
            "description": "Records that match one of these patterns."
          }
        },
        "additionalProperties": false,
        "description": "What a webhook is to hear of: records that meet all of it."
      },
      "WebhookTest": {
        "type": "object",
        "required": ["id"],
        "properties": {"id": {"type": "string", "description": "Its `webhook-id`."}},
        "additionalProperties": false,
        "description": "A message that tries a receiver."
      },
      "WebhookDelivery": {
        "type": "object",
        "required": ["id", "type", "attempt", "time", "tookSeconds", "outcome", "status", "error", "nextAttempt"],
        "properties": {
          "id": {"type": "string", "description": "The `webhook-id` of the message."},
          "type": {
            "type": "string",
            "enum": [
              "greenroom.input",
              "greenroom.returned",
              "greenroom.process",
              "greenroom.scene",
              "greenroom.callback",
              "greenroom.notification",
              "greenroom.assertion",
              "greenroom.verdict",
              "greenroom.memory",
              "greenroom.dispatch",
              "greenroom.exit",
              "greenroom.finding",
              "greenroom.snapshot",
              "greenroom.activity",
              "greenroom.log",
              "greenroom.gap",
              "greenroom.test"
            ],
            "description": "What the message is about."
          },
          "attempt": {
            "type": "integer",
            "format": "int64",
            "minimum": 1,
            "maximum": 6,
            "description": "The number of the attempt."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it began, by the real clock."
          },
          "tookSeconds": {"type": "number", "minimum": 0, "description": "How long it took."},
          "outcome": {
            "type": "string",
            "enum": ["delivered", "retrying", "failed"],
            "description": "What became of the message."
          },
          "status": {
            "type": ["integer", "null"],
            "format": "int64",
            "minimum": 100,
            "maximum": 999,
            "description": "The status of the answer; null without one."
          },
          "error": {
            "anyOf": [
              {
                "type": "string",
                "enum": [
                  "nameNotFound",
                  "addressNotAllowed",
                  "notReachable",
                  "tlsFailed",
                  "connectionLost",
                  "badAnswer",
                  "timeout",
                  "cancelled"
                ]
              },
              {"type": "null"}
            ],
            "description": "Why there was no answer."
          },
          "nextAttempt": {
            "type": ["string", "null"],
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When the message is sent again; null if it is not."
          }
        },
        "additionalProperties": false,
        "description": "An attempt to deliver a message."
      },
      "WebhookDeliveryList": {
        "type": "object",
        "required": ["deliveries", "next"],
        "properties": {
          "deliveries": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/WebhookDelivery"},
            "description": "The elements."
          },
          "next": {"type": ["string", "null"], "description": "The `cursor` of the next page; null at the end."}
        },
        "additionalProperties": false,
        "description": "The newest attempts."
      },
      "WebhookMessage": {
        "type": "object",
        "required": ["type", "timestamp", "data"],
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "greenroom.input",
              "greenroom.returned",
              "greenroom.process",
              "greenroom.scene",
              "greenroom.callback",
              "greenroom.notification",
              "greenroom.assertion",
              "greenroom.verdict",
              "greenroom.memory",
              "greenroom.dispatch",
              "greenroom.exit",
              "greenroom.finding",
              "greenroom.snapshot",
              "greenroom.activity",
              "greenroom.log",
              "greenroom.gap",
              "greenroom.test"
            ],
            "description": "What it is about: `greenroom.` and the kind of the record, `gap` or `test`."
          },
          "timestamp": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it was made, by the real clock."
          },
          "data": {
            "type": "object",
            "properties": {
              "device": {
                "type": "string",
                "pattern": "^[a-z0-9][a-z0-9-]*$",
                "minLength": 1,
                "maxLength": 63,
                "examples": ["checkout-test-17"],
                "description": "The device whose record it is."
              },
              "labels": {
                "type": "object",
                "additionalProperties": {"type": "string"},
                "description": "The labels of the device."
              },
              "record": {"$ref": "#/components/schemas/Record", "description": "The record."},
              "dropped": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "description": "How many messages were dropped before this one."
              },
              "missed": {
                "type": ["integer", "null"],
                "format": "int64",
                "minimum": 0,
                "description": "Of a gap: how many records of any kind; null if unknown."
              },
              "webhook": {"type": "string", "description": "Of a test: the webhook."}
            },
            "additionalProperties": false,
            "description": "What is told."
          }
        },
        "additionalProperties": false,
        "description": "What a webhook is sent."
      },
      "WebDriverSession": {
        "type": "object",
        "required": [
          "id",
          "dialect",
          "device",
          "bundleID",
          "createdAt",
          "commandsInProgress",
          "lastCommand",
          "lastCommandAt",
          "newCommandTimeoutSeconds",
          "deletesDevice"
        ],
        "properties": {
          "id": {"type": "string", "description": "Its id."},
          "dialect": {"type": "string", "enum": ["appium", "wda"], "description": "What the client speaks."},
          "device": {
            "type": "string",
            "pattern": "^[a-z0-9][a-z0-9-]*$",
            "minLength": 1,
            "maxLength": 63,
            "examples": ["checkout-test-17"],
            "description": "The device that it drives."
          },
          "bundleID": {"type": ["string", "null"], "description": "The app under test."},
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it was opened, by the server's clock."
          },
          "commandsInProgress": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How many commands are in progress."
          },
          "lastCommand": {
            "type": ["string", "null"],
            "description": "The command that ended last: a route or a script."
          },
          "lastCommandAt": {
            "type": ["string", "null"],
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it ended, by the server's clock."
          },
          "newCommandTimeoutSeconds": {
            "type": ["number", "null"],
            "minimum": 0,
            "description": "How long it lives without a command; null for ever."
          },
          "deletesDevice": {"type": "boolean", "description": "Whether its device is deleted with it."}
        },
        "additionalProperties": false,
        "description": "A session of a client of Appium or WebDriverAgent."
      },
      "WebDriverSessionList": {
        "type": "object",
        "required": ["sessions", "count"],
        "properties": {
          "sessions": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/WebDriverSession"},
            "description": "The sessions, the newest first."
          },
          "count": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How many there are, those after the limit included."
          }
        },
        "additionalProperties": false,
        "description": "The newest sessions of clients of Appium and WebDriverAgent."
      },
      "LoggedRequest": {
        "type": "object",
        "required": [
          "number",
          "time",
          "id",
          "method",
          "path",
          "device",
          "status",
          "seconds",
          "problem",
          "body",
          "bodyBytes"
        ],
        "properties": {
          "number": {
            "type": "integer",
            "format": "int64",
            "minimum": 1,
            "description": "Its number, from 1 in each run of the server."
          },
          "time": {
            "type": "string",
            "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
            "examples": ["2026-01-01T00:00:12.000Z"],
            "description": "When it came, by the server's clock."
          },
          "id": {"type": "string", "description": "Its id, as in `X-Request-Id` and the log."},
          "method": {"type": "string", "description": "Its method."},
          "path": {"type": "string", "description": "Its path without the query, cut to 256 bytes."},
          "device": {
            "type": ["string", "null"],
            "pattern": "^[a-z0-9][a-z0-9-]*$",
            "minLength": 1,
            "maxLength": 63,
            "examples": ["checkout-test-17"],
            "description": "The device in the path."
          },
          "status": {
            "type": "integer",
            "format": "int64",
            "minimum": 100,
            "maximum": 599,
            "description": "The status of the answer."
          },
          "seconds": {
            "type": "number",
            "minimum": 0,
            "description": "How long the answer took; that of a stream, until it began."
          },
          "problem": {
            "anyOf": [{"$ref": "#/components/schemas/Problem"}, {"type": "null"}],
            "description": "Why it was refused."
          },
          "body": {
            "type": ["string", "null"],
            "description": "What it carried, its first 2,048 bytes; null if nothing was read, or a secret was expected."
          },
          "bodyBytes": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How many bytes were read of what it carried."
          }
        },
        "additionalProperties": false,
        "description": "A request of the interface. Headers and queries are not kept."
      },
      "LoggedRequestList": {
        "type": "object",
        "required": ["requests", "count"],
        "properties": {
          "requests": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/LoggedRequest"},
            "description": "The requests, the newest first."
          },
          "count": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "How many there are, those after the limit included."
          }
        },
        "additionalProperties": false,
        "description": "The newest requests."
      },
      "Health": {
        "type": "object",
        "required": ["status"],
        "properties": {
          "status": {
            "type": "string",
            "enum": ["ok", "starting", "ready", "readOnly", "stopping"],
            "description": "How it is."
          }
        },
        "additionalProperties": false,
        "description": "Whether the service can be used."
      },
      "Version": {
        "type": "object",
        "required": ["version", "kernelVersion"],
        "properties": {
          "version": {"type": "string", "description": "The version of the service."},
          "kernelVersion": {
            "type": "string",
            "description": "The version of the kernel: with another one, records may differ."
          }
        },
        "additionalProperties": false,
        "description": "Which version this is."
      },
      "Problem": {
        "type": "object",
        "required": ["type", "title", "status", "detail", "code"],
        "properties": {
          "type": {"type": "string", "format": "uri-reference", "description": "Where the code is explained."},
          "title": {
            "type": "string",
            "enum": [
              "The request is not HTTP",
              "The request does not say which server it is for",
              "The body cannot be read",
              "The body has a media type that is not read here",
              "The answer does not come in this media type",
              "The body is too large",
              "The request has too many parts",
              "A field is not known",
              "A value is not accepted",
              "A field is missing",
              "There is no such event",
              "There is no such action",
              "There is no such rule",
              "The idempotency key belongs to another request",
              "There is nothing at this path",
              "The path does not take this method",
              "There is no such device",
              "There is no such app on the device",
              "There is no such process on the device",
              "There is no such scene",
              "There is no such callback in flight",
              "There is no such rule profile",
              "There is no such report of the app",
              "There is no such push",
              "There is no such key of a provider",
              "There is no such webhook",
              "The records are no longer kept",
              "A device of this id exists",
              "The device is locked",
              "The device could not be recovered",
              "This makes no sense in the present state",
              "The app has no process",
              "The process is suspended",
              "The app does not support several scenes",
              "There are as many of these already as there may be",
              "The server has as many devices as it may have",
              "The first answer was too large to be kept",
              "The resource is not as it was expected to be",
              "A valid token is needed",
              "The token may only read",
              "A page of another site may not do this",
              "The server does not have this name",
              "The service has too much to do",
              "The journal cannot be used",
              "The service is not ready",
              "Something went wrong inside the service"
            ],
            "description": "What the code means, for people."
          },
          "status": {
            "type": "integer",
            "format": "int64",
            "minimum": 400,
            "maximum": 599,
            "description": "The HTTP status."
          },
          "detail": {"type": "string", "description": "What is wrong and what would have been right, for people."},
          "code": {
            "type": "string",
            "enum": [
              "malformed-request",
              "malformed-host",
              "malformed-body",
              "unsupported-media-type",
              "not-acceptable",
              "too-large",
              "too-complex",
              "unknown-field",
              "invalid-value",
              "missing-field",
              "unknown-event",
              "unknown-action",
              "unknown-rule",
              "idempotency-key-reused",
              "unknown-path",
              "method-not-allowed",
              "unknown-device",
              "unknown-app",
              "unknown-process",
              "unknown-scene",
              "unknown-callback",
              "unknown-profile",
              "unknown-report",
              "unknown-push",
              "unknown-key",
              "unknown-webhook",
              "records-evicted",
              "device-exists",
              "device-locked",
              "device-set-aside",
              "not-possible-now",
              "process-not-running",
              "process-suspended",
              "multiple-scenes-not-supported",
              "limit-reached",
              "too-many-devices",
              "answer-not-kept",
              "precondition-failed",
              "unauthorized",
              "read-only-token",
              "cross-site",
              "host-not-allowed",
              "overloaded",
              "journal-unavailable",
              "not-ready",
              "internal"
            ],
            "description": "What is wrong, for programs."
          },
          "field": {"type": "string", "description": "The field, query parameter or header that is wrong."},
          "state": {"type": "string", "description": "The state that the request met."},
          "accepted": {"type": "array", "items": {"type": "string"}, "description": "What would have been accepted."},
          "index": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Which of several inputs was refused, from 0."
          },
          "requestID": {
            "type": "string",
            "description": "The id of the request in the log, where the log has details."
          }
        },
        "additionalProperties": false,
        "description": "Why a request was refused (RFC 9457)."
      }
    },
    "parameters": {
      "IfNoneMatch": {
        "name": "If-None-Match",
        "in": "header",
        "description": "Tags of what the client has; if one is still right, the answer is 304.",
        "schema": {"type": "string"}
      },
      "IfMatch": {
        "name": "If-Match",
        "in": "header",
        "description": "Tags, with the sequence of one of which the device must stand for the request to be carried out; or `*`.",
        "schema": {
          "type": "string",
          "pattern": "^(\\*|\"(0|[1-9][0-9]{0,18})(-(0|[1-9a-f][0-9a-f]{0,15}))?\"( *, *\"(0|[1-9][0-9]{0,18})(-(0|[1-9a-f][0-9a-f]{0,15}))?\")*)$",
          "examples": ["*"]
        }
      },
      "IdempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "description": "The same key with the same body gets the first answer again, and nothing is done twice.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"}
      },
      "LastSequence": {
        "name": "Last-Event-ID",
        "in": "header",
        "description": "The id of the last event that the client has of a stream: a sequence.",
        "schema": {"type": "string", "pattern": "^(0|[1-9][0-9]{0,17})$"}
      },
      "LastPosition": {
        "name": "Last-Event-ID",
        "in": "header",
        "description": "The id of the last event that the client has of the stream: a position of a run of the server.",
        "schema": {"type": "string", "pattern": "^[0-9a-z]+-(0|[1-9][0-9]{0,17})$", "examples": ["9f3a61c2-17"]}
      }
    },
    "headers": {
      "ETag": {
        "description": "The sequence of the device that the answer reflects, and a digest of the body where it is a resource; a digest of a file.",
        "schema": {"type": "string", "pattern": "^\"[0-9a-f]{1,20}(-[0-9a-f]{1,16})?\"$"}
      },
      "Location": {"description": "Where what was made is.", "schema": {"type": "string"}}
    },
    "securitySchemes": {
      "token": {"type": "http", "scheme": "bearer", "description": "Needed where the service is started with a token."}
    }
  }
}

"""##
}
