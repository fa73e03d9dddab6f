#!/usr/bin/env bash
# No link of a page is dead, and no Swift block is left to itself
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

command -v python3 > /dev/null || install_packages python3
command -v python3 > /dev/null || skip "python3 is not installed, and cannot be here"

# Of hidden folders only .ci has something to say.
visible=(. -name '.?*' -not -name '.ci' -prune -o -name .build -prune -o)

pages=() sources=()
while IFS= read -r path; do pages+=("${path#./}"); done < <(
  find "${visible[@]}" -name '*.md' -print | sort
)
while IFS= read -r path; do sources+=("${path#./}"); done < <(
  find Package.swift Sources -name '*.swift' | sort
)
python3 "$fixtures/links/links.py" "$fixtures" "${pages[@]}" -- "${sources[@]}" \
  || fail "there are dead links, or Swift blocks that no check compiles"
