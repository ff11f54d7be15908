// The deque of deque_stealing.c, whose owner takes the last item without looking whether a thief
// has just done so.
// expect: fail assertion
#define LAST_ITEM_WITHOUT_RACE
#include "deque_stealing.h"
