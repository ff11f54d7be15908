/*
 * Private memory: who touched what, and the marks that survive.
 */
#include "protocol/shared.h"
#include "runtime/private.h"

#include "check.h"

enum { PLACE = 0x50000, MANY = 4000 };

#define ADDRESS ((UINT64_C(1) << 48) - 1)

static uint64_t listed[MANY];
static unsigned n_listed;

static void list(uint64_t mark) {
  listed[n_listed++] = mark;
}

static unsigned count_marks(void) {
  n_listed = 0;
  private_marks(MANY, list);
  return n_listed;
}

static void test_owners(void) {
  TEST("memory that nobody has touched becomes the first thread's own, and stays so");
  CHECK(private_touch(3, PLACE, 4));
  CHECK(private_touch(3, PLACE + 4, 4));
  CHECK(private_touch(3, PLACE, 8));
  CHECK_EQ(private_grew, 0);
  CHECK_EQ(count_marks(), 0);

  TEST("when a second thread touches it, it is shared for ever");
  CHECK(!private_touch(0, PLACE + 7, 1));
  CHECK_EQ(private_grew, 1);
  CHECK(!private_touch(3, PLACE, 4));
  CHECK(!private_touch(0, PLACE, 4));
  CHECK(!private_touch(5, PLACE, 4));
  CHECK_EQ(private_grew, 1);

  TEST("the granule beside it is another");
  CHECK(private_touch(5, PLACE + 8, 8));
  CHECK(private_touch(5, PLACE - 1, 1));

  TEST("the highest thread is one like the others");
  CHECK(private_touch(4095, PLACE + 0x100, 8));
  CHECK(private_touch(4095, PLACE + 0x100, 1));
  CHECK(!private_touch(4094, PLACE + 0x100, 1));
}

static void test_ranges(void) {
  TEST("a range is private if all of it is, and every granule of it is touched");
  uint64_t grew = private_grew;
  CHECK(private_touch(1, PLACE + 0x203, 42));
  CHECK(private_touch(2, PLACE + 0x230, 8));
  CHECK(!private_touch(2, PLACE + 0x22c, 5));
  CHECK_EQ(private_grew, grew + 1);
  CHECK(!private_touch(1, PLACE + 0x200, 0x38));
  CHECK_EQ(private_grew, grew + 2);
  CHECK(private_touch(1, PLACE + 0x200, 0x28));

  TEST("a range across leaves is one range");
  uint64_t border = UINT64_C(1) << SHADOW_LEAF_BITS;
  CHECK(private_touch(1, border - 64, 128));
  CHECK(!private_touch(2, border, 1));
  CHECK(!private_touch(1, border - 64, 128));
  CHECK(private_touch(1, border - 64, 64));
  CHECK(private_touch(1, border + 8, 56));

  TEST("no bytes are nobody's");
  CHECK(private_touch(1, PLACE + 0x300, 0));
  CHECK(private_touch(1, PLACE + 0x303, 0));
  CHECK(private_touch(2, PLACE + 0x300, 8));
}

static void test_marks(void) {
  TEST("what is shared is listed once, granule by granule");
  unsigned before = count_marks();
  CHECK_EQ(before, private_grew);
  for (uint64_t i = 0; i < 1000; i++)
    CHECK(private_touch((rv_tid)i, PLACE + 0x1000 + 16 * i + i % 8, 1));
  for (uint64_t i = 0; i < 1000; i++)
    CHECK(!private_touch(2000, PLACE + 0x1000 + 16 * i, 1));
  CHECK_EQ(count_marks(), before + 1000);
  for (unsigned i = 0; i < 1000; i++)
    CHECK_EQ(listed[before + i] & ADDRESS, PLACE + 0x1000 + 16 * (uint64_t)i);

  TEST("what is marked is shared from the start, and did not grow");
  uint64_t grew = private_grew;
  private_mark(PLACE + 0x10003);
  private_mark(PLACE + 0x10000);
  CHECK(!private_touch(1, PLACE + 0x10007, 1));
  CHECK(private_touch(1, PLACE + 0x10008, 1));
  CHECK_EQ(private_grew, grew);
  CHECK_EQ(count_marks(), before + 1001);
  CHECK_EQ(listed[before + 1000] & ADDRESS, PLACE + 0x10000);

  TEST("a mark takes memory from its owner");
  private_mark(PLACE + 0x10008);
  CHECK(!private_touch(1, PLACE + 0x10008, 1));
  CHECK_EQ(private_grew, grew);

  TEST("an imported mark is shared from the start, whoever owned it");
  CHECK(private_touch(7, PLACE + 0x11000, 8));
  CHECK(!private_touch(8, PLACE + 0x11000, 8));
  const uint64_t owned = listed[count_marks() - 1];
  private_import(owned + 0x100);
  CHECK(!private_touch(7, PLACE + 0x11100, 8));

  TEST("one for later has its owner and becomes shared when another thread comes");
  grew = private_grew;
  private_import((owned + 0x200) | PRIVATE_MARK_LATER);
  CHECK(private_touch(7, PLACE + 0x11200, 8));
  CHECK_EQ(private_grew, grew);
  CHECK(!private_touch(8, PLACE + 0x11200, 8));
  CHECK_EQ(private_grew, grew + 1);

  TEST("the same for one that was accessed atomically");
  private_touch_atomically(7, PLACE + 0x12000, 8);
  CHECK(!private_touch(7, PLACE + 0x12000, 8));
  private_import((listed[count_marks() - 1] + 0x100) | PRIVATE_MARK_LATER);
  grew = private_grew;
  private_touch_atomically(8, PLACE + 0x12100, 8);
  CHECK_EQ(private_grew, grew);
  CHECK(!private_touch(8, PLACE + 0x12100, 8));
  CHECK_EQ(private_grew, grew + 1);
}

int main(void) {
  test_owners();
  test_ranges();
  test_marks();
  return check_report();
}
