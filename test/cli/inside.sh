# Checks that a program makes of itself: ravel_check() and ravel::check(), in test frameworks and by
# hand. A framework that is not installed is left out.

programs=$root/test/cli/inside

begin "a check explores a function from the state at the call, and what is around it runs once"
run 0 "$RAVEL" cc -Wall -Wextra -Werror -g -o plain "$programs/plain.c"
run 134 ./plain
printf 'before\nfound: %s\nafter\n' "assertion: assertion \`n == 2' failed in two_threads" >wanted
cmp -s wanted "$scratch/out" || wrong "the output differs: $(cat "$scratch/out")"
says "is preempted here"
says "plain.c:48: the check failed"
run 1 "$RAVEL" replay plain-48.trace.json
prints "^reproduced: the same"
run 1 "$RAVEL" replay plain-43.trace.json
prints "^reproduced: the same"
end

begin "variables of who calls are put back"
run 0 "$RAVEL" cc -Wall -Wextra -Werror -g -o stack "$programs/stack.c"
run 0 ./stack
end

begin "options for all checks come from the environment"
run 0 "$RAVEL" cc -g -o plain "$programs/plain.c"
RAVEL_OPTIONS='--nonsense' run 134 ./plain
says "unknown option --nonsense"
RAVEL_OPTIONS='--trace here.json' run 134 ./plain
[ -s here.json ] || wrong "there is no here.json"
end

begin "where ravel cannot be found, the check says so and fails"
run 0 "$RAVEL" cc -g -o plain "$programs/plain.c"
RAVEL=/nowhere/ravel run 134 ./plain
says "cannot run '/nowhere/ravel'"
says "the check cannot be made"
end

begin "without Ravel the function runs a number of times"
run 0 "$CC" -Wall -Wextra -Werror -I "$root/include" -o ordinary "$programs/ordinary.c"
run 0 ./ordinary
prints "^107$"
end

begin "a program that is only linked with Ravel's library is not taken for one that is checked"
run 0 "$CC" -I "$root/include" -o linked "$programs/ordinary.c" -pthread -L "$BUILD" -lravel \
  -Wl,-rpath,"$BUILD"
run 134 ./linked
says "the check cannot be made: .* was not compiled by ravel cc"
end

begin "objects that were used before the check, by threads of the system too, are understood"
run 0 "$RAVEL" cc -w -g -o native "$programs/native.c"
run 0 ./native
prints "^main: ok"
grep -q inside n.log && wrong "an execution has written to a file of the program"
end

begin "whatever the function does, the program that checks it goes on"
run 0 "$RAVEL" c++ -std=c++20 -w -g -o hostile "$programs/hostile.cc"
run 0 ./hostile
sed 's/ on 0x[0-9a-f]*:/:/' "$scratch/out" >found
cmp -s found "$programs/hostile.txt" || wrong "$(diff found "$programs/hostile.txt")"
end

# framework NAME HEADER COMPILER SOURCE LIBRARIES...: builds it as `tests`; false if it is missing.
framework() {
  begin "in $1 a check fails as its other tests do, with file, line and trace"
  printf '#include <%s>\n' setjmp.h stdarg.h stddef.h "$2" >has.c
  case $3 in c++) language=c++ ;; *) language=c ;; esac
  "$CC" -x $language -fsyntax-only has.c 2>/dev/null || return 1
  compiler=$3
  source=$4
  shift 4
  run 0 "$RAVEL" "$compiler" -g -w -o tests "$programs/$source" "$@"
}

if framework googletest gtest/gtest.h c++ googletest.cc -lgtest -lgtest_main; then
  run 1 ./tests
  prints "^\[       OK \] Counter.Right"
  prints "^\[  FAILED  \] Counter.Expects$"
  prints "^\[  FAILED  \] Counter.ExpectsInThread$"
  prints "^\[  FAILED  \] Counter.Throws$"
  prints "googletest.cc:42: Failure"
  prints "one is lost"
  prints "is preempted here"
  prints "uncaught exception of type std::runtime_error: thrown"
  prints "^\[  PASSED  \] 2 tests"
  run 1 "$RAVEL" replay tests-42.trace.json
  prints "^reproduced: the same"
  end
fi

if framework doctest doctest/doctest.h c++ doctest.cc; then
  run 1 ./tests
  prints "doctest.cc:30: FATAL ERROR: assertion: torn == 2"
  prints "doctest.cc:37: FATAL ERROR: assertion: torn == 2"
  prints "is preempted here"
  prints "3 *| *1 passed *| *2 failed"
  end
fi

begin "in Catch2 3, by its interface (a stand-in), a check fails as its other tests do"
run 0 "$RAVEL" c++ -g -Wall -Wextra -Werror -I "$programs/stand_in" -o tests "$programs/catch2_3.cc"
run 2 ./tests
prints "catch2_3.cc:[0-9]*: FAILED:"
prints "assertion: torn == 2"
prints "is preempted here"
prints "test cases: 3 | 1 passed | 2 failed"
end

begin "in Unity, by its interface (a stand-in), a check fails as its other tests do"
run 0 "$RAVEL" cc -g -Wall -Wextra -Werror -I "$programs/stand_in" -o tests "$programs/unity.c"
run 1 ./tests
prints "^assertion: the check is left by longjmp(), as by a test that fails$"
prints "unity.c:21:wrong:FAIL: Expected TRUE Was FALSE"
prints "is preempted here"
prints "unity.c:31:wrong:FAIL: the check failed; the report is above"
prints "3 Tests 1 Failures"
end

# It takes a long time to compile.
if [ -n "${SLOW:-}" ] && framework Catch2 catch2/catch.hpp c++ catch2.cc; then
  run 2 ./tests
  prints "catch2.cc:30: FAILED:"
  prints "catch2.cc:37: FAILED:"
  prints "is preempted here"
  prints "test cases: 3 | 1 passed | 2 failed"
  end
fi

if framework cmocka cmocka.h cc cmocka.c -lcmocka; then
  run 1 ./tests
  says "cmocka.c:37: error: Failure"
  says "at .*cmocka.c:25 in two_threads"
  says "is preempted here"
  says "2 test(s)"
  end
fi

if framework Check check.h cc check.c -lcheck -lm -lrt -lsubunit; then
  run 1 ./tests
  prints "check.c:32:F:threads:wrong:0: exit-status: the program ends in a check"
  prints "is preempted here"
  prints "^66%: Checks: 3, Failures: 1, Errors: 0"
  CK_FORK=no run 1 ./tests
  prints "check.c:32:F:threads:wrong:0: assertion: the check is left by longjmp()"
  end
fi
