import type { AppStorage } from './storage.ts';

/** Where a member wanted to go when asked to sign in. */
export interface Recall {
  /**
   * The address is stored, so that a reload does not lose it. The token of the mail that opened it is kept in memory
   * only.
   */
  remember(address: string, token: string | null): void;
  /** The address to go to; null if the member wanted nowhere. */
  address(): string | null;
  /** The token that belongs to the address; null if none does, or the page was loaded again. */
  token(): string | null;
  forget(): void;
}

/** The recall over the stored item of SRC §3. */
export function createRecall(storage: AppStorage): Recall {
  let kept: { readonly address: string; readonly token: string | null } | null = null;
  const address = (): string | null => storage.get('loginRecall');
  return {
    remember(wanted, token) {
      kept = { address: wanted, token };
      storage.set('loginRecall', wanted);
    },
    address,
    // What is in memory counts only as long as the stored address is its own: another page may have taken its place.
    token: () => (kept !== null && kept.address === address() ? kept.token : null),
    forget() {
      kept = null;
      storage.remove('loginRecall');
    },
  };
}
