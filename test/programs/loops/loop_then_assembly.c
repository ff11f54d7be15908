// Inline assembly that stores, right after a loop that waits, and after a function that waits: it
// is executed once.
// expect: pass
// also:
// args: retry
// expect: pass
// also:
// args: lock
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, counter;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int how, times[3];

static inline void once(int *at) {
#if defined(__x86_64__) && defined(__clang__)
  __asm__ volatile("incl %0" : "+m"(*at));
#elif defined(__x86_64__) /* in a syntax that Ravel does not read: nobody is told of the store */
  __asm__ volatile(".intel_syntax prefix\n\tinc dword ptr [%0]\n\t.att_syntax"
                   :
                   : "r"(at)
                   : "memory", "cc");
#else
  ++*at;
#endif
}

__attribute__((noinline)) static void wait_for(atomic_int *at) {
  while (!atomic_load(at))
    ;
}

static void *waits(void *unused) {
  if (how == 'r') {
    int old = atomic_load(&counter);
    while (!atomic_compare_exchange_strong(&counter, &old, old + 1))
      ;
    once(&times[0]);
  } else if (how == 'l') {
    while (pthread_mutex_trylock(&mutex))
      ;
    once(&times[0]);
    pthread_mutex_unlock(&mutex);
  } else {
    while (!atomic_load(&ready))
      ;
    once(&times[0]);
    wait_for(&ready);
    once(&times[1]);
  }
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
  how = argc > 1 ? argv[1][0] : 0;
  pthread_create(&thread, NULL, waits, NULL);
  pthread_mutex_lock(&mutex);
  atomic_fetch_add(&counter, 1);
  atomic_store(&ready, 1);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  assert(times[0] == 1);
  assert(times[1] == (how == 0));
  return 0;
}
