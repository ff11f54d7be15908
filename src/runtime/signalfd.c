#define _GNU_SOURCE
#include "runtime/signalfd.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "runtime/access.h"
#include "runtime/descriptors.h"
#include "runtime/error.h"
#include "runtime/real.h"
#include "runtime/signals.h"

enum { MAX_SIGNALFDS = 64 };

static struct signals_source {
  uint64_t place; /* what stands for it; its duplicates share that */
  uint64_t set;
} sources[MAX_SIGNALFDS];
static uint32_t n_sources;

static struct signals_source *source_at(uint64_t place) {
  for (uint32_t i = 0; i < n_sources; i++)
    if (sources[i].place == place)
      return &sources[i];
  return NULL;
}

bool signalfd_is_at(uint64_t place) {
  return source_at(place) != NULL;
}

static struct signals_source *source_of(int number) {
  return n_sources ? source_at(descriptor_place(number)) : NULL;
}

void signalfds_reset(void) {
  n_sources = 0;
}

/* --- the kernel's events -------------------------------------------------------------------------
 */

static bool event_is_set(int number) {
  struct pollfd one = {.fd = number, .events = POLLIN};
  return REAL(poll)(&one, 1, 0) == 1 && one.revents & POLLIN;
}

static void event_set(int number) {
  const uint64_t one = 1;
  if (write(number, &one, sizeof one) < 0)
    return;
}

static void event_clear(int number) {
  uint64_t count;
  if (read(number, &count, sizeof count) < 0)
    return;
}

void signalfds_show(rv_tid tid) {
  for (uint32_t i = 0; i < n_sources; i++) {
    const int number = descriptor_at(sources[i].place);
    const bool wanted = number >= 0 && pending_for(tid) & sources[i].set;
    if (number < 0 || wanted == event_is_set(number))
      continue;
    if (wanted)
      event_set(number);
    else
      event_clear(number);
  }
}

/* Who is told of changes alone is told of this one. */
void signalfds_notice(int number) {
  for (uint32_t i = 0; i < n_sources; i++)
    if (sources[i].set & signal_bit(number) && descriptor_at(sources[i].place) >= 0)
      event_set(descriptor_at(sources[i].place));
}

/* --- acts ----------------------------------------------------------------------------------------
 */

void signalfd_acts(uint32_t mode, struct state_acts *acts) {
  state_add_once(acts, pending_place(rt.current->tid), mode);
  state_add_once(acts, pending_place(SIGNALS_ANYBODY), mode);
}

/* No object: marked if any is in a set. Then every wait for a set acts on what is pending. */
static uint64_t in_set_mark(void) {
  return state_place(STATE_SIGNALS_PENDING, SHARED_STATE_KIND / SHARED_STATE_STRIDE - 1);
}

void signalfd_joins_set(void) {
  mark(in_set_mark());
}

void signalfd_set_acts(struct state_acts *acts) {
  if (is_marked(in_set_mark()))
    signalfd_acts(RV_READ, acts);
}

/* --- reading -------------------------------------------------------------------------------------
 */

static struct signalfd_siginfo siginfo_of(const struct signal_sent *signal) {
  const siginfo_t info = signals_info(signal);
  return (struct signalfd_siginfo){.ssi_signo = (uint32_t)info.si_signo,
                                   .ssi_code = info.si_code,
                                   .ssi_pid = (uint32_t)info.si_pid,
                                   .ssi_uid = getuid(),
                                   .ssi_int = info.si_value.sival_int,
                                   .ssi_ptr = (uintptr_t)info.si_value.sival_ptr};
}

static ssize_t signalfd_failed(int error) {
  errno = error;
  return -1;
}

static ssize_t signalfd_read(int number, struct signalfd_siginfo *infos, size_t size) {
  const struct signals_source *const source = source_of(number);
  const size_t most = size / sizeof *infos;
  struct signal_sent signal;
  size_t n = 0;
  if (most == 0)
    return signalfd_failed(EINVAL);
  for (; n < most && pending_take(rt.current->tid, source->set, false, &signal); n++) {
    signals_taken(&signal);
    infos[n] = siginfo_of(&signal);
  }
  return n > 0 ? (ssize_t)(n * sizeof *infos) : signalfd_failed(EAGAIN);
}

static ssize_t signalfd_write(void) {
  return signalfd_failed(EINVAL);
}

void signalfd_answers(const char *function, struct libc_call *call) {
  if (!source_of((int)libc_argument(call, 0)))
    return;
  if (strcmp(function, "read") == 0 || strcmp(function, "__read_chk") == 0)
    call->real = (void *)signalfd_read;
  else if (strncmp(function, "write", 5) == 0)
    call->real = (void *)signalfd_write;
  else if (strstr(function, "read") || strcmp(function, "fdopen") == 0)
    fail(ERROR_UNSUPPORTED, call->pc, call->frame, "%s() of a signalfd is not supported", function);
}

/* --- opening -------------------------------------------------------------------------------------
 */

static int signalfd_open(uint64_t set, int flags, uint64_t pc, void *frame) {
  struct state_acts acts = {.n = 0, .shown = -1};
  descriptor_numbers_act(true, &acts);
  state_act(&acts, pc);
  const int number = eventfd(0, flags);
  if (number < 0)
    return number;
  descriptor_opened(number, -1);
  struct signals_source *source = source_of(number);
  if (!source && n_sources == MAX_SIGNALFDS)
    fail(ERROR_UNSUPPORTED, pc, frame, "more than %d signalfds are not supported", MAX_SIGNALFDS);
  if (!source)
    source = &sources[n_sources++];
  *source = (struct signals_source){descriptor_place(number), set};
  state_is_kept("signalfd", false);
  return number;
}

static int signalfd_change(int number, uint64_t set, uint64_t pc) {
  struct state_acts acts = {.n = 0, .shown = -1};
  descriptor_acts(number, LIBC_CHANGE, false, NULL, &acts);
  state_act(&acts, pc);
  struct signals_source *const source = source_of(number);
  if (!source)
    return (int)signalfd_failed(fcntl(number, F_GETFD) < 0 ? EBADF : EINVAL);
  source->set = set;
  return number;
}

EXPORT int signalfd(int number, const sigset_t *mask, int flags) {
  if (!rt.current)
    return REAL(signalfd)(number, mask, flags);
  plain_access((uintptr_t)mask, sizeof mask->__val[0], false, CALLER, FRAME);
  const uint64_t set = mask->__val[0] & ~(signal_bit(SIGKILL) | signal_bit(SIGSTOP));
  if (flags & ~(SFD_CLOEXEC | SFD_NONBLOCK))
    return (int)signalfd_failed(EINVAL);
  return number == -1 ? signalfd_open(set, flags, CALLER, FRAME)
                      : signalfd_change(number, set, CALLER);
}
