// A worker wakes the loop of the main thread up, by uv_async_send(), after it has left something
// for it.
#include <assert.h>
#include <uv.h>

static uv_async_t async;
static int told, done;

static void work(void *arg) {
  (void)arg;
  told = 1;
  uv_async_send(&async);
}

static void woken(uv_async_t *handle) {
  assert(told == 1);
  done++;
  uv_close((uv_handle_t *)handle, NULL);
}

int main(void) {
  uv_loop_t loop;
  uv_thread_t worker;
  assert(uv_loop_init(&loop) == 0);
  assert(uv_async_init(&loop, &async, woken) == 0);
  assert(uv_thread_create(&worker, work, NULL) == 0);
  assert(uv_run(&loop, UV_RUN_DEFAULT) == 0);
  assert(done == 1);
  uv_thread_join(&worker);
  assert(uv_loop_close(&loop) == 0);
  return 0;
}
