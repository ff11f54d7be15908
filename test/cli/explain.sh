# `ravel explain`. Its examples are programs of examples/kinds, so check-programs has them, too; here
# they are run as a reader would.

kinds="assertion deadlock data-race use-after-free double-free invalid-free out-of-bounds leak
  lock-misuse crash abort exit-status nontermination unsupported long-execution"

begin "explain lists every kind of error, each with a sentence"
run 0 "$RAVEL" explain
for kind in $kinds; do
  prints "^  $kind  *[a-zA-Z]"
done
[ "$(grep -c '^  [a-z]' "$scratch/out")" -eq "$(echo $kinds | wc -w)" ] ||
  wrong "not as many kinds as there are"
end

begin "the kinds that are explained are those of the protocol"
sed -n '/define ERROR_KIND_NAMES/,/^$/p' "$root/src/protocol/error.h" | grep -o '"[a-z-]*"' |
  tr -d '"' | sort >names
echo $kinds | tr ' ' '\n' | sort | cmp -s names || wrong "error.h has others: $(cat names)"
end

for kind in $kinds; do
  begin "the example of $kind, run as it is said, is one"
  run 0 "$RAVEL" explain $kind
  prints "^$kind$"
  prints "^example$"
  prints "^what to do$"
  [ "$(awk 'length > 80' "$scratch/out" | wc -l)" -eq 0 ] || wrong "a line is longer than 80"
  tail -1 "$scratch/out" | grep -q '\.$' || wrong "the last sentence has no end"
  sed -n '/^to run it$/,/^what to do$/s/^    ravel/"$RAVEL"/p' "$scratch/out" |
    sed 's/ check / check --json=result.json /' >commands
  [ "$(wc -l <commands)" -eq 2 ] || wrong "not two commands to run it"
  RAVEL="$RAVEL" timeout 60 sh commands >told 2>&1
  status=$?
  case $kind in unsupported) expected=2 ;; long-execution) expected=3 ;; *) expected=1 ;; esac
  [ $status -eq $expected ] || wrong "exit status $status"
  field errors.0.kind $kind result.json
  grep -q "^what this kind means  *ravel explain $kind$" told || wrong "the report does not say so"
  end
done

begin "an unknown kind is named, and the nearest one"
run 2 "$RAVEL" explain dead-lock
says "'dead-lock'; did you mean deadlock?"
one_line
run 2 "$RAVEL" explain xxxxxxxx
says "'xxxxxxxx'; ravel explain lists them"
one_line
end

begin "one kind at a time is explained"
run 2 "$RAVEL" explain crash leak
says "one kind of error at a time"
one_line
run 2 "$RAVEL" explain --example
says "example of what"
one_line
end
