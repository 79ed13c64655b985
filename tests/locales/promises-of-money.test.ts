import { describe, expect, it } from 'vitest';
import { add, isPositive, subtract } from '#money/amount.ts';
import { REACHES_OTHERS } from '#server/domain/drafts/reach.ts';
import { partsOf, type StakeOption } from '#server/domain/stakes/choices.ts';
import { CULTURES, type Culture } from '#src/i18n/cultures.ts';
import { example } from '#tests/components/support/examples.ts';
import { keysWith, TEXTS, wrongIn, type Saying, type Sayings, type Words } from './texts.ts';
import { HELD_TEXTS, LOST_TEXTS } from './held-texts.ts';

/**
 * What texts say about money matches the rules: what of a stake is restaked and what returns, what happens to volumes,
 * which acts a hold stops, and what is lost, locked or kept.
 */

const textOf = (culture: Culture, key: string) => TEXTS[culture][key] ?? '';
const inEach = <T>(what: (culture: Culture) => T) => CULTURES.map(what);

describe('what is restaked and what returns', () => {
  const STAKE = { amount_usd: '200', staked_usdt: '100', staked_mp: '5', accrued_mp: '1' };
  const FATES = {
    staked: {
      'en-US': /\brestake|\bstaked again|^staked:/i,
      'ja-JP': /再ステー|再びステー|^ステー(ク|キング)した/,
      'zh-CN': /(?<!不)(再|续期)质押|再次质押|^已质押/,
    },
    returned: {
      'en-US': /\breturns?\b|\bback (in|to)\b|\bwithdraw\b/i,
      'ja-JP': /ウォレットに戻|引き出/,
      'zh-CN': /返回|赎回|取回/,
    },
  } as const satisfies Sayings;
  type Fate = keyof typeof FATES;
  const PARTS = {
    principal: { 'en-US': /\bprincipal\b|\bboth\b|\ball\b/i, 'ja-JP': /元本|両方|全額/, 'zh-CN': /本金|两者|全部/ },
    mp: { 'en-US': /\bMP\b|\bboth\b|\ball\b/i, 'ja-JP': /MP|両方|全額/, 'zh-CN': /MP|两者|全部/ },
    amount: { 'en-US': /\{\{amount\}\}/, 'ja-JP': /\{\{amount\}\}/, 'zh-CN': /\{\{amount\}\}/ },
    counter: { 'en-US': /\{\{counter\}\}/, 'ja-JP': /\{\{counter\}\}/, 'zh-CN': /\{\{counter\}\}/ },
  } as const satisfies Sayings;
  const CLAUSE = /[;；。.,，、:：\n]/;

  /** The words of a table that a clause contains. */
  const found = (words: Sayings, culture: Culture, clause: string): string[] =>
    Object.entries(words).flatMap(([name, word]) => (word[culture].test(clause) ? [name] : []));
  /** Each clause about what happens to something, as `staked: mp`. */
  const toldIn = (culture: Culture, text: string): string[] =>
    text.split(CLAUSE).flatMap((clause) => {
      const parts = found(PARTS, culture, clause.trim());
      const fates = found(FATES, culture, clause.trim());
      return parts.length === 0 || fates.length === 0 ? [] : [`${fates.join(' and ')}: ${parts.join(' and ')}`];
    });

  /** What an option does with a stake, as the product divides one. */
  const ruleOf = (option: StakeOption, fate: Fate): string[] => {
    const parts = partsOf(STAKE, option);
    const names = [
      ...(isPositive(parts[`${fate}Usdt`]) ? ['principal'] : []),
      ...(isPositive(parts[`${fate}Mp`]) ? ['mp'] : []),
    ];
    return names.length === 0 ? [] : [`${fate}: ${names.join(' and ')}`];
  };
  const OPTIONS = ['full', 'mpOnly', 'withdraw'] as const satisfies readonly StakeOption[];
  /** A name says what is restaked or, if that is nothing, what returns. */
  const nameOf = (option: StakeOption) => [...ruleOf(option, 'staked'), ...ruleOf(option, 'returned')].slice(0, 1);

  const TOLD: Readonly<Record<string, readonly string[]>> = {
    ...Object.fromEntries(
      OPTIONS.map((option) => [
        `restake:option.${option}Text`,
        [...ruleOf(option, 'staked'), ...ruleOf(option, 'returned')],
      ]),
    ),
    ...Object.fromEntries(OPTIONS.map((option) => [`restake:option.${option}`, nameOf(option)])),
    'purchase:plan.howEnd': OPTIONS.flatMap(nameOf),
    'receipt:happened.restake': ['staked: amount'],
    'receipt:happened.restakeReturning': ['staked: amount', 'returned: counter'],
  };
  /** The figures of a running stake, and the heading of a list. */
  const OTHERS = ['dashboard:days.note', 'history:kind.mpReward.text', 'purchase:plan.howAccrual'];
  /** Headings of figures: the figures below each share one destination. */
  const HEADINGS: Readonly<Record<string, Fate>> = {
    'restake:staked': 'staked',
    'restake:returned': 'returned',
    'receipt:facts.returned': 'returned',
  };
  const MAILS = ['mail:restakeCode.text', 'mail:stakeRestaked.text', 'mail:stakeWithdrawn.text'];

  it.each(Object.entries(TOLD))('%s', (key, told) => {
    expect(inEach((culture) => [culture, ...toldIn(culture, textOf(culture, key))])).toEqual(
      inEach((culture) => [culture, ...told]),
    );
  });

  it.each(Object.entries(HEADINGS))('%s', (key, fate) => {
    expect(inEach((culture) => found(FATES, culture, textOf(culture, key)))).toEqual(inEach(() => [fate]));
  });

  it.each(MAILS)('%s', (key) => {
    for (const culture of CULTURES) {
      const lines = textOf(culture, key)
        .split('\n')
        .filter((line) => /\{(staked|returned)/.test(line));
      expect(lines.map((line) => [culture, [...new Set(found(FATES, culture, line))]])).toEqual(
        lines.map((line) => [
          culture,
          [...new Set([...line.matchAll(/\{(staked|returned)(?=Usdt|Mp)/g)].map(([, fate]) => fate))],
        ]),
      );
      const figures = [...textOf(culture, key).matchAll(/\{(?:staked|returned)(Usdt|Mp)\}\s*(\w+)/g)];
      expect(figures.length).toBeGreaterThan(1);
      for (const [, name = '', unit] of figures) expect(unit).toBe(name.toUpperCase());
    }
  });

  it.each([
    ['en-US', 'The principal is staked again; the MP return to your wallet.'],
    ['ja-JP', '元本を再びステーキングし、MPはウォレットに戻ります。'],
    ['zh-CN', '本金再次质押，MP 返回钱包。'],
  ] as const)('would be found swapped in %s: %s', (culture, planted) => {
    expect(toldIn(culture, planted)).toEqual(['staked: principal', 'returned: mp']);
  });

  it('is mentioned in no other text', () => {
    const known = new Set([...Object.keys(TOLD), ...Object.keys(HEADINGS), ...MAILS, ...OTHERS]);
    const told = CULTURES.flatMap((culture) =>
      Object.keys(TEXTS[culture]).filter((key) =>
        toldIn(culture, textOf(culture, key)).some((each) => each.startsWith('staked:')),
      ),
    );
    expect([...new Set(told)].filter((key) => !known.has(key))).toEqual([]);
  });
});

describe('what happens to volumes (D-11)', () => {
  const SAID = {
    carried: { 'en-US': /\bcarried\b|\bkept\b/i, 'ja-JP': /繰り?越|翌月に残/, 'zh-CN': /结转|保留/ },
    gone: {
      'en-US': /\b(lost|zero|expires?d?|forfeit\w*|dropped|void|gone|cleared|reset|deleted|again|afresh)\b/i,
      'ja-JP': /失|ゼロ|(^|[^\d])0(から|に)|消え|消滅|無効|リセット|なくな/,
      'zh-CN': /清零|归零|从零|作废|失效|丢失|取消|消失|不再保留|不保留|不结转/,
    },
    bothSides: { 'en-US': /\bboth sides\b/i, 'ja-JP': /左右/, 'zh-CN': /两区/ },
    rest: { 'en-US': /n['’]t matched|the rest/i, 'ja-JP': /対象にならなかった|残りは/, 'zh-CN': /未对碰|余额/ },
    nothingPaid: {
      'en-US': /nothing is paid|no (binary )?bonus/i,
      'ja-JP': /支払われません|ボーナスはありません/,
      'zh-CN': /不发放奖金|未发放双轨奖金|没有奖金/,
    },
  } as const satisfies Sayings;
  const PROMISES: Readonly<Record<string, Saying<typeof SAID>>> = {
    'sales:standingText.paid': { says: ['carried', 'rest'], never: ['bothSides', 'nothingPaid'] },
    'sales:standingText.nothingMatched': { says: ['carried', 'bothSides', 'nothingPaid'], never: ['rest'] },
    'sales:standingText.notQualified': { says: ['carried', 'bothSides', 'nothingPaid'], never: ['rest'] },
    'sales:standingText.bonusOff': { says: ['carried', 'bothSides', 'nothingPaid'], never: ['rest'] },
    'sales:legs.text': { says: ['carried', 'rest'] },
    'sales:legs.carriedBeforeUsd': { says: ['carried'] },
    'sales:legs.carriedAfterUsd': { says: ['carried'] },
    'sales:running.bonus': { says: ['carried'] },
    'organization:legs.carriedUsd': { says: ['carried'] },
  };

  it.each(Object.entries(PROMISES))('%s', (key, promised) => {
    expect(
      CULTURES.flatMap((culture) =>
        wrongIn(SAID, culture, textOf(culture, key), promised).map((what) => `${culture} ${what}`),
      ),
    ).toEqual([]);
  });

  it('is never described as a loss in a text about sales', () => {
    const ofSales = (key: string) => /^(sales|organization):/.test(key);
    expect(keysWith(SAID.gone).filter(ofSales)).toEqual([]);
    // Texts that say that something moves to another month are listed above.
    const toNextMonth: Words = {
      'en-US': /next month|carried (over|to|from)/i,
      'ja-JP': /翌月|繰り?越/,
      'zh-CN': /下月|次月|结转/,
    };
    expect(keysWith(toNextMonth).filter((key) => ofSales(key) && !(key in PROMISES))).toEqual([]);
  });

  it.each([
    ['en-US', 'Nothing is paid. Both sides start from zero in the next month.'],
    ['ja-JP', '支払われません。左右の売上は翌月ゼロから始まります。'],
    ['zh-CN', '不发放奖金，两区业绩在下月清零。'],
  ] as const)('would be found in %s: %s', (culture, planted) => {
    expect(wrongIn(SAID, culture, planted, { says: ['carried', 'bothSides', 'nothingPaid'], never: ['gone'] })).toEqual(
      ["doesn't say carried", 'says gone'],
    );
  });

  it('is the same in the contract: what was not matched is carried over', () => {
    interface Leg {
      readonly carriedBeforeUsd: string;
      readonly newUsd: string;
      readonly carriedAfterUsd: string;
    }
    const month = example('GET', '/sales/{month}') as {
      readonly left: Leg;
      readonly right: Leg;
      readonly matchedUsd: string;
    };
    for (const { carriedBeforeUsd, newUsd, carriedAfterUsd } of [month.left, month.right])
      expect(carriedAfterUsd).toBe(subtract(add(carriedBeforeUsd, newUsd), month.matchedUsd));
  });
});

describe('what a hold stops (S-12)', () => {
  const HOLDS: Words = {
    'en-US': /\bon hold\b|\bwait (for 24|until then)/,
    'ja-JP': /保留|(24時間|それまで)[はに]?出金/,
    'zh-CN': /暂停|在此之前无法提现/,
  };
  const ACTS = {
    withdrawal: { 'en-US': /\bwithdrawals?\b/i, 'ja-JP': /出金/, 'zh-CN': /提现/ },
    transfer: { 'en-US': /\btransfers?\b/i, 'ja-JP': /送金/, 'zh-CN': /转账/ },
    purchase: { 'en-US': /\bpurchases?\b/i, 'ja-JP': /購入/, 'zh-CN': /购买/ },
    exchange: { 'en-US': /\bexchanges?\b/i, 'ja-JP': /交換|両替/, 'zh-CN': /兑换/ },
    restake: { 'en-US': /\brestak/i, 'ja-JP': /再ステー|再びステー/, 'zh-CN': /续期质押|再质押|再次质押/ },
    deposit: { 'en-US': /\bdeposits?\b/i, 'ja-JP': /入金/, 'zh-CN': /充值/ },
  } as const satisfies Sayings;
  const named = (culture: Culture, text: string) =>
    Object.entries(ACTS).flatMap(([act, words]) => (words[culture].test(text) ? [act] : []));
  const HELD = Object.entries(REACHES_OTHERS).flatMap(([act, { held }]) => (held ? [act] : []));
  /** Closed by the club, which is not a hold. */
  const CLOSED = ['withdrawal:nothing.text'];
  const keys = keysWith(HOLDS).filter(
    (key) => !CLOSED.includes(key) && CULTURES.some((culture) => named(culture, textOf(culture, key)).length > 0),
  );

  it('is what reaches others, and nothing else', () => {
    expect(HELD).toEqual(['withdrawal', 'transfer', 'purchase']);
  });

  it('is listed completely by every text that lists any of it', () => {
    expect(keys.length).toBeGreaterThan(20);
    const wrong = keys.flatMap((key) =>
      CULTURES.flatMap((culture) =>
        named(culture, textOf(culture, key)).join() === HELD.join()
          ? []
          : [`${culture} ${key}: ${named(culture, textOf(culture, key)).join(', ')}`],
      ),
    );
    expect(wrong).toEqual([]);
  });
});

describe('what is lost, locked or kept', () => {
  const SAID = {
    lost: {
      'en-US':
        /(?<!nothing |entered |typed )\b(is|are|may be) lost\b|nobody can bring|can['’]t be (brought back|recovered)|unreachable|\blost funds\b/i,
      'ja-JP': /(資金|資産|送金)は失われ|失われるおそれ|取り戻せ|取り戻すこともでき/,
      'zh-CN': /(?<!没有|未|不会)丢失|无法找回|无法追回|无法.*追回/,
    },
    safe: {
      'en-US': /\b(nothing is|not|isn’t|nothing you (entered|typed) is) lost\b|\bsafe\b|\bwe’ve kept\b/i,
      'ja-JP': /失われ(ることは|ません|ていません|たわけではありません)|安全|ご安心/,
      'zh-CN': /(没有|并未|不会)丢失|安全/,
    },
    notCredited: {
      'en-US': /\b(not|(is|was|were)n’t) (credited|in your wallet)\b/i,
      'ja-JP': /反映(されて|して)い(ません|ない)/,
      'zh-CN': /未(入账|计入您的钱包)/,
    },
    recorded: { 'en-US': /recorded as yours/, 'ja-JP': /(お客様|あなた)の資産として記録/, 'zh-CN': /已记录在您名下/ },
    stillRecorded: { 'en-US': /still recorded as yours/, 'ja-JP': /引き続き記録/, 'zh-CN': /仍在您名下|仍记录/ },
    creditable: {
      'en-US': /can (still be credited|credit it)/,
      'ja-JP': /反映(を承り|でき)/,
      'zh-CN': /可(为您)?入账/,
    },
    locked: {
      'en-US': /can['’]t be (paid|taken) out (earlier|before)/,
      'ja-JP': /(途中で|それまで|終わるまで)[^。]*引き出(せ|すことはでき)ません/,
      'zh-CN': /(不能|无法)提前(取出|赎回)|之前无法(取出|赎回)|之前不能(取出|赎回)|不能(取出|赎回)/,
    },
    notGuaranteed: {
      'en-US': /not guaranteed/,
      'ja-JP': /保証(され(ません|るものではありません)|なし)/,
      'zh-CN': /不作?保证/,
    },
    guaranteed: {
      'en-US': /(?<!not )\bguaranteed/,
      'ja-JP': /保証(されます|あり|いたします)/,
      'zh-CN': /(?<!不作?)保证/,
    },
  } as const satisfies Sayings;
  interface Promised extends Saying<typeof SAID> {
    readonly keys: readonly string[];
  }
  const PROMISES: Readonly<Record<string, Promised>> = {
    'what was sent wrongly is lost': {
      keys: LOST_TEXTS,
      says: ['lost'],
      never: ['safe', 'recorded'],
    },
    'what is under way, late or away for a moment is not': {
      keys: [
        'deposit:delayed.text',
        'deposit:gone',
        'maintenance:away',
        'maintenance:text',
        'problems:hint.maintenance',
        'problems:hint.unavailable',
        'shell:offline.safe',
        'staking:overdueText',
        'wallet:pending.text',
        'withdrawal:nothing.text',
      ],
      says: ['safe'],
      never: ['lost'],
    },
    'what is below the minimum is kept for the member': {
      keys: [
        'dashboard:attention.atClubText',
        'receipt:refusal.belowMinimum',
        'receipt:refusal.belowMinimumUnrecorded',
        'wallet:held.text',
      ],
      says: ['notCredited', 'recorded'],
      never: ['lost'],
    },
    'one that was not approved is not in the wallet': {
      keys: HELD_TEXTS,
      says: ['notCredited'],
      never: ['lost', 'safe'],
    },
    'a payment out that is late is written down': {
      keys: ['receipt:withdrawal.overdueText'],
      says: ['stillRecorded'],
      never: ['lost'],
    },
    'a payment below the minimum can still be credited': {
      keys: ['receipt:refusal.belowMinimum', 'receipt:refusal.belowMinimumUnrecorded', 'mail:depositRefused.advice'],
      says: ['creditable'],
      never: ['lost'],
    },
    'what is staked stays until its end': {
      keys: [
        'mail:purchaseCode.text',
        'purchase:risk.lock_one',
        'purchase:risk.lock_other',
        'restake:review.finalStaked',
        'sign-up:terms.locked',
      ],
      says: ['locked'],
    },
    'what it brings varies': {
      keys: [
        'purchase:risk.loss',
        'purchase:review.finalText',
        'purchase:dailyNote',
        'purchase:variable',
        'restake:review.finalStaked',
        'restake:daily',
        'sign-up:terms.returns',
        'sign-up:terms.warning',
        'staking:daily',
        'staking:hero.variable',
      ],
      says: ['notGuaranteed'],
      never: ['guaranteed'],
    },
  };
  /** What is lost or safe here is not money, and what isn't credited yet is on its way. */
  const OTHERS = [
    'account:activity.kind.refresh_answer_reissued',
    'challenge:eitherCodeHint',
    'dashboard:days.note',
    'security:check.codes.text',
    'two-factor:codes.text',
    'two-factor:newCodes.text',
    'two-factor:on.few',
  ];

  it.each(Object.entries(PROMISES))('%s', (_, promised) => {
    expect(
      CULTURES.flatMap((culture) =>
        promised.keys.flatMap((key) =>
          wrongIn(SAID, culture, textOf(culture, key), promised).map((what) => `${culture} ${key} ${what}`),
        ),
      ),
    ).toEqual([]);
  });

  it('is mentioned in no other text', () => {
    const known = new Set([...OTHERS, ...Object.values(PROMISES).flatMap(({ keys }) => keys)]);
    const { lost, notCredited, recorded, locked, notGuaranteed, guaranteed } = SAID;
    const told = [lost, notCredited, recorded, locked, notGuaranteed, guaranteed].flatMap((words) => keysWith(words));
    expect([...new Set(told)].filter((key) => !known.has(key))).toEqual([]);
  });
});
