#!/bin/sh
# `make install` into a prefix whose name has a space; what is there must work on its own.
make=$1 build=$2
passed=0 failed=0
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
prefix="$root/a prefix"

check() { # what must hold, then a command
  what=$1
  shift
  if "$@" >"$root/log" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAIL $what"
    cat "$root/log"
  fi
}
exits() { # status, command...
  want=$1
  shift
  "$@"
  [ $? -eq "$want" ]
}

check 'make install succeeds' "$make" --no-print-directory BUILD="$build" PREFIX="$prefix" install
for file in bin/ravel bin/ravel-cc bin/ravel-c++ lib/libravel.so include/ravel.h include/ravel_mailbox.h \
  include/ravel_letters.h \
  share/ravel/ravel-gdb.py share/man/man1/ravel.1 share/man/man1/ravel-check.1 share/man/man3/ravel.h.3 \
  share/bash-completion/completions/ravel share/zsh/site-functions/_ravel \
  share/fish/vendor_completions.d/ravel.fish lib/pkgconfig/ravel.pc; do
  check "$file is installed" test -f "$prefix/$file"
done
cp examples/bank.c examples/bank_fixed.c "$root"
cd "$root" || exit 1
check 'the installed command finds the bug of the example' \
  exits 1 "$prefix/bin/ravel" check bank.c
check 'and passes the example without one' exits 0 "$prefix/bin/ravel" check bank_fixed.c
check 'the installed compiler builds a program' "$prefix/bin/ravel-cc" -o bank bank.c
check 'that the installed command explores' exits 1 "$prefix/bin/ravel" check ./bank
if gdb -nx -batch -ex run /bin/true 2>/dev/null | grep -q 'exited normally'; then
  check 'and runs in gdb' sh -c \
    "'$prefix/bin/ravel' replay --gdb bank.trace.json -- -nx -batch -ex 'ravel goto 3' |
     grep -q '^Before step 3 of'"
fi
if command -v cmake >/dev/null; then
  mkdir project
  cp bank.c bank_fixed.c project
  cp "$OLDPWD/test/cli/inside/plain.c" "$OLDPWD/test/cli/inside/ordinary.c" project
  cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(tests C)
enable_testing()
find_package(Ravel REQUIRED)
add_executable(ordinary bank_fixed.c)
ravel_add_test(NAME right SOURCES bank_fixed.c OPTIONS --max-seconds 60)
ravel_add_test(NAME wrong SOURCES bank.c EXPECT fail)
ravel_add_test(NAME itself SOURCES ordinary.c RUN)
ravel_add_test(NAME fails SOURCES plain.c RUN)
END
  check 'a project of CMake finds it' cmake -S project -B cmake -DCMAKE_PREFIX_PATH="$prefix"
  check 'and builds tests with it' cmake --build cmake
  check 'which ctest runs' sh -c "cd cmake && ctest -E fails"
  check 'and notices that they fail' sh -c "cd cmake && ! ctest -R fails"
fi
if command -v meson >/dev/null && command -v ninja >/dev/null; then
  mkdir meson
  cp bank.c bank_fixed.c meson
  cat >meson/meson.build <<'END'
project('tests', 'c')
ravel = find_program('ravel')
test('right', ravel, args: ['check', executable('right', 'bank_fixed.c')])
test('wrong', ravel, args: ['check', executable('wrong', 'bank.c')], should_fail: true)
END
  check 'a project of Meson is built with ravel-cc' \
    env PATH="$prefix/bin:$PATH" CC=ravel-cc meson setup meson meson-build
  check 'and its tests run' env PATH="$prefix/bin:$PATH" meson test -C meson-build
fi
if command -v pkg-config >/dev/null; then
  cp "$OLDPWD/test/cli/inside/ordinary.c" .
  PKG_CONFIG_PATH=$prefix/lib/pkgconfig
  export PKG_CONFIG_PATH
  check 'pkg-config has flags with which an ordinary compiler builds a test' \
    sh -c 'eval cc -o ordinary ordinary.c $(pkg-config --cflags ravel) && ./ordinary | grep -x 107'
fi
check 'DESTDIR is put before the prefix' sh -c \
  "cd '$OLDPWD' && '$make' --no-print-directory BUILD='$build' DESTDIR='$root/stage' PREFIX=/opt/ravel install &&
   test -x '$root/stage/opt/ravel/bin/ravel' &&
   grep -q '^prefix=/opt/ravel$' '$root/stage/opt/ravel/lib/pkgconfig/ravel.pc'"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
