// A barrier that looks at the number of those who have arrived: a fast thread comes around again
// and fills it up before a slow one has left.
// expect: fail deadlock
#define NEXT_ROUND
#define SAME_ROUND arrived != 0
#include "barrier_by_monitor.h"
