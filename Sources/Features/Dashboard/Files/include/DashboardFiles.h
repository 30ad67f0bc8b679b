#ifndef DASHBOARD_FILES_H
#define DASHBOARD_FILES_H

#include <stddef.h>

/// A file that the compiler has put into the binary.
struct greenroom_file {
    const char *name;
    const char *text;
};

/// Returns the files in Sources/Features/Dashboard/Site, then those in Lessons, in the order of their names, then the pages of docs that the
/// dashboard shows.
const struct greenroom_file *greenroom_site(void);

/// Returns how many files greenroom_site has.
size_t greenroom_site_count(void);

#endif
