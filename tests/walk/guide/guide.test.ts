import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { JSDOM } from 'jsdom';
import { afterAll, describe, expect, it } from 'vitest';
import type { Graph } from '#machines/graph/explore.ts';
import type { LogEntry } from '#src/recorder/recorder.ts';
import { grouped } from '#src/ui/code-field.tsx';
import { actsOf, endOfAct, type Act } from '#walk/paths/acts.ts';
import { run } from '#walk/commands/command.ts';
import { expand } from '#walk/paths/expand.ts';
import { flowOf, flows, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { isSameEntry, NOTHING_SHOWN, withoutSecrets, type Pressed } from '#walk/guide/form.ts';
import { guidedSentence, isGood, runFolder, writeReport, type GuidedAct, type GuidedWalk } from '#walk/guide/report.ts';
import { ownTerminal, understood, understoodBefore } from '#walk/guide/terminal.ts';
import { appCodeIn, dataLines, isPersons, tellingOf } from '#walk/guide/acts.ts';
import { finding, type Shows } from '#walk/guide/found.ts';
import { ScreenDiffers } from '#walk/browser/expect.ts';
import { expectedAt } from '#walk/script/script.ts';
import { textOf } from '#walk/paths/texts.ts';
import { canBeDoneAt, judgedDoing, type Doing } from '#walk/guide/person.ts';
import { cultures, type Culture } from '#walk/paths/report.ts';
import { fieldKinds, isSecret, UNTOLD } from '#walk/paths/secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'perch-guide-'));
afterAll(() => rmSync(folder, { recursive: true }));

const graphs = new Map(flows.map((cases) => [cases.machine.id, graphOf(cases)] as const));

describe('the acts of a path', () => {
  it('hold every step once and in order, each with one thing that is done', () => {
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

  it('are told in words, in every language, with what must be seen', () => {
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
        // Addresses are the app's own, whatever a chart calls like them.
        const said = [told.action, told.expected, ...told.arranged].join(' ').replaceAll(/[/?]\S*/g, '');
        const words = said.match(/[\w-]+/g) ?? [];
        expect(
          words.filter((word) => chartWords.has(word)),
          path.id,
        ).toEqual([]);
        if (isPersons(act)) expect(told.action).toMatch(/ress "/);
        expect(endOfAct(act)).toBe(act.steps.at(-1));
      }
    }
  });
});

/** The act of a flow's good case that begins with an event. */
function actOf(flow: string, event: string): Act {
  const acts = actsOf(expand(pathsOf(flowOf(flow))[0] ?? { id: '', edges: [] }, graphs));
  const act = acts.find(({ steps: [first] }) => first?.edge.step.kind === 'event' && first.edge.step.event === event);
  if (act === undefined) throw new Error(`${flow} has no ${event}.`);
  return act;
}

const heard = (event: string): LogEntry => ({ flow: '', event, outcome: null, state: '', at: 0 });

describe('what a tester does', () => {
  const task = {
    act: actOf('sign-in', 'SUBMIT_FORM'),
    fields: { username: 'Member-1', password: 'not the password', keepSignedIn: false },
    coded: null,
    shown: NOTHING_SHOWN,
    culture: 'en-US',
  } as const;
  const submitted = (fields: Pressed['fields']): Pressed => ({ event: 'SUBMIT_FORM', control: 'Sign in', fields });

  it('is as told where the same was typed and pressed', () => {
    const { otherwise, data } = judgedDoing(task, {
      heard: [heard('SUBMIT_FORM')],
      pressed: submitted(task.fields),
      codes: [],
    });
    expect([otherwise, data.filter(({ typed }) => typed !== undefined)]).toEqual([null, []]);
  });

  it('is told field by field where something else was typed', () => {
    const { otherwise, data } = judgedDoing(task, {
      heard: [heard('SUBMIT_FORM')],
      pressed: submitted({ ...task.fields, username: 'membre' }),
      codes: [],
    });
    expect(otherwise).toBe('User name: told was "Member-1", typed was "membre".');
    expect(data).toContainEqual({ name: 'username', field: 'User name', value: 'Member-1', typed: 'membre' });
  });

  it('is told by the names of the controls where something else was pressed, or the app went on by itself', () => {
    const otherwise = (event: string, pressed: Pressed | null): string | null =>
      judgedDoing(task, { heard: [heard(event)], pressed, codes: [] }).otherwise;
    expect(otherwise('LEAVE', { event: 'LEAVE', control: 'Cancel', fields: {} })).toBe(
      'Told was to press "Sign in". Pressed was "Cancel".',
    );
    expect(otherwise('xstate.after.lifetime.x', null)).toContain('went on by itself');
    expect(otherwise('xstate.init', null)).toContain('started over');
  });

  it('says of each field of every flow whether it is for a secret', () => {
    const controls = flows.flatMap((flow) => Object.values(flow.controls));
    const fields = new Set(controls.flatMap((control) => Object.keys(control?.fields ?? {})));
    expect([...fields].toSorted()).toEqual([...fieldKinds.keys()].toSorted());
    const secrets = [...fields].filter(isSecret);
    expect([...fields].filter((name) => /password|code|secret|pin|key/i.test(name))).toEqual(secrets);
  });

  it('is told without a secret that was not told, in whichever field', () => {
    const names = [...fieldKinds.keys()];
    const press = (entry: string, ...more: readonly string[]) =>
      withoutSecrets(
        { event: 'X', control: 'X', fields: Object.fromEntries([...names, ...more].map((name) => [name, entry])) },
        () => ['as told'],
      ).fields;
    const own = 'the tester’s very own';
    for (const [name, entry] of Object.entries(press(own, 'unheard')))
      expect(entry, name).toBe(isSecret(name) ? UNTOLD : own);
    expect([...new Set(Object.values(press('as told')))]).toEqual(['as told']);
    const pressed = submitted({ ...task.fields, password: UNTOLD });
    const { otherwise, data } = judgedDoing(task, { heard: [heard('SUBMIT_FORM')], pressed, codes: [] });
    expect(otherwise).toBe('Password: told was "not the password", typed was something else, which is not kept.');
    expect(data.find(({ name }) => name === 'password')?.typed).toBeNull();
  });

  it('keeps the code that was used, whichever of those that were told', () => {
    const code = {
      act: actOf('challenge', 'SUBMIT_CODE'),
      fields: { code: '111111' },
      coded: 'code',
      shown: NOTHING_SHOWN,
      culture: 'en-US',
    } as const;
    const pressed = (typed: string): Pressed =>
      withoutSecrets({ event: 'SUBMIT_CODE', control: '', fields: { code: typed } }, () => ['111111', '222222']);
    const used = (typed: string): Doing =>
      judgedDoing(code, { heard: [heard('SUBMIT_CODE')], pressed: pressed(typed), codes: ['111111', '222222'] });
    expect([used('222222').data[0]?.value, used('222222').otherwise]).toEqual(['222222', null]);
    expect([used('222 222').data[0]?.typed, used('111 111').data[0]?.value, used('111-111').otherwise]).toEqual([
      undefined,
      '111111',
      null,
    ]);
    // Where it was another one, the newest is what was told.
    expect(used('333 333').data[0]).toMatchObject({ value: '222222', typed: null });
    expect(used('333333').otherwise).toMatch(/: told was "222222", typed was something else, which is not kept\.$/);
  });

  it('is compared as the form reads it', () => {
    expect(isSameEntry(grouped('815342'), '815342', false)).toBe(true);
    for (const [typed, told] of [
      ['８１５３４２', '815342'],
      [' 815-342', '815342'],
      ['abcd-efgh-jklm-npqr', 'ABCD-EFGH-JKLM-NPQR'],
      ['ABCDEFGHJKLMNPQR', 'ABCD-EFGH-JKLM-NPQR'],
      ['1,500.5', '1500.5'],
      [' demo ', 'demo'],
    ] as const) {
      expect(isSameEntry(typed, told, false), typed).toBe(true);
    }
    for (const [typed, told] of [
      ['815343', '815342'],
      ['1,50', '150'],
      ['demo2', 'demo'],
      ['', 'demo'],
      [true, false],
    ] as const)
      expect(isSameEntry(typed, told, false), String(typed)).toBe(false);
    expect(isSameEntry(' not the password', 'not the password', true)).toBe(false);
  });

  it('names the code of the app by its field, whatever the app shows meanwhile', () => {
    expect(appCodeIn({ given: '815342' }, { password: 'x', code: '815342' })).toBe('code');
    expect(appCodeIn({ given: '815342' }, { password: 'x', code: '000000' })).toBeNull();
    expect(appCodeIn({ given: null }, { password: 'x' })).toBeNull();
  });

  it('can be done again on the same screen, and on no other', () => {
    const states = [...(graphs.get('sign-in')?.nodes.values() ?? [])]
      .filter(({ meta }) => meta?.screen === 'sign-in')
      .map(({ state }) => state);
    expect(states.filter((state) => canBeDoneAt(task, state))).toContain('enteringCredentials.invalidLogin');
    expect(canBeDoneAt(task, 'signedIn')).toBe(false);
    expect(canBeDoneAt({ act: actOf('sign-up', 'SUBMIT_INTRODUCER') }, 'enteringIntroducer.unknownIntroducer')).toBe(
      true,
    );
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

  it('is told as a tester would say it, with the words of the chart apart', () => {
    const { found, details } = find(elsewhere);
    expect(found).toMatch(
      /^Expected (the screen ".+"|the flow is over .+)\. The app shows the screen "Sign in" at \/Signin with the message "Wrong password"\.$/,
    );
    expect(details).toBe('in vain');
    expect(find(null).found).toMatch(/The page does not answer\.$/);
  });

  it('is told in every language by the names of the controls where only they differ', () => {
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
      expect(found).toContain(
        'The app shows that, but something about it is different. Missing there, or not to be pressed: "',
      );
      expect(found).toContain(textOf('sign-in:submit', culture) ?? 'Sign in');
      expect(found).toMatch(/It waits\.$/);
    }
  });
});

describe('what is told of an act', () => {
  it('calls choices as the screen does, in its order, and quotes passwords', () => {
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

  it('calls a choice as the screen will, where the screen doesn’t offer it yet', () => {
    const network = (culture: Culture): string | undefined =>
      tellingOf(actOf('withdrawal', 'SUBMIT_FORM'), { fields: { network: 'ethereum' }, culture, address: '/' }).data[0]
        ?.value;
    expect(cultures.map(network)).toEqual([
      'Ethereum (development chain)',
      'イーサリアム（開発用チェーン）',
      expect.stringMatching(/^以太坊.+/),
    ]);
  });

  it('says nothing of answers that come by themselves: in a good case there is nothing to bring about', () => {
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

describe('the folder of a run', () => {
  it('is named after its time, and never one that is there', () => {
    const now = new Date('2026-11-23T10:14:24.123Z');
    expect(runFolder(folder, now)).toBe(join(folder, '2026-11-23T10-14-24'));
    mkdirSync(join(folder, '2026-11-23T10-14-24'));
    expect(runFolder(folder, now)).toBe(join(folder, '2026-11-23T10-14-24-2'));
  });
});

describe('what a tester says', () => {
  it.each([
    ['p', { kind: 'verdict', verdict: 'pass', remark: '' }],
    ['PASS', { kind: 'verdict', verdict: 'pass', remark: '' }],
    ['fail: the button is cut off', { kind: 'verdict', verdict: 'fail', remark: 'the button is cut off' }],
    ['f ボタンが切れている', { kind: 'verdict', verdict: 'fail', remark: 'ボタンが切れている' }],
    ['s', { kind: 'verdict', verdict: 'skip', remark: '' }],
    ['r slow', { kind: 'remark', remark: 'slow' }],
    ['remark', { kind: 'help' }],
    ['', { kind: 'help' }],
    ['perhaps', { kind: 'help' }],
    ['again', { kind: 'again' }],
    ['q', { kind: 'quit' }],
  ])('"%s" is understood', (line, meant) => {
    expect(understood(line)).toEqual(meant);
  });

  it.each([
    ['do', { kind: 'do' }],
    ['d', { kind: 'do' }],
    ['s', { kind: 'skip' }],
    ['again', { kind: 'again' }],
    ['r slow', { kind: 'remark', remark: 'slow' }],
    ['pass', { kind: 'early' }],
    ['q', { kind: 'quit' }],
    ['perhaps', { kind: 'help' }],
  ])('"%s" is understood before an act', (line, meant) => {
    expect(understoodBefore(line)).toEqual(meant);
  });

  it('counts at a keyboard only after it was asked for, and from a file always', async () => {
    const said = async (isTTY: boolean): Promise<string | null> => {
      const input = Object.assign(new PassThrough(), { isTTY });
      const terminal = ownTerminal(input, () => undefined);
      input.write('early\n');
      await new Promise((resolve) => setImmediate(resolve));
      terminal.fresh();
      input.end('late\n');
      return terminal.line();
    };
    expect([await said(true), await said(false)]).toEqual(['late', 'early']);
  });

  it('comes line by line, and ends', async () => {
    const terminal = ownTerminal(Readable.from(['pass\nfail x\n']), () => undefined);
    expect([await terminal.line(), await terminal.line(), await terminal.line()]).toEqual(['pass', 'fail x', null]);
    expect(terminal.said()).toBeNull();
  });
});

describe('the report of a guided walk', () => {
  const act: GuidedAct = {
    number: 1,
    action: 'Press "A & <b>".',
    data: [{ name: 'name', field: 'Name', value: '<script>alert(1)</script>' }],
    arranged: [],
    expected: 'the screen "A".',
    state: 'entering.blank',
    by: 'tester',
    isDone: true,
    slips: [],
    found: null,
    details: null,
    verdict: 'pass',
    remarks: [],
    pictures: ['01.png'],
  };
  const walk: GuidedWalk = {
    id: 'sign-in-01',
    title: 'Good',
    purpose: 'Somebody signs in.',
    culture: 'ja-JP',
    began: '2026-01-01T00:00:00Z',
    ended: '2026-01-01T00:01:00Z',
    member: null,
    revision: 'abc123',
    browser: 'Chromium 1',
    window: '360 × 800',
    again: 'npm run walk -- sign-in-01 --level browser',
    length: 1,
    acts: [act],
    ending: null,
    afterwards: null,
  };

  it('is good where all was passed and nothing found', () => {
    expect(isGood(walk)).toBe(true);
    expect(isGood({ ...walk, acts: [{ ...act, verdict: 'skip' }] })).toBe(false);
    for (const bad of [{ verdict: 'fail' }, { verdict: null }, { found: 'Another screen.' }] as const)
      expect(isGood({ ...walk, acts: [{ ...act, ...bad }] })).toBe(false);
    expect(isGood({ ...walk, length: 2 })).toBe(false);
    expect(isGood({ ...walk, ending: 'The window was closed.' })).toBe(false);
    expect(isGood({ ...walk, afterwards: 'The console said: no.' })).toBe(false);
  });

  it('is a page that shows what was typed and takes none of it for markup, and the same as JSON', () => {
    writeFileSync(join(folder, '01.png'), 'picture');
    writeReport(folder, {
      ...walk,
      acts: [
        {
          ...act,
          data: [...act.data, { name: 'password', field: 'Password', value: 'told', typed: null }],
          remarks: ['<img src=x onerror=alert(1)>', 'a\u0000b'],
          found: 'Expected A. The app shows B.',
          details: 'SUBMIT: in vain',
        },
      ],
    });
    const { document } = new JSDOM(readFileSync(join(folder, 'report.html'), 'utf8')).window;
    expect(document.querySelectorAll('script, img[onerror]')).toHaveLength(0);
    expect(document.body.textContent).toContain('<script>alert(1)</script>');
    expect(document.body.textContent).toContain('told, typed: something else, which is not kept');
    expect(document.body.textContent).toContain('In the chart: entering.blank');
    // Handed on alone, the page still shows its pictures.
    expect(document.querySelector('img')?.getAttribute('src')).toBe(
      `data:image/png;base64,${Buffer.from('picture').toString('base64')}`,
    );
    expect(
      [...document.querySelectorAll('time')].map((time) => [time.dateTime, /January 2026/.test(time.textContent)]),
    ).toEqual([
      [walk.began, true],
      [walk.ended, true],
    ]);
    expect(document.querySelector('.fail + details')?.textContent).toContain('SUBMIT: in vain');
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject({
      id: 'sign-in-01',
      good: false,
      acts: [{ verdict: 'pass', details: 'SUBMIT: in vain' }],
    });
  });

  it('counts each act of the path once in its sentence', () => {
    const acts: readonly GuidedAct[] = [
      act,
      { ...act, verdict: 'fail' },
      { ...act, verdict: 'skip' },
      { ...act, verdict: null },
      { ...act, verdict: null, isDone: false },
    ];
    expect(guidedSentence({ ...walk, acts, length: 7 })).toBe(
      'sign-in-01: 1 passed, 1 failed, 1 skipped, 1 without a verdict, 1 not done, 2 of 7 acts not reached; 0 found by the guide',
    );
    expect(guidedSentence(walk)).toBe('sign-in-01: 1 passed, 0 failed, 0 skipped; 0 found by the guide');
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
