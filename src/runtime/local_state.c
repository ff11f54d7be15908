#include "runtime/local_state.h"
#include "runtime/tls.h"

#include <string.h>

size_t local_state_size(const struct thread *thread, const char *from) {
  size_t data;
  tls_data(thread, &data);
  size_t size = (size_t)(thread->stack_high - from) + data;
  return size <= LOCAL_STATE_MAX ? size : 0;
}

void local_state_copy(char *copy, const struct thread *thread, const char *from) {
  size_t stack = (size_t)(thread->stack_high - from), size;
  const char *data = tls_data(thread, &size);
  memcpy(copy, from, stack);
  memcpy(copy + stack, data, size);
}

bool local_state_equals(const char *copy, const struct thread *thread, const char *from) {
  size_t stack = (size_t)(thread->stack_high - from), size;
  const char *data = tls_data(thread, &size);
  return memcmp(copy, from, stack) == 0 && memcmp(copy + stack, data, size) == 0;
}

void local_state_put_back(const char *copy, const struct thread *thread, char *from) {
  size_t stack = (size_t)(thread->stack_high - from), size;
  char *data = tls_data(thread, &size);
  memcpy(from, copy, stack);
  memcpy(data, copy + stack, size);
}
