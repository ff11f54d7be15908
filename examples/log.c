// A log with a thread that writes it out. Closing the log tells that thread to stop, and frees the
// buffer at once; the thread may still be on its way to a last look at it.
//
//     ravel check examples/log.c
//     ravel check -DFIXED examples/log.c
//
// The fix: join the thread first, then free.
//
// expect: fail use-after-free
// at: last look
// also:
// cflags: -DFIXED
// expect: pass
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct log {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool open;
  char *text;
  size_t length, written;
};

static struct log the_log = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, true, NULL, 0, 0};

static void write_out(struct log *log) {
  for (; log->written < log->length; log->written++)
    putchar(log->text[log->written]); /* last look */
}

static void *writer(void *argument) {
  struct log *log = argument;
  pthread_mutex_lock(&log->lock);
  for (bool open = true; open;) {
    while (log->open && log->written == log->length)
      pthread_cond_wait(&log->changed, &log->lock);
    open = log->open;
    write_out(log); // what came last, when it is closed
  }
  pthread_mutex_unlock(&log->lock);
  return NULL;
}

static void log_close(struct log *log, pthread_t thread) {
  pthread_mutex_lock(&log->lock);
  log->open = false;
  pthread_cond_signal(&log->changed);
#ifndef FIXED
  free(log->text);
#endif
  pthread_mutex_unlock(&log->lock);
  pthread_join(thread, NULL);
#ifdef FIXED
  free(log->text);
#endif
}

int main(void) {
  pthread_t thread;
  the_log.text = calloc(1, 16);
  pthread_create(&thread, NULL, writer, &the_log);
  pthread_mutex_lock(&the_log.lock);
  the_log.text[the_log.length++] = '!';
  pthread_cond_signal(&the_log.changed);
  pthread_mutex_unlock(&the_log.lock);
  log_close(&the_log, thread);
  return 0;
}
