import type { Account, AccountThawCheckpoint, AccountThawContext, AccountThawInput } from './account-thaw.types.ts';

type Step = AccountThawCheckpoint['step'];

/** The address of each step that a reload may come back to. */
export const routes = {
  enteringAccount: '/Frozen',
  linkSent: '/Frozen?step=sent',
  confirming: '/Thaw',
  thawing: '/Thaw',
  showingDone: '/Thaw?step=done',
} as const satisfies Record<Step, string>;

/** How long a link is good, in milliseconds (D-16); what was asked with it is of no interest afterwards. */
const LINK_MS = 30 * 60_000;

/** How the flow begins: with what the interrupted run knew, where there was one. */
export function begin({ key, link, resume }: AccountThawInput): AccountThawContext {
  return { key: resume?.key ?? key, account: resume?.account ?? null, method: 'totp', link, resume, problem: null };
}

/**
 * The checkpoint to go on from, out of what was stored `age` milliseconds ago; null if it is damaged or of another
 * version. A step is only gone on from where the member is still at its address, not on a new visit; a step with the
 * link needs the link.
 * @param at path and step of the present address.
 * @param link whether the page has the token of a link.
 */
export function resumable(stored: unknown, age: number, at: string, link: boolean): AccountThawCheckpoint | null {
  const { version, step, key, account = null } = (stored ?? {}) as Partial<AccountThawCheckpoint>;
  if (version !== 1 || typeof key !== 'string' || step === undefined || !(step in routes)) return null;
  if (routes[step].toLowerCase() !== at.toLowerCase().replace(/\/+(?=$|\?)/, '')) return null;
  if ((step === 'confirming' || step === 'thawing') && (!link || age > LINK_MS)) return null;
  if (account !== null && !isAccount(account)) return null;
  return { version: 1, step, key, account };
}

function isAccount(value: unknown): value is Account {
  const { email, username } = (value ?? {}) as Partial<Account>;
  return typeof email === 'string' && typeof username === 'string';
}
