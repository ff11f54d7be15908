// The header is C++ too, and a step that only stores is a store that observers may take for unread.
// expect: pass
// traces: 24 (orders of three stores and a read)
// also: --observers
// expect: pass
// algorithms: optimal source
// traces: 13 (3 * 2^2 + 1: which store is read, and which of the others come before it)
#include "ravel_actor.h"

struct cell {
  ravel_object object;
  long value;
};

static cell one = {RAVEL_OBJECT, 0};

static void *put(void *self, void *value) {
  static_cast<cell *>(self)->value = reinterpret_cast<long>(value);
  return nullptr;
}

static void *get(void *self, void *) {
  return reinterpret_cast<void *>(static_cast<cell *>(self)->value);
}

int main() {
  for (long i = 1; i <= 3; i++)
    ravel_tell(&one, put, reinterpret_cast<void *>(i));
  ravel_get(ravel_call(&one, get, nullptr));
  pthread_exit(nullptr);
}
