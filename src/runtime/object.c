#include "runtime/object.h"

#include "runtime/access.h"
#include "runtime/heap.h"
#include "runtime/memory_errors.h"
#include "runtime/record.h"
#include "runtime/spinloop.h"

void object_check(const void *addr, uint32_t size, uint64_t pc) {
  if (unlikely(heap_contains((uintptr_t)addr)))
    memory_object((uintptr_t)addr, size, pc, FRAME);
}

void object_access(const void *addr, uint32_t size, uint32_t mode, uint32_t flags, uint64_t pc) {
  visible_operation(&(struct rv_op){.kind = RV_OP_MEMORY,
                                    .flags = (uint8_t)flags,
                                    .access = {(uintptr_t)addr, size, mode}},
                    NULL, pc);
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
  object_access(object, size, RV_WRITE, 0, pc);
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
