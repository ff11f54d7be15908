/*
 * What is told when something is wrong. What ravel_linearizable.h is made of; a program includes
 * that one.
 */
#ifndef RAVEL_FINDINGS_H
#define RAVEL_FINDINGS_H

#include "ravel_history_text.h"
#include "ravel_smaller.h"

#ifdef __cplusplus
extern "C" {
#endif

RAVEL_INSIDE void ravel_report(struct ravel_check *check, const char *what) {
  char scenario[RAVEL_MAX_SCENARIO];
  ravel_scenario_text(&check->history, scenario, sizeof scenario);
  printf("%s: %s\n\n", what, scenario);
  ravel_print_table(&check->history);
  printf("\n");
}

/* The scenario as a program, to keep as a test; what it names must be declared outside of main. */
RAVEL_INSIDE void ravel_print_program(const struct ravel_check *check, const char *scenario) {
  const struct ravel_source *source = &check->source;
  printf("as a program, to keep as a test:\n"
         "  #define main main_of_all_scenarios\n"
         "  #include \"%s\"\n"
         "  #undef main\n\n",
         source->file);
  if (source->arguments)
    printf("  int main(void) {\n"
           "    struct ravel_scenario scenario = %s;\n"
           "    scenario.only = \"%s\";\n"
           "    return ravel_linearizable(%s, scenario);\n"
           "  }\n",
           source->scenario, scenario, source->arguments);
  else
    printf("  int main(int argc, char **argv) {\n"
           "    return ravel::only(%d, \"%s\", main_of_all_scenarios, argc, argv);\n"
           "  }\n",
           check->history.check, scenario);
}

/* Before an execution that is shown: whatever goes wrong in it, its scenario is known. */
RAVEL_INSIDE void ravel_print_scenario(const struct ravel_check *check) {
  char scenario[RAVEL_MAX_SCENARIO];
  ravel_scenario_text(&check->history, scenario, sizeof scenario);
  printf("this scenario alone: .only = \"%s\"\n", scenario);
  ravel_print_program(check, scenario);
  printf("\n");
  fflush(stdout);
}

RAVEL_INSIDE void ravel_wrong(struct ravel_check *check, const char *what) {
  char scenario[RAVEL_MAX_SCENARIO], message[RAVEL_MAX_SCENARIO + 100];
  ravel_scenario_text(&check->history, scenario, sizeof scenario);
  snprintf(message, sizeof message, "%s: %s", what, scenario);
  if (!ravel_runtime_explores || !ravel_runtime_explores())
    ravel_print_scenario(check);
  fflush(stdout);
  if (ravel_runtime_wrong)
    ravel_runtime_wrong(message, check->source.file, check->source.line);
  fprintf(stderr, "%s:%u: %s\n", check->source.file, check->source.line, message);
  abort();
}

/* Calls one after the other have other results on an object that is made anew: what one thread does
 * without a model can't be wrong in any other way. */
RAVEL_INSIDE int ravel_has_state_outside(const struct ravel_check *check) {
  return (check->history.threads == 1 && !check->scenario.model) ||
         !ravel_is_made_anew(&check->history);
}

RAVEL_INSIDE __attribute__((noreturn)) void ravel_refuse_state(const struct ravel_check *check) {
  char scenario[RAVEL_MAX_SCENARIO], what[RAVEL_MAX_SCENARIO + 200];
  ravel_scenario_text(&check->history, scenario, sizeof scenario);
  snprintf(what, sizeof what,
           "calls one after the other return something else on an object that is made anew: it "
           "keeps state outside of what is made, or depends on threads, addresses or time: %s",
           scenario);
  ravel_refuse(what);
}

/* What is wrong with the execution. It is told if the scenario is the smallest one that fails. */
RAVEL_INSIDE void ravel_found(struct ravel_check *check, const char *what, int has_no_order) {
  if (ravel_goes_on_smaller(check))
    return;
  if (has_no_order && ravel_has_state_outside(check))
    ravel_refuse_state(check);
  ravel_report(check, what);
  if (has_no_order) {
    ravel_print_reason(&check->history);
    ravel_print_nearest(&check->history);
  }
  ravel_wrong(check, what);
}

/* A call makes too many steps, or waits, though its operation is to make progress. */
RAVEL_INSIDE void ravel_no_progress(int call, int waits) {
  static const char *const conditions[] = {"", "obstruction-free", "lock-free", "wait-free"};
  struct ravel_check *check = &ravel_the_check;
  const enum ravel_progress progress = check->scenario.progress;
  const int calls = progress == RAVEL_LOCK_FREE ? check->history.n : 1;
  char name[RAVEL_MAX_CALL_TEXT], what[RAVEL_MAX_CALL_TEXT + 100];
  ravel_call_text(&check->history, &check->history.calls[call], name, sizeof name);
  if (waits)
    snprintf(what, sizeof what, "not %s: %s waits for another thread", conditions[progress], name);
  else
    snprintf(what, sizeof what, "not %s: %s has not returned within %d steps%s",
             conditions[progress], name, calls * check->scenario.steps,
             progress == RAVEL_OBSTRUCTION_FREE ? " in a row" : "");
  ravel_found(check, what, 0);
}

#ifdef __cplusplus
}
#endif

#endif
