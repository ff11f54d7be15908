// A round that takes a lock and keeps it is not void: the next one takes it again.
// expect: fail lock-misuse
// at: HERE
#include <pthread.h>
#include <stdatomic.h>

static pthread_spinlock_t lock;
atomic_int go;

static void *set(void *unused) {
  atomic_store(&go, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&thread, NULL, set, NULL);
  while (!atomic_load(&go))
    pthread_spin_lock(&lock); /* HERE */
  pthread_join(thread, NULL);
}
