#define _GNU_SOURCE
#include "runtime/process_state.h"

#include <fcntl.h>
#include <locale.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "runtime/real.h"
#include "runtime/state.h"

/* The list of all streams in libc. Those that are open before main() are its end. */
extern FILE *_IO_list_all;

/* A stream of libc and the pointer to its functions, which follows it. */
struct stream_bytes {
  char bytes[sizeof(FILE) + sizeof(void *)];
};

enum { SAVED = STANDARD_DESCRIPTORS + 1, SAVED_FROM = 1024, BUFFER = 4096 };

static struct {
  bool taken;
  bool changed[PROCESS_STATES], moved[STANDARD_DESCRIPTORS];
  int saved[SAVED]; /* copies of the standard descriptors; the last one is the directory */
  char locale[512];
  struct rlimit limits[RLIM_NLIMITS];
  cpu_set_t processors;
  FILE *stream[STANDARD_DESCRIPTORS], *list;
  struct stream_bytes bytes[STANDARD_DESCRIPTORS];
} process;

/* A number that the program does not come to. */
static int save_descriptor(int number) {
  struct rlimit limit;
  const int most = getrlimit(RLIMIT_NOFILE, &limit) == 0 ? (int)limit.rlim_cur - SAVED : 0;
  return fcntl(number, F_DUPFD_CLOEXEC, most < SAVED_FROM ? most : SAVED_FROM);
}

/* Streams get their buffers now. libc would allocate them in every execution, and would free them
 * when the program closes the stream. */
static void save_streams(void) {
  static char buffers[STANDARD_DESCRIPTORS][BUFFER];
  FILE *const all[STANDARD_DESCRIPTORS] = {stdin, stdout, stderr};
  setvbuf(stdin, buffers[0], _IOFBF, BUFFER);
  setvbuf(stdout, buffers[1], _IOFBF, BUFFER);
  process.list = _IO_list_all;
  for (int i = 0; i < STANDARD_DESCRIPTORS; i++) {
    process.stream[i] = all[i];
    memcpy(&process.bytes[i], all[i], sizeof process.bytes[i]);
  }
}

void process_state_snapshot(void) {
  if (rt.inside || rt.shared->request.task != TASK_EXPLORE)
    return; /* there is one execution, or the process is the program's own */
  for (int i = 0; i < STANDARD_DESCRIPTORS; i++)
    process.saved[i] = save_descriptor(i);
  const int here = REAL(open)(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  process.saved[SAVED - 1] = here < 0 ? -1 : save_descriptor(here);
  if (here >= 0)
    REAL(close)(here);
  snprintf(process.locale, sizeof process.locale, "%s", setlocale(LC_ALL, NULL));
  for (int i = 0; i < RLIM_NLIMITS; i++)
    getrlimit((__rlimit_resource_t)i, &process.limits[i]);
  sched_getaffinity(0, sizeof process.processors, &process.processors);
  save_streams();
  process.taken = true;
}

static bool can_be_put_back(enum process_state what) {
  return process.taken && (what != PROCESS_DIRECTORY || process.saved[SAVED - 1] >= 0);
}

void process_state_changes(enum process_state what) {
  static const char *const names[PROCESS_STATES] = {"locale", "working directory", "time zone",
                                                    "limits of the process"};
  process.changed[what] = true;
  if (!can_be_put_back(what))
    state_lasts("changed the %s", names[what]);
}

void standard_descriptor_changes(int number) {
  if (number < STANDARD_DESCRIPTORS)
    process.moved[number] = true;
  if (!process.taken || number >= STANDARD_DESCRIPTORS || process.saved[number] < 0)
    state_lasts("closed descriptor %d, which was open before", number);
}

void standard_stream_changes(void) {
  if (!process.taken)
    state_lasts("closed a standard stream");
}

/* All other streams are closed by now. */
static void streams_reset(void) {
  _IO_list_all = process.list;
  for (int i = 0; i < STANDARD_DESCRIPTORS; i++)
    memcpy(process.stream[i], &process.bytes[i], sizeof process.bytes[i]);
}

/* Who may not raise a limit cannot take back that it was lowered for good. */
static void limits_reset(void) {
  for (int i = 0; i < RLIM_NLIMITS; i++)
    if (setrlimit((__rlimit_resource_t)i, &process.limits[i]))
      state_lasts("lowered a hard limit by setrlimit()");
  sched_setaffinity(0, sizeof process.processors, &process.processors);
}

void process_state_reset(void) {
  if (!process.taken)
    return;
  if (unlikely(process.changed[PROCESS_LIMITS]))
    limits_reset();
  for (int i = 0; i < STANDARD_DESCRIPTORS; i++)
    if (unlikely(process.moved[i]))
      dup2(process.saved[i], i);
  streams_reset();
  if (unlikely(process.changed[PROCESS_LOCALE]))
    setlocale(LC_ALL, process.locale);
  if (unlikely(process.changed[PROCESS_DIRECTORY]))
    (void)!fchdir(process.saved[SAVED - 1]);
  if (unlikely(process.changed[PROCESS_TIME_ZONE]))
    tzset();
  memset(process.changed, 0, sizeof process.changed);
  memset(process.moved, 0, sizeof process.moved);
}
