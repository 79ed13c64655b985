import { exactly, oneOf, orNull, record, text } from '../chart/stored-form.ts';
import type { FreezeLinkCheckpoint, LinkKind, ThawBy } from './freeze-link.types.ts';

type Step = FreezeLinkCheckpoint['step'];

/** The URL of each step that a reload may return to. */
export const routes = {
  asking: '/Freeze',
  freezing: '/Freeze',
  showingFrozen: '/Freeze?step=done',
  askingToObject: '/Freeze',
  objecting: '/Freeze',
  showingObjection: '/Freeze?step=objected',
} as const satisfies Record<Step, string>;

/** What is stored of the flow has this form. */
export const checkpointForm = record<FreezeLinkCheckpoint>({
  version: exactly(2),
  step: oneOf<Step>(routes),
  key: text,
  link: oneOf<LinkKind>({ own: true, former: true, objecting: true }),
  thawBy: orNull(oneOf<ThawBy>({ member: true, support: true })),
});

/** The kind of link that a token is of, as the server writes them; null without one. */
export function linkKindOf(token: string | null): LinkKind | null {
  if (token === null) return null;
  if (token.startsWith('obj_')) return 'objecting';
  return token.startsWith('frf_') ? 'former' : 'own';
}

/**
 * The checkpoint to resume from, read from storage; null if it is malformed or of another version. A step is resumed
 * only at its own URL, and one that needs the link only with it.
 * @param at path and step of the current URL.
 * @param link whether the page has the token of a link.
 */
export function resumable(stored: unknown, at: string, link: boolean): FreezeLinkCheckpoint | null {
  if (!checkpointForm(stored)) return null;
  const { step } = stored;
  if (routes[step].toLowerCase() !== at.toLowerCase().replace(/\/+(?=$|\?)/, '')) return null;
  if (step !== 'showingFrozen' && step !== 'showingObjection' && !link) return null;
  return stored;
}
