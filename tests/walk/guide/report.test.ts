import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { afterAll, describe, expect, it } from 'vitest';
import { UsageError } from '#walk/paths/usage-error.ts';
import { hasLeft } from '#walk/guide/guide.ts';
import { endingIn } from '#walk/guide/languages/languages.ts';
import { ENDINGS } from '#walk/guide/languages/words.ts';
import {
  attemptFolders,
  guidedSentence,
  isGood,
  isGoodInAll,
  isKept,
  runFolder,
  writeReport,
  type GuidedAct,
  type GuidedWalk,
} from '#walk/guide/report.ts';

const folder = mkdtempSync(join(tmpdir(), 'perch-guide-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the folder of a run', () => {
  it('is named after its time, and never an existing one', () => {
    const now = new Date('2026-11-23T10:14:24.123Z');
    expect(runFolder(folder, now)).toBe(join(folder, '2026-11-23T10-14-24'));
    // Another run that began in the same second has another one.
    expect(runFolder(folder, now)).toBe(join(folder, '2026-11-23T10-14-24-2'));
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('is refused before anything is started, where none can be made', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => runFolder(file, new Date())).toThrow(UsageError);
    expect(() => runFolder(join(file, 'deeper'), new Date())).toThrow('No report can be written into');
  });

  it('goes again if nothing was walked', () => {
    const [empty, full] = [runFolder(join(folder, 'empty'), new Date()), runFolder(join(folder, 'full'), new Date())];
    mkdirSync(join(full, 'sign-in-01'));
    expect([isKept(empty), isKept(full), isKept(empty)]).toEqual([false, true, false]);
    expect([existsSync(empty), existsSync(full)]).toEqual([false, true]);
  });

  it('has a folder for each attempt at each path, whatever the paths are called', () => {
    const nameOf = attemptFolders(['a-saved-01', 'a-saved-01-2', 'b-01']);
    const tried = [
      ['a-saved-01', 1],
      ['a-saved-01', 2],
      ['a-saved-01', 3],
      ['a-saved-01-2', 1],
      ['a-saved-01-2', 2],
      ['b-01', 1],
      ['b-01', 2],
    ] as const;
    const names = tried.map(([id, attempt]) => nameOf(id, attempt));
    expect(new Set(names).size).toBe(names.length);
    expect(names.at(-1)).toBe('b-01-2');
  });
});

describe('the report of a guided walk', () => {
  const act: GuidedAct = {
    number: 1,
    from: 1,
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
    mails: [],
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

  it('is good if everything passed and nothing was found', () => {
    expect(isGood(walk)).toBe(true);
    expect(isGood({ ...walk, acts: [{ ...act, verdict: 'skip' }] })).toBe(false);
    for (const bad of [{ verdict: 'fail' }, { verdict: null }, { found: 'Another screen.' }] as const)
      expect(isGood({ ...walk, acts: [{ ...act, ...bad }] })).toBe(false);
    expect(isGood({ ...walk, length: 2 })).toBe(false);
    expect(isGood({ ...walk, ending: 'The window was closed.' })).toBe(false);
    expect(isGood({ ...walk, afterwards: 'The console said: no.' })).toBe(false);
  });

  it('counts attempts that were begun again: what was found there stays found', () => {
    const again = { ...walk, ending: ENDINGS.again } as const;
    const attempt = (changes: Partial<GuidedAct>): GuidedWalk => ({ ...again, acts: [{ ...act, ...changes }] });
    expect(isGoodInAll([walk])).toBe(true);
    expect(isGoodInAll([attempt({ verdict: null, isDone: false, slips: ['Something else.'] }), walk])).toBe(true);
    expect(isGoodInAll([attempt({ verdict: 'fail' }), walk])).toBe(false);
    expect(isGoodInAll([attempt({ verdict: null, found: 'Another screen.' }), walk])).toBe(false);
    expect(isGoodInAll([walk, attempt({})])).toBe(false);
    expect(isGoodInAll([])).toBe(false);
  });

  it('ends the run if the tester quits, also where the path was left', () => {
    expect(hasLeft({ ending: ENDINGS.quit })).toBe(true);
    expect(hasLeft({ ending: ENDINGS.lost })).toBe(false);
    expect(hasLeft({ ending: ENDINGS.begunAgain })).toBe(false);
    expect(hasLeft({ ending: ENDINGS.astray, hasQuit: true })).toBe(true);
  });

  it('is a page that shows what was typed as text, and the same as JSON', () => {
    writeFileSync(join(folder, '01.png'), 'picture');
    writeReport(folder, {
      ...walk,
      culture: 'en-US',
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
    // Sent on its own, the page still shows its pictures.
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

  it.each([
    ['en-US', 'Verdict', '1 passed'],
    ['ja-JP', '判定', '合格1件'],
    ['zh-CN', '判定', '通过 1 项'],
  ] as const)('is in %s, and marks what a console said as English', (culture, verdict, passed) => {
    writeReport(folder, { ...walk, culture, acts: [act], ending: ENDINGS.closed, afterwards: 'The console said: no.' });
    const { document } = new JSDOM(readFileSync(join(folder, 'report.html'), 'utf8')).window;
    expect(document.body.textContent).toContain(endingIn(culture, ENDINGS.closed));
    expect(document.documentElement.lang).toBe(culture);
    expect([...document.querySelectorAll('dt')].map(({ textContent }) => textContent)).toContain(verdict);
    expect(document.querySelector('p')?.textContent).toContain(passed);
    expect(document.querySelector('[lang="en"]')?.textContent).toBe('The console said: no.');
  });

  it('counts each act of the path once in its sentence', () => {
    const acts: readonly GuidedAct[] = [
      act,
      { ...act, number: 2, from: 2, verdict: 'fail' },
      { ...act, number: 3, from: 3, verdict: 'skip' },
      { ...act, number: 4, from: 4, verdict: null },
      { ...act, number: 5, from: 5, verdict: null, isDone: false },
    ];
    expect(guidedSentence({ ...walk, culture: 'en-US', acts, length: 7 })).toBe(
      'sign-in-01: 1 passed, 1 failed, 1 skipped, 1 without a verdict, 1 not done, 2 of 7 acts not reached; 0 found by the guide',
    );
    expect(guidedSentence({ ...walk, culture: 'en-US' })).toBe(
      'sign-in-01: 1 passed, 0 failed, 0 skipped; 0 found by the guide',
    );
  });
});
