// The program ends with another exit status than 0 in some execution. That is how test
// frameworks such as GoogleTest, Catch2 and cmocka say that a test has failed.
//
// What to do:
// Read the interleaving as for a failed assertion; what the program printed in this
// execution is shown above it. If the status is meant, say --expect-exit=N; with
// --expect-exit=any it is not judged.
//
// expect: fail exit-status
// at: here
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int done;

static void *job(void *unused) {
  atomic_store(&done, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, job, NULL);
  int seen = atomic_load(&done); /* it should be joined first */
  pthread_join(thread, NULL);
  printf("%s\n", seen ? "ok" : "the job is not done");
  return seen ? 0 : 1; /* here */
}
