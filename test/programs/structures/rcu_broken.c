// Read-copy-update with a writer who frees at once.
// expect: fail data-race
#define DONT_WAIT
#include "rcu.h"
