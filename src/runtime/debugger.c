#include "runtime/debugger.h"

EXPORT struct debugger ravel_debugger = {
    .version = DEBUGGER_VERSION,
    .steps = &rt.steps,
    .current = &rt.current,
    .high = &rt.high,
    .threads = rt.threads,
    .thread_size = sizeof(struct thread),
    .sp_offset = offsetof(struct thread, sp),
    .state_offset = offsetof(struct thread, state),
    .joining_offset = offsetof(struct thread, joining),
};

EXPORT __attribute__((noinline)) void ravel_debugger_begins(void) {
  __asm__ volatile("");
}

EXPORT __attribute__((noinline)) void ravel_debugger_step(const struct thread *thread) {
  __asm__ volatile("" ::"r"(thread));
}

EXPORT __attribute__((noinline)) void ravel_debugger_error(uint64_t nth, uint64_t thread) {
  __asm__ volatile("" ::"r"(nth), "r"(thread));
}
