#!/usr/bin/env bash
# Pages and sources do without the words of the list; words/words.txt says what to write instead
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

held=(README.md)
while IFS= read -r file; do held+=("$file"); done \
  < <(find Sources \( -name '*.md' -o -name '*.swift' \) | sort)

patterns=() better=()
while IFS=$'\t' read -r pattern words; do
  [[ -n "$pattern" && "$pattern" != '#'* ]] || continue
  patterns+=("$pattern") better+=("$words")
done < "$fixtures/words/words.txt"

# matching PATTERN GREP_ARGUMENT…: the lines with the pattern as whole words.
matching() { grep -nwiE -e "$1" "${@:2}" /dev/null || true; }

broken=0
for index in "${!patterns[@]}"; do
  found="$(matching "${patterns[index]}" "${held[@]}")"
  [[ -n "$found" ]] || continue
  printf "Write instead of '%s': %s\n%s\n\n" \
    "${patterns[index]}" "${better[index]}" "$(sed 's/^/  /' <<< "$found")"
  broken=$((broken + $(wc -l <<< "$found")))
done

printf '%d pages and sources\n' "${#held[@]}"
if ((broken)); then fail "$broken lines have words of the list"; fi
