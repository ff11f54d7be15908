// Conversions of characters that come in parts go on where the last call has stopped: in a state
// that is given, or in one of their own that all threads share. In the locale C no character has
// parts.
// expect: fail assertion
// at: BUG
// also:
// cflags: -DLENGTH
// expect: fail assertion
// at: BUG
// also:
// cflags: -DSTRING
// expect: fail assertion
// at: BUG
// also:
// cflags: -DCHARACTER
// expect: fail assertion
// at: BUG
// also:
// cflags: -DOWN
// expect: pass
// traces: 1 (each thread has a state of its own)
// not_covered: nothing
// also:
// cflags: -DLEFT
// expect: pass
// traces: 2 (the two conversions in both orders; what an execution leaves is not there in the next)
// also:
// cflags: -DLOCALE='"C"'
// expect: pass
// traces: 1 (each byte is a character)
// not_covered: nothing
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

#ifndef LOCALE
#define LOCALE "C.UTF-8"
#define IN_PARTS 1
#endif

static const char parts[2][2] = {"\xc3", "\xa9"}; /* of one character */
static size_t results[2];

static void *convert(void *argument) {
  const int i = *(int *)argument;
#ifdef OWN
  mbstate_t own, *state = &own;
  memset(&own, 0, sizeof own);
#else
  mbstate_t *state = NULL;
#endif
#ifdef LENGTH
  results[i] = mbrlen(parts[i], 1, state);
#elif defined STRING
  wchar_t text[2];
  const char *from = parts[i];
  results[i] = mbsnrtowcs(text, &from, 1, 2, state);
#elif defined CHARACTER
  char32_t c;
  results[i] = mbrtoc32(&c, parts[i], 1, state);
#else
  wchar_t c;
  results[i] = mbrtowc(&c, parts[i], 1, state);
#endif
  return NULL;
}

int main(void) {
  static int numbers[2] = {0, 1};
  pthread_t threads[2];
  assert(setlocale(LC_ALL, LOCALE));
#ifdef LEFT
  assert(mbrtowc(NULL, parts[1], 1, NULL) == (size_t)-1); /* the second part of nothing */
#endif
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, convert, &numbers[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
#ifdef LEFT
  mbrtowc(NULL, parts[0], 1, NULL);
#elif defined IN_PARTS && !defined OWN
  assert(results[1] != (size_t)-1); /* BUG */
#endif
  return 0;
}
