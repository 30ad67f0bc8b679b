#ifndef EMBEDDED_FILES_H
#define EMBEDDED_FILES_H

/// Returns docs/openapi.json.
const char *greenroom_openapi(void);

#endif
