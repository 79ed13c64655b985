// What a chart gives to its calls, and where it must come from: what was typed, shown or answered last.
import { eventOf } from '#walk/machine/driver.ts';
import { failures, nodeOf, stepLabel, type Edge, type Graph } from '#machines/graph/explore.ts';
import { doneEvent, errorEvent, probe, timersOf } from '#machines/graph/internals.ts';
import type { Path } from '#machines/graph/plan.ts';
import { resumeOf } from '#machines/graph/ways.ts';

/** A call that was made on a path, with everything that was said before it. */
export interface GivenCall {
  readonly state: string;
  readonly call: string;
  readonly input: unknown;
  readonly said: Said;
  /** Where on the path, for people. */
  readonly place: string;
}

/** What was said on a path so far, the latest last. */
export class Said {
  readonly #steps: readonly (readonly [name: string, content: unknown])[];

  constructor(steps: readonly (readonly [string, unknown])[]) {
    this.#steps = steps;
  }

  /**
   * The newest of several things, each named by who said it and the way to it: `SUBMIT_FORM.typed` was typed,
   * `createDeposit.deposit.id` was answered, `resume.typed` was stored before a reload, `input.key` is the flow's own,
   * `*.key` is in any answer.
   */
  readonly latest = (...sources: readonly string[]): unknown => {
    for (const [name, content] of this.#steps.toReversed())
      for (const source of sources) {
        const [who, ...way] = source.split('.');
        if (who !== name && !(who === '*' && /^[a-z]/.test(name) && name !== 'input')) continue;
        const found = way.reduce<unknown>((at, part) => (at as Record<string, unknown> | null)?.[part], content);
        if (found !== undefined && (found !== null || name !== 'resume')) return found;
      }
    return undefined;
  };

  /** Which of these events happened last. */
  readonly lastOf = (...events: readonly string[]): string | undefined =>
    this.#steps.findLast(([name]) => events.includes(name))?.[0];

  /** What had been said when an event happened last. */
  readonly before = (event: string): Said =>
    new Said(
      this.#steps.slice(
        0,
        this.#steps.findLastIndex(([name]) => name === event),
      ),
    );
}

/** What decides where a flow goes, and so can't be another word. */
const DECISIVE =
  /^(kind|state|status|step|version|problem|position|plan|option|methods?|terms|open|expires|lifetime|link|thawBy|proof)$/;
const NUMBERED = /^(seatNo|parentSeatNo|riskVersion|triesLeft)$/;
const AMOUNT = /^\d+(\.\d+)?$/;
const MOMENT = /^\d{4}-\d\d-\d\dT/;

/**
 * A sample as it is said at a certain step: each text and each number in it is unlike what was said at any other step,
 * so that whatever a call is given shows when it was said.
 */
export function saidAt<T>(sample: T, turn: number, name = ''): T {
  const part = (value: unknown, of: string): unknown => saidAt(value, turn, of);
  if (Array.isArray(sample)) return sample.map((each) => part(each, name)) as T;
  if (typeof sample === 'object' && sample !== null)
    return Object.fromEntries(
      Object.entries(sample).map(([key, value]) => [
        key,
        DECISIVE.test(key) && !isDraft(key, value) ? value : part(value, key),
      ]),
    ) as T;
  if (NUMBERED.test(name) && typeof sample === 'number') return (sample + 1000 * turn) as T;
  if (/^(keepSignedIn|mail-.*)$/.test(name)) return (turn % 2 === 0) as T;
  if (typeof sample !== 'string' || MOMENT.test(sample)) return sample;
  if (AMOUNT.test(sample) && /mount/.test(name)) return inMoney(sample, turn) as T;
  return sample === '' ? sample : (`${sample}·${turn}` as T);
}

const isDraft = (key: string, value: unknown) => key === 'open' && typeof value === 'object';
const inMoney = (amount: string, turn: number) => `${amount}${amount.includes('.') ? '' : '.'}${'0'.repeat(3)}${turn}`;

/** What is offered stays the same, but for what a call refers to. */
function offered(options: unknown, turn: number): unknown {
  if (Array.isArray(options)) return options.map((each) => offered(each, turn));
  if (typeof options !== 'object' || options === null) return options;
  return Object.fromEntries(
    Object.entries(options).map(([key, value]) => [
      key,
      NUMBERED.test(key) && typeof value === 'number' ? value + 1000 * turn : offered(value, turn),
    ]),
  );
}

function said(content: unknown, turn: number): unknown {
  const { options, ...rest } = (content ?? {}) as { readonly options?: unknown };
  return {
    ...saidAt(rest, turn),
    ...(options === undefined ? {} : { options: offered(options, turn) }),
  };
}

/** The calls that a path makes, when no two of its steps say the same. */
export function callsOn({ cases, nodes }: Graph, { id, edges }: Path): readonly GivenCall[] {
  const { start, step: next } = probe(cases.machine);
  const [first, ...steps] = edges;
  if (first?.step.kind !== 'start') throw new Error(`${id} has no start.`);
  const input = said(cases.starts[first.step.name]?.input, 0);
  const history: (readonly [string, unknown])[] = [
    ['input', input],
    ['resume', resumeOf(input)],
  ];
  const calls: GivenCall[] = [];
  let landing = start(input);
  const note = (edge: Edge): void => {
    const { state } = nodeOf(landing.snapshot);
    const place = `${id}, ${stepLabel(edge.step)}`;
    const promised = nodes.get(edge.to)?.state;
    if (state !== promised) throw new Error(`${place}: other words lead to ${state}, not to ${String(promised)}.`);
    for (const call of landing.started)
      calls.push({ state, call, input: landing.given[call], said: new Said([...history]), place });
  };
  note(first);
  for (const [index, edge] of steps.entries()) {
    const { step } = edge;
    const turn = index + 1;
    if (step.kind === 'event') {
      const { type, ...payload } = eventOf(cases, step.event, step.sample);
      // What lies just beyond a limit, or is more than there is of its asset, must stay so.
      const content = /^(small|large)$/.test(step.sample) ? payload : said(payload, turn);
      history.push([type, content]);
      landing = next(landing.snapshot, { ...(content as object), type });
    } else if (step.kind === 'outcome') {
      const answer = cases.outcomes[step.actor]?.[step.outcome]?.output;
      const content = answer === undefined ? null : said(answer, turn);
      if (content !== null) history.push([step.actor, content]);
      landing = next(
        landing.snapshot,
        content === null ? errorEvent(step.actor, failures[step.outcome]) : doneEvent(step.actor, content),
      );
    } else if (step.kind === 'timer') {
      const timer = timersOf(landing.snapshot).find(({ delay }) => delay === step.delay);
      if (timer === undefined) throw new Error(`${id}: ${step.delay} does not run.`);
      landing = next(landing.snapshot, timer.event);
    }
    note(edge);
  }
  return calls;
}
