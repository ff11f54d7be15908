/*
 * The program's threads: their identity, their stacks, their beginning and end.
 *
 * A thread is named by its parentage, the k-th thread created by p, and that name gets a dense
 * number the first time it is seen. Stack and thread-local data lie at an address that follows
 * from the number, so they are at the same place in every execution and in every process.
 */
#define _GNU_SOURCE
#include "runtime/runtime.h"

#include <link.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/arguments.h"
#include "runtime/cancel.h"
#include "runtime/checkpoint.h"
#include "runtime/datarace.h"
#include "runtime/dead_stack.h"
#include "runtime/exit.h"
#include "runtime/heap.h"
#include "runtime/interrupt.h"
#include "runtime/keys.h"
#include "runtime/liveness.h"
#include "runtime/local_state.h"
#include "runtime/member.h"
#include "runtime/mutex.h"
#include "runtime/operations.h"
#include "runtime/random.h"
#include "runtime/record.h"
#include "runtime/restore.h"
#include "runtime/signals.h"
#include "runtime/spinloop.h"
#include "runtime/symmetry.h"
#include "runtime/thread.h"
#include "runtime/thread_names.h"
#include "runtime/time.h"
#include "runtime/tls.h"
#include "runtime/turn.h"
#include "runtime/weak_loop.h"

#define STACK_SIZE (UINT64_C(8) << 20)
#define MAX_STACK (SHARED_STACK_STRIDE - (UINT64_C(64) << 20))
_Static_assert(SHARED_MAX_THREADS <= 4096,
               "stacks would leave the address range set aside for them");

/* --- identity ----------------------------------------------------------------------------------
 */

enum { NAME_SLOTS = 4 * SHARED_MAX_THREADS };

/* Finds the number of a parentage: an open hash of what is in the shared table. */
static struct {
  uint16_t slot[NAME_SLOTS]; /* number + 1; 0: free */
  uint32_t n;                /* how many of the shared table's threads are in */
} names;

static uint32_t name_hash(rv_tid parent, uint32_t nth) {
  return (parent * UINT32_C(2654435761) + nth * UINT32_C(40503)) % NAME_SLOTS;
}

static void names_update(void) {
  for (; names.n < rt.shared->n_threads; names.n++) {
    const struct shared_thread *thread = &rt.shared->threads[names.n];
    uint32_t at = name_hash(thread->parent, thread->nth);
    while (names.slot[at])
      at = (at + 1) % NAME_SLOTS;
    names.slot[at] = (uint16_t)(names.n + 1);
  }
}

static rv_tid name_find(rv_tid parent, uint32_t nth) {
  names_update();
  for (uint32_t at = name_hash(parent, nth); names.slot[at]; at = (at + 1) % NAME_SLOTS) {
    const struct shared_thread *thread = &rt.shared->threads[names.slot[at] - 1];
    if (thread->parent == parent && thread->nth == nth)
      return names.slot[at] - 1U;
  }
  return RV_NO_THREAD;
}

static rv_tid name_number(rv_tid parent, uint32_t nth, uint64_t start, uint64_t pc) {
  rv_tid tid = name_find(parent, nth);
  if (tid != RV_NO_THREAD && rt.recording) { /* it is called after what it does now */
    rt.shared->threads[tid].start = start;
    rt.shared->threads[tid].created_at = pc;
  }
  if (tid != RV_NO_THREAD)
    return tid;
  const struct shared_thread thread = {
      .parent = parent, .nth = nth, .created_at = pc, .start = start};
  if (rt.shared->member.on)
    return member_name(&thread);
  if (rt.shared->n_threads == SHARED_MAX_THREADS)
    return RV_NO_THREAD;
  tid = rt.shared->n_threads++;
  rt.shared->threads[tid] = thread;
  return tid;
}

rv_tid stack_owner(uint64_t addr) {
  uint64_t offset = addr - SHARED_STACKS_BASE;
  if (offset < SHARED_MAX_THREADS * SHARED_STACK_STRIDE)
    return (rv_tid)(offset / SHARED_STACK_STRIDE);
  return tls_is_main(addr) ? 0 : RV_NO_THREAD;
}

bool in_stack_of(const struct thread *thread, uint64_t addr) {
  return addr >= (uint64_t)(uintptr_t)thread->stack_low &&
         addr < (uint64_t)(uintptr_t)thread->stack_high;
}

/* --- beginning ----------------------------------------------------------------------------------
 */

static _Noreturn void thread_entry(void) {
  struct thread *self = rt.current;
  wipe_if_loops();
  thread_end(self->start(self->argument));
}

/* Lays out a stack as if its thread had stopped in switch_stack() just before thread_entry(). */
static void *first_frame(char *stack_high) {
  uint64_t *top = (uint64_t *)((uintptr_t)stack_high & ~UINT64_C(15));
#if defined(__x86_64__)
  enum { SWITCH_FRAME = 9 }; /* control words, six registers, return address, and one above it */
  uint64_t *frame = top - SWITCH_FRAME;
  memset(frame, 0, SWITCH_FRAME * sizeof *frame);
  uint16_t x87, raised;
  __asm__("fnstcw %0" : "=m"(x87));
  __asm__ volatile("fnstsw %0" : "=m"(raised));
  frame[0] = __builtin_ia32_stmxcsr() | (uint64_t)x87 << 32 |
             (uint64_t)(raised & 0x3f) << 48; /* a thread inherits these */
  frame[7] = (uint64_t)(uintptr_t)thread_entry;
#elif defined(__aarch64__)
  enum { SWITCH_FRAME = 22 };
  uint64_t *frame = top - SWITCH_FRAME;
  memset(frame, 0, SWITCH_FRAME * sizeof *frame);
  frame[1] = (uint64_t)(uintptr_t)thread_entry; /* x30 */
  __asm__("mrs %0, fpcr" : "=r"(frame[20]));
  __asm__ volatile("mrs %0, fpsr" : "=r"(frame[21]));
#endif
  return frame;
}

static int note_stack(struct dl_phdr_info *info, size_t size, void *executable) {
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_GNU_STACK && info->dlpi_phdr[i].p_flags & PF_X)
      *(int *)executable = PROT_EXEC;
  return 0;
}

/* Nested functions, an extension of gcc, have code on the stack; their program says so. */
static int stack_protection(void) {
  static int executable = -1;
  if (executable < 0) {
    executable = 0;
    dl_iterate_phdr(note_stack, &executable);
  }
  return PROT_READ | PROT_WRITE | executable;
}

static bool map(char *low, char *high) {
  void *got = mmap(low, (size_t)(high - low), stack_protection(),
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  return got == low;
}

/* What is mapped for each thread number. It is no part of a checkpoint: that may have been taken
 * before a thread with this number began for the first time. */
static struct {
  char *low, *high;
  void *tls;
} stacks[SHARED_MAX_THREADS];

/* Maps stack and thread-local data of a thread number, the first time it is used, and more of it
 * when a larger stack is asked for. Below the stack nothing is ever mapped: that is its guard. */
static bool map_stack(rv_tid tid, size_t size) {
  char *end = (char *)(SHARED_STACKS_BASE + (tid + 1) * SHARED_STACK_STRIDE);
  if (!stacks[tid].low) {
    void *tls = tls_place(end, &stacks[tid].high);
    stacks[tid].tls = tid == 0 ? tls_get() : tls;
  }
  size = size < STACK_SIZE ? STACK_SIZE : size > MAX_STACK ? MAX_STACK : size;
  char *low = (char *)((uintptr_t)(stacks[tid].high - size) & ~UINT64_C(4095));
  char *mapped = stacks[tid].low ? stacks[tid].low : end;
  if (low < mapped && !map(low, mapped))
    return false;
  stacks[tid].low = low < mapped ? low : mapped;
  return true;
}

static bool thread_begin(rv_tid tid, rv_tid parent, void *(*start)(void *), void *argument,
                         size_t stack_size) {
  struct thread *thread = &rt.threads[tid];
  thread->tid = tid;
  if ((!stacks[tid].low || stack_size > STACK_SIZE) && !map_stack(tid, stack_size))
    return false;
  thread->stack_low = stacks[tid].low;
  thread->stack_high = stacks[tid].high;
  thread->tls = stacks[tid].tls;
  thread->start = start;
  thread->argument = argument;
  thread->state = THREAD_RUNNING;
  thread->joiner = RV_NO_THREAD;
  if (tid >= rt.high)
    rt.high = tid + 1;
  tls_begin(thread);
  weak_loop_thread_begins(tid);
  keys_thread_begins(tid);
  random_thread_begins(tid);
  signals_thread_begins(tid, parent);
  interruption_thread_begins(thread);
  thread_names_begin(tid, parent);
  thread->sp = first_frame(thread->stack_high);
  return true;
}

/* A thread of C++ starts in the library, with an object that may hold the address of the program's
 * own function: that is what it is called after. */
static uint64_t own_start(uint64_t start, uint64_t argument) {
  enum { MOST_WORDS = 8 };
  struct heap_block block;
  if (in_program(start) || !heap_contains(argument) || !heap_find(argument, &block))
    return start;
  const uint64_t *words = (const uint64_t *)(uintptr_t)block.start;
  for (uint64_t i = 0; i < MOST_WORDS && 8 * (i + 1) <= block.size; i++)
    if (in_program(words[i]))
      return words[i];
  return start;
}

struct thread *thread_create(struct thread *parent, void *(*start)(void *), void *argument,
                             size_t stack_size, uint64_t pc) {
  not_spinning();
  rv_tid tid = name_number(parent->tid, parent->children,
                           own_start((uintptr_t)start, (uintptr_t)argument), pc);
  if (tid == RV_NO_THREAD || !thread_begin(tid, parent->tid, start, argument, stack_size))
    return NULL;
  parent->children++;
  operation_creates(parent);
  rt.row.before = rt.steps; /* what was done before there was another thread is not done alone */
  struct thread *child = &rt.threads[tid];
  child->time = parent->time;
  effect(RV_EFFECT_CREATE, parent->tid, tid);
  if (rt.races == RACES_REPORT)
    datarace_thread_start(tid, parent->tid);
  struct record *line = record(RECORD_CREATE, pc);
  if (line)
    line->other = tid;
  return child;
}

struct thread *thread_main(void *(*start)(void *)) {
  rv_tid tid = name_number(RV_NO_THREAD, 0, (uintptr_t)program_main, 0);
  if (!thread_begin(tid, RV_NO_THREAD, start, NULL, STACK_SIZE))
    return NULL;
  rt.threads[tid].time = time_at_start();
  return &rt.threads[tid];
}

/* --- end and join -------------------------------------------------------------------------------
 */

static void joined(struct thread *joiner, struct thread *ended) {
  ended->joined = true;
  if (unlikely(joiner->in_call || rt.solo))
    operation_joins(joiner);
  effect(RV_EFFECT_JOIN, joiner->tid, ended->tid);
  if (!symmetry_joined(joiner, ended) && rt.races == RACES_REPORT)
    datarace_thread_join(joiner->tid, ended->tid);
  if (joiner->time < ended->time)
    joiner->time = ended->time;
}

static void record_join(const struct thread *ended, uint64_t pc) {
  struct record *line = record(RECORD_JOIN, pc);
  if (line)
    line->other = ended->tid;
}

/* Where threads can do other things than wait for an end without end, it is an event. */

static void show_end(struct thread *self) {
  visible_operation(&(struct rv_op){.kind = RV_OP_MEMORY,
                                    .flags = RV_OP_RELEASES,
                                    .access = {(uintptr_t)&self->has_ended, 1, RV_WRITE}},
                    NULL, 0);
  self->has_ended = true;
  performed(1);
}

static bool thread_has_ended(struct thread *thread) {
  return rt.threads[thread->joining].has_ended;
}

static void thread_describe(const struct thread *thread, struct shared_wait *wait) {
  wait->kind = WAIT_JOIN;
  wait->holder = thread->joining;
}

static const struct blocking until_it_has_ended = {thread_has_ended, thread_describe};

static void await_end(struct thread *target, uint64_t pc) {
  const struct rv_op op = {.kind = RV_OP_AWAIT,
                           .access = {(uintptr_t)&target->has_ended, 1, RV_READ}};
  rt.current->joining = target->tid;
  target->joiner = rt.current->tid;
  if (visible_or_cancelled(&op, visible_operation, &until_it_has_ended, pc)) {
    target->joiner = RV_NO_THREAD;
    cancellation_act();
  }
  performed(1);
  joined(rt.current, target);
}

bool thread_waits_for_end(const struct thread *thread) {
  return thread->state == THREAD_READY && thread->blocking == &until_it_has_ended;
}

bool thread_try_wait(struct thread *target, bool timed, uint64_t pc, void *entry) {
  static const struct trial insisting = {RV_OP_AWAIT, RV_READ, 0, &until_it_has_ended};
  const struct rv_op op = {.kind = RV_OP_MEMORY,
                           .access = {(uintptr_t)&target->has_ended, 1, RV_READ}};
  rt.current->joining = target->tid;
  const bool ended = !visible_try(&op, &insisting, timed, pc, entry) && target->has_ended;
  performed(ended);
  struct record *line = record(ended ? RECORD_JOIN : RECORD_TRY_JOIN, pc);
  if (line)
    line->other = target->tid;
  if (ended)
    joined(rt.current, target);
  return ended;
}

_Noreturn void thread_vanish(void) {
  effect(RV_EFFECT_END, rt.current->tid, RV_NO_THREAD);
  stop_for_good(THREAD_ENDED);
}

_Noreturn void thread_end(void *result) {
  struct thread *self = rt.current;
  not_spinning();
  if (unlikely(self->cleanups))
    thread_cleanups_run();
  keys_thread_ends();
  interruption_last(true, self->pc);
  mutexes_thread_ends();
  if (unlikely(dead_stack_is_lent()))
    dead_stack_end();
  self->result = result;
  if (unlikely(rt.ends_shown))
    show_end(self);
  record(RECORD_END, 0);
  effect(RV_EFFECT_END, self->tid, RV_NO_THREAD);
  if (rt.ends_shown || self->joiner == RV_NO_THREAD)
    stop_for_good(THREAD_ENDED);
  struct thread *joiner = &rt.threads[self->joiner];
  joined(joiner, self);
  pass_on_to(joiner);
}

void thread_wait_begins(struct thread *target, uint64_t pc) {
  struct thread *self = rt.current;
  not_spinning();
  rt.next_sp = NULL;
  if (unlikely(rt.ends_shown)) {
    await_end(target, pc);
    rt.next_sp = NULL;
  } else if (target->state == THREAD_ENDED) {
    joined(self, target);
  } else {
    self->pc = pc;
    self->joining = target->tid;
    target->joiner = self->tid;
    stop_begins(THREAD_JOINING);
  }
}

void thread_wait_ends(struct thread *target, uint64_t pc) {
  record_join(target, pc);
}

/* --- back to before ------------------------------------------------------------------------------
 */

static void unmake(struct thread *thread) {
  thread->state = THREAD_UNBORN;
  thread->pending.kind = RV_OP_NONE;
  thread->resume_to = NULL;
  thread->entry = NULL;
  thread->children = 0;
  thread->turns = thread->changes = thread->rested = thread->stood = 0;
  thread->turning = thread->general = false;
  thread->detached = thread->joined = thread->in_call = false;
  thread->progress = (struct progress){0};
  thread->ignores_reads = thread->ignores_writes = 0;
  thread->held = thread->outlast = 0;
  thread->lent_low = thread->lent_high = 0;
  thread->locked = NULL;
  thread->robust = NULL;
  thread->time = 0;
  thread->looks = 0;
  thread->timeouts = thread->spurious = 0;
  thread->cleanups = NULL;
  thread->handlers = NULL;
  thread->cancellation = (struct cancellation){0};
  thread->interruption = (struct interruption){0};
  thread->has_ended = false;
  thread->futex = (struct futex){0};
  thread->await = NULL;
  thread->mailbox = NULL;
  thread->guess = 0;
  thread->stands = 0;
  thread->watch = 0;
  thread->trial = NULL;
  thread->patience = NULL;
  memset(thread->operands, 0, sizeof thread->operands);
  const size_t tid = (size_t)(thread - rt.threads); /* this process may not have begun it yet */
  rt.ready[tid / 64] &= ~(UINT64_C(1) << (tid % 64));
}

void threads_reset(void) {
  for (rv_tid tid = 0; tid < rt.high; tid++)
    unmake(&rt.threads[tid]);
  rt.high = 0;
}

/* Of a stack, only what is in use matters. Where thread-local data lie right above it, they are one
 * piece with it. Returns the copy, which begins at `sp`; NULL: there is none. */
static char *stack_piece(const struct thread *thread) {
  enum { GAP = 64 };
  size_t size;
  char *const data = tls_data(thread, &size);
  const size_t used = (size_t)(thread->stack_high - (char *)thread->sp);
  const bool stacked = in_stack_of(thread, (uintptr_t)thread->sp);
  if (stacked && (size_t)(data - thread->stack_high) < GAP)
    return checkpoint_piece(thread->sp, (size_t)(data + size - (char *)thread->sp));
  char *const copy = stacked ? checkpoint_piece(thread->sp, used) : NULL;
  checkpoint_piece(data, size);
  return copy;
}

/* That of main is used by others even when it has ended: programs leave main by pthread_exit() and
 * go on with its variables. */
static bool stack_is_used(const struct thread *thread) {
  return thread->state != THREAD_UNBORN && (thread->state != THREAD_ENDED || thread->tid == 0);
}

static bool steps_count = true;

void threads_count_steps(bool count) {
  steps_count = count;
}

/* The thread stands before an atomic operation of which all is known that our own frames hold. A
 * signal or a cancellation may come before it, which is a pending operation of its own. */
static bool hook_says_all(const struct thread *thread) {
  return thread->hook.pc == thread->pc && thread->hook.function && !rt.weak &&
         !thread->interruption.possible && !thread->cancellation.asynchronous;
}

/* Compilers leave values in slots of the stack that are never read again, which tell two states
 * apart that are one. A search for leaks finds pointers there. */
static void wipe_dead(char *copy, const struct thread *thread) {
  if (!copy || !in_stack_of(thread, (uintptr_t)thread->entry) || rt.shared->request.leaks)
    return;
  const size_t ours = (size_t)(local_state_begins(thread->entry) - (const char *)thread->sp);
  liveness_wipe(copy + ours, thread, thread->entry);
  if (hook_says_all(thread))
    memset(copy, 0, ours);
}

static void stack_pieces(bool compared) {
  for (rv_tid tid = 0; tid < rt.high; tid++) {
    const struct thread *thread = &rt.threads[tid];
    if (!stack_is_used(thread))
      continue;
    char *const copy = stack_piece(thread);
    if (compared)
      wipe_dead(copy, thread);
    if (!steps_count)
      continue;
    spinloop_pieces(thread);
    turn_pieces(thread);
  }
}

/* From there to the end of what is in use of `ready`. */
static void schedule_pieces(void *begin) {
  size_t words = (rt.high + 63) / 64;
  checkpoint_piece(begin, (size_t)((char *)(rt.ready + words) - (char *)begin));
  checkpoint_piece(rt.blockable, words * sizeof *rt.blockable);
}

void threads_pieces(void) {
  schedule_pieces(&rt.row);
  checkpoint_piece(rt.threads, rt.high * sizeof *rt.threads);
  stack_pieces(false);
}

/* Threads as they are compared. That an operation was tried, and what came of it, is no state. */
static struct thread compared[SHARED_MAX_THREADS];

static struct thread *copy_to_compare(rv_tid tid) {
  struct thread *thread = &compared[tid];
  *thread = rt.threads[tid];
  thread->resume_to = NULL;
  thread->tried = TRIED_NOTHING;
  thread->tried_with = 0;
  if (!steps_count) {
    thread->turns = thread->changes = thread->rested = 0;
    thread->stood = thread->guess = 0;
    thread->stands = 0;
    thread->watch = 0;
    thread->weak_source = 0;
    thread->turning = false;
    thread->time = 0; /* nobody has looked at a clock in between, or `looks` differs */
  }
  return thread;
}

/* Stacks are left out, and what is known of loops: unused corners of frames hold anything. */
void threads_checked_pieces(void) {
  schedule_pieces(&rt.row);
  for (rv_tid tid = 0; tid < rt.high; tid++) {
    size_t size;
    char *const data = tls_data(copy_to_compare(tid), &size);
    compared[tid].registers = 0; /* those that nothing has been kept in yet hold anything */
    if (stack_is_used(&compared[tid]))
      checkpoint_piece(data, size);
  }
  checkpoint_piece(compared, rt.high * sizeof *compared);
}

/* What nobody looks at any more is left out. */
void threads_compared_pieces(void) {
  for (rv_tid tid = 0; tid < rt.high; tid++) {
    struct thread *thread = copy_to_compare(tid);
    if (thread->state == THREAD_ENDED) {
      thread->sp = NULL;
      thread->pending = (struct rv_op){.kind = RV_OP_NONE};
      thread->blocking = NULL;
      thread->joiner = RV_NO_THREAD;
      thread->registers = 0;
    }
    if (thread->state != THREAD_READY && thread->state != THREAD_JOINING)
      thread->pc = 0;
    if (thread->hook.pc != thread->pc) { /* they are not those of the pending operation */
      memset(&thread->hook, 0, sizeof thread->hook);
      memset(thread->operands, 0, sizeof thread->operands);
    }
    if (thread->state != THREAD_JOINING && !thread->blocking)
      thread->joining = RV_NO_THREAD;
  }
  if (steps_count)
    schedule_pieces(&rt.steps);
  else
    schedule_pieces(&rt.high);
  checkpoint_piece(compared, rt.high * sizeof *compared);
  stack_pieces(true);
}

static rv_tid high_before;

void threads_before_back(void) {
  high_before = rt.high;
}

/* Those that were not yet created then are unborn again. */
void threads_after_back(void) {
  for (rv_tid tid = rt.high; tid < high_before; tid++)
    unmake(&rt.threads[tid]);
}
