/* Stacks unwound by the tables that compilers write for exceptions: what callee-saved registers
 * held in each function. Optimised code keeps its variables there. */
#ifndef RAVEL_REPORT_UNWIND_H
#define RAVEL_REPORT_UNWIND_H

#include "report/debug.h"
#include "report/memory_view.h"

/* Calls back for every function on the stack of a thread, from the registers on that were kept of
 * it, with the place it is at, as a return address, and its registers by their numbers in DWARF. */
void unwind(struct debug *debug, const struct memory_view *view,
            const uint64_t registers[SHARED_REGISTERS],
            void (*callback)(void *self, uint64_t pc, const uint64_t *registers), void *self);

#endif
