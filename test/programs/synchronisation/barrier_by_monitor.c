// A barrier made of a mutex and a condition variable, used twice: a generation number keeps the
// rounds apart.
// expect: pass
#define NEXT_ROUND generation++
#define SAME_ROUND mine == generation
#include "barrier_by_monitor.h"
