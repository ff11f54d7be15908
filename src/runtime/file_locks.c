#define _GNU_SOURCE
#include "runtime/file_locks.h"

#include <errno.h>
#include <stdint.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/error.h"
#include "runtime/interrupt.h"
#include "runtime/object.h"

enum { MAX_LOCKS = 256 };

/* Locks of flock() and of fcntl() know nothing of each other. */
static struct lock {
  uint64_t place; /* stands for all locks of the file */
  uint64_t owner; /* the open file */
  int64_t from, to;
  bool exclusive, by_flock;
} locks[MAX_LOCKS];
static uint32_t n_locks;

/* --- which ---------------------------------------------------------------------------------------
 */

/* False: the descriptor is of no file. */
static bool lock_of(int number, bool by_flock, struct lock *lock) {
  uint32_t file;
  *lock = (struct lock){.from = 0, .to = INT64_MAX, .by_flock = by_flock};
  if (!descriptor_is_of_file(number, &lock->owner, &file))
    return false;
  lock->place = state_place(STATE_FILE_LOCKS, file);
  return true;
}

/* False: it is no range of a file. */
static bool lock_range(int number, const struct flock *wanted, struct lock *lock) {
  struct stat status;
  int64_t from = wanted->l_start, length = wanted->l_len;
  if (wanted->l_whence == SEEK_CUR)
    from += lseek(number, 0, SEEK_CUR);
  else if (wanted->l_whence == SEEK_END && fstat(number, &status) == 0)
    from += status.st_size;
  if (length < 0)
    from += length;
  lock->from = from;
  lock->to = length == 0 ? INT64_MAX : from + (length < 0 ? -length : length);
  lock->exclusive = wanted->l_type == F_WRLCK;
  return from >= 0;
}

static bool overlaps(const struct lock *a, const struct lock *b) {
  return a->place == b->place && a->by_flock == b->by_flock && a->from < b->to && b->from < a->to;
}

/* One that its owner has there. */
static const struct lock *lock_find(const struct lock *range) {
  for (uint32_t i = 0; i < n_locks; i++)
    if (overlaps(&locks[i], range) && locks[i].owner == range->owner)
      return &locks[i];
  return NULL;
}

static const struct lock *lock_in_the_way(const struct lock *wanted) {
  for (uint32_t i = 0; i < n_locks; i++)
    if (overlaps(&locks[i], wanted) && locks[i].owner != wanted->owner &&
        (locks[i].exclusive || wanted->exclusive))
      return &locks[i];
  return NULL;
}

/* --- changes -------------------------------------------------------------------------------------
 */

static void lock_add(struct lock lock) {
  if (lock.from >= lock.to)
    return;
  if (n_locks == MAX_LOCKS)
    fail(ERROR_UNSUPPORTED, 0, NULL, "more than %d locks of files are not supported", MAX_LOCKS);
  locks[n_locks++] = lock;
}

/* Who shared the lock is known to those alone who get it exclusively. */
static const void *known_by(const struct lock *lock, bool exclusive) {
  return (const void *)(uintptr_t)(lock->place + !exclusive);
}

/* What is left of the owner's locks lies before or behind the range. */
static void lock_remove(const struct lock *range) {
  for (uint32_t i = n_locks; i-- > 0;) {
    struct lock before = locks[i], behind = locks[i];
    if (!overlaps(&locks[i], range) || locks[i].owner != range->owner)
      continue;
    object_release(known_by(range, locks[i].exclusive));
    locks[i] = locks[--n_locks];
    before.to = range->from;
    behind.from = range->to;
    lock_add(before);
    lock_add(behind);
  }
}

/* Returns false if another owner's lock is in the way. */
static bool lock_take(const struct lock *wanted) {
  if (lock_in_the_way(wanted))
    return false;
  lock_remove(wanted);
  lock_add(*wanted);
  object_acquire(known_by(wanted, true));
  if (wanted->exclusive)
    object_acquire(known_by(wanted, false));
  return true;
}

static int lock_failed(int error) {
  errno = error;
  return -1;
}

/* --- waiting -------------------------------------------------------------------------------------
 */

static bool lock_is_free(struct thread *thread) {
  const struct descriptor_wish *const wish = thread->ticket;
  struct lock wanted;
  if (!lock_of(wish->number, wish->by_flock, &wanted))
    return true; /* the call fails */
  wanted.from = wish->from;
  wanted.to = wish->to;
  wanted.exclusive = wish->exclusive;
  return !lock_in_the_way(&wanted);
}

static void lock_describe(const struct thread *thread, struct shared_wait *wait) {
  wait->kind = WAIT_TO_LOCK;
  wait->object = 0;
  wait->tag = ((const struct descriptor_wish *)thread->ticket)->number;
}

static const struct blocking until_lock_is_free = {lock_is_free, lock_describe};

/* A lock of flock() that cannot be converted is given up all the same. */
static bool lock_changes(struct thread *thread) {
  const struct descriptor_wish *const wish = thread->ticket;
  struct lock wanted;
  return lock_is_free(thread) ||
         (wish->by_flock && lock_of(wish->number, true, &wanted) && lock_find(&wanted));
}

static const struct blocking until_lock_changes = {lock_changes, lock_describe};

static void lock_acts(int number, const struct lock *lock, bool unlocks, bool waits,
                      struct descriptor_wish *wish, struct state_acts *acts) {
  state_add(acts, lock->place, RV_READ | RV_WRITE);
  state_add(acts, lock->owner, RV_READ);
  acts->releases = unlocks;
  if (unlocks || !wish)
    return;
  wish->number = number;
  wish->by_flock = lock->by_flock;
  wish->exclusive = lock->exclusive;
  wish->from = lock->from;
  wish->to = lock->to;
  rt.current->ticket = wish;
  acts->tries = &until_lock_changes;
  if (!waits)
    return;
  acts->blocking = &until_lock_is_free;
  acts->watched = 1;
  acts->ends = WAIT_ENDS_UNLESS_RESTARTED;
}

/* --- flock ---------------------------------------------------------------------------------------
 */

void file_lock_acts_flock(int number, int operation, struct descriptor_wish *wish,
                          struct state_acts *acts) {
  struct lock wanted;
  acts->shown = number;
  if (!lock_of(number, true, &wanted))
    return;
  wanted.exclusive = operation & LOCK_EX;
  lock_acts(number, &wanted, operation & LOCK_UN, !(operation & LOCK_NB), wish, acts);
}

/* A lock that is converted is given up first. */
int file_lock_flock(int number, int operation) {
  struct lock wanted;
  const int kind = operation & ~LOCK_NB;
  if (!lock_of(number, true, &wanted))
    return flock(number, operation); /* which fails */
  if (kind != LOCK_SH && kind != LOCK_EX && kind != LOCK_UN)
    return lock_failed(EINVAL);
  wanted.exclusive = kind == LOCK_EX;
  lock_remove(&wanted);
  return kind == LOCK_UN || lock_take(&wanted) ? 0 : lock_failed(EWOULDBLOCK);
}

/* --- fcntl and lockf -----------------------------------------------------------------------------
 */

static bool is_of_open_file(int command) {
  return command == F_OFD_SETLK || command == F_OFD_SETLKW || command == F_OFD_GETLK;
}

bool file_lock_acts_fcntl(int number, int command, const struct flock *lock,
                          struct descriptor_wish *wish, struct state_acts *acts) {
  struct lock wanted;
  if (!is_of_open_file(command) || !lock_of(number, false, &wanted))
    return false;
  lock_range(number, lock, &wanted);
  acts->shown = number;
  if (command == F_OFD_GETLK)
    state_add(acts, wanted.place, RV_READ);
  else
    lock_acts(number, &wanted, lock->l_type == F_UNLCK, command == F_OFD_SETLKW, wish, acts);
  return true;
}

static int lock_tell(const struct lock *wanted, struct flock *told) {
  const struct lock *const other = lock_in_the_way(wanted);
  told->l_type = F_UNLCK;
  if (other)
    *told = (struct flock){.l_type = other->exclusive ? F_WRLCK : F_RDLCK,
                           .l_whence = SEEK_SET,
                           .l_start = other->from,
                           .l_len = other->to == INT64_MAX ? 0 : other->to - other->from,
                           .l_pid = -1};
  return 0;
}

static bool is_open_for(int number, int type) {
  const int mode = fcntl(number, F_GETFL) & O_ACCMODE;
  return type == F_UNLCK || mode == O_RDWR || mode == (type == F_WRLCK ? O_WRONLY : O_RDONLY);
}

static int lock_control(int number, int command, const struct lock *wanted, struct flock *told) {
  const bool asks = command == F_GETLK || command == F_OFD_GETLK;
  if (asks)
    return is_of_open_file(command) ? lock_tell(wanted, told) : (told->l_type = F_UNLCK, 0);
  if (!is_open_for(number, told->l_type))
    return lock_failed(EBADF);
  if (!is_of_open_file(command))
    return 0;
  if (told->l_type == F_UNLCK)
    lock_remove(wanted);
  else if (!lock_take(wanted))
    return lock_failed(EAGAIN);
  return 0;
}

bool file_lock_fcntl(int number, int command, struct flock *lock, int *result) {
  struct lock wanted;
  if (command != F_SETLK && command != F_SETLKW && command != F_GETLK && !is_of_open_file(command))
    return false;
  if (!lock_of(number, false, &wanted))
    return false;
  *result = lock_range(number, lock, &wanted) ? lock_control(number, command, &wanted, lock)
                                              : lock_failed(EINVAL);
  return true;
}

int file_lock_lockf(int number, int command, off_t length) {
  const int type = command == F_ULOCK ? F_UNLCK : command == F_TEST ? F_RDLCK : F_WRLCK;
  struct lock lock;
  if (!lock_of(number, false, &lock))
    return lockf(number, command, length); /* which fails */
  return command == F_TEST || is_open_for(number, type) ? 0 : lock_failed(EBADF);
}

/* --- closing -------------------------------------------------------------------------------------
 */

void file_locks_close_acts(int number, struct state_acts *acts) {
  struct lock any;
  if (n_locks == 0 || !lock_of(number, false, &any))
    return;
  for (uint32_t i = 0; i < n_locks; i++)
    if (locks[i].owner == any.owner)
      state_add_once(acts, any.place, RV_READ | RV_WRITE);
}

void file_locks_close(int number) {
  struct lock all;
  if (n_locks == 0 || !lock_of(number, false, &all) || descriptor_is_shared(number))
    return;
  lock_remove(&all);
  all.by_flock = true;
  lock_remove(&all);
}

void file_locks_reset(void) {
  n_locks = 0;
}
