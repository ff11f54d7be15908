// The list of list_harris.c without the mark: what is inserted behind a node that is just being
// removed is lost.
// expect: fail assertion
#define UNMARKED
#include "list_harris.h"
