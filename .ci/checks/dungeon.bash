#!/usr/bin/env bash
# The dungeon passes its tests, plays what was written down, and names what is wrong with a level
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# On two cores it takes up to two minutes when nothing is built, and less than half a one otherwise.

package=Examples/Dungeon
options=(--package-path "$package" --scratch-path "$PWD/.build-dungeon")
golden="$package/Tests/DungeonGameTests/Golden/old-mine-seed-7.txt"
out="$temporary/out" err="$temporary/err"

swift build "${options[@]}" --build-tests > "$temporary/build.log" 2>&1 || {
  tail -n 40 "$temporary/build.log" >&2
  fail "$package does not build"
}
dungeon="$(swift build "${options[@]}" --show-bin-path)/dungeon"

# ends STATUS OPTION…: the program ends with the status; what it prints is in $out and $err.
ends() {
  local status=0
  "$dungeon" "${@:2}" > "$out" 2> "$err" || status=$?
  ((status == $1)) || { cat "$err"; fail "dungeon ${*:2}: exit status $status instead of $1"; }
  if ((status)) && [[ -s "$out" ]]; then fail "dungeon ${*:2}: it fails, and prints something"; fi
}

# Who decodes knows nothing of who injects.
if grep -nE '^ *([a-z]+ )?import Infusion' "$package"/Sources/DungeonGame/Level/*.swift; then
  fail "the decoder imports Infusion"
fi

# The log of a seed, in processes that hash differently.
unset SWIFT_DETERMINISTIC_HASHING
for run in 1 2 3; do
  ends 0 --seed 7
  matches "$out" "$golden"
done
ends 0 --seed 7 --verbose
cmp -s "$out" "$golden" || fail "--verbose changes the log"
grep -qx 'injected Dragon, unscoped' "$err" || fail "--verbose does not tell of the dragon"
for option in '--seed 8' '--seed 7 --blessing'; do
  ends 0 $option
  if cmp -s "$out" "$golden"; then fail "'$option' changes nothing"; fi
done
ends 0 --seed 7 --turns 2
[[ "$(grep -c '^Turn' "$out")" -eq 2 ]] || fail "'--turns 2' does not play two turns"

# The wiring, drawn and checked.
ends 0 --graph text
matches "$out" "$fixtures/dungeon/graph.txt"
ends 0 --graph dot
grep -q '^digraph' "$out" || fail "--graph dot is not for Graphviz"
ends 0 --graph mermaid
grep -q '^flowchart' "$out" || fail "--graph mermaid is not for Mermaid"
ends 0 --validate
matches "$out" "$fixtures/dungeon/validated.txt"
ends 1 --validate --without combat
matches "$err" "$fixtures/dungeon/without-combat.txt"
ends 1 --without monsters
matches "$err" "$fixtures/dungeon/without-monsters.txt"

# Levels that are wrong: line, column, entity and what to do, the name of the file first.
for level in misspelled unclosed; do
  ends 1 "$fixtures/dungeon/$level.json"
  matches "$err" "$fixtures/dungeon/$level.txt"
done
ends 1 --validate "$fixtures/dungeon/misspelled.json"
matches "$err" "$fixtures/dungeon/misspelled.txt"
ends 1 "$temporary/absent.json"
grep -qF 'absent.json: error: the file cannot be read' "$err" || fail "an absent file is not named"

# Command lines that are wrong.
ends 64 --sede 7
ends 64 --turns 0
ends 64 --graph dot --validate

ends 0 --measure 100
grep -qE '^  ratio +[0-9]+\.[0-9]{3}$' "$out" || fail "--measure prints no ratio"

# What the page says can be typed, but for the tests, which follow, and the release build.
while read -r line; do
  swift run "${options[@]}" ${line#swift run --package-path "$package"} > "$out" 2>&1 || {
    cat "$out"
    fail "'$line' of $package/README.md fails"
  }
done < <(sed -n "s|^\\$ \\(swift run --package-path $package .*\\)|\\1|p" "$package/README.md")

tests swift test "${options[@]}" --skip-build
