extension HTMLReport {
    /// The style of the page, in the colours of the dashboard.
    static let style = """
        :root { color-scheme: light dark; --paper: #f6f5f1; --panel: #fffefb; --ink: #20241f; --quiet: #5f665d;
          --line: #dedbd0; --active: #2f9e6a; --inactive: #d99a1c; --background: #3f7fc4; --suspended: #9aa0a6;
          --bad: #c0392b; --warning: #8a5a00; font: 15px/1.45 system-ui, sans-serif; }
        @media (prefers-color-scheme: dark) { :root { --paper: #14171a; --panel: #1c2024; --ink: #e8e8e3;
          --quiet: #a2a8a3; --line: #31373c; --active: #3dbb80; --inactive: #e0a93a; --background: #5c9ee6;
          --suspended: #6c747b; --bad: #ff7b6b; --warning: #e0a93a; } }
        body { margin: 0 auto; padding: 1rem; max-width: 1120px; background: var(--paper); color: var(--ink); }
        h1 { font-size: 1.35rem; }
        small, .legend { color: var(--quiet); }
        .legend span { margin-right: .8rem; }
        .legend [class]::before { content: ""; display: inline-block; width: .8em; height: .8em; margin-right: .3em; }
        details { margin: .6rem 0; padding: .5rem .8rem; background: var(--panel); border: 1px solid var(--line);
          border-radius: 6px; }
        details.failed { border-color: var(--bad); }
        summary { cursor: pointer; overflow-wrap: anywhere; }
        .failed > summary b, li.failed::marker { color: var(--bad); }
        .passed > summary b, li.passed::marker { color: var(--active); }
        li.skipped { color: var(--quiet); }
        li.skipped::after { content: " skipped"; }
        .picture { overflow-x: auto; }
        pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: .5rem; border: 1px solid var(--line); border-radius: 4px; }
        code, li small { overflow-wrap: anywhere; }
        svg { display: block; font-size: 11px; }
        svg text { fill: var(--ink); }
        svg .state { fill: var(--paper); }
        svg .time { fill: var(--quiet); }
        svg line.step { stroke: var(--line); }
        svg .callback { stroke: var(--ink); }
        svg .exit, svg .finding { text-anchor: middle; fill: var(--bad); font-weight: bold; }
        svg .finding { fill: var(--warning); }
        \(states)
        """

    private static let states = ["active", "inactive", "background", "suspended"].map { state in
        "svg .\(state) { fill: var(--\(state)); } .legend .\(state)::before { background: var(--\(state)); }"
    }.joined(separator: "\n")
}
