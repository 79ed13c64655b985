import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { LogEntry } from '#src/recorder/recorder.ts';
import { grouped } from '#src/ui/code-field.tsx';
import { flows } from '#walk/paths/flows.ts';
import { isSameEntry, NOTHING_SHOWN, withoutSecrets, type Pressed } from '#walk/guide/form.ts';
import { ownTerminal, understood, understoodBefore } from '#walk/guide/terminal.ts';
import { appCodeIn } from '#walk/guide/acts.ts';
import { canBeDoneAt, judgedDoing, type Doing } from '#walk/guide/person.ts';
import { fieldKinds, isSecret, UNTOLD } from '#walk/paths/secrets.ts';
import { actOf, graphs } from '../support/acts.ts';

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

  it('matches if the same was typed and pressed', () => {
    const { otherwise, data } = judgedDoing(task, {
      heard: [heard('SUBMIT_FORM')],
      pressed: submitted(task.fields),
      codes: [],
    });
    expect([otherwise, data.filter(({ typed }) => typed !== undefined)]).toEqual([null, []]);
  });

  it('is reported field by field if something else was typed', () => {
    const { otherwise, data } = judgedDoing(task, {
      heard: [heard('SUBMIT_FORM')],
      pressed: submitted({ ...task.fields, username: 'membre' }),
      codes: [],
    });
    expect(otherwise).toBe('Username: you were to type "Member-1", and typed "membre".');
    expect(data).toContainEqual({ name: 'username', field: 'Username', value: 'Member-1', typed: 'membre' });
  });

  it('names the controls if something else was pressed, or the app continued by itself', () => {
    const otherwise = (event: string, pressed: Pressed | null): string | null =>
      judgedDoing(task, { heard: [heard(event)], pressed, codes: [] }).otherwise;
    expect(otherwise('LEAVE', { event: 'LEAVE', control: 'Cancel', fields: {} })).toBe(
      'You were to press "Sign in". You pressed "Cancel".',
    );
    expect(otherwise('xstate.after.lifetime.x', null)).toContain('went on by itself');
    expect(otherwise('xstate.init', null)).toContain('started over');
    const inJapanese = judgedDoing(
      { ...task, culture: 'ja-JP' },
      { heard: [heard('LEAVE')], pressed: { event: 'LEAVE', control: 'キャンセル', fields: {} }, codes: [] },
    );
    expect(inJapanese.otherwise).toBe('指示は「サインイン」を押すことでした。実際に押されたのは「キャンセル」でした。');
  });

  it('counts if the app does the same by itself, and says who left the path if it does something else', () => {
    const asking = {
      act: actOf('password-recovery', 'RETRY', 5),
      fields: {},
      coded: null,
      shown: NOTHING_SHOWN,
      culture: 'en-US',
    } as const;
    const judged = (event: string, state: string): Doing =>
      judgedDoing(asking, { heard: [{ ...heard(event), state }], pressed: null, codes: [] });
    const itself = judged('xstate.after.nextInquiry.password-recovery.outcomeUnknown', 'reconciling');
    expect([itself.by, itself.otherwise, itself.taken.edge.step]).toEqual([
      'app',
      null,
      { kind: 'timer', delay: 'nextInquiry' },
    ]);
    const elsewhere = judged('xstate.init', 'enteringAccount.blank');
    expect([elsewhere.by, elsewhere.otherwise]).toEqual(['app', expect.stringContaining('started over') as string]);
    const other = judged('SIGN_IN', 'left');
    expect([other.by, other.otherwise]).toEqual(['tester', expect.stringContaining('You were to press') as string]);
  });

  it('knows for each field of every flow whether it is for a secret', () => {
    const controls = flows.flatMap((flow) => Object.values(flow.controls));
    const fields = new Set(controls.flatMap((control) => Object.keys(control?.fields ?? {})));
    expect([...fields].toSorted()).toEqual([...fieldKinds.keys()].toSorted());
    const secrets = [...fields].filter(isSecret);
    expect([...fields].filter((name) => /password|code|secret|pin|key/i.test(name))).toEqual(secrets);
  });

  it('is reported without secrets that the guide did not give, in any field', () => {
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
    expect(otherwise).toBe(
      'Password: you were to type "not the password", and typed something else, which is not kept.',
    );
    expect(data.find(({ name }) => name === 'password')?.typed).toBeNull();
  });

  it('keeps the code that was used, whichever of the given ones', () => {
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
    // If another one was typed, the newest is what was given.
    expect(used('333 333').data[0]).toMatchObject({ value: '222222', typed: null });
    expect(used('333333').otherwise).toMatch(
      /: you were to type "222222", and typed something else, which is not kept\.$/,
    );
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

  it('counts from a keyboard only after the question, and from a file always', async () => {
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

  it('arrives line by line, and ends', async () => {
    const terminal = ownTerminal(Readable.from(['pass\nfail x\n']), () => undefined);
    expect([await terminal.line(), await terminal.line(), await terminal.line()]).toEqual(['pass', 'fail x', null]);
    expect(terminal.said()).toBeNull();
  });
});
