/*
 * Crashes and endless loops of the program: signals, caught on a stack of their own. They become
 * an error of the execution; the thread is left where it is, and the run goes on.
 */
#define _GNU_SOURCE
#include "runtime/runtime.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "runtime/crash.h"
#include "runtime/cut.h"
#include "runtime/deadlock.h"
#include "runtime/endless_step.h"
#include "runtime/error.h"
#include "runtime/libc_patch.h"
#include "runtime/own_status.h"
#include "runtime/real.h"
#include "runtime/restore.h"
#include "runtime/thread.h"
#include "runtime/time_stamp.h"

enum { SIGNAL_STACK = 64 << 10 };

static uint64_t context_pc(const ucontext_t *context) {
#if defined(__x86_64__)
  return (uint64_t)context->uc_mcontext.gregs[REG_RIP];
#else
  return context->uc_mcontext.pc;
#endif
}

static void *context_frame(const ucontext_t *context) {
#if defined(__x86_64__)
  return (void *)context->uc_mcontext.gregs[REG_RBP];
#else
  return (void *)context->uc_mcontext.regs[29];
#endif
}

static uint64_t context_sp(const ucontext_t *context) {
#if defined(__x86_64__)
  return (uint64_t)context->uc_mcontext.gregs[REG_RSP];
#else
  return context->uc_mcontext.sp;
#endif
}

/* The state of this process cannot be trusted any more: say why, and let the supervisor decide. */
static _Noreturn void runtime_crashed(int number, uint64_t pc, uint64_t addr) {
  snprintf(rt.shared->failure, sizeof rt.shared->failure,
           "the runtime itself received signal %d (%s) at %#lx, address %#lx", number,
           sigabbrev_np(number), (unsigned long)pc, (unsigned long)addr);
  _exit(70);
}

/* The fault is just below the stack: it has run out. */
static bool is_stack_overflow(const struct thread *thread, uint64_t addr, uint64_t sp) {
  uint64_t low = (uintptr_t)thread->stack_low;
  return addr < low && low - addr < (UINT64_C(1) << 26) && sp < low + 65536;
}

static const char *crash_describe(int number) {
  switch (number) {
  case SIGSEGV:
    return "invalid memory access (SIGSEGV)";
  case SIGBUS:
    return "invalid memory access (SIGBUS)";
  case SIGFPE:
    return "arithmetic fault, such as a division by zero (SIGFPE)";
  case SIGILL:
    return "illegal instruction (SIGILL)";
  case SIGTRAP:
    return "trap (SIGTRAP)";
  default:
    return "abort (SIGABRT)";
  }
}

/* Where in the program it happened; a crash inside a library is put down to the call into it. */
static uint64_t crash_place(const ucontext_t *context) {
  uint64_t pc = context_pc(context);
  uint64_t caller = in_program(pc) ? 0 : program_caller(rt.current, context_sp(context));
  return caller ? caller : pc + 1;
}

static void crashed(int number, siginfo_t *info, void *data) {
  if (number == SIGTRAP && endless_step_trap(info, data))
    return;
  if (number == SIGSEGV && info->si_code == SI_KERNEL && time_stamp_answer(data))
    return;
  const ucontext_t *context = data;
  uint64_t addr = (uintptr_t)info->si_addr, sp = context_sp(context);
  bool overflow = rt.current && (number == SIGSEGV || number == SIGBUS) &&
                  is_stack_overflow(rt.current, addr, sp);
  if (!rt.current || (!overflow && !in_stack_of(rt.current, sp)))
    runtime_crashed(number, context_pc(context), addr);
  if (!in_program(context_pc(context)))
    rt.unfit = true; /* it may have happened with a lock of libc held */
  void *frame = context_frame(context);
  if (overflow)
    fail(ERROR_CRASH, context_pc(context) + 1, frame, "stack overflow");
  if (number == SIGSEGV || number == SIGBUS)
    fail(ERROR_CRASH, crash_place(context), frame, "%s at address %#lx", crash_describe(number),
         (unsigned long)addr);
  fail(number == SIGABRT ? ERROR_ABORT : ERROR_CRASH, crash_place(context), frame, "%s",
       crash_describe(number));
}

/* --- steps that do not end ---------------------------------------------------------------------
 */

static struct {
  uint32_t limit;    /* seconds */
  bool traced;       /* by a debugger: it would take traps for its own */
  uint64_t progress; /* when the step now running began */
  uint32_t seconds;  /* since then */
  uint64_t cpu;      /* milliseconds used when it began, */
  uint64_t used;     /* and from then to the last tick */
  uint32_t idle;     /* ticks in a row at which it waited in the kernel */
} watchdog;

enum { IDLE_MILLISECONDS = 5 };

static uint64_t cpu_milliseconds(void) {
  struct timespec used;
  REAL(clock_gettime)(CLOCK_PROCESS_CPUTIME_ID, &used);
  return (uint64_t)used.tv_sec * 1000 + (uint64_t)used.tv_nsec / 1000000;
}

/* Was the program interrupted in a system call? The call's instruction is then right before the
 * place where it goes on, or there itself if it is to be made again. */
static bool in_system_call(const ucontext_t *context) {
#if defined(__x86_64__)
  static const unsigned char instruction[] = {0x0f, 0x05};
#else
  static const unsigned char instruction[] = {0x01, 0x00, 0x00, 0xd4};
#endif
  const unsigned char *at = (const unsigned char *)(uintptr_t)context_pc(context);
  return memcmp(at, instruction, sizeof instruction) == 0 ||
         memcmp(at - sizeof instruction, instruction, sizeof instruction) == 0;
}

/* A thread blocked in the kernel is in a system call at every tick and uses no processor time. A
 * thread that makes many short calls may be in one at any tick. */
static void watch_for_waiting(const ucontext_t *context, uint64_t used) {
  const bool idle = in_system_call(context) && used - watchdog.used < IDLE_MILLISECONDS;
  watchdog.used = used;
  watchdog.idle = idle ? watchdog.idle + 1 : 0;
}

static bool another_is_ready(void) {
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if (&rt.threads[tid] != rt.current && rt.threads[tid].state == THREAD_READY)
      return true;
  return false;
}

/* A loop in code that tells nothing may wait for what another thread does. */
static void watch_for_unseen_wait(const ucontext_t *context) {
  const char *const library = library_without_hooks(context_pc(context));
  if (!library || !another_is_ready())
    return;
  const char *const name = strrchr(library, '/');
  fail(ERROR_UNSUPPORTED, crash_place(context), context_frame(context),
       "a step has run for %u seconds in %s, which was not compiled by ravel cc: if it waits there "
       "for another thread, that is not seen",
       watchdog.limit, name ? name + 1 : library);
}

/* From time to time: to execute instructions one by one takes a second itself. */
static bool looks_for_cycle(void) {
  return !watchdog.traced && (watchdog.seconds & (watchdog.seconds - 1)) == 0;
}

/* Ticks once a second. A step that has made no progress for long waits for something outside, or is
 * an endless loop if it has really used the processor; on a busy machine it gets more time. */
static void tick(int number, siginfo_t *info, void *data) {
  (void)number, (void)info;
  ucontext_t *context = data;
  if (!rt.current || watchdog.progress != rt.progress) {
    watchdog.progress = rt.progress;
    watchdog.seconds = watchdog.idle = 0;
    watchdog.cpu = cpu_milliseconds();
    watchdog.used = 0;
    return;
  }
  watchdog.seconds++;
  uint64_t used = cpu_milliseconds() - watchdog.cpu;
  watch_for_waiting(context, used);
  if (looks_for_cycle()) {
    endless_step_look(context);
    return;
  }
  bool loops = used >= watchdog.limit * 500, waits = watchdog.idle >= watchdog.limit;
  if (watchdog.seconds < watchdog.limit ||
      (!loops && !waits && watchdog.seconds < 6 * watchdog.limit))
    return;
  if (!in_stack_of(rt.current, context_sp(context)))
    return; /* in the runtime, on another stack */
  if (!in_program(context_pc(context)))
    rt.unfit = true;
  watchdog.progress = ~rt.progress;
  if (waits)
    fail(ERROR_UNSUPPORTED, crash_place(context), context_frame(context),
         "the program waits in a system call; waiting for anything but its own threads is not "
         "supported");
  if (deadlock_report_partial())
    error_stop();
  watch_for_unseen_wait(context);
  bound_met(BOUND_STEP_SECONDS);
  fail(ERROR_LONG_EXECUTION, crash_place(context), context_frame(context),
       "a step has run for %u seconds without a visible operation: an endless loop, or a long one "
       "(--step-seconds)",
       watchdog.limit);
}

static void handle(int number, void (*handler)(int, siginfo_t *, void *), int flags) {
  struct sigaction action = {.sa_sigaction = handler,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | flags};
  sigaction(number, &action, NULL);
}

void crash_init(void) {
  char *stack =
      mmap(NULL, SIGNAL_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = SIGNAL_STACK}, NULL);
  static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    handle(numbers[i], crashed, 0);
}

void watchdog_init(uint32_t seconds) {
  if (seconds == 0)
    return;
  watchdog.limit = seconds;
  watchdog.traced = own_status("TracerPid") != 0;
  handle(SIGALRM, tick, SA_RESTART);
  setitimer(ITIMER_REAL, &(struct itimerval){.it_interval = {1, 0}, .it_value = {1, 0}}, NULL);
}
