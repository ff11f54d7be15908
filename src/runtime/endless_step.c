#define _GNU_SOURCE
#include "runtime/endless_step.h"

#include <string.h>

#include "runtime/atomic_block.h"
#include "runtime/checkpoint.h"
#include "runtime/error.h"
#include "runtime/frames.h"
#include "runtime/interrupt.h"
#include "runtime/livelock.h"
#include "runtime/liveness.h"
#include "runtime/restore.h"
#include "runtime/spinloop.h"
#include "runtime/system.h"
#include "runtime/thread.h"

#define NEVER_ENDS                                                                                 \
  "a loop without a visible operation comes back to the same registers and memory: it never ends"

static const struct thread *endless_thread(void) {
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if (rt.threads[tid].state == THREAD_ENDLESS)
      return &rt.threads[tid];
  return NULL;
}

bool endless_step_exists(void) {
  return endless_thread() != NULL;
}

void endless_step_report(void) {
  const struct thread *const thread = endless_thread();
  error_report(ERROR_NONTERMINATION, thread->tid, thread->pc, (void *)frames_begin(thread),
               NEVER_ENDS);
}

#if defined(__x86_64__)

/* So many instructions are executed one by one. The state that later ones are compared with is
 * taken anew at each doubling (Brent), and memory is compared with it only so often. */
enum { MOST_INSTRUCTIONS = 1 << 14, FIRST_RENEWAL = 1 << 8, MOST_COMPARISONS = 4 };

enum { TRAP_FLAG = 0x100, RESUME_FLAG = 0x10000, RED_ZONE = 128, MOST_EXTENDED = 16 << 10 };

static struct {
  bool on;
  uint64_t progress;     /* the step */
  uint64_t instructions; /* executed so far */
  uint64_t renewal;      /* when the state is next taken */
  uint32_t comparisons;  /* of memory with it */
  uint64_t highest;      /* the last instruction of the loop, where the thread is to stop; 0: not
                            known */
  /* The state, and what was executed since then. */
  bool known;
  greg_t registers[NGREG];
  char extended[MOST_EXTENDED]; /* floating point and vector registers */
  size_t extended_size;
  bool asks_outside; /* an instruction whose result is not determined by the state */
  bool calls_hooks;  /* or other code outside of the program */
  uint64_t last;     /* the highest place in the program */
  uint16_t *flags;   /* on the stack, with the trap flag until the next trap */
} look;

/* --- the state -----------------------------------------------------------------------------------
 */

static uint64_t interrupted_sp;

static void endless_pieces(void) {
  livelock_pieces();
  char *const from = (char *)(uintptr_t)(interrupted_sp - RED_ZONE);
  checkpoint_piece(from, (size_t)(rt.current->stack_high - from));
}

static struct remembered memory = {.pieces = endless_pieces};

/* What the kernel has saved of the vector registers, as it describes it in bytes that the hardware
 * leaves free. */
static size_t extended_size(const ucontext_t *context) {
  enum { SAVED_BY_FXSAVE = 512, DESCRIPTION = 464, MAGIC = 0x46505853 };
  uint32_t description[2];
  memcpy(description, (const char *)context->uc_mcontext.fpregs + DESCRIPTION, sizeof description);
  const size_t size = description[0] == MAGIC ? description[1] : SAVED_BY_FXSAVE;
  return size <= MOST_EXTENDED ? size : 0;
}

static greg_t register_value(const ucontext_t *context, int i) {
  const greg_t value = context->uc_mcontext.gregs[i];
  return i == REG_EFL ? value & ~(greg_t)(TRAP_FLAG | RESUME_FLAG) : value;
}

/* The others say why a signal came. */
static bool is_register(int i) {
  return i <= REG_EFL;
}

static void state_take(const ucontext_t *context) {
  for (int i = 0; i < NGREG; i++)
    look.registers[i] = register_value(context, i);
  look.extended_size = extended_size(context);
  memcpy(look.extended, context->uc_mcontext.fpregs, look.extended_size);
  interrupted_sp = (uint64_t)context->uc_mcontext.gregs[REG_RSP];
  look.known = look.extended_size && checkpoint_remember(&memory);
  look.asks_outside = look.calls_hooks = false;
  look.last = 0;
  look.comparisons = 0;
}

static bool registers_are_same(const ucontext_t *context) {
  for (int i = 0; i < NGREG; i++)
    if (is_register(i) && look.registers[i] != register_value(context, i))
      return false;
  return extended_size(context) == look.extended_size &&
         memcmp(look.extended, context->uc_mcontext.fpregs, look.extended_size) == 0;
}

static bool state_is_same(const ucontext_t *context) {
  return look.known && !look.asks_outside && registers_are_same(context) &&
         look.comparisons++ < MOST_COMPARISONS && checkpoint_as_remembered(&memory, 0, 0);
}

/* --- what could end the loop ---------------------------------------------------------------------
 */

static bool others_can_run(void) {
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if (tid != rt.current->tid && system_is_enabled(tid))
      return true;
  return false;
}

/* Every access to memory that others could write calls a hook, unless there is code that has none.
 */
static bool reads_what_others_write(uint64_t pc) {
  return others_can_run() && (look.calls_hooks || liveness_reads_unseen(pc));
}

/* A handler or a cancellation gets the thread out of any loop. */
static bool can_be_left(uint64_t pc) {
  return interruptions_happen() || rt.current->cancellation.asynchronous || in_atomic_block() ||
         reads_what_others_write(pc);
}

static bool is_prefix(uint8_t byte) {
  return byte == 0x66 || byte == 0xf2 || byte == 0xf3 || (byte & 0xf0) == 0x40;
}

/* System calls, clocks and random numbers. */
static bool asks_outside(const uint8_t *at) {
  while (is_prefix(*at))
    at++;
  if (*at != 0x0f)
    return *at == 0xcd; /* int */
  switch (at[1]) {
  case 0x01: /* rdtscp, among others */
  case 0x05: /* syscall */
  case 0x31: /* rdtsc */
  case 0x33: /* rdpmc */
  case 0x34: /* sysenter */
  case 0xa2: /* cpuid */
    return true;
  case 0xc7: /* rdrand, rdseed, rdpid */
    return at[2] >= 0xf0;
  default:
    return false;
  }
}

/* --- one instruction after the other -------------------------------------------------------------
 */

/* The thread calls this where its loop is interrupted for the last time. */
static _Noreturn void endless_stop(void) {
  if (rt.solo)
    fail(ERROR_NONTERMINATION, CALLER, FRAME, NEVER_ENDS);
  not_spinning();
  rt.current->pc = CALLER;
  stop_for_good(THREAD_ENDLESS);
}

static void make_call(ucontext_t *context, void (*function)(void)) {
  greg_t *const registers = context->uc_mcontext.gregs;
  const uint64_t top = ((uint64_t)registers[REG_RSP] - RED_ZONE) & ~UINT64_C(15);
  uint64_t *const sp = (uint64_t *)(uintptr_t)top - 1;
  *sp = (uint64_t)registers[REG_RIP] + 1; /* as if that instruction had been the call */
  registers[REG_RSP] = (greg_t)(uintptr_t)sp;
  registers[REG_RIP] = (greg_t)(uintptr_t)function;
}

static void look_ends(ucontext_t *context) {
  look.on = false;
  context->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
}

static void look_at(const ucontext_t *context, uint64_t pc) {
  if (look.instructions >= look.renewal) {
    look.renewal = look.instructions < FIRST_RENEWAL ? FIRST_RENEWAL : 2 * look.instructions;
    state_take(context);
  } else if (state_is_same(context) && !can_be_left(pc))
    look.highest = look.last;
  look.last = pc > look.last ? pc : look.last;
}

/* The instruction that `context` is about to execute. */
static void instruction(ucontext_t *context) {
  const uint64_t pc = (uint64_t)context->uc_mcontext.gregs[REG_RIP];
  if (look.progress != rt.progress || look.instructions++ > MOST_INSTRUCTIONS) {
    look_ends(context);
    return;
  }
  const bool inside =
      in_program(pc) &&
      in_stack_of(rt.current, (uint64_t)context->uc_mcontext.gregs[REG_RSP] - RED_ZONE);
  if (inside && !look.highest)
    look_at(context, pc);
  look.calls_hooks |= !inside;
  look.asks_outside |= asks_outside((const uint8_t *)(uintptr_t)pc);
  if (look.highest && pc == look.highest) {
    look_ends(context);
    make_call(context, endless_stop);
  }
}

/* That instructions are executed one by one is not for a hook or the program to keep: the flags
 * that the instruction before this one has pushed are without it. */
static void clean_flags(void) {
  if (look.flags)
    *look.flags &= (uint16_t)~TRAP_FLAG;
  look.flags = NULL;
}

/* And it goes on when flags are popped. */
static void watch_flags(const ucontext_t *context) {
  const uint8_t *at = (const uint8_t *)(uintptr_t)context->uc_mcontext.gregs[REG_RIP];
  char *const top = (char *)(uintptr_t)context->uc_mcontext.gregs[REG_RSP];
  bool is_short = false;
  for (; is_prefix(*at); at++)
    is_short |= *at == 0x66;
  if (*at == 0x9c) { /* pushf */
    look.flags = (uint16_t *)(top - (is_short ? 2 : 8));
  } else if (*at == 0x9d) { /* popf */
    look.flags = (uint16_t *)top;
    *look.flags |= TRAP_FLAG;
  }
}

void endless_step_look(ucontext_t *context) {
  look.on = true;
  look.known = false;
  look.progress = rt.progress;
  look.instructions = look.renewal = look.highest = 0;
  context->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

bool endless_step_trap(const siginfo_t *info, ucontext_t *context) {
  if (!look.on || info->si_code != TRAP_TRACE)
    return false;
  clean_flags();
  instruction(context);
  if (look.on)
    watch_flags(context);
  return true;
}

#else

void endless_step_look(ucontext_t *context) {
  (void)context;
}

bool endless_step_trap(const siginfo_t *info, ucontext_t *context) {
  (void)info, (void)context;
  return false;
}

#endif
