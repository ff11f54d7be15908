// An object with a thread of its own, which answers calls. Where operations are made one after the
// other to say which results are right, that thread does not run: a model is needed. With -DSPIN
// both wait in loops.
// expect: unsupported
// message: the object has threads of its own, which do not run there; give a model
// also: --cflags=-DMODEL
// expect: pass
// also: --cflags=-DSPIN
// expect: unsupported
// message: the object has threads of its own, which do not run there; give a model
// also: --cflags=-DSPIN --cflags=-DMODEL
// expect: pass
#include <pthread.h>
#include <ravel_linearizable.h>
#include <stdatomic.h>

struct server {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  long asked, answered;
  atomic_int question;
};

#ifdef SPIN
static void *serve(void *object) {
  struct server *server = object;
  for (;;)
    if (atomic_load(&server->question) == 1)
      atomic_store(&server->question, 2);
}

static long ask(void *object, long none) {
  struct server *server = object;
  pthread_mutex_lock(&server->lock);
  atomic_store(&server->question, 1);
  while (atomic_load(&server->question) != 2)
    ;
  const long mine = ++server->asked + none;
  pthread_mutex_unlock(&server->lock);
  return mine;
}
#else
static void *serve(void *object) {
  struct server *server = object;
  pthread_mutex_lock(&server->lock);
  for (;;)
    if (server->answered < server->asked) {
      server->answered++;
      pthread_cond_broadcast(&server->changed);
    } else
      pthread_cond_wait(&server->changed, &server->lock);
}

static long ask(void *object, long none) {
  struct server *server = object;
  pthread_mutex_lock(&server->lock);
  const long mine = ++server->asked + none;
  pthread_cond_broadcast(&server->changed);
  while (server->answered < mine)
    pthread_cond_wait(&server->changed, &server->lock);
  pthread_mutex_unlock(&server->lock);
  return mine;
}
#endif

static void *make_server(void) {
  struct server *server = calloc(1, sizeof *server);
  pthread_t thread;
  pthread_mutex_init(&server->lock, NULL);
  pthread_cond_init(&server->changed, NULL);
  pthread_create(&thread, NULL, serve, server);
  pthread_detach(thread);
  return server;
}

static long count(void *object, long none) {
  return ++*(long *)object + none;
}

static void *make_count(void) {
  return calloc(1, sizeof(long));
}

static const struct ravel_operation operations[] = {{"ask", ask}};
static const struct ravel_operation counts[] = {{"ask", count}};
static const struct ravel_model model = {make_count, free, counts, sizeof(long)};

int main(void) {
  struct ravel_scenario scenario = {.threads = 2, .operations = 1};
#ifdef MODEL
  scenario.model = &model;
#else
  (void)model;
#endif
  return ravel_linearizable(make_server, NULL, operations, 1, scenario);
}
