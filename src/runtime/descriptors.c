#define _GNU_SOURCE
#include "runtime/descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "runtime/access.h"
#include "runtime/coverage.h"
#include "runtime/datagrams.h"
#include "runtime/epoll.h"
#include "runtime/file_locks.h"
#include "runtime/file_numbers.h"
#include "runtime/interrupt.h"
#include "runtime/memory_files.h"
#include "runtime/named_pipes.h"
#include "runtime/object.h"
#include "runtime/poll.h"
#include "runtime/process_state.h"
#include "runtime/real.h"
#include "runtime/signalfd.h"
#include "runtime/time.h"
#include "runtime/timers.h"

enum { MAX_DESCRIPTORS = 1024, MAX_STREAMS = 1024, STANDARD = STANDARD_DESCRIPTORS };
#define CHANGES (RV_READ | RV_WRITE)
#define RANDOM_DEVICE makedev(1, 8)
#define URANDOM_DEVICE makedev(1, 9)
#define PLACES (SHARED_STATE_KIND / SHARED_STATE_STRIDE)

struct descriptor {
  uint8_t kind; /* enum descriptor_kind */
  bool opened;  /* by the program */
  bool reads, writes;
  bool counts;    /* an event: what is written is added up */
  bool semaphore; /* and comes out as ones */
  bool random;    /* the kernel's random numbers, in whose place the program gets others */
  bool is_set;    /* of descriptors: see epoll.c */
  bool packets;   /* a socket that keeps the bounds of what is sent, */
  bool datagrams; /* and needs no connection: see datagrams.c */
  uint64_t place; /* of its position, or of the whole channel */
  uint32_t file;  /* number of the place of its contents */
};

static struct descriptor descriptors[MAX_DESCRIPTORS];
static uint32_t opened_by[SHARED_MAX_THREADS]; /* how many */
static FILE *streams[MAX_STREAMS];
static uint32_t n_streams;
static bool used; /* any of this, in this execution */

/* --- places --------------------------------------------------------------------------------------
 */

static uint64_t place_by_opener(void) {
  const rv_tid tid = rt.current->tid;
  return state_place(STATE_DESCRIPTOR, ((uint64_t)tid << 10 | opened_by[tid]++ % 1024) % PLACES);
}

static uint32_t place_number(uint64_t place) {
  return (uint32_t)((place - state_place(STATE_DESCRIPTOR, 0)) / SHARED_STATE_STRIDE);
}

static const struct blocking until_it_is_ready;

/* Of a socket. */
static int type_of(int number) {
  int type = SOCK_STREAM;
  socklen_t size = sizeof type;
  REAL(getsockopt)(number, SOL_SOCKET, SO_TYPE, &type, &size);
  return type;
}

/* --- what a descriptor is ------------------------------------------------------------------------
 */

static void classify(int number, struct descriptor *descriptor, uint64_t place) {
  struct stat status;
  char link[32], path[4096];
  const int flags = fcntl(number, F_GETFL);
  if (flags < 0 || fstat(number, &status)) {
    descriptor->kind = DESCRIPTOR_NOTHING; /* every operation on it fails */
    return;
  }
  descriptor->reads = (flags & O_ACCMODE) != O_WRONLY;
  descriptor->writes = (flags & O_ACCMODE) != O_RDONLY;
  descriptor->place = place;
  if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) {
    descriptor->kind = number < STANDARD ? DESCRIPTOR_NOTHING : DESCRIPTOR_DEVICE;
    descriptor->random = S_ISCHR(status.st_mode) &&
                         (status.st_rdev == RANDOM_DEVICE || status.st_rdev == URANDOM_DEVICE);
    return;
  }
  snprintf(link, sizeof link, "/proc/self/fd/%d", number);
  const ssize_t n = readlink(link, path, sizeof path - 1);
  path[n > 0 ? n : 0] = 0;
  /* What has no name is reached by its opener alone; the path that the kernel makes up for it
   * differs from one execution to the next. */
  if (!memory_files_number_of_link(path, &descriptor->file))
    descriptor->file = status.st_nlink == 0 ? place_number(place) : file_number_with(&status, path);
  if (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) {
    descriptor->kind = DESCRIPTOR_FILE;
    file_used(descriptor->file, descriptor->reads, descriptor->writes);
    return;
  }
  descriptor->kind = DESCRIPTOR_CHANNEL;
  descriptor->counts = strcmp(path, "anon_inode:[eventfd]") == 0;
  descriptor->is_set = strcmp(path, "anon_inode:[eventpoll]") == 0;
  if (S_ISSOCK(status.st_mode)) {
    descriptor->datagrams = type_of(number) == SOCK_DGRAM;
    descriptor->packets = type_of(number) != SOCK_STREAM;
  }
  if (*path == '/') /* by name: whoever opens it means the same */
    descriptor->place = state_place(STATE_FILE, descriptor->file);
}

/* NULL: there can't be such a descriptor, or no operation on it makes a difference. */
static struct descriptor *descriptors_find(int number) {
  if (number < 0 || number >= MAX_DESCRIPTORS)
    return NULL;
  struct descriptor *const descriptor = &descriptors[number];
  used = true;
  if (descriptor->kind == DESCRIPTOR_UNKNOWN && number < STANDARD &&
      (number > 0 || !rt.shared->request.input))
    descriptor->kind = DESCRIPTOR_NOTHING;
  if (descriptor->kind == DESCRIPTOR_UNKNOWN) /* opened by a function that is not known to */
    classify(number, descriptor, state_place(STATE_DESCRIPTOR, PLACES - 1 - (uint32_t)number));
  return descriptor->kind == DESCRIPTOR_NOTHING ? NULL : descriptor;
}

void descriptor_opened(int number, int like) {
  if (number < 0 || number >= MAX_DESCRIPTORS)
    return;
  if (number < STANDARD)
    standard_descriptor_changes(number);
  struct descriptor *const descriptor = &descriptors[number];
  used = true;
  *descriptor = (struct descriptor){.opened = true};
  const struct descriptor *const other = like >= 0 ? descriptors_find(like) : NULL;
  classify(number, descriptor, other ? other->place : place_by_opener());
  descriptor->opened = true;
}

void descriptor_duplicated(int from, int to) {
  if (to < 0 || to >= MAX_DESCRIPTORS || from == to)
    return;
  if (to < STANDARD)
    standard_descriptor_changes(to);
  file_locks_close(to);
  const struct descriptor *const original = descriptors_find(from);
  descriptors[to] = original ? *original : (struct descriptor){.kind = DESCRIPTOR_NOTHING};
  descriptors[to].opened = true;
}

/* The kernel would let it wait for what can no longer come. */
static bool is_waited_for(struct thread *thread, int number) {
  if (thread->state != THREAD_READY || !thread->blocking)
    return false;
  const bool here = waits_until(thread, &until_it_is_ready)
                        ? ((const struct descriptor_wish *)thread->ticket)->number == number
                        : poll_watches(thread, number);
  return here && !thread->blocking->can_go_on(thread);
}

rv_tid descriptor_waiter(int number) {
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if (is_waited_for(&rt.threads[tid], number))
      return tid;
  return RV_NO_THREAD;
}

void descriptor_closes(int number) {
  if (number < 0 || number >= MAX_DESCRIPTORS)
    return;
  if ((number < STANDARD || rt.inside) && !descriptors[number].opened)
    standard_descriptor_changes(number);
  file_locks_close(number);
  descriptors[number] = (struct descriptor){.kind = DESCRIPTOR_UNKNOWN};
}

/* --- operations ----------------------------------------------------------------------------------
 */

/* Of a pipe; negative: it is none. */
static int capacity_of(int number) {
  return fcntl(number, F_GETPIPE_SZ);
}

/* A pipe that has room for a little may not have room for all. */
static bool fits(const struct descriptor_wish *wish) {
  const int capacity = capacity_of(wish->number);
  int n = 0;
  if (!wish->sized || wish->size <= PIPE_BUF || capacity < 0 || ioctl(wish->number, FIONREAD, &n) ||
      n == 0)
    return true;
  return wish->size + PIPE_BUF <= (uint64_t)(capacity - n);
}

static bool has_left_over(const FILE *stream) {
  return stream && stream->_IO_read_ptr < stream->_IO_read_end;
}

/* Whatever is in the descriptor, the call would not wait. */
static bool needs_nothing(const struct descriptor_wish *wish) {
  if (wish->sized && wish->size == 0 && capacity_of(wish->number) >= 0)
    return true;
  return fcntl(wish->number, F_GETFL) & O_NONBLOCK;
}

/* There is something to be read, or room for what is to be written. */
static bool is_there(struct thread *thread) {
  const struct descriptor_wish *const wish = thread->ticket;
  struct pollfd request = {.fd = wish->number, .events = wish->events};
  if (wish->receiver)
    return datagram_has_room(wish->receiver);
  signalfds_show(thread->tid);
  return has_left_over(wish->stream) ||
         (REAL(poll)(&request, 1, 0) != 0 && (wish->events == POLLIN || fits(wish)));
}

static bool is_ready(struct thread *thread) {
  return is_there(thread) || needs_nothing(thread->ticket);
}

bool descriptor_overflows(int number, uint64_t size) {
  if (size <= PIPE_BUF)
    return false;
  const int capacity = capacity_of(number);
  return capacity >= 0 && size > (uint64_t)capacity && !(fcntl(number, F_GETFL) & O_NONBLOCK);
}

bool descriptor_is_broken(int number) {
  const struct descriptor *const descriptor = descriptors_find(number);
  struct pollfd request = {.fd = number, .events = POLLOUT};
  return descriptor && descriptor->kind == DESCRIPTOR_CHANNEL && !descriptor->counts &&
         !descriptor->packets && REAL(poll)(&request, 1, 0) == 1 &&
         request.revents & (POLLERR | POLLHUP);
}

static void descriptors_describe(const struct thread *thread, struct shared_wait *wait) {
  const struct descriptor_wish *const wish = thread->ticket;
  wait->kind = wish->events == POLLIN ? WAIT_TO_READ : WAIT_TO_WRITE;
  wait->object = 0;
  wait->tag = wish->number;
}

static const struct blocking until_it_is_ready = {is_ready, descriptors_describe};
static const struct blocking until_it_is_there = {is_there, descriptors_describe};

/* Whether a socket has been told not to wait for longer (SO_RCVTIMEO, SO_SNDTIMEO). What a stream
 * makes of that is not followed. */
static bool is_impatient(struct descriptor_wish *wish) {
  struct timeval most = {0, 0};
  socklen_t size = sizeof most;
  const int option = wish->events == POLLIN ? SO_RCVTIMEO : SO_SNDTIMEO;
  if (REAL(getsockopt)(wish->number, SOL_SOCKET, option, &most, &size) != 0 ||
      (most.tv_sec == 0 && most.tv_usec == 0))
    return false;
  if (wish->stream)
    not_covered_once("a stream of a socket whose SO_RCVTIMEO or SO_SNDTIMEO has passed");
  wish->patience = (struct timespec){most.tv_sec, most.tv_usec * 1000};
  return !wish->stream;
}

bool descriptor_gives_up(const struct state_acts *acts, const struct descriptor_wish *wish) {
  if (!acts->timed || !state_would_block(acts))
    return false;
  time_out_after(&wish->patience);
  errno = EAGAIN;
  return true;
}

/* Counts add up in any order. One that is about to overflow is a matter of its size: where a
 * program writes any that is not small, no addition is like another, and each waits for room. */
static bool only_adds(const struct descriptor *descriptor, enum libc_mode mode,
                      const struct descriptor_wish *wish) {
  const uint64_t large = state_place(STATE_NUMBERS, 2); /* a mark */
  if (!descriptor->counts || mode != LIBC_ADD || !wish)
    return false;
  if (!wish->small)
    mark(large);
  return wish->small && !is_marked(large);
}

/* What is read from it is pending somewhere else. */
static bool only_names(const struct descriptor *descriptor, enum libc_mode mode) {
  return mode == LIBC_TAKE && signalfd_is_at(descriptor->place);
}

static void waits(struct descriptor_wish *wish, struct state_acts *acts) {
  acts->blocking = &until_it_is_ready;
  acts->watched = 1;
  acts->timed = is_impatient(wish);
  acts->ends = wish->stream ? WAIT_GOES_ON : WAIT_ENDS_UNLESS_RESTARTED;
}

void descriptor_awaits_room(int number, uint64_t to, struct descriptor_wish *wish,
                            struct state_acts *acts) {
  wish->number = number;
  wish->events = POLLOUT;
  wish->receiver = to;
  rt.current->ticket = wish;
  if (wish->waits)
    waits(wish, acts);
}

static void channel_acts(const struct descriptor *descriptor, int number, enum libc_mode mode,
                         struct descriptor_wish *wish, struct state_acts *acts) {
  state_add(acts, descriptor->place,
            mode == LIBC_LOOK || only_names(descriptor, mode) ? RV_READ
            : only_adds(descriptor, mode, wish)               ? RV_ADD
                                                              : CHANGES);
  if (only_names(descriptor, mode))
    signalfd_acts(CHANGES, acts);
  if (descriptor->datagrams && datagram_peer_place(number))
    state_add(acts, datagram_peer_place(number), RV_READ); /* its end tells this one */
  if (mode != LIBC_LOOK)
    epoll_member_acts(descriptor->place, acts);
  acts->releases = mode == LIBC_ADD;
  if (!wish || mode == LIBC_LOOK || mode == LIBC_CHANGE || acts->list[0].mode == RV_ADD)
    return;
  wish->number = number;
  wish->events = mode == LIBC_ADD ? POLLOUT : POLLIN;
  wish->receiver = 0;
  rt.current->ticket = wish;
  if (mode == LIBC_TAKE)
    acts->tries = &until_it_is_there;
  if (!wish->waits)
    return;
  waits(wish, acts);
  acts->watched = only_names(descriptor, mode) ? 3 : 1;
}

static void file_acts(const struct descriptor *descriptor, enum libc_mode mode, bool shows,
                      struct state_acts *acts) {
  const bool output = descriptor->writes && !descriptor->reads;
  if (output && shows)
    file_show(descriptor->file);
  if (output && mode == LIBC_ADD && !file_is_shown(descriptor->file)) {
    state_add(acts, descriptor->place, RV_ADD);
    return;
  }
  state_add(acts, descriptor->place, mode == LIBC_LOOK ? RV_READ : CHANGES);
  state_add(acts, state_place(STATE_FILE, descriptor->file),
            mode == LIBC_LOOK || !descriptor->writes ? RV_READ : CHANGES);
}

void descriptor_acts(int number, enum libc_mode mode, bool shows, struct descriptor_wish *wish,
                     struct state_acts *acts) {
  const struct descriptor *const descriptor = descriptors_find(number);
  acts->shown = number;
  if (!descriptor)
    return;
  if (descriptor->kind == DESCRIPTOR_DEVICE)
    state_add(acts, descriptor->place, mode == LIBC_CHANGE ? CHANGES : RV_READ);
  else if (descriptor->kind == DESCRIPTOR_CHANNEL)
    channel_acts(descriptor, number, mode, wish, acts);
  else
    file_acts(descriptor, mode, shows, acts);
}

void descriptor_is_watched(int number, struct state_acts *acts) {
  const struct descriptor *const descriptor = descriptors_find(number);
  if (!descriptor || descriptor->kind != DESCRIPTOR_CHANNEL)
    return;
  if (acts->shown < 0)
    acts->shown = number;
  state_add_once(acts, descriptor->place, RV_READ);
  if (descriptor->datagrams && datagram_peer_place(number))
    state_add_once(acts, datagram_peer_place(number), RV_READ);
  if (signalfd_is_at(descriptor->place))
    signalfd_acts(RV_READ, acts);
  if (!descriptor->is_set)
    return;
  state_add_once(acts, epoll_ready_place(descriptor->place), RV_READ);
  signalfd_set_acts(acts);
}

uint64_t descriptor_place(int number) {
  const struct descriptor *const descriptor = descriptors_find(number);
  return descriptor && descriptor->kind == DESCRIPTOR_CHANNEL ? descriptor->place : 0;
}

uint64_t descriptor_place_named(const char *name) {
  return state_place(STATE_FILE, file_number_named(name));
}

void descriptor_moves(int number, uint64_t place) {
  struct descriptor *const descriptor = descriptors_find(number);
  if (!descriptor)
    return;
  const uint64_t before = descriptor->place;
  datagrams_move(before, place);
  for (int i = 0; i < MAX_DESCRIPTORS; i++)
    if (descriptors[i].kind == DESCRIPTOR_CHANNEL && descriptors[i].place == before) {
      descriptors[i].place = place;
      epoll_member_moves(i, place);
    }
}

bool descriptor_is_of_file(int number, uint64_t *opened, uint32_t *file) {
  const struct descriptor *const descriptor = descriptors_find(number);
  if (!descriptor || descriptor->kind != DESCRIPTOR_FILE)
    return false;
  *opened = descriptor->place;
  *file = descriptor->file;
  return true;
}

bool descriptor_is_shared(int number) {
  for (int i = 0; i < MAX_DESCRIPTORS; i++)
    if (i != number && descriptors[i].kind == descriptors[number].kind &&
        descriptors[i].place == descriptors[number].place)
      return true;
  return false;
}

bool descriptor_is_random(int number) {
  return number >= 0 && number < MAX_DESCRIPTORS && descriptors[number].random;
}

bool descriptor_is_set(int number) {
  const struct descriptor *const descriptor = descriptors_find(number);
  return descriptor && descriptor->is_set;
}

bool descriptor_has_datagrams(int number) {
  const struct descriptor *const descriptor = descriptors_find(number);
  return descriptor && descriptor->datagrams;
}

bool descriptor_is_open_at(uint64_t place, bool writes) {
  for (int i = 0; i < MAX_DESCRIPTORS; i++)
    if (descriptors[i].kind == DESCRIPTOR_CHANNEL && descriptors[i].place == place &&
        (writes ? descriptors[i].writes : descriptors[i].reads))
      return true;
  return false;
}

void descriptor_becomes_semaphore(int number) {
  struct descriptor *const descriptor = descriptors_find(number);
  if (descriptor)
    descriptor->semaphore = true;
}

bool descriptor_is_semaphore(int number) {
  const struct descriptor *const descriptor = descriptors_find(number);
  return descriptor && descriptor->semaphore;
}

bool descriptor_info(int number, char text[FDINFO_SIZE]) {
  char path[48];
  snprintf(path, sizeof path, "/proc/self/fdinfo/%d", number);
  const int file = REAL(open)(path, O_RDONLY | O_CLOEXEC);
  const ssize_t n = file < 0 ? -1 : read(file, text, FDINFO_SIZE - 1);
  text[n > 0 ? n : 0] = 0;
  if (file >= 0)
    REAL(close)(file);
  return n > 0;
}

int descriptor_at(uint64_t place) {
  for (int i = 0; i < MAX_DESCRIPTORS; i++)
    if (descriptors[i].kind == DESCRIPTOR_CHANNEL && descriptors[i].place == place)
      return i;
  return -1;
}

bool descriptor_takes_signals(int number) {
  return signalfd_is_at(descriptor_place(number));
}

bool descriptor_awaits_signals(const struct thread *thread) {
  if (thread->state != THREAD_READY)
    return false;
  return waits_until(thread, &until_it_is_ready)
             ? descriptor_takes_signals(((const struct descriptor_wish *)thread->ticket)->number)
             : poll_awaits_signals(thread);
}

void descriptor_synchronise(int number, enum libc_mode mode) {
  const struct descriptor *const descriptor = descriptors_find(number);
  if (!descriptor || descriptor->kind != DESCRIPTOR_CHANNEL)
    return;
  if (mode != LIBC_ADD)
    timers_synchronise(number);
  if (signalfd_is_at(descriptor->place) && mode == LIBC_LOOK)
    object_acquire((const void *)(uintptr_t)pending_place(rt.current->tid));
  if (descriptor->is_set && mode == LIBC_LOOK)
    epoll_synchronise(descriptor->place);
  if (mode == LIBC_ADD)
    object_release((const void *)(uintptr_t)descriptor->place);
  else
    object_acquire((const void *)(uintptr_t)descriptor->place);
}

void descriptor_numbers_act(bool shows, struct state_acts *acts) {
  const uint64_t place = state_place(STATE_NUMBERS, 0);
  const uint64_t shown = state_place(STATE_NUMBERS, 1); /* a mark: the program knows numbers */
  if (shows)
    mark(shown);
  if (is_marked(shown))
    state_add(acts, place, CHANGES);
}

void descriptor_path_acts(const char *path, enum path_use use, struct state_acts *acts) {
  char resolved[4096];
  if (!path)
    return;
  if (*path != '/')
    state_add(acts, state_place(STATE_WORKING_DIRECTORY, 0), RV_READ);
  uint32_t number;
  if (use == PATH_NAMED)
    return;
  if (!memory_files_number(path, &number)) {
    if (!realpath(path, resolved))
      return;
    number = file_number(resolved);
  }
  if (use == PATH_EMPTIED) {
    state_add(acts, state_place(STATE_FILE, number), CHANGES);
    return;
  }
  file_used(number, true, false);
  state_add(acts, state_place(STATE_FILE, number), RV_READ);
}

/* --- streams -------------------------------------------------------------------------------------
 */

int stream_number(FILE *stream) {
  return stream ? fileno(stream) : -1;
}

void stream_opened(FILE *stream) {
  if (!stream)
    return;
  if (n_streams < MAX_STREAMS)
    streams[n_streams++] = stream;
  else
    state_lasts("opened more than %d streams", MAX_STREAMS);
}

void stream_closes(FILE *stream) {
  uint32_t i = 0;
  while (i < n_streams && streams[i] != stream)
    i++;
  if (i < n_streams)
    streams[i] = streams[--n_streams];
  else
    standard_stream_changes();
}

/* --- executions ----------------------------------------------------------------------------------
 */

bool descriptors_all(bool (*see)(int number, enum descriptor_kind kind, void *with), void *with) {
  for (int i = 0; i < MAX_DESCRIPTORS && used; i++) {
    const enum descriptor_kind kind = descriptors[i].kind;
    if (kind != DESCRIPTOR_UNKNOWN && kind != DESCRIPTOR_NOTHING && !see(i, kind, with))
      return false;
  }
  return true;
}

/* A process for each execution has the position of the one that it comes from. */
static void input_rewind(void) {
  rewind(stdin);
  lseek(0, 0, SEEK_SET);
}

void descriptors_reset(void) {
  if (rt.shared->request.input)
    input_rewind();
  if (!used)
    return;
  for (; n_streams > 0; n_streams--) {
    const int number = fileno(streams[n_streams - 1]);
    fclose(streams[n_streams - 1]);
    if (number >= 0 && number < MAX_DESCRIPTORS)
      descriptors[number] = (struct descriptor){.kind = DESCRIPTOR_UNKNOWN};
  }
  for (int i = 0; i < MAX_DESCRIPTORS; i++) {
    if (descriptors[i].opened && i >= STANDARD)
      REAL(close)(i);
    descriptors[i] = (struct descriptor){.kind = DESCRIPTOR_UNKNOWN};
  }
  epoll_reset();
  signalfds_reset();
  datagrams_reset();
  file_locks_reset();
  named_pipes_reset();
  memset(opened_by, 0, sizeof opened_by);
  file_numbers_reset();
  used = false;
}
