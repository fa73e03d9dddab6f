# What the checks share. Sourced by each of them, never run.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
fixtures=.ci/checks

# The manifest makes every warning an error. Exported for all checks: one setting, one build.
export INFUSION_STRICT=1

temporary="$(mktemp -d)"
trap 'rm -rf "$temporary"' EXIT

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

skip() {
  printf 'skipped: %s\n' "$*"
  exit 77
}

# build CONFIGURATION: builds the library and the example, quietly unless that fails.
build() {
  if ! swift build --configuration "$1" > "$temporary/build.log" 2>&1; then
    tail -n 40 "$temporary/build.log" >&2
    fail "the package does not build (configuration: $1)"
  fi
}

# products CONFIGURATION: the folder that the build writes to.
products() { swift build --configuration "$1" --show-bin-path; }

# client MODULES OPTION…: compiles a client of the library, in Swift 6 mode.
client() {
  swiftc -swift-version 6 -parse-as-library -I "$1" "${@:2}"
}

# loaded_by PROGRAM: lists the libraries that it loads.
loaded_by() {
  if command -v ldd > /dev/null; then ldd "$1"; else otool -L "$1"; fi
}

# objects_of MODULE CONFIGURATION: fills $objects with the object files of the sources that the
# module has now; older ones may lie beside them.
objects_of() {
  local map object
  map="$(products "$2")/$1.build/output-file-map.json"
  objects=()
  while IFS= read -r object; do objects+=("$object"); done < <(
    sed -n 's/.*"object": "\(.*\)".*/\1/p' "$map" | grep -v "/$1.o\$"
  )
}

# privileged COMMAND…: as root, where that is needed and can be had without a question.
privileged() {
  if [[ "$(id -u)" -eq 0 ]]; then "$@"; else sudo -n "$@"; fi
}

# install_packages PACKAGE…: installs packages of Debian, where that can be done. Who needs them asks
# afterwards whether they are there.
install_packages() {
  command -v apt-get > /dev/null || return 0
  {
    privileged apt-get update && privileged apt-get install --yes "$@"
  } > "$temporary/install.log" 2>&1 || tail -n 5 "$temporary/install.log" >&2
}

# readme_command COMMAND: prints the command if README.md has it as a line of a console block.
readme_command() {
  awk -v command="$1" '
    /^```/ { console = ($0 == "```console"); next }
    console { sub(/^\$ /, ""); sub(/ +#.*/, "") }
    console && $0 == command { print; found = 1; exit }
    END { exit !found }
  ' README.md || fail "README.md has no console block with the line '$1'"
}

# below PROCESS: lists the processes that it has started, and those that these have started.
below() {
  local child
  for child in $(ps -o pid= --ppid "$1"); do
    printf '%s\n' "$child"
    below "$child"
  done
}

# unended LOG: lists the tests that have begun, according to the log, and have not ended.
unended() {
  awk '
    / Test (case|run) / { next }
    match($0, / Test .* started\.$/) { running[substr($0, RSTART + 6, RLENGTH - 15)]++ }
    match($0, / Test .* (passed|failed) after /) {
      name = substr($0, RSTART + 6, RLENGTH - 20)
      sub(/ with [0-9]+ test cases?$/, "", name)
      running[name]--
    }
    match($0, / Test .* skipped/) { running[substr($0, RSTART + 6, RLENGTH - 14)]-- }
    END { for (name in running) if (running[name] > 0) print name }
  ' "$1"
}

# stop_hanging PROCESS LOG: says where a test command stands that does not end, and ends it. Tests
# begin together and end late; the threads tell which of them run.
stop_hanging() {
  local process
  printf 'error: the tests have not ended after %d minutes; these have begun:\n' $((limit / 60))
  unended "$2" | head -n 100
  for process in $(below "$1" | tac); do
    if command -v gdb > /dev/null && [[ "$(ps -o comm= "$process")" != swift* ]]; then
      gdb -p "$process" -batch -ex 'thread apply all backtrace 40' 2> /dev/null \
        | grep -E '^(Thread|#)' | cut -c 1-200 | head -n 1000 || true
    fi
    kill -KILL "$process" 2> /dev/null || true
  done
} >&2

# The seconds after which tests hang: fewer than .ci/check allows, so that there is time to say where.
limit=1080

# tests COMMAND…: runs a test command; prints its closing line, and what failed if something did.
# It says where tests hang, and ends them; on a terminal the person in front of it decides.
tests() {
  local log="$temporary/tests.log" status=0 command watch
  "$@" > "$log" 2>&1 &
  command=$!
  if [[ -n "${CI:-}" ]]; then
    { sleep "$limit" && stop_hanging "$command" "$log"; } &
    watch=$!
  fi
  wait "$command" || status=$?
  if [[ -n "${watch:-}" ]]; then kill $(below "$watch") "$watch" 2> /dev/null || true; fi
  if ((status)); then
    grep -E '✘|error: |↳|Fatal error|==[0-9]+==' "$log" | head -n 200 || true
    # Where a crash was, the thread that crashed first, or what a sanitizer has found.
    sed -nE '/ crashed:|(ERROR|WARNING): [A-Za-z]+Sanitizer/,$p' "$log" | cut -c 1-200 \
      | head -n 80 || true
    tail -n 20 "$log"
    fail "'$*' ended with status $status"
  fi
  grep -E 'Test run with|Executed [1-9]' "$log" || fail "'$*' ran no test"
  if grep -q 'Test run with 0 tests' "$log"; then fail "'$*' ran no test"; fi
}

# matches FOUND EXPECTED: compares two texts. With INFUSION_ACCEPT set, what was found becomes what
# is expected: for a change that is meant, to be read before it is committed.
matches() {
  if [[ -n "${INFUSION_ACCEPT:-}" ]]; then
    cp "$1" "$2"
  else
    diff -u "$2" "$1" \
      || fail "$2 is not what the program prints; INFUSION_ACCEPT=1 .ci/check … takes it over"
  fi
}
