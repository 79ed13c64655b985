// Every dialog of the app, opened on the smallest phones in each language, and with the little height that a keyboard
// leaves of it: all of it is in the window or can be scrolled to, nothing is cut off, and everything can be pressed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { dialogs, type Asked } from '#tests/components/support/asked-dialogs.ts';
import { dialogsInSource } from '#tests/components/support/dialogs-in-source.ts';
import { cultures } from '#walk/paths/report.ts';
import { goesTo } from './crawl/crawler.ts';
import { openScripted, type ScriptedPage } from './support/scripted.ts';
import { MONEY } from './support/scripted-money.ts';
import { misfitsOfDialog } from './support/open-dialog.ts';

const SIZES = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  // Beside the keyboard of a phone.
  { width: 320, height: 300 },
];
/** The longest name that a browser can have here, and an unbroken one. */
const DEVICE = 'Samsung Internet Browser on SM-G998B/DS-Samsung-Galaxy-S21-Ultra';

/** The sheets of a phone’s frame: the member’s menu, at the top, and the acts, in the bar. */
const SHEET = 'src/ui/member-sheet.tsx';

/** A dialog, as it is opened here. */
interface Opened {
  readonly file: string;
  readonly name: string;
  open(page: Page, culture: (typeof cultures)[number]): Promise<void>;
}

const asking = ({ file, address, opener }: Asked): Opened => ({
  file,
  name: `${file} by ${String(opener['en-US'])}`,
  open: async (page, culture) => {
    await goesTo(page, address);
    await page.getByRole('button', { name: opener[culture] }).last().click();
  },
});

const ALL: readonly Opened[] = [
  ...dialogs.map(asking),
  ...['header', 'nav'].map((bar) => ({
    file: SHEET,
    name: `${SHEET} by the ${bar}`,
    open: async (page: Page) => {
      await goesTo(page, '/');
      await page.locator(`${bar} button[aria-haspopup="dialog"]`).filter({ visible: true }).click();
    },
  })),
];

const script = {
  ...MONEY,
  ...Object.fromEntries(
    dialogs.flatMap(({ replies }) => Object.entries(replies)).map(([call, body]) => [call, () => named(body)]),
  ),
};

/** The same reply with the longest name of a device. */
function named(body: object): object {
  return JSON.parse(JSON.stringify(body), (name, value: unknown) => (name === 'device' ? DEVICE : value)) as object;
}

let browser: Browser;
const members = new Map<string, ScriptedPage>();
beforeAll(async () => {
  browser = await launchChromium();
  for (const culture of cultures) {
    const member = await openScripted(browser, script, { culture, width: 320 });
    await member.goes('/Faq');
    // Whatever is sent is refused: the message is in the dialog too.
    await member.page.route('**/api/**', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, contentType: 'application/problem+json', json: REFUSAL })
        : route.fallback(),
    );
    members.set(culture, member);
  }
});
afterAll(() => browser.close());

const REFUSAL = {
  type: 'urn:perch:problem:password_incorrect',
  title: 'password_incorrect',
  status: 400,
  code: 'password_incorrect',
  reference: 'req-7d1f',
};

function pageIn(culture: string): Page {
  const member = members.get(culture);
  if (member === undefined) throw new Error(`There is no member in ${culture}.`);
  return member.page;
}

/** What is wrong with the open dialog at each size. */
async function misfits(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    found.push(...(await misfitsOfDialog(page)).map((each) => `${size.width} × ${size.height}: ${each}`));
  }
  return found;
}

describe.each(cultures)('in %s', (culture) => {
  it.each(ALL)('$name', async ({ open }) => {
    const page = pageIn(culture);
    const [smallest] = SIZES;
    if (smallest !== undefined) await page.setViewportSize(smallest);
    await open(page, culture);
    const dialog = page.locator('dialog[open]');
    await dialog.waitFor();
    const found = [...(await misfits(page))];
    const password = dialog.locator('input[type="password"]');
    if ((await password.count()) > 0) {
      await dialog.locator('button').last().click();
      await dialog.locator('[aria-invalid="true"]').waitFor();
      found.push(...(await misfits(page)).map((each) => `without a password: ${each}`));
      await password.fill('a password');
      await dialog.locator('button').last().click();
      await dialog.locator('[role="alert"]').first().waitFor();
      found.push(...(await misfits(page)).map((each) => `refused: ${each}`));
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(found).toEqual([]);
  });
});

it('every dialog is opened here, wherever it is shown', () => {
  const shown = [...dialogsInSource()];
  const opened = (of: string) => ALL.filter(({ file }) => file === of).length;
  expect(shown.filter(([file, count]) => opened(file) < count)).toEqual([]);
  expect(ALL.filter(({ file }) => !shown.some(([known]) => known === file))).toEqual([]);
});

describe('what does not fit is found:', () => {
  it.each([
    ['a dialog wider than the window', 'dialog { width: 26rem !important; max-width: none !important }', 'it lies at'],
    [
      'a dialog without scrolling',
      'dialog { overflow: visible !important; max-height: none !important }',
      'it lies at',
    ],
    ['content that is cut off', 'dialog { overflow: hidden !important }', 'is cut off below'],
    [
      'buttons that stay beside each other',
      'dialog .flex-wrap { flex-wrap: nowrap !important } dialog .btn { flex-shrink: 0 }',
      'lies beside the dialog',
    ],
    ['a word that does not break', 'dialog * { white-space: nowrap !important }', 'wider than its box'],
    [
      'a button under something',
      'dialog::after { content: ""; position: fixed; inset: 0; z-index: 9 }',
      'can’t be pressed',
    ],
  ])('%s', async (_, content, finding) => {
    const page = pageIn('en-US');
    const [first] = ALL;
    await first?.open(page, 'en-US');
    await page.locator('dialog[open]').waitFor();
    const planted = await page.addStyleTag({ content });
    const found = await misfits(page);
    await planted.evaluate((element) => (element as Element).remove());
    await page.keyboard.press('Escape');
    expect(found).toContainEqual(expect.stringContaining(finding));
  });
});
