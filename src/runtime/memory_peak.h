/* How much memory this process has had at most since it became the program under test. */
#ifndef RAVEL_RUNTIME_MEMORY_PEAK_H
#define RAVEL_RUNTIME_MEMORY_PEAK_H

#include <stdint.h>

/* With that of processes it has waited for. In KiB; 0: it is not known. */
uint64_t memory_peak(void);

#endif
