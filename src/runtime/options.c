/*
 * getopt() and its kind. The variables that they share with the program go back with the rest of
 * the state. What libc keeps beside them is out of reach: it begins anew with every execution, and
 * a program that calls these functions gets no checkpoints (imports.c).
 */
#include "runtime/options.h"

#include <getopt.h>

#include "runtime/checkpoint.h"
#include "runtime/libc_variables.h"
#include "runtime/real.h"
#include "runtime/state.h"

static struct variables {
  char *optarg;
  int optind, opterr, optopt;
} initial;
static bool begun; /* libc has been called in this execution */

void options_snapshot(void) {
  initial = (struct variables){optarg, optind, opterr, optopt};
}

void options_reset(void) {
  optarg = initial.optarg;
  optind = initial.optind;
  opterr = initial.opterr;
  optopt = initial.optopt;
  begun = false;
}

void options_pieces(void) {
  if (optarg == initial.optarg && optind == initial.optind && opterr == initial.opterr &&
      optopt == initial.optopt)
    return;
  checkpoint_piece(&optarg, sizeof optarg);
  checkpoint_piece(&optind, sizeof optind);
  checkpoint_piece(&opterr, sizeof opterr);
  checkpoint_piece(&optopt, sizeof optopt);
}

/* A call with optind 0 makes libc forget where it was, and begin with the first argument. */
static void turn(uint64_t pc, void *frame) {
  state_access(state_place(STATE_OPTIONS, 0), RV_READ | RV_WRITE, pc);
  libc_variables_set(VARIABLES_OPTIONS, pc, frame);
  if (!begun && optind == 1)
    optind = 0;
  begun = true;
}

EXPORT int getopt(int argc, char *const *argv, const char *options) {
  if (rt.current)
    turn(CALLER, FRAME);
  return REAL(getopt)(argc, argv, options);
}

EXPORT int getopt_long(int argc, char *const *argv, const char *options,
                       const struct option *long_options, int *index) {
  if (rt.current)
    turn(CALLER, FRAME);
  return REAL(getopt_long)(argc, argv, options, long_options, index);
}

EXPORT int getopt_long_only(int argc, char *const *argv, const char *options,
                            const struct option *long_options, int *index) {
  if (rt.current)
    turn(CALLER, FRAME);
  return REAL(getopt_long_only)(argc, argv, options, long_options, index);
}
