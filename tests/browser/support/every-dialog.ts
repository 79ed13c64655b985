// Every dialog of the app, opened on the smallest phones, and with the little height that a keyboard leaves of it: all
// of it is in the window or can be scrolled to, nothing is cut off, and everything can be pressed.
import type { Browser, Page } from 'playwright-core';
import { dialogs, type Asked } from '#tests/components/support/asked-dialogs.ts';
import { cultures, type Culture } from '#walk/paths/report.ts';
import { goesTo } from '../crawl/crawler.ts';
import { misfitsOfDialog } from './open-dialog.ts';
import { openScripted } from './scripted.ts';
import { MONEY } from './scripted-money.ts';

const SIZES = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  // Beside the keyboard of a phone.
  { width: 320, height: 300 },
];
/** The longest name that a browser can have here, and an unbroken one. */
const DEVICE = 'Samsung Internet Browser on SM-G998B/DS-Samsung-Galaxy-S21-Ultra';

/** What shows the sheets of a phone’s frame. */
const SHEET = 'src/ui/member-sheet.tsx';
/** Each sheet by the control that opens it, with what it shows once it is complete. */
const SHEETS = [
  { by: 'the bell', opener: 'header button:first-of-type', complete: 'section li a' },
  { by: 'the member’s initials', opener: 'header button:last-of-type', complete: 'a' },
  { by: 'the middle of the bar', opener: 'nav button', complete: 'a' },
];

/** A dialog, and how it is opened. */
export interface Opened {
  readonly file: string;
  readonly name: string;
  open(page: Page, culture: Culture): Promise<void>;
}

const asking = ({ file, address, opener }: Asked): Opened => ({
  file,
  name: `${file} by ${String(opener['en-US'])}`,
  open: async (page, culture) => {
    await goesTo(page, address);
    await page.getByRole('button', { name: opener[culture] }).last().click();
  },
});

/** One for each place that opens one. */
export const ALL: readonly Opened[] = [
  ...dialogs.map(asking),
  ...SHEETS.map(({ by, opener, complete }) => ({
    file: SHEET,
    name: `${SHEET} by ${by}`,
    open: async (page: Page) => {
      await goesTo(page, '/');
      await page.locator(`${opener}[aria-haspopup="dialog"]`).filter({ visible: true }).click();
      await page.locator(`dialog[open] ${complete}`).filter({ visible: true }).first().waitFor();
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

const REFUSAL = {
  type: 'urn:perch:problem:password_incorrect',
  title: 'password_incorrect',
  status: 400,
  code: 'password_incorrect',
  reference: 'req-7d1f',
};

/**
 * A member of each language, whose every act is refused: the message is in the dialog too. Returns what gives the page
 * of a language.
 */
export async function membersIn(browser: Browser): Promise<(culture: Culture) => Page> {
  const pages = new Map<Culture, Page>();
  for (const culture of cultures) {
    const member = await openScripted(browser, script, { culture, width: 320 });
    await member.goes('/Faq');
    await member.page.route('**/api/**', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, contentType: 'application/problem+json', json: REFUSAL })
        : route.fallback(),
    );
    pages.set(culture, member.page);
  }
  return (culture) => {
    const page = pages.get(culture);
    if (page === undefined) throw new Error(`There is no member in ${culture}.`);
    return page;
  };
}

/** What is wrong with the open dialog at each size. */
export async function misfits(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    found.push(...(await misfitsOfDialog(page)).map((each) => `${size.width} × ${size.height}: ${each}`));
  }
  return found;
}

/** What is wrong with a dialog from its opening to a refusal, in sentences. */
export async function wrongWith({ open }: Opened, page: Page, culture: Culture): Promise<readonly string[]> {
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
  return found;
}
