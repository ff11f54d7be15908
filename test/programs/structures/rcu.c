// Read-copy-update with a writer who waits for the readers before it frees.
// expect: pass
#include "rcu.h"
