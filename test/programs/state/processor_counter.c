// What the processor's counter says decides how many steps a thread makes. It is the thread's
// clock, so every execution does the same, and so does the replay of an error.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#ifdef __x86_64__
#include <x86intrin.h>
#else
static unsigned long long __rdtsc(void) {
  return 1;
}
static unsigned long long __rdtscp(unsigned *processor) {
  return *processor = 2;
}
#endif

static atomic_int steps, last;

static void *looks(void *arg) {
  unsigned processor;
  const unsigned long long first = __rdtsc(), second = __rdtscp(&processor);
  assert(first < second);
  for (unsigned long long i = 0; i < first % 5; i++)
    atomic_fetch_add(&steps, (int)second);
  atomic_store(&last, arg != NULL);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, looks, NULL);
  pthread_create(&b, NULL, looks, &b);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(last); /* BUG */
  return 0;
}
