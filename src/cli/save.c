#include "cli/save.h"

#include <unistd.h>

#include "cli/files.h"
#include "cli/message.h"
#include "cli/saved.h"
#include "cli/signals.h"

bool save_possible(const struct options *options) {
  const char *no = options_other_search(options);
  if (!no)
    no = options->profile    ? "--profile"
         : options->tree     ? "--tree"
         : options->suppress ? "--suppress"
         : options->baseline ? "--baseline"
                             : NULL;
  if (no)
    complain("a search with %s cannot be saved yet: leave out --save", no);
  return !no && file_writable(options->save) && saved_may_replace(options->save);
}

/* What is left of the search; histories that are known to be right would be checked, and counted,
 * once more. */
bool save_now(struct check *check, const struct memory *memory) {
  check->search_saved = clock_seconds();
  if (!check->options.save)
    return false;
  if (memory->shared->histories) {
    mention("a search that checks histories of operations cannot be saved yet");
    return false;
  }
  struct tasks *const tasks = check->team.n ? check->team.tasks : tasks_of_one(memory);
  const bool saved =
      tasks && saved_write(check->options.save, &check->program, memory, tasks,
                           check_seconds(check), check->result.n_words, check->result.words);
  if (!check->team.n)
    tasks_free(tasks);
  return saved;
}

void save_last(struct check *check, const struct memory *memory, enum ending ending) {
  const char *path = check->options.save;
  if (!path)
    return;
  const bool early =
      ending == ENDING_LIMIT || ending == ENDING_TIME || ending == ENDING_INTERRUPTED;
  if (early && save_now(check, memory))
    mention("the search is saved: ravel resume %s", path);
  else if (ending == ENDING_DONE)
    unlink(path);
}
