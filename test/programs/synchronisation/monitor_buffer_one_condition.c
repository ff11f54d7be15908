// The buffer of monitor_buffer.c with one condition variable for both: the wakeup of a taker can
// go to another taker, who goes back to sleep, and the putter sleeps for ever.
// expect: fail deadlock
#define WAKE_TAKER pthread_cond_signal(&not_empty)
#define WAKE_PUTTER pthread_cond_signal(&not_empty)
#define NOT_EMPTY not_empty
#define NOT_FULL not_empty
#include "monitor_buffer.h"
