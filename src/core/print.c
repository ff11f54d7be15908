#include "core/print.h"

#include "core/clock.h"

/* The finaliser of Sebastiano Vigna's splitmix64, for two halves. */
void rv_print_mix(struct rv_print *print, uint64_t with) {
  static const uint64_t odd[2] = {UINT64_C(0xbf58476d1ce4e5b9), UINT64_C(0x94d049bb133111eb)};
  for (unsigned i = 0; i < 2; i++) {
    uint64_t z = print->at[i] + with * (2 * i + 1) + UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * odd[i];
    z = (z ^ z >> 27) * odd[!i];
    print->at[i] = z ^ z >> 31;
  }
}

void rv_print_mix_print(struct rv_print *print, const struct rv_print *with) {
  rv_print_mix(print, with->at[0]);
  rv_print_mix(print, with->at[1]);
}

void rv_print_event(const struct rv_trace *trace, struct rv_print *prints, uint64_t position) {
  const struct rv_event *const event = &trace->events[position];
  struct rv_print print = {{event->step.thread, event->step.choice}};
  for (rv_tid t = 0; t < trace->width; t++) {
    const uint32_t known =
        t == event->step.thread ? event->index - 1 : rv_clock_at(event->clock, t);
    if (!known)
      continue;
    rv_print_mix(&print, t);
    rv_print_mix_print(&print, &prints[trace->threads[t].positions[known - 1]]);
  }
  prints[position] = print;
}

struct rv_print rv_print_configuration(const struct rv_trace *trace,
                                       const struct rv_print *prints) {
  struct rv_print print = {{0, 0}};
  for (rv_tid t = 0; t < trace->width; t++) {
    const struct rv_thread *const thread = &trace->threads[t];
    if (!thread->events)
      continue;
    rv_print_mix(&print, t);
    rv_print_mix_print(&print, &prints[thread->positions[thread->events - 1]]);
  }
  return print;
}
