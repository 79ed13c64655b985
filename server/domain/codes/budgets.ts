// The budgets for mails with codes and links (S-02): one for each purpose, so that no call picks its own.

import { FIGURES } from '#openapi/figures.ts';

/** How many such mails one spender may cause within a window. */
export interface Allowance {
  hourly: number;
  daily: number;
}

/**
 * Whose budget a mail is counted in.
 *
 * - `member`: the signed-in member, separately for each purpose. Each session has its own allowance, and all sessions
 *   together have another. A code that was used gives its place back, and so does every code of a session that was
 *   ended by something that takes more than the password.
 * - `address`: the address that anybody types. All such purposes share it.
 * - `account`: address and username together, so that somebody who knows only the address spends nothing of it. It is
 *   reserved for regaining access to an account, apart from all other budgets. A browser that the account knows has as
 *   much again for itself, within a limit for all of them.
 * - `right password`: the account whose right password was given while it was frozen. Nobody requested that mail.
 */
export type Budget =
  | { of: 'member'; session: Allowance; total: Allowance }
  | ({ of: 'address'; pool: string } & Allowance)
  | ({ of: 'account'; pool: string } & Allowance)
  | ({ of: 'right password'; pool: string } & Allowance);

/** Mails that nobody in good faith requests often: ten codes an hour that were not used. */
const OWN = { session: { hourly: FIGURES.codesPerHour, daily: 30 }, total: { hourly: 30, daily: 90 } };
/** For a mailbox that may be a stranger's. */
const FOREIGN: Allowance = { hourly: 5, daily: 10 };

/** The budget of each purpose of a code or link. A new purpose without a line does not compile. */
export const BUDGETS = {
  confirmDraft: { of: 'member', ...OWN },
  verifyEmail: { of: 'member', ...OWN },
  bindTwoFactor: { of: 'member', ...OWN },
  addPasskey: { of: 'member', ...OWN },
  changeEmailLink: { of: 'member', ...OWN },
  // It goes to any address that the member types, however many sessions ask.
  changeEmail: { of: 'member', session: FOREIGN, total: FOREIGN },
  signUp: { of: 'address', pool: 'address', ...FOREIGN },
  userName: { of: 'address', pool: 'address', ...FOREIGN },
  resetPassword: { of: 'account', pool: 'recovery', ...FOREIGN },
  thawLink: { of: 'account', pool: 'thaw', ...FOREIGN },
  thawLinkAtSignIn: { of: 'right password', pool: 'thaw at sign-in', ...FOREIGN },
} as const satisfies Record<string, Budget>;

export type MailPurpose = keyof typeof BUDGETS;
type PurposeOf<Of extends Budget['of']> = {
  [P in MailPurpose]: (typeof BUDGETS)[P] extends { of: Of } ? P : never;
}[MailPurpose];
/** Purposes that only a signed-in member can request. */
export type MemberPurpose = PurposeOf<'member'>;
/** Purposes that anybody can request, by an address. */
export type AddressPurpose = PurposeOf<'address'>;
/** Purposes that anybody can request, by address and username. */
export type AccountPurpose = PurposeOf<'account'>;
export type RightPasswordPurpose = PurposeOf<'right password'>;

/**
 * What one caller may request, over all recipients of one budget. A caller is a network, which many people may share,
 * so this only prevents mass mailing.
 */
export const OF_CALLER: Allowance = { hourly: 20, daily: 60 };
/**
 * What one caller may take of one account's reserve, so that no caller takes all of it. It is a part of the account's
 * allowance and, like that, is not scaled.
 */
export const OF_CALLER_FOR_ACCOUNT: Allowance = { hourly: 3, daily: 6 };
/** What all browsers that an account knows may request together; each has as much as the account's allowance. */
export const OF_KNOWN_BROWSERS: Allowance = { hourly: 15, daily: 30 };

/** What a member's own budgets are used for. */
export const MEMBER_PURPOSES = (Object.keys(BUDGETS) as MailPurpose[]).filter(isMemberPurpose);

/** Whether only the member can request it. */
export function isMemberPurpose(purpose: MailPurpose): purpose is MemberPurpose {
  return BUDGETS[purpose].of === 'member';
}
