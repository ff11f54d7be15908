/*
 * Errors of the program: what, where and in which thread goes into the shared page together with
 * the schedule that led there. How it looks to a person is not decided here: the supervisor has
 * the execution run again and recorded.
 */
#include "runtime/runtime.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ravel_operations.h"
#include "runtime/debugger.h"
#include "runtime/error.h"
#include "runtime/libc_patch.h"
#include "runtime/memory_image.h"
#include "runtime/operations.h"
#include "runtime/outside.h"
#include "runtime/record.h"
#include "runtime/restore.h"
#include "runtime/spinloop.h"
#include "runtime/thread.h"

/* Return addresses from `frame` outwards. Code under test keeps frame pointers. */
uint32_t stack_frames(const struct thread *thread, uint64_t pc, void *frame, uint64_t *frames,
                      uint32_t n) {
  uint32_t found = 0;
  if (pc && n > 0)
    frames[found++] = pc;
  if (pc && !in_program(pc) && found < n) {
    frames[found] = program_caller(thread, (uintptr_t)frame);
    found += frames[found] != 0;
  }
  const uint64_t *at = frame;
  while (found < n && in_stack_of(thread, (uintptr_t)at) &&
         in_stack_of(thread, (uintptr_t)(at + 1))) {
    uint64_t above = at[0], back = at[1];
    bool own = found == 1 && (back == pc || in_runtime(back));
    if (back && !own)
      frames[found++] = back;
    if (above <= (uintptr_t)at)
      break;
    at = (const uint64_t *)(uintptr_t)above;
  }
  return found;
}

/* Whether a call may return there: a function's address on the stack is none. */
static bool follows_call(uint64_t pc) {
#ifdef __x86_64__
  const uint8_t *at = (const uint8_t *)(uintptr_t)pc;
  return at[-5] == 0xe8 || (at[-2] == 0xff && (at[-1] & 0x38) == 0x10) ||
         (at[-3] == 0xff && (at[-2] & 0x38) == 0x10) ||
         (at[-6] == 0xff && (at[-5] & 0x38) == 0x10) || (at[-7] == 0xff && (at[-6] & 0x38) == 0x10);
#else
  (void)pc;
  return true;
#endif
}

/* What the call before a return address calls. A call through a register may call anything. */
enum callee { CALLEE_IN_LIBRARY, CALLEE_UNKNOWN, CALLEE_IN_PROGRAM, CALLEES };

#ifdef __x86_64__
/* The runtime's hooks are no library: nothing goes on from them to somewhere else. What stands for
 * functions of libc is. */
static enum callee callee_at(uint64_t target) {
  const bool hooks = in_runtime(target) && !libc_is_slot(target);
  return in_program(target) || hooks ? CALLEE_IN_PROGRAM : CALLEE_IN_LIBRARY;
}

/* Where an instruction that ends at `end` finds the address of a function: a word of the linker's.
 */
static enum callee callee_in_word(const uint8_t *end) {
  int32_t distance;
  memcpy(&distance, end - 4, sizeof distance);
  return callee_at(*(const uint64_t *)(uintptr_t)(end + distance));
}

/* A stub jumps to where the linker has put a function of a library. */
static enum callee callee_of(uint64_t pc) {
  const uint8_t *const end = (const uint8_t *)(uintptr_t)pc;
  int32_t distance;
  if (end[-6] == 0xff && end[-5] == 0x15) /* call *distance(%rip) */
    return callee_in_word(end);
  if (end[-5] != 0xe8)
    return CALLEE_UNKNOWN;
  memcpy(&distance, end - 4, sizeof distance);
  const uint8_t *target = end + distance;
  if (!in_program((uintptr_t)target) || !in_program((uintptr_t)target + 16))
    return callee_at((uintptr_t)target);
  target += memcmp(target, "\xf3\x0f\x1e\xfa", 4) == 0 ? 4 : 0; /* endbr64 */
  target += *target == 0xf2;                                    /* bnd */
  if (target[0] != 0xff || target[1] != 0x25)                   /* jmp *distance(%rip) */
    return CALLEE_IN_PROGRAM;
  return callee_in_word(target + 6);
}
#else
static enum callee callee_of(uint64_t pc) {
  (void)pc;
  return CALLEE_UNKNOWN;
}
#endif

/* The stack may still hold addresses of calls that have returned. The return address of a call into
 * a library is the best candidate. That of a call of the program's own function is the last choice,
 * though that function may have jumped into the library. */
uint64_t program_caller(const struct thread *thread, uint64_t sp) {
  uint64_t found[CALLEES] = {0};
  for (uint64_t at = sp & ~UINT64_C(7); at < sp + 4096 && in_stack_of(thread, at); at += 8) {
    const uint64_t word = *(const uint64_t *)(uintptr_t)at;
    if (!in_program(word) || !in_program(word - 7) || !follows_call(word))
      continue;
    const enum callee callee = callee_of(word);
    if (callee == CALLEE_IN_LIBRARY)
      return word;
    found[callee] = found[callee] ? found[callee] : word;
  }
  return found[CALLEE_UNKNOWN] ? found[CALLEE_UNKNOWN] : found[CALLEE_IN_PROGRAM];
}

uint64_t module_caller(const struct thread *thread, uint64_t sp, uint64_t function) {
  for (uint64_t at = sp & ~UINT64_C(7); at < sp + 4096 && in_stack_of(thread, at); at += 8) {
    const uint64_t word = *(const uint64_t *)(uintptr_t)at;
    if (in_one_module(function, word) && in_one_module(function, word - 7) && follows_call(word))
      return word;
  }
  return 0;
}

/* The schedule up to and including the step under way. */
static void save_schedule(struct shared_error *error) {
  struct shared *shared = rt.shared;
  if (rt.recording) {
    const bool followed = shared->request.task == TASK_FOLLOW;
    error->schedule_first =
        shared->request.schedule_first + (followed ? shared->request.schedule_length : 0);
    error->schedule_length = rt.steps;
    return;
  }
  error->schedule_first = shared->schedules_used;
  size_t stride, n;
  bool under_way;
  const char *at = (const char *)rv_explorer_steps((struct rv_explorer *)shared->explorer, &stride,
                                                   &n, &under_way);
  struct shared_choice *to =
      (struct shared_choice *)(SHARED_BASE + SHARED_SCHEDULES_OFFSET) + shared->schedules_used;
  const uint64_t room = (SHARED_RECORDS_OFFSET - SHARED_SCHEDULES_OFFSET) / sizeof *to;
  size_t length = n <= rt.steps ? n : rt.steps + 1; /* one more: a step that is not made */
  if (length > room - shared->schedules_used)
    length = 0; /* an error that can't be replayed is one all the same */
  for (size_t i = 0; i < length; i++, at += stride) {
    const struct rv_replay *step = (const struct rv_replay *)at;
    to[i] = (struct shared_choice){step->thread, step->choice};
  }
  error->schedule_length = length;
  shared->schedules_used += length;
}

/* The explorer makes this step as a probe, not as part of an execution. An error that it shows will
 * be found when its execution is explored. */
static bool is_tried_only(void) {
  size_t stride, n;
  bool under_way = true;
  if (!rt.recording && rt.shared->step_under_way == UNDER_WAY_STEP)
    rv_explorer_steps((struct rv_explorer *)rt.shared->explorer, &stride, &n, &under_way);
  return !under_way;
}

static uint64_t hash_words(const uint64_t *words, size_t n) {
  uint64_t hash = n;
  for (size_t i = 0; i < n; i++)
    hash = (hash ^ words[i] ^ hash >> 29) * UINT64_C(0x9e3779b97f4a7c15);
  return hash;
}

static uint64_t about_hash; /* of the error that is about to be reported */

void error_about(const uint64_t *words, size_t n) {
  if (rt.shared->request.suppress)
    about_hash = hash_words(words, n);
}

static void set_hashes(struct shared_error *error) {
  if (rt.shared->request.suppress)
    error->stack_hash = hash_words(error->frames, error->n_frames);
  error->about_hash = about_hash;
  about_hash = 0;
}

/* Whether whatever is said of the one's kind and stack is true of the other. */
static bool error_is_like(const struct shared_error *a, const struct shared_error *b) {
  return a->kind == b->kind && a->stack_hash == b->stack_hash;
}

/* With --suppress, as many errors as this are told apart that differ neither in kind nor in stack:
 * an array can have as many races as elements. */
enum { MAX_ALIKE = 4 };

static struct shared_error *last_of_too_many(const struct shared_error *error) {
  struct shared_error *last = NULL;
  uint32_t n = 0;
  for (uint32_t i = 0; rt.shared->request.suppress && i < rt.shared->n_errors; i++)
    if (error_is_like(&rt.shared->errors[i], error)) {
      last = &rt.shared->errors[i];
      n++;
    }
  return n >= MAX_ALIKE ? last : NULL;
}

static bool same_error(const struct shared_error *a, const struct shared_error *b) {
  return rt.shared->request.suppress ? error_is_like(a, b) && a->about_hash == b->about_hash &&
                                           strcmp(a->message, b->message) == 0
                                     : error_is_same(a, b);
}

/* The entry for a new error, or for the one that is already there; `error` if there is no room. */
static struct shared_error *error_enter(struct shared_error *error) {
  struct shared *shared = rt.shared;
  for (uint32_t i = 0; i < shared->n_errors; i++)
    if (same_error(&shared->errors[i], error))
      return &shared->errors[i];
  struct shared_error *last = last_of_too_many(error);
  if (last) {
    last->more = 1;
    return error;
  }
  if (shared->n_errors == SHARED_MAX_ERRORS)
    return error;
  struct shared_error *to = &shared->errors[shared->n_errors];
  *to = *error;
  save_schedule(to);
  shared->n_errors++;
  if (shared->request.suppress && !rt.recording)
    shared->stop = 1; /* the command says whether the search goes on */
  return to;
}

/* A thread that continues after a race behaves as if there had been none: it may spin in a loop. */
static bool goes_on_after(enum error_kind kind) {
  return kind == ERROR_DATA_RACE && rt.shared->request.keep_going;
}

static struct shared_error *report(enum error_kind kind, rv_tid thread, uint64_t pc, void *frame,
                                   const char *format, va_list arguments) {
  static struct shared_error error;
  if (!goes_on_after(kind))
    not_spinning();
  memset(&error, 0, sizeof error);
  error.kind = kind;
  error.thread = thread;
  error.other.thread = error.origin.thread = RV_NO_THREAD;
  error.execution = rt.shared->stats.executions + 1;
  error.n_facts = rt.shared->facts.known;
  error.n_facts_met = rt.shared->facts.n;
  error.pc = pc;
  error.n_frames = stack_frames(&rt.threads[thread], pc, frame, error.frames, SHARED_MAX_FRAMES);
  set_hashes(&error);
  vsnprintf(error.message, sizeof error.message, format, arguments);
  rt.telling |= rt.recording; /* it may not have been (ravel_runtime_judges()) */
  struct record *line = record(RECORD_ERROR, pc);
  if (line)
    line->thread = thread;
  if (rt.recording)
    memory_image_take();
  const bool tried = is_tried_only();
  const bool later = (operation_is_alone() && operations_get_events()) ||
                     (!tried && kind != ERROR_UNSUPPORTED && ravel_runtime_shrink());
  rt.erroneous |= !later;
  struct shared_error *entered = tried || later ? &error : error_enter(&error);
  rt.error = entered == &error ? 0 : (uint32_t)(entered - rt.shared->errors) + 1;
  if (rt.recording)
    ravel_debugger_error((uint64_t)(entered - rt.shared->errors), thread);
  return entered;
}

struct shared_error *error_report(enum error_kind kind, rv_tid thread, uint64_t pc, void *frame,
                                  const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  struct shared_error *error = report(kind, thread, pc, frame, format, arguments);
  va_end(arguments);
  return error;
}

_Noreturn void error_stop(void) {
  rt.failed = true;
  stop_for_good(THREAD_FAILED);
}

_Noreturn void fail(enum error_kind kind, uint64_t pc, void *frame, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  report(kind, rt.current->tid, pc, frame, format, arguments);
  va_end(arguments);
  error_stop();
}

_Noreturn void unsupported(const char *what, uint64_t pc, void *frame) {
  fail(ERROR_UNSUPPORTED, pc, frame, "%s is not supported", what);
}

/* --- replays that differ
 * -------------------------------------------------------------------------- */

static int describe_op(char *to, size_t size, const struct rv_op *op, uint64_t value) {
  static const char *const kinds[RV_OP_KINDS] = {
      [RV_OP_NONE] = "nothing",  [RV_OP_LOCK] = "lock",   [RV_OP_TRYLOCK] = "trylock",
      [RV_OP_UNLOCK] = "unlock", [RV_OP_AWAIT] = "await", [RV_OP_CHOOSE] = "choice",
  };
  static const char *const modes[] = {"access", "read", "write", "update"};
  if (!op)
    return snprintf(to, size, "nothing");
  const char *what = op->kind == RV_OP_MEMORY ? modes[op->access.mode & 3] : kinds[op->kind];
  return snprintf(to, size, "%s of %u bytes at %#lx (%#lx)", what ? what : "?", op->access.size,
                  (unsigned long)op->access.addr, (unsigned long)value);
}

static void diverged_in(rv_tid thread, uint64_t pc) {
  rt.shared->diverged_pc = pc;
  outside_describe(thread, rt.shared->diverged_after, sizeof rt.shared->diverged_after);
}

void error_has_ended(rv_tid thread, uint64_t pc) {
  diverged_in(thread, pc);
  snprintf(rt.shared->diverged, sizeof rt.shared->diverged,
           "step %lu, of thread %u, was made before; now that thread has ended or waits",
           (unsigned long)rt.steps, thread);
}

void error_diverged(const struct rv_replay *then, const struct rv_op *now, uint64_t value,
                    uint64_t pc) {
  struct shared *shared = rt.shared;
  char first[128], second[128];
  describe_op(first, sizeof first, &then->op, then->value);
  describe_op(second, sizeof second, now, value);
  diverged_in(then->thread, pc);
  snprintf(shared->diverged, sizeof shared->diverged,
           "step %lu, of thread %u, was: %s; now it is: %s", (unsigned long)rt.steps, then->thread,
           first, second);
}
