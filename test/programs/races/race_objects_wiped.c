// Objects of other kinds are overwritten while a thread uses them.
// expect: fail data-race
// also:
// args: r
// expect: fail data-race
// also: --races=interleave
// args: r
// expect: fail lock-misuse
// also:
// args: s
// expect: fail data-race
// also:
// args: c
// expect: fail data-race
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static int how;

static void *user(void *arg) {
  if (how == 'r') {
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
  } else if (how == 's') {
    pthread_spin_lock(&spin);
    pthread_spin_unlock(&spin);
  } else if (how == 'c') {
    pthread_cond_signal(&cond);
  } else {
    sem_post(&semaphore);
  }
  return arg;
}

int main(int argc, char **argv) {
  pthread_t thread;
  how = argc > 1 ? argv[1][0] : 0;
  sem_init(&semaphore, 0, 0);
  pthread_spin_init(&spin, 0);
  pthread_create(&thread, NULL, user, NULL);
  if (how == 'r')
    memset(&lock, 0, sizeof lock);
  else if (how == 's')
    memset((void *)&spin, 0, sizeof spin);
  else if (how == 'c')
    memset(&cond, 0, sizeof cond);
  else
    memset(&semaphore, 0, sizeof semaphore);
  pthread_join(thread, NULL);
  return 0;
}
