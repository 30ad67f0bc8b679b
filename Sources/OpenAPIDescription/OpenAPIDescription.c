#include "OpenAPIDescription.h"

// In C, as Swift has no #embed; in the standard of 2023, of which the compiler warns in older ones.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t description[] = {
#embed "../../docs/openapi.json"
};

const uint8_t *greenroom_openapi_bytes(void) { return description; }

size_t greenroom_openapi_size(void) { return sizeof description; }
