// Where strtok_r() and its kind go on is read, and then overwritten: which of two stores came last
// decides what they find.
// algorithms: optimal source
// options: --observers
// expect: fail assertion
// at: BUG
// also: --observers --races=ignore
// algorithms: optimal source
// cflags: -DSEPARATED
// expect: fail assertion
// at: BUG
// also: --observers
// algorithms: optimal source
// cflags: -DWIDE
// expect: fail assertion
// at: BUG
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <wchar.h>

#ifdef WIDE
static wchar_t texts[2][4] = {L"a,b", L"c,d"};
#else
static char texts[2][4] = {"a,b", "c,d"};
#endif
static _Atomic uintptr_t rest;

static void *store(void *text) {
  atomic_store(&rest, (uintptr_t)text);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, store, texts[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
#if defined(WIDE)
  const wchar_t *const token = wcstok(NULL, L",", (wchar_t **)&rest);
#elif defined(SEPARATED)
  const char *const token = strsep((char **)&rest, ",");
#else
  const char *const token = strtok_r(NULL, ",", (char **)&rest);
#endif
  assert(*token == 'c'); /* BUG */
  return 0;
}
