/*
 * Semaphores with names. They exist for one execution: each begins with none, whatever the system
 * may have. Opening, closing and removing a name are changes of the table, for which its length
 * stands.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>

#include "runtime/checkpoint.h"
#include "runtime/error.h"
#include "runtime/object.h"
#include "runtime/real.h"
#include "runtime/record.h"
#include "runtime/semaphore.h"

enum { MAX_NAMED = 256, MAX_NAME = 63 };

struct named {
  sem_t semaphore; /* its address is the handle */
  char name[MAX_NAME + 1];
  uint32_t opened; /* how often it is open */
  bool linked;     /* it can be found by its name */
};

/* Traces show these as what they are called here. */
static struct named named_semaphore[MAX_NAMED];
KEPT static uint64_t n_named;

void semaphore_names_reset(void) {
  n_named = 0;
}

void semaphore_names_pieces(void) {
  checkpoint_piece(named_semaphore, n_named * sizeof *named_semaphore);
}

static struct named *semaphore_names_find(const char *name) {
  for (uint32_t i = 0; i < n_named; i++)
    if (named_semaphore[i].linked && strcmp(named_semaphore[i].name, name) == 0)
      return &named_semaphore[i];
  return NULL;
}

static struct named *named_of(const sem_t *semaphore) {
  for (uint32_t i = 0; i < n_named; i++)
    if (&named_semaphore[i].semaphore == semaphore && named_semaphore[i].opened)
      return &named_semaphore[i];
  return NULL;
}

static struct named *semaphore_names_make(const char *name, unsigned value, uint64_t pc,
                                          void *frame) {
  if (n_named == MAX_NAMED)
    fail(ERROR_UNSUPPORTED, pc, frame, "more than %d named semaphores are not supported",
         MAX_NAMED);
  struct named *named = &named_semaphore[n_named++];
  *named = (struct named){.linked = true};
  strcpy(named->name, name);
  *(struct semaphore *)&named->semaphore = (struct semaphore){value, OBJECT_READY};
  return named;
}

static void *semaphore_names_failed(int error) {
  errno = error;
  return NULL;
}

/* What has no name and is not open can be used no more. */
static void drop(struct named *named) {
  if (!named->linked && named->opened == 0)
    ((struct semaphore *)&named->semaphore)->life = OBJECT_DESTROYED;
}

static sem_t *open_named(const char *name, int flags, unsigned value, uint64_t pc, void *frame) {
  if (*name == '/')
    name++;
  if (!*name || strchr(name, '/'))
    return semaphore_names_failed(EINVAL);
  if (strlen(name) > MAX_NAME)
    return semaphore_names_failed(ENAMETOOLONG);
  object_access(&n_named, sizeof n_named, RV_WRITE, 0, pc);
  performed(0);
  struct named *named = semaphore_names_find(name);
  if (named && (flags & O_CREAT) && (flags & O_EXCL))
    return semaphore_names_failed(EEXIST);
  if (!named && !(flags & O_CREAT))
    return semaphore_names_failed(ENOENT);
  if (!named && value > SEM_VALUE_MAX)
    return semaphore_names_failed(EINVAL);
  if (!named)
    named = semaphore_names_make(name, value, pc, frame);
  named->opened++;
  record_access(RECORD_OPEN, (uintptr_t)&named->semaphore, sizeof(sem_t), 0, 0, pc);
  return &named->semaphore;
}

EXPORT sem_t *sem_open(const char *name, int flags, ...) {
  mode_t mode = 0;
  unsigned value = 0;
  if (flags & O_CREAT) {
    va_list more;
    va_start(more, flags);
    mode = va_arg(more, mode_t);
    value = va_arg(more, unsigned);
    va_end(more);
  }
  if (!rt.current)
    return REAL(sem_open)(name, flags, mode, value);
  return open_named(name, flags, value, CALLER, FRAME);
}

EXPORT int sem_close(sem_t *semaphore) {
  if (!rt.current)
    return REAL(sem_close)(semaphore);
  object_access(&n_named, sizeof n_named, RV_WRITE, 0, CALLER);
  performed(0);
  struct named *named = named_of(semaphore);
  if (!named) {
    errno = EINVAL;
    return -1;
  }
  named->opened--;
  record_access(RECORD_CLOSE, (uintptr_t)semaphore, sizeof *semaphore, 0, 0, CALLER);
  drop(named);
  return 0;
}

EXPORT int sem_unlink(const char *name) {
  if (!rt.current)
    return REAL(sem_unlink)(name);
  object_access(&n_named, sizeof n_named, RV_WRITE, 0, CALLER);
  performed(0);
  struct named *named = semaphore_names_find(*name == '/' ? name + 1 : name);
  if (!named) {
    errno = ENOENT;
    return -1;
  }
  named->linked = false;
  record_access(RECORD_UNLINK, (uintptr_t)&named->semaphore, sizeof(sem_t), 0, 0, CALLER);
  drop(named);
  return 0;
}
