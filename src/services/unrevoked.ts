import type { AppStorage } from './storage.ts';

/** More than one browser leaves behind while the server can't be reached. */
const MOST = 5;

/** The refresh tokens of sessions that are over here and that the server may still take, oldest first (S-11). */
export function unrevoked(storage: AppStorage): readonly string[] {
  return storage.get('unrevokedToken')?.split(' ') ?? [];
}

/** Keeps a token until the server knows that its session is over. */
export function noteUnrevoked(storage: AppStorage, token: string): void {
  keep(storage, [...unrevoked(storage).filter((each) => each !== token), token].slice(-MOST));
}

/** Forgets a token that the server takes no longer. */
export function forgetUnrevoked(storage: AppStorage, token: string): void {
  keep(
    storage,
    unrevoked(storage).filter((each) => each !== token),
  );
}

function keep(storage: AppStorage, tokens: readonly string[]): void {
  if (tokens.length === 0) storage.remove('unrevokedToken');
  else storage.set('unrevokedToken', tokens.join(' '));
}
