// Reference counting with relaxed atomics: the last one may not see what the others did.
// expect: fail data-race
#define GIVING_UP memory_order_relaxed
#include "refcount.h"
