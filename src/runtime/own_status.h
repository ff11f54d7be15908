/* What the kernel says of this process in /proc/self/status. */
#ifndef RAVEL_RUNTIME_OWN_STATUS_H
#define RAVEL_RUNTIME_OWN_STATUS_H

#include <stdint.h>

/* The number in the line of that name; 0: there is none. */
uint64_t own_status(const char *name);

#endif
