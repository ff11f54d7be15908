/*
 * Objects with tasks, for programs in the style of actors, as ABS has them. To call a method of an
 * object is to send it a message: the caller goes on, and the call becomes a task of the object.
 * Tasks of one object never overlap. In which order they run is not said, and Ravel explores every
 * order that makes a difference.
 *
 * What a task does is one step, up to its end or to where it awaits a future: then other tasks of
 * its object go on. Calls that it makes in a step begin when the step is done. Whoever has got the
 * result of a call knows all that its task has done. A task may use nothing that waits for another
 * thread but what is here. Without Ravel it works too, with -pthread.
 *
 * A pass takes a step for atomic, as ABS does, whichever objects it accesses. Without Ravel tasks
 * of different objects run at the same time: memory that both access must be handed over by a call
 * or by its result.
 *
 *     struct account {
 *       struct ravel_object object;
 *       long money;
 *     };
 *     static void *put(void *self, void *much) {
 *       struct account *account = self;
 *       return (void *)(account->money += (long)much);
 *     }
 *     ...
 *     ravel_future future = ravel_call(account, put, (void *)10);
 *     long now = (long)ravel_await_future(future);
 */
#ifndef RAVEL_ACTOR_H
#define RAVEL_ACTOR_H

#include <pthread.h>
#include <stdlib.h>

#include "ravel.h"
#include "ravel_operations.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The first member of an object. Zero is one whose tasks never wait: a step of a task is atomic,
 * and what it accesses decides which other tasks its order matters to. One that may be blocked by
 * ravel_get() has a mutex, under which its tasks run, so that all of them are ordered. */
struct ravel_object {
  char blocks;
  pthread_mutex_t mutex;
};
#define RAVEL_OBJECT                                                                               \
  { 0, PTHREAD_MUTEX_INITIALIZER }
#define RAVEL_BLOCKING_OBJECT                                                                      \
  { 1, PTHREAD_MUTEX_INITIALIZER }

typedef void *(*ravel_method)(void *self, void *argument);

/* A call, from when it is made until its result has been taken. */
struct ravel_task {
  struct ravel_object *object;
  ravel_method method;
  void *argument;
  pthread_t thread;
  char told;               /* nobody asks for its result */
  struct ravel_task *next; /* the call that was made after it in the same step */
};
typedef struct ravel_task *ravel_future;

/* What the task that calls is about. */
struct ravel_turn {
  struct ravel_object *object;
  struct ravel_task *first, **end; /* the calls of this step */
};

__attribute__((weak)) __thread struct ravel_turn *ravel_own_turn;

/* The runtime's part; absent, and NULL, in a program that is not linked with it. */
__attribute__((weak)) void ravel_runtime_get_refused(void);

/* Inlined, so that traces show the lines of the program. */
#define RAVEL_ACTOR_INLINE static inline __attribute__((always_inline))

/* The inside of a task is not memory of the program, in which data races are looked for. A compiler
 * must not have the caller read what these functions read: they are `used`, whoever calls them. */
#if __has_attribute(noipa)
#define RAVEL_ACTOR_INSIDE static __attribute__((used, noipa, no_sanitize("thread")))
#else
#define RAVEL_ACTOR_INSIDE static __attribute__((used, noinline, no_sanitize("thread")))
#endif

RAVEL_ACTOR_INSIDE int ravel_task_is_atomic(const struct ravel_object *object) {
  return !object->blocks && ravel_runtime_explores && ravel_runtime_explores();
}

RAVEL_ACTOR_INLINE void ravel_enter_object(struct ravel_object *object) {
  if (ravel_task_is_atomic(object))
    ravel_runtime_atomic_begin();
  else
    pthread_mutex_lock(&object->mutex);
}

RAVEL_ACTOR_INLINE void ravel_leave_object(struct ravel_object *object) {
  if (ravel_task_is_atomic(object))
    ravel_runtime_atomic_end();
  else
    pthread_mutex_unlock(&object->mutex);
}

static __attribute__((unused)) void *ravel_run_task(void *task);

RAVEL_ACTOR_INSIDE void ravel_task_start(struct ravel_task *task) {
  pthread_t thread;
  const char told = task->told;
  if (pthread_create(&thread, NULL, ravel_run_task, task) != 0)
    abort();
  if (told)
    pthread_detach(thread); /* the task is not ours any more */
  else
    task->thread = thread;
}

RAVEL_ACTOR_INSIDE void ravel_task_start_calls(struct ravel_turn *turn) {
  struct ravel_task *task = turn->first;
  turn->first = NULL;
  turn->end = &turn->first;
  while (task) {
    struct ravel_task *const next = task->next;
    ravel_task_start(task);
    task = next;
  }
}

/* The task is taken from who made the call: nobody else asks for what was told. */
RAVEL_ACTOR_INSIDE void ravel_task_begin(void *given, struct ravel_task *task,
                                         struct ravel_turn *turn) {
  *task = *(struct ravel_task *)given;
  turn->object = task->object;
  turn->first = NULL;
  turn->end = &turn->first;
  ravel_own_turn = turn;
  if (task->told)
    free(given);
}

/* The end of a step. The next task of the object may ask for what this one has called. To Ravel the
 * calls begin in the same step, but not in its atomic block. */
RAVEL_ACTOR_INLINE void ravel_pause(struct ravel_turn *turn) {
  if (!ravel_task_is_atomic(turn->object))
    ravel_task_start_calls(turn);
  ravel_leave_object(turn->object);
  ravel_task_start_calls(turn);
}

static void *ravel_run_task(void *given) {
  struct ravel_task task;
  struct ravel_turn turn;
  ravel_task_begin(given, &task, &turn);
  ravel_enter_object(task.object);
  void *const result = task.method(task.object, task.argument);
  ravel_pause(&turn);
  return result;
}

RAVEL_ACTOR_INSIDE ravel_future ravel_task_call(void *object, ravel_method method, void *argument,
                                                char told) {
  struct ravel_task *const task = (struct ravel_task *)calloc(1, sizeof *task);
  struct ravel_turn *const turn = ravel_own_turn;
  if (!task)
    abort();
  task->object = (struct ravel_object *)object;
  task->method = method;
  task->argument = argument;
  task->told = told;
  if (!turn || turn->object->blocks) {
    ravel_task_start(task);
  } else {
    *turn->end = task;
    turn->end = &task->next;
  }
  return task;
}

/* Calls a method of an object. What it returns is asked for by one task, once. */
RAVEL_ACTOR_INLINE ravel_future ravel_call(void *object, ravel_method method, void *argument) {
  return ravel_task_call(object, method, argument, 0);
}

/* The same, if nobody asks what it returns, or when it has ended. */
RAVEL_ACTOR_INLINE void ravel_tell(void *object, ravel_method method, void *argument) {
  ravel_task_call(object, method, argument, 1);
}

RAVEL_ACTOR_INSIDE pthread_t ravel_task_thread(ravel_future future) {
  return future->thread;
}

RAVEL_ACTOR_INLINE void *ravel_join_task(ravel_future future) {
  void *result = NULL;
  if (pthread_join(ravel_task_thread(future), &result) != 0)
    abort(); /* somebody else has asked for it */
  free(future);
  return result;
}

/* The results of some calls. The task that asks stops until all are there, and other tasks of its
 * object go on meanwhile. */
RAVEL_ACTOR_INLINE void ravel_await_futures(int n, const ravel_future *futures, void **results) {
  struct ravel_turn *const turn = ravel_own_turn;
  if (turn)
    ravel_pause(turn);
  for (int i = 0; i < n; i++)
    results[i] = ravel_join_task(futures[i]);
  if (turn)
    ravel_enter_object(turn->object);
}

/* The same for one call. */
RAVEL_ACTOR_INLINE void *ravel_await_future(ravel_future future) {
  void *result;
  ravel_await_futures(1, &future, &result);
  return result;
}

/* The same, but no other task of the object goes on meanwhile. Main may ask, and the tasks of a
 * RAVEL_BLOCKING_OBJECT. */
RAVEL_ACTOR_INLINE void *ravel_get(ravel_future future) {
  if (ravel_own_turn && ravel_task_is_atomic(ravel_own_turn->object) && ravel_runtime_get_refused)
    ravel_runtime_get_refused();
  return ravel_join_task(future);
}

#ifdef __cplusplus
}
#endif

#endif
