// What it costs to check a history: of a queue, four threads with four calls each. They are made at
// random from executions one after the other, so that they are linearizable; then one result is
// changed. A model whose bytes are its state, and a queue that is only run.
#include <ravel_linearizable.h>
#include <time.h>

enum { THREADS = 4, CALLS = 4, ALL = THREADS * CALLS };

struct queue {
  int head, tail;
  signed char values[ALL];
};

static void *make_queue(void) {
  return calloc(1, sizeof(struct queue));
}

static long add(void *object, long value) {
  struct queue *queue = object;
  queue->values[queue->tail++] = (signed char)value;
  return 0;
}

static long take(void *object, long none) {
  struct queue *queue = object;
  (void)none;
  if (queue->head == queue->tail)
    return -1;
  const long value = queue->values[queue->head];
  queue->values[queue->head++] = 0; // equal queues have equal bytes, as far as they can
  return value;
}

enum { ADD, TAKE };
static const struct ravel_operation operations[] = {{"add", add, .arg = {1, 2}},
                                                    {"take", take, .arg = {0, 0}}};

static unsigned draw(unsigned n) {
  static unsigned long long seed = 7;
  seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(seed >> 33) % n;
}

struct kind {
  const char *name;
  unsigned values, stays; // how many different ones; in percent, a call stays as it is for one turn
  int concurrent, wrong;  // no call ends before another thread's; one result is
};

// A call is invoked, takes effect, and returns, when it is its thread's turn.
static void make_history(struct ravel_history *h, const struct kind *kind) {
  int next[THREADS] = {0}, stage[THREADS] = {0};
  struct queue queue = {0};
  unsigned long long returned = 0;
  memset(h, 0, sizeof *h);
  h->threads = THREADS;
  h->n = ALL;
  h->operations = operations;
  h->real_time = 1;
  while (returned != (1ull << ALL) - 1) {
    const unsigned t = draw(THREADS);
    const unsigned number = t * CALLS + (unsigned)next[t];
    struct ravel_call *call = &h->calls[number];
    if (next[t] == CALLS || (stage[t] == 2 && draw(100) < kind->stays))
      continue;
    if (stage[t] == 0) {
      call->thread = (int)t + 1;
      call->operation = (int)draw(2);
      call->argument = call->operation == ADD ? 1 + (long)draw(kind->values) : 0;
      call->before = kind->concurrent ? returned & (15ull << t * CALLS) : returned;
      call->invoked = 1;
    } else if (stage[t] == 1)
      call->result.number = operations[call->operation].function(&queue, call->argument);
    else {
      call->returned = 1;
      returned |= 1ull << number;
      next[t]++;
    }
    stage[t] = (stage[t] + 1) % 3;
  }
  for (int i = 0; i < ALL && kind->wrong; i++)
    if (h->calls[i].operation == TAKE) {
      h->calls[i].result.number = kind->wrong > 1 ? 9 : h->calls[i].result.number == 1 ? -1 : 1;
      break;
    }
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static void measure(const struct kind *kind, size_t size) {
  double sum = 0, worst = 0;
  int n = 0, legal = 0;
  for (; n < 1000 && sum < 2e6; n++) {
    struct ravel_history h;
    make_history(&h, kind);
    h.model = (struct ravel_model){make_queue, free, operations, size};
    const double begin = now();
    legal += ravel_is_linearizable(&h);
    ravel_forget_runs(&h);
    const double spent = now() - begin;
    sum += spent;
    worst = spent > worst ? spent : worst;
  }
  printf("%-26s %-8s %5d histories, %5d linearizable: mean %8.1f us, worst %8.1f us\n", kind->name,
         size ? "a model" : "itself", n, legal, sum / n, worst);
}

int main(void) {
  static const struct kind kinds[] = {
      {"short calls", 2, 50, 0, 0},         {"short calls, wrong", 2, 50, 0, 1},
      {"long calls", 2, 90, 0, 0},          {"long calls, wrong", 2, 90, 0, 1},
      {"all at once", 2, 50, 1, 0},         {"all at once, wrong", 2, 50, 1, 1},
      {"equal, at once", 1, 50, 1, 0},      {"equal, at once, wrong", 1, 50, 1, 1},
      {"equal, at once, odd", 1, 50, 1, 2},
  };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    measure(&kinds[i], sizeof(struct queue));
    measure(&kinds[i], 0);
  }
  return 0;
}
