// pthread_exit and cancellation in C++ destroy what is on the stack, handlers among it, and can be
// caught if they are rethrown.
// expect: pass
// traces: 2 (the request before or after the test)
#include <cassert>
#include <cstring>
#include <cxxabi.h>
#include <pthread.h>

static char story[16];

struct object {
  const char *word;
  ~object() {
    strcat(story, word);
  }
};

static void tell(void *word) {
  strcat(story, static_cast<const char *>(word));
}

static void inner() {
  object a{"a"};
  pthread_cleanup_push(tell, const_cast<char *>("b"));
  pthread_testcancel();
  pthread_exit(const_cast<char *>("exit"));
  pthread_cleanup_pop(0);
}

static void *worker(void *arg) {
  object d{"d"};
  try {
    object c{"c"};
    inner();
  } catch (abi::__forced_unwind &) {
    strcat(story, "!");
    throw;
  }
  return arg;
}

int main() {
  pthread_t thread;
  void *result;
  pthread_create(&thread, nullptr, worker, nullptr);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED || !strcmp(static_cast<char *>(result), "exit"));
  assert(!strcmp(story, "bac!d"));
  return 0;
}
