// Results of updates that are kept and read later: by the function itself, by who called it, by a
// function that is given a pointer to them, and by a pointer that was kept before.
// expect: pass
// traces: 2 (two threads that know their place)
// cflags: -O0 -DBODY=adds_and_reads
// also:
// expect: pass
// traces: 2 (two threads that know their place)
// cflags: -O0 -DBODY=calls
// also:
// expect: pass
// traces: 2 (two threads that know their place)
// cflags: -O0 -DBODY=gives_a_pointer
// also:
// expect: pass
// traces: 2 (two threads that know their place)
// cflags: -O0 -DBODY=gave_a_pointer
// also:
// expect: pass
// traces: 2 (two threads that know their place)
// cflags: -O1 -DBODY=adds_and_reads
// also:
// expect: pass
// traces: 2 (two threads that know their place)
// cflags: -O1 -DBODY=calls
// also:
// expect: pass
// traces: 2 (two threads that know their place)
// cflags: -O1 -DBODY=gives_a_pointer
// also:
// expect: pass
// traces: 2 (two threads that know their place)
// cflags: -O1 -DBODY=gave_a_pointer
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter;
static int places[2];

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

static _Thread_local int *elsewhere;

static void *gave_a_pointer(void *place) {
  int kept = 7;
  elsewhere = &kept;
  kept = atomic_fetch_add(&counter, 1);
  *(int *)place = *elsewhere;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  (void)adds_and_reads, (void)calls, (void)gives_a_pointer, (void)gave_a_pointer;
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, BODY, &places[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(places[0] + places[1] == 0 + 1);
  return 0;
}
