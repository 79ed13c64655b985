// What the names of a chart are called in a language other than English, whose words are the names themselves.

type Table = Readonly<Record<string, string>>;

/** How a language says the parts of a title. */
export interface TitleWords {
  quoted(text: string): string;
  reloadedAt(screen: string): string;
  readonly reloaded: string;
  upTo(end: string): string;
  readonly good: string;
  readonly smooth: string;
  gone(timer: string): string;
  more(count: number): string;
  /** Between a call and its outcome, between two deviations, and before the end. */
  readonly marks: { readonly by: string; readonly next: string; readonly part: string };
}

interface Tables {
  readonly actors: Table;
  readonly outcomes: Table;
  readonly events: Table;
  readonly timers: Table;
  readonly ends: Table;
  readonly starts: Table;
  readonly purposes: Table;
}

export interface Names extends TitleWords {
  actor(name: string): string;
  outcome(name: string): string;
  event(name: string): string;
  timer(name: string): string;
  end(name: string): string;
  /** Null for a start that loads a page again. */
  start(name: string): string | null;
  purpose(flow: string): string;
}

/** A name that no table has is a mistake: a script would say it in English. */
function found(table: Table, name: string): string {
  const text = table[name];
  if (text === undefined) throw new Error(`No word for ${name}.`);
  return text;
}

export function namesFrom({
  actors,
  outcomes,
  events,
  timers,
  ends,
  starts,
  purposes,
  ...words
}: Tables & TitleWords): Names {
  return {
    ...words,
    actor: (name) => found(actors, name),
    outcome: (name) => found(outcomes, name),
    event: (name) => found(events, name),
    timer: (name) => found(timers, name),
    end: (name) => found(ends, name.split('.')[0] ?? name),
    start: (name) => (name.startsWith('reloaded') ? null : found(starts, name)),
    purpose: (flow) => found(purposes, flow),
  };
}
