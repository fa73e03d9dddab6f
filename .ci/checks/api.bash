#!/usr/bin/env bash
# The public interface is the one that was accepted, and keeps what the latest release promised
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

command -v python3 > /dev/null || install_packages python3
command -v python3 > /dev/null || skip "python3 is not installed, and cannot be here"

build debug
modules="$(products debug)/Modules"
target="$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')"

# compare MODULE: tells what its interface has lost and what it has won since it was accepted.
compare() {
  local graphs="$temporary/$1" found="$temporary/$1.txt" accepted="$fixtures/api/$1.txt"
  mkdir -p "$graphs"
  swift-symbolgraph-extract -module-name "$1" -I "$modules" -target "$target" \
    -minimum-access-level public -skip-synthesized-members -emit-extension-block-symbols \
    -output-dir "$graphs" || fail "the symbols of $1 cannot be read"
  python3 "$fixtures/api/interface.py" "$graphs" > "$found"
  [[ -s "$found" ]] || fail "$1 has no public declaration"
  if [[ -n "${INFUSION_ACCEPT:-}" ]]; then cp "$found" "$accepted"; fi
  local removed added
  removed="$(LC_ALL=C comm -23 <(LC_ALL=C sort "$accepted") <(LC_ALL=C sort "$found"))"
  added="$(LC_ALL=C comm -13 <(LC_ALL=C sort "$accepted") <(LC_ALL=C sort "$found"))"
  if [[ -n "$removed" ]]; then
    printf '%s: gone or changed, which breaks clients:\n%s\n' "$1" "$(sed 's/^/  - /' <<< "$removed")"
  fi
  if [[ -n "$added" ]]; then
    printf '%s: new; a new requirement without a default breaks clients, too:\n%s\n' "$1" \
      "$(sed 's/^/  + /' <<< "$added")"
  fi
  [[ -z "$removed$added" ]] || return 1
  printf '%s: %d declarations, as accepted\n' "$1" "$(wc -l < "$accepted")"
}

differ=0
for module in Infusion InfusionTesting; do compare "$module" || differ=1; done
if ((differ)); then
  fail "the public interface has changed; if that is meant, write it in CHANGELOG.md, and
INFUSION_ACCEPT=1 .ci/check api takes it over"
fi

tag="$(git describe --tags --abbrev=0 2> /dev/null)" || {
  printf 'no release is tagged that could be compared\n'
  exit 0
}
# Breaks that are meant, one line each as the tool prints them; cleared with every release.
allowed="$fixtures/api/allowed.txt"
options=()
if [[ -f "$allowed" ]]; then options=(--breakage-allowlist-path "$allowed"); fi
swift package diagnose-api-breaking-changes "$tag" ${options[@]+"${options[@]}"}
