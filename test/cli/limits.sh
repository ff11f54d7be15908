# Limits of the system that are too small are named; soft ones are raised.

cat >"$scratch/limited.c" <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *increment(void *arg) {
  x++;
  return arg;
}
int main(int argc, char **argv) {
  pthread_t thread;
  (void)argv;
  pthread_create(&thread, NULL, increment, NULL);
  x++;
  pthread_join(thread, NULL);
  assert(argc == 1);
  return 0;
}
EOF
"$RAVEL" cc -pthread -o "$scratch/limited" "$scratch/limited.c"

# limited OPTION VALUE STATUS arguments...: `ravel check` of that program under a limit.
limited() {
  run "$3" sh -c 'ulimit "$1" "$2" && shift 2 && exec "$@"' sh "$1" "$2" "$RAVEL" check "$scratch/limited"
}

for limit in "-v 100000" "-v 1000000" "-v 600000000" "-f 1" "-f 1000000" "-s 64" "-n 8"; do
  begin "ulimit $limit is too small, and one line says so"
  limited ${limit% *} "${limit#* }" 2
  says "ulimit ${limit% *}. must be at least"
  one_line
  end

  begin "ulimit -S $limit is raised"
  run 0 sh -c 'ulimit -S "$1" "$2" && shift 2 && exec "$@"' sh ${limit% *} "${limit#* }" "$RAVEL" check "$scratch/limited"
  end
done

for limit in "-v 1100000000" "-f 1200000000" "-s 1024" "-n 16"; do
  begin "ulimit $limit is enough"
  limited ${limit% *} "${limit#* }" 0
  end
done

begin "where nothing can be written, the exit status says it"
limited -f 0 2
end

begin "an error is found under limits that are just enough"
run 1 sh -c 'ulimit -v 1100000000; ulimit -s 1024; exec "$@"' sh "$RAVEL" check "$scratch/limited" -- 1
prints "assertion"
end

# Nobody can race with what main does before it creates a thread: nothing is noted of each byte.
begin "a large block that is freed before there are threads costs no memory"
cat >large.c <<'END'
#include <pthread.h>
#include <stdlib.h>
static void *nothing(void *arg) {
  return arg;
}
int main(void) {
  pthread_t thread;
  free(malloc(32 << 20));
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_join(thread, NULL);
}
END
run 0 "$RAVEL" check --json=r.json large.c
python3 -c 'import json; exit(json.load(open("r.json"))["peak_rss_kib"] > 16 << 10)' || wrong "it takes over 16 MiB"
end
