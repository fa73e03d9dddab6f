#!/usr/bin/env bash
# Graphviz draws what the library writes; the documentation shows it
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

command -v dot > /dev/null || install_packages graphviz

# The drawings that people see are those of the example as it is, one for light pages and one for dark
# ones.
pictures=Sources/Infusion/Infusion.docc/Resources
source="$fixtures/graph/garage.dot"
build debug
garage="$(products debug)/garage"
"$garage" --graph dot > "$temporary/garage.dot"
matches "$temporary/garage.dot" "$source"

sed 's/^  graph \[/&bgcolor=transparent, /' "$source" > "$temporary/garage.dot"
sed -f "$fixtures/graph/dark.sed" "$temporary/garage.dot" > "$temporary/garage~dark.dot"

# A version of Graphviz draws a little differently than another. So the picture is not compared: it
# says of which text it is.
for name in garage garage~dark; do
  drawn_from="<!-- Drawn from $(basename "$source"), cksum $(cksum < "$temporary/$name.dot") -->"
  if [[ -n "${INFUSION_ACCEPT:-}" ]]; then
    {
      dot -Tsvg "$temporary/$name.dot" | sed '/^<!-- Generated/,/-->/d'
      printf '%s\n' "$drawn_from"
    } > "$pictures/$name.svg"
  fi
  grep -qF -- "$drawn_from" "$pictures/$name.svg" \
    || fail "$pictures/$name.svg was not drawn from $source as it is"
done
page=Sources/Infusion/Infusion.docc/Articles/TheGraph.md
grep -qF '](garage)' "$page" || fail "$page does not show the picture"

"$garage" --graph mermaid > "$temporary/garage.mermaid"
matches "$temporary/garage.mermaid" "$fixtures/graph/garage.mermaid"

command -v dot > /dev/null || skip "Graphviz is not installed, and cannot be here"
dot -V

# The tests are skipped where there is no Graphviz; here they have to run, and to draw.
export INFUSION_GRAPHS="$temporary/graphs"
mkdir "$INFUSION_GRAPHS"
tests swift test --filter GraphDrawingTests

for drawing in example.svg example.png mistakes.svg odd.svg large-100.svg large-450.svg; do
  [[ -s "$INFUSION_GRAPHS/$drawing" ]] || fail "$drawing was not drawn"
done
printf '%s drawings\n' "$(find "$INFUSION_GRAPHS" -type f | wc -l)"

# The pictures can be drawn again, and say the same.
texts() { sed -n 's/^<text [^>]*>\(.*\)<\/text>$/\1/p' "$1" | sort; }
for name in garage garage~dark; do
  dot -Tsvg -o "$temporary/$name.svg" -Tpng -o "$temporary/$name.png" "$temporary/$name.dot"
  diff -u <(texts "$pictures/$name.svg") <(texts "$temporary/$name.svg") \
    || fail "$pictures/$name.svg has other texts"
done
