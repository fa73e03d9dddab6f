/// Protects the hero.
final class Blessing {
  let protection = 2
}
