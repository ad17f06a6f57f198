/// The style of the report, in addition to the style of all pages.
enum ReportStyle {
  static let text = #"""
    header, main { max-width: 76rem; margin: 0 auto; padding: 0 1.5rem; }
    header { padding-top: 2.2rem; }
    .product { color: var(--faint); font-size: .9rem; overflow-wrap: anywhere; }
    .product b { color: var(--text); margin-right: .4rem; }
    h1 { font-size: 1.9rem; line-height: 1.2; letter-spacing: -.02em; margin: .3rem 0 .2rem; }
    header.wrong h1 { color: var(--wrong); } header.good h1 { color: var(--good); }
    header.undecided h1 { color: var(--undecided); }
    .cells { display: grid; grid-template-columns: repeat(auto-fill, minmax(1.5rem, 1fr)); gap: 4px; margin: 1.2rem 0; }
    .cell { height: 1.5rem; border-radius: 4px; background: var(--tone); opacity: .85; }
    .cell:hover, .cell:focus-visible { opacity: 1; }
    .cell span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    /* Undoes the text colour that PageStyle gives to .wrong: of the text about a check, only marks and labels have its tone. */
    header.wrong, .check.wrong, .cell.wrong, button.wrong { color: var(--text); }
    .wrong { --tone: var(--wrong); } .good { --tone: var(--good); }
    .undecided { --tone: var(--undecided); } .known { --tone: var(--known); }
    span.good { color: var(--good); } span.undecided { color: var(--undecided); }
    header .figures { display: flex; flex-wrap: wrap; gap: .4rem 2.2rem; }
    header .figures dd { font-size: 1.25rem; font-weight: 600; font-variant-numeric: tabular-nums; }
    header .figures dt { color: var(--faint); font-size: .85rem; }
    .filter { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: 1.3rem; }
    .filter[hidden] { display: none; }
    .filter input { flex: 1 1 12rem; font: inherit; color: inherit; padding: .4rem .7rem; background: var(--card);
      border: 1px solid var(--line); border-radius: 8px; }
    .filter button, .controls button, .copy { font: inherit; font-size: .9rem; color: inherit; background: var(--card);
      border: 1px solid var(--line); border-radius: 8px; padding: .4rem .8rem; cursor: pointer; }
    .filter button b { color: var(--tone); }
    .filter button[aria-pressed=true] { border-color: var(--tone); box-shadow: inset 0 0 0 1px var(--tone); }
    .suite h2 { font-size: .95rem; font-weight: 600; color: var(--faint); margin: 2rem 0 .6rem; overflow-wrap: anywhere; }
    main { padding-bottom: 4rem; }
    .nothing { margin-top: 2rem; }

    .check { background: var(--card); border: 1px solid var(--line); border-radius: 12px; margin-bottom: .6rem;
      border-left: 4px solid var(--tone); scroll-margin-top: 1rem; }
    .check > summary { display: grid; grid-template-columns: 1.2rem minmax(0, 1fr) auto; gap: .1rem .7rem;
      padding: .8rem 1.1rem; cursor: pointer; list-style: none; border-radius: 10px; }
    .check > summary::-webkit-details-marker { display: none; }
    .check > summary:hover { background: var(--sunk); }
    .check[open] > summary { border-bottom: 1px solid var(--line); border-radius: 10px 10px 0 0; }
    .mark { color: var(--tone); font-weight: 700; }
    .title { font-weight: 600; overflow-wrap: anywhere; unicode-bidi: isolate; }
    .title small { display: block; font-size: .9rem; font-weight: 400; color: var(--tone); }
    .outcome { display: flex; flex-direction: column; align-items: flex-end; gap: .35rem; }
    .chip { color: var(--tone); font-size: .87rem; font-weight: 600; }
    .meter { width: 6rem; height: 4px; border-radius: 2px; background: var(--line); overflow: hidden; }
    .meter i, .bar i { display: block; height: 100%; background: var(--tone, var(--here)); }
    summary .figures { grid-column: 2 / -1; font-size: .87rem; font-variant-numeric: tabular-nums; }
    summary .figures span { white-space: nowrap; }
    .body { padding: 1rem 1.1rem 1.2rem; }
    .body > p { max-width: 62rem; overflow-wrap: anywhere; }
    .issue { color: var(--known); } .message-of-check { font-weight: 500; }
    .detail { background: var(--gone); border-radius: 8px; padding: .6rem .8rem; margin: .5rem 0; }
    h3 { font-size: 1rem; margin: 1.6rem 0 .5rem; }
    h3 + .faint { margin: -.3rem 0 .7rem; font-size: .9rem; }

    .strip { display: flex; gap: .9rem; overflow-x: auto; list-style: none; padding: .3rem .3rem .9rem; margin: 0 -.3rem;
      scroll-snap-type: x proximity; scrollbar-width: thin; }
    .frame { flex: 0 0 17.5rem; scroll-snap-align: center; background: var(--sunk); border: 1px solid var(--line);
      border-radius: 10px; padding: .7rem .85rem .85rem; cursor: pointer; position: relative; }
    .frame + .frame::before { content: "›"; position: absolute; left: -.75rem; top: .55rem; color: var(--faint); }
    .frame[aria-current] { border-color: var(--here); box-shadow: 0 0 0 1px var(--here); }
    .frame.end { border-color: var(--wrong); }
    .frame.end[aria-current] { box-shadow: 0 0 0 2px var(--here); }
    .frame.loop { border-style: dashed; }
    .gap { flex: 0 0 9rem; align-self: center; }
    .number { margin-bottom: .15rem; font-size: .8rem; color: var(--faint); font-weight: 600; }
    .again { font-weight: 400; }
    .message { font-size: 1rem; margin: .15rem 0 .5rem; line-height: 1.4; }
    .message code { font-size: .93rem; font-weight: 600; }
    .message code.answers { font-weight: 400; }
    .changes { display: grid; gap: .3rem; }
    .change { line-height: 1.45; }
    .changes.environment { margin-top: .5rem; padding-left: .6rem; border-left: 2px solid var(--edge); }
    .changes.environment > .faint { font-size: .85rem; }
    .path { color: var(--faint); font-size: .85rem; overflow-wrap: anywhere; unicode-bidi: isolate; }
    .path::after { content: ":"; }
    del, ins { text-decoration: none; border-radius: 4px; padding: .05rem .2rem; }
    del { background: var(--gone); } del code { text-decoration: line-through; text-decoration-color: var(--wrong); }
    ins { background: var(--new); }
    .still { font-size: .9rem; }
    .screen { margin: .6rem 0 0; padding: .5rem .65rem; background: var(--card); border: 1px solid var(--edge);
      border-radius: 8px; box-shadow: 0 1px 2px #0002; }
    .screen div { line-height: 1.45; } .screen code { white-space: pre-wrap; }
    .screen .new { background: var(--new); border-radius: 3px; box-shadow: 0 0 0 2px var(--new); }
    .commands { margin-top: .6rem; font-size: .85rem; }
    .commands ul { list-style: none; display: flex; flex-wrap: wrap; gap: .3rem; margin-top: .15rem; }
    .commands li { border: 1px solid var(--line); border-radius: 99rem; padding: .05rem .6rem; background: var(--card);
      max-width: 100%; }
    .commands.outstanding li { border-style: dashed; border-color: var(--edge); }
    .commands li:has(details) { border-radius: 10px; }
    .frame .verdict { margin-top: .7rem; font-weight: 600; overflow-wrap: anywhere; }
    .controls { display: flex; align-items: center; gap: .6rem; margin-bottom: .5rem; }
    .controls[hidden], .copy[hidden] { display: none; }
    .controls .at { color: var(--faint); font-size: .9rem; min-width: 7.5rem; text-align: center; }
    .long summary { cursor: pointer; } .long pre { max-height: 20rem; overflow: auto; margin-top: .3rem; }

    .wide { overflow-x: auto; }
    table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
    th, td { text-align: right; padding: .28rem .7rem .28rem 0; font-weight: 400; }
    thead th, thead td { color: var(--faint); font-size: .85rem; }
    th:first-child { text-align: left; } tbody tr { border-top: 1px solid var(--line); }
    td.bar { width: 9rem; } td.bar i { height: 6px; border-radius: 3px; background: var(--here); }
    td.words { text-align: left; padding-left: .4rem; } td.none { color: var(--undecided); }
    .more { margin-top: .8rem; } .more > summary { cursor: pointer; color: var(--here); }
    .conditions { list-style: none; margin-top: .8rem; }
    .notes { padding-left: 1.1rem; color: var(--faint); overflow-wrap: anywhere; }
    .again-list { display: grid; gap: .5rem; }
    .again-list dt { color: var(--faint); font-size: .85rem; }
    .again-list dd { display: flex; gap: .6rem; align-items: flex-start; }
    .again-list code { flex: 0 1 auto; background: var(--sunk); border-radius: 6px; padding: .3rem .6rem; }
    .copy { padding: .2rem .6rem; }
    @media (max-width: 50rem) {
      header, main { padding-left: .8rem; padding-right: .8rem; }
      header { padding-top: 1.2rem; } h1 { font-size: 1.5rem; }
      .check > summary { grid-template-columns: 1.1rem minmax(0, 1fr); padding: .8rem; }
      .outcome { grid-column: 2; flex-direction: row; align-items: center; }
      .body { padding: .8rem; } .frame { flex-basis: min(17.5rem, 84%); }
      .cells { grid-template-columns: repeat(auto-fill, minmax(1.1rem, 1fr)); } .cell { height: 1.2rem; }
      .filter button { padding: .55rem .8rem; }
    }
    @media print { .filter, .controls, .graph-here, .copy { display: none; } .strip { flex-wrap: wrap; } }
    """#
}
