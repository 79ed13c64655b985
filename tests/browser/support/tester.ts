// A tester in front of the guide's window, who takes their time and does what the terminal says.
import type { Browser, Page } from 'playwright-core';
import type { Terminal } from '#walk/guide/terminal.ts';

/** How long the tester looks before they answer, and before they press: longer than the app waits for anybody. */
export interface TesterPace {
  readonly answerMs: number;
  readonly pressMs: number;
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A tester who passes everything. `told` has all that the terminal said, `failed` why they could not do something. */
export function patientTester(
  browser: Browser,
  { answerMs, pressMs }: TesterPace,
): { readonly terminal: Terminal; readonly told: readonly string[]; readonly failed: readonly string[] } {
  const told: string[] = [];
  const failed: string[] = [];
  const terminal: Terminal = {
    tell: (text) => {
      told.push(text);
      const page = browser.contexts().at(-1)?.pages()[0];
      if (!text.includes('Do it in the window') || page === undefined) return;
      const act = told.at(-2) ?? '';
      void pause(pressMs)
        .then(() => doAsTold(page, act))
        .catch((error: unknown) => failed.push(`${act}: ${(error as Error).message}`));
    },
    said: () => (failed.length === 0 ? null : 'quit'),
    line: async () => {
      await pause(answerMs);
      return 'pass';
    },
    fresh: () => undefined,
    close: () => undefined,
  };
  return { terminal, told, failed };
}

/** Fills in what the terminal listed, and presses what it named. */
async function doAsTold(page: Page, told: string): Promise<void> {
  const main = page.locator('main');
  for (const [, name = '', value = ''] of told.matchAll(/^ {2}- (.+?): (.*)$/gm)) {
    const text = value === '(leave empty)' ? '' : value.replaceAll(/^"|"$/g, '');
    const tiles = main.getByRole('radiogroup', { name, exact: true });
    const field = main.getByLabel(name, { exact: true });
    await tiles.or(field).first().waitFor();
    if ((await tiles.count()) > 0) await tiles.getByRole('radio', { name: text }).first().check();
    else if ((await field.first().evaluate(({ tagName }) => tagName)) === 'SELECT')
      await field.first().selectOption({ label: text });
    else await field.first().fill(text);
  }
  const [, label = ''] = /ress "(.+)"\./.exec(told) ?? [];
  await main.locator('[data-event]:visible').filter({ hasText: label }).first().click();
}
