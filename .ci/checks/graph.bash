#!/usr/bin/env bash
# Graphviz draws what the library writes; README.md and the documentation show it
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

command -v dot > /dev/null || install_packages graphviz

# The drawings that people see are those of the example as it is.
picture=Sources/Infusion/Infusion.docc/Resources/garage.svg
source="$fixtures/graph/garage.dot"
build debug
garage="$(products debug)/garage"
"$garage" --graph dot > "$temporary/garage.dot"
matches "$temporary/garage.dot" "$source"

# A version of Graphviz draws a little differently than another. So the picture is not compared: it
# says of which text it is.
drawn_from="<!-- Drawn from $(basename "$source"), cksum $(cksum < "$source") -->"
if [[ -n "${INFUSION_ACCEPT:-}" ]]; then
  { dot -Tsvg "$source" | sed '/^<!-- Generated/,/-->/d'; printf '%s\n' "$drawn_from"; } > "$picture"
fi
grep -qF -- "$drawn_from" "$picture" || fail "$picture was not drawn from $source as it is"
grep -qF "($picture)" README.md || fail "README.md does not show $picture"

"$garage" --graph mermaid > "$temporary/garage.mermaid"
awk '/^```/ { if (inside) exit; inside = ($0 == "```mermaid"); next } inside' README.md \
  > "$temporary/shown.mermaid"
if [[ -n "${INFUSION_ACCEPT:-}" ]]; then
  awk -v graph="$temporary/garage.mermaid" '
    inside && /^```/ { inside = 0 }
    !inside
    /^```mermaid$/ { inside = 1; while ((getline line < graph) > 0) print line }
  ' README.md > "$temporary/README.md"
  cp "$temporary/README.md" README.md
else
  diff -u "$temporary/shown.mermaid" "$temporary/garage.mermaid" \
    || fail "README.md does not show what 'garage --graph mermaid' prints"
fi

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

# The picture can be drawn anew, and says the same.
dot -Tsvg -o "$temporary/garage.svg" -Tpng -o "$temporary/garage.png" "$source"
texts() { sed -n 's/^<text [^>]*>\(.*\)<\/text>$/\1/p' "$1" | sort; }
diff -u <(texts "$picture") <(texts "$temporary/garage.svg") || fail "$picture has other texts"
