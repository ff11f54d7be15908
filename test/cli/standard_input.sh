# --stdin: every execution reads the same input, from its start.

cat >"$scratch/lines.c" <<'EOS'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static char line[2][8], byte;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *take(void *to) {
  pthread_mutex_lock(&m);
  assert(fgets(to, sizeof line[0], stdin));
  pthread_mutex_unlock(&m);
  return NULL;
}
int main(int argc, char **argv) {
  pthread_t t[2];
  (void)argv;
  if (argc > 1)
    assert(read(0, &byte, 1) == 1 && byte == 'o' && lseek(0, 0, SEEK_SET) == 0);
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, take, line[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  assert(strcmp(line[0], line[1]) != 0);
  assert(strcmp(line[0], "two\n") != 0);
  return 0;
}
EOS
printf 'one\ntwo\n' >"$scratch/input"

for reset in auto memory fork; do
  begin "both orders of two reads of standard input, and no other line: --reset=$reset"
  cp "$scratch/lines.c" .
  run 1 "$RAVEL" check --keep-going --reset=$reset --stdin "$scratch/input" --json r.json lines.c -- seek
  field executions 2 r.json
  field errors.0.message "assertion \`strcmp(line[0], \"two\\n\") != 0' failed in main" r.json
  python3 -c 'import json; assert len(json.load(open("r.json"))["errors"]) == 1' || wrong "another error"
  run 1 "$RAVEL" replay --quiet lines.trace.json
  prints reproduced
  end
done

begin "--stdin=- is the command's own standard input, and without --stdin there is none"
cp "$scratch/lines.c" .
"$RAVEL" check --quiet --stdin=- lines.c <"$scratch/input" >"$scratch/out" 2>"$scratch/err"
[ $? -eq 1 ] || wrong "exit status"
prints 'two.n'
"$RAVEL" check --quiet lines.c <"$scratch/input" >"$scratch/out" 2>"$scratch/err"
prints 'fgets'
end

begin "an input that cannot be read is refused in one line"
cp "$scratch/lines.c" .
for bad in no/such/file .; do
  run 2 "$RAVEL" check --stdin=$bad lines.c
  one_line
  says "cannot read the standard input '$bad'"
done
only_files lines.c
end
