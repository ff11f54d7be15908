// Results of updates that are kept and read later: by the function itself, by who called it, by a
// function that is given a pointer to them, and by a thread that has had one all along.
// expect: pass
// traces: 24 (4! orders of four threads that know their place)
// cflags: -O0
// also:
// expect: pass
// cflags: -O1
// traces: 24 (the same)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter;
static int places[4];

static int next(void) {
  return atomic_fetch_add(&counter, 1);
}

static void note(const int *kept, int *place) {
  *place = *kept;
}

static void *adds_and_reads(void *place) {
  int kept = atomic_fetch_add(&counter, 1);
  for (int i = 0; i < 2; i++)
    if (i)
      *(int *)place = kept;
  return NULL;
}

static void *calls(void *place) {
  *(int *)place = next();
  return NULL;
}

static void *gives_a_pointer(void *place) {
  int kept = atomic_fetch_add(&counter, 1);
  note(&kept, place);
  return NULL;
}

static int *elsewhere;

static void *gave_a_pointer(void *place) {
  int kept = 7;
  elsewhere = &kept;
  kept = atomic_fetch_add(&counter, 1);
  *(int *)place = *elsewhere;
  return NULL;
}

int main(void) {
  void *(*const bodies[4])(void *) = {adds_and_reads, calls, gives_a_pointer, gave_a_pointer};
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, bodies[i], &places[i]);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  assert(places[0] + places[1] + places[2] + places[3] == 0 + 1 + 2 + 3);
  return 0;
}
