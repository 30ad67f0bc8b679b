#ifndef BUILD_RECORD_H
#define BUILD_RECORD_H

/// Returns the commit that the binary was built from; an empty text when it is not known.
const char *greenroom_commit(void);

#endif
