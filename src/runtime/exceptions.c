/*
 * C++ exceptions. Who is the last to use one is found out inside libstdc++.so, by counting in a way
 * that race detection does not see: by the time that an exception is freed, all that was done with
 * it is over.
 */
#include "runtime/datarace.h"
#include "runtime/heap.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

void __cxa_free_exception(void *thrown);
EXPORT void __cxa_free_exception(void *thrown) {
  struct heap_block block;
  const uint64_t addr = (uintptr_t)thrown;
  if (rt.current && rt.races == RACES_REPORT && heap_contains(addr) && heap_find(addr, &block))
    datarace_forget(block.start, block.size);
  REAL(__cxa_free_exception)(thrown);
}
