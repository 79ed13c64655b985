import { useState } from 'react';
import type { Recipient, TransferOptions } from '#machines/transfer/transfer.types.ts';
import { useFavorite, type Favorite } from '#src/reads/use-favorite.ts';
import type { PageAct } from '#src/reads/use-act.ts';

/** The favorites of a run: as its options say, and as they were changed since. */
export interface Favorites {
  readonly has: (recipient: Recipient) => boolean;
  readonly act: PageAct<Favorite>;
}

/**
 * Kept beside the chart, which no favorite changes: it lists what its options said, so that nobody moves to another
 * place under the finger that has pressed a star, and pressing it again takes it back.
 */
export function useFavorites(options: TransferOptions | null): Favorites {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const act = useFavorite(({ username, favorite }) =>
    setChanged((before) => new Map([...before, [username, favorite]])),
  );
  const has = ({ username }: Recipient) =>
    changed.get(username) ?? options?.favorites.some((each) => each.username === username) ?? false;
  return { has, act };
}
