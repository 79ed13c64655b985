import { describe, expect, it } from 'vitest';
import { depositLifecycle } from '#machines/lifecycles/deposit.machine.ts';
import { stakeLifecycle } from '#machines/lifecycles/stake.machine.ts';
import { withdrawalLifecycle } from '#machines/lifecycles/withdrawal.machine.ts';
import { add } from '#money/amount.ts';
import { LINK_SECONDS as EMAIL_LINK_SECONDS } from '#server/domain/email-address/email-change.ts';
import { FREEZE_LINK_SECONDS } from '#server/domain/alarms/freeze-links.ts';
import { HOLD_SECONDS } from '#server/domain/members/hold.ts';
import { REFRESH_IDLE_SECONDS } from '#server/domain/sessions/sessions.ts';
import { LINK_SECONDS as THAW_LINK_SECONDS } from '#server/domain/freezing/thaw-links.ts';
import { DAY_SECONDS } from '#server/platform/system/clock.ts';
import { RESEND_SECONDS } from '#server/domain/codes/send-limits.ts';
import { SECRET_ANSWER_SECONDS } from '#server/domain/requests/requests.ts';
import { SEEN_AFTER_DAYS } from '#server/domain/withdrawals/payouts.ts';
import { SAVED_ONLY } from './saved-only.ts';
import { CULTURES, type Culture } from '#src/i18n/cultures.ts';
import { example } from '#tests/components/support/examples.ts';
import { keysWith, READ, TEXTS, wrongIn as wronglySaidIn, type Saying, type Sayings } from './texts.ts';

/**
 * What texts promise is what the product does: how long something lasts, until when an act can be canceled, what
 * returns then and what a fee is taken from. Each text about one of these is in a table with what it promises.
 */

describe('how long', () => {
  const [MINUTE, HOUR] = [60, 60 * 60];
  const UNITS: Readonly<Record<string, number>> = {
    second: 1,
    秒: 1,
    minute: MINUTE,
    分: MINUTE,
    分钟: MINUTE,
    hour: HOUR,
    時間: HOUR,
    小时: HOUR,
    day: DAY_SECONDS,
    日: DAY_SECONDS,
    天: DAY_SECONDS,
  };
  const WORDS: Readonly<Record<string, number>> = {
    a: 1,
    one: 1,
    two: 2,
    seven: 7,
    ten: 10,
    一: 1,
    两: 2,
    七: 7,
    十: 10,
  };
  const SPANS: Readonly<Record<Culture, RegExp>> = {
    'en-US': /\b(?<count>\d+|one|two|seven|ten|a(?= minute))\s+(?<unit>second|minute|hour|day)s?\b/gi,
    'ja-JP': /(?<count>\d+)\s*(?<unit>秒|分|時間|日)/g,
    'zh-CN': /(?<count>\d+|[一两七十])\s*(?<unit>秒|分钟|小时|天)/g,
  };
  const spansIn = (culture: Culture, text: string): number[] =>
    [...text.matchAll(SPANS[culture])].map(
      ({ groups: { count = '', unit = '' } = {} }) =>
        (WORDS[count.toLowerCase()] ?? Number(count)) * (UNITS[unit.toLowerCase()] ?? NaN),
    );

  /** What a text says as an estimate, or how much a rate counts: nothing in the product waits for it. */
  const ESTIMATES: Readonly<Record<string, string>> = {
    'dashboard:security.offText': 'binding',
    'problems:hint.recovery_expired': 'recovery',
    'staking:overdueText': 'a late job',
    'purchase:daily': 'a rate',
  };
  const LASTS: readonly (readonly [string, number, readonly string[]])[] = [
    [
      'money is held',
      HOLD_SECONDS,
      [
        'account-freeze:thaw',
        'account-thaw:link.note',
        'account-thaw:done.text',
        'account:notice.emailChanged',
        'challenge:recoveryHold',
        'passkeys:proof.consequences',
        'passkeys:text',
        'passkeys:added.text',
        'email-change:consequences',
        'help:password.text',
        'money:hold.text',
        'money:hold.checking',
        'password-recovery:done.withdrawals',
        'problems:hint.money_held',
        'two-factor:unbind.text',
        'two-factor:unbound.text',
      ],
    ],
    ...SAVED_ONLY,
    ['a link that freezes', FREEZE_LINK_SECONDS, ['account-freeze:invalid.what', 'mail:emailPhraseChanged.text']],
    ['a link that thaws', THAW_LINK_SECONDS, ['account-thaw:sent.text', 'problems:hint.link_invalid']],
    ['a link that changes the address', EMAIL_LINK_SECONDS, ['email-change:sent.limits', 'problems:hint.link_invalid']],
    ['another mail waits', RESEND_SECONDS, ['email-change:sent.nothing', 'help:noMail.text', 'problems:code_too_soon']],
    ['a payment counts as seen after', SEEN_AFTER_DAYS * DAY_SECONDS, ['receipt:withdrawal.seenText']],
    ['a session without use', REFRESH_IDLE_SECONDS, ['sign-out:here.text']],
    ['recovery codes are shown', SECRET_ANSWER_SECONDS, ['two-factor:codesLost.text', 'two-factor:newCodesLost.text']],
  ];

  it.each(LASTS)('%s: %i seconds', (_, seconds, keys) => {
    for (const culture of CULTURES)
      expect(keys.map((key) => [culture, key, spansIn(culture, READ[culture][key] ?? '')])).toEqual(
        keys.map((key) => [culture, key, [seconds]]),
      );
  });

  /** Texts with a span that is a member's choice, and no promise. */
  const PERIODS = ['history:period.lastDays'];

  it('is mentioned in no other text', () => {
    const known = new Set([...LASTS.flatMap(([, , keys]) => keys), ...Object.keys(ESTIMATES), ...PERIODS]);
    expect(keysWith(SPANS, READ).filter((key) => !known.has(key))).toEqual([]);
  });

  it.each([
    ['en-US', 'on hold for 48 hours', 48 * HOUR],
    ['ja-JP', '48時間保留されます', 48 * HOUR],
    ['zh-CN', '十分钟内有效', 10 * MINUTE],
  ] as const)('would be found in %s: %s', (culture, planted, seconds) => {
    expect(spansIn(culture, planted)).toEqual([seconds]);
  });
});

/** The states that the member can still cancel in. */
const cancellableIn = ({ states }: { readonly states: object }): string[] =>
  Object.entries(states as Readonly<Record<string, { readonly config: { readonly on?: object } }>>).flatMap(
    ([state, { config }]) => ('CANCEL' in (config.on ?? {}) ? [state] : []),
  );

describe('what can be canceled, and what it costs', () => {
  const WORDS = {
    'en-US': /\b(cancel\w*|undone|undo|fees?|taken back)\b/i,
    'ja-JP': /キャンセル|取り消|手数料/,
    'zh-CN': /取消|撤销|手续费/,
  } as const;
  /** How each language says it. */
  const SAID = {
    whole: {
      'en-US': /whole amount|without a fee|with no fee|^You canceled.*\{\{amount\}\} is back/,
      'ja-JP': /全額|手数料なし|\{\{amount\}\}はウォレットに戻り/,
      'zh-CN': /全部金额|不收取手续费|\{\{amount\}\} 已退回/,
    },
    deducted: {
      'en-US': /\bless\b|\bminus\b|after the fee|deduct|taken out of/i,
      'ja-JP': /差し引/,
      'zh-CN': /(扣除|减去)手续费|从金额中扣除/,
    },
    free: {
      'en-US': /\bno fee\b|without a fee/i,
      'ja-JP': /手数料(は|が)かかりません|手数料なし/,
      'zh-CN': /不收(取)?手续费/,
    },
    otherEnd: {
      'en-US': /\b(until|before|as soon as|within)\b/i,
      'ja-JP': /まで|前[はにで]/,
      'zh-CN': /直到|之前|为止|以前/,
    },
    never: {
      'en-US': /can['’]t be (undone|reversed|taken back)/,
      'ja-JP': /取り消せません/,
      'zh-CN': /无法撤销|不可撤销|无法撤回|不能撤回/,
    },
    tooLate: {
      'en-US': /can no longer be cancell?ed|too late to cancel/i,
      'ja-JP': /できません|できなくなりました|もうできません/,
      'zh-CN': /无法取消/,
    },
  } as const satisfies Sayings;

  interface Promised extends Saying<typeof SAID> {
    readonly keys: readonly string[];
    /** The statuses that each text names as the history does. */
    readonly statuses?: readonly string[];
  }
  const inWithdrawal = cancellableIn(withdrawalLifecycle);
  const PROMISES: Readonly<Record<string, Promised>> = {
    'a withdrawal is cancelled while it is in a state that allows it': {
      keys: [
        'withdrawal:review.cancel',
        'receipt:withdrawal.cancellable',
        'mail:withdrawalAccepted.advice',
        'help:stranger.withdrawals',
      ],
      never: ['otherEnd', 'deducted'],
      statuses: inWithdrawal,
    },
    'before an account is frozen a withdrawal in such a state can still be cancelled': {
      keys: ['account-freeze:withdrawals'],
      never: ['deducted'],
      statuses: inWithdrawal,
    },
    'the whole amount of it returns': {
      keys: [
        'withdrawal:review.cancel',
        'receipt:withdrawal.cancellable',
        'receipt:withdrawal.confirmText',
        'receipt:happened.withdrawalCancelled',
      ],
      says: ['whole'],
      never: ['deducted'],
    },
    'its fee is taken out of the amount': {
      keys: [
        'withdrawal:terms',
        'withdrawal:termsInDays_one',
        'withdrawal:termsInDays_other',
        'receipt:happened.withdrawal',
        'receipt:happened.withdrawalPaid',
        'problems:hint.address_own_deposit',
      ],
      says: ['deducted'],
      never: ['whole', 'free'],
    },
    'what is returned of a fee is taken off': { keys: ['statements:fees', 'statements:feesReturned'], never: ['free'] },
    'no fee is taken': { keys: ['transfer:free', 'purchase:risk.fee'], says: ['free'], never: ['deducted'] },
    'what a fee is, is shown before anything is confirmed': {
      keys: ['sign-up:terms.fees'],
      never: ['deducted', 'free'],
    },
    'it is too late': {
      keys: ['receipt:withdrawal.notCancellable', 'deposit:seen.text', 'problems:not_cancellable'],
      says: ['tooLate'],
    },
    'nothing takes it back': {
      keys: [
        'purchase:risk.final',
        ...['purchase', 'transfer', 'restake', 'withdrawal'].map((flow) => `${flow}:review.final`),
        'money:review.finalUntil',
        'exchange:quote.final',
        'mail:transferCode.text',
        'transfer:text',
      ],
      says: ['never'],
    },
    'the act, a status, a heading or a figure is named, and nothing said of when': {
      keys: [
        'account-freeze:money',
        'account:activity.kind.deposit_cancelled',
        'account:activity.kind.withdrawal_cancelled',
        'common:action.cancel',
        'dashboard:rules.fee',
        'deposit:address.cancel',
        'deposit:address.cancelling',
        'deposit:cancel.confirm',
        'deposit:cancel.title',
        'history:fee',
        'mail:allowListKept.text',
        'mail:factorRemovalAsked.advice',
        'mail:withdrawalAccepted.text',
        'mail:withdrawalCode.text',
        'money:review.fee',
        'money:status.cancel',
        'problems:hint.too_many_open_deposits',
        'purchase:review.fee',
        'purchase:risk.title',
        'receipt-page:account.fees',
        'receipt:facts.fee',
        'receipt:happened.depositCancelled',
        'receipt-page:journal.deposit_dropped',
        'receipt:notice.depositCancelled',
        'receipt:withdrawal.cancel',
        'receipt:withdrawal.cancelled',
        'receipt:withdrawal.cancelling',
        'receipt:withdrawal.confirm',
        'receipt:withdrawal.confirmTitle',
        'restake:review.fee',
        'statement-file:fee',
        'transfer:review.fee',
      ],
      never: ['otherEnd', 'deducted', 'free'],
    },
  };

  const wrongIn = (culture: Culture, text: string, { statuses = [], ...saying }: Promised): string[] => [
    ...wronglySaidIn(SAID, culture, text, saying),
    ...statuses
      .filter(
        (status) => !text.toLowerCase().includes((TEXTS[culture][`money:status.${status}`] ?? status).toLowerCase()),
      )
      .map((status) => `doesn't name ${status}`),
  ];

  it.each(Object.entries(PROMISES))('%s', (_, promised) => {
    const wrong = CULTURES.flatMap((culture) =>
      promised.keys.flatMap((key) =>
        wrongIn(culture, TEXTS[culture][key] ?? '', promised).map((what) => `${culture} ${key} ${what}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['en-US', 'You can cancel it until it is paid out; the amount returns at once, less the fee.'],
    ['ja-JP', '送金されるまではキャンセルでき、手数料を差し引いた金額が戻ります。'],
    ['zh-CN', '在付出之前可以取消，扣除手续费后退回。'],
  ] as const)('would be found in %s: %s', (culture, planted) => {
    expect(
      wrongIn(culture, planted, { keys: [], says: ['whole'], never: ['otherEnd', 'deducted'], statuses: inWithdrawal }),
    ).toEqual(["doesn't say whole", 'says otherEnd', 'says deducted', "doesn't name inProcess"]);
  });

  it('is mentioned in no other text', () => {
    const known = new Set(Object.values(PROMISES).flatMap(({ keys }) => keys));
    expect(keysWith(WORDS).filter((key) => !known.has(key))).toEqual([]);
  });

  it('is the same in the product', () => {
    expect(inWithdrawal).toEqual(['inProcess']);
    expect(withdrawalLifecycle.states.inProcess?.config.on?.CANCEL).toMatchObject({
      description: expect.stringContaining('the whole amount returns') as string,
    });
    expect(cancellableIn(depositLifecycle)).toEqual(['awaitingPayment']);
    expect(cancellableIn(stakeLifecycle)).toEqual([]);
    const { amount, fee, net } = example('POST', '/withdrawals') as Readonly<Record<'amount' | 'fee' | 'net', string>>;
    expect(add(fee, net)).toBe(amount);
    for (const path of ['/transfers', '/purchases']) expect(example('POST', path)).not.toHaveProperty('fee');
  });
});

describe('which emails show the phrase', () => {
  const WORDS = { 'en-US': /\bphrase\b/i, 'ja-JP': /合言葉/, 'zh-CN': /短语/ } as const;
  /** How each language says it. */
  const SAID = {
    verified: { 'en-US': /verified address/, 'ja-JP': /確認済みのメールアドレス/, 'zh-CN': /已验证邮箱/ },
    notElsewhere: {
      'en-US': /former or new address of yours don’t show it/,
      'ja-JP': /変更前や変更手続き中のメールアドレスへのメールには表示しません/,
      'zh-CN': /原邮箱或新邮箱的邮件不会显示/,
    },
    every: {
      'en-US': /\b(every|all|any) (of our )?emails?\b/i,
      'ja-JP': /すべてのメール/,
      'zh-CN': /每封邮件|所有邮件/,
    },
    forged: {
      'en-US': /(isn’t|not) from (us|Perch)|\bforged|\bfake/i,
      'ja-JP': /(Perch|当クラブ)からのものではありません|偽/,
      'zh-CN': /不是(我们|Perch ?)发送|伪造/,
    },
  } as const satisfies Sayings;

  interface Promised extends Saying<typeof SAID> {
    readonly keys: readonly string[];
  }
  const PROMISES: Readonly<Record<string, Promised>> = {
    'those to the verified address, and one without it may still be ours': {
      keys: ['account:phrase.text'],
      says: ['verified', 'notElsewhere'],
      never: ['every', 'forged'],
    },
    'those to the verified address': {
      keys: ['help:genuine.text', 'security:check.phrase.text'],
      says: ['verified'],
      never: ['every', 'forged'],
    },
    'the phrase is named, and nothing said of an email without it': {
      keys: [
        'account:activity.kind.email_phrase_changed',
        ...`confirm.remove confirm.save label loading newLabel remove removed save saved set title unverified`
          .split(' ')
          .map((key) => `account:phrase.${key}`),
        'mail:emailPhraseChanged.subject',
        'mail:emailPhraseChanged.text',
        'mail:phrase',
        'validation:items.phrase',
        ...['go.missing', 'met', 'missing'].map((key) => `security:check.phrase.${key}`),
        'mail:addressGiven.text',
      ],
      never: ['every', 'forged'],
    },
  };

  it.each(Object.entries(PROMISES))('%s', (_, promised) => {
    const wrong = CULTURES.flatMap((culture) =>
      promised.keys.flatMap((key) =>
        wronglySaidIn(SAID, culture, TEXTS[culture][key] ?? '', promised).map((what) => `${culture} ${key} ${what}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['en-US', 'Every email we send you shows this phrase. If an email lacks it, it isn’t from us.'],
    ['ja-JP', 'お送りするすべてのメールに、この合言葉を表示します。表示のないメールはPerchからのものではありません。'],
    ['zh-CN', '我们发给您的每封邮件都会显示此短语。没有此短语的邮件不是我们发送的。'],
  ] as const)('would be found in %s: %s', (culture, planted) => {
    expect(wronglySaidIn(SAID, culture, planted, { says: ['verified'], never: ['every', 'forged'] })).toEqual([
      "doesn't say verified",
      'says every',
      'says forged',
    ]);
  });

  it('is mentioned in no other text', () => {
    const known = new Set(Object.values(PROMISES).flatMap(({ keys }) => keys));
    expect(keysWith(WORDS).filter((key) => !known.has(key))).toEqual([]);
  });
});
