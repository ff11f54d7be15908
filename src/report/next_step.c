#include "report/next_step.h"

#include <stdio.h>
#include <string.h>

#include "report/estimate.h"

struct next_step {
  const char *why;
  const char *option; /* its name */
  char value[32];
};

static bool is_stopped_by(const struct result *result, const char *option) {
  return result->stopped_by && strstr(result->stopped_by, option);
}

static void set(struct next_step *step, const char *why, const char *option, uint64_t value) {
  step->why = why;
  step->option = option;
  snprintf(step->value, sizeof step->value, "%llu", (unsigned long long)value);
}

static void more_of_the_same(const struct result *result, struct next_step *step) {
  if (is_stopped_by(result, "--max-executions"))
    set(step, "ten times as many:", "--max-executions",
        10 * result->request->explorer.max_executions);
  else if (result->max_seconds > 0)
    set(step, "ten times as long:", "--max-seconds", (uint64_t)(10 * result->max_seconds + 1));
}

/* Where bounds have kept executions from being explored: the first that is named. */
static bool choose_bound(const struct result *result, struct next_step *step) {
  const struct request *request = result->request;
  if (is_stopped_by(result, "--preemption-bound"))
    set(step, "executions with one preemption more:", "--preemption-bound",
        request->explorer.preemptions);
  else if (is_stopped_by(result, "--timeouts"))
    set(step, "executions in which threads give up once more:", "--timeouts",
        request->timeouts + UINT64_C(1));
  else if (is_stopped_by(result, "--spurious"))
    set(step, "executions with one more wakeup for no reason:", "--spurious",
        request->spurious + UINT64_C(1));
  else if (is_stopped_by(result, "--max-steps"))
    set(step, "longer executions:", "--max-steps", 10 * request->explorer.max_steps);
  else if (is_stopped_by(result, "--step-seconds"))
    set(step, "longer steps:", "--step-seconds", UINT64_C(10) * request->step_seconds);
  return step->option;
}

/* The limit that was met, raised to what is estimated at most, where that is within reach. */
static bool choose_rest(const struct result *result, struct next_step *step) {
  const double reach = 20, explored = (double)result->stats.executions;
  struct estimate estimate;
  if (!estimate_search(&result->stats, &estimate) || estimate.high > reach * explored)
    return false;
  if (is_stopped_by(result, "--max-seconds"))
    set(step, "all of them, as far as that can be estimated:", "--max-seconds",
        (uint64_t)(result->seconds * estimate.high / explored) + 1);
  else if (is_stopped_by(result, "--max-executions"))
    set(step, "all of them, as far as that can be estimated:", "--max-executions",
        (uint64_t)estimate.high + result->stats.blocked + 1);
  return step->option;
}

static void choose(const struct result *result, struct next_step *step) {
  const struct rv_options *explorer = &result->request->explorer;
  if (result->request->saves || choose_bound(result, step)) /* a saved search goes on as it is */
    return;
  if (explorer->sample && is_stopped_by(result, "--samples"))
    set(step, "ten times as many samples:", "--samples", 10 * explorer->samples);
  else if (explorer->sample || explorer->preemptions || explorer->observers || explorer->context ||
           explorer->symmetry || explorer->stateful || explorer->no_sleep)
    more_of_the_same(result, step);
  else if (result->observed.executions)
    *step = (struct next_step){.why = "without the orders of stores that nobody reads, all are "
                                      "explored in a moment:",
                               .option = "--observers"};
  else if (result->symmetry == SYMMETRY_EXPLORES_ALL)
    *step = (struct next_step){.why = "some threads are interchangeable; one execution of those "
                                      "that are alike, and all are explored in a moment:",
                               .option = "--symmetry"};
  else if (choose_rest(result, step))
    return;
  else if (result->symmetry == SYMMETRY_HELPS && !estimate_is_open(&result->stats))
    *step = (struct next_step){
        .why = "some threads are interchangeable; one execution of those that are alike:",
        .option = "--symmetry"};
  else
    *step = (struct next_step){
        .why = "those with the fewest preemptions first, and how many are covered:",
        .option = "--preemption-bound",
        .value = "auto"};
}

/* How many words give this option, from here on: with its value, or the value is the next one. */
static uint32_t option_words(const struct result *result, uint32_t i, const char *option) {
  const char *word = result->words[i];
  const size_t length = strlen(option);
  if (strncmp(word, option, length) != 0)
    return 0;
  return word[length] == '='                             ? 1
         : !word[length] && strcmp(option, "--spurious") ? 2
                                                         : !word[length];
}

static void put_option(const struct next_step *step, struct buffer *out) {
  buffer_printf(out, *step->value ? " %s=%s" : " %s", step->option, step->value);
}

static void put_command(const struct result *result, const struct next_step *step,
                        struct buffer *out) {
  bool put = false;
  buffer_puts(out, "  ravel check");
  for (uint32_t i = 0; i < result->n_words;) {
    const uint32_t skip = put ? 0 : option_words(result, i, step->option);
    if (!put && strcmp(result->words[i], "--") == 0) {
      put_option(step, out);
      put = true;
    }
    if (!skip) {
      buffer_putc(out, ' ');
      buffer_put_word(out, result->words[i]);
    }
    i += skip ? skip : 1;
  }
  if (!put)
    put_option(step, out);
  buffer_putc(out, '\n');
}

void next_step_text(const struct result *result, struct buffer *out) {
  struct next_step step = {0};
  if (result->verdict != VERDICT_INCOMPLETE || result->failure || !result->n_words)
    return;
  choose(result, &step);
  if (!step.option)
    return;
  buffer_printf(out, "%s\n", step.why);
  put_command(result, &step, out);
}
