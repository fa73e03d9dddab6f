import Infusion
import Shop

@main enum Program {
  static func main() throws {
    print(try Injector(ShopModule(sign: "open")).resolve(Shop.self).sign ?? "")
  }
}
