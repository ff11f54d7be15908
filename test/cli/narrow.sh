# Terminals of 40 columns: everything that people read fits, but for commands, which are copied.

# on_columns N arguments...: what the command prints there, without colours, in $scratch/out.
on_columns() {
  columns=$1
  shift
  NO_COLOR=1 timeout 60 script -qec "stty cols $columns; '$RAVEL' $*" /dev/null 2>&1 </dev/null |
    tr -d '\r' | sed 's/^.*\x1b\[K//' >"$scratch/out" # without the progress of a slow machine
}
# Whether all lines but commands fit.
fits() {
  python3 - "$1" "$scratch/out" <<'END' || wrong "a line has more than $1 columns: $(cat "$scratch/wide")"
import os, sys
columns, path = int(sys.argv[1]), sys.argv[2]
wide = [line for line in open(path, encoding="utf-8").read().splitlines()
        if len(line) > columns and not line.lstrip().startswith("ravel ")]
open(os.path.dirname(path) + "/wide", "w").write("\n".join(wide))
sys.exit(bool(wide))
END
}

cat >"$scratch/narrow.c" <<'END'
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t the_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int begun;
static int the_settings_of_everybody;
static void *a_reader(void *arg) {
  begun = 1;
  pthread_mutex_lock(&the_lock);
  the_settings_of_everybody = 1;
  pthread_mutex_unlock(&the_lock);
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, a_reader, 0);
  if (begun)
    the_settings_of_everybody++;
  pthread_join(thread, 0);
}
END

begin "a report fits into 40 columns: the thread has a line of its own, and the place is at the right"
cp "$scratch/narrow.c" .
on_columns 40 check narrow.c
fits 40
prints '^T1 a_reader$'
prints '^   [0-9]  locks the_lock  *narrow.c:8$'
prints '^to run this schedule again$'
prints '^  ravel replay narrow.trace.json$'
end

begin "in a wide terminal the same report has the thread, what it does and the place in one line"
cp "$scratch/narrow.c" .
on_columns 110 check narrow.c
fits 110
prints 'T1 a_reader  .*  narrow.c:[0-9]'
prints 'to run this schedule again   ravel replay narrow.trace.json'
end

begin "columns that do not fit beside each other become stairs, and where those do not fit, a list"
cp "$scratch/narrow.c" .
run 1 "$RAVEL" check --quiet narrow.c
on_columns 40 show --columns narrow.trace.json
fits 40
prints '^      main$'
prints '^      \.  T1 a_reader$'
prints '^   [0-9]  \.  8: locks the_lock$'
on_columns 120 show --columns narrow.trace.json
prints '^         main  *T1 a_reader$'
on_columns 22 show --columns narrow.trace.json
prints '^(a list: 22 columns'
prints '^T1 a_reader$'
end

begin "results, profiles, samples and help fit into 40 columns, and names in UTF-8 are counted in characters"
cat >"größenänderung.c" <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *writer(void *arg) { return x = 1, arg; }
int main(void) {
  pthread_t thread[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&thread[i], 0, writer, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], 0);
}
END
on_columns 40 check --profile "größenänderung.c"
fits 40
prints '^ *größenänderung.c:4'
on_columns 40 check --sample=pct --samples 50 "größenänderung.c"
fits 40
prints '^              *1/('
for command in check show explain; do
  on_columns 40 $command --help
  fits 40
done
on_columns 40 explain
fits 40
end

begin "what the program printed is not folded"
cat >prints.c <<'END'
#include <assert.h>
#include <stdio.h>
int main(void) {
  puts("one line of the program that is longer than the terminal is wide");
  assert(0);
}
END
on_columns 40 check prints.c
prints '^one line of the program that is longer than the terminal is wide$'
end
