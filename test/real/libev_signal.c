// A worker sends a signal to the process, and the loop of the main thread hears of it by a watcher:
// libev's handler writes to an event that the loop waits for. A timer stops the loop.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "ev.c"

static struct ev_loop *loop;
static ev_signal watcher;
static ev_timer timer;
static int heard;

static void *work(void *arg) {
  kill(getpid(), SIGUSR1);
  return arg;
}

static void hears(struct ev_loop *of, ev_signal *by, int events) {
  (void)by, (void)events;
  heard++;
  ev_break(of, EVBREAK_ALL);
}

static void expires(struct ev_loop *of, ev_timer *by, int events) {
  (void)by, (void)events;
  ev_break(of, EVBREAK_ALL);
}

int main(void) {
  pthread_t worker;
  loop = ev_default_loop(BACKEND);
  assert(loop);
  ev_signal_init(&watcher, hears, SIGUSR1);
  ev_signal_start(loop, &watcher);
  ev_timer_init(&timer, expires, 5., 0.);
  ev_timer_start(loop, &timer);
  pthread_create(&worker, NULL, work, NULL);
  ev_run(loop, 0);
  assert(heard <= 1);
  pthread_join(worker, NULL);
  return 0;
}
