// A bounded buffer as a monitor with two condition variables; two put, two take.
// expect: pass
#include "monitor_buffer.h"
