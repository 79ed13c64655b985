// What a screen says of the money that it is about: facts, in words of the catalogue, beside the charts. The walk looks
// for them on the page.
import type { components } from '#openapi/api.gen.d.ts';
import type { Amount } from '#money/amount.ts';
import type { Unit } from '#money/assets.ts';
import { readableRate } from '#money/rate.ts';
import { exactOf } from '#money/shown.ts';

/** A text of the catalogue with what is filled in. */
export interface Words {
  readonly key: string;
  readonly with?: Readonly<Record<string, Said | number>>;
}

/** What stands there: characters as they are, words of the catalogue, or a time on the reader's clock. */
export type Said = string | Words | { readonly day: string } | { readonly moment: string };

/** One thing that a screen says. */
export interface Fact {
  /**
   * The term or heading beside which it stands, or a key of the catalogue; null if it may stand anywhere on the screen.
   */
  readonly beside: Words | null;
  readonly says: readonly Said[];
}

/** The facts of each screen, by the screen's id, out of what the chart remembers. */
export type Shows<TContext> = Readonly<Record<string, (context: TContext) => readonly Fact[]>>;

/** The receipt that a flow ends on, as the server sends it, and what of the flow stands on it. */
export interface Farewell<TContext> {
  readonly receipt: components['schemas']['Receipt'];
  readonly shows: (context: TContext) => readonly Fact[];
}

/** The farewells by the kind of the flow's output. */
export type Farewells<TContext> = Readonly<Record<string, Farewell<TContext>>>;

/** `says` stands beside the term `term`. */
export function fact(term: string | Words, ...says: readonly Said[]): Fact {
  return { beside: typeof term === 'string' ? { key: term } : term, says };
}

/** `says` stands somewhere on the screen, alone or in a sentence. */
export function anywhere(...says: readonly Said[]): Fact {
  return { beside: null, says };
}

/** An amount to the last digit (D-26). */
export function amount(value: Amount, unit: Unit): string {
  return `${exactOf(value, unit)} ${unit}`;
}

/** A rate of exchange in the direction that it is read in (D-02). */
export function rateOf(from: Unit, to: Unit, rate: Amount): Words {
  const { base, quote, value } = readableRate({ from, to, rate });
  return { key: 'money:rate.text', with: { base, quote, value } };
}

/** A chain by its name; one for development is called that. */
export function networkOf({
  network,
  development,
}: {
  readonly network: string;
  readonly development: boolean;
}): Words {
  const name = { key: `money:network.${network}` };
  return development ? { key: 'money:developmentNetwork', with: { network: name } } : name;
}

/** In the order of SRC §3. */
const STAGES = ['bronze', 'silver', 'gold', 'ruby', 'sapphire', 'emerald', 'diamond', 'custom'] as const;

/** A stage by its number and name. */
export function stageOf(stage: number): Words {
  return { key: 'money:stage', with: { stage, name: { key: `dashboard:stage.${STAGES[stage - 1] ?? ''}` } } };
}

/** How many characters of each end a shortened address keeps (D-28). */
const HEAD = 8;
const TAIL = 6;

/** An address by its ends. */
export function endsOf(address: string): string {
  return `${address.slice(0, HEAD)}…${address.slice(-TAIL)}`;
}
