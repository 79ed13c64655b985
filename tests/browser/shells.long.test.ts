// The page inside the shell of a phone app (D-22): a stub of each, which behaves as docs/operating.md tells the authors
// of shells.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import type { TestMember } from '#fixtures/club/members.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { shownText } from '#walk/paths/texts.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { Person } from './support/person.ts';

interface ShellHost {
  readonly askShell: () => Promise<void>;
  PerchAndroid?: object;
  webkit?: object;
}

let browser: Browser;
let club: Club;
let person: Person;
/** How often the page has asked its shell to go back. */
let asked = 0;

beforeAll(async () => {
  browser = await launchChromium();
  club = await openClub();
});
afterEach(() => person.leaves());
afterAll(async () => {
  await browser.close();
  await club.close();
});

const text = (key: string): string => shownText(key, 'en-US');

/**
 * What each shell puts into the page before it loads; calls of the page reach the test, which acts as the app around
 * it.
 */
const shells = {
  Android: () => {
    const host = window as unknown as ShellHost;
    host.PerchAndroid = { goBack: () => void host.askShell() };
  },
  iPhone: () => {
    const host = window as unknown as ShellHost;
    host.webkit = {
      messageHandlers: { goBack: { postMessage: (message: unknown) => message === null && void host.askShell() } },
    };
  },
};

async function opensIn(shell: keyof typeof shells, path: string, member: TestMember): Promise<void> {
  asked = 0;
  person = await Person.arrives(browser, club);
  await person.context.exposeBinding('askShell', async ({ page }) => {
    asked += 1;
    await page.goBack();
  });
  await person.context.addInitScript(shells[shell]);
  await person.goes(path);
  await person.signsIn(member.username, member.password);
  await person.isAt(path);
}

describe.each(Object.keys(shells) as (keyof typeof shells)[])('in the shell of %s', (shell) => {
  it('Back in a flow asks the shell, which goes back, and the flow is one step back with what was typed', async () => {
    const [member, other] = [await club.member(), await club.member()];
    await opensIn(shell, '/Transfer', member);
    const { page } = person;
    await page.getByLabel(text('transfer:recipient'), { exact: true }).fill(other.username);
    await page.getByRole('button', { name: text('transfer:next'), exact: true }).click();
    await person.isAt('/Transfer?step=amount');
    expect(asked).toBe(0);
    await person.presses('BACK');
    await person.isAt('/Transfer');
    await page.getByLabel(text('transfer:recipient'), { exact: true }).waitFor();
    expect(await page.getByLabel(text('transfer:recipient'), { exact: true }).inputValue()).toBe(other.username);
    expect(asked).toBe(1);
    // The flow is where the URL says: the step forward is taken once more.
    await page.getByRole('button', { name: text('transfer:next'), exact: true }).click();
    await person.isAt('/Transfer?step=amount');
    expect(asked).toBe(1);
  });

  it('the hardware key also goes one step back in the flow, without a call from the page', async () => {
    const [member, other] = [await club.member(), await club.member()];
    await opensIn(shell, '/Transfer', member);
    const { page } = person;
    await page.getByLabel(text('transfer:recipient'), { exact: true }).fill(other.username);
    await page.getByRole('button', { name: text('transfer:next'), exact: true }).click();
    await person.isAt('/Transfer?step=amount');
    // Reading starts at the top of the step once the URL has settled.
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches('#content, #content h1'))).toBe(true);
    await page.goBack();
    await person.isAt('/Transfer');
    await page.getByLabel(text('transfer:recipient'), { exact: true }).waitFor();
    expect(await page.getByLabel(text('transfer:recipient'), { exact: true }).inputValue()).toBe(other.username);
    expect(asked).toBe(0);
  });

  it('an unknown URL leads back through the shell', async () => {
    await opensIn(shell, '/Wallet', await club.member());
    await person.page.evaluate(() => history.pushState(null, '', '/no/such/page'));
    await person.page.reload();
    await person.page.getByRole('button', { name: text('common:action.back'), exact: true }).click();
    await person.page.getByRole('heading', { level: 1, name: text('wallet:title') }).waitFor();
    expect(asked).toBe(1);
  });
});
