// Two threads name a third one: who is last decides.
// expect: fail assertion
// at: BUG
// also: --context-sensitive
// algorithms: source optimal
// expect: fail assertion
// at: BUG
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *name_parent(void *parent) {
  pthread_setname_np(*(pthread_t *)parent, "one");
  return NULL;
}

static void *name_parent_too(void *parent) {
  pthread_setname_np(*(pthread_t *)parent, "two");
  return NULL;
}

int main(void) {
  pthread_t self = pthread_self(), a, b;
  char name[16];
  pthread_create(&a, NULL, name_parent, &self);
  pthread_create(&b, NULL, name_parent_too, &self);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_getname_np(self, name, sizeof name);
  assert(strcmp(name, "two") == 0); /* BUG */
  return 0;
}
