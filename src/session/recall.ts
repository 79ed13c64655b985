import type { AppStorage } from './storage.ts';

/** What a mailed link brings along and only the address may hold: it opens something, so it is never stored. */
const SECRET_PARAMETERS: readonly string[] = ['token'];

/** Where a member wanted to go when asked to sign in. */
export interface Recall {
  /** The path is stored, so that a reload loses nothing but what is secret in the address; that is kept in memory only. */
  remember(address: string): void;
  /** The address to go to; null where the member wanted nowhere. */
  address(): string | null;
  forget(): void;
}

/** The recall over the stored item of SRC §3. */
export function createRecall(storage: AppStorage): Recall {
  let whole: string | null = null;
  return {
    remember(address) {
      whole = address;
      storage.set('loginRecall', withoutSecrets(address));
    },
    address() {
      const stored = storage.get('loginRecall');
      // What is in memory counts only as long as the stored path is still its own: another page may have taken its place.
      return whole !== null && withoutSecrets(whole) === stored ? whole : stored;
    },
    forget() {
      whole = null;
      storage.remove('loginRecall');
    },
  };
}

/** The address without its secret parameters; the others stay exactly as they were written. */
function withoutSecrets(address: string): string {
  const [path = '', ...rest] = address.split('?');
  const open = rest.join('?').split('&').filter((parameter) => parameter !== '' && !isSecret(parameter));
  return open.length === 0 ? path : `${path}?${open.join('&')}`;
}

function isSecret(parameter: string): boolean {
  const [name = ''] = parameter.split('=');
  return SECRET_PARAMETERS.includes(name.toLowerCase());
}
