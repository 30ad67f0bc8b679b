#include "EmbeddedFiles.h"

// In C, as Swift has no #embed; in the standard of 2023, of which the compiler warns in older ones. Each file is text, which a 0 ends.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char description[] = {
#embed "../../../docs/openapi.json" suffix(, 0)
};

const char *greenroom_openapi(void) { return description; }
