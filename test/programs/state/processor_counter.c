// An instruction that reads the processor's counter leaves another value each time.
// expect: pass
// not_covered: processor's counter or random numbers \(.*processor_counter.c:\d+\)
#include <pthread.h>
#include <stddef.h>

static void *looks(void *arg) {
#ifdef __x86_64__
  unsigned low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
#endif
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, looks, NULL);
  pthread_create(&b, NULL, looks, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
