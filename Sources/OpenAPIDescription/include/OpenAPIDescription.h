#ifndef OPENAPI_DESCRIPTION_H
#define OPENAPI_DESCRIPTION_H

#include <stddef.h>
#include <stdint.h>

/// Returns the bytes of docs/openapi.json, which the compiler has put into the binary.
const uint8_t *greenroom_openapi_bytes(void);

/// Returns how many bytes these are.
size_t greenroom_openapi_size(void);

#endif
