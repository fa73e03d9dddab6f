#!/usr/bin/env bash
# The README's example runs, explains itself, and ends with one line when its input is wrong
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

command="$(readme_command 'swift run garage')"
build debug
garage="$(products debug)/garage"
out="$temporary/out" err="$temporary/err"

# prints FILE: every line of the file is somewhere in what the program printed.
prints() {
  local line
  while IFS= read -r line; do
    grep -qF -- "$line" "$out" || fail "'$line' is missing from what the example prints"
  done < "$1"
}

# refuses WORD FILE: the program ends with status 1 and one line that names the file and has the word.
refuses() {
  local status=0
  "$garage" "$2" > "$out" 2> "$err" || status=$?
  sed 's/^/  /' "$err"
  ((status == 1)) || fail "garage $2: exit status $status instead of 1"
  [[ "$(wc -l < "$err")" -eq 1 ]] || fail "garage $2: not exactly one line on standard error"
  grep -qF "$(basename "$2")" "$err" || fail "garage $2: the line does not name the file"
  grep -qiE "$1" "$err" || fail "garage $2: the line does not say '$1'"
}

if ! $command > "$out" 2> "$err"; then
  cat "$out" "$err"
  fail "'$command' failed"
fi
cat "$out"
prints "$fixtures/example/expected.txt"

"$garage" --help > "$out" || fail "garage --help failed"
grep -qi 'usage' "$out" || fail "garage --help does not say how it is used"

refuses 'read|open|no such' "$temporary/absent.json"
printf '{\n  "vehicles": [\n    {,}\n  ]\n}\n' > "$temporary/malformed.json"
refuses 'line 3|:3|character 23' "$temporary/malformed.json"
printf '[1, 2]\n' > "$temporary/misshapen.json"
refuses '.' "$temporary/misshapen.json"
: > "$temporary/empty.json"
refuses '.' "$temporary/empty.json"
