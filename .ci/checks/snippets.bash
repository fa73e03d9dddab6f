#!/usr/bin/env bash
# Every Swift block, compiled table and example of the README and of the documentation compiles
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
  for file in "$prefix".*.parsed; do
    [[ -f "$file" ]] || continue
    swiftc -frontend -parse "$file" || broken=$((broken + 1))
  done
done < <(
  printf 'README.md\n'
  find Sources -name '*.md' -path '*.docc/*' | sort
)

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
