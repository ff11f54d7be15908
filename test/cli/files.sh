# Files that the program writes.

cat >"$scratch/writes.c" <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *line) {
  pthread_mutex_lock(&mutex);
  FILE *const file = fopen("log", "a");
  fputs(line, file);
  fclose(file);
  pthread_mutex_unlock(&mutex);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  char line[16] = "";
  pthread_create(&a, NULL, add, "first\n");
  pthread_create(&b, NULL, add, "second\n");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  FILE *const file = fopen("log", "r");
  assert(fgets(line, sizeof line, file) && *line != 's');
  fclose(file);
  return 0;
}
EOF

begin "what the program writes is in memory, and is shown when an execution is"
cp "$scratch/writes.c" .
run 1 "$RAVEL" check writes.c --json r.json
field options.files memory r.json
field errors.0.kind assertion r.json
prints "/log: 13 bytes]"
prints "^second"
run 1 "$RAVEL" replay writes.trace.json
prints "/log: 13 bytes]"
only_files writes.c writes.trace.json r.json
end

begin "a file that is there stays as it is, and every execution finds it"
cp "$scratch/writes.c" .
echo zero >log
run 0 "$RAVEL" check writes.c --json r.json
field executions 2 r.json
field not_covered "[]" r.json
[ "$(cat log)" = zero ] || wrong "the file is changed"
end

begin "--files=real writes to the disk, and says what that means"
cp "$scratch/writes.c" .
echo zero >log
run 0 "$RAVEL" check writes.c --files=real
prints "not covered  the program changes log, which was there before"
[ "$(wc -l <log)" -gt 1 ] || wrong "the file is not changed"
end

# What the calls of a program without threads return, with files in memory and without Ravel.
random_calls() {
  rm -rf place
  mkdir -p place/d
  (
    cd place || exit
    echo "what was there" >old
    echo one >one
    ln one hard
    echo read >read
    echo kept >d/kept
    chmod 444 read
    ln -s old link
    ln -s d dl
    "$@" 2>&1
  )
}

begin "calls on files in memory return what they return on the disk"
"$CC" -o as_it_is "$here/files/random_calls.c"
"$RAVEL" cc -g -o checked "$here/files/random_calls.c"
for seed in 1 5 6 7 14 45 152 176; do
  random_calls ../as_it_is "$seed" >right
  random_calls "$RAVEL" check --verbose ../checked -- "$seed" >full
  head -n "$(wc -l <right)" full >found
  cmp -s right found || wrong "seed $seed: $(diff right found | head -4)"
  [ "$(cd place && echo *)" = "d dl hard link old one read" ] || wrong "seed $seed: files are left"
done
end
