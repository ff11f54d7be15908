// A read-write lock is initialised again while a thread reads, or writes (with an argument).
// expect: fail lock-misuse
// at: INIT
// message: initialisation of a read-write lock that is held
// also:
// args: writes
// expect: fail lock-misuse
// at: INIT
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *arg) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return arg;
}

static void *writer(void *arg) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t thread;
  (void)argv;
  pthread_create(&thread, NULL, argc > 1 ? writer : reader, NULL);
  pthread_rwlock_init(&lock, NULL); /* INIT */
  pthread_join(thread, NULL);
  return 0;
}
