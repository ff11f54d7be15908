// A thread that tries until it has the mutex, and two that wait for it, one in another loop.
// expect: pass
// compiler: gcc (clang tries once before the loop: one more place, and one more event)
// traces: 6 (3!)
#include <stddef.h>
#include <threads.h>

static mtx_t mutex;
static int counter;

static int waits(void *arg) {
  mtx_lock(&mutex);
  counter++;
  mtx_unlock(&mutex);
  return arg != NULL;
}

static int tries(void *arg) {
  while (mtx_trylock(&mutex) != thrd_success)
    thrd_yield();
  counter++;
  mtx_unlock(&mutex);
  return arg != NULL;
}

static int tries_harder(void *arg) {
  for (;;)
    if (mtx_trylock(&mutex) == thrd_success)
      break;
  counter++;
  mtx_unlock(&mutex);
  return arg != NULL;
}

int main(void) {
  thrd_t a, b, c;
  mtx_init(&mutex, mtx_plain);
  thrd_create(&a, waits, NULL);
  thrd_create(&b, tries, NULL);
  thrd_create(&c, tries_harder, NULL);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  thrd_join(c, NULL);
  return counter != 3;
}
