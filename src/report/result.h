/* How a run of `ravel check` ended: the JSON contract, and a few lines for people. */
#ifndef RAVEL_REPORT_RESULT_H
#define RAVEL_REPORT_RESULT_H

#include "protocol/shared.h"
#include "report/baseline.h"
#include "report/buffer.h"
#include "report/suppressions.h"

enum { RESULT_MAX_WARNINGS = 16, RESULT_MAX_NOT_COVERED = 64 };

struct trace;

enum verdict { VERDICT_PASS, VERDICT_FAIL, VERDICT_INCOMPLETE };

struct result_error {
  const char *kind, *message, *location, *thread;
  uint64_t execution;
  const char *trace;        /* path of the trace; NULL: none was recorded */
  const struct trace *told; /* all that is known of it; NULL: no more than this */
};

/* A kind of error, as `ravel explain` tells it. */
struct result_kind {
  const char *name;
  const char *meaning, *advice; /* paragraphs */
};

/* Short looks beside the search (cli/scout.h): at executions within bounds of preemptions from 0
 * on, and at samples. */
enum { RESULT_SCOUT_BOUNDS = 2, RESULT_SCOUT_PARTS };
struct result_scout {
  bool ran, found; /* found: an error, before the search did */
  double seconds;
  struct {
    bool done; /* all of it */
    struct rv_stats stats;
  } parts[RESULT_SCOUT_PARTS];
};

/* Pairs of operations whose order makes executions (core/profile.c), the objects that they access,
 * places that a thread comes to again and again, and what would make fewer executions. */
enum { RESULT_MAX_LOOPS = 8, RESULT_MAX_ADVICE = 8 };
struct result_profile {
  uint64_t executions; /* of the search that it is of */
  uint32_t n;
  struct {
    const char *first, *second; /* FILE:LINE */
    uint64_t executions;
  } pairs[SHARED_MAX_PAIRS];
  uint32_t n_objects, n_loops, n_advice;
  struct {
    const char *name;
    uint64_t executions;
  } objects[SHARED_MAX_PAIRS];
  struct {
    const char *place, *function; /* FILE:LINE */
    uint32_t times;               /* at most, by one thread in one execution */
  } loops[RESULT_MAX_LOOPS];
  const char *advice[RESULT_MAX_ADVICE];
};

struct result {
  const char *program;
  const char *directory;           /* where the command ran */
  const char *root;                /* of the sources, as the machine knows it that runs the check */
  const struct result_kind *kinds; /* all of them, ERROR_KINDS */
  const char *test;                /* the case of it; NULL: it is the whole program */
  const char *const *args;
  uint32_t n_args;
  const char *const *words; /* of the command, after `ravel check` */
  uint32_t n_words;
  const struct request *request;
  const char *algorithm; /* of the search that counts */
  bool keep_going;       /* the user wants all errors */
  const struct suppressions
      *suppressions;               /* with what they have suppressed; NULL: there are none */
  const struct baseline *baseline; /* with what was found of it; NULL: there is none */
  uint32_t n_known;
  struct result_error *known; /* errors that are in it */
  double max_seconds;         /* 0: no limit */
  enum verdict verdict;
  const char *stopped_by; /* VERDICT_INCOMPLETE: what ended the search; NULL: see failure */
  const char *failure;    /* why there was no search, or no further one; NULL: there was */
  struct rv_stats stats;
  uint32_t scenarios_covered; /* all with at most so many calls are; those beyond are not all */
  uint32_t scenarios_largest; /* 0: one scenario was asked for, or what is covered is not known */
  uint64_t scenarios, histories;         /* checked by ravel_linearizable(); 0: it was not called */
  uint32_t functions, functions_reached; /* compiled with --coverage; 0: none is */
  struct result_scout scout;
  struct result_profile profile; /* of this search, with --profile; */
  struct result_profile begin;   /* or of the beginning of one that was not completed */
  struct rv_stats observed;      /* executions: what all are with --observers, which was tried */
  enum { SYMMETRY_NONE, SYMMETRY_HELPS, SYMMETRY_EXPLORES_ALL } symmetry; /* the same */
  double seconds;
  uint64_t peak_rss_kib;
  bool fork_per_execution;
  const char *why_forked;   /* why, where it was not asked for: "the program ..." */
  const char *why_replayed; /* a function whose state no checkpoint has; NULL: there are some */
  uint32_t processes_kept;  /* at states to which the search returned */
  const char *uncompared;   /* why no states are compared although they were to be, or NULL */
  uint32_t n_errors;
  struct result_error errors[SHARED_MAX_ERRORS];
  uint32_t n_notes;
  const char *notes[RESULT_MAX_WARNINGS];
  uint32_t n_warnings;
  const char *warnings[RESULT_MAX_WARNINGS]; /* sentences; the verdict is not affected */
  uint32_t n_not_covered;
  const char *not_covered[RESULT_MAX_NOT_COVERED]; /* sentences: what a pass says nothing about */
};

/* How many errors of the program there are: what is unsupported or too long is none. */
uint32_t result_errors(const struct result *result);

/* VERDICT_FAIL: the first one of the program. */
const struct result_error *result_first_error(const struct result *result);

/* What does not fit is dropped. The text is the caller's, and must stay. */
/* What is not even worth a warning. */
void result_note(struct result *result, const char *text);
void result_warn(struct result *result, const char *text);
void result_not_covered(struct result *result, const char *text);

/* Why not every execution was explored, as a sentence without a full stop; NULL: all were. */
const char *result_shortfall(const struct result *result, struct arena *arena);

void result_json(const struct result *result, struct buffer *out);
/* `brief`: the verdict and what it does not cover, alone. */
/* The verdict alone, with what everybody wants to know, or with all statistics. */
enum result_detail { RESULT_BRIEF, RESULT_SHORT, RESULT_ALL };
void result_text(const struct result *result, bool colour, enum result_detail detail,
                 struct buffer *out);

#endif
