import { exactly, oneOf, orNull, record, text } from '../chart/stored-form.ts';
import type { Account, AccountThawCheckpoint, AccountThawContext, AccountThawInput } from './account-thaw.types.ts';

type Step = AccountThawCheckpoint['step'];

/** The URL of each step that a reload may return to. */
export const routes = {
  enteringAccount: '/Frozen',
  linkSent: '/Frozen?step=sent',
  confirming: '/Thaw',
  thawing: '/Thaw',
  showingDone: '/Thaw?step=done',
} as const satisfies Record<Step, string>;

/** How long a link is valid, in milliseconds (D-16); a checkpoint is useless afterwards. */
const LINK_MS = 30 * 60_000;

/** The context to start with: what an interrupted run knew, if there was one. */
export function begin({ key, link, resume }: AccountThawInput): AccountThawContext {
  return { key: resume?.key ?? key, account: resume?.account ?? null, method: 'totp', link, resume, problem: null };
}

/** What is stored of the flow has this form. */
export const checkpointForm = record<AccountThawCheckpoint>({
  version: exactly(1),
  step: oneOf<Step>(routes),
  key: text,
  account: orNull(record<Account>({ email: text, username: text })),
});

/**
 * The checkpoint to resume from, as stored `age` milliseconds ago; null if it is malformed or of another version. A
 * step is resumed only if its URL is still open, not on a new visit; a step that needs the link is resumed only with
 * it.
 * @param at path and step of the current URL.
 * @param link whether the page has the token of a link.
 */
export function resumable(stored: unknown, age: number, at: string, link: boolean): AccountThawCheckpoint | null {
  if (!checkpointForm(stored)) return null;
  const { step } = stored;
  if (routes[step].toLowerCase() !== at.toLowerCase().replace(/\/+(?=$|\?)/, '')) return null;
  if ((step === 'confirming' || step === 'thawing') && (!link || age > LINK_MS)) return null;
  return stored;
}
