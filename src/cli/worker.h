/* One worker process: started, watched, and never outliving the command. */
#ifndef RAVEL_CLI_WORKER_H
#define RAVEL_CLI_WORKER_H

#include "cli/memory.h"
#include "cli/program.h"

/* What the supervisor wants, and learns, while workers run. */
struct watch {
  double deadline;    /* when to stop, on clock_seconds(); 0: never */
  bool pauses;        /* the search continues later: a slow worker is not killed before... */
  double search_ends; /* ...this deadline; 0: never */
  const volatile bool *enough; /* of a team: or stop when this is so; NULL: never */
  bool progress;               /* tell how far the search is */
  struct buffer *output;       /* collects what the program prints; NULL: it goes where ours goes */
  uint64_t max_records;        /* a recording that gets longer is ended; 0: none is */
  bool stdout_is_ours;         /* what the program prints then goes to standard error */
  bool interrupted;            /* the user asked us to stop */
  bool time_up;                /* the deadline passed */
  uint64_t peak_rss_kib;       /* of the largest worker */
};

/* Runs a worker to its end; complains and returns false when none could be started. `status` is
 * as waitpid tells. */
bool worker_run(const struct program *program, struct memory *memory, struct watch *watch,
                int *status);

/* This process becomes the program, which runs by itself, at the same addresses as workers. */
bool worker_become_host(int program, const char *const *argv);

/* This process becomes a worker. Returns false, with errno set, when it cannot. */
bool worker_become(int program, const char *const *argv, int memory);

#endif
