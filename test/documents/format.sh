#!/bin/sh
# Sources are laid out as clang-format 14 lays them out; other versions differ and are not asked.
case $(clang-format --version 2>/dev/null) in
*" 14."*) ;;
*)
  echo "format: skipped, as there is no clang-format 14"
  echo "0 passed, 0 failed"
  exit 0
  ;;
esac
files=$(git ls-files '*.c' '*.h' '*.cc' '*.hpp')
# shellcheck disable=SC2086 # one word a file
wrong=$(clang-format --dry-run $files 2>&1 | sed -n 's/^\([^ :]*\):.*clang-format-violations.*/\1/p' | sort -u)
for file in $wrong; do
  echo "FAIL $file: make format"
done
failed=$(printf '%s' "$wrong" | grep -c .)
echo "$(($(printf '%s\n' "$files" | grep -c .) - failed)) passed, $failed failed"
[ "$failed" -eq 0 ]
