// Main misses the 2 and waits for ever. What is stored next to the object that it reads, in the
// same eight bytes, lets it go on as little.
// options: --memory=c11 --algorithm=graph
// algorithms: optimal
// expect: fail deadlock
// also: --algorithm=graph
// algorithms: optimal
// expect: fail deadlock
// also: --memory=c11 --algorithm=graph --cflags=-DLARGE
// algorithms: optimal
// libs: -latomic
// expect: fail deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifdef LARGE
typedef struct {
  uint64_t first, second;
} value; /* 16 bytes: the second half is written last */
static _Atomic value x;
#define SET(v) atomic_store(&x, ((value){0, v}))
static uint64_t second(value v) {
  return v.second;
}
#define GET() second(atomic_load(&x))
#else
static struct {
  _Atomic uint16_t x;
  _Atomic uint32_t y;
} s;
#define SET(v) atomic_store(&s.x, v)
#define GET() atomic_load(&s.x)
#endif

static void *other(void *arg) {
  SET(2);
#ifndef LARGE
  atomic_store((_Atomic uint8_t *)&s.x, 0);
#endif
  SET(0);
#ifndef LARGE
  atomic_store(&s.y, 1);
#endif
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  while (GET() != 2)
    ;
  pthread_join(thread, NULL);
  return 0;
}
