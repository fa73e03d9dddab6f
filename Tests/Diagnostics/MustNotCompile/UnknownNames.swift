// Code cannot name what does not exist. The numbers are those of the behaviors that
// ConformanceTests re-creates.
import Infusion

class Address {
  init(street: String) {}
  static func address(street: String) -> Address { Address(street: street) }
}

class House: InitializerDeclaring {
  // BLS-35: an initializer that the class does not have.
  // expected-error@+2 {{could not be inferred}}
  // expected-error@+1 {{type 'Address' has no member 'init(road:)'}}
  class var initializer: Initializer { Initializer(Address.init(road:)) }
}

class Garage: InitializerDeclaring {
  // BLS-36: a factory that the class does not have.
  // expected-error@+2 {{could not be inferred}}
  // expected-error@+1 {{type 'Address' has no member 'address(road:)'}}
  class var initializer: Initializer { Initializer(Address.address(road:), .argument) }
}

class Estate {
  // BLS-48: a property of a class that does not exist.
  // expected-error@+1 {{cannot find type 'Manor' in scope}}
  @Injected var manor: Manor
  // BLS-52: a property of a protocol that does not exist.
  // expected-error@+1 {{cannot find type 'Habitable' in scope}}
  @Injected var home: any Habitable
}
