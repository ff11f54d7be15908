// One condition variable for both is enough if everybody is woken.
// expect: pass
// algorithms: source optimal
#define WAKE_TAKER pthread_cond_broadcast(&not_empty)
#define WAKE_PUTTER pthread_cond_broadcast(&not_empty)
#define NOT_EMPTY not_empty
#define NOT_FULL not_empty
#include "monitor_buffer.h"
