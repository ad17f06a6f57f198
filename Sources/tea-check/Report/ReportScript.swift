/// The script of the report, which uses `showGraph` of ``GraphPicture``.
enum ReportScript {
  static let text = #"""
    // A film strip: one frame is current, and arrows go from frame to frame.
    function setUpFilmStrip(film, onMove) {
      const strip = film.querySelector(".strip"), frames = [...film.querySelectorAll(".frame")];
      const controls = film.querySelector(".controls"), stepLabel = film.querySelector(".at");
      const last = Number(frames.at(-1).dataset.frame);
      let current = -1;
      function show(index, tell = true) {
        if (index < 0 || index >= frames.length || index === current) return;
        frames[current]?.removeAttribute("aria-current");
        current = index;
        const frame = frames[index], number = Number(frame.dataset.frame);
        frame.setAttribute("aria-current", "step");
        stepLabel.textContent = number === 0 ? "start" : `step ${number} of ${last}`;
        strip.scrollLeft = frame.offsetLeft - strip.offsetLeft - (strip.clientWidth - frame.clientWidth) / 2;
        if (tell) onMove(number);
      }
      frames.forEach((frame, index) => frame.addEventListener("click", () => show(index)));
      film.querySelector(".back").addEventListener("click", () => show(current - 1));
      film.querySelector(".forth").addEventListener("click", () => show(current + 1));
      strip.addEventListener("keydown", event => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
        const index = { ArrowRight: Math.min(current + 1, frames.length - 1), ArrowLeft: Math.max(current - 1, 0), Home: 0,
          End: frames.length - 1 }[event.key];
        if (index === undefined) return;
        event.preventDefault();
        show(index);
      });
      controls.hidden = frames.length < 2;
      show(0, false);
      return {
        // Shows the first of these frames, unless one of them is shown already.
        showOneOf: numbers => {
          const fits = frame => numbers.includes(Number(frame.dataset.frame));
          if (!fits(frames[current])) show(frames.findIndex(fits), false);
        },
      };
    }

    // A check is filled in when it is opened for the first time.
    function fill(check) {
      if (check.dataset.filled) return;
      check.dataset.filled = "yes";
      const place = check.querySelector(".graph-here"), film = check.querySelector(".film");
      let graph = null, player = null, data = null;
      if (place) {
        data = JSON.parse(place.nextElementSibling.textContent);
        graph = showGraph(place, data, here => {
          const frames = data.trail.flatMap((node, at) => node === here ? [at] : []);
          if (player && frames.length) player.showOneOf(frames);
        });
      }
      if (film) player = setUpFilmStrip(film, number => {
        if (graph && number in data.trail) graph.go(data.trail[number]);
      });
      for (const button of check.querySelectorAll(".copy")) {
        if (!navigator.clipboard) continue;
        button.hidden = false;
        button.addEventListener("click", async () => {
          const text = button.previousElementSibling.textContent;
          button.textContent = await navigator.clipboard.writeText(text).then(() => "copied", () => "not copied");
        });
      }
    }
    const checks = [...document.querySelectorAll(".check")];
    for (const check of checks) {
      check.addEventListener("toggle", () => { if (check.open) fill(check); });
      if (check.open) fill(check);
    }

    // A link to a check opens it.
    function openLinkedCheck() {
      const check = location.hash.startsWith("#check-") && document.getElementById(location.hash.slice(1));
      if (!check) return;
      check.hidden = false;
      // The filter may have hidden the whole suite.
      const suite = check.closest(".suite"), nothing = document.querySelector(".nothing");
      if (suite) suite.hidden = false;
      if (nothing) nothing.hidden = true;
      check.open = true;
      fill(check);
      check.scrollIntoView();
      check.querySelector("summary").focus({ preventScroll: true });
    }
    addEventListener("hashchange", openLinkedCheck);
    openLinkedCheck();

    const filter = document.querySelector(".filter"), search = filter.querySelector("input");
    const toneButtons = [...filter.querySelectorAll("button")];
    function applyFilter() {
      const wanted = toneButtons.filter(button => button.getAttribute("aria-pressed") === "true")
        .map(button => button.dataset.tone);
      const text = search.value.toLowerCase();
      for (const check of checks)
        check.hidden = !(check.dataset.title.toLowerCase().includes(text)
          && (!wanted.length || wanted.includes(check.dataset.tone)));
      for (const suite of document.querySelectorAll(".suite")) suite.hidden = !suite.querySelector(".check:not([hidden])");
      document.querySelector(".nothing").hidden = checks.some(check => !check.hidden);
    }
    filter.hidden = checks.length < 2;
    search.addEventListener("input", applyFilter);
    for (const button of toneButtons)
      button.addEventListener("click", () => {
        button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
        applyFilter();
      });
    """#
}
