// A thread pool that does all of its tasks and closes.
// expect: pass
// algorithms: source optimal
#define CLOSE pthread_cond_broadcast
#include "pool.h"
