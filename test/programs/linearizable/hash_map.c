// A hash map with a lock for each bucket, and a resize that takes them all. With -DBEFORE the
// bucket is computed from the capacity before its lock is taken, and not looked at again: a resize
// in between has moved the key. With -DONE_BY_ONE a resize locks, moves and unlocks bucket after
// bucket: a key that moves ahead of it is seen in neither place. With -DSIZE the counter of keys
// is changed after the lock was given back.
// expect: pass
// also: --cflags=-DBEFORE
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: .*grow
// also: --cflags=-DONE_BY_ONE
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: .*grow
// also: --cflags=-DSIZE
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: .*size
#include <ravel_linearizable.h>
#include <stdatomic.h>

enum { LOCKS = 2, MOST = 4, EACH = 2 };

struct map {
  pthread_mutex_t locks[LOCKS]; // bucket b belongs to lock b % LOCKS
  atomic_int capacity, size;
  atomic_long buckets[MOST][EACH]; // keys; 0: none
};

static void *make_map(void) {
  struct map *map = calloc(1, sizeof *map);
  for (int i = 0; i < LOCKS; i++)
    pthread_mutex_init(&map->locks[i], NULL);
  atomic_store(&map->capacity, LOCKS);
  return map;
}

static int lock_bucket(struct map *map, long key) {
#ifdef BEFORE
  const int bucket = (int)key % atomic_load(&map->capacity);
  pthread_mutex_lock(&map->locks[bucket % LOCKS]);
  return bucket;
#else
  pthread_mutex_lock(&map->locks[key % LOCKS]); // the same whatever the capacity is
  return (int)key % atomic_load(&map->capacity);
#endif
}

static int find(struct map *map, int bucket, long key) {
  for (int i = 0; i < EACH; i++)
    if (atomic_load(&map->buckets[bucket][i]) == key)
      return i;
  return -1;
}

static long put(void *object, long key) {
  struct map *map = object;
  const int bucket = lock_bucket(map, key);
  const int is_new = find(map, bucket, key) < 0;
  if (is_new)
    atomic_store(&map->buckets[bucket][find(map, bucket, 0)], key);
#ifndef SIZE
  if (is_new)
    atomic_fetch_add(&map->size, 1);
#endif
  pthread_mutex_unlock(&map->locks[key % LOCKS]);
#ifdef SIZE
  if (is_new)
    atomic_fetch_add(&map->size, 1);
#endif
  return is_new;
}

static long has(void *object, long key) {
  struct map *map = object;
  const int bucket = lock_bucket(map, key);
  const int found = find(map, bucket, key) >= 0;
  pthread_mutex_unlock(&map->locks[key % LOCKS]);
  return found;
}

static long size(void *object, long none) {
  (void)none;
  return atomic_load(&((struct map *)object)->size);
}

static void move(struct map *map, int bucket) {
  for (int i = 0; i < EACH; i++) {
    const long key = atomic_load(&map->buckets[bucket][i]);
    if (key % MOST == bucket)
      continue;
    atomic_store(&map->buckets[bucket][i], 0);
    if (key)
      atomic_store(&map->buckets[key % MOST][i], key);
  }
}

static long grow(void *object, long none) {
  struct map *map = object;
  (void)none;
#ifdef ONE_BY_ONE
  for (int i = 0; i < LOCKS; i++) {
    pthread_mutex_lock(&map->locks[i]);
    if (atomic_load(&map->capacity) < MOST)
      move(map, i);
    pthread_mutex_unlock(&map->locks[i]);
  }
  atomic_store(&map->capacity, MOST);
#else
  for (int i = 0; i < LOCKS; i++)
    pthread_mutex_lock(&map->locks[i]);
  for (int i = 0; i < LOCKS && atomic_load(&map->capacity) < MOST; i++)
    move(map, i);
  atomic_store(&map->capacity, MOST);
  for (int i = 0; i < LOCKS; i++)
    pthread_mutex_unlock(&map->locks[i]);
#endif
  return 0;
}

static const struct ravel_operation operations[] = {
    {"put", put, .arg = {2, 3}}, {"has", has, .arg = {2, 3}}, {"grow", grow}, {"size", size}};

int main(void) {
  return ravel_linearizable(make_map, free, operations, 4, (struct ravel_scenario){0});
}
