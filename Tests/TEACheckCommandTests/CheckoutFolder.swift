import Foundation

/// The folder of the checkout to which these tests belong. It holds the pages, the examples and the sources that tests read.
let checkoutFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()
