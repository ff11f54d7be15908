/*
 * wait4() and getrusage() tell the peak of the process, and it was a copy of the command before it
 * became the program: for a small search that is what they tell. /proc knows the peak of the memory
 * as it is now.
 */
#define _GNU_SOURCE
#include "runtime/memory_peak.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/own_status.h"

uint64_t memory_peak(void) {
  struct rusage children = {0};
  const uint64_t own = own_status("VmHWM");
  syscall(SYS_getrusage, RUSAGE_CHILDREN, &children);
  return own && (uint64_t)children.ru_maxrss > own ? (uint64_t)children.ru_maxrss : own;
}
