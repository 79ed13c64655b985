// The guide as a tester uses it: with lines at a terminal without a window, and with a person who acts in the page.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { flowOf, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { walkBrowser, type BrowserWalk } from '#walk/browser/driver.ts';
import { guide } from '#walk/guide/guide.ts';
import { AGAIN, ASTRAY, BEGUN_AGAIN, CLOSED, STOPPED } from '#walk/guide/act.ts';
import { isGood, type GuidedWalk } from '#walk/guide/report.ts';
import { guideWordsIn } from '#walk/guide/languages/languages.ts';
import type { Terminal } from '#walk/guide/terminal.ts';
import type { Walk } from '#walk/paths/report.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { pictureOfWholePage } from '#walk/browser/whole-page.ts';
import { command, reportIn } from './support/guide-command.ts';

/** If the app has changed since it was built, the command builds it first. */
const WITH_BUILD_MS = 240_000;
/** Longer than a call takes, and shorter than a page waits for one. */
const REREAD_MS = 10_000;

const folder = mkdtempSync(join(tmpdir(), 'perch-guided-'));
let browser: Browser;
let club: Club;

beforeAll(async () => {
  browser = await launchChromium();
  club = await openClub();
});

afterAll(async () => {
  await browser.close();
  await club.close();
  rmSync(folder, { recursive: true });
});

it(
  'leads through a path with lines at a terminal, and says where the report is',
  async () => {
    const { code, text, run } = await command(
      ['guide', 'sign-in-02', '--headless', '--into', folder],
      [
        'what?',
        'pass',
        'remark The text is small.',
        'fail No idea what to do now.',
        ...Array.from({ length: 20 }, () => 'p'),
      ],
    );
    expect(code, text).toBe(1);
    expect(text).toMatch(/^Starting: .*\n(Building .*\n.*\n)?Starting the server.*\nStarting the browser/);
    const report = reportIn(run, 'sign-in-02');
    expect(report.acts.map(({ verdict }) => verdict)).toEqual([
      'pass',
      'fail',
      ...report.acts.slice(2).map(() => 'pass'),
    ]);
    expect(text).toContain('That was not understood.');
    expect(report.acts[1]).toMatchObject({
      remarks: ['The text is small.', 'No idea what to do now.'],
      pictures: ['02.png'],
      by: 'guide',
    });
    expect(report.acts.map(({ found }) => found)).toEqual(report.acts.map(() => null));
    expect([report.acts.length, report.good, report.ending]).toEqual([report.length, false, null]);
    for (const picture of report.acts.flatMap(({ pictures }) => pictures))
      expect(existsSync(join(run, 'sign-in-02', picture))).toBe(true);
    expect(report).toMatchObject({
      revision: expect.stringMatching(/^[\da-f]{40}/) as string,
      browser: expect.stringMatching(/^Chromium \d+/) as string,
      window: '360 × 800',
      again: 'npm run walk -- sign-in-02 --level browser',
    });
    expect(text).toContain(`Report: ${join(run, 'sign-in-02', 'report.html')}`);
  },
  WITH_BUILD_MS,
);

it(
  'ends when the input ends, with a report of what was seen',
  async () => {
    const { code, text, run } = await command(
      ['guide', 'sign-out-01', '--headless', '--lang', 'ja-JP', '--into', folder],
      ['p'],
    );
    expect(code, text).toBe(1);
    expect(reportIn(run, 'sign-out-01')).toMatchObject({
      culture: 'ja-JP',
      good: false,
      member: expect.stringContaining('Member-') as string,
    });
    expect(text).toContain('サインアウト');
  },
  WITH_BUILD_MS,
);

it(
  'ends at Ctrl-C with a report of what was seen, and says where it is',
  async () => {
    let isStopped = false;
    const { code, text, run } = await command(
      ['guide', 'sign-out-01', '--headless', '--into', folder],
      (child, told) => {
        if (isStopped || !told.includes(guideWordsIn('en-US').terminal.question)) return;
        isStopped = true;
        child.kill('SIGINT');
      },
    );
    expect(code, text).not.toBe(0);
    expect(text).toContain('Stopping');
    expect(reportIn(run, 'sign-out-01')).toMatchObject({
      ending: STOPPED,
      good: false,
      acts: [{ found: null, verdict: null }],
    });
  },
  WITH_BUILD_MS,
);

/** A person in front of the window, who does what they are told at once, with `act`, and answers with `lines`. */
function person(
  act: (page: Page, told: string) => Promise<void>,
  lines: readonly string[] = [],
): { readonly terminal: Terminal; readonly told: string[] } {
  const told: string[] = [];
  const left = [...lines];
  const terminal: Terminal = {
    tell: (text) => {
      told.push(text);
      if (!text.includes('Do it in the window')) return;
      const page = browser.contexts().at(-1)?.pages()[0];
      if (page !== undefined) void act(page, told.at(-2) ?? '').catch(() => undefined);
    },
    said: () => null,
    line: () => Promise.resolve(left.shift() ?? (lines.length === 0 ? 'pass' : null)),
    fresh: () => undefined,
    close: () => undefined,
  };
  return { terminal, told };
}

function guided(name: string, { graph, path }: Walk, terminal: Terminal): Promise<GuidedWalk> {
  return guide(
    { graph, path },
    {
      browser,
      club,
      culture: 'en-US',
      terminal,
      byHand: true,
      slow: 0,
      folder: join(folder, name),
      title: name,
      revision: 'abc',
      again: '',
    },
  );
}

function goodCase(flow: string): Walk {
  return { graph: graphOf(flowOf(flow)), path: pathsOf(flowOf(flow))[0] ?? { id: '', edges: [] } };
}

/** The value that the guide told the person to type into a field. */
function toldValue(told: string, field: string): string {
  return new RegExp(`- ${field}: (.*)`).exec(told)?.[1] ?? '';
}

const signOut: Walk = {
  graph: graphOf(flowOf('sign-out')),
  path: pathsOf(flowOf('sign-out')).find(({ edges }) =>
    edges.some(({ step }) => step.kind === 'event' && step.event === 'CONFIRM'),
  ) ?? { id: '', edges: [] },
};

it('waits for a person who acts in the window, and arranges the responses meanwhile', async () => {
  const { terminal } = person((page) => page.locator('[data-event="CONFIRM"]').click());
  const walked = await guided('by-hand', signOut, terminal);
  expect(walked.acts.map(({ found, verdict }) => [found, verdict])).toEqual(walked.acts.map(() => [null, 'pass']));
  expect(walked.acts).toHaveLength(walked.length);
  expect(walked.acts.map(({ by }) => by)).toEqual(['guide', 'tester']);
});

it('ends if the person leaves the path, says what was pressed, and reports no finding', async () => {
  const { terminal, told } = person((page) => page.locator('[data-event="CANCEL"]').click(), ['p', 'what?', 'q']);
  const walked = await guided('astray', signOut, terminal);
  expect(walked.acts.at(-1)).toMatchObject({
    found: null,
    verdict: null,
    isDone: false,
    slips: [expect.stringMatching(/^You were to press "Sign out"\. You pressed ".+"\.$/)],
  });
  expect(told.join('\n')).toContain('this act can’t be done any more. That is not a finding.');
  expect([walked.ending, told.at(-1)]).toEqual([
    ASTRAY,
    expect.stringContaining('1 passed, 0 failed, 0 skipped, 1 not done; 0 found by the guide'),
  ]);
});

it('offers to begin the path again, and says so in the report', async () => {
  const walked = await guided(
    'begun-again',
    signOut,
    person((page) => page.locator('[data-event="CANCEL"]').click(), ['p', 'again']).terminal,
  );
  expect([walked.ending, reportIn(join(folder, 'begun-again')).ending]).toEqual([BEGUN_AGAIN, BEGUN_AGAIN]);
});

/** A password of the tester's own, typed where the guide gave another one. */
const OWN = 'harpoon-lantern-of-my-own';

it(
  'begins the path again on request: before an act, and instead of a verdict',
  async () => {
    const { code, text, run } = await command(
      ['guide', 'sign-out-01', '--headless', '--into', folder],
      ['again', 'p', 'q'],
    );
    expect(code, text).toBe(1);
    expect(reportIn(run, 'sign-out-01')).toMatchObject({ ending: AGAIN, acts: [{ verdict: null }] });
    expect(reportIn(run, 'sign-out-01-2').acts.map(({ verdict }) => verdict)).toEqual(['pass', null]);
    const { terminal } = person(() => Promise.resolve());
    const walked = await guided('again-before', signOut, { ...terminal, said: () => 'again' });
    expect([walked.ending, walked.acts.map(({ verdict }) => verdict)]).toEqual([AGAIN, ['pass']]);
  },
  WITH_BUILD_MS,
);

it('shows dots in a picture for a typed secret, even while the tester reveals it', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${club.origin}/Signin`);
  const password = page.locator('[name="password"]');
  const pictures: Buffer[] = [];
  for (const secret of ['iiiiiiiiiiiiiiii', 'WWWWWWWWWWWWWWWW']) {
    await password.fill(secret);
    if ((await password.getAttribute('type')) === 'password')
      await page.getByRole('button', { name: 'Show password' }).click();
    await password.focus();
    pictures.push(await pictureOfWholePage(page));
    expect([
      await password.inputValue(),
      await password.getAttribute('type'),
      await password.getAttribute('style'),
    ]).toEqual([secret, 'text', null]);
  }
  await context.close();
  expect(pictures[0]?.equals(pictures[1] ?? Buffer.from(''))).toBe(true);
});

it('gives a fresh code of the app after a mistake, which the server accepts', async () => {
  const codes: string[] = [];
  const events = ['NEXT', 'NEXT', 'SUBMIT_CODES', 'SUBMIT_CODES', 'CONFIRM_SAVED'];
  const { terminal, told } = person(async (page, text) => {
    const event = events.shift() ?? '';
    if (event === 'SUBMIT_CODES') {
      const code = toldValue(text, '6-digit code from app');
      codes.push(code);
      await page.locator('[name="emailCode"]').fill(toldValue(text, '6-digit code from email'));
      await page.locator('[name="code"]').fill(code);
      await page
        .locator('[name="password"]')
        .fill(codes.length === 1 ? OWN : toldValue(text, 'Password').replaceAll('"', ''));
    }
    await page
      .locator('[data-flow="two-factor"] [data-event]:visible')
      .and(page.locator(`[data-event="${event}"]`))
      .click();
  });
  const walked = await guided('fresh-code', goodCase('two-factor'), terminal);
  expect([walked.acts.map(({ found }) => found), isGood(walked)], told.join('\n')).toEqual([
    walked.acts.map(() => null),
    true,
  ]);
  expect(codes.map((code) => /^\d{6}$/.test(code))).toEqual([true, true]);
  expect(codes[0]).not.toBe(codes[1]);
  expect(walked.acts.flatMap(({ slips }) => slips)).toEqual([
    expect.stringMatching(/^Password: you were to type ".+", and typed something else, which is not kept\.$/),
  ]);
  // It appears nowhere: not in the terminal, not in any file of the report.
  expect(told.join('\n')).not.toContain(OWN);
  for (const file of readdirSync(join(folder, 'fresh-code')))
    expect(readFileSync(join(folder, 'fresh-code', file)).includes(OWN), file).toBe(false);
});

it('lets a person try again who typed something else, and says what it was', async () => {
  let tries = 0;
  const { terminal, told } = person(
    async (page, text) => {
      tries += 1;
      if (tries > 2) return page.close();
      await page
        .locator('[name="introducer"]')
        .fill(tries === 1 ? 'nobody-at-all' : toldValue(told.join('\n'), 'Referrer’s code or username'));
      await page.locator('[name="position"][value="left"]').check();
      await page.locator('[data-event="SUBMIT_INTRODUCER"]').click();
      expect(text).toBeDefined();
    },
    ['p', 'p', 'q'],
  );
  const walked = await guided('slip', goodCase('sign-up'), terminal);
  expect(told.join('\n')).toContain('Do the act again, exactly as told');
  expect(walked.acts[1]).toMatchObject({
    found: null,
    verdict: 'pass',
    by: 'tester',
    slips: [expect.stringContaining('and typed "nobody-at-all".')],
  });
});

it('ends if the person closes the window: before an act, and instead of a verdict', async () => {
  const before = await guided('closed', signOut, person((page) => page.close()).terminal);
  expect([before.ending, before.acts.map(({ found }) => found)]).toEqual([CLOSED, [null]]);
  const { terminal, told } = person(() => Promise.resolve());
  const page = (): Page | undefined => browser.contexts().at(-1)?.pages()[0];
  const instead = await guided('closed-after', signOut, {
    ...terminal,
    line: () => (void page()?.close(), new Promise(() => undefined)),
  });
  expect(instead).toMatchObject({ ending: CLOSED, acts: [{ found: null, verdict: null, pictures: ['01.png'] }] });
  expect(told.join('\n')).toContain('The window was closed; the walk ends here.');
  expect(told.at(-1)).toContain('0 found by the guide');
  expect(reportIn(join(folder, 'closed-after'))).toMatchObject({ good: false, ending: CLOSED });
});

/** As if the window had been brought to the front: the page refreshes what it shows. */
async function readsAgain(page: Page, call: string): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes(call), { timeout: REREAD_MS });
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  expect((await answered).status()).toBe(200);
}

it.each(['transfer', 'withdrawal', 'exchange'])(
  'lets %s refresh its balance while a person takes their time, and still waits for them',
  async (flow) => {
    const call = `/${flow}s/options`;
    const seen: unknown[] = [];
    const { terminal } = person(async (page) => {
      seen.push(
        await readsAgain(page, call).then(
          () => 'read',
          (error: unknown) => error,
        ),
      );
      seen.push(await page.getByText('This page isn’t up to date').count());
      await page.close();
    });
    const walked = await guided(`reread-${flow}`, goodCase(flow), terminal);
    expect([seen, walked.ending, walked.acts.map(({ found }) => found)]).toEqual([['read', 0], CLOSED, [null]]);
  },
);

it('lets it be refreshed in a slow, watched walk too', async () => {
  const { path } = goodCase('transfer');
  const seen: string[] = [];
  const onStep: BrowserWalk['onStep'] = async ({ page }, { edge }, _index, checked) => {
    if (!checked || !edge.to.includes('enteringRecipient')) return;
    await readsAgain(page, '/transfers/options');
    seen.push('read');
  };
  expect([await walkBrowser(path, { browser, club, culture: 'en-US', unhurried: true, onStep }), seen]).toEqual([
    null,
    ['read'],
  ]);
});
