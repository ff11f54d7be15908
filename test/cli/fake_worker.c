/*
 * Stands for a program under test whose process does what a real one does only in bad moments:
 * dies, hangs, asks for another process. Its argument says what. It speaks to the supervisor
 * through the shared memory alone, as a real worker does.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "protocol/shared.h"

static void quit(struct shared *shared, enum worker_state state) {
  shared->state = state;
  exit(0);
}

static void wait_for_stop(struct shared *shared) {
  while (!shared->stop) {
    shared->stats.executions++;
    usleep(1000);
  }
  quit(shared, WORKER_INTERRUPTED);
}

/* The next worker finds the deadly step and reports it, as the real one does. */
static void die_in_step(struct shared *shared) {
  if (shared->deadly_step == UNDER_WAY_STEP) {
    struct shared_error *error = &shared->errors[shared->n_errors++];
    error->kind = ERROR_CRASH;
    error->other.thread = error->origin.thread = RV_NO_THREAD;
    snprintf(error->message, sizeof error->message, "the process died: status %d",
             shared->deadly_status);
    quit(shared, WORKER_STOPPED);
  }
  shared->step_under_way = UNDER_WAY_STEP;
  raise(SIGKILL);
}

static void add_error(struct shared *shared, enum error_kind kind, const char *message) {
  struct shared_error *error = &shared->errors[shared->n_errors++];
  error->kind = kind;
  error->other.thread = error->origin.thread = RV_NO_THREAD;
  strcpy(error->message, message);
}

/* An error that recordings don't show; nor do searches, where they have processes. */
static void unsteady(struct shared *shared, bool in_memory_only) {
  if (shared->request.task == TASK_RECORD)
    quit(shared, WORKER_FINISHED);
  if (in_memory_only && shared->request.reset == RESET_FORK)
    quit(shared, WORKER_FINISHED);
  add_error(shared, ERROR_DEADLOCK, "nobody moves");
  quit(shared, WORKER_STOPPED);
}

/* An error, and then `how` the search ends. Recordings show the error again. */
static void error_then(struct shared *shared, const char *how) {
  const bool again = shared->n_errors > 0;
  if (!again && (shared->request.reset != RESET_FORK || strcmp(how, "leave-state-once") != 0))
    add_error(shared, ERROR_DEADLOCK, "nobody moves");
  if (shared->request.task == TASK_RECORD || !strcmp(how, "finish"))
    quit(shared, WORKER_FINISHED);
  if (!strncmp(how, "leave-state", 11)) {
    if (shared->request.reset == RESET_FORK)
      quit(shared, WORKER_FINISHED);
    shared->fork_per_execution = 1;
    quit(shared, WORKER_AGAIN);
  }
  if (!strcmp(how, "fail")) {
    strcpy(shared->failure, "there is no memory for it");
    quit(shared, WORKER_STOPPED);
  }
  if (!strcmp(how, "get-nowhere"))
    quit(shared, WORKER_AGAIN);
  raise(SIGKILL);
}

/* Where this very function was called from, called in turn by a library without source lines. */
__attribute__((noinline)) static void error_in_library(struct shared *shared) {
  extern char __executable_start, end;
  const uint64_t library = UINT64_C(0x700000000000);
  const uint64_t begin = (uint64_t)&__executable_start;
  shared->n_modules = 2;
  shared->modules[0] = (struct shared_module){.bias = begin, .begin = begin, .end = (uint64_t)&end};
  shared->modules[1] =
      (struct shared_module){.bias = library, .begin = library, .end = library + 4096};
  strcpy(shared->modules[1].path, "/usr/lib/nothing.so");
  add_error(shared, ERROR_CRASH, "it fell over");
  struct shared_error *error = &shared->errors[0];
  error->pc = error->frames[0] = library + 16;
  error->frames[1] = (uint64_t)__builtin_return_address(0);
  error->n_frames = 2;
  quit(shared, WORKER_STOPPED);
}

static void many_errors(struct shared *shared) {
  if (shared->request.task == TASK_RECORD) { /* lost in the step that the search told of */
    shared->step_under_way = UNDER_WAY_STEP;
    raise(SIGKILL);
  }
  for (int i = 0; i < SHARED_MAX_ERRORS; i++) {
    char message[32];
    snprintf(message, sizeof message, "error %d", i);
    add_error(shared, ERROR_DEADLOCK, message);
  }
  quit(shared, WORKER_FINISHED);
}

int main(int argc, char **argv) {
  const char *fd = getenv(SHARED_FD_VARIABLE), *what = argc > 1 ? argv[1] : "";
  if (!fd)
    return 0;
  struct shared *shared =
      mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, atoi(fd), 0);
  if (shared == MAP_FAILED || shared->magic != SHARED_MAGIC)
    return 1;
  if (!strcmp(what, "die-first"))
    raise(SIGSEGV);
  shared->state = WORKER_RUNNING;
  shared->n_threads = 1;
  shared->threads[0].parent = RV_NO_THREAD;
  if (!strcmp(what, "pass"))
    quit(shared, WORKER_FINISHED);
  if (!strcmp(what, "again-and-again"))
    quit(shared, WORKER_AGAIN);
  if (!strcmp(what, "again-until-done"))
    quit(shared, ++shared->stats.executions < 100 ? WORKER_AGAIN : WORKER_FINISHED);
  if (!strcmp(what, "diverge")) {
    strcpy(shared->diverged, "a read of x was a write of y");
    quit(shared, WORKER_DIVERGED);
  }
  if (!strcmp(what, "fail")) {
    strcpy(shared->failure, "there is no memory for it");
    quit(shared, WORKER_STOPPED);
  }
  if (!strcmp(what, "die-in-step"))
    die_in_step(shared);
  if (!strcmp(what, "fail-to-record")) {
    if (shared->request.task == TASK_RECORD) {
      strcpy(shared->failure, "it is all gone");
      quit(shared, WORKER_STOPPED);
    }
    shared->n_errors = 1;
    shared->errors[0].kind = ERROR_DEADLOCK;
    strcpy(shared->errors[0].message, "nobody moves");
    quit(shared, WORKER_STOPPED);
  }
  if (!strcmp(what, "leave-state")) {
    shared->stats.executions = shared->request.reset == RESET_FORK ? 2 : 5;
    if (shared->request.reset == RESET_FORK)
      quit(shared, WORKER_FINISHED);
    shared->fork_per_execution = 1;
    quit(shared, WORKER_AGAIN);
  }
  if (!strcmp(what, "error-in-memory") || !strcmp(what, "error-in-search"))
    unsteady(shared, !strcmp(what, "error-in-memory"));
  if (!strcmp(what, "error-in-library"))
    error_in_library(shared); /* the line that is told */
  if (!strcmp(what, "error-then"))
    error_then(shared, argv[2]);
  if (!strcmp(what, "many-errors"))
    many_errors(shared);
  if (!strcmp(what, "die-between-steps"))
    raise(SIGKILL);
  if (!strcmp(what, "exit-in-step")) {
    shared->step_under_way = UNDER_WAY_STEP;
    _exit(7);
  }
  if (!strcmp(what, "stop-when-asked"))
    wait_for_stop(shared);
  for (;;) /* deaf */
    pause();
}
