interface Balances {
  readonly assets: readonly { readonly asset: string; readonly available: string }[];
}

/**
 * What a form offers, with the balances of a newer reading. All else stays as the member has seen it: a rate doesn't
 * change under the hand.
 */
export function withBalances<TOptions extends Balances>(shown: TOptions, read: TOptions): TOptions {
  const assets = shown.assets.map((each) => ({
    ...each,
    available: read.assets.find(({ asset }) => asset === each.asset)?.available ?? each.available,
  }));
  return { ...shown, assets };
}

/** Whether a newer reading has another balance of anything that is offered. */
export function hasOtherBalances(shown: Balances, read: Balances): boolean {
  return shown.assets.some(({ asset, available }) =>
    read.assets.some((each) => each.asset === asset && each.available !== available),
  );
}
