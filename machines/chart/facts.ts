// Facts: what a screen must say about the money, in words of the catalogue, beside the charts. The walk looks for them
// on the page.
import type { components } from '#openapi/api.gen.d.ts';
import { STAGE_NAMES } from '#openapi/stages.ts';
import type { Amount } from '#money/amount.ts';
import type { Unit } from '#money/assets.ts';
import { readableRate } from '#money/rate.ts';
import { exactOf, shown } from '#money/shown.ts';
import { isAmountCode } from './amount-codes.ts';
import type { Problem } from './problem.ts';

/** A text of the catalogue with its values. */
export interface Words {
  readonly key: string;
  readonly with?: Readonly<Record<string, Said | number>>;
}

/** What is shown: literal characters, words of the catalogue, or a time in the reader's time zone. */
export type Said = string | Words | { readonly day: string } | { readonly moment: string };

/** One thing that a screen says. */
export interface Fact {
  /**
   * The term or heading that it is shown beside, or a key of the catalogue; null if it may be anywhere on the screen.
   */
  readonly beside: Words | null;
  readonly says: readonly Said[];
}

/** The values in the fields of a form, by field name; the chart learns them when the form is sent. */
export type Entered = Readonly<Record<string, string | undefined>>;

/**
 * The facts of each screen, by the screen's id, computed from the chart's context and, where the screen uses them
 * before they are sent, from the values in its fields.
 */
export type Shows<TContext> = Readonly<Record<string, (context: TContext, entered?: Entered) => readonly Fact[]>>;

/** The receipt that a flow ends on, as the server sends it, and the facts of the flow that it shows. */
export interface EndReceipt<TContext> {
  readonly receipt: components['schemas']['Receipt'];
  readonly shows: (context: TContext) => readonly Fact[];
}

/** Those receipts by the kind of the flow's output. */
export type EndReceipts<TContext> = Readonly<Record<string, EndReceipt<TContext>>>;

/** `says` is shown beside the term `term`. */
export function fact(term: string | Words, ...says: readonly Said[]): Fact {
  return { beside: typeof term === 'string' ? { key: term } : term, says };
}

/** `says` is shown somewhere on the screen, alone or in a sentence. */
export function anywhere(...says: readonly Said[]): Fact {
  return { beside: null, says };
}

/** An amount to the last digit (D-26). */
export function amount(value: Amount, unit: Unit): string {
  return `${exactOf(value, unit)} ${unit}`;
}

/** An amount in its short form (SRC §9). */
export function short(value: Amount, unit: Unit): string {
  return `${shown(value, unit)} ${unit}`;
}

/** What a refusal says of its amounts. */
export function refused(problem: Problem | null): readonly Fact[] {
  if (problem === null || problem.amounts === null || !isAmountCode(problem.code)) return [];
  const { unit, asked, minimum, available: most } = problem.amounts;
  const said = { asked: amount(asked, unit) };
  if (most !== null)
    return [anywhere({ key: `money:amounts.${problem.code}`, with: { ...said, available: amount(most, unit) } })];
  if (minimum === null) return [];
  const bound = problem.code === 'below_plan_minimum' ? 'notAbove' : 'under';
  return [
    anywhere(
      { key: `money:amount.${bound}`, with: { minimum: amount(minimum, unit) } },
      { key: 'money:amounts.entered', with: said },
    ),
  ];
}

/** The most of an asset that can be used, as the amount field says it. */
export function available(value: Amount, unit: Unit): Fact {
  return fact('money:amount.available', short(value, unit));
}

/** An exchange rate in the direction in which it is read (D-02). */
export function rateOf(from: Unit, to: Unit, rate: Amount): Words {
  const { base, quote, value } = readableRate({ from, to, rate });
  return { key: 'money:rate.text', with: { base, quote, value } };
}

/** A chain by its name; a development chain says that it is one. */
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

/** A stage by its number and name. */
export function stageOf(stage: number): Words {
  return { key: 'money:stage', with: { stage, name: { key: `dashboard:stage.${STAGE_NAMES[stage - 1] ?? ''}` } } };
}
