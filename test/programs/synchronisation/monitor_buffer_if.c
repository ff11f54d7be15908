// The buffer of monitor_buffer.c where a woken thread does not look again: another may have been
// faster.
// expect: fail assertion
#define WHILE if
#include "monitor_buffer.h"
