// What the guide says of an act, and what its report says around it, in each language.
import type { Culture } from '#walk/paths/report.ts';

/** Counts of a guided walk. */
export interface Counted {
  readonly pass: number;
  readonly fail: number;
  readonly skip: number;
  readonly unjudged: number;
  readonly undone: number;
  /** Acts that were not reached, of all. */
  readonly missed: { readonly count: number; readonly of: number } | null;
  readonly found: number;
}

export interface GuideWords {
  /** What a person does, and what the guide does alone. */
  readonly press: (label: string) => string;
  readonly fillIn: (label: string) => string;
  readonly lets: (duration: string) => string;
  readonly seesTo: (happening: string) => string;
  readonly opens: (address: string, isMailed: boolean) => string;
  /** `where` says in English how far the guide goes on before it loads the page again. */
  readonly reloads: (address: string, where: string) => string;
  readonly minutes: (count: number) => string;
  readonly seconds: (count: number) => string;
  readonly on: string;
  readonly off: string;
  readonly empty: string;
  readonly cuts: (call: string) => string;
  readonly garbles: (call: string) => string;
  readonly arranges: (call: string, outcome: string) => string;
  readonly report: {
    readonly title: (id: string) => string;
    readonly sentence: (id: string, counted: Counted) => string;
    readonly facts: Readonly<
      Record<
        'began' | 'ended' | 'flow' | 'language' | 'member' | 'revision' | 'browser' | 'again' | 'early' | 'end',
        string
      >
    >;
    readonly window: (browser: string, size: string) => string;
    readonly parts: Readonly<
      Record<
        'data' | 'guide' | 'expected' | 'inChart' | 'otherwise' | 'found' | 'details' | 'verdict' | 'remark',
        string
      >
    >;
    readonly verdicts: Readonly<Record<'pass' | 'fail' | 'skip' | 'none', string>>;
    readonly by: Readonly<Record<'tester' | 'guide', (verdict: string) => string>>;
    readonly typed: (value: string, typed: string) => string;
    readonly unkept: string;
    readonly picture: (number: number) => string;
  };
}

const counts = (parts: readonly (readonly [number, (count: number) => string])[]): readonly string[] =>
  parts.flatMap(([count, say]) => (count === 0 ? [] : [say(count)]));

const english: GuideWords = {
  press: (label) => `Press "${label}".`,
  fillIn: (label) => `Fill in the form and press "${label}".`,
  lets: (duration) => `The guide lets ${duration} pass. Do nothing.`,
  seesTo: (happening) => `The guide sees to what happens elsewhere: ${happening}. Do nothing.`,
  opens: (address, isMailed) => `The guide opens ${address}${isMailed ? ', the link in an email' : ''}.`,
  reloads: (address, where) => `The guide goes on ${where}. Then it loads the page again, at ${address}.`,
  minutes: (count) => `${count} minutes`,
  seconds: (count) => `${count} seconds`,
  on: 'on',
  off: 'off',
  empty: '(leave empty)',
  cuts: (call) => `takes the network away, so that ${call} gets no answer; it is back afterwards.`,
  garbles: (call) => `lets ${call} come back with an answer that can’t be understood.`,
  arranges: (call, outcome) => `brings it about that ${call} is answered with "${outcome}".`,
  report: {
    title: (id) => `${id}: guided walk`,
    sentence: (id, { pass, fail, skip, unjudged, undone, missed, found }) =>
      `${[
        `${id}: ${pass} passed`,
        `${fail} failed`,
        `${skip} skipped`,
        ...counts([
          [unjudged, (count) => `${count} without a verdict`],
          [undone, (count) => `${count} not done`],
        ]),
        ...(missed === null ? [] : [`${missed.count} of ${missed.of} acts not reached`]),
      ].join(', ')}; ${found} found by the guide`,
    facts: {
      began: 'Began',
      ended: 'Ended',
      flow: 'Flow',
      language: 'Language',
      member: 'Member',
      revision: 'Revision',
      browser: 'Browser',
      again: 'By itself',
      early: 'Ended early',
      end: 'At the end',
    },
    window: (browser, size) => `${browser}, window ${size}`,
    parts: {
      data: 'Data',
      guide: 'The guide',
      expected: 'Expected',
      inChart: 'In the chart: ',
      otherwise: 'Done otherwise',
      found: 'Found by the guide',
      details: 'As the chart calls it',
      verdict: 'Verdict',
      remark: 'Remark',
    },
    verdicts: { pass: 'pass', fail: 'fail', skip: 'skip', none: 'none given' },
    by: {
      tester: (verdict) => `${verdict} (done by the tester)`,
      guide: (verdict) => `${verdict} (done by the guide)`,
    },
    typed: (value, typed) => `${value}, typed: ${typed}`,
    unkept: 'something else, which is not kept',
    picture: (number) => `The screen after act ${number}`,
  },
};

const japanese: GuideWords = {
  press: (label) => `「${label}」を押します。`,
  fillIn: (label) => `フォームに入力し、「${label}」を押します。`,
  lets: (duration) => `ガイドが${duration}進めます。何もしないでください。`,
  seesTo: (happening) => `別の場所での操作はガイドが行います（${happening}）。何もしないでください。`,
  opens: (address, isMailed) =>
    isMailed ? `ガイドがメールのリンク ${address} を開きます。` : `ガイドが ${address} を開きます。`,
  reloads: (address) => `ガイドがこの画面まで進め、${address} を再読み込みします。`,
  minutes: (count) => `${count}分`,
  seconds: (count) => `${count}秒`,
  on: 'オン',
  off: 'オフ',
  empty: '（空欄のまま）',
  cuts: (call) => `ネットワークを切断し、${call}に応答が届かないようにします。その後、接続を戻します。`,
  garbles: (call) => `${call}に、解釈できない応答を返します。`,
  arranges: (call, outcome) => `${call}の結果が「${outcome}」になるようにします。`,
  report: {
    title: (id) => `${id}：ガイド付きウォーク`,
    sentence: (id, { pass, fail, skip, unjudged, undone, missed, found }) =>
      `${id}：${[
        `合格${pass}件`,
        `不合格${fail}件`,
        `スキップ${skip}件`,
        ...counts([
          [unjudged, (count) => `判定なし${count}件`],
          [undone, (count) => `未実行${count}件`],
        ]),
        ...(missed === null ? [] : [`全${missed.of}件のうち未到達${missed.count}件`]),
      ].join('、')}。ガイドの検出${found}件`,
    facts: {
      began: '開始',
      ended: '終了',
      flow: 'フロー',
      language: '言語',
      member: '会員',
      revision: 'リビジョン',
      browser: 'ブラウザー',
      again: '自動で実行',
      early: '途中で終了',
      end: '終了時',
    },
    window: (browser, size) => `${browser}、ウィンドウ ${size}`,
    parts: {
      data: 'データ',
      guide: 'ガイドの操作',
      expected: '期待する画面',
      inChart: 'チャートでの名前：',
      otherwise: '指示と異なる操作',
      found: 'ガイドの検出',
      details: 'チャートでの表記',
      verdict: '判定',
      remark: 'メモ',
    },
    verdicts: { pass: '合格', fail: '不合格', skip: 'スキップ', none: '判定なし' },
    by: { tester: (verdict) => `${verdict}（操作：テスター）`, guide: (verdict) => `${verdict}（操作：ガイド）` },
    typed: (value, typed) => `${value}（実際の入力：${typed}）`,
    unkept: '別の値（保存されません）',
    picture: (number) => `手順${number}の後の画面`,
  },
};

const chinese: GuideWords = {
  press: (label) => `点击“${label}”。`,
  fillIn: (label) => `填写表单，然后点击“${label}”。`,
  lets: (duration) => `向导将时间推进 ${duration}，请勿操作。`,
  seesTo: (happening) => `别处的操作由向导完成（${happening}），请勿操作。`,
  opens: (address, isMailed) => (isMailed ? `向导打开邮件中的链接 ${address}。` : `向导打开 ${address}。`),
  reloads: (address) => `向导先进行到此画面，然后重新加载 ${address}。`,
  minutes: (count) => `${count} 分钟`,
  seconds: (count) => `${count} 秒`,
  on: '开',
  off: '关',
  empty: '（留空）',
  cuts: (call) => `断开网络，使${call}收不到响应，随后恢复网络。`,
  garbles: (call) => `让${call}返回无法识别的响应。`,
  arranges: (call, outcome) => `使${call}的结果为“${outcome}”。`,
  report: {
    title: (id) => `${id}：引导测试`,
    sentence: (id, { pass, fail, skip, unjudged, undone, missed, found }) =>
      `${id}：${[
        `通过 ${pass} 项`,
        `未通过 ${fail} 项`,
        `跳过 ${skip} 项`,
        ...counts([
          [unjudged, (count) => `未判定 ${count} 项`],
          [undone, (count) => `未执行 ${count} 项`],
        ]),
        ...(missed === null ? [] : [`共 ${missed.of} 项，其中 ${missed.count} 项未到达`]),
      ].join('，')}；向导发现 ${found} 处`,
    facts: {
      began: '开始',
      ended: '结束',
      flow: '流程',
      language: '语言',
      member: '会员',
      revision: '版本',
      browser: '浏览器',
      again: '自动运行',
      early: '提前结束',
      end: '结束时',
    },
    window: (browser, size) => `${browser}，窗口 ${size}`,
    parts: {
      data: '数据',
      guide: '向导的操作',
      expected: '预期画面',
      inChart: '图中名称：',
      otherwise: '与指示不同的操作',
      found: '向导的发现',
      details: '图中的写法',
      verdict: '判定',
      remark: '备注',
    },
    verdicts: { pass: '通过', fail: '未通过', skip: '跳过', none: '未判定' },
    by: { tester: (verdict) => `${verdict}（操作：测试人员）`, guide: (verdict) => `${verdict}（操作：向导）` },
    typed: (value, typed) => `${value}（实际输入：${typed}）`,
    unkept: '其他内容（不保存）',
    picture: (number) => `步骤 ${number} 之后的画面`,
  },
};

const all: Readonly<Record<Culture, GuideWords>> = { 'en-US': english, 'ja-JP': japanese, 'zh-CN': chinese };

/** What the guide says in a language. */
export function guideWordsIn(culture: Culture): GuideWords {
  return all[culture];
}
