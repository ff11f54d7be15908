/* A buffer with one place, in the manner of BB of ISSTA 2019, but with two producers: what is put
 * there replaces what was there before. Each producer puts N numbers, one after the other, and a
 * consumer looks N times that there is one of them. No put reads the buffer, so its stores matter
 * only as far as somebody looks, and who looks sees nothing wrong in any order. */
#include <assert.h>

#include "ravel_actor.h"

#ifndef N
#define N 2
#endif

struct buffer {
  struct ravel_object object;
  int number;
};

struct side {
  struct ravel_object object;
};

static struct buffer buffer = {RAVEL_OBJECT, 0};
static struct side producers[2] = {{RAVEL_OBJECT}, {RAVEL_OBJECT}}, consumer = {RAVEL_OBJECT};
static int numbers[2 * N];

static void *put(void *self, void *number) {
  struct buffer *its = self;
  its->number = 1 + (int)((int *)number - numbers);
  return NULL;
}

static void *look(void *self, void *unused) {
  const struct buffer *its = self;
  assert(its->number <= 2 * N);
  return unused;
}

static void *produce(void *self, void *unused) {
  int *own = self == &producers[0] ? numbers : numbers + N;
  for (int i = 0; i < N; i++)
    ravel_await_future(ravel_call(&buffer, put, own + i));
  return unused;
}

static void *consume(void *self, void *unused) {
  (void)self;
  for (int i = 0; i < N; i++)
    ravel_await_future(ravel_call(&buffer, look, NULL));
  return unused;
}

int main(void) {
  ravel_tell(&producers[0], produce, NULL);
  ravel_tell(&producers[1], produce, NULL);
  ravel_tell(&consumer, consume, NULL);
  pthread_exit(NULL);
}
