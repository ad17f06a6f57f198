/// Messages that stay where they are in memory until all are removed.
@usableFromInline
final class MessageBuffer<Message> {
  // `@exclusivity(unchecked)`: the only user of a buffer is an expansion, which works on one thread at a time.

  /// The free part of the last chunk, for messages that are plain memory.
  @exclusivity(unchecked) @usableFromInline var freeMemory: UnsafeMutableRawBufferPointer
  /// All memory for messages that are plain memory; ``freeMemory`` is the end of the last chunk.
  private var chunks: [UnsafeMutableRawBufferPointer]
  /// Messages that are not plain memory. A contiguous array never bridges, so its elements stay where they are.
  @exclusivity(unchecked) @usableFromInline var messageArrays: [ContiguousArray<Message>] = []

  init() {
    // In bytes; later chunks are larger where a batch needs more.
    freeMemory = Self.chunk(of: 1 << 12)
    chunks = [freeMemory]
  }

  deinit { for chunk in chunks { chunk.deallocate() } }

  private static func chunk(of size: Int) -> UnsafeMutableRawBufferPointer {
    .allocate(byteCount: size, alignment: max(16, MemoryLayout<Message>.alignment))
  }

  @inlinable
  func add(_ messages: [Message]) -> MessagesInMemory {
    let count = messages.count
    guard count != 0 else { return MessagesInMemory(first: nil, count: 0) }
    guard _isPOD(Message.self) else {
      let array = ContiguousArray(messages)
      messageArrays.append(array)
      return MessagesInMemory(first: array.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }, count: count)
    }
    let size = count * MemoryLayout<Message>.stride
    if freeMemory.count < size { addChunk(of: size) }
    let first = freeMemory.baseAddress.unsafelyUnwrapped
    messages.withUnsafeBytes { first.copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: $0.count) }
    freeMemory = UnsafeMutableRawBufferPointer(start: first + size, count: freeMemory.count - size)
    return MessagesInMemory(first: UnsafeRawPointer(first), count: count)
  }

  @inlinable
  func add(_ messages: [Message], where isAdded: (Message) throws -> Bool) throws -> MessagesInMemory {
    guard _isPOD(Message.self) else { return add(try messages.filter(isAdded)) }
    let size = messages.count * MemoryLayout<Message>.stride
    if freeMemory.count < size { addChunk(of: size) }
    guard let first = freeMemory.baseAddress else { return MessagesInMemory(first: nil, count: 0) }
    var count = 0
    for message in messages where try isAdded(message) {
      (first + count * MemoryLayout<Message>.stride).initializeMemory(as: Message.self, to: message)
      count += 1
    }
    let end = count * MemoryLayout<Message>.stride
    freeMemory = UnsafeMutableRawBufferPointer(start: first + end, count: freeMemory.count - end)
    return MessagesInMemory(first: count == 0 ? nil : UnsafeRawPointer(first), count: count)
  }

  /// Adds a chunk of at least the given size in bytes, and of at least twice the last chunk's, so that chunks stay few.
  @usableFromInline
  func addChunk(of size: Int) {
    freeMemory = Self.chunk(of: max(size, 2 * (chunks.last?.count ?? 0)))
    chunks.append(freeMemory)
  }

  /// Keeps the last chunk of memory, which is the largest.
  func removeAll() {
    if !_isPOD(Message.self) { messageArrays.removeAll(keepingCapacity: true) }
    if chunks.count > 1 {
      for chunk in chunks.dropLast() { chunk.deallocate() }
      chunks.removeFirst(chunks.count - 1)
    }
    freeMemory = chunks[0]
  }
}

/// Messages that lie one after the other in memory.
@usableFromInline
struct MessagesInMemory {
  /// The address of the first message; `nil` for no messages.
  let first: UnsafeRawPointer?
  let count: Int

  @usableFromInline
  init(first: UnsafeRawPointer?, count: Int) { (self.first, self.count) = (first, count) }

  func prefix(_ limit: Int) -> MessagesInMemory {
    limit == 0 ? MessagesInMemory(first: nil, count: 0) : MessagesInMemory(first: first, count: min(count, limit))
  }
}
