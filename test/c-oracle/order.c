/*
 * Happens-before without clocks. For each variable that may race, and each thread, the last read
 * and the last write are remembered with the set of those who know of it: threads, and objects that
 * pass knowledge on. An access races with another thread's conflicting one that its thread does not
 * know.
 */
#include "machine.h"

static unsigned record_of(unsigned var, unsigned thread, bool writes, bool plain) {
  return (((var - VOLATILE_VAR) * MAX_THREADS + thread) * 2 + writes) * 2 + plain;
}

/* Volatile accesses don't race among themselves: they are what a program says to be shared. */
bool order_access(struct machine *m, unsigned thread, const struct statement *s, unsigned var,
                  bool writes) {
  bool races = false;
  if (var < VOLATILE_VAR)
    return false;
  for (unsigned other = 0; other < MAX_THREADS; other++)
    for (unsigned how = 0; how < 4; how++) {
      const bool other_writes = how & 1, other_plain = how & 2;
      const uint32_t known = m->record[record_of(var, other, other_writes, other_plain)];
      races |= other != thread && known && !(known >> thread & 1) && (writes || other_writes) &&
               (s->plain || other_plain);
    }
  m->record[record_of(var, thread, writes, s->plain)] = 1u << thread;
  return races;
}

static void pass_on(struct machine *m, unsigned from, unsigned to) {
  for (unsigned i = 0; i < RECORDS; i++)
    m->record[i] |= (m->record[i] >> from & 1) << to;
}

static void replace(struct machine *m, unsigned from, unsigned to) {
  for (unsigned i = 0; i < RECORDS; i++) {
    const uint32_t known = m->record[i] >> from & 1;
    m->record[i] = (m->record[i] & ~(1u << to)) | known << to;
  }
}

void order_learn(struct machine *m, unsigned thread, unsigned from) {
  pass_on(m, from, thread);
}

void order_tell(struct machine *m, unsigned thread, unsigned to) {
  pass_on(m, thread, to);
}

static bool acquires(unsigned order) {
  return order == ACQUIRE || order >= ACQ_REL;
}

static bool releases(unsigned order) {
  return order >= RELEASE;
}

void order_load(struct machine *m, unsigned thread, unsigned var, unsigned order) {
  pass_on(m, OF_VAR + var, acquires(order) ? thread : OF_ACQUIRE + thread);
}

void order_store(struct machine *m, unsigned thread, unsigned var, unsigned order) {
  replace(m, releases(order) ? thread : OF_RELEASE + thread, OF_VAR + var);
}

/* A read-modify-write goes on with the release sequence. */
void order_update(struct machine *m, unsigned thread, unsigned var, unsigned order) {
  order_load(m, thread, var, order);
  pass_on(m, releases(order) ? thread : OF_RELEASE + thread, OF_VAR + var);
}

void order_fence(struct machine *m, unsigned thread, unsigned order) {
  if (acquires(order))
    pass_on(m, OF_ACQUIRE + thread, thread);
  if (releases(order))
    replace(m, thread, OF_RELEASE + thread);
}
