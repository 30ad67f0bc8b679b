#include "BuildRecord.h"

// Package.swift defines it where the environment of the build has it. In C, as Swift has no definitions with values.
#ifndef GREENROOM_COMMIT
#define GREENROOM_COMMIT ""
#endif

const char *greenroom_commit(void) { return GREENROOM_COMMIT; }
