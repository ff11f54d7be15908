// The queue of queue_mpmc.c, with a store that publishes the slot but not what is in it.
// expect: fail data-race
#define PUBLISH memory_order_relaxed
#include "queue_mpmc.h"
