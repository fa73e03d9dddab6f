#!/usr/bin/env bash
# Graphviz draws what the library writes: every name, and 450 bindings
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# privileged COMMAND…: as root, where that is needed and can be had without a question.
privileged() {
  if [[ "$(id -u)" -eq 0 ]]; then "$@"; else sudo -n "$@"; fi
}

if ! command -v dot > /dev/null; then
  if command -v apt-get > /dev/null; then
    {
      privileged apt-get update && privileged apt-get install --yes graphviz
    } > "$temporary/install.log" 2>&1 || tail -n 5 "$temporary/install.log" >&2
  fi
  command -v dot > /dev/null || skip "Graphviz is not installed, and cannot be here"
fi
dot -V

# The tests are skipped where there is no Graphviz; here they have to run, and to draw.
export INFUSION_GRAPHS="$temporary/graphs"
mkdir "$INFUSION_GRAPHS"
tests swift test --filter GraphDrawingTests

for drawing in example.svg example.png mistakes.svg odd.svg large-100.svg large-450.svg; do
  [[ -s "$INFUSION_GRAPHS/$drawing" ]] || fail "$drawing was not drawn"
done
printf '%s drawings\n' "$(find "$INFUSION_GRAPHS" -type f | wc -l)"
