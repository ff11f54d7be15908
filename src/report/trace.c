#include "report/trace.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

const char *trace_event_name(uint32_t kind) {
  static const char *const names[] = {
      [RECORD_READ] = "read",
      [RECORD_WRITE] = "write",
      [RECORD_UPDATE] = "update",
      [RECORD_CAS_FAILED] = "cas-failed",
      [RECORD_FENCE] = "fence",
      [RECORD_LOCK] = "lock",
      [RECORD_TRYLOCK] = "trylock",
      [RECORD_UNLOCK] = "unlock",
      [RECORD_CREATE] = "create",
      [RECORD_JOIN] = "join",
      [RECORD_END] = "end",
      [RECORD_EXIT] = "exit",
      [RECORD_FREE] = "free",
      [RECORD_SCOPE_END] = "scope-end",
      [RECORD_CHOOSE] = "choose",
      [RECORD_AWAIT] = "await",
      [RECORD_INIT] = "init",
      [RECORD_DESTROY] = "destroy",
      [RECORD_TIMEOUT] = "timeout",
      [RECORD_WAIT] = "wait",
      [RECORD_WOKEN] = "woken",
      [RECORD_SIGNAL] = "signal",
      [RECORD_BROADCAST] = "broadcast",
      [RECORD_POST] = "post",
      [RECORD_TAKE] = "take",
      [RECORD_TRY_TAKE] = "try-take",
      [RECORD_GET_VALUE] = "get-value",
      [RECORD_OPEN] = "open",
      [RECORD_CLOSE] = "close",
      [RECORD_UNLINK] = "unlink",
      [RECORD_RDLOCK] = "rdlock",
      [RECORD_WRLOCK] = "wrlock",
      [RECORD_TRY_RDLOCK] = "try-rdlock",
      [RECORD_TRY_WRLOCK] = "try-wrlock",
      [RECORD_ARRIVE] = "arrive",
      [RECORD_LEAVE] = "leave",
      [RECORD_ONCE] = "once",
      [RECORD_ONCE_DONE] = "once-done",
      [RECORD_TRY_JOIN] = "try-join",
      [RECORD_CANCEL] = "cancel",
      [RECORD_TEST_CANCEL] = "test-cancel",
      [RECORD_CANCELLED] = "cancelled",
      [RECORD_ARRIVES] = "arrives",
      [RECORD_HANDLES] = "handles",
      [RECORD_STATE_LOOK] = "look",
      [RECORD_STATE_ADD] = "add",
      [RECORD_STATE_CHANGE] = "change",
      [RECORD_INVOKE] = "invoke",
      [RECORD_RETURN] = "return",
      [RECORD_BLOCK_BEGIN] = "block-begin",
      [RECORD_BLOCK_END] = "block-end",
      [RECORD_ERROR] = "error",
      [RECORD_FUTEX_WAIT] = "futex-wait",
      [RECORD_FUTEX_DIFFERS] = "futex-differs",
      [RECORD_FUTEX_WOKEN] = "futex-woken",
      [RECORD_FUTEX_WAKE] = "futex-wake",
      [RECORD_SEND] = "send",
      [RECORD_RECEIVE] = "receive",
      [RECORD_LOOK_AT_MESSAGE] = "look-at-message",
      [RECORD_NO_MESSAGE] = "no-message",
  };
  _Static_assert(COUNT(names) == RECORD_KINDS, "every kind of record has a name");
  return kind < RECORD_KINDS ? names[kind] : NULL;
}

const char *error_kind_name(uint32_t kind) {
  static const char *const names[] = ERROR_KIND_NAMES;
  _Static_assert(COUNT(names) == ERROR_KINDS, "every kind of error has a name");
  return kind < ERROR_KINDS ? names[kind] : NULL;
}

uint32_t error_kind_number(const char *name) {
  uint32_t kind = 0;
  while (kind < ERROR_KINDS && strcmp(error_kind_name(kind), name) != 0)
    kind++;
  return kind;
}

bool error_kind_is_of_program(const char *name) {
  return error_kind_number(name) < ERRORS_OF_PROGRAM;
}

const char *volatile_name(uint32_t mode) {
  static const char *const names[] = {"plain", "atomic"};
  return mode < COUNT(names) ? names[mode] : NULL;
}

const char *files_name(uint32_t mode) {
  static const char *const names[] = {"memory", "real"};
  return mode < COUNT(names) ? names[mode] : NULL;
}

const char *races_name(uint32_t races) {
  static const char *const names[] = {"report", "interleave", "ignore"};
  return races < COUNT(names) ? names[races] : NULL;
}

const char *reset_name(uint32_t reset) {
  static const char *const names[] = {"auto", "memory", "fork", "checked"};
  return reset < COUNT(names) ? names[reset] : NULL;
}

const char *trace_place(struct arena *arena, const struct trace *trace, uint32_t location) {
  const struct location *place = &trace->locations[location];
  if (location == 0)
    return "an unknown place";
  return place->line ? arena_printf(arena, "%s:%u", place->file, place->line) : place->file;
}

const char *trace_thread_name(const struct trace *trace, uint32_t thread) {
  return thread < trace->n_threads ? trace->threads[thread].name : "nobody";
}

bool trace_is_endless(const struct trace *trace) {
  enum { LONG = 1024 };
  const uint32_t kind = error_kind_number(trace->error.kind);
  return kind == ERROR_NONTERMINATION || kind == ERROR_LONG_EXECUTION ||
         (kind == ERROR_UNSUPPORTED && trace->n_events > LONG);
}

bool trace_in_cycle(const struct trace *trace, uint64_t event) {
  const uint64_t cycle = trace->error.cycle;
  return cycle && trace->events[event].kind != RECORD_ERROR &&
         trace->events[event].step + cycle >= trace->n_choices;
}

bool trace_begins_cycle(const struct trace *trace, uint64_t event) {
  return trace_in_cycle(trace, event) && (event == 0 || !trace_in_cycle(trace, event - 1));
}

uint64_t trace_switches(const struct trace *trace) {
  uint64_t n = 0;
  for (uint64_t i = 1; i < trace->n_choices; i++)
    n += trace->choices[i].thread != trace->choices[i - 1].thread;
  return n;
}

uint64_t trace_preemptions(const struct trace *trace) {
  uint64_t n = 0;
  for (uint64_t i = 0; i < trace->n_events; i++)
    n += trace->events[i].preempts;
  return n;
}

void trace_free(struct trace *trace) {
  struct arena arena = trace->arena; /* the trace's own arrays are in it */
  arena_free(&arena);
  *trace = (struct trace){0};
}
