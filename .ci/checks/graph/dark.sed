# The colors of a drawing for a dark page: light lines and letters, dark fills.
s/^  graph \[/&fontcolor="#d1d7de", /
s/^  node \[/&fontcolor="#e6edf3", /
s/gray30/"#9da7b1"/g
s/gray60/"#6e7781"/g
s/fillcolor=white/fillcolor="#22272e"/g
s/fillcolor=mistyrose/fillcolor="#5c1f1f"/g
s/fillcolor=lightblue/fillcolor="#1c4a6e"/g
s/fillcolor=honeydew/fillcolor="#1f4d2e"/g
s/fillcolor=lavender/fillcolor="#45366b"/g
s/fillcolor=lightyellow/fillcolor="#5a4d12"/g
s/color=red/color="#ff7b72"/g
s/color=darkorange/color="#ffa657"/g
s/#1f5a99/#6cb6ff/g
s/#2e7d32/#7ee787/g
s/#6a3d9a/#d2a8ff/g
s/#00796b/#56d4c4/g
s/#7a5c00/#e3b341/g
s/#37474f/#b0bec5/g
s/#5d4037/#dda889/g
