/* A dispatcher with S servers and R requests, each to a server that depends on the schedule.
 * CAV 2018, table 1. */
#include "threads.h"

#ifndef S
#define S 3
#endif
#ifndef R
#define R 2
#endif

static pthread_mutex_t server_lock[S], choice_lock = PTHREAD_MUTEX_INITIALIZER;
static int in[S], out[S], choice;

static void *server(void *arg) {
  int i = number_of(arg);
  pthread_mutex_lock(&server_lock[i]);
  if (in[i] > 0)
    out[i] = in[i];
  pthread_mutex_unlock(&server_lock[i]);
  return NULL;
}

static void *pick(void *arg) {
  for (int x = 0; x < S; x++) {
    pthread_mutex_lock(&choice_lock);
    choice = x;
    pthread_mutex_unlock(&choice_lock);
  }
  return arg;
}

static void request(void) {
  pthread_t picker = start(pick, 0);
  pthread_mutex_lock(&choice_lock);
  int i = choice;
  pthread_mutex_unlock(&choice_lock);
  pthread_mutex_lock(&server_lock[i]);
  in[i]++;
  pthread_mutex_unlock(&server_lock[i]);
  pthread_join(picker, NULL);
}

int main(void) {
  for (int i = 0; i < S; i++)
    pthread_mutex_init(&server_lock[i], NULL);
  for (int i = 0; i < S; i++)
    start(server, i);
  for (int r = 0; r < R; r++)
    request();
  pthread_exit(NULL);
}
