/*
 * The worker: how the runtime takes over a program that `ravel` has started, and the loop around
 * the explorer. A program that was not started by `ravel` runs as if there were no runtime.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/single_threaded.h>
#include <unistd.h>

#include "runtime/allocation.h"
#include "runtime/arc_counters.h"
#include "runtime/arguments.h"
#include "runtime/atomic_block.h"
#include "runtime/cancel.h"
#include "runtime/checkpoint.h"
#include "runtime/combining.h"
#include "runtime/crash.h"
#include "runtime/created_files.h"
#include "runtime/creation_mask.h"
#include "runtime/datarace.h"
#include "runtime/debugger.h"
#include "runtime/environment.h"
#include "runtime/follow.h"
#include "runtime/handlers.h"
#include "runtime/heap.h"
#include "runtime/hidden_reads.h"
#include "runtime/imports.h"
#include "runtime/inside.h"
#include "runtime/keys.h"
#include "runtime/libc_patch.h"
#include "runtime/liveness.h"
#include "runtime/member.h"
#include "runtime/memory_files.h"
#include "runtime/memory_peak.h"
#include "runtime/omp.h"
#include "runtime/operations.h"
#include "runtime/options.h"
#include "runtime/owners.h"
#include "runtime/private.h"
#include "runtime/process_state.h"
#include "runtime/processes.h"
#include "runtime/random.h"
#include "runtime/raw_futex.h"
#include "runtime/real.h"
#include "runtime/recorded_order.h"
#include "runtime/restore.h"
#include "runtime/runtime.h"
#include "runtime/signals.h"
#include "runtime/spinloop.h"
#include "runtime/state.h"
#include "runtime/system.h"
#include "runtime/time_stamp.h"
#include "runtime/tls.h"
#include "runtime/tree.h"
#include "runtime/weak_memory.h"
#include "runtime/worker.h"

_Noreturn void worker_quit(void) {
  REAL(_exit)(0);
  __builtin_trap();
}

static _Noreturn void quit_in(enum worker_state state) {
  created_files_undo();
  rt.shared->state = state;
  worker_quit();
}

_Noreturn void worker_needs_graphs(void) {
  rt.shared->needs_graphs = 1;
  quit_in(WORKER_STOPPED);
}

/* --- taking over
 * ---------------------------------------------------------------------------------- */

static _Noreturn void refuse(const char *why) {
  if (write(2, why, strlen(why)) < 0)
    REAL(_exit)(2);
  REAL(_exit)(2);
}

static struct shared *map_shared(int fd) {
  void *at = mmap((void *)SHARED_BASE, SHARED_SIZE, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE, fd, 0);
  if (at != (void *)SHARED_BASE)
    refuse(
        "ravel: the program's process has no room for the memory that it shares with ravel: look "
        "at `ulimit -v`\n");
  struct shared *shared = at;
  if (shared->magic != SHARED_MAGIC || memcmp(shared->build, build_id, sizeof build_id) != 0)
    refuse("ravel: the program uses the libravel.so of another build than this command's; build it "
           "again with this `ravel cc`\n");
  return shared;
}

static void silence(int fd, int flags) {
  int null = open("/dev/null", flags);
  if (null >= 0) {
    dup2(null, fd);
    close(null);
  }
}

void worker_take_over(int fd) {
  rt.shared = map_shared(fd);
  close(fd);
  if (!rt.shared->request.input)
    silence(0, O_RDONLY);
  if (!rt.shared->request.show_output) {
    silence(1, O_WRONLY);
    silence(2, O_WRONLY);
  }
  free(malloc(1)); /* libc's allocator sets itself up, for all thread-local blocks to copy */
  tls_init();
  __libc_single_threaded = 0; /* or libstdc++ counts references without atomic operations */
  rt.worker = true;
  time_stamp_init();
}

/* Before any constructor of the program: what they allocate belongs to the initial state. */
__attribute__((constructor)) static void start(int argc, char **argv) {
  (void)argc;
  restore_init();
  const char *fd = getenv(SHARED_FD_VARIABLE);
  if (fd) {
    worker_take_over(atoi(fd));
    unsetenv(SHARED_FD_VARIABLE);
  } else {
    inside_start(argv);
  }
}

/* --- exploring
 * ------------------------------------------------------------------------------------ */

static void *reserve(void *self, size_t bytes) {
  struct shared *shared = self;
  uint64_t at = SHARED_EXPLORER_OFFSET + shared->explorer_used;
  bytes = (bytes + 4095) & ~(size_t)4095;
  if (bytes > SHARED_KNOWN_OFFSET - at)
    return NULL;
  shared->explorer_used += bytes;
  return (void *)(SHARED_BASE + at);
}

static struct rv_explorer *explorer(void) {
  struct shared *shared = rt.shared;
  static struct rv_memory memory;
  memory = (struct rv_memory){shared, reserve};
  if (!shared->explorer) {
    struct rv_options options = shared->request.explorer;
    options.max_steps++; /* room for the step that is one too many, and reported (system.c) */
    shared->explorer = (uintptr_t)rv_explorer_new(&memory, &options, &shared->facts);
  }
  struct rv_explorer *made = (struct rv_explorer *)(uintptr_t)shared->explorer;
  rv_explorer_attach(made, shared->request.tree ? &tree_system : &runtime_system, &memory);
  return made;
}

static void import_mark(uint64_t mark) {
  if ((mark & SC_MEMORY_MARK) == SC_MEMORY_MARK)
    weak_memory_import(mark);
  else if (mark & HIDDEN_READ_MARK)
    hidden_reads_import(mark);
  else if (mark & COMBINING_MARK)
    combining_import(mark);
  else if (!(mark & SPINLOOP_MARK))
    private_import(mark);
}

static bool is_spin(const struct rv_fact *fact) {
  return fact->kind == FACT_MARK && fact->value & SPINLOOP_MARK;
}

/* Spin loops are heeded from a beginning of the exploration on. */
static void import_facts(void) {
  static uint32_t imported, spins;
  const struct rv_facts *facts = &rt.shared->facts;
  for (; imported < facts->n; imported++)
    if (facts->at[imported].kind == FACT_MARK)
      import_mark(facts->at[imported].value);
    else
      rt.shared->plain_shared |= facts->at[imported].kind == FACT_PLAIN_SHARED;
  for (; spins < facts->known; spins++)
    if (is_spin(&facts->at[spins]))
      spinloop_import(facts->at[spins].value);
  rt.spun = false;
  for (uint32_t i = spins; i < facts->n; i++)
    rt.spun |= is_spin(&facts->at[i]);
}

/* An execution that an error has ended in the middle was not finished. */
static enum rv_progress next_here(struct rv_explorer *made) {
  const enum rv_progress progress = rv_explorer_next(made);
  if (progress == RV_STOPPED)
    arc_counters_end_execution();
  return progress;
}

/* A replay has not repeated what was recorded. In a process that has run other executions before,
 * that may be what they left behind; in a new one the program itself is not deterministic. */
static _Noreturn void give_up_replaying(void) {
  if (!*rt.shared->diverged)
    snprintf(rt.shared->diverged, sizeof rt.shared->diverged,
             "a step of a search that goes on did not do what it did before");
  if (rt.shared->fork_per_execution || rt.shared->request.reset == RESET_MEMORY)
    quit_in(WORKER_DIVERGED);
  rt.shared->fork_per_execution = 1;
  state_lasts("keeps state that is not known: %s", rt.shared->diverged);
  quit_in(WORKER_AGAIN);
}

static unsigned char *piece_area(void) {
  return (unsigned char *)(SHARED_BASE + SHARED_PIECE_OFFSET);
}

/* What is left to explore. */
static void leave_piece(struct rv_explorer *made) {
  struct shared *shared = rt.shared;
  shared->piece_size = 0;
  if (!(shared->request.saves || shared->request.divides) || !rv_explorer_can_be_written(made))
    return;
  const struct rv_flat flat = rv_explorer_write(made);
  if (flat.n > SHARED_SIZE - SHARED_PIECE_OFFSET)
    return;
  memcpy(piece_area(), flat.at, flat.n);
  shared->piece_size = flat.n;
}

static void take_piece(struct rv_explorer *made) {
  struct shared *shared = rt.shared;
  if (!shared->piece_is_new)
    return;
  rv_explorer_load(made, (struct rv_flat){piece_area(), shared->piece_size});
  shared->stats = *rv_explorer_stats(made);
  shared->piece_is_new = 0;
}

static _Noreturn void refuse_piece(void) {
  snprintf(rt.shared->failure, sizeof rt.shared->failure,
           "the saved search is of another program, or damaged");
  quit_in(WORKER_STOPPED);
}

/* The search goes no further, in this process at least. */
static _Noreturn void end_search(struct rv_explorer *made, enum worker_state state) {
  if (rt.shared->member.on && state == WORKER_INTERRUPTED)
    member_put_aside(made);
  else if (state == WORKER_INTERRUPTED || state == WORKER_LIMIT)
    leave_piece(made);
  rt.shared->n_profile = rv_explorer_profile(made, rt.shared->profile, SHARED_MAX_PAIRS);
  rt.shared->n_profile_objects =
      rv_explorer_profile_objects(made, rt.shared->profile_objects, SHARED_MAX_PAIRS);
  rt.shared->n_profile_steps =
      rv_explorer_profile_steps(made, rt.shared->profile_steps, SHARED_MAX_PROFILE_STEPS);
  rt.shared->peak_rss_kib = memory_peak();
  quit_in(state);
}

static _Noreturn void explore(void) {
  struct shared *shared = rt.shared;
  if (shared->request.tree)
    tree_init(shared->attached == 1);
  struct rv_explorer *made = explorer();
  const bool member = shared->member.on;
  take_piece(made);
  if (member && !member_take(made))
    quit_in(WORKER_INTERRUPTED);
  for (;;) {
    import_facts();
    enum rv_progress progress = processes_next(made, next_here);
    const bool restarted = rv_explorer_stats(made)->restarts != shared->stats.restarts;
    if (restarted) {
      shared->bounds_met = 0;
      arc_counters_begin_again();
      operations_begin_again();
      if (shared->request.tree)
        tree_clear();
    }
    if (member && (restarted || progress == RV_OUTDATED))
      quit_in(WORKER_OUTDATED);
    if (member)
      progress = member_went_on(made, progress);
    operations_count(rv_explorer_stats(made));
    shared->stats = *rv_explorer_stats(made);
    switch (progress) {
    case RV_DONE:
      if (member)
        end_search(made, WORKER_INTERRUPTED);
      operations_end();
      end_search(made, WORKER_FINISHED);
    case RV_STOPPED:
      end_search(made, WORKER_STOPPED);
    case RV_LIMIT:
      end_search(made, WORKER_LIMIT);
    case RV_REPLAY_FAILED:
      give_up_replaying();
    case RV_AWAITS: /* of somebody else's part of a search */
    case RV_OUTDATED:
    case RV_MISFIT:
      refuse_piece();
    case RV_MORE:
      break;
    }
    if (shared->stop)
      end_search(made, WORKER_INTERRUPTED);
    if (rt.lasting && reset_is_auto(shared->request.reset) && !shared->fork_per_execution) {
      shared->fork_per_execution = 1;
      quit_in(WORKER_AGAIN);
    }
    if (rt.unfit && !shared->fork_per_execution)
      quit_in(WORKER_AGAIN);
  }
}

/* --- recording
 * ------------------------------------------------------------------------------------ */

/* Follows the schedule to its end, or to the error. */
static _Noreturn void record_schedule(void) {
  struct shared *shared = rt.shared;
  const struct shared_choice *choice =
      (const struct shared_choice *)(SHARED_BASE + SHARED_SCHEDULES_OFFSET) +
      shared->request.schedule_first;
  static struct rv_memory memory;
  memory = (struct rv_memory){shared, reserve};
  struct rv_step step;
  enum rv_status status = runtime_system.reset(NULL, &step);
  recorded_order_begin(&memory, shared->request.schedule_length, &step);
  uint32_t errors = shared->n_errors;
  ravel_debugger_begins();
  for (uint64_t i = 0; i < shared->request.schedule_length && status == RV_OK; i++) {
    if (!system_is_enabled(choice[i].thread)) {
      snprintf(shared->diverged, sizeof shared->diverged,
               "step %lu of the schedule is of a thread that is not runnable there",
               (unsigned long)i + 1);
      quit_in(WORKER_DIVERGED);
    }
    rt.preempts = recorded_order_preempts(&runtime_system, choice[i].thread);
    errors = shared->n_errors;
    if (i + 1 == ravel_debugger.stop_at)
      ravel_debugger_step(&rt.threads[choice[i].thread]);
    status = runtime_system.step(NULL, choice[i].thread, choice[i].choice, &step);
    if (status == RV_OK || status == RV_ENDED)
      recorded_order_add(choice[i], &step);
  }
  rt.preempts = false;
  recorded_order_end(shared, shared->n_errors > errors ? &shared->errors[errors] : NULL);
  if (status == RV_OK || status == RV_ENDED)
    runtime_system.finish(NULL, status == RV_OK && !system_any_enabled());
  shared->reproduced = shared->n_errors > 0;
  shared->exit_status = rt.exit_status;
  fflush(NULL);
  memory_files_show();
  quit_in(WORKER_FINISHED);
}

/* --- main
 * ------------------------------------------------------------------------------------------ */

/* Which ways back to an earlier state are right for this program, and what can happen in it. */
static void look_at_imports(char **envp) {
  struct shared *shared = rt.shared;
  struct imports imports = imports_judge();
  handlers_snapshot(imports.loads);
  environment_init(envp, imports.environment);
  rt.cancels = imports.cancels;
  omp_has_tasks(imports.tasks);
  signals_can_be_sent(imports.sends_signals);
  rt.ends_shown = rt.ends_asked = imports.cancels || imports.asks_for_ends;
  if (shared->request.reset == RESET_FORK)
    shared->fork_per_execution = 1;
  if (imports.stateful) {
    member_is_alone(ALONE_STATE);
    snprintf(shared->why_replayed, sizeof shared->why_replayed, "%s", imports.stateful);
  }
  if (shared->fork_per_execution || (imports.stateful && !rt.inside))
    shared->request.explorer.context = false; /* there is no way to compare states */
  else
    checkpoint_init(&owners_state);
}

_Noreturn void worker_run(char **envp) {
  struct shared *shared = rt.shared;
  shared->attached++;
  shared->state = WORKER_RUNNING;
  if (shared->request.task == TASK_COVERAGE) {
    arc_counters_write();
    quit_in(WORKER_FINISHED);
  }
  time_stamp_constructors_end();
  libc_patch();
  creation_mask_init();
  process_state_snapshot();
  restore_snapshot();
  if (rt.inside)
    inside_snapshot();
  tls_snapshot();
  heap_snapshot();
  allocation_init();
  keys_snapshot();
  random_snapshot();
  atomic_functions_init();
  options_snapshot();
  signals_snapshot();
  crash_init();
  raw_futex_init();
  unwind_init();
  liveness_init();
  watchdog_init(shared->request.step_seconds);
  arc_counters_init();
  rt.races = shared->request.races;
  rt.recording = rt.telling = shared->request.task != TASK_EXPLORE;
  if (rt.recording || shared->request.tree) /* each step has further ones, and stacks point there */
    checkpoint_ignore(SHARED_BASE + SHARED_RECORDS_OFFSET, SHARED_BASE + SHARED_IMAGE_OFFSET);
  rt.weak = rv_explores_graphs(&shared->request.explorer);
  rt.until_weak = shared->request.until_graphs;
  /* Stacks hold nothing by chance. */
  rt.loops = shared->request.reset == RESET_CHECKED || shared->request.explorer.stateful || rt.weak;
  rt.follows = !shared->request.void_iterations && !rt.weak;
  /* The search for leaks reads all there is at the end. */
  rt.observers = shared->request.explorer.observers && !shared->request.leaks;
  if (shared->attached == 1)
    shared->facts.known = shared->facts.n;
  import_facts();
  look_at_imports(envp);
  rt.started = true;
  if (shared->request.task == TASK_EXPLORE)
    explore();
  if (shared->request.task == TASK_RECORD)
    record_schedule();
  follow_schedule();
  quit_in(WORKER_FINISHED);
}

static int worker_main(int argc, char **argv, char **envp) {
  random_tame();
  arguments_init(argc, argv);
  worker_run(envp);
}

int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*linker_fini)(void), void *stack_end);
EXPORT int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv,
                             void (*init)(void), void (*fini)(void), void (*linker_fini)(void),
                             void *stack_end) {
  program_main = main;
  handlers_of_libraries_end();
  return REAL(__libc_start_main)(rt.worker          ? worker_main
                                 : inside_is_used() ? inside_main
                                                    : main,
                                 argc, argv, init, fini, linker_fini, stack_end);
}
