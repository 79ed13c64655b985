// What a form contains when the member returns to it from another screen: what they typed there, or what the chart
// remembers of it (P-4).
import { stepsFrom, type Edge, type Graph, type Node } from '#machines/graph/explore.ts';
import { leavesOf, lostEntries, type Fields } from './hands.ts';

/** Where a context keeps what was typed: at the top level, or in one of these fields. */
const RECORDS = ['typed', 'account', 'draft'] as const;

/** What was typed on each screen of a walk, across reloads. */
export class Entries {
  private readonly last = new Map<string, Fields>();
  /** What the chart remembered of each screen's fields when the member last typed there. */
  private readonly known = new Map<string, Fields>();

  /** The member has filled in the form that a situation shows. */
  note(form: Node, fields: Fields, cases: Graph['cases']): void {
    const screen = form.meta?.screen ?? '';
    const { last } = this;
    // What the app had filled in follows from the new entries.
    const before = Object.entries(last.get(screen) ?? {}).filter(([name]) => !following(cases).has(name));
    last.set(screen, { ...Object.fromEntries(before), ...fields });
    this.known.set(screen, rememberedIn(form, cases));
  }

  /** The fields of a form that lost their entries when `edge` led to it from another screen, as sentences. */
  lostOnReturn({ id, cases, nodes }: Graph, { from, step }: Edge, to: Node): readonly string[] {
    const before = nodes.get(from ?? '')?.meta?.screen;
    const screen = to.meta?.screen;
    if (
      step.kind === 'start' ||
      to.status !== 'active' ||
      !to.tags.includes('form') ||
      screen === undefined ||
      screen === before
    )
      return [];
    const [typed, known] = [this.last.get(screen), this.known.get(screen)];
    // The chart remembers what it sent, but not a later entry that it refused; the form must still show that. What the
    // chart has learned since, such as a seat chosen on another screen, replaces what was typed.
    const follow = following(cases);
    const fields = Object.entries(rememberedIn(to, cases)).flatMap(([name, value]) => {
      if (typed === undefined || value !== known?.[name]) return [[name, value] as const];
      const entry = typed[name];
      if (entry === undefined && follow.has(name)) return [];
      return [[name, entry ?? value] as const];
    });
    return lostEntries(id, { screen, fields: Object.fromEntries(fields) });
  }
}

/** What the chart remembers of a form's fields; never passwords or codes. */
function rememberedIn({ snapshot }: Node, cases: Graph['cases']): Fields {
  const offered = stepsFrom(snapshot, cases).flatMap(([step]) =>
    step.kind === 'event' ? Object.keys(cases.controls[step.event]?.fields ?? {}) : [],
  );
  const context = snapshot.context as Readonly<Record<string, unknown>>;
  const records = RECORDS.flatMap((name) =>
    typeof context[name] === 'object' && context[name] !== null ? [leavesOf(context[name])] : [],
  );
  const known: Readonly<Record<string, unknown>> = Object.assign({}, context, ...records) as Readonly<
    Record<string, unknown>
  >;
  return Object.fromEntries(
    [...new Set(offered)].flatMap((name) => (isEntry(known[name]) ? [[name, known[name]]] : [])),
  );
}

/** The fields that the app fills in from the others, unless they are typed themselves. */
function following({ controls }: Graph['cases']): ReadonlySet<string> {
  return new Set(Object.values(controls).flatMap((control) => control?.follows ?? []));
}

function isEntry(value: unknown): value is string | boolean {
  return typeof value === 'boolean' || (typeof value === 'string' && value !== '');
}
