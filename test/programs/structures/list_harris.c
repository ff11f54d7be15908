// A sorted list without locks after Harris: one thread inserts behind the node that another
// removes.
// expect: pass
#include "list_harris.h"
