// The load acquires, the compare-and-swap does not: to load only when it fails would order more.
// expect: fail data-race
// at: RACE
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sequence;
int data;

static void *publish(void *unused) {
  data = 1;
  atomic_store_explicit(&sequence, 1, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, publish, NULL);
  int value = atomic_load_explicit(&sequence, memory_order_acquire), loaded = 0;
  while (!atomic_compare_exchange_strong_explicit(&sequence, &value, value + 10,
                                                  memory_order_relaxed, memory_order_relaxed))
    ;
  if (value == 1)
    loaded = data; /* RACE */
  pthread_join(thread, NULL);
  return loaded > 1;
}
