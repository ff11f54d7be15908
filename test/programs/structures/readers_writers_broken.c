// A writer that does not wait for readers.
// expect: fail data-race
#define MAY_WRITE
#include "readers_writers.h"
