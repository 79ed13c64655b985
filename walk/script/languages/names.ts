// What the names of a chart are called in a language other than English, whose words are the names themselves.
import type { FlowWords, Translation } from '#machines/chart/cases.ts';
import { flows } from '#walk/paths/flows.ts';

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

/** The words that several flows share. */
type Shared = Required<Omit<FlowWords, 'purpose'>>;

export interface Names extends TitleWords {
  call(name: string): string;
  outcome(name: string): string;
  event(name: string): string;
  timer(name: string): string;
  end(name: string): string;
  /** Null for a start that loads a page again. */
  start(name: string): string | null;
  purpose(flow: string): string;
}

/** The names of all charts: the words that several flows share, and those of each flow's cases. */
export function namesFrom(culture: Translation, shared: Shared, words: TitleWords): Names {
  const own = new Map(flows.map(({ machine, words: inLanguages }) => [machine.id, inLanguages?.[culture]]));
  const found = (kind: keyof Shared): ((name: string) => string) => {
    const tables = [shared, ...own.values()].map((table) => Object.entries(table?.[kind] ?? {}));
    const all = new Map(tables.flat());
    const twice = tables.flat().find(([name, text]) => all.get(name) !== text);
    if (twice !== undefined)
      throw new Error(`${twice[0]} has two words in ${culture}. Those of several flows are shared.`);
    return (name) => wordOf(all.get(name), name, culture);
  };
  const end = found('ends');
  const start = found('starts');
  return {
    ...words,
    call: found('calls'),
    outcome: found('outcomes'),
    event: found('events'),
    timer: found('timers'),
    end: (name) => end(name.split('.')[0] ?? name),
    start: (name) => (name.startsWith('reloaded') ? null : start(name)),
    purpose: (flow) => wordOf(own.get(flow)?.purpose, flow, culture),
  };
}

/** A name that has no word is a mistake: a script would say it in English. */
function wordOf(text: string | undefined, name: string, culture: Translation): string {
  if (text === undefined) throw new Error(`There is no word for ${name} in ${culture}.`);
  return text;
}
