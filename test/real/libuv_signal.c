// A worker sends a signal to the process, and the loop of the main thread hears of it by a watcher:
// libuv's handler writes to a pipe that the loop reads.
#include <assert.h>
#include <signal.h>
#include <unistd.h>
#include <uv.h>

static uv_signal_t watcher;
static int heard;

static void work(void *unused) {
  (void)unused;
  kill(getpid(), SIGUSR1);
}

static void hears(uv_signal_t *by, int number) {
  assert(number == SIGUSR1);
  heard++;
  uv_close((uv_handle_t *)by, NULL);
}

int main(void) {
  uv_loop_t loop;
  uv_thread_t worker;
  assert(uv_loop_init(&loop) == 0);
  assert(uv_signal_init(&loop, &watcher) == 0);
  assert(uv_signal_start(&watcher, hears, SIGUSR1) == 0);
  assert(uv_thread_create(&worker, work, NULL) == 0);
  uv_run(&loop, UV_RUN_DEFAULT);
  assert(heard == 1);
  uv_thread_join(&worker);
  assert(uv_loop_close(&loop) == 0);
  return 0;
}
