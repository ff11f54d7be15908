// Two readers and a writer, by a monitor.
// expect: pass
// algorithms: source optimal
#define MAY_WRITE || readers
#include "readers_writers.h"
