# The command line.

begin "without arguments the commands are listed and the status is 2"
run 2 "$RAVEL"
prints "ravel check"
end

begin "the version is printed on request"
run 0 "$RAVEL" --version
prints "^ravel [0-9]"
end

for command in check compare replay show explain completion cc c++; do
  begin "there is help for $command"
  run 0 "$RAVEL" help $command
  prints "^ravel $command"
  end
done

begin "check --help is the help of check"
run 0 "$RAVEL" check --help
prints "algorithm"
end

begin "help that cannot be written is an error"
timeout 20 "$RAVEL" help check >/dev/full 2>"$scratch/err"
[ $? -eq 2 ] || wrong "the status is not 2"
one_line
end

begin "an unknown command is named, and the nearest one"
run 2 "$RAVEL" chekc
says "'chekc'.*did you mean check"
one_line
end

begin "a kind of error in place of a command is known"
run 2 "$RAVEL" help data-race
says "ravel explain data-race"
one_line
end

begin "an unknown option is named, and the nearest one"
run 2 "$RAVEL" check --max-execution=3 x.c
says "max-execution=3.*did you mean --max-executions"
one_line
end

begin "an option that is like no other gets no suggestion"
run 2 "$RAVEL" check --zzzzzzzzzz x.c
says "unknown option --zzzzzzzzzz;"
one_line
end

begin "an option of another command is told from an unknown one"
run 2 "$RAVEL" show --keep-going x.json
says "keep-going is an option of ravel check, not of ravel show"
one_line
end

for bad in "-quiet --quiet" "-q --quiet" "-v --verbose" "-a --algorithm" "-leaks --leaks" "-max-seconds=3 --max-seconds=3" "--hep --help"; do
  begin "an option with a dash or letters missing gets the right one: $bad"
  run 2 "$RAVEL" check ${bad% *} x.c
  says "unknown option ${bad% *}; did you mean ${bad#* }?"
  one_line
  end
done

begin "what has no letters is like no other"
run 2 "$RAVEL" --
says "unknown command '--'; see"
one_line
run 2 "$RAVEL" check --=3 x.c
says "unknown option --=3; see"
one_line
end

begin "a misspelt option in place of a command is answered, too"
run 2 "$RAVEL" --hlep
says "did you mean --help?"
one_line
end

# A program that says which flags it was compiled with.
flags_source() {
  mkdir -p 'a dir'
  echo '#define FOUND 1' > 'a dir/found.h'
  printf '%s\n' '#include <assert.h>' '#include <found.h>' '#include <math.h>' \
    'volatile double two = 2;' \
    'int main(void) { assert(FOUND && N == 3 && STD == __STDC_VERSION__);' \
    '#ifndef __OPTIMIZE__' '#error not optimised' '#endif' '#ifndef _REENTRANT' '#error' '#endif' \
    'return sqrt(two) > 2; }' >flags.c
}

begin "flags of the compiler are passed on, before and after the source"
flags_source
run 0 "$RAVEL" check -O2 -DN=3 -DSTD=201112L -std=c11 -I 'a dir' -pthread -Wall flags.c -lm
run 0 "$RAVEL" check -DN=3 flags.c '--cflags=-lm -DN=4' -UN -DN=3 "-Ia dir" -DSTD=__STDC_VERSION__ -O1
end

begin "flags of the compiler are kept in the trace, and replayed"
printf '%s\n' 'int main(void) { return N; }' >status.c
run 1 "$RAVEL" check -DN=3 '-DTWO="1 + 1"' status.c
run 1 "$RAVEL" replay status.trace.json
prints "exit-status"
end

begin "a flag of the compiler whose value is missing is named"
run 2 "$RAVEL" check flags.c -I
says "compiler's -I wants a value"
one_line
run 2 "$RAVEL" check flags.c -include -- 3
says "compiler's -include wants a value"
one_line
end

begin "flags of the compiler are no use for a program that is there"
printf '%s\n' 'int main(void) { return 0; }' >ready.c
run 0 "$RAVEL" cc -o ready ready.c
run 2 "$RAVEL" check -O2 -DN=1 ./ready
says "O2 -DN=1 is for compiling, and './ready' is no source: give it to ravel cc"
one_line
end

for bad in -o -oprogram -c -E; do
  begin "check makes no file for the user: $bad"
  run 2 "$RAVEL" check $bad x.c
  says "ravel check leaves no program behind; ravel cc does"
  one_line
  end
done

begin "without a command, files are checked"
printf '%s\n' 'int main(void) { return STATUS; }' >status.c
run 0 "$RAVEL" status.c -DSTATUS=0
prints "^pass"
run 1 "$RAVEL" -DSTATUS=1 --quiet status.c
prints "exit-status"
run 0 "$RAVEL" cc -DSTATUS=0 -o program status.c
run 0 "$RAVEL" ./program
prints "^pass"
run 2 "$RAVEL" status.trace.json
says "ravel show reads a trace, ravel replay runs it again"
one_line
end

begin "a source is found where its name has no ending"
printf '%s\n' 'int main(void) { return 0; }' >bank.cc
run 2 "$RAVEL" check bank
says "there is no 'bank'; did you mean bank.cc?"
one_line
end

begin "several sources make one program"
printf '%s\n' 'int other(void); int main(void) { return other(); }' >one.c
printf '%s\n' 'extern "C" int other(void) { return 0; }' >two.cc
run 0 "$RAVEL" one.c two.cc
prints "^pass"
end

for bad in --max-executions=many --max-executions= --max-steps=-1 --max-seconds=soon --seed=1x \
  --max-executions=99999999999999999999999 --timeouts=often --spurious= --spurious=x; do
  begin "a value that is no number is refused: $bad"
  run 2 "$RAVEL" check $bad x.c
  says "wants a number"
  one_line
  end
done

for bad in --max-steps=0 --max-steps=999999999999 --step-seconds=4294967296; do
  begin "a number out of range is refused: $bad"
  run 2 "$RAVEL" check $bad x.c
  says "wants a number from"
  one_line
  end
done

begin "a value that may be missing is not taken from the next word"
run 2 "$RAVEL" check --spurious nowhere.c
says "nowhere.c"
one_line
end

begin "a value that is missing is asked for"
run 2 "$RAVEL" check x.c --algorithm
says "algorithm wants a value"
one_line
end

begin "a flag takes no value"
run 2 "$RAVEL" check x.c --keep-going=yes
says "takes no value"
one_line
end

begin "an unknown algorithm is refused, and the known ones are named"
run 2 "$RAVEL" check --algorithm=fast x.c
says "naive, sleep, static, dpor, source, optimal, unfold, graph"
one_line
end

begin "k is a number or the word optimal"
run 2 "$RAVEL" check --algorithm=unfold --k=some x.c
says "--k wants a number or optimal, not 'some'"
one_line
run 2 "$RAVEL" check --algorithm=unfold --k=0 x.c
says "--k wants a number from 1 to"
one_line
end

begin "observers go with source and optimal only"
run 2 "$RAVEL" check --observers --algorithm=sleep x.c
says "--observers goes with --algorithm=source or optimal, not with sleep"
one_line
end

begin "context sensitivity goes with source and optimal only"
run 2 "$RAVEL" check --context-sensitive --algorithm=dpor x.c
says "--context-sensitive goes with --algorithm=source or optimal, not with dpor"
one_line
end

begin "a stateful search is one by naive, sleep, static or dpor"
run 2 "$RAVEL" check --stateful x.c
says "--stateful goes with --algorithm=naive, sleep, static or dpor, not with optimal"
one_line
run 2 "$RAVEL" check --stateful --algorithm=sleep --symmetry x.c
says "--stateful does not go with --symmetry"
one_line
end

begin "only static and dpor can do without sleep sets"
run 2 "$RAVEL" check --no-sleep-sets x.c
says "--no-sleep-sets goes with --algorithm=static or dpor, not with optimal"
one_line
run 2 "$RAVEL" check --no-sleep-sets --algorithm=dpor --preemption-bound=1 x.c
says "--no-sleep-sets does not go with --preemption-bound"
one_line
run 2 "$RAVEL" check --algorithm=static --symmetry x.c
says "--symmetry does not go with --algorithm=static"
one_line
run 2 "$RAVEL" check --algorithm=static --save s x.c
says "--algorithm=static"
one_line
end

begin "a bound of preemptions is a number or none"
run 2 "$RAVEL" check --preemption-bound=few x.c
says "--preemption-bound wants a number, auto or none, not 'few'"
run 2 "$RAVEL" check --preemption-bound=18446744073709551614 x.c
says "--preemption-bound wants"
one_line
end

begin "a bound of preemptions does not go with observers"
run 2 "$RAVEL" check --preemption-bound=1 --observers x.c
says "--preemption-bound does not go with --observers"
one_line
end

begin "nothing to check is an error"
run 2 "$RAVEL" check
says "nothing to check"
one_line
end

begin "sources and a program together are an error"
run 2 "$RAVEL" check x.c ./x
says "not both"
one_line
end

begin "two programs are an error"
run 2 "$RAVEL" check ./x ./y
says "one program at a time"
one_line
end

begin "the manual pages have every option of every command"
for command in check compare replay show explain; do
  page=ravel.1
  [ $command = check ] && page=ravel-check.1
  for option in $("$RAVEL" help $command | sed -n 's/^  --\([a-z-]*\).*/\1/p'); do
    grep -qe "\\\\-\\\\-$(echo "$option" | sed 's/-/\\\\-/g')" "$root/doc/$page" ||
      wrong "--$option is not in doc/$page"
  done
done
end

begin "the manual page has every command"
for command in $("$RAVEL" --help | sed -n 's/^  ravel \([a-z+]*\) .*/\1/p'); do
  grep -q "^\.B.*\<$command" "$root/doc/ravel.1" || wrong "$command is not in doc/ravel.1"
done
end

begin "the manual page ravel.h(3) has every name of the header"
for name in $(grep -o '^static inline [a-z ]* \**ravel_[a-z_]*\|^#define ravel_[a-z]*' "$root/include/ravel.h" |
  grep -o 'ravel_[a-z]*$'); do
  grep -q "$name" "$root/doc/ravel.h.3" || wrong "$name is not in doc/ravel.h.3"
done
end

for shell in bash zsh fish; do
  begin "the completion for $shell has every command and every option"
  run 0 "$RAVEL" completion $shell
  for command in check compare replay show explain completion cc c++ help; do
    prints "\<$command"
  done
  for command in check compare replay show explain; do
    for option in $("$RAVEL" help $command | sed -n 's/^  --\([a-z-]*\).*/\1/p'); do
      grep -q -e "--$option" -e "-l $option" "$scratch/out" || wrong "--$option is not there"
    done
  done
  if command -v $shell >/dev/null; then
    cp "$scratch/out" script
    run 0 $shell -n script
  fi
  end
done

# completes WORD...: what bash offers for the last word.
completes() {
  bash -c 'source "$1"; shift
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); compopt() { :; }; _ravel; echo "${COMPREPLY[*]}"' \
    - "$work/ravel.bash" "$@"
}
offers() { # what is offered, then words
  wanted=$1
  shift
  [ "$(completes "$@")" = "$wanted" ] || wrong "$* is completed to: $(completes "$@")"
}

begin "bash completes commands, options, values and kinds"
"$RAVEL" completion bash >ravel.bash
offers "explain" ravel ex
offers "--max-executions= --max-seconds= --max-steps=" ravel check --max
offers "--keep-going" ravel check --ke
offers "source" ravel check --algorithm = so
offers "optimal" ravel check --algorithm opt
offers "data-race" ravel explain data
offers "use-after-free unsupported" ravel explain u
offers "check" ravel help che
offers "" ravel check bank.c -- --ke
offers "" ravel replay --keep
touch result.json
offers "result.json" ravel check --json = res
end

begin "completion is for shells that are known"
run 2 "$RAVEL" completion csh
says "bash, zsh or fish"
one_line
end
