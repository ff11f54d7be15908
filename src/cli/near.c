#include "cli/near.h"

#include "cli/signals.h"
#include "cli/supervise.h"
#include "report/match.h"

uint64_t near_bound(const struct trace *before) {
  const uint64_t preemptions = trace_preemptions(before);
  return preemptions ? preemptions : 1;
}

struct request near_request(const struct request *request, uint64_t bound) {
  struct request near = *request;
  near.task = TASK_EXPLORE;
  near.show_output = 0;
  near.suppress = 0;
  near.watch_addr = near.watch_size = 0;
  near.explorer = rv_options_bare(&request->explorer);
  near.explorer.preemptions = bound + 1;
  return near;
}

/* The recorded error if it is there, else the first. */
static bool take_found(const struct program *program, const struct trace *before,
                       const struct request *request, const struct memory *memory,
                       struct watch *watch, struct trace *found) {
  bool any = false;
  for (uint32_t i = 0; i < memory->shared->n_errors && i < SHARED_MAX_ERRORS; i++) {
    struct trace candidate = {0};
    record_found(program, memory, request, &memory->shared->errors[i], watch, &candidate);
    const bool better = candidate.error.shown && (!any || match_errors(before, &candidate));
    trace_free(better ? found : &candidate);
    if (!better)
      continue;
    *found = candidate;
    any = true;
    if (match_errors(before, found))
      break;
  }
  return any;
}

enum near_outcome near_search(const struct program *program, const struct trace *before,
                              uint64_t bound, struct watch *watch, struct trace *found) {
  const struct request request = near_request(&before->request, bound);
  struct memory memory;
  if (!memory_new(&memory, &request))
    return NEAR_UNKNOWN;
  watch->deadline = clock_seconds() + NEAR_SECONDS;
  const enum ending ending = supervise(program, &memory, watch);
  watch->deadline = 0;
  watch->time_up = false;
  enum near_outcome outcome = ending == ENDING_DONE ? NEAR_NOTHING : NEAR_UNKNOWN;
  if (!watch->interrupted && take_found(program, before, &request, &memory, watch, found))
    outcome = NEAR_FOUND;
  memory_free(&memory);
  return outcome;
}

static void put_word(const char *word, struct buffer *out) {
  buffer_putc(out, ' ');
  buffer_put_word(out, word);
}

static void put_option(const char *name, const char *value, struct buffer *out) {
  struct arena arena = {0};
  put_word(arena_printf(&arena, "--%s=%s", name, value), out);
  arena_free(&arena);
}

void near_command(const struct trace *before, const struct trace_program *about, uint64_t bound,
                  struct buffer *out) {
  const struct request *request = &before->request;
  buffer_puts(out, "  ravel check");
  if (bound != NEAR_NO_BOUND)
    buffer_printf(out, " --preemption-bound=%llu", (unsigned long long)bound);
  if (request->races != RACES_REPORT)
    put_option("races", races_name(request->races), out);
  if (request->files)
    put_option("files", files_name(request->files), out);
  if (request->volatiles)
    put_option("volatile", volatile_name(request->volatiles), out);
  if (request->explorer.memory != RV_MEMORY_SC)
    put_option("memory", rv_memory_model_name((enum rv_memory_model)request->explorer.memory), out);
  if (request->leaks)
    buffer_puts(out, " --leaks");
  if (about->input && *about->input)
    put_option("stdin", about->input, out);
  if (*about->cc)
    put_option("cc", about->cc, out);
  if (*about->cflags)
    put_option("cflags", about->cflags, out);
  for (uint32_t i = 0; i < about->n_sources; i++)
    put_word(about->sources[i], out);
  if (!about->n_sources)
    put_word(about->binary, out);
  for (uint32_t i = 0; i < about->n_args; i++) {
    buffer_puts(out, i ? "" : " --");
    put_word(about->args[i], out);
  }
  buffer_putc(out, '\n');
}
