/** What `npm run walk -- --help` prints. */
export const help = `Paths through the flows, generated from their charts: to read, to watch, to walk.

  npm run walk                                    the flows with their figures
  npm run walk -- sign-in                         the paths of a flow
  npm run walk -- sign-in-02                      a path as a script for a person
  npm run walk -- sign-in-02 --lang ja-JP         the same with the texts of another language: en-US, ja-JP, zh-CN
  npm run walk -- sign-in-02 --format gherkin     md, csv, json or gherkin
  --by-hand                                       only what a person can walk with the app alone
  --requirement F-10 --state reviewing --event CONFIRM --call confirmDraft
                                                  only the paths that pass it; several at once: that pass all of them
  --save FILE.json                                keep the chosen paths; npm run walk -- FILE.json stays the same path when the
                                                  plan changes
  npm run walk -- sign-in --matrix reload         the cells of a matrix: fault, reload, back, double-press, all

For a tester (docs/testing.md)
  npm run walk -- guide sign-in-01                opens the app, tells one act at a time, asks what you think, writes a report;
                                                  several paths, flows or files: one after the other
  --headless                                      without a window: the guide does each act, and you judge its picture
  --into DIR                                      where the reports go, a folder for each run (.walks)

Walking
  --level machine|component|browser               where to walk; several with commas. Without names: all flows
  --matrix fault,reload,back,double-press         which cells to walk besides the paths; or all, or none. Without it: all of
                                                  them on the machine and the components, none in the browser
  --browser                                       the same as --level browser
  --headed --slow 800                             in a window, 800 ms after each step, with a note of path, step and state
  --pause                                         wait for Enter before each step (opens a window)
  --screens DIR                                   a screenshot of each step into DIR
  --trace DIR                                     Playwright's trace of each walk that fails in the browser, into DIR
  --report junit=FILE,html=FILE                   reports for a build server and to read, with the command for each failure
  --coverage DIR                                  which states and transitions were visited, a file for each level, into DIR;
                                                  npm run atlas draws those in .atlas/coverage

Other walks than the planned ones
  --generator 'random(edge_coverage(100))'        random, quick_random or shortest, until the condition in brackets holds
  --until 'length(500) or time(60s)'              the condition alone; takes the place of the generator's
  --seed 42                                       the same seed walks the same way
      conditions: edge_coverage(n), vertex_coverage(n), requirement_coverage(n), reached_vertex(state),
      reached_edge(event or transition), length(n), time(60s) for the whole run, never; with and, or and brackets
  --replay FILE                                   a session's log, as the app exports it, walked again; outside
                                                  npm run dev, open the app with ?recorder=on first

Figures
  --json                                          the same as --format json
  --json --summary                                one object: the figures of each flow and of each level that was run

Examples
  npm run walk -- sign-in --level machine
  npm run walk -- two-factor-03 --headed --slow 800
  npm run walk -- 'sign-out/fault/revokingToken/revokeToken=networkError' --level machine,component
  npm run walk -- two-factor --matrix back,reload --browser
  npm run walk -- two-factor --generator 'quick_random(edge_coverage(100) and length(200))' --seed 7
  npm run walk -- --until 'time(60s)' --level machine

Exit codes: 0 all as promised, 1 a walk failed, 2 the command was not understood, or there is nothing to walk.`;
