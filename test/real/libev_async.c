// A worker wakes the loop of the main thread up, by ev_async_send(), after it has left something
// for it. Compiled with libev in one file, as its embedding guide says.
#include <assert.h>
#include <pthread.h>

#include "ev.c"

static struct ev_loop *loop;
static ev_async async;
static int told, done;

static void *work(void *arg) {
  told = 1;
  ev_async_send(loop, &async);
  return arg;
}

static void woken(struct ev_loop *of, ev_async *watcher, int events) {
  (void)watcher, (void)events;
  assert(told == 1);
  done++;
  ev_break(of, EVBREAK_ALL);
}

int main(void) {
  pthread_t worker;
  loop = ev_loop_new(BACKEND);
  assert(loop);
  ev_async_init(&async, woken);
  ev_async_start(loop, &async);
  pthread_create(&worker, NULL, work, NULL);
  ev_run(loop, 0);
  assert(done == 1);
  pthread_join(worker, NULL);
  ev_loop_destroy(loop);
  return 0;
}
