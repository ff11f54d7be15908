// A quota of one, with a list of those who wait for it. Who releases it looks at the list before it
// gives the quota back: who fails to get it and joins the list in between is never called. This is
// how the quotas of a name server (BIND 9.18) work, which has many users to release them.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int used, waiting;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool listed;
static atomic_int called;

static bool take(void) {
  int seen = used;
  return seen == 0 && atomic_compare_exchange_strong(&used, &seen, 1);
}

static void give_back(void) {
  if (waiting > 0) {
    pthread_mutex_lock(&lock);
    const bool calls = listed;
    listed = false;
    pthread_mutex_unlock(&lock);
    if (calls) {
      waiting--;
      called++;
    }
  }
  used--;
}

static void *user(void *unused) {
  if (take())
    give_back();
  return unused;
}

static void *waiter(void *unused) {
  if (take()) {
    called++;
    give_back();
    return unused;
  }
  pthread_mutex_lock(&lock);
  listed = true;
  waiting++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, user, NULL);
  pthread_create(&threads[1], NULL, waiter, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(called == 1); /* BUG */
  return 0;
}
