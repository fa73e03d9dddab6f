#!/usr/bin/env bash
# The repository keeps its own rules: what is tracked, and what may be written where
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

broken=0

# report RULE LINES: prints the rule and the lines that break it, if there are any.
report() {
  [[ -n "$2" ]] || return 0
  printf '%s\n%s\n\n' "$1" "$(sed 's/^/  /' <<< "$2")"
  broken=$((broken + 1))
}

# code PATTERN FIND_ARGUMENT…: the lines of Swift code, comments left out, that match.
code() {
  pattern="$1" find "${@:2}" -name '*.swift' -exec awk '
    { line = $0; sub(/\/\/.*/, "", line) }
    line ~ ENVIRON["pattern"] { print FILENAME ":" FNR ": " $0 }
  ' {} + || printf 'the search failed\n'
}

# text PATTERN: the lines of Sources that match, comments included.
text() { grep -rnE "$1" Sources || true; }

machinery=Sources/Infusion/Machinery
elsewhere=(Sources -path "$machinery" -prune -o)

if git rev-parse --is-inside-work-tree > /dev/null 2>&1; then
  report "Builds and resolved versions are not tracked:" \
    "$(git ls-files | grep -E '(^|/)(\.build[^/]*/|Package\.resolved$|\.swiftpm/)' || true)"
fi
report "The sources do not import Foundation:" \
  "$(code '(^|[^A-Za-z_])import +([a-z]+ +)?Foundation' Sources)"
report "Nothing in Machinery/ is public:" \
  "$(code '(^|[ (])(public|open)( |\()' "$machinery")"
report "Unchecked and unsafe code stays in Machinery/:" \
  "$(code '@unchecked +Sendable|nonisolated\(unsafe\)|Unmanaged|Unsafe[A-Za-z]*Pointer|OpaquePointer|unsafeDowncast|unsafeBitCast' \
    "${elsewhere[@]}")"
report "No error is silenced with 'try!':" "$(code 'try!' Sources)"
report "Nothing is left to do:" "$(text 'TODO|FIXME|XXX')"
page="$machinery/README.md"
report "The page of the machinery names files, types and functions that exist:" "$(
  grep -oE '`[A-Za-z+/]+\.swift`' "$page" | tr -d '`' | sort -u | while read -r file; do
    [[ -f "$machinery/$file" ]] || printf '%s\n' "$file"
  done
  grep -oE '`[A-Za-z]+`' "$page" | tr -d '`' | sort -u | while read -r name; do
    [[ -d "$machinery/$name" ]] ||
      grep -rqE "(class|struct|enum|protocol|func|let|var) $name\\b" Sources/Infusion ||
      printf '%s\n' "$name"
  done
)"
report "Every check is run by .ci/check:" "$(
  diff <(bash .ci/check --list | awk '{ print $1 }' | sort) \
    <(basename -s .bash "$fixtures"/*.bash | grep -vx common | sort)
)"
for patch in Tests/Mutations/*.patch; do
  report "The mutations fit the sources:" "$(git apply --check "$patch" 2>&1)"
done
for script in .ci/run .ci/check .ci/checks/*.bash; do
  report "The scripts are valid Bash:" "$(bash -n "$script" 2>&1)"
done

if ((broken)); then fail "$broken of the rules are broken"; fi
printf 'every rule is kept\n'
