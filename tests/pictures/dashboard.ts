// The dashboard of the demo club's member on a phone.
import type { Browser } from 'playwright-core';
import { fillDemoClub } from '#server/entry/demo/fill.ts';
import { DEMO_PASSWORD } from '#server/entry/demo/sign-ins.ts';
import { accrueStakes } from '#server/domain/stakes/accrue.ts';
import { openClub } from '#fixtures/club/club.ts';
import { webpOf } from './webp.ts';

/** The time of the picture, so that nothing in it depends on the day on which it is taken. */
const MOMENT = new Date('2026-11-20T09:30:00Z');
const PHONE = { width: 390, height: 844 };
/** As sharp as a phone's screen. */
const SCALE = 2;

/** Signs the demo member in and returns a picture of their phone. */
export async function dashboard(browser: Browser): Promise<Buffer> {
  const club = await openClub({ demo: true }, fillDemoClub, MOMENT);
  try {
    await accrueStakes(club.services);
    const context = await browser.newContext({ viewport: PHONE, locale: 'en-US', timezoneId: 'UTC', hasTouch: true });
    const page = await context.newPage();
    await page.clock.setFixedTime(MOMENT);
    await page.goto(`${club.origin}/Signin`);
    await page.locator('[name="username"]').fill('demo');
    await page.locator('[name="password"]').fill(DEMO_PASSWORD);
    await page.locator('[data-event="SUBMIT_FORM"]').click();
    await page.locator('main h1').filter({ hasText: 'Hello' }).waitFor();
    // Again, without the message that the sign-in succeeded.
    await page.reload();
    await page.locator('main h1').filter({ hasText: 'Hello' }).waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    const picture = await webpOf(page, SCALE);
    await context.close();
    return picture;
  } finally {
    await club.close();
  }
}
