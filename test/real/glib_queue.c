// GLib's GAsyncQueue. With LENGTH its length is one of the operations: the number of items less
// that of threads that wait for one.
#include <glib.h>
#include <ravel_linearizable.h>

static void *make_queue(void) {
  return g_async_queue_new();
}

static void free_queue(void *queue) {
  g_async_queue_unref(queue);
}

static long push(void *queue, long value) {
  g_async_queue_push(queue, (gpointer)value);
  return 0;
}

static long push_front(void *queue, long value) {
  g_async_queue_push_front(queue, (gpointer)value);
  return 0;
}

static long pop(void *queue, long none) {
  (void)none;
  return (long)g_async_queue_pop(queue);
}

static long try_pop(void *queue, long none) {
  (void)none;
  return (long)g_async_queue_try_pop(queue);
}

static long length(void *queue, long none) {
  (void)none;
  return g_async_queue_length(queue);
}

static const struct ravel_operation operations[] = {
    {"push", push, .arg = {1, 2}},
    {"push_front", push_front, .arg = {1, 2}},
    {"pop", pop, .may_block = 1},
    {"try_pop", try_pop},
    {"length", length},
};

int main(void) {
  return ravel_linearizable(make_queue, free_queue, operations, 4 + LENGTH,
                            (struct ravel_scenario){0});
}
