/*
 * A team: several workers on one search (--jobs). Each member has a memory file of its own and a
 * process of its own that supervises its worker. The command holds the tasks (core/parts.h) and
 * answers what members ask (protocol/member.h).
 *
 * The first member's memory is the search's: whatever the others find is put there too, whenever
 * the team stands still.
 */
#ifndef RAVEL_CLI_TEAM_H
#define RAVEL_CLI_TEAM_H

#include <sys/types.h>

#include "cli/supervise.h"
#include "cli/tasks.h"
#include "report/buffer.h"

struct member {
  struct memory memory; /* of the first: the search's */
  pid_t supervisor;     /* 0: none is running */
  bool waits;           /* it has asked for a task, and there was none */
  double came_at;       /* to a branch that another one is at; 0: it did not */
  uint32_t taken;       /* of its errors, the first so many are known to the search */
  uint32_t remote;      /* the number of the process that has it (remote.h); 0: it is here */
  bool asked;           /* there, and has not been answered */
  bool has_ended;       /* there, */
  int status;           /* so */
  uint32_t wishes;      /* what it was told last */
};

struct team {
  uint32_t n; /* 0: the search is one worker's */
  struct member *members;
  struct tasks *tasks;
  uint64_t restarts;
  uint32_t facts; /* how many the members agree on */
  uint32_t lost;  /* workers in a row, with no progress between them */
  uint64_t limit; /* executions to stop soon after, from so many on; 0: none */
  uint64_t before;
  uint64_t done; /* tasks that were done or put aside */
  uint32_t turn; /* who is asked first to hand out a branch */
  uint32_t idle; /* members that had nothing to do when last looked at */
  bool together; /* nobody begins before all members have come; */
  bool begun;    /* they have */
  bool stopping, outdated;
  struct buffer whole;      /* the search when the team was formed, as a piece, */
  bool settled;             /* until it is known whether the tasks are large enough */
  uint64_t explored, spent; /* tasks until then, and nanoseconds of work in them */
  uint32_t alone;           /* enum alone */
  enum ending ending;       /* what has stopped it, when something has */
};

/* Whoever has searched alone until now has left its search in the memory; `tasks` are instead of
 * it, if there are any, and the team's from now on. False, and complains, if there can be no team.
 */
bool team_form(struct team *team, struct memory *search, struct tasks *tasks, uint32_t jobs);
void team_free(struct team *team);

/* As supervise(): until there is an answer, or it is time to stop. */
enum ending team_supervise(struct team *team, const struct program *program, struct watch *watch);

/* ENDING_SMALL: the search is one worker's again, and as it was. False if it can't be done. */
bool team_dissolve(struct team *team, struct memory *search);

/* Why a search can't be a team's, in words; NULL: it can. */
const char *team_why_alone(uint32_t alone);

/* A process that supervises a member's worker; 0, and complains, if there can be none. It wakes a
 * worker that has asked something. */
pid_t team_start_supervisor(const struct program *program, struct memory *memory,
                            const struct watch *watch);
void team_wake(struct shared_member *member);

/* How one has ended, by its exit status. */
enum ending team_ending(int status);

/* Memory for another member, which knows what the search knows; false, and complains, if there is
 * none. */
bool team_hire(struct member *member, const struct shared *search);

/* --- parts of it ------------------------------------------------------------------------------ */

/* Answers what a member has asked. */
void team_answer(struct team *team, uint32_t i);

/* Gives tasks to members that wait, and tells the others whether more are wanted. */
void team_give(struct team *team);

/* What members have found and found out goes to the first, and from there to all. They stand still.
 */
void team_gather(struct team *team);

/* Of this, what is said of the program. */
void team_gather_remarks(struct team *team);

/* What all members have counted so far. */
void team_stats(const struct team *team, struct rv_stats *stats);

#endif
