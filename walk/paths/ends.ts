// Where the app goes on once a flow is over: the page that a tester judges then.
import type { AnyCases, Node } from '#machines/graph/explore.ts';
import { paths } from '#src/paths.ts';

/** A page outside the flow. */
export interface PageAfter {
  /** Its path; `:id` stands for what only this walk knows. */
  readonly at: string;
  /** The catalogue key of its heading; null if it has no fixed one. */
  readonly title: string | null;
  /** Whether the app reads the member first, by a call that is not the flow's. */
  readonly readsFirst?: boolean;
  /** What the page reads by operations that a flow has as well. */
  readonly asks?: readonly string[];
  /** Where it leads during maintenance, once /Maintenance is over. */
  readonly afterMaintenance?: PageAfter;
}

const signIn: PageAfter = { at: paths.signIn, title: 'sign-in:title' };
/** Both say what is missing for the security of the account. */
const CHECKS = ['getTwoFactorInfo', 'listPasskeys', 'getAllowList', 'getEmailPhrase'] as const;
const account: PageAfter = { at: paths.account, title: 'account:title', asks: CHECKS };
const security: PageAfter = { at: paths.security, title: 'security:title', asks: CHECKS };
const wallet: PageAfter = { at: paths.wallet, title: 'wallet:title' };
/** It greets the member by name. */
const dashboard: PageAfter = { at: paths.dashboard, title: null };

/** By flow and the kind of its output; those that end on a receipt are in the flows' own tables. */
const ends: Readonly<Record<string, Readonly<Record<string, PageAfter>>>> = {
  'account-freeze': { cancelled: security, frozen: { at: paths.account, title: 'account-freeze:done.title' } },
  'account-thaw': { toSignIn: signIn },
  challenge: { passed: dashboard, over: signIn, abandoned: signIn },
  confirmation: {
    executed: { at: paths.receipt, title: 'receipt:kind.withdrawal' },
    over: { at: paths.withdraw, title: 'withdrawal:title' },
    declined: { at: paths.withdraw, title: 'withdrawal:title' },
    abandoned: { at: paths.withdrawReview, title: 'withdrawal:review.title' },
  },
  contact: { sent: { at: paths.contact, title: null } },
  'email-change': { cancelled: account, changed: account },
  'email-verification': { cancelled: account, verified: account, alreadyVerified: account },
  'freeze-link': { toSignIn: signIn },
  'notice-settings': { cancelled: account, saved: account },
  'allow-list': {
    left: security,
    turnedOn: { at: paths.allowList, title: 'allow-list:turnedOn.title' },
    turnedOff: { at: paths.allowList, title: 'allow-list:turnedOff.title' },
    kept: { at: paths.allowList, title: 'allow-list:kept.title' },
    alreadyOff: { at: paths.allowList, title: 'allow-list:alreadyOff.title' },
  },
  passkeys: {
    left: security,
    added: { at: paths.passkeys, title: 'passkeys:added.title' },
    removed: { at: paths.passkeys, title: 'passkeys:removed.title' },
  },
  'password-change': { cancelled: security, changed: account },
  'password-recovery': { toSignIn: signIn },
  purchase: { left: wallet },
  // Somebody's stake may be moved or be paid out.
  restake: { left: { at: paths.staking, title: 'staking:title' }, decided: { at: paths.receipt, title: null } },
  'sign-in': { signedIn: { ...dashboard, readsFirst: true } },
  'sign-out': {
    stayed: dashboard,
    signedOut: signIn,
    // Nobody is signed in any more, so /Maintenance leads to signing in.
    signedOutHere: { at: paths.signOut, title: 'sign-out:here.title', afterMaintenance: signIn },
  },
  'sign-up': { signedUp: signIn },
  transfer: { left: wallet },
  'two-factor': {
    left: security,
    codesRenewed: { at: paths.authentication, title: 'two-factor:codesRenewed.title' },
    bound: { at: paths.authentication, title: 'two-factor:bound.title' },
    unbound: { at: paths.authentication, title: 'two-factor:unbound.title' },
  },
  'username-recovery': { toSignIn: signIn },
  withdrawal: { left: wallet },
};

/** Where the app leads after the end of a flow; null while it is not over, or where that is not told here. */
export function endOf({ machine, endReceipts }: AnyCases, { status, snapshot }: Node): PageAfter | null {
  const kind = (snapshot.output as { readonly kind?: string } | undefined)?.kind;
  if (status !== 'done' || kind === undefined) return null;
  const own = ends[machine.id]?.[kind];
  if (own !== undefined) return own;
  if (kind === 'sessionEnded') return signIn;
  const receipt = endReceipts?.[kind]?.receipt;
  if (receipt === undefined) return null;
  return { at: paths.receipt, title: `receipt:kind.${receipt.kind}` };
}

/** The page that is to be judged at a path: that of the end, or where maintenance leads from there instead. */
export function pageAt(end: PageAfter, pathname: string): PageAfter {
  const { afterMaintenance } = end;
  return afterMaintenance !== undefined && isAt(afterMaintenance, pathname) ? afterMaintenance : end;
}

/** Whether a path is that of a page. */
export function isAt({ at }: PageAfter, pathname: string): boolean {
  return new RegExp(`^${at.replace(':id', '[^/]+')}$`).test(pathname);
}
