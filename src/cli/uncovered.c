#include "cli/uncovered.h"

#include "report/built.h"
#include "report/image.h"
#include "report/uninstrumented.h"
#include "report/unseen.h"

static void say_uncovered(struct check *check, bool said, struct buffer *text) {
  if (said)
    result_not_covered(&check->result, arena_string(&check->arena, buffer_text(text)));
  buffer_free(text);
}

void uncovered_before(struct check *check) {
  const char *path = check->program.path;
  struct buffer text = {0}, varying = {0};
  say_uncovered(check, built_without_assertions(path, &text), &text);
  say_uncovered(check, built_without_ravel(path, &text), &text);
  unseen_describe(path, check->program.directory, &text, &varying);
  say_uncovered(check, text.length > 0, &text);
  say_uncovered(check, varying.length > 0, &varying);
  if (check->request.races == RACES_IGNORE)
    result_not_covered(&check->result, "data races were not looked for; --races=report does");
  if (check->request.volatiles == VOLATILE_ATOMIC && check->request.races == RACES_REPORT)
    result_not_covered(&check->result, "with --volatile=atomic: data races of accesses that only "
                                       "volatile ones order");
  if (check->request.no_heap_checks)
    result_not_covered(&check->result, "with --no-heap-checks: accesses out of bounds of heap "
                                       "blocks, or to freed ones, were not looked for");
  if (check->request.explorer.stateful && check->request.races == RACES_REPORT)
    result_not_covered(&check->result, "with --stateful: data races that show only on another way "
                                       "to a state that was reached before");
  if (check->request.explorer.observers)
    result_not_covered(&check->result, "with --observers: stores that only assembly inside of "
                                       "functions reads are taken for unread");
}

/* Code that does not tell what it reads may read what any store leaves: then all are ordered. */
static void give_up_observers(struct check *check, bool unseen, struct buffer *text) {
  if (unseen) {
    check->request.explorer.observers = false;
    result_warn(&check->result,
                arena_printf(&check->arena,
                             "--observers has no effect: what is stored may be read by %s",
                             buffer_text(text)));
  }
  buffer_free(text);
}

void uncovered_readers(struct check *check) {
  struct buffer text = {0};
  if (check->request.explorer.observers)
    give_up_observers(check, uninstrumented_describe(check->program.path, &text), &text);
}

void uncovered_readers_in_libraries(struct check *check, const struct shared *shared) {
  struct buffer text = {0};
  for (uint32_t i = 0; i < shared->n_modules && i < SHARED_MAX_MODULES; i++) {
    const char *path = shared->modules[i].path;
    const bool own = *path && elf_needs(path, "libravel.so") == ELF_NEEDS;
    if (check->request.explorer.observers)
      give_up_observers(
          check, own ? uninstrumented_describe(path, &text) : library_without_ravel(path, &text),
          &text);
  }
}

/* Functions of the C library and its kind of which the runtime does not know all
 * (runtime/coverage.h). */
static void tell_of_unknown(struct check *check, const struct shared *shared) {
  enum { MOST_NAMES = 12 };
  const uint32_t n =
      shared->n_unknown < SHARED_MAX_UNKNOWN ? shared->n_unknown : SHARED_MAX_UNKNOWN;
  struct buffer text = {0};
  buffer_puts(&text, "what these functions of the C library do, which Ravel does not know: ");
  for (uint32_t i = 0; i < n && i < MOST_NAMES; i++)
    buffer_printf(&text, "%s%s", i ? ", " : "", shared->unknown[i]);
  if (n > MOST_NAMES)
    buffer_printf(&text, " and %u more", n - MOST_NAMES);
  say_uncovered(check, n > 0, &text);
}

static void tell_of_symmetry(struct check *check, const struct shared *shared) {
  const char *const told_apart = shared->told_apart;
  if (!check->request.explorer.symmetry)
    return;
  if (*told_apart)
    result_warn(&check->result,
                arena_printf(&check->arena,
                             "--symmetry has no effect: threads are told apart, as %s",
                             told_apart));
  else if (!shared->twins_seen)
    result_warn(&check->result, "--symmetry has no effect: no two threads are created in one step, "
                                "with the same function and the same argument");
}

static void tell_of_states(struct check *check, const struct shared *shared) {
  if (!check->request.explorer.stateful)
    return;
  if (!shared->stats.states)
    result_warn(&check->result, "--stateful has no effect: the states of this program can't be "
                                "compared, or are too large");
}

void uncovered_livelocks(struct check *check) {
  result_not_covered(&check->result,
                     "with --stateful: livelocks of threads that take back their steps for each "
                     "other, in step, for ever; --algorithm=naive --stateful --void-iterations "
                     "looks for them without a limit of time");
}

void uncovered_after(struct check *check, const struct shared *shared) {
  struct buffer text = {0};
  for (uint32_t i = 0; i < shared->n_modules && i < SHARED_MAX_MODULES; i++)
    say_uncovered(check, library_without_ravel(shared->modules[i].path, &text), &text);
  for (uint32_t i = 0; i < shared->n_not_covered && i < SHARED_MAX_NOT_COVERED; i++)
    result_not_covered(&check->result, arena_string(&check->arena, shared->not_covered[i]));
  tell_of_unknown(check, shared);
  tell_of_symmetry(check, shared);
  tell_of_states(check, shared);
  if (shared->stats.threads <= 1)
    result_not_covered(&check->result, "only one thread ever ran; other arguments may start more");
}
