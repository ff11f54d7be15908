# The command line.

begin "without arguments the commands are listed and the status is 2"
run 2 "$RAVEL"
prints "ravel check"
end

begin "the version is printed on request"
run 0 "$RAVEL" --version
prints "^ravel [0-9]"
end

for command in check replay show cc c++; do
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

begin "an option of another command is unknown"
run 2 "$RAVEL" show --keep-going x.json
says "unknown option"
one_line
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
says "naive, sleep, dpor, source, optimal, unfold"
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

begin "a bound of preemptions is a number or none"
run 2 "$RAVEL" check --preemption-bound=few x.c
says "--preemption-bound wants a number, auto or none, not 'few'"
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

begin "the manual page has every option of every command"
for command in check replay show; do
  for option in $("$RAVEL" help $command | sed -n 's/^  --\([a-z-]*\).*/\1/p'); do
    grep -qe "\\\\-\\\\-$(echo "$option" | sed 's/-/\\\\-/g')" "$root/doc/ravel.1" ||
      wrong "--$option is not in doc/ravel.1"
  done
done
end
