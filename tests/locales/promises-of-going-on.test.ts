import { describe, expect, it } from 'vitest';
import { CULTURES } from '#src/i18n/cultures.ts';
import { keysWith, TEXTS, wrongIn, type Sayings, type Words } from './texts.ts';

/**
 * A withdrawal in process goes on, whatever happens to the account or to the address book: only its member cancels it,
 * or support stops it. No text promises anything else (tests/api/account/freezing.test.ts is what the server does).
 */
describe('withdrawals in process', () => {
  const IN_PROCESS: Words = {
    'en-US': /withdrawals? (already |that (are|were) )?in process\b|withdrawals? .*\bcontinue|\bstop withdrawals\b/i,
    'ja-JP': /処理中の出金/,
    'zh-CN': /处理中的提现/,
  };
  const SAID = {
    goesOn: {
      'en-US': /\bcontinue\b|\bdoesn’t stop\b|\bdon’t stop\b/,
      'ja-JP': /続き(ます|、)|続行され|止まりません/,
      'zh-CN': /继续|不受影响|不会阻止/,
    },
    isOver: {
      'en-US': /\b(are|is|were|will be) (also )?cancell?ed|\bgoe?s? back\b|\breturned\b/,
      'ja-JP': /(も|が|は)キャンセルされます|残高に戻/,
      'zh-CN': /(也|将|会)(被)?取消|返回余额|退回/,
    },
  } as const satisfies Sayings;
  /** Names of figures, which promise nothing. */
  const NAMES = ['statements:elsewhere.withdrawals', 'receipt-page:account.withdrawal_transit'];
  const keys = keysWith(IN_PROCESS).filter((key) => !NAMES.includes(key));

  it('are spoken of where a member freezes an account, by mail, and where an address is removed', () => {
    expect(keys).toEqual([
      'account-freeze:link.withdrawals',
      'account-freeze:withdrawals',
      'addresses:confirm.text',
      'help:stranger.withdrawals',
      'mail:accountFrozen.text',
      'mail:frozenBySupport.text',
      'mail:frozenFromFormerAddress.text',
    ]);
  });

  it.each(CULTURES)('go on by every text in %s', (culture) => {
    const wrong = keys.flatMap((key) =>
      wrongIn(SAID, culture, TEXTS[culture][key] ?? '', { says: ['goesOn'], never: ['isOver'] }).map(
        (what) => `${key} ${what}`,
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('would be noticed if a text said otherwise', () => {
    const planted = {
      'en-US': 'Withdrawals already in process are canceled too. Their amounts go back to your balance.',
      'ja-JP': 'すでに処理中の出金もキャンセルされます。金額は残高に戻ります。',
      'zh-CN': '处理中的提现也会取消。金额将返回余额。',
    };
    for (const culture of CULTURES) {
      expect(planted[culture]).toMatch(IN_PROCESS[culture]);
      expect(wrongIn(SAID, culture, planted[culture], { says: ['goesOn'], never: ['isOver'] })).toHaveLength(2);
    }
  });
});
