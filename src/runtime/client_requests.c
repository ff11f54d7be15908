/*
 * Requests to tools of Valgrind, which programs make by an instruction that does nothing
 * (valgrind/helgrind.h, valgrind/drd.h): an address of words, of which the first says what is asked
 * for. Those that order threads, and those that leave races out, are annotations like any others.
 */
#include "runtime/client_requests.h"

#include "runtime/annotations.h"

#define TOOL(a, b) ((uint64_t)(a) << 24 | (uint64_t)(b) << 16)

/* Both tools have the same numbers for what they have in common. */
enum helgrind_request {
  HELGRIND_MUTEX_UNLOCKS = 256 + 5,
  HELGRIND_MUTEX_LOCKED = 256 + 8,
  HELGRIND_RWLOCK_ACQUIRED = 256 + 17,
  HELGRIND_RWLOCK_RELEASED = 256 + 18,
  HELGRIND_SEMAPHORE_RELEASED = 256 + 22,
  HELGRIND_SEMAPHORE_ACQUIRED = 256 + 23,
  HELGRIND_SPIN_UNLOCKS = 256 + 27,
  HELGRIND_SPIN_LOCKED = 256 + 30,
  HELGRIND_HAPPENS_BEFORE = 256 + 33,
  HELGRIND_HAPPENS_AFTER = 256 + 34,
  HELGRIND_UNTRACKED = 256 + 39,
};

enum drd_request {
  DRD_SUPPRESSES = 2,
  DRD_RECORDS_LOADS = 6,
  DRD_RECORDS_STORES = 7,
  DRD_SEMAPHORE_WAITED = 13,
  DRD_SEMAPHORE_POSTS = 14,
};

static void helgrind_request(uint64_t request, const uint64_t *words, uint64_t pc) {
  const void *const addr = (const void *)(uintptr_t)words[1];
  switch (request) {
  case HELGRIND_MUTEX_UNLOCKS:
  case HELGRIND_RWLOCK_RELEASED:
  case HELGRIND_SEMAPHORE_RELEASED:
  case HELGRIND_SPIN_UNLOCKS:
  case HELGRIND_HAPPENS_BEFORE:
    annotation_release(addr, pc);
    break;
  case HELGRIND_MUTEX_LOCKED:
  case HELGRIND_RWLOCK_ACQUIRED:
  case HELGRIND_SEMAPHORE_ACQUIRED:
  case HELGRIND_SPIN_LOCKED:
  case HELGRIND_HAPPENS_AFTER:
    annotation_acquire(addr, pc);
    break;
  case HELGRIND_UNTRACKED:
    annotation_benign(addr, words[2]);
    break;
  }
}

static void drd_request(uint64_t request, const uint64_t *words, uint64_t pc) {
  const void *const addr = (const void *)(uintptr_t)words[1];
  switch (request) {
  case DRD_SUPPRESSES:
    annotation_benign(addr, words[2]);
    break;
  case DRD_RECORDS_LOADS:
    annotation_ignore_reads(!words[1]);
    break;
  case DRD_RECORDS_STORES:
    annotation_ignore_writes(!words[1]);
    break;
  case DRD_SEMAPHORE_WAITED:
    annotation_acquire(addr, pc);
    break;
  case DRD_SEMAPHORE_POSTS:
    annotation_release(addr, pc);
    break;
  }
}

void client_request(const uint64_t *words, uint64_t pc) {
  const uint64_t tool = words[0] & UINT64_C(0xffff0000), request = words[0] & 0xffff;
  if (tool == TOOL('H', 'G'))
    helgrind_request(request, words, pc);
  else if (tool == TOOL('D', 'R'))
    drd_request(request, words, pc);
}
