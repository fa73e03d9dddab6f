#!/usr/bin/env bash
# Every Swift block, table and example of README and documentation compiles, and prints what it says
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

build debug
modules="$(products debug)/Modules"
objects_of Infusion debug

# without_places FILE: the text without source locations on the page, or in files that a reader may
# have.
without_places() { sed -E 's/[A-Za-z+]+\.(md|swift):[0-9]+/PLACE/g' "$1"; }

# prints PREFIX PAGE: sees the program of a page print what the page says.
prints() {
  client "$modules" -suppress-warnings "$1.page.swift" "$1.printing.swift" "${objects[@]}" \
    -o "$1.program" || return
  local text name
  for text in "$1".*.printed; do
    name="${text%.printed}"
    "$1.program" "${name##*.}" > "$text.found" || return
    diff -u --label "$2" --label 'what is printed' <(without_places "$text") \
      <(without_places "$text.found") || return
    printed=$((printed + 1))
  done
}

# Blocks of one page are one Swift file, its tables another for each context; snippets.awk says how.
# Errors name the page and its line.
broken=0 printed=0
while IFS= read -r page; do
  prefix="$temporary/$(tr -c '[:alnum:]\n' _ <<< "$page")"
  awk -v prefix="$prefix" -v contexts="$fixtures/snippets" -f "$fixtures/snippets.awk" "$page" ||
    broken=$((broken + 1))
  if [[ -f "$prefix.printing.swift" ]]; then prints "$prefix" "$page" || broken=$((broken + 1)); fi
  for file in "$prefix".*.swift; do
    [[ -f "$file" && "$file" != "$prefix.printing.swift" ]] || continue
    client "$modules" -suppress-warnings -emit-sil "$file" -o /dev/null || broken=$((broken + 1))
  done
  for file in "$prefix".*.parsed; do
    [[ -f "$file" ]] || continue
    swiftc -frontend -parse "$file" || broken=$((broken + 1))
  done
done < <(
  printf 'README.md\n'
  find Sources -name '*.md' -path '*.docc/*' | sort
)
printf '%d texts are what the snippets print\n' "$printed"

# Each example of a documentation comment is a program of its own: it may declare things, use them,
# or both. What it speaks of and does not declare is in a module that it imports.
vocabulary="$temporary/vocabulary"
mkdir "$vocabulary" "$temporary/examples"
client "$modules" -emit-module -module-name Vocabulary "$fixtures/snippets/Vocabulary.swift" \
  -o "$vocabulary/Vocabulary.swiftmodule" || fail "the vocabulary of the examples does not compile"
find Sources -name '*.swift' -exec \
  awk -v directory="$temporary/examples" -f "$fixtures/snippets/examples.awk" {} + ||
  broken=$((broken + 1))
examples=0
for file in "$temporary/examples"/*.swift; do
  examples=$((examples + 1))
  swiftc -swift-version 6 -I "$modules" -I "$vocabulary" -suppress-warnings -emit-sil "$file" \
    -o /dev/null || broken=$((broken + 1))
done
printf 'documentation comments: %d examples\n' "$examples"

if ((broken)); then fail "$broken of the Swift files made of snippets and examples do not compile"; fi
