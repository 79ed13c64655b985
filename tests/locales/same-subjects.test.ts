import { describe, expect, it } from 'vitest';
import { CULTURES } from '#src/i18n/cultures.ts';
import { TEXTS, type Words } from './texts.ts';

/**
 * What a text is about, in every language: a text that speaks of the app's code in one language and of the mailed code
 * in another tells somebody to do the wrong thing, however well both are written.
 */
interface Subject {
  readonly words: Words;
  /** Whether it is also true the other way round: English names what a translation names. */
  readonly bothWays?: true;
  /** Texts whose heading or place says it already, or that say it in other words. */
  readonly except?: readonly string[];
}

const words = (en: RegExp, ja: RegExp, zh: RegExp): Words => ({ 'en-US': en, 'ja-JP': ja, 'zh-CN': zh });

const SUBJECTS: Readonly<Record<string, Subject>> = {
  'the app': { words: words(/\bapps?\b/i, /アプリ/, /应用/), bothWays: true },
  email: {
    words: words(/email|\bmailbox|\binbox/i, /メール/, /邮/),
    except: [
      'email-change:steps.label',
      'forgot:username.go',
      'help:username.go',
      'password-recovery:done.frozen.member',
      'two-factor:key.sending',
    ],
  },
  'the fee': { words: words(/\bfees?\b/i, /手数料/, /手续费|费用/), bothWays: true },
  'the password': {
    words: words(/\bpassword/i, /パスワード/, /密码/),
    except: ['password-recovery:steps.label'],
  },
  'recovery codes': { words: words(/\brecovery codes?\b/i, /リカバリーコード/, /恢复码/) },
  'a bonus': { words: words(/\bbonus/i, /ボーナス/, /奖金/) },
  'a transfer': { words: words(/\btransfers?\b/i, /送金/, /转账/) },
  'a freeze': {
    words: words(/freez|\bfrozen\b|\bfroze\b/i, /凍結|解除/, /冻/),
  },
  'signing out': {
    words: words(/\bsign(?:s|ed|ing)?(?: you)? out\b/i, /サインアウト/, /退出/),
    except: ['account:activity.kind.session_replaced'],
  },
  'to cancel, or that it cannot be undone': {
    words: words(/\bcancel|\bundone\b|\bundo\b|\breversed\b/i, /キャンセル|取り消|取消/, /取消|撤销|撤回/),
  },
  'withdrawals that go on': {
    words: words(/withdrawals[^.]* continue/i, /出金は(?:そのまま)?続/, /提现会?(?:继续|不受影响)/),
    bothWays: true,
  },
};

/** What a text says itself, without the names of what is filled in. */
const own = (text: string) => text.replaceAll(/\{+[^}]*\}+/g, '');

/** Whether one of the texts is about the subject and the other is not. */
function differs({ words: of, bothWays }: Subject, english: string, text: string, culture: 'ja-JP' | 'zh-CN') {
  const [said, told] = [of['en-US'].test(own(english)), of[culture].test(own(text))];
  return said ? !told : told && bothWays === true;
}

const OTHERS = CULTURES.filter((culture) => culture !== 'en-US');

describe.each(Object.entries(SUBJECTS))('%s', (_name, subject) => {
  it.each(OTHERS)('is what the same texts are about in %s', (culture) => {
    const differing = Object.entries(TEXTS['en-US'])
      .filter(([key, english]) => differs(subject, english, TEXTS[culture][key] ?? '', culture))
      .map(([key]) => key);
    expect(differing.filter((key) => !(subject.except ?? []).includes(key))).toEqual([]);
  });

  it('has texts that are about it', () => {
    const about = Object.values(TEXTS['en-US']).filter((english) => subject.words['en-US'].test(own(english)));
    expect(about.length).toBeGreaterThan(1);
  });

  it('has only exceptions that are needed', () => {
    const needed = (subject.except ?? []).filter((key) =>
      OTHERS.some((culture) => differs(subject, TEXTS['en-US'][key] ?? '', TEXTS[culture][key] ?? '', culture)),
    );
    expect(needed).toEqual(subject.except ?? []);
  });
});

it.each([
  ['the app', 'The code of the app is incorrect.', 'メールのコードが正しくありません。', 'ja-JP'],
  ['withdrawals that go on', 'Withdrawals are canceled.', '处理中的提现会继续进行。', 'zh-CN'],
] as const)('would be found: %s', (name, english, text, culture) => {
  const subject = SUBJECTS[name];
  expect(subject && differs(subject, english, text, culture)).toBe(true);
});
