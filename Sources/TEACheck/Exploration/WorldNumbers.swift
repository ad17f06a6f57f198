/// A world as the numbers of its parts. The memory of this value is a row of numbers.
struct WorldNumbers {
  var model: UInt32
  /// The number of the sorted list of the outstanding commands. Worlds are compared by this list, so that the order of commands
  /// does not count.
  var outstandingBag: UInt32
  /// The number of the surroundings' bag (see ``SurroundingsTable``) plus one; 0 for none.
  var surroundingsBag: UInt32 = 0
  // Worlds are not compared by the fields from here on.
  /// The number of the list of the outstanding commands in the order in which they were performed.
  var outstanding: UInt32
  /// The number of the surroundings plus one; 0 for none.
  var surroundings: UInt32 = 0

  func isSameWorld(as other: WorldNumbers) -> Bool {
    model == other.model && outstandingBag == other.outstandingBag && surroundingsBag == other.surroundingsBag
  }

  /// The number of fields, from the first, by which worlds are compared.
  static var comparedFieldCount: Int { 3 }

  /// The fields of a row of numbers. The number of the key is the first field where worlds have keys.
  static func fields(isKeyed: Bool) -> [(size: Int, mask: UInt64)] {
    Array(repeating: (4, UInt64(UInt32.max)), count: isKeyed ? 6 : 5)
  }

  init(model: UInt32, outstandingBag: UInt32, outstanding: UInt32) {
    (self.model, self.outstandingBag, self.outstanding) = (model, outstandingBag, outstanding)
  }

  /// - Parameter bytes: The bytes of a row, without the number of the key where worlds have keys.
  init(_ bytes: UnsafeRawPointer) { self = bytes.load(as: WorldNumbers.self) }

  func write(to bytes: UnsafeMutableRawPointer) { bytes.storeBytes(of: self, as: WorldNumbers.self) }
}
