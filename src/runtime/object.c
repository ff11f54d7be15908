#include "runtime/object.h"

#include "runtime/access.h"
#include "runtime/heap.h"
#include "runtime/memory_errors.h"
#include "runtime/record.h"
#include "runtime/spinloop.h"

static inline void check_memory(const void *addr, uint32_t size, uint64_t pc) {
  if (unlikely(heap_contains((uintptr_t)addr)))
    memory_check((uintptr_t)addr, size, true, pc, FRAME);
  if (rt.races == RACES_INTERLEAVE)
    touch_atomically((uintptr_t)addr, size);
}

static inline void check_use(const void *addr, uint32_t size, uint64_t pc,
                             bool (*races)(rv_tid, uint64_t, struct datarace *)) {
  struct datarace race;
  check_memory(addr, size, pc);
  if (unlikely(rt.recording))
    record_watched((uintptr_t)addr, size, false, false, pc, FRAME);
  if (races_are_checked() && unlikely(races(rt.current->tid, (uintptr_t)addr, &race)))
    race_found(&race, ACCESS_USE, false, pc, FRAME);
}

void object_check(const void *addr, uint32_t size, uint64_t pc) {
  check_use(addr, size, pc, datarace_use);
}

void object_check_lock(const void *addr, uint32_t size, uint64_t pc) {
  check_use(addr, size, pc, datarace_use_of_lock);
}

static void object_visible(const void *addr, uint32_t size, uint32_t mode, uint32_t flags,
                           uint64_t pc) {
  visible_operation(&(struct rv_op){.kind = RV_OP_MEMORY,
                                    .flags = (uint8_t)flags,
                                    .access = {(uintptr_t)addr, size, mode}},
                    NULL, pc);
}

void object_access(const void *addr, uint32_t size, uint32_t mode, uint32_t flags, uint64_t pc) {
  object_visible(addr, size, mode, flags, pc);
  object_check(addr, size, pc);
}

void object_await_leaving(const void *addr, uint32_t size, uint32_t mode, uint32_t flags,
                          const struct blocking *blocking, uint64_t pc) {
  visible_operation(&(struct rv_op){.kind = RV_OP_AWAIT,
                                    .flags = (uint8_t)flags,
                                    .access = {(uintptr_t)addr, size, mode}},
                    blocking, pc);
}

void object_await(const void *addr, uint32_t size, uint32_t mode, uint32_t flags,
                  const struct blocking *blocking, uint64_t pc) {
  object_await_leaving(addr, size, mode, flags, blocking, pc);
  object_check(addr, size, pc);
}

void object_await_again(const void *addr, uint32_t size, uint32_t mode,
                        const struct blocking *blocking, uint64_t pc, void *entry) {
  visible_wait(&(struct rv_op){.kind = RV_OP_AWAIT, .access = {(uintptr_t)addr, size, mode}},
               blocking, pc, entry);
  object_check(addr, size, pc);
}

/* Operations on an object do not race with each other: in which order they come is explored. */
static void check_plain_accesses(enum record_kind kind, const void *object, uint32_t size,
                                 uint64_t pc, void *frame) {
  struct datarace race;
  if (unlikely(rt.recording))
    record_watched((uintptr_t)object, size, true, false, pc, frame);
  if (races_are_checked() && datarace_object(rt.current->tid, (uintptr_t)object, size, true, &race))
    race_found(&race, kind == RECORD_INIT ? ACCESS_INIT : ACCESS_DESTROY, true, pc, frame);
}

void object_changes(enum record_kind kind, const void *object, uint32_t size, uint64_t pc,
                    void *frame) {
  if (!rt.current)
    return; /* before main */
  not_spinning();
  object_visible(object, size, RV_WRITE, 0, pc);
  check_memory(object, size, pc);
  performed(0);
  record_access(kind, (uintptr_t)object, size, 0, 0, pc);
  check_plain_accesses(kind, object, size, pc, frame);
}

rv_tid object_waiter(const void *object, uint32_t size) {
  for (rv_tid tid = 0; tid < rt.high; tid++) {
    struct thread *thread = &rt.threads[tid];
    if (thread->state == THREAD_READY && thread->blocking && !thread->trial &&
        thread->pending.access.addr - (uintptr_t)object < size &&
        !thread->blocking->can_go_on(thread))
      return tid;
  }
  return RV_NO_THREAD;
}
