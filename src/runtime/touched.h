/* Which pages of a mapping the process has in memory, as the kernel knows it. */
#ifndef RAVEL_RUNTIME_TOUCHED_H
#define RAVEL_RUNTIME_TOUCHED_H

#include <stdbool.h>
#include <stddef.h>

/* Calls back for each page of [begin, begin+size), which is aligned, that was ever written to
 * (TOUCHED_WRITTEN: of a private mapping of a file, those that are no longer the file's), or that
 * is there at all (TOUCHED_PRESENT: of an anonymous mapping, all others are zero). False: the
 * kernel does not tell. One process asks. */
enum touched { TOUCHED_WRITTEN, TOUCHED_PRESENT };
bool touched_pages(char *begin, size_t size, enum touched which,
                   void (*callback)(char *page, void *data), void *data);

#endif
