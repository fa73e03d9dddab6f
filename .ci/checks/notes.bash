#!/usr/bin/env bash
# The notes server answers over HTTP, survives kills, and stops in order; runs where INFUSION_LONG is set
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

[[ -n "${INFUSION_LONG:-}" ]] \
  || skip "it builds a web server, 5 to 8 minutes on two cores; INFUSION_LONG=1 runs it"

example=Examples/Notes
options=(--package-path "$example")

# SQLite's header is not part of the system everywhere. dot draws the page /graph; without it, the
# page is a text.
if ! pkg-config --exists sqlite3 2> /dev/null && [[ ! -f /usr/include/sqlite3.h ]]; then
  install_packages libsqlite3-dev
fi
command -v dot > /dev/null || install_packages graphviz

tests swift test "${options[@]}"
grep -E '^bytes allocated' "$temporary/tests.log"

# The program, as an operator starts, stops and kills it.
program="$(swift build "${options[@]}" --show-bin-path)/notes"
python3 "$example/Tests/Processes/processes.py" "$program"

# What the page of the example says about it.
page="$example/README.md"
command="$(awk '/^```console/ { getline; print; exit }' "$page")"
[[ "$command" == "swift run --package-path $example notes" ]] \
  || fail "$page does not begin with the command that starts the server"
for option in $("$program" --help | grep -oE '^ +--[a-z-]+' | tr -d ' '); do
  grep -qF -- "\`$option" "$page" || fail "$page does not mention the option $option"
done
