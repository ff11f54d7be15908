/*
 * What synchronisation objects have in common. Each keeps its state in the program's own object, in
 * a file of its own in the shape of mutex.c.
 *
 * Every operation is an RV_OP_MEMORY, which never blocks, or an RV_OP_AWAIT on some bytes of the
 * object. Which operations commute is said by the modes of their accesses and by which bytes they
 * claim to access: an object may have parts that stand for something and hold nothing.
 */
#ifndef RAVEL_RUNTIME_OBJECT_H
#define RAVEL_RUNTIME_OBJECT_H

#include "runtime/datarace.h"
#include "runtime/heap.h"
#include "runtime/runtime.h"
#include "runtime/thread.h"

/* For objects that must be initialised before they are used, and for all: what a destroyed one is
 * known by. */
enum { OBJECT_READY = 0x0b1ec7ed, OBJECT_DESTROYED = 0x0b1edead };

/* The current thread is about to access the object by an operation that is always enabled. */
void object_access(const void *addr, uint32_t size, uint32_t mode, uint32_t flags, uint64_t pc);

/* It waits until it can. */
void object_await(const void *addr, uint32_t size, uint32_t mode, uint32_t flags,
                  const struct blocking *blocking, uint64_t pc);

/* It waits to leave the object, which may be gone by then. */
void object_await_leaving(const void *addr, uint32_t size, uint32_t mode, uint32_t flags,
                          const struct blocking *blocking, uint64_t pc);

/* A release: what the current thread has done happens before a later acquire. */
static inline void object_release(const void *addr) {
  if (rt.races == RACES_REPORT)
    datarace_release(rt.current->tid, (uintptr_t)addr);
}

static inline void object_acquire(const void *addr) {
  if (rt.races == RACES_REPORT)
    datarace_acquire(rt.current->tid, (uintptr_t)addr);
}

/* The same, where a thread may come back to it in a loop. */
void object_await_again(const void *addr, uint32_t size, uint32_t mode,
                        const struct blocking *blocking, uint64_t pc, void *entry);

/* The operation under way takes something of the object that can be given back (1), gives it back
 * (-1), or cannot get it (0); the first bytes of the object decide. `adds`: what other threads take
 * or give back meanwhile makes no difference. */
static inline void object_takes(int32_t amount, bool adds) {
  rt.taken.progress = rt.progress + 1;
  rt.taken.amount = amount;
  rt.taken.adds = adds;
}

/* The object is about to be used: that is an error where its memory is gone, and it races with
 * plain stores to it. */
void object_check(const void *addr, uint32_t size, uint64_t pc);
void object_check_lock(const void *addr, uint32_t size, uint64_t pc);

/* An object is initialised or destroyed: an event that conflicts with every other operation on it.
 * To plain accesses of its bytes it is a write. */
void object_changes(enum record_kind kind, const void *object, uint32_t size, uint64_t pc,
                    void *frame);

/* A thread that is blocked on the object, or RV_NO_THREAD. One that tries again and again is not in
 * a call all the time: it could be between two. */
rv_tid object_waiter(const void *object, uint32_t size);

/* Whether the bytes of an object that was not initialised by a call can be trusted. On a stack they
 * may be left over from earlier calls. */
static inline bool object_is_kept(const void *object) {
  return stack_owner((uintptr_t)object) == RV_NO_THREAD;
}

/* An object that was there before a check began may be as libc has it. */
static inline bool object_is_from_before(const void *object) {
  return unlikely(rt.inside) && object_is_kept(object) && !heap_contains((uintptr_t)object);
}

#endif
