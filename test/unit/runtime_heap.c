/*
 * The heap: its promises one by one, then random operations against a model that keeps every block
 * in a plain list. A process can take only one snapshot, so each story has a process of its own.
 */
#include "runtime/heap.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum { PC = 0x1234, OLD_PC = 0x99 };

static uint64_t address(const void *block) {
  return (uintptr_t)block;
}

static char *allocate(rv_tid thread, size_t size) {
  return heap_malloc(thread, size, 0, PC);
}

static bool all_bytes(const char *block, size_t size, int value) {
  for (size_t i = 0; i < size; i++)
    if (block[i] != (char)value)
      return false;
  return true;
}

/* A position in the heap that cannot be used as a block, as a pointer. */
static void *at(uint64_t addr) {
  return (void *)(uintptr_t)addr;
}

static void test_blocks(void) {
  TEST("a block is aligned, zeroed and in its thread's region");
  char *a = allocate(0, 100), *b = allocate(7, 1), *c = allocate(4095, 64);
  CHECK(address(a) % 16 == 0 && address(b) % 16 == 0 && address(c) % 16 == 0);
  CHECK_EQ((address(a) - HEAP_BASE) >> HEAP_REGION_BITS, 0);
  CHECK_EQ((address(b) - HEAP_BASE) >> HEAP_REGION_BITS, 7);
  CHECK_EQ((address(c) - HEAP_BASE) >> HEAP_REGION_BITS, 4095);
  CHECK(all_bytes(a, 100, 0) && all_bytes(c, 64, 0));
  memset(a, 1, 100);

  TEST("alignment may be asked for");
  for (size_t align = 1; align <= 1 << 20; align *= 2) {
    char *block = heap_malloc(0, 24, align, PC);
    CHECK(address(block) % align == 0 && all_bytes(block, 24, 0));
    memset(block, 2, 24);
  }

  TEST("there is a red zone on both sides of every block");
  char *d = allocate(0, 16), *e = allocate(0, 0), *f = allocate(0, 17), *g = allocate(0, 1);
  CHECK(e - d >= 32 && f - e >= 16 && g - f >= 33);
  CHECK(address(b) - HEAP_BASE - 7 * HEAP_REGION_SIZE >= 16);

  TEST("blocks of no bytes are blocks of their own");
  char *h = allocate(0, 0), *i = allocate(0, 0);
  CHECK(h && i && h != i);
  CHECK_EQ(heap_free(0, h, PC), HEAP_OK);
  CHECK_EQ(heap_free(0, i, PC), HEAP_OK);

  TEST("the size of a block is the size asked for");
  CHECK_EQ(heap_usable_size(a), 100);
  CHECK_EQ(heap_usable_size(f), 17);
  CHECK_EQ(heap_usable_size(h), 0);
  CHECK_EQ(heap_usable_size(a + 1), 0);

  TEST("an address is the heap's or it is not");
  CHECK(heap_contains(HEAP_BASE) && heap_contains(address(c)));
  CHECK(heap_contains(HEAP_BASE + 4096 * HEAP_REGION_SIZE - 1));
  CHECK(!heap_contains(HEAP_BASE - 1) && !heap_contains(0) && !heap_contains(address(&a)));
  CHECK(!heap_contains(HEAP_BASE + 4096 * HEAP_REGION_SIZE));
}

static void test_holding(void) {
  TEST("a range is held by the live block that has all of it");
  char *a = allocate(11, 24), *b = allocate(11, 0), *c = allocate(11, 5);
  CHECK(heap_holds(address(a), 24) && heap_holds(address(a) + 23, 1) && heap_holds(address(c), 5));
  CHECK(!heap_holds(address(a), 25) && !heap_holds(address(a) + 24, 1));
  CHECK(!heap_holds(address(a) - 1, 1) && !heap_holds(address(a) - 1, 4));
  CHECK(!heap_holds(address(b), 1) && !heap_holds(address(c) + 4, 2));
  CHECK(!heap_holds(address(a), UINT64_MAX) && !heap_holds(HEAP_BASE + 12 * HEAP_REGION_SIZE, 1));

  TEST("a freed block holds nothing, also where it was asked for before");
  heap_free(11, a, PC);
  CHECK(!heap_holds(address(a), 1) && heap_holds(address(c), 5));

  TEST("the next block of the region is found");
  struct heap_block found;
  CHECK(heap_find_next(address(a), &found) && found.start == address(b));
  CHECK(heap_find_next(address(c) - 1, &found) && found.start == address(c));
  CHECK(!heap_find_next(address(c), &found));
}

static void test_freeing(void) {
  TEST("a block is freed once, by any thread");
  char *a = allocate(1, 40);
  CHECK_EQ(heap_free(2, a, PC + 1), HEAP_OK);
  CHECK_EQ(heap_free(1, a, PC + 2), HEAP_DOUBLE_FREE);
  CHECK_EQ(heap_usable_size(a), 0);

  TEST("only the start of a block can be freed");
  char *b = allocate(1, 40);
  CHECK_EQ(heap_free(1, b + 16, PC), HEAP_INVALID_FREE);
  CHECK_EQ(heap_free(1, b - 16, PC), HEAP_INVALID_FREE);
  CHECK_EQ(heap_free(1, b + 1, PC), HEAP_INVALID_FREE);
  CHECK_EQ(heap_free(1, &b, PC), HEAP_INVALID_FREE);
  CHECK_EQ(heap_free(1, at(HEAP_BASE + 99 * HEAP_REGION_SIZE + 16), PC), HEAP_INVALID_FREE);
  CHECK_EQ(heap_free(1, at(16), PC), HEAP_INVALID_FREE);
  CHECK_EQ(heap_usable_size(b), 40);

  TEST("freed memory is not handed out again");
  CHECK_EQ(heap_free(1, b, PC), HEAP_OK);
  for (int i = 0; i < 1000; i++) {
    char *c = allocate(1, 40);
    CHECK(c > b + 40);
    CHECK_EQ(heap_free(1, c, PC), HEAP_OK);
  }

  TEST("it is known who allocated and who freed, and where");
  struct heap_block block;
  CHECK(heap_find(address(a) + 39, &block));
  CHECK_EQ(block.start, address(a));
  CHECK_EQ(block.size, 40);
  CHECK_EQ(block.allocated_pc, PC);
  CHECK_EQ(block.allocated_by, 1);
  CHECK_EQ(block.freed_pc, PC + 1);
  CHECK_EQ(block.freed_by, 2);
  char *live = allocate(3, 8);
  CHECK(heap_find(address(live), &block));
  CHECK_EQ(block.freed_by, RV_NO_THREAD);

  TEST("an address before all blocks of its region is in none");
  CHECK(!heap_find(address(live) - 1, &block));
  CHECK(!heap_find(HEAP_BASE + 98 * HEAP_REGION_SIZE, &block));
  CHECK(!heap_find(0, &block));
  CHECK(!heap_find(UINT64_MAX, &block));
}

static void test_moving(void) {
  TEST("a block moves with its contents, and the rest is zero");
  enum heap_status status;
  char *a = allocate(0, 10);
  memset(a, 'a', 10);
  char *b = heap_realloc(2, a, 30, PC, &status);
  CHECK_EQ(status, HEAP_OK);
  CHECK(b && b != a && all_bytes(b, 10, 'a') && all_bytes(b + 10, 20, 0));
  CHECK_EQ(heap_usable_size(b), 30);
  CHECK_EQ(heap_free(0, a, PC), HEAP_DOUBLE_FREE);
  char *c = heap_realloc(0, b, 3, PC, &status);
  CHECK(c && c != b && all_bytes(c, 3, 'a'));
  CHECK_EQ(heap_usable_size(c), 3);

  TEST("what cannot be freed cannot be moved");
  CHECK(!heap_realloc(0, a, 5, PC, &status));
  CHECK_EQ(status, HEAP_DOUBLE_FREE);
  CHECK(!heap_realloc(0, c + 1, 5, PC, &status));
  CHECK_EQ(status, HEAP_INVALID_FREE);

  TEST("a block that finds no room stays as it was");
  CHECK(!heap_realloc(0, c, SIZE_MAX, PC, &status));
  CHECK_EQ(status, HEAP_OK);
  CHECK(heap_usable_size(c) == 3 && all_bytes(c, 3, 'a'));
}

static void test_limits(void) {
  TEST("what does not fit gives NULL, and smaller blocks still fit");
  static const size_t too_large[] = {SIZE_MAX,     SIZE_MAX - 15,        SIZE_MAX / 2,
                                     PTRDIFF_MAX,  (size_t)1 << 62,      HEAP_REGION_SIZE,
                                     SIZE_MAX - 4, HEAP_REGION_SIZE - 31};
  for (size_t i = 0; i < sizeof too_large / sizeof *too_large; i++)
    CHECK(!allocate(20, too_large[i]));
  CHECK(!heap_malloc(20, 1, (size_t)1 << 63, PC));
  CHECK(!heap_malloc(20, SIZE_MAX - 31, (size_t)1 << 29, PC));
  CHECK(!heap_malloc(HEAP_MAX_THREADS, 1, 0, PC));
  CHECK(!heap_malloc(RV_NO_THREAD, 1, 0, PC));
  char *small = allocate(20, 1);
  CHECK(small != NULL);

  TEST("a region can be used to its end, and no other suffers");
  char *all = allocate(21, HEAP_REGION_SIZE - 32);
  CHECK(all != NULL);
  all[0] = all[HEAP_REGION_SIZE - 33] = 1;
  CHECK(!allocate(21, 0));
  CHECK(allocate(22, 1) != NULL);
  int n = 0;
  for (char *block; (block = allocate(23, 1 << 20)); n++)
    block[0] = 1;
  CHECK(n > 1000 && n < 1024);
  CHECK(allocate(24, 1 << 20) != NULL);

  TEST("and is empty again in the next execution");
  heap_reset();
  all = allocate(21, HEAP_REGION_SIZE - 32);
  CHECK(all && all[0] == 0 && all[HEAP_REGION_SIZE - 33] == 0);
  heap_reset();
}

static void test_repeating(void) {
  TEST("addresses depend on the thread's own history alone");
  uint64_t first[3][50];
  for (rv_tid thread = 0; thread < 3; thread++)
    for (size_t i = 0; i < 50; i++)
      first[thread][i] = address(allocate(thread, i * (thread + 5)));
  heap_reset();
  for (size_t i = 0; i < 50; i++)
    for (rv_tid thread = 3; thread-- > 0;)
      CHECK_EQ(address(allocate(thread, i * (thread + 5))), first[thread][i]);

  TEST("a new execution finds all memory zero, a small overflow cleaned up too");
  static const size_t sizes[] = {1, 100, 5000, 100000, 3000000};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    heap_reset();
    char *block = allocate(1, sizes[i]);
    CHECK(all_bytes(block - 16, sizes[i] + 32, 0));
    memset(block - 16, 7, sizes[i] + 32);
  }
  heap_reset();
  CHECK(all_bytes(allocate(1, 4000000), 4000000, 0));

  TEST("and no block");
  heap_reset();
  struct heap_block block;
  char *a = allocate(1, 8);
  CHECK(heap_find(address(a) + 100, &block));
  CHECK_EQ(block.start, address(a));
  CHECK_EQ(heap_free(1, a + 1000, PC), HEAP_INVALID_FREE);
  heap_reset();
  CHECK(!heap_find(address(a), &block));
  CHECK_EQ(heap_free(1, a, PC), HEAP_INVALID_FREE);
}

static void count_live(void *count, const struct heap_block *block) {
  CHECK_EQ(block->freed_by, RV_NO_THREAD);
  ++*(unsigned *)count;
}

/* The blocks of constructors: a few small ones, then all of `size` bytes, one of them freed. */
static void snapshot_story(size_t size) {
  TEST("every execution begins with what the snapshot kept, whatever was done to it");
  char *a = heap_malloc(0, size, 0, OLD_PC), *b = heap_malloc(0, size, 0, OLD_PC);
  char *c = heap_malloc(3, 50, 0, OLD_PC);
  memset(a, 'a', size);
  memset(b, 'b', size);
  memset(c, 'c', 50);
  CHECK_EQ(heap_free(0, b, PC), HEAP_OK);
  heap_snapshot();
  size_t large = 3 * size + 200000;
  uint64_t later[2] = {0};
  for (int execution = 0; execution < 4; execution++) {
    CHECK(all_bytes(a, size, 'a') && all_bytes(b, size, 'b') && all_bytes(c, 50, 'c'));
    CHECK_EQ(heap_free(0, b, PC), HEAP_DOUBLE_FREE);
    unsigned live = 0;
    heap_live(count_live, &live);
    CHECK_EQ(live, 2);
    char *d = allocate(0, large), *e = allocate(8, 70000);
    CHECK(all_bytes(d, large, 0) && all_bytes(e, 70000, 0));
    if (execution == 0)
      later[0] = address(d), later[1] = address(e);
    CHECK(address(d) == later[0] && address(e) == later[1]);
    CHECK(d > b);
    if (execution < 2) {
      memset(a, 'x', size);
      memset(d, 'x', large);
      memset(e, 'x', 70000);
      CHECK_EQ(heap_free(0, a, PC), HEAP_OK);
      CHECK_EQ(heap_free(5, c, PC), HEAP_OK);
      CHECK_EQ(heap_free(5, c, PC), HEAP_DOUBLE_FREE);
    }
    heap_reset();
  }
}

/* Random operations. */

enum { MODEL_BLOCKS = 4000, MODEL_THREADS = 5 };

struct model_block {
  char *start;
  size_t size;
  rv_tid thread, freed_by;
  char contents;
};

static struct model_block model[MODEL_BLOCKS];
static int n_model;
static uint64_t random_state = 1;

static uint32_t pick(uint32_t n) {
  random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)((random_state >> 33) % n);
}

static void model_add(rv_tid thread, char *start, size_t size) {
  for (int i = 0; i < n_model; i++)
    CHECK(start >= model[i].start + model[i].size + 16 || start + size + 16 <= model[i].start);
  model[n_model] = (struct model_block){start, size, thread, RV_NO_THREAD, (char)pick(100)};
  memset(start, model[n_model].contents, size);
  n_model++;
}

static void model_allocate(void) {
  rv_tid thread = pick(MODEL_THREADS) * 33;
  size_t align = (size_t)1 << pick(9), size = pick(1 << pick(14));
  char *start = heap_malloc(thread, size, align, PC + n_model);
  CHECK(start && address(start) % align == 0 && all_bytes(start, size, 0));
  model_add(thread, start, size);
}

static void model_move(struct model_block *block) {
  rv_tid thread = pick(MODEL_THREADS) * 33;
  size_t size = pick(2000), kept = size < block->size ? size : block->size;
  enum heap_status status;
  char *moved = heap_realloc(thread, block->start, size, PC + n_model, &status);
  CHECK_EQ(status, block->freed_by == RV_NO_THREAD ? HEAP_OK : HEAP_DOUBLE_FREE);
  if (!moved)
    return;
  block->freed_by = thread;
  CHECK(all_bytes(moved, kept, block->contents));
  CHECK(all_bytes(moved + kept, size - kept, 0));
  model_add(thread, moved, size);
}

static void model_free(struct model_block *block) {
  if (block->freed_by == RV_NO_THREAD)
    CHECK(all_bytes(block->start, block->size, block->contents));
  enum heap_status status = heap_free(2, block->start, PC);
  CHECK_EQ(status, block->freed_by == RV_NO_THREAD ? HEAP_OK : HEAP_DOUBLE_FREE);
  if (status == HEAP_OK)
    block->freed_by = 2;
}

static void model_find(struct model_block *block) {
  char *place = block->start + pick((uint32_t)block->size + 100);
  const struct model_block *best = NULL;
  for (int i = 0; i < n_model; i++)
    if (model[i].start <= place && (!best || model[i].start > best->start))
      best = &model[i];
  struct heap_block found;
  CHECK(heap_find(address(place), &found));
  CHECK(found.start == address(best->start) && found.size == best->size);
  CHECK(found.freed_by == best->freed_by && found.allocated_by == best->thread);
  CHECK_EQ(found.allocated_pc, PC + (uint64_t)(best - model));
}

static void model_live(void *seen, const struct heap_block *block) {
  if (block->allocated_pc == OLD_PC)
    return;
  struct model_block *mine = &model[block->allocated_pc - PC];
  CHECK(address(mine->start) == block->start && mine->freed_by == RV_NO_THREAD);
  ++*(int *)seen;
}

static void test_random_operations(void) {
  TEST("random operations do what a plain list of blocks says");
  for (int execution = 0; execution < 40; execution++) {
    n_model = 0;
    int length = (int)pick(execution % 10 == 0 ? 2000 : 200);
    for (int step = 0; step < length; step++) {
      uint32_t what = pick(10);
      struct model_block *block = &model[n_model ? pick((uint32_t)n_model) : 0];
      if (n_model == 0 || what < 5)
        model_allocate();
      else if (what < 6)
        model_move(block);
      else if (what < 8)
        model_free(block);
      else
        model_find(block);
    }
    int live = 0, seen = 0;
    heap_live(model_live, &seen);
    for (int i = 0; i < n_model; i++)
      live += model[i].freed_by == RV_NO_THREAD;
    CHECK_EQ(seen, live);
    heap_reset();
  }
}

static void without_snapshot(void) {
  test_blocks();
  test_holding();
  test_freeing();
  test_moving();
  test_limits();
  test_repeating();
  test_random_operations();
}

static void small_snapshot(void) {
  snapshot_story(100);
}

static void large_snapshot(void) {
  snapshot_story(100000);
}

static void random_after_snapshot(void) {
  snapshot_story(3000);
  test_random_operations();
}

static void in_a_process(void (*story)(void)) {
  check_finish();
  fflush(stdout);
  int channel[2];
  pid_t child = pipe(channel) == 0 ? fork() : -1;
  if (child == 0) {
    story();
    check_finish();
    fflush(stdout);
    ssize_t written = write(channel[1], &check_state, sizeof check_state);
    _exit(written != sizeof check_state);
  }
  int status;
  TEST("the heap survives the story");
  if (CHECK(waitpid(child, &status, 0) == child && status == 0) &&
      CHECK(read(channel[0], &check_state, sizeof check_state) == sizeof check_state))
    return;
}

int main(void) {
  in_a_process(without_snapshot);
  in_a_process(small_snapshot);
  in_a_process(large_snapshot);
  in_a_process(random_after_snapshot);
  return check_report();
}
