#define _GNU_SOURCE
#include "runtime/libc_opening.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "runtime/created_files.h"
#include "runtime/descriptors.h"
#include "runtime/named_pipes.h"

/* --- how -----------------------------------------------------------------------------------------
 */

static bool creates(const struct libc_special *special, const struct libc_call *call) {
  const uint64_t second = libc_argument(call, special->arg + 1u);
  if (special->kind == GIVES_STREAM)
    return strncmp(special->name, "fopen", 5) != 0 || *(const char *)second != 'r';
  if (strncmp(special->name, "open", 4) == 0 || strncmp(special->name, "__open", 6) == 0)
    return second & (O_CREAT | O_TRUNC | O_EXCL);
  return true;
}

/* Whether what is in a file that is there is thrown away. */
static bool empties(const struct libc_special *special, const struct libc_call *call) {
  const uint64_t second = libc_argument(call, special->arg + 1u);
  if (strncmp(special->name, "fopen", 5) == 0)
    return *(const char *)second == 'w';
  if (strncmp(special->name, "open", 4) == 0 || strncmp(special->name, "__open", 6) == 0)
    return special->kind == GIVES_NUMBER && second & O_TRUNC;
  return strncmp(special->name, "creat", 5) == 0;
}

static bool is_by_name(const char *name) {
  return strstr(name, "open") || strncmp(name, "creat", 5) == 0 || strncmp(name, "mk", 2) == 0;
}

static int flags_of_mode(const char *mode) {
  return strchr(mode, '+') ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;
}

/* As open() is told it. */
struct opened_as {
  int directory, flags;
  const char *path;
};

/* False: it opens no file by its name. */
static bool is_opened_as(const struct libc_special *special, const struct libc_call *call,
                         struct opened_as *as) {
  const uint64_t second = libc_argument(call, special->arg + 1u);
  const char *const name = special->name;
  *as = (struct opened_as){AT_FDCWD, O_WRONLY, libc_path_of(special, call)};
  if (special->kind == GIVES_STREAM && strncmp(name, "fopen", 5) == 0) {
    as->flags = flags_of_mode((const char *)second);
    return true;
  }
  if (special->kind != GIVES_NUMBER)
    return false;
  if (strncmp(name, "creat", 5) == 0)
    return true;
  as->flags = (int)second;
  if (special->arg)
    as->directory = (int)libc_argument(call, 0);
  return strncmp(name, "open", 4) == 0 || strncmp(name, "__open", 6) == 0;
}

/* --- opening -------------------------------------------------------------------------------------
 */

void number_is_given(bool shows, struct state_acts *acts) {
  descriptor_numbers_act(shows, acts);
  state_add(acts, state_place(STATE_LIMITS, 0), RV_READ);
}

/* By name: the name, the directory that it begins in, the mask for new files. */
void opening_acts(const struct libc_special *special, const struct libc_call *call,
                  struct state_acts *acts) {
  number_is_given(special->kind != GIVES_STREAM && special->kind != GIVES_DIRECTORY, acts);
  if (!is_by_name(special->name))
    return;
  const bool changes = creates(special, call);
  state_add(acts, state_place(STATE_FILES, 0), changes ? RV_READ | RV_WRITE : RV_READ);
  descriptor_path_acts(libc_path_of(special, call),
                       empties(special, call) ? PATH_EMPTIED : PATH_NAMED, acts);
  if (changes)
    state_add(acts, state_place(STATE_CREATION_MASK, 0), RV_READ);
  struct opened_as as;
  if (is_opened_as(special, call, &as))
    named_pipe_acts(as.directory, as.path, as.flags, acts);
}

bool opening_goes_on(const struct libc_special *special, const struct libc_call *call) {
  struct opened_as as;
  return !is_opened_as(special, call, &as) ||
         named_pipe_opens(as.directory, as.path, as.flags, call->pc);
}

/* What is not there will be; what is there may be emptied first. */
void opening_begins(const struct libc_special *special, const struct libc_call *call) {
  const unsigned path = special->kind == REOPENS ? 0 : special->arg;
  const uint64_t second = libc_argument(call, path + 1);
  const char *const how = (const char *)second;
  if (special->kind == GIVES_NUMBER && strstr(special->name, "open") &&
      strcmp(special->name, "shm_open") != 0) {
    const char *const name = libc_path_of(special, call);
    if (second & O_CREAT || (second & (O_WRONLY | O_RDWR) && access(name, F_OK) == 0))
      created_files_note(name, !(second & O_TRUNC));
  } else if (strncmp(special->name, "creat", 5) == 0) {
    created_files_note(libc_path_of(special, call), false);
  } else if (strstr(special->name, "open") && special->kind != GIVES_NUMBER &&
             (*how != 'r' || strchr(how, '+'))) {
    created_files_note((const char *)libc_argument(call, path), *how != 'w');
  }
}
