// As helping_race.c; the owner writes what was there before. That is a race all the same.
// expect: fail data-race
// at: READ
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int put, tail;
int data, found;

static void *owner(void *arg) {
  int none = 0, old = 0;
  atomic_compare_exchange_strong(&put, &none, 1);
  data = 0;
  atomic_compare_exchange_strong(&tail, &old, 1);
  return arg;
}

static void *helper(void *arg) {
  for (;;) {
    int l = atomic_load(&tail), k = atomic_load(&put);
    if (l >= k)
      break;
    atomic_compare_exchange_strong(&tail, &l, l + 1);
  }
  return arg;
}

static void *reader(void *arg) {
  if (atomic_load(&tail) == 1)
    found = data; /* READ */
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, owner, NULL);
  pthread_create(&b, NULL, helper, NULL);
  pthread_create(&c, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
