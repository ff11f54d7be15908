// A thread pool that wakes one worker when it closes: the other never learns.
// expect: fail deadlock
#define CLOSE pthread_cond_signal
#include "pool.h"
