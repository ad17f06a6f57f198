/// The parts of the page that shows a graph.
enum GraphPage {
  /// The page up to the data.
  static func head(title: String) -> String {
    #"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
    <title>\#(title)</title>
    <style>
    :root {
      color-scheme: light dark;
      --ground: light-dark(#ffffff, #16181c); --text: light-dark(#1d2127, #e3e6ea);
      --faint: light-dark(#6b7480, #98a1ad); --line: light-dark(#c3cad3, #454d58);
      --node: light-dark(#f5f7f9, #20242a); --here: light-dark(#0b62d6, #6cabff); --wrong: light-dark(#c1121f, #ff7b72);
    }
    * { box-sizing: border-box; }
    body { margin: 0; height: 100vh; display: grid; grid-template: auto 1fr / 1fr 22rem; color: var(--text);
      background: var(--ground); font: 14px/1.45 system-ui, sans-serif; }
    header { grid-column: 1 / -1; padding: .6rem 1rem; border-bottom: 1px solid var(--line); }
    h1 { font-size: 1.05rem; margin: 0; }
    header p, .faint { color: var(--faint); margin: 0; }
    svg { width: 100%; height: 100%; touch-action: none; cursor: grab; }
    aside { border-left: 1px solid var(--line); padding: 1rem; overflow: auto; }
    h2 { font-size: .9rem; margin: 1.2rem 0 .4rem; }
    h2:first-child { margin-top: 0; }
    dl { margin: 0; font-family: ui-monospace, monospace; font-size: 13px; overflow-wrap: anywhere; }
    dt { color: var(--faint); }
    dd { margin: 0 0 .35rem; }
    button { font: 13px ui-monospace, monospace; display: block; width: 100%; text-align: left; margin: 0 0 .3rem;
      padding: .35rem .5rem; color: inherit; background: var(--node); border: 1px solid var(--line);
      border-radius: 6px; cursor: pointer; overflow-wrap: anywhere; }
    button:hover, button:focus-visible { border-color: var(--here); outline: none; }
    .wrong { color: var(--wrong); }
    .node { cursor: pointer; }
    .node rect { fill: var(--node); stroke: var(--line); }
    .node.unexpanded rect { stroke-dasharray: 5 4; }
    .node.start rect { stroke-width: 3; }
    .node.violated rect { stroke: var(--wrong); }
    .node.here rect { stroke: var(--here); stroke-width: 3; }
    .edge { fill: none; stroke: var(--line); marker-end: url(#arrow); }
    .edge.here { stroke: var(--here); stroke-width: 2; }
    text { fill: var(--text); font: 11px ui-monospace, monospace; pointer-events: none; }
    .label { fill: var(--faint); paint-order: stroke; stroke: var(--ground); stroke-width: 4px; }
    .label.here { fill: var(--here); }
    @media (max-width: 50rem) {
      body { grid-template: auto 55vh 1fr / 1fr; }
      aside { border: 0; border-top: 1px solid var(--line); }
    }
    </style>
    </head>
    <body>
    <header><h1>\#(title)</h1><p id="summary"></p></header>
    <svg id="picture" role="img" aria-label="The graph"><defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4"
      markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" fill="context-stroke"/></marker></defs>
      <g id="edges"></g><g id="nodes"></g><g id="labels"></g></svg>
    <aside id="panel"></aside>

    """#
  }

  /// The page after the data.
  static let script = #"""
    <script>
    "use strict";
    const graph = JSON.parse(document.getElementById("graph").textContent);
    const mostDrawn = 300, surroundings = 60, lineHeight = 15, width = 210;
    const out = graph.nodes.map(() => []), into = graph.nodes.map(() => []);
    for (const edge of graph.edges) { out[edge.from].push(edge); into[edge.to].push(edge); }
    const starts = new Set(graph.starts.map(start => start.node));
    const drawsAll = graph.nodes.length <= mostDrawn;
    const visited = [];
    let here = graph.starts[0].node, shown = null, view = null;

    const cut = (text, most) => text.length > most ? text.slice(0, most - 9) + "…" + text.slice(-8) : text;
    const plural = (count, noun) => count + " " + noun + (count === 1 ? "" : "s");
    function lines(number, most) {
      const node = graph.nodes[number];
      const all = node.fields.map(field => (field.name ? field.name + ": " : "") + field.value);
      if (node.outstanding.length) all.push("outstanding: " + node.outstanding.join(", "));
      return (all.length > most ? all.slice(0, most - 1).concat("… " + (all.length - most + 1) + " more") : all)
        .map(line => cut(line, 29));
    }
    function make(name, attributes, parent, text) {
      const isDrawing = parent.namespaceURI.endsWith("svg");
      const element = isDrawing ? document.createElementNS(parent.namespaceURI, name) : document.createElement(name);
      for (const key in attributes) element.setAttribute(key, attributes[key]);
      if (text !== undefined) element.textContent = text;
      parent.append(element);
      return element;
    }

    // The nodes to draw: all, or those around the one that one stands in, the nearest first.
    function chosen() {
      if (drawsAll) return graph.nodes.map((_, number) => number);
      const found = [here], seen = new Set(found);
      for (let next = 0; next < found.length && found.length < surroundings; next++) {
        const near = out[found[next]].map(edge => edge.to).concat(into[found[next]].map(edge => edge.from));
        for (const node of near) {
          if (!seen.has(node) && found.length < surroundings) { seen.add(node); found.push(node); }
        }
      }
      return found;
    }

    // Layers by the number of steps from the start (or from here), each ordered by the places of its neighbours.
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
          places.set(node, { x: column * (width + 150), y, height: heights[index] });
          y += heights[index] + 26;
        });
      });
      return places;
    }

    function draw() {
      const places = shown && drawsAll ? shown : layout(chosen());
      const isNew = places !== shown;
      shown = places;
      const [edges, nodes, labels] = ["edges", "nodes", "labels"].map(id => document.getElementById(id));
      for (const group of [edges, nodes, labels]) group.replaceChildren();
      const bundles = new Map();
      for (const node of places.keys()) {
        for (const edge of out[node]) {
          if (!places.has(edge.to)) continue;
          const key = edge.from + " " + edge.to;
          if (!bundles.has(key)) bundles.set(key, { from: edge.from, to: edge.to, labels: [] });
          bundles.get(key).labels.push(edge.label);
        }
      }
      const isSparse = bundles.size <= 40;
      for (const { from, to, labels: texts } of bundles.values()) {
        const a = places.get(from), b = places.get(to), isHere = from === here ? " here" : "";
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
          [x, y] = [(x1 + x2) / 2, (a.y + a.height + b.y + b.height) / 8 + under * .75];
          path = `M${x1} ${a.y + a.height}C${x1} ${under} ${x2} ${under} ${x2} ${b.y + b.height}`;
        }
        make("path", { d: path, class: "edge" + isHere }, edges);
        if (!isSparse && !isHere) continue;
        const text = texts.length > 3 ? texts.slice(0, 2).concat("… " + (texts.length - 2) + " more") : texts;
        text.forEach((line, index) => make("text", {
          x, y: y + (index - (text.length - 1) / 2) * 13 + 4, "text-anchor": "middle", class: "label" + isHere,
        }, labels, cut(line, 24)));
      }
      for (const [number, place] of places) {
        const node = graph.nodes[number];
        const kinds = ["node", number === here && "here", starts.has(number) && "start", !node.expanded && "unexpanded",
          node.violates.length && "violated"].filter(kind => kind).join(" ");
        const group = make("g", { class: kinds, transform: `translate(${place.x} ${place.y})` }, nodes);
        make("rect", { width, height: place.height, rx: 8 }, group);
        lines(number, 4).forEach((line, index) =>
          make("text", { x: 9, y: 19 + index * lineHeight }, group, line));
        group.addEventListener("click", () => { if (!moved) go(number); });
      }
      if (isNew) fit();
    }

    const picture = document.getElementById("picture");
    function look() { picture.setAttribute("viewBox", [view.x, view.y, view.width, view.height].join(" ")); }
    function fit() {
      const { clientWidth, clientHeight } = picture, place = shown.get(here);
      const box = document.getElementById("nodes").getBBox();
      const scale = Math.min(1.6, Math.max((box.width + 80) / clientWidth, (box.height + 80) / clientHeight, .8));
      view = { width: clientWidth * scale, height: clientHeight * scale };
      const isWhole = box.width <= view.width && box.height <= view.height;
      view.x = (isWhole ? box.x + box.width / 2 : place.x + width / 2) - view.width / 2;
      view.y = (isWhole ? box.y + box.height / 2 : place.y + place.height / 2) - view.height / 2;
      look();
    }
    let drag = null, moved = false;
    picture.addEventListener("pointerdown", event => { drag = event; moved = false; });
    addEventListener("pointerup", () => { drag = null; });
    picture.addEventListener("pointermove", event => {
      if (!drag) return;
      const scale = view.width / picture.clientWidth;
      view.x -= (event.clientX - drag.clientX) * scale;
      view.y -= (event.clientY - drag.clientY) * scale;
      moved ||= Math.abs(event.clientX - drag.clientX) + Math.abs(event.clientY - drag.clientY) > 3;
      drag = event;
      look();
    });
    picture.addEventListener("wheel", event => {
      event.preventDefault();
      const frame = picture.getBoundingClientRect(), factor = Math.exp(event.deltaY / 500);
      const [x, y] = [(event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height];
      view.x += view.width * x * (1 - factor);
      view.y += view.height * y * (1 - factor);
      view.width *= factor;
      view.height *= factor;
      look();
    }, { passive: false });

    function describe() {
      const panel = document.getElementById("panel"), node = graph.nodes[here];
      panel.replaceChildren();
      make("h2", {}, panel, graph.quotient ? `Screen ${here} · ${plural(node.worlds, "world")}` : `World ${here}`);
      const list = make("dl", {}, panel);
      for (const field of node.fields) {
        if (field.name) make("dt", {}, list, field.name);
        make("dd", {}, list, field.value);
      }
      if (node.outstanding.length) {
        make("dt", {}, list, "outstanding");
        for (const command of node.outstanding) make("dd", {}, list, command);
      }
      for (const name of node.violates) make("p", { class: "wrong" }, panel, "✗ " + name);
      if (!node.expanded) make("p", { class: "faint" }, panel, "Not all steps from here were explored.");
      make("h2", {}, panel, out[here].length ? "What can happen" : "Nothing can happen");
      for (const edge of out[here].slice(0, 500)) {
        const text = edge.label + (edge.to === here ? "  ↺" : "  → " + edge.to);
        make("button", {}, panel, text).addEventListener("click", () => go(edge.to));
      }
      if (out[here].length > 500) make("p", { class: "faint" }, panel, `… and ${out[here].length - 500} more`);
      make("h2", {}, panel, "Elsewhere");
      if (visited.length) {
        make("button", {}, panel, "← back").addEventListener("click", () => { here = visited.pop(); update(); });
      }
      for (const start of graph.starts.slice(0, 50)) {
        make("button", {}, panel, start.label).addEventListener("click", () => go(start.node));
      }
    }
    function update() { location.replace("#" + here); draw(); describe(); }
    function go(number) { if (number !== here) visited.push(here); here = number; update(); }

    document.getElementById("summary").textContent =
      [plural(graph.nodes.length, graph.quotient ? "screen" : "world"), plural(graph.edges.length, "step"),
        drawsAll ? null : "the picture shows what is around the world that you stand in", graph.shortfall]
        .filter(text => text).join(" · ");
    const wanted = Number(location.hash.slice(1));
    if (location.hash && graph.nodes[wanted]) here = wanted;
    update();
    addEventListener("resize", fit);
    </script>
    </body>
    </html>

    """#
}
