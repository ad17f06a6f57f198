import TEAText
@testable import TEASupport
import Dispatch
import Foundation
import TEARuntime
import Testing

@testable import TEACheck

/// Files that are written where the user says, and names of checks on the command line.
@Suite struct FileWritingTests {
  private func type(of path: String) -> FileAttributeType? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
  }

  private func names(in folder: String) -> [String] {
    Platform.names(in: folder).filter { ![".", ".."].contains($0) }
  }

  private func mode(of path: String) -> Int? {
    ((try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? NSNumber)?.intValue
  }

  private func write(_ text: String, to path: String) throws {
    var file = try FileWriter(path: path)
    file.write(text)
    try file.finish()
  }

  @Test(arguments: ["there.xml", "missing.xml"]) func `a symbolic link is followed and stays a link`(target: String)
    throws
  {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder("deep"), withIntermediateDirectories: true)
    try "old".write(toFile: folder("deep/there.xml"), atomically: false, encoding: .utf8)
    // A link to a link. The target of the inner link is relative to the link's folder.
    try FileManager.default.createSymbolicLink(atPath: folder("inner"), withDestinationPath: "deep/\(target)")
    try FileManager.default.createSymbolicLink(atPath: folder("link"), withDestinationPath: folder("inner"))
    try write("new", to: folder("link"))
    #expect(type(of: folder("link")) == .typeSymbolicLink)
    #expect(type(of: folder("inner")) == .typeSymbolicLink)
    #expect(try Platform.read(folder("deep/\(target)")) == "new")
    #expect(names(in: folder("deep")).count == (target == "there.xml" ? 1 : 2))
  }

  @Test func `a device and a pipe are written to and stay`() throws {
    try write("text", to: "/dev/null")
    #expect(type(of: "/dev/null") == .typeCharacterSpecial)
    #expect(throws: FileError.self) { try write("text", to: "/dev/full") }
    #expect(type(of: "/dev/full") == .typeCharacterSpecial)
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder("pipe"), 0o600) == 0)
    let reader = open(folder("pipe"), O_RDONLY | O_NONBLOCK)
    try write("text", to: folder("pipe"))
    var bytes = [UInt8](repeating: 0, count: 10)
    #expect(read(reader, &bytes, 10) == 4)
    close(reader)
    #expect(names(in: folder.path) == ["pipe"])
    #expect(throws: FileError.self) { try write("text", to: folder.path) }
  }

  /// `/dev/stdout` is a link to an open file where standard output is redirected to the file.
  @Test func `a link to an open file of the process neither replaces nor removes the file`() throws {
    let folder = try TemporaryFolder()
    let descriptor = open(folder("file"), O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    try FileManager.default.createSymbolicLink(atPath: folder("link"), withDestinationPath: "/dev/fd/\(descriptor)")
    try write("text", to: folder("link"))
    #expect(lseek(descriptor, 0, SEEK_END) == 4)
    #expect(names(in: folder.path).sorted() == ["file", "link"])
    Platform.removeFile(folder("link"))
    #expect(names(in: folder.path).sorted() == ["file", "link"])
  }

  /// Opening the pipe for writing would block until somebody opens it for reading.
  @Test func `a pipe that nobody reads is an error`() throws {
    let folder = try TemporaryFolder()
    let pipe = folder("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let message = "'\(pipe)' cannot be written: nobody reads the pipe; start its reader first"
    #expect { try write("text", to: pipe) } throws: { "\($0)" == message }
    #expect { try Platform.append("text", to: pipe) } throws: { "\($0)" == message }
    #expect { try Platform.replace(pipe, with: "text") } throws: { message.hasSuffix(": \($0)") }
    #expect(names(in: folder.path) == ["pipe"])
  }

  @Test func `a slow reader of a pipe is waited for`() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder("pipe"), 0o600) == 0)
    let reader = open(folder("pipe"), O_RDONLY | O_NONBLOCK)
    _ = fcntl(reader, F_SETFL, 0)
    var file = try FileWriter(path: folder("pipe"))
    let readerEnded = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var receivedByteCount = 0
    Thread.detachNewThread {
      var bytes = [UInt8](repeating: 0, count: 1_000)
      while case let byteCount = read(reader, &bytes, bytes.count), byteCount > 0 { receivedByteCount += byteCount }
      readerEnded.signal()
    }
    // This text is longer than the buffer of a pipe.
    file.write(String(repeating: "text", count: 500_000))
    try file.finish()
    readerEnded.wait()
    close(reader)
    #expect(receivedByteCount == 2_000_000)
  }

  @Test func `a slow writer of a pipe is waited for`() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder("pipe"), 0o600) == 0)
    // Opened for reading as well, so that opening does not wait for the reader.
    let writer = open(folder("pipe"), O_RDWR)
    Thread.detachNewThread {
      // Longer than the buffer of a pipe.
      _ = Platform.writeAll(String(repeating: "text", count: 500_000), to: writer)
      close(writer)
    }
    let text = try Platform.read(folder("pipe"))
    #expect(text.utf8.count == 2_000_000)
  }

  @Test func `permissions are kept, and a read-only file is not replaced`() throws {
    let folder = try TemporaryFolder()
    try "old".write(toFile: folder("page.html"), atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder("page.html"))
    try write("new", to: folder("page.html"))
    #expect(mode(of: folder("page.html")) == 0o640)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder("page.html"))
    #expect(throws: FileError.self) { try write("newer", to: folder("page.html")) }
    #expect(try Platform.read(folder("page.html")) == "new")
    #expect(mode(of: folder("page.html")) == 0o444)
  }

  @Test func `only the file behind a link is removed, and a device stays`() throws {
    let folder = try TemporaryFolder()
    try "old".write(toFile: folder("there"), atomically: false, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: folder("link"), withDestinationPath: "there")
    Platform.removeFile(folder("link"))
    #expect(names(in: folder.path) == ["link"])
    Platform.removeFile("/dev/null")
    #expect(type(of: "/dev/null") == .typeCharacterSpecial)
  }

  @Test func `a file is replaced only when it is written as a whole`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("graph-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("a.dot").path
    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
    try "before".write(toFile: path, atomically: true, encoding: .utf8)
    do {
      var abandoned = try FileWriter(path: path)
      abandoned.write("half")
    }
    #expect(try names() == ["a.dot"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "before")
    var writer = try FileWriter(path: path)
    let longText = String(repeating: "é\n", count: 100_000)
    writer.write(longText)
    writer.write("end")
    try writer.finish()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == longText + "end")
    #expect(try names() == ["a.dot"])
  }

  @Test func `a file that cannot be written is named with the reason`() throws {
    #expect {
      _ = try FileWriter(path: "/no/such/folder/a.dot")
    } throws: {
      "\($0)" == "'/no/such/folder/a.dot' cannot be written: its folder does not exist"
    }
    let folder = FileManager.default.temporaryDirectory.path
    #expect {
      var writer = try FileWriter(path: folder)
      try writer.finish()
    } throws: {
      "\($0)" == "'\(folder)' cannot be written: it is a folder"
    }
    let missingFolder = try TemporaryFolder()("pages/")
    #expect {
      _ = try FileWriter(path: missingFolder)
    } throws: {
      "\($0)" == "'\(missingFolder)' cannot be written: the path is that of a folder; add the name of a file"
    }
  }

  // MARK: Names of checks

  @Test(arguments: [
    "save\u{0}d", "line\nbreak", "tab\there", "\u{202E}turned", "\"quoted\"", "\"quo\u{0}ted\"", #"back\u{0}slash"#,
    "plain",
  ])
  func `a check is found by its name as it is and as it is printed`(name: String) throws {
    func listed(_ name: String) -> ListedCheck {
      ListedCheck(suite: "Checks", module: "Door", name: name, title: "Door · \(name)", place: "Checks/Door.swift:1")
    }
    let (candidate, other) = (listed(name), listed("other"))
    for argument in ["Door · \(name)", escaped("Door · \(name)"), name, escaped(name)] {
      #expect(try CheckSelection.choose([argument], filter: nil, among: [candidate, other]) == [candidate])
    }
  }

  @Test func `different titles of checks become different arguments of processes`() throws {
    let titles = ["a", "a\u{0}", "\"a\"", "\"a\\u0000\"", "a\n", #"a\u{0}"#, "\"", "\"a"]
    let arguments = titles.map(CheckSelection.argument)
    #expect(Set(arguments).count == titles.count)
    #expect(!arguments.contains { $0.unicodeScalars.contains("\0") })
    let candidates = titles.map {
      ListedCheck(suite: "Checks", module: "Door", name: "", title: $0, place: "Checks/Door.swift:1")
    }
    for (argument, title) in zip(arguments, titles) {
      #expect(try CheckSelection.chooseOne([argument], filter: nil, among: candidates, { $0 }).title == title)
    }
  }
}

extension TemporaryFolder {
  fileprivate func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }
}
