import Foundation
import Testing

@testable import TEACheck
@testable import tea_check

/// The report in a browser, where a person clicks and presses keys.
@Suite(.enabled(if: Chromium.path != nil, Comment(rawValue: Chromium.hint)), .serialized)
struct ReportBrowserTests {
  /// Both colour schemes, each in a wide and in a narrow window. The widths are in pixels.
  private static let settings = [false, true].flatMap { isDark in
    [1280, 500].map { Chromium.Setting(isDark: isDark, width: $0) }
  }

  /// Visits a page in a new folder.
  private func visit(
    _ page: String, driver: String, _ setting: Chromium.Setting
  ) async throws -> Chromium.Visit {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("visit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await Chromium.visit(page, driver: driver, setting, in: folder)
  }

  /// Functions that drivers, the scripts of visits, share. `is(what, found, wanted)` says “is: …” if `found` is `wanted`, and
  /// “NOT: …” otherwise. `ground` is the colour behind an element. `contrast` is the contrast ratio of WCAG 2, which is at least
  /// 4.5 for a legible text.
  private static let tools = #"""
    const is = (what, found, wanted = true) => {
      say(found === wanted ? "is: " + what : `NOT: ${what}: ${JSON.stringify(found)}, and not ${JSON.stringify(wanted)}`);
    };
    const press = (element, key) => {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      element.dispatchEvent(event);
      return event.defaultPrevented;
    };
    const channels = color => color.match(/[\d.]+/g).map(Number);
    function ground(element) {
      for (let at = element; at; at = at.parentElement) {
        const color = getComputedStyle(at).backgroundColor, [, , , alpha = 1] = channels(color);
        if (alpha > 0.9) return color;
      }
      return "rgb(255, 255, 255)";
    }
    function contrast(element) {
      const light = color => {
        const [r, g, b] = channels(color).map(one => one / 255)
          .map(one => one <= .03928 ? one / 12.92 : ((one + .055) / 1.055) ** 2.4);
        return .2126 * r + .7152 * g + .0722 * b;
      };
      const [a, b] = [light(getComputedStyle(element).color), light(ground(element))].sort((a, b) => b - a);
      return (a + .05) / (b + .05);
    }
    """#

  @Test(arguments: settings) func aPersonGoesThroughACounterexampleAndTheGraph(_ setting: Chromium.Setting) async throws
  {
    let page = try ReportFixtures.page([
      ("Checks", [ReportFixtures.search.check("every <order>")]),
      ("More", [ReportFixtures.counters.check("shallow", depth: 3), ReportFixtures.search.sample(cases: 20)]),
    ])
    let visit = try await visit(
      page,
      driver: Self.tools + #"""

        const checks = [...document.querySelectorAll(".check")];
        is("the checks", checks.length, 3);
        is("the first that failed is open", checks.map(check => check.open).join(), "true,false,false");
        is("the scheme", matchMedia("(prefers-color-scheme: dark)").matches, \#(setting.isDark));
        const [red] = channels(getComputedStyle(document.body).backgroundColor);
        is("the ground is of the scheme", red < 128, \#(setting.isDark));
        is("nothing is wider than the window", document.documentElement.scrollWidth <= innerWidth);

        const check = checks[0], strip = check.querySelector(".strip"), frames = [...check.querySelectorAll(".frame")];
        const current = () => frames.findIndex(frame => frame.getAttribute("aria-current"));
        const heading = () => check.querySelector(".panel h4").textContent;
        is("a frame for the start and for each step", frames.length, 5);
        is("the first is current", current(), 0);
        is("the graph stands at the start", heading(), "World 0");
        strip.focus();
        is("the strip has the focus", document.activeElement === strip);
        is("which is visible", getComputedStyle(strip).outlineStyle, "solid");
        press(strip, "ArrowRight");
        is("right goes on", current(), 1);
        const second = heading();
        is("and the graph with it", second !== "World 0");
        is("Tab leaves", press(strip, "Tab"), false);
        frames[4].click();
        is("a click goes there", current(), 4);
        is("the violated world is named", check.querySelector(".panel .wrong").textContent, "✗ no <i>late</i> reply");
        press(strip, "ArrowRight");
        is("the end is the end", current(), 4);
        press(strip, "Home");
        is("Home is the start", current(), 0);
        check.querySelector(".forth").click();
        is("the button goes on", check.querySelector(".at").textContent, "step 1 of 4");
        is("to the same world", heading(), second);
        press(strip, "Home");

        const step = () => check.querySelector(".panel .step.marked");
        is("the marked step leads on", step().classList.contains("onward"));
        step().click();
        is("a click follows the message", heading(), second);
        is("and the strip goes with it", current(), 1);
        is("a changed field is seen", check.querySelectorAll(".panel .changed").length > 0);
        const picture = check.querySelector("svg");
        picture.focus();
        is("the picture has the focus", document.activeElement === picture);
        is("which is visible, too", getComputedStyle(picture).outlineStyle, "solid");
        press(picture, "ArrowRight");
        is("right follows the marked step", current(), 2);
        press(picture, "ArrowLeft");
        is("left goes back", heading(), second);
        const marked = step().textContent;
        press(picture, "ArrowUp");
        press(picture, "ArrowDown");
        press(picture, "ArrowDown");
        is("the last step stays marked", step() === [...check.querySelectorAll(".panel .step")].at(-1));
        is("one edge is marked", check.querySelectorAll(".edge.marked").length, 1);
        is("Tab leaves the picture", press(picture, "Tab"), false);
        press(picture, "Home");
        is("Home is the start of the graph", heading(), "World 0");
        const box = picture.getAttribute("viewBox");
        check.querySelector(".zoom button").click();
        is("the picture can be made smaller", picture.getAttribute("viewBox") !== box);
        picture.querySelectorAll(".node")[1].dispatchEvent(new MouseEvent("click", { bubbles: true }));
        is("a click on a world goes there", heading() !== "World 0");
        step().focus();
        press(document.activeElement, "ArrowRight");
        is("keys work on the messages", document.activeElement === step() || document.activeElement === picture);
        is("the texts are texts", document.querySelectorAll("i:not([style]), h1 b, b[onclick]").length, 0);
        is("what is long is folded", check.querySelectorAll(".frame details.long").length > 0);

        checks[1].querySelector("summary").click();
        await wait();
        is("another opens with its graph", checks[1].querySelectorAll(".node").length, 35);
        location.hash = "#check-2";
        await wait();
        is("a link opens a check", checks[2].open);
        const random = checks[2].querySelectorAll(".node").length;
        is("random runs have the graph of their counterexample", random, checks[2].querySelectorAll(".frame").length);

        const search = document.querySelector(".filter input");
        search.value = "shallow";
        search.dispatchEvent(new Event("input"));
        is("the filter filters", checks.map(check => check.hidden).join(), "true,false,true");
        search.value = "none is like this";
        search.dispatchEvent(new Event("input"));
        is("and says when nothing is left", document.querySelector(".nothing").hidden, false);
        search.value = "";
        document.querySelector(".filter button.wrong").click();
        is("a verdict filters", checks.map(check => check.hidden).join(), "false,true,false");
        document.querySelector(".filter button.wrong").click();

        for (const selector of [".faint", "h1", ".chip", ".panel h4", ".panel dt", ".panel .step", "del code", "ins code",
          ".number", ".path", ".verdict", ".commands li code", ".notes", ".screen code"]) {
          const element = [...check.querySelectorAll(selector), ...document.querySelectorAll(selector)][0];
          is("there is a " + selector, !!element);
          if (element) is(`${selector} can be read (${contrast(element).toFixed(1)})`, contrast(element) >= 4.5);
        }
        is("nothing became wider than the window", document.documentElement.scrollWidth <= innerWidth);
        """#, setting)
    #expect(visit.console == [])
    #expect(visit.findings.filter { !$0.hasPrefix("is: ") } == [])
    #expect(visit.findings.count > 50, "the driver came to its end")
  }

  /// A page draws a part of a large graph, so that the time to the first click does not grow with the number of worlds.
  @Test func tenThousandWorldsAreWalkedThroughByDrawingAPart() async throws {
    let page = try ReportFixtures.page([("Checks", [ReportFixtures.counters.check("deep")])])
    let visit = try await visit(
      page,
      driver: Self.tools + #"""

        const heading = () => document.querySelector(".panel h4").textContent;
        is("the first world is shown", heading(), "World 0");
        document.querySelector(".panel .step").click();
        is("a click leads to another", /^World [1-9]/.test(heading()));
        const drawn = document.querySelectorAll(".node").length;
        is("a part is drawn", drawn > 1 && drawn <= 400 ? "" : drawn, "");
        """#, Chromium.Setting(isDark: false, width: 1280))
    #expect(visit.console == [])
    #expect(visit.findings.filter { !$0.hasPrefix("is: ") } == [])
    #expect(visit.findings.count == 3)
  }

  /// The page of `tea-check graph` is made of the same parts as the report.
  @Test(arguments: settings) func thePageOfAGraphIsWalkedThrough(_ setting: Chromium.Setting) async throws {
    var page = ""
    try ReportFixtures.counters.check(depth: 2).graph(CheckSettings(), StateGraph.Detail()).write(as: .html, to: &page)
    let visit = try await visit(
      page,
      driver: Self.tools + #"""

        is("the worlds", document.querySelectorAll(".node").length, 15);
        is("what there is", document.getElementById("summary").textContent, "15 worlds · 20 steps · 10 worlds not expanded");
        document.querySelectorAll(".panel .step")[2].click();
        is("the address is that of the world", location.hash, "#3");
        is("nothing is wider than the window", document.documentElement.scrollWidth <= innerWidth);
        """#, setting)
    #expect(visit.console == [])
    #expect(visit.findings.filter { !$0.hasPrefix("is: ") } == [])
    #expect(visit.findings.count == 4)
  }

  @Test func aTrailThatComesBackToAWorldIsFollowedToItsEnd() async throws {
    let check = Specification(of: Lamp.self) { Messages(of: .model) { _ in [.toggle, .drop] } }.check()
    var graph = try check.graph(CheckSettings(), StateGraph.Detail())
    // The lamp is switched on and off, and dropped.
    graph.trail = [0, 1, 0, 2]
    var page = ""
    graph.write(as: .html, to: &page)
    let visit = try await visit(
      page,
      driver: Self.tools + #"""

        const picture = document.querySelector("svg"), heading = () => document.querySelector(".panel h4").textContent;
        for (const world of [1, 0, 2]) {
          press(picture, "ArrowRight");
          is("right follows the trail", heading(), "World " + world);
        }
        press(picture, "ArrowLeft");
        is("left goes back", heading(), "World 0");
        press(picture, "ArrowRight");
        is("right goes on from there", heading(), "World 2");
        """#, Chromium.Setting(isDark: false, width: 1280))
    #expect(visit.console == [])
    #expect(visit.findings.filter { !$0.hasPrefix("is: ") } == [])
    #expect(visit.findings.count == 5)
  }

  @Test func labelsThatACutWouldMakeAlikeAreToldApart() async throws {
    let check = Specification(of: Signs.self) {
      Messages(of: .model) { $0 == "" ? Signs.texts.map { .write($0) } : [] }
    }.check()
    var page = ""
    try check.graph(CheckSettings(), StateGraph.Detail()).write(as: .html, to: &page)
    let visit = try await visit(
      page,
      driver: Self.tools + #"""

        const texts = [...document.querySelectorAll(".node text")].map(text => text.textContent);
        is("each world has a label", texts.length, 5);
        is("no two are alike", new Set(texts).size, 5);
        is("they are short", texts.every(text => [...text].length <= 29 && text.isWellFormed()));
        is("the difference is seen", ["one", "two", "three"].every(word => texts.some(text => text.includes(word))));
        const steps = [...document.querySelectorAll(".label")].map(text => text.textContent);
        is("each step has a label", steps.length, 4);
        is("no two of these are alike", new Set(steps).size, 4);
        is("these are short", steps.every(text => [...text].length <= 24 && text.isWellFormed()));
        """#, Chromium.Setting(isDark: false, width: 1280))
    #expect(visit.console == [])
    #expect(visit.findings.filter { !$0.hasPrefix("is: ") } == [])
    #expect(visit.findings.count == 7)
  }

  /// The page of `tea-check diff --report` shows both programs in one graph.
  @Test(arguments: settings) func twoProgramsOverEachOtherAreWalkedThrough(_ setting: Chromium.Setting) async throws {
    var page = ""
    DifferencePage(editions: DifferenceOutputTests.editions, checks: try DifferenceOutputTests.checks()).write(
      to: &page)
    let visit = try await visit(
      page,
      driver: Self.tools + #"""

        is("only the part that differs is open", document.querySelectorAll("details[open]").length, 1);
        is("worlds that are gone", document.querySelectorAll(".node.gone").length, 7);
        is("worlds that are new", document.querySelectorAll(".node.new").length, 6);
        is("worlds", document.querySelectorAll(".node").length, 18);
        is("steps that are gone", document.querySelectorAll(".edge.gone").length > 0);
        is("one stands before the difference", document.querySelector(".panel h4").textContent, "World 0");
        is("steps are marked", [...document.querySelectorAll(".panel .step")].map(step => step.textContent)
          .some(text => /^[−+] /.test(text)));
        is("nothing is wider than the window", document.documentElement.scrollWidth <= innerWidth);
        for (const span of document.querySelectorAll(".legend span")) is("legible", contrast(span) >= 4.5);
        """#, setting)
    #expect(visit.console == [])
    #expect(visit.findings.filter { !$0.hasPrefix("is: ") } == [])
    #expect(visit.findings.count == 10)
  }
}

/// A lamp that breaks when it is dropped.
private enum Lamp: Module {
  enum Model: Hashable { case off, on, broken }
  enum Message: Hashable { case toggle, drop }

  static func start(with flags: Void) -> Model { .off }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .toggle: if model != .broken { model = model == .on ? .off : .on }
    case .drop: model = .broken
    }
  }
}

/// A sign with one of several long texts, which differ only in the middle.
private enum Signs: Module {
  enum Message: Hashable { case write(String) }

  static let texts = ["one", "two", "three", "🙂 one"].map { word in
    "please keep off this lawn \(word) of all the lawns that we have"
  }

  static func start(with flags: Void) -> String { "" }

  static func update(for message: Message, model: inout String, perform: (Command) -> Void) {
    if case .write(let text) = message { model = text }
  }
}
