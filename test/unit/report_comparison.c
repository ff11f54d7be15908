/* What the table says about rows that should agree and do not: no real search does that. */
#include "report/comparison.h"

#include <string.h>

#include "check.h"

enum { ROWS = 3 };

struct made {
  struct request request;
  struct result results[ROWS];
  struct comparison comparison;
  struct buffer text, page;
};

static void make(struct made *made, const enum verdict verdicts[ROWS]) {
  *made = (struct made){.comparison = {.program = "a<b&c.c", .n = ROWS}};
  for (uint32_t i = 0; i < ROWS; i++) {
    static const char *const names[] = {"naive", "dpor", "optimal"};
    struct result *result = &made->results[i];
    *result = (struct result){.program = "a.c", .request = &made->request, .verdict = verdicts[i]};
    result->stats.executions = 1234;
    if (verdicts[i] == VERDICT_FAIL) {
      result->n_errors = 1;
      result->errors[0].kind = "deadlock";
    } else if (verdicts[i] == VERDICT_INCOMPLETE) {
      result->stopped_by = "--max-seconds";
    }
    made->comparison.rows[i] = (struct comparison_row){.name = names[i], .result = result};
  }
  comparison_text(&made->comparison, false, &made->text);
  comparison_html(&made->comparison, &made->page);
}

static void made_free(struct made *made) {
  buffer_free(&made->text);
  buffer_free(&made->page);
}

static bool says(const struct made *made, const char *what) {
  return strstr(buffer_text(&made->text), what) && strstr(buffer_text(&made->page), what);
}

static bool is_silent(const struct made *made, const char *what) {
  return !strstr(buffer_text(&made->text), what) && !strstr(buffer_text(&made->page), what);
}

int main(void) {
  struct made made;

  TEST("rows that agree are not marked, and nothing is explained");
  make(&made, (enum verdict[]){VERDICT_PASS, VERDICT_PASS, VERDICT_PASS});
  CHECK(says(&made, "1,234") && says(&made, "pass"));
  CHECK(is_silent(&made, "pass !") && is_silent(&made, "pass *"));
  CHECK(is_silent(&made, "please report") && is_silent(&made, "more than"));
  made_free(&made);

  TEST("a row that passes where another fails is an error of Ravel");
  make(&made, (enum verdict[]){VERDICT_FAIL, VERDICT_PASS, VERDICT_FAIL});
  CHECK(says(&made, "fail: deadlock") && says(&made, "pass !"));
  CHECK(says(&made, "please report it"));
  CHECK(is_silent(&made, "deadlock !") && is_silent(&made, "* no verdict"));
  made_free(&made);

  TEST("a row without a verdict is marked where another one has one");
  make(&made, (enum verdict[]){VERDICT_INCOMPLETE, VERDICT_PASS, VERDICT_PASS});
  CHECK(says(&made, "more than 1,234") && says(&made, "incomplete: --max-seconds *"));
  CHECK(says(&made, "* no verdict") && is_silent(&made, "please report"));
  made_free(&made);

  TEST("rows that were all stopped agree");
  make(&made, (enum verdict[]){VERDICT_INCOMPLETE, VERDICT_INCOMPLETE, VERDICT_INCOMPLETE});
  CHECK(says(&made, "more than 1,234") && is_silent(&made, "* no verdict"));
  made_free(&made);

  TEST("the name of a program is no markup");
  make(&made, (enum verdict[]){VERDICT_PASS, VERDICT_PASS, VERDICT_PASS});
  CHECK(strstr(buffer_text(&made.page), "<h1>a&lt;b&amp;c.c</h1>") != NULL);
  CHECK(!strstr(buffer_text(&made.page), "a<b"));
  made_free(&made);
  return check_report();
}
