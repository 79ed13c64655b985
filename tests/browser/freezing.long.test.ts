import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { enqueueAlarm } from '#server/domain/alarms/freeze-links.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import type { Culture } from '#src/i18n/cultures.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { linkTo } from '#fixtures/club/mailbox.ts';
import { Person } from './support/person.ts';

/** A member freezes the account on one device, and thaws it with the mailed link on another (D-32). */

let browser: Browser;
let club: Club;
beforeAll(async () => {
  browser = await launchChromium();
  club = await openClub();
});
afterAll(async () => {
  await browser.close();
  await club.close();
});

it('is frozen on one device, signed out on the other, thawed with the link, and signed in to again', async () => {
  const member = await club.member();
  const [phone, laptop] = [
    await Person.arrives(browser, club, { culture: 'en-US' }),
    await Person.arrives(browser, club, { culture: 'en-US' }),
  ];
  for (const device of [phone, laptop]) {
    await device.goes('/Security');
    await device.signsIn(member.username, member.password);
    await device.isAt('/Security');
  }
  await phone.page.getByRole('link', { name: 'Freeze my account' }).click();
  await phone.sees('account-freeze', 'asking.fresh');
  await phone.presses('CONFIRM');
  await phone.page.getByRole('heading', { name: 'Your account is frozen' }).waitFor();
  await laptop.page.reload();
  await laptop.page.locator('[data-flow="sign-in"]').waitFor();
  await laptop.signsIn(member.username, member.password);
  await laptop.sees('sign-in', 'enteringCredentials.invalidLogin');
  await laptop.goes('/Frozen');
  await laptop.page.locator('input[name="email"]').fill(member.email);
  await laptop.page.locator('input[name="username"]').fill(member.username);
  await laptop.presses('SUBMIT_FORM');
  await laptop.isAt('/Frozen?step=sent');
  await laptop.goes(await linkTo(club, member.email, '/Thaw'));
  await laptop.sees('account-thaw', 'confirming.fresh');
  await laptop.presses('CONFIRM');
  await laptop.isAt('/Thaw?step=done');
  await laptop.presses('SIGN_IN');
  await laptop.signsIn(member.username, member.password);
  await laptop.page.locator('[data-flow="sign-in"]').waitFor({ state: 'detached' });
  expect(
    await club.db.selectFrom('members').select('frozen_at').where('id', '=', member.id).executeTakeFirst(),
  ).toEqual({ frozen_at: null });
  await Promise.all([phone.leaves(), laptop.leaves()]);
});

/** A member, and the link of a mail about a change to the account. */
async function alarmed(culture: Culture = 'en-US') {
  const member = await club.member({ culture });
  const { db, services } = club;
  await inTransaction(db, (trx) =>
    enqueueAlarm(trx, services, {
      kind: 'passwordChanged',
      memberId: member.id,
      device: '',
      now: services.clock.now(),
    }),
  );
  return { member, link: await linkTo(club, member.email, '/Freeze') };
}

const frozenAt = async ({ id }: { id: string }) =>
  (await club.db.selectFrom('members').select('frozen_at').where('id', '=', id).executeTakeFirstOrThrow()).frozen_at;

it('a mailed link leaves no token in the URL, in the storage, or in any request for a page', async () => {
  const { member, link } = await alarmed();
  const person = await Person.arrives(browser, club, { culture: 'en-US' });
  const asked: string[] = [];
  person.page.on('request', (request) => asked.push(request.url(), request.headers().referer ?? ''));
  await person.goes(link);
  await person.sees('freeze-link', 'asking.fresh');
  expect(person.page.url()).toBe(`${club.origin}/Freeze`);
  await person.page.reload();
  await person.sees('freeze-link', 'asking.fresh');
  await person.presses('CONFIRM');
  await person.isAt('/Freeze?step=done');
  const token = link.split('token=')[1] ?? '';
  expect(token).toMatch(/^frz_/);
  // Playwright reports the fragment of a page navigation, which the server never receives.
  expect(asked.filter((url) => url !== club.origin + link).join()).not.toContain(token);
  expect(
    await person.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])),
  ).not.toContain(token);
  expect(await frozenAt(member)).not.toBeNull();
  await person.page.goBack();
  await person.isAt('/Freeze?step=done');
  await person.leaves();
});

it('a Japanese mail opens a Japanese page on a phone without a chosen language, also after a reload; a chosen language stays', async () => {
  const { link } = await alarmed('ja-JP');
  for (const [culture, shown] of [
    [undefined, 'ja-JP'],
    ['zh-CN', 'zh-CN'],
  ] as const) {
    const person = await Person.arrives(browser, club, culture === undefined ? {} : { culture });
    await person.goes(link);
    await person.sees('freeze-link', 'asking.fresh');
    const language = () => person.page.locator('html').getAttribute('lang');
    expect([await language(), person.page.url()]).toEqual([shown, `${club.origin}/Freeze`]);
    await person.page.reload();
    await person.sees('freeze-link', 'asking.fresh');
    expect(await language()).toBe(shown);
    await person.leaves();
  }
});

it('another link opened in the same tab freezes its own account, not that of the first', async () => {
  const [first, second] = [await alarmed(), await alarmed()];
  const person = await Person.arrives(browser, club, { culture: 'en-US' });
  await person.goes(first.link);
  await person.sees('freeze-link', 'asking.fresh');
  // The same page with another fragment, as with a link that names no language: the browser loads nothing.
  await person.goes(second.link.replace(/\?.*#/, '#'));
  await person.page.waitForFunction(() => location.hash === '');
  await person.sees('freeze-link', 'asking.fresh');
  await person.presses('CONFIRM');
  await person.isAt('/Freeze?step=done');
  expect([await frozenAt(first.member), await frozenAt(second.member)]).toEqual([null, expect.any(Date)]);
  await person.leaves();
});

it('a link that was mailed with its token in the query still works, and its token is removed from the URL', async () => {
  const { member, link } = await alarmed();
  const person = await Person.arrives(browser, club, { culture: 'en-US' });
  await person.goes(link.replace(/\?.*#/, '?'));
  await person.sees('freeze-link', 'asking.fresh');
  expect(person.page.url()).toBe(`${club.origin}/Freeze`);
  await person.presses('CONFIRM');
  await person.isAt('/Freeze?step=done');
  expect(await frozenAt(member)).not.toBeNull();
  await person.leaves();
});

it('a signed-in member opens the link in the members’ frame, and is signed out in the visitors’ frame once the account is frozen', async () => {
  const { member, link } = await alarmed();
  const person = await Person.arrives(browser, club, { culture: 'en-US' });
  await person.goes('/Account');
  await person.signsIn(member.username, member.password);
  await person.isAt('/Account');
  const navigation = person.page.getByRole('navigation', { name: 'Main' });
  await person.goes('/Freeze');
  await person.page.getByRole('heading', { level: 1, name: 'This link can’t freeze your account' }).waitFor();
  await navigation.waitFor();
  expect(await person.page.getByRole('link', { name: 'Freeze my account' }).getAttribute('href')).toBe(
    '/Account?step=freeze',
  );
  await person.goes(link);
  await person.sees('freeze-link', 'asking.fresh');
  await navigation.waitFor();
  await person.presses('CONFIRM');
  await person.isAt('/Freeze?step=done');
  await person.page.getByRole('heading', { name: 'Your account is frozen' }).waitFor();
  expect(await navigation.count()).toBe(0);
  await person.presses('SIGN_IN');
  await person.page.locator('[data-flow="sign-in"]').waitFor();
  await person.leaves();
});
