// What the search for numbered compile-fail cases has to tell apart. It is read, never compiled.
class Refusals {
  // BLS-1, GUM-2: counts for both.
  // expected-error@+1 {{anything}}
  let refused = nonexistent

  // BLS-3: has no error, so nothing is refused.
  let accepted = 1

  // OIL-4: counts.
  // The case goes on.
  // expected-error@+1 {{anything}}
  let alsoRefused = nonexistent

  // GUM-5: stands at the end, and has no error.
}
