// A gate that opens for everybody, but wakes only one: the other waits for ever.
// expect: fail deadlock
#define OPEN pthread_cond_signal
#include "gate.h"
