/// The interactive part of a page with a graph: a picture, the current node, and the steps from there.
package enum GraphPicture {
  /// The script that defines `showGraph(root, data, onMove)`. The function fills the element `root`, and returns an object with
  /// the current node `here` and the function `go(node)`.
  package static let script = #"""
    "use strict";
    let graphsShown = 0;
    const svgNamespace = new DOMParser().parseFromString("<svg></svg>", "text/html").querySelector("svg").namespaceURI;
    function showGraph(root, data, onMove = () => {}) {
      const maxNodesOfWholePicture = 300, maxNodesAround = 50, lineHeight = 15, width = 210, gap = 170;
      const arrow = "arrow" + graphsShown++;
      // In a picture of two versions of a program, a node or an edge that only the older one has is gone, and one that only the
      // newer one has is new.
      const changeNames = ["", "gone", "new"], changeOf = node => changeNames[node.edition ?? 0];
      const out = data.nodes.map(() => []), into = data.nodes.map(() => []);
      for (let at = 0; at < data.edges.length; at += 3) {
        const edge = { from: data.edges[at], to: data.edges[at + 1], label: data.texts[data.edges[at + 2]],
          change: changeNames[data.editions?.[at / 3] ?? 0] };
        out[edge.from].push(edge);
        into[edge.to].push(edge);
      }
      const starts = new Set(data.starts.map(([node]) => node));
      const trail = new Set();
      data.trail.forEach((node, at) => { if (at > 0) trail.add(data.trail[at - 1] + " " + node); });
      const drawsAll = data.nodes.length <= maxNodesOfWholePicture;
      const noun = data.quotient ? "screen" : "world";
      const visited = [];
      let here = data.trail[0] ?? data.starts[0]?.[0] ?? 0, previous = null, marked = 0, trailIndex = -1;
      let drawnPlaces = null, viewport = null;

      // The short form of each long text, and the text of each form: no two texts have the same form. Where the usual form is
      // taken, a text is cut around its first difference from the text that has it.
      const shortened = new Map(), originals = new Map();
      // A text may have an ellipsis of its own where it is cut.
      const joined = (head, tail) => head.replace(/…+$/, "") + "…" + tail.replace(/^…+/, "");
      function cut(text, most) {
        // The length counts UTF-16 units, one or two for each letter, so such a text has few enough letters too.
        if (text.length <= most) return text;
        const key = most + text;
        if (shortened.has(key)) return shortened.get(key);
        const letters = [...text];
        if (letters.length <= most) return text;
        let short = joined(letters.slice(0, most - 9).join(""), letters.slice(-8).join(""));
        for (let attempt = 0; attempt < 8 && originals.has(short); attempt++) {
          const other = [...originals.get(short)];
          const start = Math.max(0, letters.findIndex((letter, at) => letter !== other[at]) - 2);
          short = joined(letters.slice(0, 6).join(""), letters.slice(start, start + most - 8).join(""));
          if (start + most - 8 < letters.length) short = joined(short, "");
        }
        if (originals.has(short)) short = letters.slice(0, most - 9).join("") + "… #" + shortened.size;
        shortened.set(key, short);
        originals.set(short, text);
        return short;
      }
      const counted = (count, noun) => count.toLocaleString("en").replaceAll(",", " ") + " " + noun
        + (count === 1 ? "" : "s");
      const isOnTrail = edge => trail.has(edge.from + " " + edge.to);
      function fields(number, part = "fields") {
        const numbers = data.nodes[number][part] ?? [], found = [];
        for (let at = 0; at < numbers.length; at += 2)
          found.push([data.texts[numbers[at]], data.texts[numbers[at + 1]]]);
        return found;
      }
      function lines(number, most) {
        const text = ([name, value]) => (name ? name + ": " : "") + value;
        const all = fields(number).map(text);
        const outstanding = data.nodes[number].outstanding;
        if (outstanding) all.push("outstanding: " + outstanding.map(text => data.texts[text]).join(", "));
        all.push(...fields(number, "surroundings").map(text));
        if (!all.length) all.push(noun + " " + number);
        return (all.length > most ? all.slice(0, most - 1).concat("… " + (all.length - most + 1) + " more") : all)
          .map(line => cut(line, 29));
      }
      function make(name, attributes, parent, text) {
        const isDrawing = name === "svg" || parent.namespaceURI.endsWith("svg");
        const element = isDrawing
          ? document.createElementNS(svgNamespace, name) : document.createElement(name);
        for (const key in attributes) element.setAttribute(key, attributes[key]);
        if (text !== undefined) element.textContent = text;
        parent.append(element);
        return element;
      }

      root.classList.add("graph");
      const stage = make("div", { class: "stage" }, root);
      const picture = make("svg", { tabindex: 0, role: "application", "aria-label":
        `The graph. Up and down choose what happens, right follows it, left goes back, Home starts again.` }, stage);
      const head = make("marker", { id: arrow, viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 8, markerHeight: 8,
        markerUnits: "userSpaceOnUse", orient: "auto" }, make("defs", {}, picture));
      make("path", { d: "M0 0 8 4 0 8z", fill: "context-stroke" }, head);
      const [edges, nodes, labels] = ["edges", "nodes", "labels"].map(name => make("g", { class: name }, picture));
      const zooms = make("div", { class: "zoom" }, stage);
      for (const [sign, name, act] of [["−", "Smaller", () => zoom(1.3)], ["+", "Larger", () => zoom(1 / 1.3)],
        ["⤢", "Fit", () => fit(true)]])
        make("button", { type: "button", title: name, "aria-label": name }, zooms, sign).addEventListener("click", act);
      const panel = make("div", { class: "panel" }, root);

      // The nodes to draw: all, or those around the current node, the nearest first.
      function nodesToDraw() {
        if (drawsAll) return data.nodes.map((_, number) => number);
        const found = [here], seen = new Set(found);
        for (let next = 0; next < found.length && found.length < maxNodesAround; next++) {
          const near = out[found[next]].map(edge => edge.to).concat(into[found[next]].map(edge => edge.from));
          for (const node of near) {
            if (!seen.has(node) && found.length < maxNodesAround) { seen.add(node); found.push(node); }
          }
        }
        return found;
      }

      // Layers by the number of steps from the starts, or from the current node where not all nodes are drawn. The nodes of a
      // layer are ordered by the rows of their neighbours.
      function layout(numbers) {
        const among = new Set(numbers), layer = new Map(), queue = [];
        const enter = (node, depth) => {
          if (among.has(node) && !layer.has(node)) { layer.set(node, depth); queue.push(node); }
        };
        const flood = () => {
          for (let next = 0; next < queue.length; next++)
            for (const edge of out[queue[next]]) enter(edge.to, layer.get(queue[next]) + 1);
        };
        (drawsAll ? [...starts] : [here]).forEach(node => enter(node, 0));
        flood();
        for (const node of numbers) {
          if (layer.has(node)) continue;
          const next = out[node].find(edge => layer.has(edge.to));
          queue.length = 0;
          enter(node, next ? layer.get(next.to) - 1 : 0);
          flood();
        }
        const least = Math.min(...layer.values()), layers = [];
        for (const [node, depth] of layer) (layers[depth - least] ??= []).push(node);
        const row = new Map();
        const columns = layers.filter(nodes => nodes);
        columns.forEach(nodes => nodes.forEach((node, index) => row.set(node, index)));
        for (let sweep = 0; sweep < 6; sweep++) {
          for (const nodes of sweep % 2 ? [...columns].reverse() : columns) {
            const weight = new Map(nodes.map(node => {
              const near = out[node].map(edge => edge.to).concat(into[node].map(edge => edge.from))
                .filter(other => row.has(other) && other !== node);
              const sum = near.reduce((sum, other) => sum + row.get(other), 0);
              return [node, near.length ? sum / near.length : row.get(node)];
            }));
            nodes.sort((a, b) => weight.get(a) - weight.get(b) || a - b);
            nodes.forEach((node, index) => row.set(node, index));
          }
        }
        const places = new Map();
        columns.forEach((nodes, column) => {
          const heights = nodes.map(node => lines(node, 4).length * lineHeight + 14);
          let y = -heights.reduce((sum, height) => sum + height + 26, 0) / 2;
          nodes.forEach((node, index) => {
            places.set(node, { x: column * (width + gap), y, height: heights[index] });
            y += heights[index] + 26;
          });
        });
        return places;
      }

      function draw(keepsPlaces = drawsAll) {
        const places = drawnPlaces && keepsPlaces ? drawnPlaces : layout(nodesToDraw()), isNew = places !== drawnPlaces;
        drawnPlaces = places;
        for (const group of [edges, nodes, labels]) group.replaceChildren();
        const bundles = new Map();
        for (const node of places.keys()) {
          for (const edge of out[node]) {
            if (!places.has(edge.to)) continue;
            const key = edge.from + " " + edge.to;
            if (!bundles.has(key)) bundles.set(key, { from: edge.from, to: edge.to, labels: [], changes: new Set() });
            bundles.get(key).labels.push(edge.label);
            bundles.get(key).changes.add(edge.change);
          }
        }
        const isSparse = bundles.size <= 40, next = out[here][marked];
        for (const { from, to, labels: texts, changes } of bundles.values()) {
          const a = places.get(from), b = places.get(to), isMarked = next && from === here && to === next.to;
          const change = changes.size === 1 ? [...changes][0] : "";
          const kind = (isMarked ? " marked" : from === here ? " here" : "")
            + (isOnTrail({ from, to }) ? " trail" : "") + (change && " " + change);
          let path, x, y;
          const y1 = a.y + a.height / 2, y2 = b.y + b.height / 2;
          if (from === to) {
            [x, y] = [a.x + width / 2, a.y - 20];
            path = `M${x - 20} ${a.y}C${x - 30} ${a.y - 30} ${x + 30} ${a.y - 30} ${x + 20} ${a.y}`;
          } else if (a.x < b.x) {
            [x, y] = [(a.x + width + b.x) / 2, (y1 + y2) / 2];
            path = `M${a.x + width} ${y1}C${x} ${y1} ${x} ${y2} ${b.x} ${y2}`;
          } else {
            const bend = Math.max(60, (a.x - b.x) / 4), under = Math.max(a.y + a.height, b.y + b.height) + bend / 2;
            const [x1, x2] = [a.x + width / 2, b.x + width / 2];
            // The middle of the curve.
            [x, y] = [(x1 + x2) / 2, (a.y + a.height + b.y + b.height) / 8 + under * .75];
            path = `M${x1} ${a.y + a.height}C${x1} ${under} ${x2} ${under} ${x2} ${b.y + b.height}`;
          }
          make("path", { d: path, class: "edge" + kind, "marker-end": `url(#${arrow})` }, edges);
          if (!isSparse && !kind) continue;
          // All labels of the arrow, the marked label first. Only the first of the shown lines is drawn as marked.
          const ordered = isMarked ? [next.label, ...texts.filter(text => text !== next.label)] : texts;
          const rows = ordered.length > 3 ? ordered.slice(0, 2).concat("… " + (ordered.length - 2) + " more") : ordered;
          rows.forEach((line, index) => make("text", {
            x, y: y + (index - (rows.length - 1) / 2) * 13 + 4, "text-anchor": "middle",
            class: "label" + (index ? kind.replace(" marked", " here") : kind),
          }, labels, cut(line, 24)));
        }
        for (const [number, place] of places) {
          const node = data.nodes[number];
          const kinds = ["node", number === here && "here", starts.has(number) && "start",
            node.unexpanded && "unexpanded", changeOf(node), node.violates && "violated"]
            .filter(kind => kind).join(" ");
          const group = make("g", { class: kinds, transform: `translate(${place.x} ${place.y})` }, nodes);
          make("rect", { width, height: place.height, rx: 8 }, group);
          lines(number, 4).forEach((line, index) =>
            make("text", { x: 9, y: 19 + index * lineHeight }, group, line));
          group.addEventListener("click", () => { if (!moved) go(number); });
        }
        if (!viewport && drawsAll) {
          const height = [...places.values()].reduce((most, place) => Math.max(most, 2 * (place.y + place.height)), 0);
          root.style.setProperty("--graph-height", Math.min(520, Math.max(340, height + 100)) + "px");
        }
        if (isNew || !viewport) fit(); else reveal();
      }

      function applyView() {
        if (!viewport) return;
        picture.setAttribute("viewBox", [viewport.x, viewport.y, viewport.width, viewport.height].join(" "));
      }
      function center() {
        const place = drawnPlaces.get(here);
        // Steps lead to the right, so most of the room is to the right of the node.
        viewport.x = place.x - Math.max(24, Math.min(viewport.width * .3, viewport.width - 600));
        viewport.y = place.y + place.height / 2 - viewport.height / 2;
        applyView();
      }
      // Shows the whole picture, unless its text would be too small to read; always where a person asks for it.
      function fit(isAsked = false) {
        const { clientWidth, clientHeight } = picture;
        if (!clientWidth) return;
        const box = nodes.getBBox();
        const scale = Math.min(isAsked ? Infinity : 1.2,
          Math.max((box.width + 80) / clientWidth, (box.height + 90) / clientHeight, .8));
        viewport = { width: clientWidth * scale, height: clientHeight * scale };
        if (box.width > viewport.width || box.height > viewport.height) return center();
        viewport.x = box.x + (box.width - viewport.width) / 2;
        viewport.y = box.y + (box.height - viewport.height) / 2;
        applyView();
      }
      // Moves the picture until the current node is in view.
      function reveal() {
        const place = drawnPlaces.get(here);
        const isIn = place.x >= viewport.x && place.x + width <= viewport.x + viewport.width
          && place.y >= viewport.y && place.y + place.height <= viewport.y + viewport.height;
        if (!isIn) center();
      }
      function zoom(factor, x = .5, y = .5) {
        if (!viewport) return;
        viewport.x += viewport.width * x * (1 - factor);
        viewport.y += viewport.height * y * (1 - factor);
        viewport.width *= factor;
        viewport.height *= factor;
        applyView();
      }
      let drag = null, moved = false;
      picture.addEventListener("pointerdown", event => { drag = event; moved = false; });
      addEventListener("pointerup", () => { drag = null; });
      addEventListener("pointercancel", () => { drag = null; });
      picture.addEventListener("pointermove", event => {
        if (!drag || !viewport) return;
        const scale = viewport.width / picture.clientWidth;
        viewport.x -= (event.clientX - drag.clientX) * scale;
        viewport.y -= (event.clientY - drag.clientY) * scale;
        moved ||= Math.abs(event.clientX - drag.clientX) + Math.abs(event.clientY - drag.clientY) > 3;
        drag = event;
        applyView();
      });
      // A wheel without a modifier key scrolls the page.
      picture.addEventListener("wheel", event => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        const frame = picture.getBoundingClientRect();
        zoom(Math.exp(event.deltaY / 500), (event.clientX - frame.left) / frame.width,
          (event.clientY - frame.top) / frame.height);
      }, { passive: false });
      new ResizeObserver(() => fit()).observe(picture);

      function describe() {
        const node = data.nodes[here], parts = ["fields", "surroundings"];
        const before = new Map(previous === null ? [] : parts.flatMap(part => fields(previous, part)));
        panel.replaceChildren();
        const title = noun[0].toUpperCase() + noun.slice(1) + " " + here;
        const change = { gone: " · gone", new: " · new" }[changeOf(node)] ?? "";
        make("h4", { "aria-live": "polite" }, panel,
          title + change + (data.quotient ? " · " + counted(node.worlds ?? 1, "world") : ""));
        const list = make("dl", {}, panel);
        const addFields = part => {
          for (const [name, value] of fields(here, part)) {
            if (name) make("dt", {}, list, name);
            const isChanged = before.has(name) && before.get(name) !== value;
            make("dd", isChanged ? { class: "changed", title: "was " + before.get(name) } : {}, list, value);
          }
        };
        addFields("fields");
        if (node.outstanding) {
          make("dt", {}, list, "outstanding");
          for (const command of node.outstanding) make("dd", {}, list, data.texts[command]);
        }
        addFields("surroundings");
        for (const name of node.violates ?? []) make("p", { class: "wrong" }, panel, "✗ " + data.texts[name]);
        // A node that was not expanded may have steps that the graph does not contain.
        if (node.unexpanded && out[here].length)
          make("p", { class: "faint" }, panel, "Not all steps from here are in this graph.");
        make("h4", {}, panel, out[here].length ? "What can happen"
          : node.unexpanded ? "What can happen from here is not in this graph" : "Nothing can happen");
        out[here].slice(0, 500).forEach((edge, index) => {
          const sign = { gone: "− ", new: "+ " }[edge.change] ?? "";
          const text = sign + edge.label + (edge.to === here ? "  ↺" : "  → " + edge.to);
          const kinds = ["step", index === marked && "marked", isOnTrail(edge) && "onward"].filter(kind => kind);
          const button = make("button", { type: "button", class: kinds.join(" ") }, panel, text);
          button.addEventListener("click", () => follow(index));
          button.addEventListener("focus", () => mark(index));
        });
        if (out[here].length > 500) make("p", { class: "faint" }, panel, `… and ${out[here].length - 500} more`);
        make("h4", {}, panel, "Elsewhere");
        const elsewhere = (text, act) =>
          make("button", { type: "button" }, panel, text).addEventListener("click", act);
        if (visited.length) elsewhere("← back", back);
        for (const [node, label] of data.starts.slice(0, 50)) elsewhere(data.texts[label], () => go(node));
        const endOfTrail = data.editions ? "where they differ" : "the end of the counterexample";
        if (data.trail.length > 1) elsewhere(endOfTrail, () => go(data.trail.at(-1)));
      }

      function mark(index) {
        if (index === marked) return;
        marked = index;
        panel.querySelectorAll(".step").forEach((button, at) => button.classList.toggle("marked", at === marked));
        draw(true);
      }
      function moveTo(number, from, isFirst = false) {
        const hadFocus = panel.contains(document.activeElement);
        [previous, here] = [from, number];
        // The trail may meet a node several times, so the index on the trail is counted.
        const by = from === null ? -1 : 1;
        trailIndex = data.trail[trailIndex + by] === here ? trailIndex + by : data.trail.indexOf(here);
        const nextOnTrail = trailIndex < 0 ? undefined : data.trail[trailIndex + 1];
        marked = Math.max(0, out[here].findIndex(edge => edge.to === nextOnTrail));
        draw();
        describe();
        if (hadFocus) (panel.querySelector(".step.marked") ?? picture).focus({ preventScroll: true });
        onMove(here, isFirst);
      }
      function go(number) {
        if (number !== here) visited.push(here);
        moveTo(number, here);
      }
      function follow(index) { if (out[here][index]) go(out[here][index].to); }
      function back() { if (visited.length) moveTo(visited.pop(), null); }

      root.addEventListener("keydown", event => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey && event.key !== "+") return;
        const isOnButton = event.target.matches("button");
        const choose = by => {
          const next = Math.min(Math.max(marked + by, 0), Math.min(out[here].length, 500) - 1);
          if (next < 0) return;
          if (panel.contains(document.activeElement)) panel.querySelectorAll(".step")[next].focus();
          mark(next);
        };
        const act = {
          ArrowDown: () => choose(1), ArrowUp: () => choose(-1), ArrowRight: () => follow(marked), ArrowLeft: back,
          Home: () => go(data.trail[0] ?? data.starts[0][0]), Enter: isOnButton ? null : () => follow(marked),
          "+": () => zoom(1 / 1.3), "-": () => zoom(1.3), "0": () => fit(true),
        }[event.key];
        if (!act) return;
        event.preventDefault();
        act();
      });
      moveTo(here, null, true);
      return { go: number => { if (data.nodes[number] && number !== here) go(number); }, get here() { return here; } };
    }
    """#
}
