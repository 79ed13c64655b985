import { assign, type EventObject } from 'xstate';
import { compare, type Amount } from '#money/amount.ts';
import { optionOf } from './chart.rules.ts';
import type { Problem } from './problem.ts';

/** What a form offers, with what is available of each asset. */
interface Balances {
  readonly assets: readonly { readonly asset: string; readonly available: Amount }[];
}

/**
 * What a form offers, with the balances of a newer reading. Everything else stays as the member saw it: a rate does not
 * change while the form is being filled in.
 */
function withBalances<TOptions extends Balances>(shown: TOptions, read: TOptions): TOptions {
  const assets = shown.assets.map((each) => ({
    ...each,
    available: optionOf(read, each.asset)?.available ?? each.available,
  }));
  return { ...shown, assets };
}

/** Whether a newer reading has a different balance for anything that is offered. */
function hasOtherBalances(shown: Balances, read: Balances): boolean {
  return shown.assets.some(({ asset, available }) =>
    read.assets.some((each) => each.asset === asset && each.available !== available),
  );
}

/** What a newer reading has of a unit; null if it doesn't offer it. */
type Available = (unit: string) => Amount | null;

/** The amounts of a refusal for lack of balance with what is available by now; null of any other, or if unknown. */
function comparedAgain(problem: Problem | null, available: Available): Problem['amounts'] {
  const amounts = problem?.code === 'insufficient_balance' ? problem.amounts : null;
  const now = amounts && available(amounts.unit);
  return amounts !== null && now !== null ? { ...amounts, available: now } : null;
}

/** Whether a newer balance suffices for what was refused for lack of it. */
export function suffices(problem: Problem | null, available: Available): boolean {
  const amounts = comparedAgain(problem, available);
  return amounts !== null && compare(amounts.asked, amounts.available ?? '0') <= 0;
}

/** The refusal of a form whose balance is a newer one: it names the balance that the form shows. */
export function withAvailable(problem: Problem | null, available: Available): Problem | null {
  const amounts = comparedAgain(problem, available);
  return problem && amounts ? { ...problem, amounts } : problem;
}

/** What a form for an amount does with a balance that was read again; `'isSufficient'` ends the refusal. */
export const balanceRead = {
  BALANCE_READ: [
    { guard: 'isSufficient', target: '.blank', actions: ['keepBalance', 'forgetProblem'] },
    { guard: 'isOtherBalance', actions: 'keepBalance' },
  ],
} as const;

interface Offering {
  readonly options: Balances | null;
  readonly problem: Problem | null;
}

/** What a newer reading offers, out of the event `BALANCE_READ`; null of another event. */
function readIn(event: EventObject): Balances | null {
  return event.type === 'BALANCE_READ' ? (event as unknown as { readonly options: Balances }).options : null;
}

interface Told {
  readonly context: Offering;
  readonly event: EventObject;
}

const availableIn =
  (read: Balances | null): Available =>
  (unit) =>
    optionOf(read, unit)?.available ?? null;

/** The guards of `balanceRead` for the `setup` of a chart, beside `balanceActions`. */
export const balanceGuards = {
  /** Whether the event `BALANCE_READ` brings another balance than the form shows. */
  isOtherBalance({ context, event }: Told): boolean {
    const read = readIn(event);
    return context.options !== null && read !== null && hasOtherBalances(context.options, read);
  },
  isSufficient: ({ context, event }: Told): boolean => suffices(context.problem, availableIn(readIn(event))),
};

/** The action that takes such a balance over. */
export function balanceActions<TContext extends Offering, TEvent extends EventObject>() {
  return {
    keepBalance: assign<TContext, TEvent, undefined, TEvent, never>(({ context, event }) => {
      const { options, problem } = context;
      const read = readIn(event);
      if (options === null || read === null) return {};
      return {
        options: withBalances(options, read),
        problem: withAvailable(problem, availableIn(read)),
      } as Partial<TContext>;
    }),
  };
}
