import { markOf } from './mark.ts';
import type { AppStorage } from './storage.ts';

/** What a member chose last in a flow, which the next visit of the flow starts with (SRC §3). */
export const CHOICES = ['depositAssetName', 'withdrawalAssetName', 'transferAssetName', 'marketName'] as const;

/** Removes the choices, such as at a sign-out. */
export function forgetChoices(storage: AppStorage): void {
  CHOICES.forEach(storage.remove);
  storage.remove('choicesOwner');
}

/** Leaves the choices of earlier sessions to the member who made them: nobody else finds them. */
export function keepChoicesOf(username: string, storage: AppStorage): void {
  const owner = markOf(username);
  if (storage.get('choicesOwner') === owner) return;
  forgetChoices(storage);
  storage.set('choicesOwner', owner);
}
