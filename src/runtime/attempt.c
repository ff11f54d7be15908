#include "runtime/attempt.h"

#include "runtime/access.h"
#include "runtime/attempt_trial.h"
#include "runtime/back_off.h"
#include "runtime/liveness.h"
#include "runtime/spinloop.h"
#include "runtime/thread.h"
#include "runtime/turn_places.h"

enum { MAX_WORDS = 16, MAX_ADDENDS = 24, MAX_THREAD = 63 };

/* What is known of a word: what each thread may add to it for a while. */
static struct word {
  struct rv_access range;
  uint32_t n;
  struct {
    rv_tid thread;
    uint64_t addend; /* as long as the word */
  } adds[MAX_ADDENDS];
  uint32_t refuted; /* when so many places were known; 0: it is not */
} words[MAX_WORDS];
static uint32_t n_words;

bool attempt_is_any(void) {
  return n_words > 0;
}

static struct word *find_word(const struct rv_access *range) {
  for (uint32_t i = 0; i < n_words; i++)
    if (same_range(&words[i].range, range))
      return &words[i];
  return NULL;
}

static bool is_refuted(const struct word *word) {
  return word->refuted == turn_attempt_places();
}

/* --- marks ---------------------------------------------------------------------------------------
 */

/* A mark with TURN_ATTEMPT is a place, or names a word; then the next one says more of that. */
#define WORD (UINT64_C(1) << 51)
#define ADDS (UINT64_C(2) << 51)
#define REFUTED (UINT64_C(3) << 51)
#define KIND (UINT64_C(3) << 51)
enum { SIZE_SHIFT = 48, THREAD_SHIFT = 40 };
static const uint64_t base = SPINLOOP_MARK | TURN_MARK | TURN_ATTEMPT;
static const uint64_t most_addend = UINT64_C(1) << (THREAD_SHIFT - 1);

static uint64_t of_size(uint64_t value, uint32_t size) {
  return size < 8 ? value & ((UINT64_C(1) << 8 * size) - 1) : value;
}

static void import_addend(struct word *word, uint64_t mark) {
  const uint64_t addend = (mark & (2 * most_addend - 1)) ^ most_addend;
  if (word->n == MAX_ADDENDS)
    return;
  word->adds[word->n].thread = (rv_tid)(mark >> THREAD_SHIFT & MAX_THREAD);
  word->adds[word->n++].addend = of_size(addend - most_addend, word->range.size);
}

void attempt_import(uint64_t mark) {
  static struct rv_access range;
  if ((mark & KIND) == WORD) {
    range = (struct rv_access){mark & TURN_ADDRESS, 1u << (mark >> SIZE_SHIFT & 3), 0};
    return;
  }
  struct word *word = find_word(&range);
  if (!word && n_words == MAX_WORDS)
    return;
  if (!word) {
    word = &words[n_words++];
    *word = (struct word){.range = range};
  }
  if ((mark & KIND) == ADDS)
    import_addend(word, mark);
  else
    word->refuted = (uint32_t)(mark & TURN_ADDRESS);
}

static void tell(const struct rv_access *range, uint64_t more) {
  if (rt.recording)
    return;
  const uint64_t size = (uint64_t)__builtin_ctz(range->size);
  note_mark(base | WORD | size << SIZE_SHIFT | range->addr);
  note_mark(base | more);
  rt.spun = true;
}

static void refute(struct word *word) {
  if (is_refuted(word))
    return;
  word->refuted = rt.recording ? word->refuted : turn_attempt_places();
  tell(&word->range, REFUTED | turn_attempt_places());
}

static bool is_known(const struct word *word, rv_tid thread, uint64_t addend) {
  for (uint32_t i = 0; i < word->n; i++)
    if (word->adds[i].thread == thread && word->adds[i].addend == addend)
      return true;
  return false;
}

/* What of a thread's attempt the others know. */
enum addend {
  ADDEND_KNOWN,
  ADDEND_NEW /* known when the exploration begins again */,
  ADDEND_NEVER
};

static enum addend knows_addend(const struct rv_access *range, rv_tid thread, uint64_t addend) {
  const struct word *word = find_word(range);
  if (word && is_known(word, thread, addend))
    return ADDEND_KNOWN;
  const uint64_t sign = UINT64_C(1) << (8 * range->size - 1);
  const uint64_t extended = (addend ^ sign) - sign;
  const bool fits = extended + most_addend < 2 * most_addend;
  if (!fits || thread > MAX_THREAD || range->addr > TURN_ADDRESS ||
      (word ? word->n == MAX_ADDENDS : n_words == MAX_WORDS))
    return ADDEND_NEVER;
  tell(range, ADDS | (uint64_t)thread << THREAD_SHIFT | (extended & (2 * most_addend - 1)));
  return ADDEND_NEW;
}

/* --- places --------------------------------------------------------------------------------------
 */

/* The turn has written nothing but this word, by two additions, and has read nothing else. */
static bool is_about_one_word(const struct turns *turns, const struct turn *turn) {
  const struct turn_write *first = &turns->writes[turn->writes];
  if (turns->n_writes - turn->writes != 2 || !first[0].adds || !first[1].adds ||
      !same_range(&first[0].access, &first[1].access) ||
      stack_owner(first->access.addr) != RV_NO_THREAD)
    return false;
  for (uint32_t i = turn->reads; i < turns->n_reads; i++)
    if (!same_range(&turns->reads[i].access, &first->access))
      return false;
  return true;
}

void attempt_note(const struct turns *turns, const struct turn *turn) {
  if (!is_about_one_word(turns, turn))
    return;
  const struct turn_write *first = &turns->writes[turn->writes];
  const bool takes_back_last = liveness_ignores_result(first[1].pc);
  if (takes_back_last == liveness_ignores_result(first[0].pc))
    return;
  turn_note_attempt(first[takes_back_last ? 0 : 1].pc);
  if (turn->pc == first->pc && !takes_back_last && turn->before.pc &&
      same_range(&turn->before.access, &first->access) &&
      turn->before.access.mode == (RV_READ | RV_WRITE))
    turn_note_attempt(turn->before.pc); /* the first of all was made before the loop */
}

void attempt_note_waits(const struct thread *thread) {
  const struct turns *turns = turns_of(thread);
  const struct turn *turn = &turns->turns[turns->of];
  attempt_note(turns, turn);
  if (is_about_one_word(turns, turn) &&
      same_range(&turns->writes[turn->writes].access, &thread->pending.access) &&
      thread->pending.access.mode == (RV_READ | RV_WRITE))
    turn_note_attempt(thread->pc); /* what is at the end of the loop, and was made before it, too */
}

/* --- waiting until it succeeds -------------------------------------------------------------------
 */

static bool can_succeed(struct thread *thread);
static const struct blocking until_it_succeeds = {can_succeed, spinloop_describe};

void attempt_stand(struct thread *self, const void *entry) {
  const struct rv_op *op = &self->pending;
  if (op->kind != RV_OP_MEMORY || op->access.mode != (RV_READ | RV_WRITE) || op->access.size > 8 ||
      op->more_count || self->trial || self->blocking || self->await || self->general ||
      self->hook.pc != self->pc || self->cancellation.asynchronous || self->interruption.possible ||
      stack_owner(op->access.addr) != RV_NO_THREAD || !liveness_can_be_tried(self, entry))
    return;
  const struct word *word = find_word(&op->access);
  if (word && is_refuted(word))
    return;
  self->blocking = &until_it_succeeds;
  self->pending.kind = RV_OP_AWAIT;
  self->pending.flags = spinloop_flags(self->pending.access.mode);
  self->tried = TRIED_NOTHING;
  self->attempted = self->judged = false;
}

static bool add_value(struct attempt_values *values, uint64_t value) {
  for (uint32_t i = 0; i < values->n; i++)
    if (values->value[i] == value)
      return true;
  if (values->n == ATTEMPT_MOST_VALUES)
    return false;
  values->value[values->n++] = value;
  return true;
}

/* One of them may be in the middle of an attempt where this thread stands. Who has ended has made
 * all its attempts before, as they do not commute with what this one does. */
static bool may_attempt(const struct word *word, uint32_t i, const struct thread *self) {
  return word->adds[i].thread != self->tid &&
         rt.threads[word->adds[i].thread].state != THREAD_ENDED;
}

/* As the word may be when some of the other threads have added to it. False: in too many ways. */
static bool find_values(const struct word *word, const struct thread *self,
                        struct attempt_values *values) {
  bool room = add_value(values, contents(word->range.addr, word->range.size));
  for (rv_tid tid = 0; tid <= MAX_THREAD; tid++) {
    const uint32_t without = values->n;
    for (uint32_t i = 0; i < word->n; i++)
      for (uint32_t k = 0; k < without && word->adds[i].thread == tid; k++)
        if (may_attempt(word, i, self))
          room = room && add_value(values, of_size(values->value[k] + word->adds[i].addend,
                                                   word->range.size));
  }
  return room;
}

/* --- backing off for each other ------------------------------------------------------------------
 */

/* By whose additions a thread fails that would succeed with the word as it is. */
static struct { uint64_t value, by; } hindered[MAX_THREAD + 1];

static void note_hindered(const struct thread *self, const struct word *word,
                          const struct attempt_values *values, uint64_t fails) {
  hindered[self->tid].value = values->value[0];
  hindered[self->tid].by = 0;
  for (uint32_t i = 0; i < word->n && !(fails & 1); i++)
    for (uint32_t k = 1; k < values->n; k++)
      if (fails >> k & 1 && may_attempt(word, i, self) &&
          values->value[k] == of_size(values->value[0] + word->adds[i].addend, word->range.size))
        hindered[self->tid].by |= UINT64_C(1) << word->adds[i].thread;
}

/* Those that stand before an attempt which would succeed now. `failed`: some have failed there. */
static uint64_t who_can_succeed(const struct word *word, uint64_t by[MAX_THREAD + 1],
                                bool *failed) {
  const uint64_t value = contents(word->range.addr, word->range.size);
  uint64_t set = 0;
  for (rv_tid tid = 0; tid < rt.high && tid <= MAX_THREAD; tid++) {
    const struct thread *thread = &rt.threads[tid];
    if (thread->state != THREAD_READY || thread->blocking != &until_it_succeeds ||
        !same_range(&thread->pending.access, &word->range) || hindered[tid].value != value)
      continue;
    by[tid] = hindered[tid].by;
    set |= UINT64_C(1) << tid;
    *failed |= thread->attempted;
  }
  return set;
}

/* If some has failed when the word was another, they can go on in step. */
static void look_for_circle(const struct word *word) {
  uint64_t by[MAX_THREAD + 1] = {0};
  bool failed = false;
  uint64_t set = who_can_succeed(word, by, &failed);
  for (uint64_t before = 0; set != before;) {
    before = set;
    for (rv_tid tid = 0; tid <= MAX_THREAD; tid++)
      if (!(by[tid] & set & ~(UINT64_C(1) << tid)))
        set &= ~(UINT64_C(1) << tid);
  }
  if (set && failed)
    back_off_in_step();
}

/* --- trying --------------------------------------------------------------------------------------
 */

static enum attempt_result try_it(struct thread *thread, struct word *word, uint64_t addend) {
  struct attempt_values values = {.addend = addend};
  uint64_t fails;
  if (!find_values(word, thread, &values))
    return ATTEMPT_TELLS;
  const enum attempt_result result = attempt_try(thread, &values, &fails);
  note_hindered(thread, word, &values, fails);
  return result;
}

static bool succeeds(struct thread *thread) {
  uint64_t addend;
  if (!attempt_adds(thread, &addend))
    return true;
  const enum addend known = knows_addend(&thread->pending.access, thread->tid, addend);
  thread->judged = known != ADDEND_NEVER;
  if (known != ADDEND_KNOWN)
    return true;
  struct word *word = find_word(&thread->pending.access);
  if (is_refuted(word))
    return true;
  const enum attempt_result result = try_it(thread, word, addend);
  if (result == ATTEMPT_TELLS)
    refute(word);
  thread->attempted |= result == ATTEMPT_FAILS;
  return result != ATTEMPT_FAILS;
}

static bool can_succeed(struct thread *thread) {
  if (rt.current)
    return true; /* it is not the driver that asks */
  const struct rv_access *access = &thread->pending.access;
  const uint64_t value = contents(access->addr, access->size);
  if (thread->tried == TRIED_NOTHING || thread->tried_with != value) {
    thread->tried = succeeds(thread) ? TRIED_WELL : TRIED_IN_VAIN;
    thread->tried_with = value;
    const struct word *word = find_word(access);
    if (word)
      look_for_circle(word);
  }
  return thread->tried == TRIED_WELL;
}

/* --- other accesses ------------------------------------------------------------------------------
 */

static bool others_may_attempt(const struct word *word, const struct thread *self) {
  for (uint32_t i = 0; i < word->n; i++)
    if (may_attempt(word, i, self))
      return rt.high > 1;
  return false;
}

void attempt_accessed(const struct thread *by, const struct rv_access *access) {
  for (uint32_t i = 0; i < n_words; i++)
    if (overlap(&words[i].range, access) && others_may_attempt(&words[i], by))
      refute(&words[i]);
}

/* It stands before an attempt on this very word. */
static bool stands_before(const struct thread *thread, const struct word *word) {
  return thread->blocking == &until_it_succeeds &&
         same_range(&thread->pending.access, &word->range);
}

/* What it waits for may be there only while others have added something; and nothing orders that
 * it waits and what they have done. */
void attempt_waits_slowly(const struct thread *self) {
  for (uint32_t i = 0; i < n_words; i++) {
    bool touched = overlap(&words[i].range, &self->pending.access);
    for (uint32_t k = 0; k < self->pending.more_count; k++)
      touched |= overlap(&words[i].range, &self->pending.more[k]);
    if (touched && !stands_before(self, &words[i]))
      refute(&words[i]);
  }
}

void attempt_program_ends(const struct thread *by) {
  for (uint32_t i = 0; i < n_words; i++)
    if (others_may_attempt(&words[i], by))
      refute(&words[i]);
}

/* An addition whose result nobody uses is the same whatever others have added. What an attempt
 * makes of it has been tried, unless it could not be. */
static bool looks_at(const struct thread *thread, const struct word *word) {
  const struct rv_op *op = &thread->pending;
  bool looks = overlap(&word->range, &op->access) &&
               !(op->access.mode == RV_ADD && same_range(&word->range, &op->access));
  for (uint32_t k = 0; k < op->more_count; k++)
    looks |= overlap(&word->range, &op->more[k]);
  return looks && !(stands_before(thread, word) && thread->judged) && !is_refuted(word) &&
         others_may_attempt(word, thread);
}

bool attempt_looks(const struct thread *thread) {
  for (uint32_t i = 0; i < n_words; i++)
    if (looks_at(thread, &words[i]))
      return true;
  return false;
}

static bool does_the_same(struct thread *thread, const struct word *word) {
  struct attempt_values values = {0};
  if (!same_range(&thread->pending.access, &word->range) || liveness_reads_unseen(thread->pc) ||
      !find_values(word, thread, &values))
    return false;
  for (uint32_t i = 1; i < values.n; i++)
    if (!iteration_is_indifferent(thread, values.value[0] - values.value[i]))
      return false;
  return true;
}

void attempt_try_look(struct thread *thread) {
  for (uint32_t i = 0; i < n_words; i++)
    if (looks_at(thread, &words[i]) && !does_the_same(thread, &words[i]))
      refute(&words[i]);
}
