import Infusion

extension Objection {
  /// Provides sailboats as boats, with a given motor.
  struct SailboatProvider: ProviderProtocol {
    let motor: Motor
    func provide(from injector: Injector) throws -> Boat {
      let boat = Sailboat()
      boat.motor = motor
      boat.anchor = try injector.resolve()
      return boat
    }
  }

  struct RigProvider: ProviderProtocol {
    func provide(from injector: Injector) -> any Rig { SloopRig() }
  }

  /// Binds an existing boat, and a beacon that is lit at once.
  struct LaunchModule: Module {
    let boat: Boat
    let logbook: Logbook
    func configure(_ binder: Binder) {
      binder.bind(Logbook.self).to(instance: logbook)
      binder.bind(Boat.self).to(instance: boat)
      binder.bind(Beacon.self).asEagerSingleton()
    }
  }

  struct RigModule: Module {
    let rig: any Rig
    func configure(_ binder: Binder) {
      binder.bind((any Rig).self).to(instance: rig)
    }
  }

  /// Leaves the objects of its providers as they are, like Objection.
  struct ProviderModule: Module {
    let motor: Motor
    func configure(_ binder: Binder) {
      binder.bind(Boat.self).to(provider: SailboatProvider(motor: motor)).asIs()
      binder.bind((any Rig).self).to(provider: RigProvider()).asIs()
    }
  }

  /// The same as ``ProviderModule``, with closures.
  struct ClosureModule: Module {
    let motor: Motor
    func configure(_ binder: Binder) {
      let motor = motor
      binder.bind(Boat.self).to { injector in
        let boat = Sailboat()
        boat.motor = motor
        boat.anchor = try injector.resolve()
        return boat
      }.asIs()
      binder.bind((any Rig).self).to { SloopRig() }
    }
  }

  /// Binds classes and instances in every form.
  struct HarborModule: Module {
    let motor: Motor
    let rig: any Rig
    let logbook: Logbook
    func configure(_ binder: Binder) {
      binder.bind(Logbook.self).to(instance: logbook)
      binder.bind(Motor.self).to(instance: motor)
      binder.bind((any Rig).self).to(instance: rig)
      binder.bind((any Guide).self).to(HarborPilot.self) { $0 }
      binder.bind(Pilot.self).to(HarborPilot.self) { $0 }
      binder.bind((any Surveyor.Type).self).to(instance: TidalSurveyor.self)
      binder.bind(Beacon.self).asEagerSingleton()
    }
  }
}
