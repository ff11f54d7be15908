// The stack of hazard_pointers.c, where a thread does not look again whether the node is still on
// the stack after it has named it: it may be freed already.
// expect: fail use-after-free
#define LOOK_ONCE
#include "hazard_pointers.h"
