// Neighbouring bytes, and reads of the same bytes, are no race.
// expect: pass
// traces: 1 (no visible event)
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

static char bytes[2];
static char text[16] = "constant";

static void *thread(void *arg) {
  uintptr_t i = (uintptr_t)arg;
  char copy[16];
  bytes[i] = 1;
  memcpy(copy, text, sizeof copy);
  assert(strcmp(copy, "constant") == 0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread, (void *)0);
  pthread_create(&b, NULL, thread, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(bytes[0] == 1 && bytes[1] == 1);
  return 0;
}
