#include "runtime/follow.h"

#include "runtime/deadlock.h"
#include "runtime/system.h"
#include "runtime/thread.h"

/* The longest execution that may follow where the schedule says nothing. */
enum { MORE_STEPS = 20000 };

static struct {
  const struct shared_choice *plan;
  uint64_t n;
  struct shared_choice *made; /* the steps that were made */
  uint64_t room;
  rv_tid last;
  enum rv_status status;
} follow;

/* Of each thread: how many steps it is to have made by now, and where in the plan its next one is
 * to be looked for. */
static uint64_t wanted[SHARED_MAX_THREADS], position[SHARED_MAX_THREADS];

/* The choice of the thread's next step, if it makes one: that of the schedule, if possible. */
static uint32_t planned_choice(rv_tid tid) {
  uint64_t *at = &position[tid];
  while (*at < follow.n && follow.plan[*at].thread != tid)
    ++*at;
  const uint32_t choice = *at < follow.n ? follow.plan[(*at)++].choice : 0;
  const struct rv_op *op = &rt.threads[tid].pending;
  return op->kind == RV_OP_CHOOSE && choice < op->choices ? choice : 0;
}

static void make_step(rv_tid tid) {
  const struct shared_choice step = {tid, planned_choice(tid)};
  struct rv_step done;
  follow.made[rt.steps] = step;
  follow.last = tid;
  follow.status = runtime_system.step(NULL, tid, step.choice, &done);
  rt.shared->schedules_used = follow.n + rt.steps;
}

static bool can_go_on(void) {
  return follow.status == RV_OK && rt.steps < follow.room && !rt.shared->stop;
}

/* The first thread that cannot go on where it should. */
static void note_missed(uint64_t entry, rv_tid tid) {
  struct shared_missed *missed = &rt.shared->missed;
  const struct thread *thread = &rt.threads[tid];
  if (missed->entry)
    return;
  missed->entry = entry + 1;
  missed->thread = tid;
  missed->why = thread->state == THREAD_UNBORN                                     ? MISSED_UNBORN
                : thread->state == THREAD_JOINING || thread->state == THREAD_READY ? MISSED_WAITS
                                                                                   : MISSED_ENDED;
  if (missed->why == MISSED_WAITS)
    missed->wait = deadlock_wait_of(thread);
}

/* The next of its ancestors that there is; RV_NO_THREAD: nobody creates it. */
static rv_tid ancestor(rv_tid tid) {
  for (uint32_t depth = 0; depth < SHARED_MAX_THREADS && tid < rt.shared->n_threads; depth++) {
    tid = rt.shared->threads[tid].parent;
    if (tid < SHARED_MAX_THREADS && rt.threads[tid].state != THREAD_UNBORN)
      return tid;
  }
  return RV_NO_THREAD;
}

/* The changed program may have new steps before it creates the thread: its creator runs until the
 * thread exists. */
static void let_be_created(rv_tid tid) {
  while (rt.threads[tid].state == THREAD_UNBORN && can_go_on()) {
    const rv_tid creator = ancestor(tid);
    if (creator == RV_NO_THREAD || !system_is_enabled(creator))
      return;
    make_step(creator);
  }
}

static void follow_plan(void) {
  for (uint64_t i = 0; i < follow.n && can_go_on(); i++) {
    const rv_tid tid = follow.plan[i].thread;
    if (tid >= SHARED_MAX_THREADS)
      return;
    wanted[tid]++;
    let_be_created(tid);
    while (rt.threads[tid].turns < wanted[tid] && can_go_on()) {
      if (!system_is_enabled(tid)) {
        note_missed(i, tid);
        break;
      }
      make_step(tid);
    }
  }
}

static void go_on_to_the_end(void) {
  while (can_go_on()) {
    rv_tid tid = follow.last;
    if (!system_is_enabled(tid))
      for (tid = 0; tid < rt.high && !system_is_enabled(tid);)
        tid++;
    if (tid >= rt.high)
      return;
    make_step(tid);
  }
}

void follow_schedule(void) {
  const struct request *request = &rt.shared->request;
  struct shared_choice *area = (struct shared_choice *)(SHARED_BASE + SHARED_SCHEDULES_OFFSET);
  struct rv_step begin;
  follow.plan = area + request->schedule_first;
  follow.n = request->schedule_length;
  follow.made = area + request->schedule_first + follow.n;
  follow.room = 3 * follow.n + MORE_STEPS;
  follow.status = runtime_system.reset(NULL, &begin);
  follow_plan();
  go_on_to_the_end();
  if (rt.steps < follow.room && (follow.status == RV_OK || follow.status == RV_ENDED))
    runtime_system.finish(NULL, follow.status == RV_OK && !system_any_enabled());
}
