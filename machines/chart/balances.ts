import { assign, type EventObject } from 'xstate';

/** What a form offers, with what is available of each asset. */
interface Balances {
  readonly assets: readonly { readonly asset: string; readonly available: string }[];
}

/**
 * What a form offers, with the balances of a newer reading. Everything else stays as the member saw it: a rate does not
 * change while the form is being filled in.
 */
function withBalances<TOptions extends Balances>(shown: TOptions, read: TOptions): TOptions {
  const assets = shown.assets.map((each) => ({
    ...each,
    available: read.assets.find(({ asset }) => asset === each.asset)?.available ?? each.available,
  }));
  return { ...shown, assets };
}

/** Whether a newer reading has a different balance for anything that is offered. */
function hasOtherBalances(shown: Balances, read: Balances): boolean {
  return shown.assets.some(({ asset, available }) =>
    read.assets.some((each) => each.asset === asset && each.available !== available),
  );
}

interface Offering {
  readonly options: Balances | null;
}

/** What a newer reading offers, out of the event `BALANCE_READ`; null of another event. */
function readIn(event: EventObject): Balances | null {
  return event.type === 'BALANCE_READ' ? (event as unknown as { readonly options: Balances }).options : null;
}

/** Whether the event `BALANCE_READ` brings another balance than the form shows. */
export function isOtherBalance({
  context,
  event,
}: {
  readonly context: Offering;
  readonly event: EventObject;
}): boolean {
  const read = readIn(event);
  return context.options !== null && read !== null && hasOtherBalances(context.options, read);
}

/** The action that takes such a balance over; for the `setup` of a chart with `isOtherBalance` among its guards. */
export function balanceActions<TContext extends Offering, TEvent extends EventObject>() {
  return {
    keepBalance: assign<TContext, TEvent, undefined, TEvent, never>(({ context, event }) => {
      const read = readIn(event);
      if (context.options === null || read === null) return {};
      return { options: withBalances(context.options, read) } as Partial<TContext>;
    }),
  };
}
