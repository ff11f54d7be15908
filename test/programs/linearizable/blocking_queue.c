// A queue of which take waits until there is something. A call that waits for ever has not
// happened, and it must be right that it waits. With -DLOST only the first value is announced: the
// second of two waiters sleeps on although there is a value. With -DNO_LEAVE it is not said that
// take may wait. What the check itself signals, to see which results are right, is not noted.
// expect: pass
// notes: 0
// also: --cflags=-DLOST
// algorithms: optimal
// expect: fail assertion
// message: an operation waits for ever though it could go on: put\(1\) put\(1\) \| take\(\) \| take
// also: --cflags=-DNO_LEAVE
// algorithms: optimal
// expect: fail assertion
// message: an operation never returns: take\(\)$
#include <pthread.h>
#include <ravel_linearizable.h>

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t filled;
  long values[8], head, tail;
};

static void *make_queue(void) {
  struct queue *queue = calloc(1, sizeof *queue);
  pthread_mutex_init(&queue->lock, NULL);
  pthread_cond_init(&queue->filled, NULL);
  return queue;
}

static long put(void *object, long value) {
  struct queue *queue = object;
  pthread_mutex_lock(&queue->lock);
  queue->values[queue->tail++] = value;
#ifdef LOST /* only the first value is announced */
  if (queue->tail - queue->head == 1)
#endif
    pthread_cond_signal(&queue->filled);
  pthread_mutex_unlock(&queue->lock);
  return 0;
}

static long take(void *object, long none) {
  struct queue *queue = object;
  (void)none;
  pthread_mutex_lock(&queue->lock);
  while (queue->head == queue->tail)
    pthread_cond_wait(&queue->filled, &queue->lock);
  const long value = queue->values[queue->head++];
  pthread_mutex_unlock(&queue->lock);
  return value;
}

static const struct ravel_operation operations[] = {{"put", put, .arg = {1, 1}},
#ifdef NO_LEAVE
                                                    {"take", take}
#else
                                                    {"take", take, .may_block = 1}
#endif
};

int main(void) {
#ifdef LOST
  const char *only = "put(1) put(1) | take() | take()";
#else
  const char *only = NULL;
#endif
  return ravel_linearizable(make_queue, free, operations, 2, (struct ravel_scenario){.only = only});
}
