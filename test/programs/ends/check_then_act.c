// Every access is under the lock and still the account is overdrawn: the lock is given up between
// the look and the withdrawal. No data race, so race detectors are silent.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *withdraw(void *arg) {
  pthread_mutex_lock(&mutex);
  int enough = balance >= 100;
  pthread_mutex_unlock(&mutex);
  if (enough) {
    pthread_mutex_lock(&mutex);
    balance -= 100;
    assert(balance >= 0); /* BUG */
    pthread_mutex_unlock(&mutex);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, withdraw, NULL);
  pthread_create(&b, NULL, withdraw, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
