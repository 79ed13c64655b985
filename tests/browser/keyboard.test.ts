// Keyboard alone: sign in, deposit, withdraw, sign out. No pointer, and no control is triggered by the test, only keys.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { balanceOf } from '#server/domain/ledger/balances.ts';
import { fund, setRates } from '#tests/api/support/money.ts';
import type { World } from '#tests/api/support/world.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { shownText } from '#walk/paths/texts.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { Keys } from './support/keys.ts';
import { codeTo } from '#fixtures/club/mailbox.ts';
import { Person } from './support/person.ts';

const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

let browser: Browser;
let club: Club;
let person: Person;

beforeAll(async () => {
  browser = await launchChromium();
  club = await openClub();
  await setRates(asWorld());
});
afterEach(() => person.leaves());
afterAll(async () => {
  await browser.close();
  await club.close();
});

function asWorld(): World {
  return { db: club.db, clock: club.services.clock, services: club.services } as unknown as World;
}

const text = (key: string): string => shownText(key, 'en-US');

describe.each([
  ['on a desk, with an authenticator app', 1280, true],
  ['on a phone with a keyboard, with codes by mail', 360, false],
] as const)('%s', (_, width, secondFactor) => {
  it('a member signs in, requests an address, withdraws and signs out by keys alone', async () => {
    const member = await club.member({ secondFactor });
    await fund(asWorld(), member.id, { USDT: '1000' });
    person = await Person.arrives(browser, club, { width });
    const { page } = person;
    const keys = new Keys(page);
    const opens = async (nav: string): Promise<void> => {
      if (nav === 'common:action.signOut') await keys.presses('button', new RegExp(`^${text('nav:menu')}`));
      await keys.presses('link', text(nav));
    };

    await person.goes('/Signin');
    await page.locator('[data-live]').waitFor();
    await keys.types(text('sign-in:username'), member.username);
    await keys.types(text('sign-in:password'), member.password);
    await page.keyboard.press('Enter');
    if (secondFactor) {
      await person.sees('challenge', 'enteringCode.blank');
      await keys.startsInContent();
      await keys.types(text('challenge:code'), member.code());
      await page.keyboard.press('Enter');
    }
    await person.isAt('/');
    await page.locator('main h1').waitFor();
    await keys.startsInContent();

    await opens('nav:wallet');
    await person.isAt('/Wallet');
    await keys.startsInContent();
    await keys.presses('link', text('wallet:action.deposit'));
    await person.isAt('/Deposit');
    await keys.startsInContent();
    // USDT is chosen already: of the tiles the one that is gets the focus.
    await keys.reaches('radio', 'USDT');
    await keys.types(text('deposit:amount'), '500');
    await keys.presses('button', text('deposit:submit'));
    await person.isAt('/Deposit2');
    await person.sees('deposit', 'awaitingPayment.blank');
    await keys.startsInContent();
    const { address } = await club.db
      .selectFrom('chain_addresses')
      .select('address')
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: club.origin });
    await keys.presses('button', /^Copy: Address on Ethereum/, 'Space');
    await expect.poll(() => onClipboard(page)).toBe(address);

    await opens('nav:wallet');
    await person.isAt('/Wallet');
    await keys.startsInContent();
    await keys.presses('link', text('wallet:action.withdraw'));
    await person.isAt('/Withdraw');
    await keys.startsInContent();
    await keys.reaches('radio', 'USDT');
    await keys.types(text('withdrawal:address'), ADDRESS);
    await keys.types(text('withdrawal:amount'), '400');
    // Back to what was typed, and forward again.
    await keys.reaches('textbox', text('withdrawal:address'), { back: true, most: 5 });
    await keys.presses('button', text('withdrawal:submit'));
    await person.isAt('/Withdraw2');
    await person.sees('withdrawal', 'reviewing');
    await keys.startsInContent();
    await keys.presses('button', text('withdrawal:review.confirm'), 'Space');
    await person.sees('confirmation', 'enteringCode.blank');
    await keys.startsInContent();
    await keys.types(/./, secondFactor ? member.code(1) : await codeTo(club, member.email));
    await page.keyboard.press('Enter');
    await page.getByText(text('receipt:notice.withdrawalAccepted')).first().waitFor();
    await keys.startsInContent();
    expect(await balanceOf(club.db, member.id, 'USDT')).toBe('600');

    // The dialog closes with its act, and so does the button that opened it.
    await keys.presses('button', text('receipt:withdrawal.cancel'));
    await page.getByRole('dialog').waitFor();
    await keys.presses('button', text('receipt:withdrawal.confirm'));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page
      .getByText(text('receipt:happened.withdrawalCancelled').replace(/\{\{.*/, ''))
      .first()
      .waitFor();
    await keys.startsInContent();
    expect(await balanceOf(club.db, member.id, 'USDT')).toBe('1000');

    await opens('common:action.signOut');
    await person.isAt('/Signout');
    await keys.startsInContent();
    await keys.presses('button', text('sign-out:confirm'));
    await person.isAt('/Signin');
    await keys.startsInContent();
  }, 180_000);
});

/**
 * The content of the clipboard, which is pasted, since the product's pages may not read it. The focus returns to where
 * it was.
 */
async function onClipboard(page: Page): Promise<string> {
  const focused = await page.evaluateHandle(() => document.activeElement as HTMLElement | null);
  const paper = await page.evaluateHandle(() => {
    const made = document.createElement('textarea');
    made.style.cssText = 'position: fixed; top: 0; left: 0';
    document.body.append(made);
    made.focus({ preventScroll: true });
    return made;
  });
  await page.keyboard.press('Control+v');
  const text = await paper.evaluate((made) => made.value);
  await paper.evaluate((made) => made.remove());
  await focused.evaluate((element) => element?.focus({ preventScroll: true }));
  return text;
}
