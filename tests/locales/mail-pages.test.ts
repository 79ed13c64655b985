import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import mailTexts from '#locales/en-US/mail.json' with { type: 'json' };
import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { PAGE_OF } from '#server/platform/mail/pages.ts';
import type { MailKind } from '#server/platform/mail/kinds.ts';
import { renderNotice } from '#server/platform/mail/render.ts';
import { unlinked } from '#server/platform/mail/values.ts';
import { CULTURES, type Culture } from '#src/i18n/cultures.ts';
import { isKnownPath, isPath, paths, publicPaths } from '#src/paths.ts';

/**
 * Where mails lead: one page for each kind, from one table. A reader who may not have a session is never sent to a page
 * that requires one, nor to one that asks for a password, as forged mails do (D-30, D-32, decision 0066).
 */

/** Kinds about what an ordinary member has or did: only these lead to a page that requires a session. */
const OF_MEMBERS: Readonly<Partial<Record<MailKind, string>>> = {
  withdrawalAccepted: '/History/withdrawal',
  withdrawalRefused: '/History/withdrawal',
  withdrawalCompleted: '/History/withdrawal',
  transferReceived: paths.wallet,
  planBought: paths.staking,
  stakeMatured: paths.restake,
  stakeRestaked: paths.staking,
  stakeWithdrawn: paths.wallet,
  referralBonus: '/History/bonus',
  depositCredited: paths.wallet,
  depositRefused: '/History/deposit',
  depositAtRetired: '/History/deposit',
  addressRetired: '/History/deposit',
  inquiryReceived: paths.contact,
  inquiryAnswered: paths.contact,
};
/** Kinds that are sent for a page where one signs in or sets a password. */
const FOR_A_PASSWORD: Readonly<Partial<Record<MailKind, string>>> = {
  welcome: paths.signIn,
  firstMember: paths.forgotPassword,
  addressGiven: paths.forgotPassword,
};
/** Kinds to a mailbox that may be a stranger's: there is nothing to do. */
const NOWHERE: readonly MailKind[] = ['signUpCode', 'userNameCode', 'changeEmailCode', 'passwordRecoveryCode'];

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

interface Entry {
  readonly subject: string;
  readonly text: string;
  readonly advice: string;
}

function entryOf(culture: Culture, kind: MailKind): Entry {
  return (JSON.parse(readFileSync(`locales/${culture}/mail.json`, 'utf8')) as Record<MailKind, Entry>)[kind];
}

const ORIGIN = 'https://wallet.example';
const PHRASE = 'blue heron https://evil.example/ at dawn';
const LINK = `${ORIGIN}/Thaw?culture=en-US#token=th%2FAbc`;

function written(kind: MailKind, culture: Culture, phrase: string | null = null): string {
  return renderNotice({
    kind,
    culture,
    username: 'mika',
    device: null,
    at: new Date(0),
    origin: ORIGIN,
    supportEmail: SUPPORT_EMAIL,
    phrase,
    link: LINK,
    freezeLink: { address: LINK, purpose: 'freezing' },
  }).body;
}

/** An address that is not alone on its line: a mail program may take what is beside it for a part of it. */
const besideOthers = (body: string): string[] =>
  body.split('\n').filter((line) => /https?:\/\/|@wallet\.example/.test(line) && !/^[\w:/.@?=#%+-]+[\w/]$/.test(line));

it.each(KINDS)('%s leads to the page of its kind', (kind) => {
  const expected = NOWHERE.includes(kind) ? null : (OF_MEMBERS[kind] ?? FOR_A_PASSWORD[kind] ?? paths.help);
  expect(PAGE_OF[kind]).toBe(expected);
  const isOpen = expected === null || publicPaths.some((path) => isPath(expected, path));
  expect(isOpen).toBe(!(kind in OF_MEMBERS));
  if (expected !== null) expect(isKnownPath(expected)).toBe(true);
});

/** Lines on which what a member copies for support is not alone behind its label: a double click would take more. */
const crowded = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => /\{(?:reference|transaction)\}/.test(line) && !/^[^{.,。，]+(?:: |：)\{\w+\}$/.test(line));

it.each([
  ['It was sent.\nReference: {reference}', 0],
  ['送りました。\n取引番号：{reference}', 0],
  ['It was sent. Reference: {reference}', 1],
  ['It was sent.\nReference: {reference}.', 1],
  ['送りました。取引番号：{reference}', 1],
])('a reference beside other words is found: %j', (text, found) => {
  expect(crowded(text)).toHaveLength(found);
});

/** What a forged mail would ask for on a page of its own, and the way to it that no mail can forge. */
const ASKED: Readonly<Record<Culture, { readonly act: RegExp; readonly way: string }>> = {
  'en-US': { act: /\breset (?:your|its?)\b|\brequest the link\b/, way: 'from your own bookmark' },
  'ja-JP': { act: /再設定|リンクをメールで受け取/, way: 'ご自身のブックマークからPerchを開' },
  'zh-CN': { act: /重置|获取解冻链接/, way: '从自己的书签打开 Perch' },
};

/** Whether an advice asks for such an act without having said how to get there. */
function asksWithoutWay(culture: Culture, advice: string): boolean {
  const { act, way } = ASKED[culture];
  const [before, ...asked] = advice.split(act);
  return asked.length > 0 && before?.includes(way) !== true;
}

it.each([
  ['en-US', 'Reset nothing. Otherwise reset your password.', 'Open Perch from your own bookmark and reset it.'],
  ['ja-JP', 'パスワードを再設定してください。', 'ご自身のブックマークからPerchを開いて再設定してください。'],
  ['zh-CN', '请重置密码。', '请从自己的书签打开 Perch，重置密码。'],
] as const)('in %s, an advice to reset a password without the way is found', (culture, without, withIt) => {
  expect([asksWithoutWay(culture, without), asksWithoutWay(culture, withIt)]).toEqual([true, false]);
});

describe.each(CULTURES)('mails in %s', (culture) => {
  it.each(KINDS)('%s asks for no new password but from the member’s own bookmark', (kind) => {
    expect(asksWithoutWay(culture, entryOf(culture, kind).advice)).toBe(false);
  });

  it.each(KINDS)('%s names Perch in its subject, and no page in its words', (kind) => {
    const { subject, text, advice } = entryOf(culture, kind);
    // Members look for the sender in brackets; English says it in the sentence.
    if (culture === 'en-US') expect(subject).toContain('Perch');
    else expect(subject).toMatch(/^【Perch】(?!.*Perch)/);
    expect(`${text}${advice}`).not.toContain('{origin}');
    expect(`${text}${advice}`).not.toMatch(/\{supportEmail\}[^\n]/);
  });

  it.each(KINDS)('%s has each address on a line of its own, and names support', (kind) => {
    const body = written(kind, culture);
    expect(besideOthers(body)).toEqual([]);
    expect(body.split('\n')).toContain(SUPPORT_EMAIL);
  });

  it.each(KINDS)('%s has a reference on a line of its own', (kind) => {
    expect(crowded(entryOf(culture, kind).text)).toEqual([]);
  });

  it.each(KINDS)('%s shows the phrase below the greeting, or no line of it', (kind) => {
    expect(written(kind, culture, PHRASE).split('\n\n')[1]).toContain(unlinked(PHRASE));
    expect(written(kind, culture).split('\n\n')).toHaveLength(written(kind, culture, PHRASE).split('\n\n').length - 1);
  });

  it.each(ONLY_SUPPORT)('%s leads with support', (kind) => {
    expect(entryOf(culture, kind).advice).toContain('{supportEmail}');
  });
});

it.each([
  [`Help:\n${ORIGIN}/Help\n`, 0],
  [`Reset it (${ORIGIN}/Help), then`, 1],
  [`Sign in: ${ORIGIN}/Signin.`, 1],
  [`${ORIGIN}/Frozen。`, 1],
  [`${ORIGIN}/Frozen.`, 1],
])('an address beside other words is found: %j', (body, found) => {
  expect(besideOthers(body)).toHaveLength(found);
});
