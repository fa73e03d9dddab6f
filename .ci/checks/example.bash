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

# The wiring is drawn and checked without an object, and so without the file.
file=Examples/Garage/garage.json
(
  trap 'mv "$temporary/garage.json" "$file"' EXIT
  mv "$file" "$temporary/garage.json"
  "$garage" --graph text > "$out" || fail "garage --graph text failed without $file"
  "$garage" --validate > "$temporary/validated" || fail "garage --validate failed without $file"
)
matches "$out" "$fixtures/example/graph.txt"
matches "$temporary/validated" "$fixtures/example/validated.txt"

# ends STATUS FILE OPTION…: the program ends with the status, and prints the text on standard error
# and nothing else.
ends() {
  local status=0
  "$garage" "${@:3}" > "$out" 2> "$err" || status=$?
  ((status == $1)) || fail "garage ${*:3}: exit status $status instead of $1"
  [[ ! -s "$out" ]] || fail "garage ${*:3}: it fails, and prints something all the same"
  matches "$err" "$2"
}

# Everything that is wrong, with what to do about it.
ends 1 "$fixtures/example/without-parts.txt" --validate --without PartsModule

# misses TEXT OPTION…: the command line is not understood, and the program says what of it.
misses() {
  printf "garage: %s; 'garage --help' shows what there is\n" "$1" > "$temporary/expected"
  INFUSION_ACCEPT= ends 2 "$temporary/expected" "${@:2}"
}

misses "there is no option '--grahp'" --grahp dot
misses "'--graph' is followed by one of dot, mermaid, text" --graph
misses "'--graph' is followed by one of dot, mermaid, text, and not by 'svg'" --graph svg
misses "'--without' is followed by one of PartsModule, GarageModule, and not by 'Parts'" \
  --validate --without Parts
misses "'--validate' does not go together with '--graph'" --graph dot --validate
misses "'b.json' does not go together with 'a.json'" a.json b.json
misses "'--graph' does not go together with 'a.json'" a.json --graph dot
printf 'the wiring is drawn and checked; what is wrong is said\n'
