// J. ACM 2017, figure 13, with the table as a process: a writer, and readers who ask for an entry
// of their own and for the writer's. The mistake: the writer changes its entry in two messages.
#include <assert.h>
#include <stdint.h>

#include "ravel_mailbox.h"

enum { GET, PUT, VALUE, READERS = 2, VALUE_PUT = 42 };

struct request {
  ravel_process reader;
  int key;
};

static ravel_process table;

static void *keep(void *argument) {
  intptr_t entries[READERS + 1] = {0};
  (void)argument;
  for (;;) {
    struct ravel_message message = ravel_receive(RAVEL_ANY);
    if (message.tag == PUT) {
      entries[READERS] += (intptr_t)message.data;
    } else {
      const struct request *request = message.data;
      ravel_send(request->reader, VALUE, (void *)entries[request->key]);
    }
  }
  return NULL;
}

static intptr_t get(int key) {
  struct request request = {ravel_self(), key};
  ravel_send(table, GET, &request);
  return (intptr_t)ravel_receive(VALUE).data;
}

static void *writer(void *argument) {
#ifdef BROKEN
  ravel_send(table, PUT, (void *)(intptr_t)(VALUE_PUT - 2));
  ravel_send(table, PUT, (void *)(intptr_t)2);
#else
  ravel_send(table, PUT, (void *)(intptr_t)VALUE_PUT);
#endif
  return argument;
}

static void *reader(void *own) {
  intptr_t value;
  assert(get((int)(intptr_t)own) == 0);
  value = get(READERS);
  assert(value == 0 || value == VALUE_PUT);
  return NULL;
}

int main(void) {
  table = ravel_spawn(keep, NULL);
  ravel_spawn(writer, NULL);
  for (intptr_t i = 0; i < READERS; i++)
    ravel_spawn(reader, (void *)i);
  return 0; /* the table ends with the program */
}
