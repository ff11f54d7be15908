#define _GNU_SOURCE
#include "runtime/libc_object.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "runtime/access.h"
#include "runtime/created_files.h"
#include "runtime/datagrams.h"
#include "runtime/directories.h"
#include "runtime/error.h"
#include "runtime/file_locks.h"
#include "runtime/libc_moving.h"
#include "runtime/libc_opening.h"
#include "runtime/libc_special.h"
#include "runtime/libc_variables.h"
#include "runtime/named_pipes.h"
#include "runtime/process_state.h"
#include "runtime/signals.h"

static uint32_t mode_of(enum libc_mode mode) {
  return mode == LIBC_LOOK ? RV_READ : mode == LIBC_ADD ? RV_ADD : RV_READ | RV_WRITE;
}

bool libc_object_locks(const struct libc_function *row) {
  static const char *const without[] = {"__overflow", "__uflow",    "fileno",        "__fpending",
                                        "__freading", "__fwriting", "__freadable",   "__fwritable",
                                        "__fbufsize", "__flbf",     "__fsetlocking", "__fpurge"};
  const bool stream = row->object == LIBC_STREAM || row->object == LIBC_STDIN ||
                      row->object == LIBC_STDOUT || row->object == LIBC_STDERR;
  for (size_t i = 0; i < sizeof without / sizeof *without; i++)
    if (strcmp(row->name, without[i]) == 0)
      return false;
  return stream && !strstr(row->name, "_unlocked");
}

/* NULL: it is on none. */
FILE *libc_object_stream(const struct libc_function *row, const struct libc_call *call) {
  switch (row->object) {
  case LIBC_STREAM:
    return (FILE *)libc_argument(call, row->object_arg);
  case LIBC_STDIN:
    return stdin;
  case LIBC_STDOUT:
    return stdout;
  case LIBC_STDERR:
    return stderr;
  }
  return NULL;
}

/* The descriptor that an operation is on, or a negative number. */
static int libc_object_number_of(const struct libc_function *row, const struct libc_call *call) {
  const uint64_t argument = libc_argument(call, row->object_arg);
  switch (row->object) {
  case LIBC_DESCRIPTOR:
    return (int)argument;
  case LIBC_DIRECTORY:
    return argument ? dirfd((DIR *)argument) : -1;
  }
  return stream_number(libc_object_stream(row, call));
}

/* --- opening and closing -------------------------------------------------------------------------
 */

/* The directory that names begin in, for a function that is given them. */
static void names_act(const struct libc_function *row, const struct libc_call *call,
                      struct state_acts *acts) {
  for (uint32_t i = 0; i < LIBC_MAX_TOUCHES && row->touches[i].extent; i++)
    if (row->touches[i].extent == LIBC_STRING)
      descriptor_path_acts((const char *)libc_argument(call, row->touches[i].arg), PATH_NAMED,
                           acts);
}

/* Where a character is one byte, there is nothing to go on with. */
static bool keeps_parts(void) {
  return MB_CUR_MAX > 1;
}

static void special_acts(const struct libc_function *row, const struct libc_special *special,
                         const struct libc_call *call, struct descriptor_wish *wish,
                         struct state_acts *acts) {
  const uint64_t argument = libc_argument(call, special->arg);
  switch (special->kind) {
  case GIVES_NUMBER:
  case GIVES_STREAM:
  case GIVES_DIRECTORY:
    opening_acts(special, call, acts);
    break;
  case GIVES_TWO:
    number_is_given(true, acts);
    break;
  case DUPLICATES_TO:
    descriptor_acts((int)libc_argument(call, 1), LIBC_CHANGE, false, NULL, acts);
    file_locks_close_acts((int)libc_argument(call, 1), acts);
    number_is_given(true, acts);
    break;
  case DUPLICATES:
    number_is_given(true, acts);
    break;
  case LOCKS_FILE:
    file_lock_acts_flock((int)argument, (int)libc_argument(call, 1), wish, acts);
    break;
  case CONTROLS:
    if (file_lock_acts_fcntl((int)argument, (int)libc_argument(call, 1),
                             (const struct flock *)libc_argument(call, 2), wish, acts))
      break;
    descriptor_acts((int)argument, LIBC_CHANGE, false, NULL, acts);
    if ((int)libc_argument(call, 1) == F_DUPFD || (int)libc_argument(call, 1) == F_DUPFD_CLOEXEC)
      number_is_given(true, acts);
    break;
  case MOVES_BYTES:
    moving_acts(special, call, wish, acts);
    break;
  case CLOSES_NUMBER:
    descriptor_acts((int)argument, LIBC_CHANGE, false, NULL, acts);
    file_locks_close_acts((int)argument, acts);
    descriptor_numbers_act(true, acts);
    acts->releases = true;
    break;
  case CLOSES_STREAM:
    descriptor_acts(stream_number((FILE *)argument), LIBC_CHANGE, false, NULL, acts);
    file_locks_close_acts(stream_number((FILE *)argument), acts);
    descriptor_numbers_act(false, acts);
    acts->releases = true;
    break;
  case CLOSES_DIRECTORY:
    descriptor_acts(dirfd((DIR *)argument), LIBC_CHANGE, false, NULL, acts);
    descriptor_numbers_act(false, acts);
    break;
  case LISTS_NAMES:
    descriptor_acts(dirfd((DIR *)argument), LIBC_CHANGE, false, NULL, acts);
    state_add(acts, state_place(STATE_FILES, 0), RV_READ);
    break;
  case REOPENS:
    descriptor_acts(stream_number((FILE *)argument), LIBC_CHANGE, false, NULL, acts);
    descriptor_numbers_act(false, acts);
    state_add(acts, state_place(STATE_FILES, 0), mode_of(LIBC_CHANGE));
    descriptor_path_acts((const char *)libc_argument(call, 0),
                         *(const char *)libc_argument(call, 1) == 'w' ? PATH_EMPTIED : PATH_NAMED,
                         acts);
    break;
  case ADOPTS:
    descriptor_acts((int)argument, LIBC_LOOK, false, NULL, acts);
    break;
  case SHOWS_POSITION:
    descriptor_acts(libc_object_number_of(row, call), row->mode, true, NULL, acts);
    break;
  case SHOWS_NUMBER:
    descriptor_numbers_act(stream_number((FILE *)argument) > 2, acts);
    break;
  case SHOWS_SIZE:
    state_add(acts, state_place(STATE_FILES, 0), RV_READ);
    descriptor_path_acts((const char *)argument, PATH_SHOWN, acts);
    break;
  case MAKES_NAME:
  case MAKES_UP_NAME:
  case REMOVES_NAME:
  case RENAMES:
    state_add(acts, state_place(STATE_FILES, 0), mode_of(LIBC_CHANGE));
    names_act(row, call, acts);
    break;
  case EMPTIES:
    state_add(acts, state_place(STATE_FILES, 0), RV_READ);
    descriptor_path_acts((const char *)argument, PATH_EMPTIED, acts);
    break;
  case IN_TIME_ZONE:
    state_add(acts, state_place(STATE_BUFFERS, 0), mode_of(LIBC_CHANGE));
    state_add(acts, state_place(STATE_TIME_ZONE, 0), mode_of(LIBC_CHANGE));
    state_add(acts, state_place(STATE_ENVIRONMENT, 0), RV_READ);
    break;
  case MAY_ONLY_ASK:
    state_add(acts, state_place(STATE_LOCALE, 0), mode_of(argument ? LIBC_CHANGE : LIBC_LOOK));
    if (argument)
      state_add(acts, state_place(STATE_ENVIRONMENT, 0), RV_READ);
    break;
  case KEEPS_OWN:
    if (argument)
      break;
    state_add(acts, state_place(STATE_LOCALE, 0), RV_READ);
    if (keeps_parts())
      state_add(acts, state_place(STATE_BUFFERS, 0), mode_of(LIBC_CHANGE));
    break;
  }
}

/* --- acts ----------------------------------------------------------------------------------------
 */

/* Objects that one place stands for. Those that the runtime keeps itself act by themselves; what is
 * logged for others to read makes no difference. */
static int place_kind(enum libc_object object) {
  switch (object) {
  case LIBC_FILES:
    return STATE_FILES;
  case LIBC_WORKING_DIRECTORY:
    return STATE_WORKING_DIRECTORY;
  case LIBC_LOCALE:
    return STATE_LOCALE;
  case LIBC_TIME_ZONE:
    return STATE_TIME_ZONE;
  case LIBC_TOKENS:
    return STATE_TOKENS;
  case LIBC_MAPPINGS:
    return STATE_MAPPINGS;
  case LIBC_LIMITS:
    return STATE_LIMITS;
  case LIBC_MODULES:
    return STATE_MODULES;
  case LIBC_BUFFER:
    return STATE_BUFFERS;
  case LIBC_SYSTEM:
    return STATE_SYSTEM;
  default:
    return -1;
  }
}

/* How many bytes are to be read or written by read(), write() and their kind. */
static bool is_sized(const struct libc_function *row) {
  const struct libc_touch *const touch = &row->touches[0];
  return row->object == LIBC_DESCRIPTOR && touch->size == 1 &&
         (touch->extent == LIBC_TIMES || touch->extent == LIBC_RESULT);
}

static uint64_t libc_object_size_of(const struct libc_function *row, const struct libc_call *call) {
  return is_sized(row) ? libc_argument(call, row->touches[0].x) : 0;
}

/* No program writes such counts to an event often enough. */
#define FAR_FROM_OVERFLOW (UINT64_C(1) << 32)

static bool adds_little(const struct libc_function *row, const struct libc_call *call,
                        const struct descriptor_wish *wish) {
  if (strcmp(row->name, "eventfd_write") == 0)
    return libc_argument(call, 1) < FAR_FROM_OVERFLOW;
  return wish->sized && wish->size == sizeof(uint64_t) &&
         *(const uint64_t *)libc_argument(call, 1) < FAR_FROM_OVERFLOW;
}

static struct descriptor_wish *wish_of(const struct libc_function *row,
                                       const struct libc_call *call, struct descriptor_wish *wish) {
  if (!wish)
    return NULL;
  wish->waits = !(row->flags_arg && libc_argument(call, row->flags_arg) & MSG_DONTWAIT);
  wish->sized = is_sized(row);
  wish->size = libc_object_size_of(row, call);
  wish->small = row->mode == LIBC_ADD && adds_little(row, call, wish);
  wish->stream = row->object == LIBC_STREAM && row->mode == LIBC_TAKE
                     ? (FILE *)libc_argument(call, row->object_arg)
                     : NULL;
  return wish;
}

void libc_object_acts(const struct libc_function *row, const struct libc_special *special,
                      const struct libc_call *call, struct descriptor_wish *wish,
                      struct state_acts *acts) {
  if (special) {
    special_acts(row, special, call, wish, acts);
    return;
  }
  switch (row->object) {
  case LIBC_DESCRIPTORS:
    descriptor_numbers_act(true, acts);
    return;
  case LIBC_DESCRIPTOR:
  case LIBC_STREAM:
  case LIBC_DIRECTORY:
  case LIBC_STDIN:
  case LIBC_STDOUT:
  case LIBC_STDERR: {
    const int number = libc_object_number_of(row, call);
    wish = wish_of(row, call, wish);
    if (row->object == LIBC_DESCRIPTOR && datagram_acts(row, call, wish, acts))
      return;
    if (number >= 0)
      descriptor_acts(number, row->mode, false, wish, acts);
    else if (row->object == LIBC_STREAM)
      state_add(acts, state_place(STATE_MEMORY_STREAMS, 0), mode_of(LIBC_CHANGE));
    return;
  }
  default:
    if (place_kind(row->object) >= 0)
      state_add(acts, state_place((enum shared_state)place_kind(row->object), 0),
                mode_of(row->mode));
    if (row->object == LIBC_FILES)
      names_act(row, call, acts);
    if (row->object == LIBC_TIME_ZONE) /* TZ */
      state_add(acts, state_place(STATE_ENVIRONMENT, 0), RV_READ);
  }
}

/* A thread that is in a call already keeps waiting; whoever comes later is told that the number is
 * not in use, or gets hold of another file. */
static void check_nobody_waits(int number, const struct libc_call *call) {
  if (descriptor_waiter(number) != RV_NO_THREAD)
    fail(ERROR_LOCK_MISUSE, call->pc, call->frame,
         "descriptor %d is closed while a thread waits for it", number);
}

/* What is put back before the next execution. */
static void process_begins(const struct libc_function *row) {
  if (row->object == LIBC_WORKING_DIRECTORY && row->mode == LIBC_CHANGE)
    process_state_changes(PROCESS_DIRECTORY);
  if (row->object == LIBC_TIME_ZONE && row->mode == LIBC_CHANGE)
    process_state_changes(PROCESS_TIME_ZONE);
  if (row->object == LIBC_LIMITS && row->mode == LIBC_CHANGE)
    process_state_changes(PROCESS_LIMITS);
}

/* Files on the disk that are created, or changed for good. */
static void disk_changes(const struct libc_special *special, const struct libc_call *call) {
  const char *const path = libc_path_of(special, call);
  switch (special->kind) {
  case GIVES_NUMBER:
  case GIVES_STREAM:
  case REOPENS:
    opening_begins(special, call);
    break;
  case MAKES_NAME:
    created_files_note(path, false);
    break;
  case REMOVES_NAME:
  case EMPTIES:
    created_files_remove(path);
    break;
  case RENAMES:
    created_files_rename(path, (const char *)libc_argument(call, 1));
    break;
  }
}

void libc_object_begins(const struct libc_function *row, const struct libc_special *special,
                        struct libc_call *call, bool in_memory) {
  const uint64_t argument = libc_argument(call, special ? special->arg : 0);
  if ((row->object == LIBC_TIME_ZONE && row->mode == LIBC_CHANGE) ||
      (special && special->kind == IN_TIME_ZONE))
    libc_variables_set(VARIABLES_TIME_ZONE, call->pc, call->frame);
  if (!special) {
    process_begins(row);
    if (datagram_answers(row->name, call))
      return;
    const int number = libc_object_number_of(row, call);
    if (row->mode == LIBC_ADD && descriptor_overflows(number, libc_object_size_of(row, call)))
      fail(ERROR_UNSUPPORTED, call->pc, call->frame,
           "a write of %lu bytes to a pipe, which has no room for so many at once, is not "
           "supported",
           (unsigned long)libc_object_size_of(row, call));
    descriptor_synchronise(number, row->mode);
    if (row->mode == LIBC_ADD && number >= 0 && descriptor_is_broken(number) &&
        !(row->flags_arg && libc_argument(call, row->flags_arg) & MSG_NOSIGNAL))
      signals_pipe_is_broken(call->pc, call->frame);
    return;
  }
  if (!in_memory)
    disk_changes(special, call);
  switch (special->kind) {
  case MOVES_BYTES:
    moving_begins(special, call);
    break;
  case REOPENS:
    descriptor_closes(stream_number((FILE *)argument));
    stream_closes((FILE *)argument);
    break;
  case DUPLICATES_TO:
    if (libc_argument(call, 0) != libc_argument(call, 1))
      check_nobody_waits((int)libc_argument(call, 1), call);
    break;
  case CLOSES_NUMBER:
    check_nobody_waits((int)argument, call);
    descriptor_synchronise((int)argument, LIBC_ADD);
    descriptor_closes((int)argument);
    break;
  case CLOSES_STREAM:
    check_nobody_waits(stream_number((FILE *)argument), call);
    descriptor_synchronise(stream_number((FILE *)argument), LIBC_ADD);
    descriptor_closes(stream_number((FILE *)argument));
    stream_closes((FILE *)argument);
    break;
  case CLOSES_DIRECTORY:
    directory_closes((DIR *)argument);
    descriptor_closes(dirfd((DIR *)argument));
    break;
  case MAY_ONLY_ASK:
    if (argument)
      process_state_changes(PROCESS_LOCALE);
    break;
  case KEEPS_OWN:
    if (!argument && keeps_parts())
      state_is_kept(special->name, true);
    break;
  }
}

void libc_object_returned(const struct libc_special *special, const struct libc_call *call) {
  const uint64_t argument = libc_argument(call, special->arg), result = call->result[0];
  switch (special->kind) {
  case GIVES_NUMBER:
    named_pipe_opened();
    descriptor_opened((int)result, -1);
    if (strcmp(special->name, "eventfd") == 0 && libc_argument(call, 1) & EFD_SEMAPHORE)
      descriptor_becomes_semaphore((int)result);
    if (strncmp(special->name, "mk", 2) == 0 && (int)result >= 0 &&
        rt.shared->request.files == FILES_REAL)
      created_files_made((const char *)argument);
    break;
  case GIVES_STREAM:
  case REOPENS:
    named_pipe_opened();
    stream_opened((FILE *)result);
    descriptor_opened(stream_number((FILE *)result), -1);
    break;
  case ADOPTS:
    stream_opened((FILE *)result);
    break;
  case MAKES_UP_NAME:
    if (result)
      created_files_made((const char *)argument);
    break;
  case GIVES_DIRECTORY:
    if (result)
      descriptor_opened(dirfd((DIR *)result), -1);
    break;
  case GIVES_TWO:
    if ((int)result == 0) {
      const int *const both = (const int *)argument;
      descriptor_opened(both[0], -1);
      descriptor_opened(both[1], both[0]);
    }
    break;
  case DUPLICATES:
  case DUPLICATES_TO:
    descriptor_duplicated((int)libc_argument(call, 0), (int)result);
    break;
  case CONTROLS:
    if ((int)libc_argument(call, 1) == F_DUPFD || (int)libc_argument(call, 1) == F_DUPFD_CLOEXEC)
      descriptor_duplicated((int)argument, (int)result);
    break;
  }
}
