/// Protects whoever has it.
final class Blessing {
  let protection = 2
}
