/* GLib's main loop: a worker adds a source to it, which ends the loop. */
#include <assert.h>
#include <glib.h>

static GMainLoop *loop;
static int sent;

static gboolean quit(gpointer unused) {
  (void)unused;
  assert(sent == 1);
  g_main_loop_quit(loop);
  return G_SOURCE_REMOVE;
}

static gpointer work(gpointer unused) {
  sent = 1;
  g_idle_add(quit, NULL);
  return unused;
}

int main(void) {
  loop = g_main_loop_new(NULL, FALSE);
  GThread *const thread = g_thread_new("worker", work, NULL);
  g_main_loop_run(loop);
  g_thread_join(thread);
  g_main_loop_unref(loop);
  return 0;
}
