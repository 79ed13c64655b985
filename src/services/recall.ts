import type { AppStorage } from './storage.ts';

/** The page that a member wanted when asked to sign in. */
export interface Recall {
  /**
   * The path is stored, so that a reload does not lose it. The token of the mail that opened it is kept in memory only.
   */
  remember(address: string, token: string | null): void;
  /** The path to go to; null if the member requested none. */
  address(): string | null;
  /** The token that belongs to the path; null if there is none, or the page was reloaded. */
  token(): string | null;
  forget(): void;
}

/** The recall, stored in the item of SRC §3. */
export function createRecall(storage: AppStorage): Recall {
  let kept: { readonly address: string; readonly token: string | null } | null = null;
  const address = (): string | null => storage.get('loginRecall');
  return {
    remember(wanted, token) {
      kept = { address: wanted, token };
      storage.set('loginRecall', wanted);
    },
    address,
    // The token counts only as long as the stored path is the one it belongs to: another page may have replaced it.
    token: () => (kept !== null && kept.address === address() ? kept.token : null),
    forget() {
      kept = null;
      storage.remove('loginRecall');
    },
  };
}
