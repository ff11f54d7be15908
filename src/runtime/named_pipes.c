#define _GNU_SOURCE
#include "runtime/named_pipes.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/descriptors.h"
#include "runtime/error.h"
#include "runtime/file_numbers.h"
#include "runtime/interrupt.h"
#include "runtime/object.h"
#include "runtime/real.h"

enum { MAX_PIPES = 64, MAX_HIDDEN = 64, FIRST_HIDDEN = 512 };
enum { READERS, WRITERS, ENDS };

static struct named_pipe {
  uint32_t file;          /* its number */
  uint32_t came[ENDS];    /* how many have come so far to open it */
  uint32_t waiting[ENDS]; /* how many of them are still there */
} pipes[MAX_PIPES];
static uint32_t n_pipes;

/* Descriptors of the runtime: the ends of those who wait, and both of a pipe that is being opened.
 */
static int hidden[MAX_HIDDEN];
static uint32_t n_hidden;
static int both_ends = -1, own_end = -1;

/* On the stack of a thread that waits. */
struct opening {
  const struct named_pipe *pipe;
  int other; /* the end that must be opened by somebody, */
  uint32_t came;
};

/* --- which ---------------------------------------------------------------------------------------
 */

/* False: it is none. */
static bool is_pipe(int directory, const char *path, int flags, char resolved[PATH_MAX]) {
  char at[PATH_MAX];
  struct stat status;
  if (!path || flags & (O_PATH | O_EXCL))
    return false;
  if (*path != '/' && directory != AT_FDCWD) {
    snprintf(at, sizeof at, "/proc/self/fd/%d/%s", directory, path);
    path = at;
  }
  return stat(path, &status) == 0 && S_ISFIFO(status.st_mode) && realpath(path, resolved);
}

static struct named_pipe *pipe_of(uint32_t file, uint64_t pc) {
  for (uint32_t i = 0; i < n_pipes; i++)
    if (pipes[i].file == file)
      return &pipes[i];
  if (n_pipes == MAX_PIPES)
    fail(ERROR_UNSUPPORTED, pc, NULL, "more than %d pipes with names are not supported", MAX_PIPES);
  pipes[n_pipes] = (struct named_pipe){.file = file};
  return &pipes[n_pipes++];
}

/* What stands for those who open it. */
static uint64_t openers(uint32_t file) {
  return state_place(STATE_PIPE_OPENED, file);
}

void named_pipe_acts(int directory, const char *path, int flags, struct state_acts *acts) {
  char resolved[PATH_MAX];
  if (!is_pipe(directory, path, flags, resolved))
    return;
  const uint32_t file = file_number(resolved);
  state_add(acts, openers(file), RV_READ | RV_WRITE);
  state_add(acts, state_place(STATE_FILE, file), RV_READ | RV_WRITE);
}

/* --- ends ----------------------------------------------------------------------------------------
 */

/* At a high number: the program is given the lowest free one. */
static int open_hidden(const char *path, int mode) {
  const int low = REAL(open)(path, mode | O_NONBLOCK | O_CLOEXEC);
  const int high = low < 0 ? -1 : fcntl(low, F_DUPFD_CLOEXEC, FIRST_HIDDEN);
  if (low >= 0)
    REAL(close)(low);
  if (high >= 0 && n_hidden < MAX_HIDDEN)
    hidden[n_hidden++] = high;
  return high;
}

static void close_hidden(int *number) {
  for (uint32_t i = 0; i < n_hidden; i++)
    if (hidden[i] == *number) {
      REAL(close)(*number);
      hidden[i] = hidden[--n_hidden];
    }
  *number = -1;
}

/* --- waiting -------------------------------------------------------------------------------------
 */

static bool other_has_come(struct thread *thread) {
  const struct opening *const opening = thread->ticket;
  return opening->pipe->came[opening->other] != opening->came;
}

static void opening_describe(const struct thread *thread, struct shared_wait *wait) {
  const struct opening *const opening = thread->ticket;
  wait->kind = WAIT_TO_OPEN;
  wait->object = 0;
  wait->tag = opening->other == WRITERS;
}

static const struct blocking until_other_has_come = {other_has_come, opening_describe};

static bool is_there(const struct named_pipe *pipe, int end) {
  return pipe->waiting[end] > 0 ||
         descriptor_is_open_at(state_place(STATE_FILE, pipe->file), end == WRITERS);
}

/* False: a handler has ended the wait. */
static bool find_other(struct named_pipe *pipe, int end, uint64_t pc) {
  struct state_acts acts = {.n = 0, .shown = -1};
  struct opening opening = {.pipe = pipe, .other = !end, .came = pipe->came[!end]};
  if (is_there(pipe, !end))
    return true;
  rt.current->ticket = &opening;
  state_add(&acts, openers(pipe->file), RV_READ);
  acts.blocking = &until_other_has_come;
  acts.watched = 1;
  acts.ends = WAIT_ENDS_UNLESS_RESTARTED;
  pipe->waiting[end]++;
  state_act(&acts, pc);
  pipe->waiting[end]--;
  return !acts.ended;
}

/* --- opening -------------------------------------------------------------------------------------
 */

/* Its end is open while it waits. */
static bool open_with_other(struct named_pipe *pipe, const char *path, int mode, uint64_t pc) {
  int both = open_hidden(path, O_RDWR), own = open_hidden(path, mode);
  close_hidden(&both);
  const bool found = find_other(pipe, mode == O_WRONLY ? WRITERS : READERS, pc);
  if (found)
    own_end = own;
  else
    close_hidden(&own);
  return found;
}

bool named_pipe_opens(int directory, const char *path, int flags, uint64_t pc) {
  char resolved[PATH_MAX];
  const int mode = flags & O_ACCMODE;
  if (!is_pipe(directory, path, flags, resolved))
    return true;
  struct named_pipe *const pipe = pipe_of(file_number(resolved), pc);
  const void *const known_by = (const void *)(uintptr_t)openers(pipe->file);
  if (flags & O_NONBLOCK && mode == O_WRONLY && !is_there(pipe, READERS))
    return true; /* it fails */
  pipe->came[READERS] += mode != O_WRONLY;
  pipe->came[WRITERS] += mode != O_RDONLY;
  object_release(known_by);
  if (flags & O_NONBLOCK || mode == O_RDWR)
    return true;
  if (!open_with_other(pipe, resolved, mode, pc))
    return false;
  object_acquire(known_by);
  both_ends = open_hidden(resolved, O_RDWR);
  return true;
}

void named_pipe_opened(void) {
  close_hidden(&own_end);
  close_hidden(&both_ends);
}

void named_pipes_reset(void) {
  for (; n_hidden > 0; n_hidden--)
    REAL(close)(hidden[n_hidden - 1]);
  own_end = both_ends = -1;
  n_pipes = 0;
}
