#include "cli/saved.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/files.h"
#include "cli/inputs.h"
#include "cli/message.h"

static const char magic[] = "ravel search 1\n";

/* The parts of the memory that outlive a search that is stopped: lists, and single numbers. */
static const struct list {
  size_t count, at, size;
  uint32_t most;
} lists[] = {
#define LIST(n, items, max)                                                                        \
  {                                                                                                \
    offsetof(struct shared, n), offsetof(struct shared, items),                                    \
        sizeof *((struct shared *)NULL)->items, max                                                \
  }
    LIST(n_threads, threads, SHARED_MAX_THREADS),
    LIST(facts.n, facts.at, RV_MAX_FACTS),
    LIST(n_errors, errors, SHARED_MAX_ERRORS),
    LIST(n_remarks, remarks, SHARED_MAX_REMARKS),
    LIST(n_conds, conds, SHARED_MAX_CONDS),
    LIST(n_not_covered, not_covered, SHARED_MAX_NOT_COVERED),
    LIST(n_unknown, unknown, SHARED_MAX_UNKNOWN),
    LIST(n_inputs, inputs, SHARED_MAX_INPUTS),
};
enum { LISTS = sizeof lists / sizeof *lists };

static const size_t numbers[] = {
    offsetof(struct shared, fork_per_execution), offsetof(struct shared, states_compared),
    offsetof(struct shared, plain_shared),       offsetof(struct shared, bounds_met),
    offsetof(struct shared, conds_unknown),      offsetof(struct shared, request.run),
};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static uint32_t *number_at(const struct shared *shared, size_t offset) {
  return (uint32_t *)(void *)((char *)(uintptr_t)shared + offset);
}

static uint64_t sum_of(const char *text, size_t n) {
  uint64_t sum = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < n; i++)
    sum = (sum ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
  return sum;
}

/* --- writing --------------------------------------------------------------------------------- */

static void add_number(struct buffer *out, uint64_t number) {
  buffer_add(out, (const char *)&number, sizeof number);
}

static void add_bytes(struct buffer *out, const void *bytes, size_t n) {
  add_number(out, n);
  buffer_add(out, bytes, n);
}

static void add_text(struct buffer *out, const char *text) {
  add_bytes(out, text, strlen(text) + 1);
}

static void add_memory(struct buffer *out, const struct memory *memory) {
  const struct shared *shared = memory->shared;
  for (unsigned i = 0; i < NUMBERS; i++)
    add_number(out, *number_at(shared, numbers[i]));
  for (unsigned i = 0; i < LISTS; i++) {
    const uint32_t n = *number_at(shared, lists[i].count);
    add_bytes(out, (const char *)shared + lists[i].at,
              (n < lists[i].most ? n : lists[i].most) * lists[i].size);
  }
  struct part schedules = memory_schedule(memory, 0, shared->schedules_used);
  add_bytes(out, schedules.first,
            schedules.first ? shared->schedules_used * sizeof(struct shared_choice) : 0);
  part_free(&schedules);
}

static void add_search(struct buffer *out, struct tasks *tasks) {
  size_t n;
  unsigned char *const bytes = rv_parts_write(&tasks->parts, &n);
  add_bytes(out, bytes, n);
  free(bytes);
}

bool saved_write(const char *path, const struct program *program, const struct memory *memory,
                 struct tasks *tasks, double seconds, uint32_t n_words, const char *const *words) {
  inputs_keep(program, memory->shared);
  struct buffer out = {0};
  buffer_puts(&out, magic);
  add_text(&out, RAVEL_VERSION);
  add_bytes(&out, build_id, sizeof build_id);
  add_text(&out, program->about.directory);
  add_text(&out, program->hash);
  add_number(&out, n_words);
  for (uint32_t i = 0; i < n_words; i++)
    add_text(&out, words[i]);
  add_bytes(&out, &seconds, sizeof seconds);
  add_memory(&out, memory);
  add_search(&out, tasks);
  add_number(&out, sum_of(out.text, out.length));
  const bool good = file_write_lasting(path, &out);
  buffer_free(&out);
  return good;
}

/* --- reading --------------------------------------------------------------------------------- */

/* What is still to be read; `bad` once it did not last. */
struct from {
  const char *at;
  size_t n;
  bool bad;
};

static const char *take_next(struct from *from, uint64_t n) {
  if (from->bad || n > from->n) {
    from->bad = true;
    return NULL;
  }
  const char *const at = from->at;
  from->at += n;
  from->n -= n;
  return at;
}

static uint64_t take_number(struct from *from) {
  uint64_t number = 0;
  const char *const at = take_next(from, sizeof number);
  if (at)
    memcpy(&number, at, sizeof number);
  return number;
}

static struct rv_flat take_bytes(struct from *from) {
  const uint64_t n = take_number(from);
  const char *const at = take_next(from, n);
  return (struct rv_flat){(const unsigned char *)at, at ? n : 0};
}

static const char *take_text(struct from *from) {
  const struct rv_flat text = take_bytes(from);
  from->bad |= !text.n || strlen((const char *)text.at) != text.n - 1;
  return from->bad ? "" : (const char *)text.at;
}

static bool is_whole(struct from *from) {
  uint64_t sum;
  if (from->n < sizeof sum)
    return false;
  from->n -= sizeof sum;
  memcpy(&sum, from->at + from->n, sizeof sum);
  return sum == sum_of(from->at, from->n);
}

static int refuse(const char *path, const char *why) {
  return complain("cannot resume '%s': %s", path, why);
}

static bool take_words(struct saved *saved, struct from *from) {
  const uint64_t n = take_number(from);
  if (from->bad || n > from->n)
    return false;
  saved->n_words = (uint32_t)n;
  saved->words = arena_alloc(&saved->arena, (n + 1) * sizeof *saved->words);
  for (uint64_t i = 0; i < n; i++)
    saved->words[i] = take_text(from);
  saved->words[n] = NULL;
  return !from->bad;
}

bool saved_may_replace(const char *path) {
  char begin[sizeof magic - 1];
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  const ssize_t n = file >= 0 ? read(file, begin, sizeof begin) : 0;
  if (file >= 0)
    close(file);
  if (n <= 0 || memcmp(begin, magic, (size_t)n) == 0)
    return true;
  complain("'%s' is no saved search: --save would overwrite it", path);
  return false;
}

bool saved_read(struct saved *saved, const char *path) {
  if (!buffer_read_file(&saved->file, path))
    return refuse(path, "it cannot be read"), false;
  struct from from = {saved->file.text, saved->file.length, false};
  if (from.n < sizeof magic || memcmp(from.at, magic, sizeof magic - 1) != 0)
    return refuse(path, "it is no saved search"), false;
  if (!is_whole(&from))
    return refuse(path, "the file is damaged or cut short"), false;
  take_next(&from, sizeof magic - 1);
  const char *const version = take_text(&from);
  const struct rv_flat build = take_bytes(&from);
  if (strcmp(version, RAVEL_VERSION) != 0 || build.n != sizeof build_id ||
      memcmp(build.at, build_id, sizeof build_id) != 0)
    return refuse(path, "it was saved by another version of ravel"), false;
  saved->directory = take_text(&from);
  saved->program = take_text(&from);
  const bool good = take_words(saved, &from);
  const struct rv_flat seconds = take_bytes(&from);
  if (!good || seconds.n != sizeof saved->seconds)
    return refuse(path, "the file is damaged or cut short"), false;
  memcpy(&saved->seconds, seconds.at, seconds.n);
  saved->rest = (struct rv_flat){(const unsigned char *)from.at, from.n};
  return true;
}

static bool restore_lists(struct from *from, struct shared *shared) {
  for (unsigned i = 0; i < LISTS; i++) {
    const struct rv_flat bytes = take_bytes(from);
    if (bytes.n % lists[i].size || bytes.n / lists[i].size > lists[i].most)
      return false;
    if (bytes.n)
      memcpy((char *)shared + lists[i].at, bytes.at, bytes.n);
    *number_at(shared, lists[i].count) = (uint32_t)(bytes.n / lists[i].size);
  }
  return !from->bad;
}

static bool restore_schedules(struct from *from, struct memory *memory) {
  const struct rv_flat bytes = take_bytes(from);
  const uint64_t n = bytes.n / sizeof(struct shared_choice);
  struct part schedules = memory_schedule(memory, 0, n);
  if (n && !schedules.first)
    return false;
  if (n)
    memcpy(schedules.first, bytes.at, n * sizeof(struct shared_choice));
  memory->shared->schedules_used = n;
  part_free(&schedules);
  return true;
}

struct tasks *saved_restore(const struct saved *saved, struct memory *memory) {
  struct from from = {(const char *)saved->rest.at, saved->rest.n, false};
  for (unsigned i = 0; i < NUMBERS; i++)
    *number_at(memory->shared, numbers[i]) = (uint32_t)take_number(&from);
  struct tasks *const tasks = tasks_new(memory);
  if (restore_lists(&from, memory->shared) && inputs_are_whole(memory->shared) &&
      restore_schedules(&from, memory) && rv_parts_read(&tasks->parts, take_bytes(&from)) &&
      !rv_parts_are_done(&tasks->parts) && !from.bad && !from.n)
    return tasks;
  tasks_free(tasks);
  return NULL;
}

void saved_free(struct saved *saved) {
  buffer_free(&saved->file);
  arena_free(&saved->arena);
}
