#include "runtime/owners.h"

#include "runtime/annotations.h"
#include "runtime/arc_counters.h"
#include "runtime/arguments.h"
#include "runtime/created_files.h"
#include "runtime/creation_mask.h"
#include "runtime/datarace.h"
#include "runtime/dead_memory.h"
#include "runtime/descriptors.h"
#include "runtime/environment.h"
#include "runtime/futex.h"
#include "runtime/handlers.h"
#include "runtime/heap.h"
#include "runtime/inside.h"
#include "runtime/keys.h"
#include "runtime/mappings.h"
#include "runtime/memory_files.h"
#include "runtime/omp.h"
#include "runtime/operations.h"
#include "runtime/options.h"
#include "runtime/process_state.h"
#include "runtime/random.h"
#include "runtime/restore.h"
#include "runtime/runtime.h"
#include "runtime/semaphore.h"
#include "runtime/signals.h"
#include "runtime/stream_locks.h"
#include "runtime/symmetry.h"
#include "runtime/temporary_names.h"
#include "runtime/thread.h"
#include "runtime/thread_names.h"
#include "runtime/timers.h"
#include "runtime/weak.h"
#include "runtime/weak_loop.h"

/* Functions are called in the order of the rows; NULL: there is nothing to do. Where an owner names
 * its pieces only if the program has changed something, `before_back` takes the change back. A
 * program that uses what has no pieces (files) gets no checkpoints: see imports.c. */
struct owner {
  void (*reset)(void);       /* back to the start */
  void (*pieces)(void);      /* what a checkpoint keeps */
  void (*compared)(void);    /* what must be the same for two states to be the same */
  void (*checked)(void);     /* what a replay from the start must make the same */
  void (*before_back)(void); /* around the return to a checkpoint */
  void (*after_back)(void);
};

#define SAME_PIECES(function) .pieces = function, .compared = function, .checked = function

static const struct owner owners[] = {
    /* The program's own segments, and small variables of this library. */
    {.reset = restore, SAME_PIECES(restore_pieces), .before_back = restore_before_back},
    {SAME_PIECES(checkpoint_kept)},
    {.reset = heap_reset,
     .pieces = heap_pieces,
     .compared = heap_compared_pieces,
     .checked = heap_pieces,
     .before_back = heap_before_back,
     .after_back = heap_after_back},
    {.reset = threads_reset,
     .pieces = threads_pieces,
     .compared = threads_compared_pieces,
     .checked = threads_checked_pieces,
     .before_back = threads_before_back,
     .after_back = threads_after_back},
    {.reset = symmetry_reset, SAME_PIECES(symmetry_pieces), .before_back = symmetry_reset},
    /* Objects of libc that are the runtime's. */
    {.reset = handlers_reset, SAME_PIECES(handlers_pieces), .before_back = handlers_reset},
    {.reset = keys_reset, SAME_PIECES(keys_pieces)},
    {.reset = random_reset, SAME_PIECES(random_pieces), .before_back = random_reset},
    {.reset = semaphore_names_reset, SAME_PIECES(semaphore_names_pieces)},
    {.reset = annotations_reset, SAME_PIECES(annotations_pieces), .before_back = annotations_reset},
    {.reset = signals_sent_reset,
     SAME_PIECES(signals_sent_pieces),
     .before_back = signals_sent_reset},
    {.reset = timers_reset, SAME_PIECES(timers_pieces), .before_back = timers_reset},
    {.reset = omp_reset, SAME_PIECES(omp_pieces), .before_back = omp_reset},
    {.reset = omp_locks_reset, SAME_PIECES(omp_locks_pieces), .before_back = omp_locks_reset},
    {.reset = stream_locks_reset}, /* which are kept (checkpoint.h) */
    {.reset = futex_reset, SAME_PIECES(futex_pieces)},
    {.reset = arguments_reset, SAME_PIECES(arguments_pieces)},
    {.reset = environment_reset, SAME_PIECES(environment_pieces), .before_back = environment_reset},
    {.reset = options_reset, SAME_PIECES(options_pieces), .before_back = options_reset},
    {.reset = thread_names_reset,
     SAME_PIECES(thread_names_pieces),
     .before_back = thread_names_reset},
    /* What the kernel keeps. */
    {.reset = descriptors_reset},
    {.reset = process_state_reset}, /* when streams are closed and the environment is put back */
    {.reset = mappings_reset},
    {.reset = memory_files_reset},
    {.reset = inside_files_reset},
    {.reset = created_files_undo},
    {.reset = temporary_names_reset},
    {.reset = creation_mask_reset,
     SAME_PIECES(creation_mask_pieces),
     .before_back = creation_mask_before_back,
     .after_back = creation_mask_after_back},
    {.reset = signals_reset,
     SAME_PIECES(signals_pieces),
     .before_back = signals_before_back,
     .after_back = signals_after_back},
    {.reset = operations_reset, SAME_PIECES(operations_pieces), .before_back = operations_reset},
    {.reset = weak_reset, .pieces = weak_pieces},
    {.reset = weak_loop_reset, .pieces = weak_loop_pieces},
    {.reset = arc_counters_reset, .pieces = arc_counters_pieces},
    /* Which memory a loop is thought not to read. */
    {.reset = dead_memory_reset, .pieces = dead_memory_pieces, .compared = dead_memory_pieces},
};

/* Unrolled, these are direct calls. */
#define FOR_EACH_OWNER(function)                                                                   \
  _Pragma("GCC unroll 32") for (size_t row = 0; row < sizeof owners / sizeof *owners;              \
                                row++) if (owners[row].function) owners[row]                       \
      .function()

void owners_reset(void) {
  FOR_EACH_OWNER(reset);
  if (rt.races == RACES_REPORT)
    datarace_reset();
}

void owners_checked_pieces(void) {
  FOR_EACH_OWNER(checked);
}

void owners_compared_pieces(void) {
  FOR_EACH_OWNER(compared);
}

static void pieces(void) {
  FOR_EACH_OWNER(pieces);
  if (rt.races == RACES_REPORT)
    datarace_pieces();
}

static void before_back(void) {
  FOR_EACH_OWNER(before_back);
}

static void after_back(void) {
  FOR_EACH_OWNER(after_back);
}

const struct checkpoint_state owners_state = {pieces, before_back, after_back};
