// Threads that poll under a lock for what no thread will do: the turns of each are void. That they
// could get out together is tried, and there, too, a thread does not get a lock that another has.
// options: --keep-going
// expect: fail deadlock
// errors: 1
// also: --cflags=-DRWLOCK
// expect: fail deadlock
// errors: 1
// also: --cflags=-DSPINLOCK
// expect: fail deadlock
// errors: 1
// also: --cflags=-DENOUGH=1
// expect: pass
#include <pthread.h>

#ifndef ENOUGH
#define ENOUGH 2
#endif

#ifdef RWLOCK
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
#define TAKE() pthread_rwlock_wrlock(&lock)
#define LEAVE() pthread_rwlock_unlock(&lock)
#elif defined SPINLOCK
static pthread_spinlock_t lock;
#define TAKE() pthread_spin_lock(&lock)
#define LEAVE() pthread_spin_unlock(&lock)
#else
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define TAKE() pthread_mutex_lock(&lock)
#define LEAVE() pthread_mutex_unlock(&lock)
#endif

static int counter;

static void *poll(void *arg) {
  for (int found = 0; found < ENOUGH;) {
    TAKE();
    found = counter;
    LEAVE();
  }
  return arg;
}

static void *count(void *arg) {
  TAKE();
  counter++;
  LEAVE();
  return arg;
}

int main(void) {
  pthread_t threads[2];
#ifdef SPINLOCK
  pthread_spin_init(&lock, 0);
#endif
  pthread_create(&threads[0], NULL, poll, NULL);
  pthread_create(&threads[1], NULL, count, NULL);
  poll(NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
