// J. ACM 2017, figure 11, with each element of the array as a process: one looks for the last zero,
// the others fill the array from its second element on. The mistake: they fill the first one, too.
#include <assert.h>
#include <stdint.h>

#include "ravel_mailbox.h"

enum { GET, PUT, VALUE, N = 2 };

static ravel_process element[N + 1];

static void *keep(void *value) {
  for (;;) {
    struct ravel_message message = ravel_receive(RAVEL_ANY);
    if (message.tag == PUT)
      value = message.data;
    else
      ravel_send(message.data, VALUE, value);
  }
  return NULL;
}

static intptr_t get(int i) {
  ravel_send(element[i], GET, ravel_self());
  return (intptr_t)ravel_receive(VALUE).data;
}

static void *search(void *argument) {
  int i = N;
  while (get(i) != 0) {
    assert(i > 0); /* there is one */
    i--;
  }
  return argument;
}

static void *fill(void *argument) {
  int j = (int)(intptr_t)argument;
  ravel_send(element[j], PUT, (void *)(get(j ? j - 1 : j) + 1));
  return NULL;
}

int main(void) {
#ifdef BROKEN
  intptr_t first = 0;
#else
  intptr_t first = 1;
#endif
  for (int i = 0; i <= N; i++)
    element[i] = ravel_spawn(keep, NULL);
  ravel_spawn(search, NULL);
  for (intptr_t j = first; j <= N; j++)
    ravel_spawn(fill, (void *)j);
  return 0; /* the array ends with the program */
}
