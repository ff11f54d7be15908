// Reference counting: the last one sees what the others did, and frees.
// expect: pass
// traces: 2 (who counts down first)
#include "refcount.h"
