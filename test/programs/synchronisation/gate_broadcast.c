// A gate that opens for everybody and wakes everybody.
// expect: pass
#define OPEN pthread_cond_broadcast
#include "gate.h"
