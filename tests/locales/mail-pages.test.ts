import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import mailTexts from '#locales/en-US/mail.json' with { type: 'json' };
import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { renderNotice, type MailKind } from '#server/platform/mail/render.ts';
import { CULTURES, type Culture } from '#src/i18n/cultures.ts';
import { isPath, paths, publicPaths } from '#src/paths.ts';

/** Where mails lead: a reader who may not have a session is never sent to a page that requires one (D-30, D-32). */

/**
 * The members' pages that a mail may name. Its reader signs in first, as the mail says, or was signed in a moment ago;
 * all other kinds name none. A member can't sign in to a frozen, stolen or lost account, so those mails name support's
 * address instead.
 */
const MEMBERS_PAGES: Readonly<Partial<Record<MailKind, readonly string[]>>> = {
  // Signing in, or setting a new password first, is part of their advice.
  welcome: [paths.authentication],
  twoFactorOff: [paths.authentication],
  twoFactorDropped: [paths.authentication],
  recoveryCodeUsed: [paths.authentication],
  firstMember: [paths.authentication],
  addressSaved: [paths.addresses],
  addressRemoved: [paths.addresses],
  // About what an ordinary member has or did.
  withdrawalAccepted: ['/History/withdrawal'],
  transferReceived: [paths.wallet],
  planBought: [paths.staking],
  stakeMatured: [paths.restake],
  stakeRestaked: [paths.staking],
  stakeWithdrawn: [paths.wallet],
  referralBonus: ['/History/bonus'],
  depositCredited: [paths.wallet],
  inquiryReceived: [paths.contact, paths.account],
  inquiryAnswered: [paths.contact],
};

/** Mails about an account that nobody can use, or that another person may control: only support helps, and by mail. */
const ONLY_SUPPORT: readonly MailKind[] = [
  'emailChangedOld',
  'frozenBySupport',
  'frozenFromFormerAddress',
  'accountThawedOverruled',
  'onlySupportThaws',
  'passwordResetOnlySupportThaws',
  'factorRemovalAsked',
  'provisionalRemovalAsked',
  'addressAsked',
  'addressGiven',
  'addressTaken',
];

const KINDS = Object.entries(mailTexts).flatMap(([kind, entry]) =>
  typeof entry === 'object' && 'subject' in entry ? [kind as MailKind] : [],
);

function adviceOf(culture: Culture, kind: MailKind): string {
  const texts = JSON.parse(readFileSync(`locales/${culture}/mail.json`, 'utf8')) as Record<
    MailKind,
    { text: string; advice: string }
  >;
  return `${texts[kind].text}\n${texts[kind].advice}`;
}

describe.each(CULTURES)('mails in %s', (culture) => {
  it.each(KINDS)('%s leads nobody without a session to a page that requires one', (kind) => {
    const pages = [...adviceOf(culture, kind).matchAll(/\{origin\}(\/[A-Za-z0-9/]+)/g)].map(([, page = '']) => page);
    const members = pages.filter((page) => !publicPaths.some((path) => isPath(page, path)));
    expect(members).toEqual(MEMBERS_PAGES[kind] ?? []);
  });

  it.each(ONLY_SUPPORT)('%s names the address of support', (kind) => {
    const { body } = renderNotice({
      kind,
      culture,
      name: null,
      username: 'mika',
      device: null,
      at: new Date(0),
      origin: 'https://wallet.example',
      supportEmail: SUPPORT_EMAIL,
    });
    expect(body).toContain(SUPPORT_EMAIL);
  });
});
