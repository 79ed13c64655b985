import { describe, expect, it } from 'vitest';
import type { Graph } from '#machines/graph/explore.ts';
import { actsOf, endOfAct } from '#walk/paths/acts.ts';
import { run } from '#walk/commands/command.ts';
import { expand } from '#walk/paths/expand.ts';
import { flowOf, flows, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { dataLines, isPersons, tellingOf } from '#walk/guide/acts.ts';
import { endingIn, guideWordsIn } from '#walk/guide/languages/languages.ts';
import { ENDINGS } from '#walk/guide/languages/words.ts';
import { finding, type Shows } from '#walk/guide/found.ts';
import { ScreenDiffers } from '#walk/browser/expect.ts';
import { expectedAt } from '#walk/script/script.ts';
import { textOf } from '#walk/paths/texts.ts';
import { cultures, type Culture } from '#walk/paths/report.ts';
import { actOf, graphs } from '../support/acts.ts';

/** What is the same in every language: the chart's names of states, and the names of products. */
const UNTRANSLATED = /［[^］]*］/g;
/** Two Latin words in a row are a piece of an English sentence. */
const ENGLISH = /[A-Za-z]{2,} [a-z]{2,}/;

describe('the acts of a path', () => {
  it('contain every step once and in order, each with one thing to do', () => {
    for (const path of flows.flatMap(pathsOf)) {
      const steps = expand(path, graphs);
      const acts = actsOf(steps);
      expect(acts.flatMap((act) => act.steps)).toEqual(steps);
      for (const { first, steps: own } of acts) {
        expect(steps[first]).toBe(own[0]);
        expect(own.slice(1).filter(({ edge }) => edge.step.kind === 'event' || edge.step.kind === 'timer')).toEqual([]);
      }
    }
  });

  it('are described in words, in every language, with what must be visible', () => {
    const namesIn = ({ nodes, cases }: Graph): readonly string[] => [
      ...[...nodes.values()].flatMap(({ state }) => state.split('.')),
      ...[cases.events, cases.outcomes, cases.starts].flatMap((all) => Object.keys(all)),
    ];
    const chartWords = new Set([...graphs.values()].flatMap(namesIn).filter((name) => /[a-z][A-Z]|_/.test(name)));
    for (const path of flows.flatMap(pathsOf)) {
      for (const [index, act] of actsOf(expand(path, graphs)).entries()) {
        const told = tellingOf(act, {
          fields: {},
          culture: cultures[index % cultures.length] ?? 'en-US',
          address: '/somewhere',
        });
        expect([told.action, told.expected].join(' '), path.id).not.toMatch(/undefined|\[[a-z-]+:|null/);
        // URLs are the app's own, whatever a chart's labels for them.
        const said = [told.action, told.expected, ...told.arranged].join(' ').replaceAll(/[/?]\S*/g, '');
        const words = said.match(/[\w-]+/g) ?? [];
        expect(
          words.filter((word) => chartWords.has(word)),
          path.id,
        ).toEqual([]);
        if (isPersons(act)) expect(told.action).toMatch(/ress "|を押します。|点击“/);
        if (cultures[index % cultures.length] !== 'en-US')
          expect(said.replaceAll(UNTRANSLATED, ''), path.id).not.toMatch(ENGLISH);
        expect(endOfAct(act)).toBe(act.steps.at(-1));
      }
    }
  });
});

describe('what the guide finds', () => {
  const step = endOfAct(actOf('sign-in', 'SUBMIT_FORM'));
  const find = (shows: Shows | null, error: Error = new Error('in vain'), culture: Culture = 'en-US') =>
    finding(step, { shows, error, culture });
  const elsewhere: Shows = {
    heading: 'Sign in',
    address: '/Signin?lang=x',
    messages: ['Wrong password'],
    waits: false,
  };

  it('is phrased as a tester would say it, with the chart’s terms separate', () => {
    const { found, details } = find(elsewhere);
    expect(found).toMatch(
      /^Expected (the screen ".+"|the flow is over .+)\. The app shows the screen "Sign in" at \/Signin with the message "Wrong password"\.$/,
    );
    expect(details).toBe('in vain');
    expect(find(null).found).toMatch(/The page does not answer\.$/);
  });

  it('names the controls in every language if only they differ', () => {
    const form = expand(pathsOf(flowOf('sign-in'))[0] ?? { id: '', edges: [] }, graphs).find(({ edge }) =>
      edge.to.includes('enteringCredentials'),
    );
    if (form === undefined) throw new Error('There is no form.');
    const expected = {
      state: 'a',
      screen: 'b',
      address: null,
      controls: ['SUBMIT_FORM'],
      alert: false,
      told: null,
      busy: false,
      rawKeys: [],
    };
    for (const culture of cultures) {
      const { title = '', route } = expectedAt(graphOf(flowOf('sign-in')), form.edge.to, culture);
      const error = new ScreenDiffers('sign-in', { ...expected, controls: [], busy: true }, expected);
      const { found } = finding(form, {
        shows: { heading: title, address: route ?? '/', messages: [], waits: false },
        error,
        culture,
      });
      const { different, missing, waits, labels, gap } = guideWordsIn(culture).finds;
      const submit = labels([textOf('sign-in:submit', culture) ?? 'Sign in']);
      expect(found.endsWith([different, missing(submit), waits].join(gap))).toBe(true);
      if (culture !== 'en-US') expect(found.replaceAll(UNTRANSLATED, '')).not.toMatch(ENGLISH);
    }
  });
});

describe('what the guide says', () => {
  /** Every text, with its places filled. */
  const textsIn = (part: unknown): readonly string[] =>
    typeof part === 'string'
      ? [part]
      : typeof part === 'function'
        ? []
        : Object.values(part as Readonly<Record<string, unknown>>).flatMap(textsIn);
  const filledIn = (culture: Culture): readonly string[] => {
    const { terminal, slips, finds, endings } = guideWordsIn(culture);
    return [
      ...[terminal, slips, finds, endings].flatMap(textsIn),
      terminal.act('1', 2, '…'),
      terminal.act('1–3', 4, '…'),
      terminal.mail({ to: '…', subject: '…', start: '…', file: '…' }),
      terminal.signedInAs(terminal.member({ username: '…', password: '…', email: '…', key: '…' })),
      terminal.plays('…'),
      ...[terminal.doIt, terminal.early, terminal.notUnderstood].map((say) => say(terminal.before)),
      ...[terminal.does, terminal.otherCode, terminal.looks, terminal.expect, terminal.seesElse, terminal.picture].map(
        (say) => say('…'),
      ),
      ...[terminal.report, terminal.reports].map((say) => say('…')),
      slips.typed('…', '…', null),
      ...[slips.toPress, slips.pressed, slips.heard].map((say) => say('…')),
      ...[finds.expected, finds.shows, finds.missing, finds.unexpected, finds.noTexts].map((say) => say('…')),
    ];
  };

  it.each(['ja-JP', 'zh-CN'] as const)('has no English left in %s', (culture) => {
    const texts = filledIn(culture);
    expect(texts).toHaveLength(filledIn('en-US').length);
    // The letters are what is typed; report.json is a file.
    const left = texts.filter((text) => /[A-Za-z]{2,}/.test(text.replaceAll('report.json', '')));
    expect(left).toEqual([]);
  });

  it('names every letter that is understood, in every language', () => {
    for (const culture of cultures) {
      const { before, question, againQuestion } = guideWordsIn(culture).terminal;
      for (const letter of 'dsraq') expect(before, culture).toMatch(new RegExp(`\\b${letter}\\b`));
      for (const letter of 'pfrsaq') expect(question, culture).toMatch(new RegExp(`\\b${letter}\\b`));
      for (const letter of 'aq') expect(againQuestion, culture).toMatch(new RegExp(`\\b${letter}\\b`));
    }
  });

  it('says why a walk ended in its language; a report keeps the same words for programs', () => {
    expect(endingIn('en-US', ENDINGS.closed)).toBe(ENDINGS.closed);
    expect(endingIn('ja-JP', ENDINGS.closed)).toBe('ウィンドウが閉じられたため、ウォークを終了します。');
    expect(endingIn('ja-JP', 'The console said: no.')).toBe('The console said: no.');
  });
});

describe('the description of an act', () => {
  it('names choices as the screen does, in its order, and quotes passwords', () => {
    const act = actOf('withdrawal', 'SUBMIT_FORM');
    const shown = { order: ['network', 'asset'], choices: { network: { ethereum: 'Ethereum (development chain)' } } };
    const { data, arranged } = tellingOf(act, {
      fields: { asset: 'USDT', network: 'ethereum', address: '' },
      shown,
      culture: 'en-US',
      address: '/',
    });
    expect(dataLines(data)).toEqual([
      '  - Network: Ethereum (development chain)',
      '  - Asset: USDT · Tether',
      expect.stringMatching(/: \(leave empty\)$/),
    ]);
    expect(arranged).toEqual([]);
    const { data: typed } = tellingOf(actOf('sign-in', 'SUBMIT_FORM'), {
      fields: { password: 'not the password' },
      culture: 'en-US',
      address: '/',
    });
    expect(dataLines(typed)).toEqual(['  - Password: "not the password"']);
  });

  it('names a choice as the screen will, if the screen doesn’t offer it yet', () => {
    const network = (culture: Culture): string | undefined =>
      tellingOf(actOf('withdrawal', 'SUBMIT_FORM'), { fields: { network: 'ethereum' }, culture, address: '/' }).data[0]
        ?.value;
    expect(cultures.map(network)).toEqual([
      'Ethereum (development chain)',
      'イーサリアム（開発用チェーン）',
      expect.stringMatching(/^以太坊.+/),
    ]);
  });

  it('does not mention answers that come by themselves: in a good case there is nothing to arrange', () => {
    for (const flow of [
      'sign-in',
      'sign-up',
      'contact',
      'transfer',
      'withdrawal',
      'username-recovery',
      'account-freeze',
    ]) {
      const acts = actsOf(expand(pathsOf(flowOf(flow))[0] ?? { id: '', edges: [] }, graphs));
      expect(
        acts.flatMap((act) => tellingOf(act, { fields: {}, culture: 'en-US', address: '/' }).arranged),
        flow,
      ).toEqual([]);
    }
  });
});

describe('npm run walk -- guide', () => {
  it.each([
    [['guide'], 'guide wants the path'],
    [['guide', 'sign-out-99'], 'There is no path'],
    [['guide', 'sign-out/reload/confirming'], 'is a cell'],
  ])('refuses %j in words', async (parameters, why) => {
    await expect(run(parameters, () => undefined)).rejects.toThrow(why);
  });
});
