import ElmButtonStyle
import TEARuntime
import Testing

@Suite struct ElmButtonViewTests {
  private typealias V = View<String>

  private static func lines(_ view: V, width: Int = 60) -> [String] { view.tree.lines(width: width) }

  @Test func `titles and large fonts are underlined, and other fonts are not`() {
    #expect(Self.lines(.label(text: "Tea", font: .preferredFont(forTextStyle: .title1))) == ["Tea", "==="])
    #expect(Self.lines(.label(text: "Tea", font: .preferredFont(forTextStyle: .largeTitle))) == ["Tea", "==="])
    #expect(Self.lines(.label(text: "お茶", font: .preferredFont(forTextStyle: .title3))) == ["お茶", "----"])
    #expect(Self.lines(.label(text: "Tea", font: .systemFont(ofSize: 60))) == ["Tea", "==="])
    #expect(Self.lines(.label(text: "Tea", font: .boldSystemFont(ofSize: 20))) == ["Tea", "---"])
    for font in [.preferredFont(forTextStyle: .body), .systemFont(ofSize: 17), Font.style(.headline)] {
      #expect(Self.lines(.label(text: "Tea", font: font)) == ["Tea"])
    }
    #expect(Self.lines(.label(text: "", font: .style(.title1))) == [""])
  }

  @Test func `a space takes lines in a column, at most 500, and characters in a row`() {
    // A line has 16 points, and a character 8.
    let column = V.stackView(views: [.label(text: "a"), .space(height: 20), .label(text: "b"), .space(height: 33)])
    #expect(Self.lines(column) == ["a", "", "b", "", ""])
    let row = V.stackView(views: [.label(text: "a"), .space(width: 24), .label(text: "b")], axis: .horizontal)
    #expect(Self.lines(row) == ["a     b"])
    #expect(Self.lines(.stackView(views: [.space(), .label(text: "a"), .space(width: nil, height: nil)])) == ["a"])
    #expect(Self.lines(.space(height: .infinity)).count == 500)
    #expect(Self.lines(.space(height: .nan)) == [])
  }

  @Test func `a button without a message is a text`() {
    let view = V.stackView(views: [.button(text: "on", onTap: "tapped"), .button(text: "off")])
    #expect(Self.lines(view) == ["[ on ]", "off"])
    #expect(view.messages == ["tapped"])
  }

  @Test func `a slider goes by tenths, and stays within its range`() {
    func slider(_ progress: Float, max: Float = 1) -> V { .slider(progress: progress, max: max, onChange: { "\($0)" }) }
    #expect(Self.lines(slider(2, max: 8)) == ["[ - ] ##-------- 25% [ + ]"])
    #expect(slider(4, max: 8).messages == ["3.2", "4.8"])
    #expect(slider(0, max: 8).messages == ["0.0", "0.8"])
    #expect(slider(8, max: 8).messages == ["7.2", "8.0"])
    #expect(Self.lines(slider(0, max: 0)) == ["[ - ] ---------- 0% [ + ]"])
    #expect(Self.lines(.slider(progress: 0.5)) == ["#####----- 50%"])
    #expect(V.slider(progress: 0.5).messages == [])
  }

  @Test func `a picture is drawn as its name, activity as an ellipsis, and a child as its view`() {
    let child = ViewController<String>.viewController(.button(text: "inside", onTap: "child"), useLayoutGuide: false)
    let view = V.stackView(
      views: [
        .imageView(image: Picture(named: "leaf")), .imageView(), .activityIndicator(style: .gray),
        ._childViewController(child),
      ])
    #expect(Self.lines(view) == ["<leaf>", "…", "[ inside ]"])
    #expect(view.messages == ["child"])
  }

  @Test func `only equal filling makes views equally wide`() {
    func row(_ distribution: StackDistribution) -> [String] {
      Self.lines(
        .stackView(
          views: [.label(text: "a"), .label(text: "long"), .label(text: "b")], axis: .horizontal,
          distribution: distribution, backgroundColor: .clear))
    }
    #expect(row(.fillEqually) == ["a    long b"])
    for distribution in [StackDistribution.fill, .fillProportionally, .equalSpacing, .equalCentering] {
      #expect(row(distribution) == ["a long b"])
    }
  }

  @Test func `a row has a button for each of its messages`() {
    let table = ViewController.tableViewController(
      TableView(items: [
        TableViewCell(identity: 1, text: "first", onSelect: "select 1", onDelete: "delete 1"),
        TableViewCell(identity: 2, text: "second", onSelect: "select 2", accessory: .checkmark, onDelete: nil),
        TableViewCell(identity: 3, text: "third", onSelect: nil, accessory: .disclosureIndicator, onDelete: nil),
      ]))
    #expect(table.tree.lines(width: 40) == ["[ first ] [ delete ]", "[ second ] *", "third >"])
    #expect(table.messages == ["select 1", "delete 1", "select 2"])
    #expect(table.stops == [0, 1, 2])
    #expect(Self.lines(.tableView()) == [])
  }

  @Test func `rows are compared by identity, text and accessory, whatever they send`() {
    let row = TableViewCell(identity: 1, text: "a", onSelect: "x", onDelete: nil)
    #expect(row == TableViewCell(identity: 1, text: "a", onSelect: nil, onDelete: "y"))
    #expect(row != TableViewCell(identity: 2, text: "a", onSelect: "x", onDelete: nil))
    #expect(row != TableViewCell(identity: 1, text: "b", onSelect: "x", onDelete: nil))
    #expect(row != TableViewCell(identity: 1, text: "a", onSelect: "x", accessory: .checkmark, onDelete: nil))
    #expect(Set([row, TableViewCell(identity: 1, text: "a", onSelect: nil, onDelete: nil)]).count == 1)
  }

  @Test func `a field offers each example text as a change and as the end of the typing`() {
    func field(_ text: String, hasChange: Bool = true, hasEnd: Bool = true) -> V {
      .textField(
        text: text, onChange: hasChange ? { "changed to \($0 ?? "")" } : nil,
        onEnd: hasEnd ? { "ended with \($0 ?? "")" } : nil)
    }
    #expect(field("").messages == ["ended with ", "changed to a", "ended with a"])
    #expect(
      field("7").messages == ["ended with 7", "changed to ", "changed to a", "ended with ", "ended with a"])
    #expect(field("", hasEnd: false).messages == ["changed to ", "changed to a"])
    #expect(field("", hasChange: false).messages == ["ended with ", "ended with a"])
    #expect(field("", hasChange: false, hasEnd: false).messages == [])
  }

  @Test func `map reaches every message`() {
    let all = ViewController.splitViewController(
      SplitViewController(
        left: { _ in
          NavigationController(
            viewControllers: [
              NavigationItem(title: "root", viewController: .viewController(.label(text: ""))),
              NavigationItem(
                leftBarButtonItem: .custom(text: "l", action: 1), rightBarButtonItems: [.system(.trash, action: 2)],
                leftItemsSupplementsBackButton: true,
                viewController: .tableViewController(
                  TableView(items: [
                    TableViewCell(identity: 0, text: "", onSelect: 3, accessory: .checkmark, onDelete: 4)
                  ])
                )),
            ], back: 5)
        },
        right: { _ in
          NavigationController(viewControllers: [
            NavigationItem(
              viewController: .viewController(
                .stackView(views: [
                  .button(text: "", onTap: 6),
                  .textField(text: "7", onChange: { Int($0 ?? "") ?? 0 }, onEnd: { _ in 8 }),
                  .slider(progress: 1, onChange: { Int($0 * 10) }), .imageView(), .space(), .activityIndicator(),
                  .tableView(), ._childViewController(.viewController(.button(text: "", onTap: 11))),
                ])))
          ])
        }, collapseSecondaryViewController: false, popDetail: 12), modal: nil)
    #expect(all.messages == [5, 1, 2, 3, 4, 12, 6, 8, 0, 0, 8, 8, 9, 10, 11])
    #expect(all.map { "\($0)" }.messages == all.messages.map { "\($0)" })
    #expect(all.map { $0 }.tree == all.tree)
  }
}
