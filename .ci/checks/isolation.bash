#!/usr/bin/env bash
# Code of the main actor compiles, runs there and nowhere else, whatever a module's default isolation is
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

folder="$fixtures/isolation"
strict=(-warnings-as-errors -enable-upcoming-feature InferIsolatedConformances)
# As Xcode's template has them.
by_default=(-default-isolation MainActor -enable-upcoming-feature NonisolatedNonsendingByDefault)

# runs CONFIGURATION NAME OPTION…: compiles a program and sees it run.
runs() {
  client "$modules" "${strict[@]}" "${@:3}" "${objects[@]}" -o "$temporary/$2" ||
    fail "$2 does not compile (configuration: $1)"
  [[ "$("$temporary/$2")" == 'in order' ]] || fail "$2 does not run (configuration: $1)"
}

for configuration in debug release; do
  build "$configuration"
  modules="$(products "$configuration")/Modules"
  objects_of Infusion "$configuration"
  options=()
  if [[ "$configuration" == release ]]; then options=(-O); fi
  programs=("$folder/Ordinary.swift" "$folder/Program.swift")
  runs "$configuration" nonisolated ${options[@]+"${options[@]}"} "${programs[@]}"
  runs "$configuration" main-actor ${options[@]+"${options[@]}"} "${by_default[@]}" \
    "${programs[@]}"
  runs "$configuration" race ${options[@]+"${options[@]}"} "${by_default[@]}" "$folder/Race.swift"
done
printf 'three programs are in order, in debug and release\n'
