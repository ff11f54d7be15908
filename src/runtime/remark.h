/* What is worth a remark, and is no error of the program. */
#ifndef RAVEL_RUNTIME_REMARK_H
#define RAVEL_RUNTIME_REMARK_H

#include <stdint.h>

#include "protocol/remark.h"

/* Made once for each place. */
void remark(enum remark_kind kind, uint64_t pc);

/* A condition variable is signalled, or waited for, in some execution. */
void remark_signalled(const void *cond, uint64_t pc);
void remark_waited(const void *cond);

#endif
