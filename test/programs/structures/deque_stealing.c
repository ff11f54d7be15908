// A work-stealing deque as Chase and Lev have it: every item is taken by one thread.
// expect: pass
#include "deque_stealing.h"
