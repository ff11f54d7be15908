#include "runtime/datarace_objects.h"

#include "runtime/checkpoint.h"

/* What is released by the release sequences that one thread heads. */
struct head {
  struct head *next;
  struct vector_clock released; /* length 0: there is none any more */
  rv_tid thread;
};

/* A mutex or an atomic object. A store ends the release sequences of all other threads and
 * continues those of its own (C11 5.1.2.4, paragraph 10); a read-modify-write continues all. So
 * for the next store, what each thread released must be told apart. Mostly there is only one. */
struct object {
  struct object *next; /* in the same granule */
  uint64_t addr;
  struct vector_clock released; /* what an acquire gets: all of the heads together */
  bool told_apart;
  rv_tid owner;       /* not told apart: it released all there is */
  struct head *heads; /* told apart: who released what */
  rv_tid burier;  /* the thread whose store was the last to end a release sequence that its clock
                   * does not cover, */
  uint32_t since; /* and how many stores it has made since, with this one; 0: no thread */
};

/* The last atomic accesses to some bytes of a granule by each thread. They are never dropped: what
 * is ordered before a plain write is so ever after. */
struct atomic_bytes {
  struct atomic_bytes *next;
  struct vector_clock reads, writes;
  uint32_t bytes;
  uint8_t read_how, written_how; /* the last of each: enum datarace_how */
};

struct object_cell {
  struct object *objects;
  struct atomic_bytes *accesses;
  uint64_t execution; /* another one than this: there is nothing here yet */
};

static struct shadow cells;

void objects_clear(void) {
  shadow_clear(&cells, sizeof(struct object_cell));
}

void objects_forget(uint64_t addr, uint64_t size) {
  shadow_clear_range(&cells, addr, size, sizeof(struct object_cell));
}

static struct object_cell *get_cell(uint64_t addr) {
  struct object_cell *cell = shadow_cell(&cells, addr, sizeof *cell);
  if (cell->execution == datarace_execution)
    return cell;
  checkpoint_log(cell, sizeof *cell);
  *cell = (struct object_cell){NULL, NULL, datarace_execution};
  return cell;
}

static const struct object_cell *find_cell(uint64_t addr) {
  const struct object_cell *cell = shadow_find(&cells, addr, sizeof *cell);
  return cell && cell->execution == datarace_execution ? cell : NULL;
}

/* Synchronisation. */

static struct object *find_object(const struct object_cell *cell, uint64_t addr) {
  struct object *object = cell ? cell->objects : NULL;
  while (object && object->addr != addr)
    object = object->next;
  return object;
}

static struct object *get_object(uint64_t addr) {
  struct object_cell *cell = get_cell(addr);
  struct object *object = find_object(cell, addr);
  if (!object) {
    checkpoint_log(cell, sizeof *cell);
    object = clock_memory(sizeof *object);
    *object = (struct object){.next = cell->objects, .addr = addr, .owner = RV_NO_THREAD};
    cell->objects = object;
  }
  return object;
}

static struct head *find_head(const struct object *object, rv_tid thread) {
  struct head *head = object->heads;
  while (head && head->thread != thread)
    head = head->next;
  return head;
}

static struct head *get_head(struct object *object, rv_tid thread) {
  struct head *head = find_head(object, thread);
  if (!head) {
    head = clock_memory(sizeof *head);
    *head = (struct head){.next = object->heads, .thread = thread};
    object->heads = head;
  }
  return head;
}

static void tell_uses_apart(struct object *object) {
  for (struct head *head = object->heads; head; head = head->next)
    head->released.length = 0;
  clock_copy(&get_head(object, object->owner)->released, &object->released);
  object->told_apart = true;
}

/* Of what is released, only what this thread heads remains. */
static void begin_sequence(struct object *object, rv_tid thread) {
  const struct head *head = object->told_apart ? find_head(object, thread) : NULL;
  if (head)
    clock_copy(&object->released, &head->released);
  else if (object->owner != thread)
    object->released.length = 0;
  object->owner = thread;
  object->told_apart = false;
}

/* What a write of this order releases. */
static const struct vector_clock *published(rv_tid thread, int order) {
  const struct datarace_thread *self = &datarace_threads[thread];
  return datarace_order_releases(order) ? &self->now : &self->fenced;
}

void objects_load(rv_tid thread, uint64_t addr, int order) {
  const struct object *object = find_object(find_cell(addr), addr);
  if (!object || object->released.length == 0)
    return;
  struct datarace_thread *self = &datarace_threads[thread];
  clock_join(datarace_order_acquires(order) ? &self->now : &self->unfenced, &object->released);
}

/* A component that `now` does not reach, or RV_NO_THREAD. */
static rv_tid beyond(const struct vector_clock *clock, const struct vector_clock *now) {
  for (rv_tid thread = 0; thread < clock->length; thread++)
    if (clock->at[thread] > clock_get(now, thread))
      return thread;
  return RV_NO_THREAD;
}

void objects_store(rv_tid thread, uint64_t addr, int order) {
  const struct vector_clock *news = published(thread, order);
  struct object *object = news->length ? get_object(addr) : find_object(find_cell(addr), addr);
  if (!object)
    return;
  if ((object->told_apart || object->owner != thread) &&
      beyond(&object->released, news) != RV_NO_THREAD) {
    object->burier = thread;
    object->since = 1;
  } else if (object->since && object->burier == thread) {
    object->since++;
  }
  begin_sequence(object, thread);
  clock_join(&object->released, news);
  if (datarace_order_releases(order))
    clock_tick(thread);
}

bool objects_has_buried(rv_tid thread, uint64_t addr, uint32_t stores) {
  const struct object *object = find_object(find_cell(addr), addr);
  return object && object->since && object->burier == thread && object->since <= stores;
}

bool objects_may_be_updated_by(rv_tid thread, rv_tid other, uint64_t addr) {
  const struct object *object = find_object(find_cell(addr), addr);
  const struct vector_clock *now = &datarace_threads[thread].now,
                            *its = &datarace_threads[other].now;
  if (object && beyond(&object->released, its) != RV_NO_THREAD)
    return false;
  for (rv_tid i = 0; i < its->length; i++)
    if (its->at[i] - (i == other) > clock_get(now, i))
      return false;
  return true;
}

void objects_update(rv_tid thread, uint64_t addr, int order) {
  const struct vector_clock *news = published(thread, order);
  if (news->length == 0)
    return;
  struct object *object = get_object(addr);
  if (object->released.length == 0)
    begin_sequence(object, thread); /* nothing to tell apart */
  else if (!object->told_apart && object->owner != thread)
    tell_uses_apart(object);
  if (object->told_apart)
    clock_join(&get_head(object, thread)->released, news);
  clock_join(&object->released, news);
  if (datarace_order_releases(order))
    clock_tick(thread);
}

void objects_publish(rv_tid thread, uint64_t addr, uint64_t continued, int order) {
  const struct vector_clock *const news = published(thread, order);
  const struct object *const before =
      continued ? find_object(find_cell(continued), continued) : NULL;
  struct object *const object = get_object(addr);
  object->released.length = 0;
  if (before)
    clock_join(&object->released, &before->released);
  clock_join(&object->released, news);
  if (datarace_order_releases(order))
    clock_tick(thread);
}

void objects_fence(rv_tid thread, int order) {
  struct datarace_thread *self = &datarace_threads[thread];
  if (datarace_order_acquires(order))
    clock_join(&self->now, &self->unfenced);
  if (datarace_order_releases(order)) {
    clock_copy(&self->fenced, &self->now);
    clock_tick(thread);
  }
}

void objects_release(rv_tid thread, uint64_t addr) {
  clock_join(&get_object(addr)->released, &datarace_threads[thread].now);
  clock_tick(thread);
}

/* Atomic accesses. */

void objects_access(rv_tid thread, uint64_t granule, uint32_t bytes, bool writes,
                    enum datarace_how how) {
  struct object_cell *cell = get_cell(granule);
  struct atomic_bytes *accesses = cell->accesses;
  while (accesses && accesses->bytes != bytes)
    accesses = accesses->next;
  if (!accesses) {
    checkpoint_log(cell, sizeof *cell);
    accesses = clock_memory(sizeof *accesses);
    *accesses = (struct atomic_bytes){.next = cell->accesses, .bytes = bytes};
    cell->accesses = accesses;
  }
  *(writes ? &accesses->written_how : &accesses->read_how) = (uint8_t)how;
  struct vector_clock *clock = writes ? &accesses->writes : &accesses->reads;
  clock_lengthen(clock, thread + 1);
  clock->at[thread] = datarace_threads[thread].now.at[thread];
}

bool objects_are_used_by(rv_tid thread, uint64_t granule, uint32_t bytes) {
  const struct object_cell *cell = find_cell(granule);
  for (const struct atomic_bytes *a = cell ? cell->accesses : NULL; a; a = a->next)
    if (a->bytes & bytes && (clock_get(&a->writes, thread) || clock_get(&a->reads, thread)))
      return true;
  return false;
}

bool objects_race(rv_tid thread, uint64_t granule, uint32_t bytes, bool writes,
                  struct objects_race *found) {
  const struct object_cell *cell = find_cell(granule);
  const struct vector_clock *now = &datarace_threads[thread].now;
  for (const struct atomic_bytes *a = cell ? cell->accesses : NULL; a; a = a->next) {
    if (!(a->bytes & bytes))
      continue;
    rv_tid writer = beyond(&a->writes, now);
    rv_tid reader = writes && writer == RV_NO_THREAD ? beyond(&a->reads, now) : RV_NO_THREAD;
    if (writer == RV_NO_THREAD && reader == RV_NO_THREAD)
      continue;
    found->other_writes = writer != RV_NO_THREAD;
    found->other = found->other_writes ? writer : reader;
    found->other_how = found->other_writes ? a->written_how : a->read_how;
    found->bytes = a->bytes & bytes;
    return true;
  }
  return false;
}
