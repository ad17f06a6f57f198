extension GraphPicture {
  package static let style = #"""
    .graph { display: grid; grid-template-columns: minmax(0, 1fr) 21rem; height: var(--graph-height, 30rem);
      background: var(--card);
      border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
    .graph .stage { position: relative; min-height: 0; }
    .graph svg { display: block; width: 100%; height: 100%; touch-action: pan-y pinch-zoom; cursor: grab; }
    .graph svg:focus-visible { outline-offset: -3px; border-radius: 10px; }
    .graph .zoom { position: absolute; right: .6rem; bottom: .6rem; display: flex; gap: .25rem; }
    .graph .zoom button { width: 2rem; height: 2rem; padding: 0; text-align: center; }
    .graph .panel { border-left: 1px solid var(--line); padding: .9rem 1rem; overflow: auto; min-height: 0; }
    .graph h4 { font-size: .8rem; font-weight: 600; color: var(--faint); margin: 1rem 0 .4rem; }
    .graph h4:first-child { margin-top: 0; color: var(--text); font-size: .9rem; }
    .graph dt { color: var(--faint); font-size: .8rem; unicode-bidi: isolate; overflow-wrap: anywhere; }
    .graph dd { font-family: var(--mono); font-size: .8rem; margin: 0 0 .35rem; unicode-bidi: isolate;
      overflow-wrap: anywhere; }
    .graph dd.changed { background: var(--new); border-radius: 4px; box-shadow: 0 0 0 3px var(--new);
      width: fit-content; }
    .graph button { font: .8rem var(--mono); display: block; width: 100%; text-align: left; margin: 0 0 .3rem;
      padding: .35rem .5rem; color: inherit; background: var(--sunk); border: 1px solid var(--line);
      border-radius: 6px; cursor: pointer; overflow-wrap: anywhere; unicode-bidi: isolate; }
    .graph button:hover, .graph button.marked { border-color: var(--here); }
    .graph button.onward { border-left: 3px solid var(--wrong); }
    .graph .node { cursor: pointer; }
    .graph .node rect { fill: var(--sunk); stroke: var(--edge); }
    .graph .node.unexpanded rect { stroke-dasharray: 5 4; }
    .graph .node.start rect { stroke-width: 2.5; }
    .graph .node.violated rect { stroke: var(--wrong); fill: var(--gone); }
    .graph .node.gone rect { fill: var(--gone); stroke: var(--wrong); }
    .graph .node.new rect { fill: var(--new); stroke: var(--good); }
    .graph .edge.gone { stroke: var(--wrong); } .graph .edge.new { stroke: var(--good); }
    .graph .node.here rect { stroke: var(--here); stroke-width: 3; }
    .graph .edge { fill: none; stroke: var(--edge); }
    .graph .edge.trail { stroke: var(--wrong); stroke-width: 2; }
    .graph .edge.here { stroke: var(--here); stroke-width: 1.5; }
    .graph .edge.marked { stroke: var(--here); stroke-width: 3; }
    .graph text { fill: var(--text); font: 11px var(--mono); pointer-events: none; unicode-bidi: isolate; }
    .graph .label { fill: var(--faint); paint-order: stroke; stroke: var(--card); stroke-width: 4px; }
    .graph .label.here, .graph .label.marked { fill: var(--here); }
    .graph .label.marked { font-weight: 700; }
    @media (max-width: 50rem) {
      .graph { grid-template: 18rem auto / minmax(0, 1fr); height: auto; }
      .graph .panel { border: 0; border-top: 1px solid var(--line); }
      .graph .panel button { padding: .6rem .7rem; }
    }
    """#
}
