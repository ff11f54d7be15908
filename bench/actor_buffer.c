/* BB of ISSTA 2019, as far as it is known: a producer puts N numbers into a buffer, one after the
 * other, and a consumer takes N out. What is put into a full buffer is lost, which can't happen
 * with room for all, and who takes from an empty one gets nothing. */
#include "ravel_actor.h"

#ifndef N
#define N 3
#endif
#ifndef ROOM
#define ROOM N
#endif

struct buffer {
  struct ravel_object object;
  int full;
};

struct side {
  struct ravel_object object;
};

static struct buffer buffer = {RAVEL_OBJECT, 0};
static struct side producer = {RAVEL_OBJECT}, consumer = {RAVEL_OBJECT};

static void *put(void *self, void *unused) {
  struct buffer *its = self;
  if (its->full < ROOM)
    its->full++;
  return unused;
}

static void *take(void *self, void *unused) {
  struct buffer *its = self;
  if (its->full > 0)
    its->full--;
  return unused;
}

static void *produce(void *self, void *unused) {
  (void)self;
  for (int i = 0; i < N; i++)
    ravel_await_future(ravel_call(&buffer, put, NULL));
  return unused;
}

static void *consume(void *self, void *unused) {
  (void)self;
  for (int i = 0; i < N; i++)
    ravel_await_future(ravel_call(&buffer, take, NULL));
  return unused;
}

int main(void) {
  ravel_tell(&producer, produce, NULL);
  ravel_tell(&consumer, consume, NULL);
  pthread_exit(NULL);
}
