// A loop that counts its turns where only Ravel's own stand-ins know of it makes all its turns,
// also those after which a loop would have been found to go round.
// expect: fail assertion
// at: BUG
// cflags: -DHOW=VALUE
// also:
// cflags: -DHOW=RANDOM
// expect: fail assertion
// at: BUG
// also:
// cflags: -DHOW=NAME
// expect: fail assertion
// at: BUG
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE, RANDOM, NAME };
enum { MANY = 20 };

static atomic_int flag;
static pthread_key_t key;
static int last;

static void *set(void *arg) {
  atomic_store(&flag, 1);
  return arg;
}

static int turns_are_many(void) {
  char name[16];
  switch (HOW) {
  case VALUE: {
    const uintptr_t turns = (uintptr_t)pthread_getspecific(key) + 1;
    pthread_setspecific(key, (void *)turns);
    return turns == MANY;
  }
  case RANDOM:
    return rand() == last;
  default:
    pthread_getname_np(pthread_self(), name, sizeof name);
    name[0]++;
    pthread_setname_np(pthread_self(), name);
    return name[0] == 'a' + MANY;
  }
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&key, NULL);
  for (int i = 0; i < MANY; i++)
    last = rand();
  srand(1);
  pthread_setname_np(pthread_self(), "a");
  pthread_create(&thread, NULL, set, NULL);
  while (!atomic_load(&flag))
    assert(!turns_are_many()); /* BUG */
  pthread_join(thread, NULL);
  return 0;
}
