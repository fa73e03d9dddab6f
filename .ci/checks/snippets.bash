#!/usr/bin/env bash
# Every Swift block and every compiled table of the README and of the documentation compiles
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

build debug
modules="$(products debug)/Modules"

# Blocks of one page are one Swift file, its tables another for each context; snippets.awk says how.
# Errors name the page and its line.
broken=0
while IFS= read -r page; do
  prefix="$temporary/$(tr -c '[:alnum:]\n' _ <<< "$page")"
  awk -v prefix="$prefix" -v contexts="$fixtures/snippets" -f "$fixtures/snippets.awk" "$page" ||
    broken=$((broken + 1))
  for file in "$prefix".*.swift; do
    [[ -f "$file" ]] || continue
    client "$modules" -suppress-warnings -emit-sil "$file" -o /dev/null || broken=$((broken + 1))
  done
done < <(
  printf 'README.md\n'
  find Sources -name '*.md' -path '*.docc/*' | sort
)

if ((broken)); then fail "$broken of the Swift files made of snippets do not compile"; fi
