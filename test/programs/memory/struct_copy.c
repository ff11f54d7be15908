// Assigning a large struct is an access to all of it.
// expect: fail data-race
// at: RACE
#include <pthread.h>
#include <stddef.h>

struct big {
  int values[32];
};

static struct big source = {{1}}, target;
int seen;

static void *copier(void *arg) {
  target = source; /* RACE */
  return arg;
}

static void *reader(void *arg) {
  seen = target.values[31]; /* RACE */
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, copier, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
