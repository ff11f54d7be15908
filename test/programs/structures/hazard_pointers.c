// A stack with hazard pointers: a node is not freed while another thread may look into it.
// expect: pass
#include "hazard_pointers.h"
