/* A worker makes an event of the loop active; the loop runs its callback and ends. */
#include <assert.h>
#include <event2/event.h>
#include <event2/thread.h>
#include <pthread.h>

static struct event *woken;
static int value;

static void *work(void *unused) {
  (void)unused;
  value = 1;
  event_active(woken, EV_READ, 1);
  return NULL;
}

static void on_event(evutil_socket_t number, short what, void *base) {
  (void)number;
  (void)what;
  assert(value == 1);
  event_base_loopbreak(base);
}

int main(void) {
  pthread_t worker;
  evthread_use_pthreads();
  struct event_base *const base = event_base_new();
  woken = event_new(base, -1, EV_PERSIST, on_event, base);
  event_add(woken, NULL);
  pthread_create(&worker, NULL, work, NULL);
  event_base_dispatch(base);
  pthread_join(worker, NULL);
  event_free(woken);
  event_base_free(base);
  return value != 1;
}
