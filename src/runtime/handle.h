/*
 * What a pthread_t or a thrd_t stands for.
 */
#ifndef RAVEL_RUNTIME_HANDLE_H
#define RAVEL_RUNTIME_HANDLE_H

#include "runtime/runtime.h"

/* A handle names a thread by its number. The tag makes an uninitialised one easy to tell. */
#define HANDLE_TAG UINT64_C(0x7a7e000000000000)

static inline unsigned long handle_of(const struct thread *thread) {
  return HANDLE_TAG | thread->tid;
}

/* Reports an error and stops if it is not that of a thread that was created in this execution. */
struct thread *thread_of(unsigned long handle, const char *what, uint64_t pc, void *frame);

/* A thread that has not run yet. */
struct thread *handle_create(unsigned long *handle, void *(*start)(void *), void *argument,
                             size_t stack_size, uint64_t pc, void *frame);

/* As pthread_join, pthread_detach: POSIX error numbers. */
struct joining {
  struct thread *target;
  int error;
};
struct joining handle_join_begins(unsigned long handle, uint64_t pc, void *frame);
void handle_join_ends(struct thread *ended, void **result, uint64_t pc, void *frame);

static inline __attribute__((always_inline)) int handle_join(unsigned long handle, void **result,
                                                             uint64_t pc, void *frame) {
  struct thread *const self = rt.current;
  const struct joining how = handle_join_begins(handle, pc, frame);
  if (how.error)
    return how.error;
  switch_away(self);
  handle_join_ends(how.target, result, pc, frame);
  return 0;
}
int handle_detach(unsigned long handle, uint64_t pc, void *frame);

#endif
