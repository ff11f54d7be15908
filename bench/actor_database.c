/* DBP of ISSTA 2019, as far as it is known: N workers register with a database, which knows the
 * last of them only. Then one of them asks whether it is the one that is known, and works if it is.
 */
#include "ravel_actor.h"

#ifndef N
#define N 5
#endif

struct database {
  struct ravel_object object;
  long client;
};

struct worker {
  struct ravel_object object;
  int works;
};

static struct database database = {RAVEL_OBJECT, 0};
static struct worker worker = {RAVEL_OBJECT, 0};

static void *enrol(void *self, void *client) {
  struct database *its = self;
  its->client = (long)client;
  return NULL;
}

static void *known(void *self, void *unused) {
  struct database *its = self;
  (void)unused;
  return (void *)its->client;
}

static void *work(void *self, void *own) {
  struct worker *its = self;
  its->works = ravel_await_future(ravel_call(&database, known, NULL)) == own;
  return NULL;
}

int main(void) {
  for (long i = 1; i <= N; i++)
    ravel_tell(&database, enrol, (void *)i);
  ravel_get(ravel_call(&worker, work, (void *)1));
  pthread_exit(NULL);
}
