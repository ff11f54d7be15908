/* MapRed of ISSTA 2019 is a company's program of 440 lines that is not known. This one has what the
 * model has: mappers each count the words of a part of a text and send a count to the reducer of
 * each word, which adds it up; a collector gets the sums in the order in which reducers are done.
 */
#include "ravel_actor.h"

#ifndef MAPPERS
#define MAPPERS 3
#endif
enum { REDUCERS = 2, WORDS = 6 };

struct reducer {
  struct ravel_object object;
  long sum;
  int got;
};

struct mapper {
  struct ravel_object object;
  char words[WORDS]; /* 'a' plus the number of its reducer; 0: no more */
};

struct collector {
  struct ravel_object object;
  long order; /* which reducers have ended, one digit each */
};

static struct reducer reducers[REDUCERS];
static struct collector collector = {RAVEL_OBJECT, 0};
static struct mapper mappers[] = {{RAVEL_OBJECT, "abb"}, {RAVEL_OBJECT, "ab"}, {RAVEL_OBJECT, "a"}};

static void *collect(void *self, void *number) {
  struct collector *its = self;
  its->order = 10 * its->order + (long)number;
  return NULL;
}

static void *reduce(void *self, void *count) {
  struct reducer *its = self;
  its->sum += (long)count;
  if (++its->got == MAPPERS)
    ravel_tell(&collector, collect, (void *)(its - reducers + 1));
  return NULL;
}

static void *map(void *self, void *unused) {
  struct mapper *its = self;
  long counts[REDUCERS] = {0};
  for (int i = 0; i < WORDS && its->words[i]; i++)
    counts[its->words[i] - 'a']++;
  for (int i = 0; i < REDUCERS; i++)
    ravel_tell(&reducers[i], reduce, (void *)counts[i]);
  return unused;
}

int main(void) {
  for (int i = 0; i < MAPPERS; i++)
    ravel_tell(&mappers[i], map, NULL);
  pthread_exit(NULL);
}
