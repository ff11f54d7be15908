/*
 * What a program must not reach while it is explored, and the runtime does not do yet: an error
 * that names the function and the line, instead of a hang or a silent wrong answer. Outside a
 * worker the call goes to libc.
 *
 * Each stub is a few instructions that jump on with all arguments in place, whatever they are.
 */
#include <dlfcn.h>

#include "runtime/error.h"
#include "runtime/restore.h"
#include "runtime/runtime.h"

// clang-format off
#define UNSUPPORTED_FUNCTIONS(X) \
  X(GOMP_doacross_post) \
  X(GOMP_doacross_ull_post) \
  X(GOMP_doacross_ull_wait) \
  X(GOMP_doacross_wait) \
  X(GOMP_loop_doacross_dynamic_start) \
  X(GOMP_loop_doacross_guided_start) \
  X(GOMP_loop_doacross_runtime_start) \
  X(GOMP_loop_doacross_start) \
  X(GOMP_loop_doacross_static_start) \
  X(GOMP_loop_ordered_start) \
  X(GOMP_loop_start) \
  X(GOMP_loop_ull_doacross_dynamic_start) \
  X(GOMP_loop_ull_doacross_guided_start) \
  X(GOMP_loop_ull_doacross_runtime_start) \
  X(GOMP_loop_ull_doacross_start) \
  X(GOMP_loop_ull_doacross_static_start) \
  X(GOMP_loop_ull_ordered_start) \
  X(GOMP_loop_ull_start) \
  X(GOMP_parallel_loop_dynamic_start) \
  X(GOMP_parallel_loop_guided_start) \
  X(GOMP_parallel_loop_runtime_start) \
  X(GOMP_parallel_loop_static_start) \
  X(GOMP_parallel_reductions) \
  X(GOMP_parallel_sections_start) \
  X(GOMP_parallel_start) \
  X(GOMP_scope_start) \
  X(GOMP_sections2_start) \
  X(GOMP_target_ext) \
  X(GOMP_taskgroup_reduction_register) \
  X(GOMP_teams4) \
  X(GOMP_teams_reg) \
  X(_Fork) \
  X(__kmpc_fork_call) \
  X(__sigpause) \
  X(__xpg_sigpause) \
  X(adjtime) \
  X(adjtimex) \
  X(aio_fsync) \
  X(aio_fsync64) \
  X(aio_read) \
  X(aio_read64) \
  X(aio_write) \
  X(aio_write64) \
  X(clock_adjtime) \
  X(clock_settime) \
  X(clone) \
  X(daemon) \
  X(execl) \
  X(execle) \
  X(execlp) \
  X(execv) \
  X(execve) \
  X(execveat) \
  X(execvp) \
  X(execvpe) \
  X(fexecve) \
  X(fork) \
  X(forkpty) \
  X(getaddrinfo_a) \
  X(gsignal) \
  X(killpg) \
  X(lio_listio) \
  X(lio_listio64) \
  X(mq_open) \
  X(msgctl) \
  X(msgget) \
  X(msgrcv) \
  X(msgsnd) \
  X(ntp_adjtime) \
  X(omp_fulfill_event) \
  X(popen) \
  X(posix_spawn) \
  X(posix_spawnp) \
  X(semctl) \
  X(semget) \
  X(semop) \
  X(semtimedop) \
  X(settimeofday) \
  X(shmat) \
  X(shmctl) \
  X(shmdt) \
  X(shmget) \
  X(sigblock) \
  X(sighold) \
  X(sigignore) \
  X(sigpause) \
  X(sigrelse) \
  X(sigset) \
  X(sigsetmask) \
  X(ssignal) \
  X(system) \
  X(ualarm) \
  X(vfork) \
  X(vmsplice)
// clang-format on

enum {
#define X(name) INDEX_##name,
  UNSUPPORTED_FUNCTIONS(X)
#undef X
      UNSUPPORTED_COUNT
};

static const char *const names[] = {
#define X(name) #name,
    UNSUPPORTED_FUNCTIONS(X)
#undef X
};

/* Called by a stub: where to jump. */
__attribute__((used)) static void *unsupported_call(uint64_t index, uint64_t pc, void *frame) {
  if (rt.current && !in_libc(pc))
    unsupported(names[index], pc, frame);
  static void *real[UNSUPPORTED_COUNT];
  if (!real[index])
    real[index] = dlsym(RTLD_NEXT, names[index]);
  if (!real[index])
    __builtin_trap(); /* it was linked from somewhere: it must exist */
  return real[index];
}

#define STRINGIFY(x) #x
#define TEXT(x) STRINGIFY(x)

#if defined(__x86_64__)
/* Registers that carry arguments are kept; the frame pointer makes the stack readable. */
__asm__(".text\n"
        ".type unsupported_stub, @function\n"
        "unsupported_stub:\n"
        "  pushq %rbp\n  movq %rsp, %rbp\n"
        "  pushq %rdi\n  pushq %rsi\n  pushq %rdx\n  pushq %rcx\n  pushq %r8\n  pushq %r9\n"
        "  pushq %rax\n  subq $136, %rsp\n"
        "  movups %xmm0, (%rsp)\n  movups %xmm1, 16(%rsp)\n"
        "  movups %xmm2, 32(%rsp)\n  movups %xmm3, 48(%rsp)\n"
        "  movups %xmm4, 64(%rsp)\n  movups %xmm5, 80(%rsp)\n"
        "  movups %xmm6, 96(%rsp)\n  movups %xmm7, 112(%rsp)\n"
        "  movq %r11, %rdi\n  movq 8(%rbp), %rsi\n  movq %rbp, %rdx\n"
        "  call unsupported_call\n"
        "  movq %rax, %r11\n"
        "  movups (%rsp), %xmm0\n  movups 16(%rsp), %xmm1\n"
        "  movups 32(%rsp), %xmm2\n  movups 48(%rsp), %xmm3\n"
        "  movups 64(%rsp), %xmm4\n  movups 80(%rsp), %xmm5\n"
        "  movups 96(%rsp), %xmm6\n  movups 112(%rsp), %xmm7\n"
        "  addq $136, %rsp\n  popq %rax\n"
        "  popq %r9\n  popq %r8\n  popq %rcx\n  popq %rdx\n  popq %rsi\n  popq %rdi\n  popq %rbp\n"
        "  jmp *%r11\n");
#define STUB(name, index)                                                                          \
  __asm__(".globl " #name "\n.type " #name ", @function\n" #name ":\n"                             \
          "  movl $" TEXT(index) ", %r11d\n  jmp unsupported_stub\n");
#elif defined(__aarch64__)
__asm__(".text\n"
        ".type unsupported_stub, %function\n"
        "unsupported_stub:\n"
        "  stp x29, x30, [sp, #-224]!\n  mov x29, sp\n"
        "  stp x0, x1, [sp, #16]\n  stp x2, x3, [sp, #32]\n"
        "  stp x4, x5, [sp, #48]\n  stp x6, x7, [sp, #64]\n"
        "  stp x8, x9, [sp, #80]\n"
        "  stp q0, q1, [sp, #96]\n  stp q2, q3, [sp, #128]\n"
        "  stp q4, q5, [sp, #160]\n  stp q6, q7, [sp, #192]\n"
        "  mov x0, x16\n  mov x1, x30\n  mov x2, x29\n"
        "  bl unsupported_call\n"
        "  mov x16, x0\n"
        "  ldp q6, q7, [sp, #192]\n  ldp q4, q5, [sp, #160]\n"
        "  ldp q2, q3, [sp, #128]\n  ldp q0, q1, [sp, #96]\n"
        "  ldp x8, x9, [sp, #80]\n"
        "  ldp x6, x7, [sp, #64]\n  ldp x4, x5, [sp, #48]\n"
        "  ldp x2, x3, [sp, #32]\n  ldp x0, x1, [sp, #16]\n"
        "  ldp x29, x30, [sp], #224\n"
        "  br x16\n");
#define STUB(name, index)                                                                          \
  __asm__(".globl " #name "\n.type " #name ", %function\n" #name ":\n"                             \
          "  mov x16, #" TEXT(index) "\n  b unsupported_stub\n");
#endif

/* The assembler needs plain numbers: the preprocessor's counter counts along with the enum. */
enum { FIRST = __COUNTER__ };
_Static_assert(FIRST == 0, "nothing above may use the counter");
#define STUB_AT(name, counter) STUB(name, (counter - 1))
#define X(name) STUB_AT(name, __COUNTER__)
UNSUPPORTED_FUNCTIONS(X)
#undef X
_Static_assert(__COUNTER__ == UNSUPPORTED_COUNT + 1, "one stub for each name");
