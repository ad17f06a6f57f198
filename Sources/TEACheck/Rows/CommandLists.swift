internal import TEASupport

/// The lists of commands that are outstanding in the worlds of a search, each stored once and identified by a number.
///
/// Lists of the same commands in different orders have one *bag* in common: the list of these commands in ascending order of
/// their numbers.
final class CommandLists: @unchecked Sendable {
  // Unchecked: the tables have locks of their own.

  /// The number of a list, and that of its bag.
  struct ListAndBag {
    var list: UInt32
    var bag: UInt32
  }

  let commands: PartTable
  /// The lists; the content of a list is the count of its commands, and then the number of each command.
  private let lists = PartTable(of: Void.self, .content)

  /// The number of distinct lists and distinct commands together.
  var partCount: Int { lists.count + commands.count }

  /// The number of the empty list, which is its own bag.
  static var emptyList: UInt32 { 0 }

  init(of commands: PartTable, _ writer: RowWriter) {
    self.commands = commands
    _ = number(of: UnsafeBufferPointer(start: nil, count: 0), writer)
  }

  func commands(of list: UInt32) -> UnsafeBufferPointer<UInt32> {
    let content = lists.content(of: Int(list))
    return UnsafeBufferPointer(
      start: (content + 8).assumingMemoryBound(to: UInt32.self), count: content.load(as: Int.self))
  }

  /// A hash of the list that does not depend on the order of its commands.
  func contentHash(of list: UInt32) -> UInt64 { lists.contentHash(of: Int(list)) }

  /// The number of a list, which is added where it is new.
  func number(of list: UnsafeBufferPointer<UInt32>, _ writer: RowWriter) -> UInt32 {
    let mark = writer.mark
    defer { writer.freeAll(since: mark) }
    let size = 8 + 4 * list.count
    let content = writer.allocate(size)
    content.storeBytes(of: list.count, as: Int.self)
    if let first = list.baseAddress { (content + 8).copyMemory(from: first, byteCount: size - 8) }
    // A content consists of whole words, so zeros fill the last one.
    if !list.count.isMultiple(of: 2) { content.storeBytes(of: 0, toByteOffset: size, as: UInt32.self) }
    var hash = UInt64(truncatingIfNeeded: list.count)
    for command in list { hash &+= RandomNumbers.mix(commands.contentHash(of: Int(command))) }
    return lists.number(ofContent: UnsafeRawPointer(content), (size + 7) & ~7, contentHash: hash)
  }

  func bag(of list: UInt32, _ writer: RowWriter) -> UInt32 {
    let numbers = commands(of: list)
    if zip(numbers, numbers.dropFirst()).allSatisfy({ $0 <= $1 }) { return list }
    return numbers.sorted().withUnsafeBufferPointer { number(of: $0, writer) }
  }

  /// The list after a step that answers a command and performs others, from the writer's cache if it is there.
  ///
  /// - Parameters:
  ///   - index: The index of the answered command in the list; -1 for none.
  ///   - performed: The number of the list of performed commands.
  func listAfterStep(
    from list: UInt32, answering index: Int, performing performed: UInt32, _ writer: RowWriter
  ) -> ListAndBag {
    let lists = UInt64(list) << 32 | UInt64(performed)
    let answered = UInt64(UInt32(truncatingIfNeeded: index)) << 32
    let slot = writer.listSlot(for: lists, answered)
    if slot.pointee.isTaken, slot.pointee.first == lists, slot.pointee.second >> 32 == answered >> 32 {
      return ListAndBag(list: slot.pointee.number, bag: UInt32(truncatingIfNeeded: slot.pointee.second))
    }
    var numbers = Array(commands(of: list))
    if index >= 0 { numbers.remove(at: index) }
    numbers += commands(of: performed)
    let next = numbers.withUnsafeBufferPointer { number(of: $0, writer) }
    let bag = bag(of: next, writer)
    slot.pointee = .init(first: lists, second: answered | UInt64(bag), number: next, isTaken: true)
    return ListAndBag(list: next, bag: bag)
  }
}
