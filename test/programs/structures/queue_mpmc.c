// A bounded queue for several producers and consumers: every slot has a sequence number that says
// whose turn it is. Here with two producers and two consumers who give up where they would wait.
// expect: pass
#include "queue_mpmc.h"
