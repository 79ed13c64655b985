// A new token in a browser's cookie gives no new set of tries (S-02, S-06 and S-07, decision 0027): whatever one
// member's account does to the cookie, every other account counts the browser as before, and the old token is worthless
// for all of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUDGETS } from '#server/domain/codes/budgets.ts';
import { passwordBucket } from '#server/domain/throttle/password-buckets.ts';
import { ACTS, type CredentialActId } from '#server/entry/acts/acts.ts';
import type { Browser } from '../support/browser.ts';
import { NEW_PASSWORD, somebody, WAYS } from '../support/credential-acts.ts';
import { PASSWORD, type TestMember } from '#fixtures/club/members.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const COOKIE = 'perch_browser';
const STEP = 30;
const TRIES_OF_CHALLENGE = 5;
const FREE_PASSWORDS = 5;
const WRONG = { method: 'totp', code: '000000' } as const;
const ACT_IDS = Object.keys(WAYS) as CredentialActId[];
const RENEWING = ACT_IDS.filter((id) => ACTS[id].forgetsBrowsers);

/** A member with an app, and a browser that has passed their whole sign-in. */
async function victimAndBrowser(): Promise<{ victim: TestMember; browser: Browser }> {
  const victim = await world.member({ secondFactor: true });
  const browser = world.browser();
  await browser.signIn(victim);
  expect((await browser.call('verifyTwoFactor', { body: { method: 'totp', code: victim.code() } })).status).toBe(200);
  world.clock.advance(STEP);
  return { victim, browser };
}

/** An act of another member in the same browser. Returns whether it changed the cookie. */
async function actIn(browser: Browser, id: CredentialActId): Promise<boolean> {
  const app = ACTS[id].asks === null;
  const ready = await WAYS[id](await somebody(world, app));
  const before = browser.cookies.get(COOKIE) ?? '';
  ready.browser.cookies.set(COOKIE, before);
  const asked = (app ? ACTS[id].asksWithApp : ACTS[id].asks) ?? [];
  const answer = await ready.browser.callUnchecked(id, {
    path: ready.path,
    body: Object.assign({}, ready.rest, ...asked.map((proof) => ready.proofs[proof])),
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  browser.cookies.set(COOKIE, ready.browser.cookies.get(COOKIE) ?? '');
  return browser.cookies.get(COOKIE) !== before;
}

const wrongPassword = async (browser: Browser, { username }: TestMember) =>
  (await browser.call('createToken', { body: { username, password: 'an entirely wrong one' } })).status;
const mail = async (browser: Browser, { email, username }: TestMember): Promise<string> => {
  world.clock.advance(61);
  const { status, body } = await browser.call('forgetPassword', { body: { email, username } });
  return status === 200 ? 'sent' : body.code;
};
async function wrongCodes(browser: Browser, victim: TestMember): Promise<string[]> {
  expect((await browser.signIn(victim)).body.result).toBe('secondFactor');
  const codes = [];
  for (let guess = 0; guess < TRIES_OF_CHALLENGE; guess += 1)
    codes.push((await browser.call('verifyTwoFactor', { body: WRONG })).body.code);
  return codes;
}
/**
 * Whether the account knows the browser: strangers have used up all their tries, so the right password works only in a
 * known browser.
 */
async function isKnown(browser: Browser, victim: TestMember): Promise<boolean> {
  const bucket = passwordBucket(world.services.keys, victim.username.toLowerCase(), null);
  const values = { failures: 100, last_failure_at: world.clock.now(), blocked_until: null };
  await world.db
    .insertInto('throttles')
    .values({ bucket, ...values })
    .onConflict((conflict) => conflict.column('bucket').doUpdateSet(values))
    .execute();
  return (await browser.signIn(victim)).status === 200;
}
function copyOf(browser: Browser): Browser {
  const copy = world.browser();
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

describe('an act in a browser that other accounts know', () => {
  it.each(ACT_IDS)('renews its cookie exactly if the table says that browsers become unknown: %s', async (id) => {
    const { browser } = await victimAndBrowser();
    expect(await actIn(browser, id)).toBe(ACTS[id].forgetsBrowsers);
  });

  it('does not renew it when signing in', async () => {
    const { browser } = await victimAndBrowser();
    const before = browser.cookies.get(COOKIE);
    await browser.session(await world.member());
    expect(browser.cookies.get(COOKIE)).toBe(before);
  });
});

describe.each(RENEWING)('a cookie that is renewed by %s in another member’s account', (id) => {
  it('gives no new guesses at codes of the app', async () => {
    const { victim, browser } = await victimAndBrowser();
    await wrongCodes(browser, victim);
    expect(await actIn(browser, id)).toBe(true);
    await wrongCodes(browser, victim);
    expect(new Set(await wrongCodes(browser, victim))).toEqual(new Set(['second_factor_locked']));
    expect(await actIn(browser, id)).toBe(true);
    expect(new Set(await wrongCodes(browser, victim))).toEqual(new Set(['second_factor_locked']));
  });

  it('gives no new guesses at the password', async () => {
    const { victim, browser } = await victimAndBrowser();
    for (let guess = 0; guess < FREE_PASSWORDS; guess += 1) expect(await wrongPassword(browser, victim)).toBe(401);
    expect(await actIn(browser, id)).toBe(true);
    expect([await wrongPassword(browser, victim), await wrongPassword(browser, victim)]).toEqual([401, 429]);
  });

  it('gives no new mails', async () => {
    const { victim, browser } = await victimAndBrowser();
    for (let asked = 0; asked < BUDGETS.resetPassword.hourly; asked += 1)
      expect(await mail(browser, victim)).toBe('sent');
    expect(await mail(browser, victim)).toBe('too_many_mails');
    expect(await actIn(browser, id)).toBe(true);
    expect(await mail(browser, victim)).toBe('too_many_mails');
  });

  it('makes the old one worthless for every account, and the browser known only by the new one', async () => {
    const { victim, browser } = await victimAndBrowser();
    const copy = copyOf(browser);
    expect(await actIn(browser, id)).toBe(true);
    expect([await isKnown(copy, victim), await isKnown(browser, victim)]).toEqual([false, true]);
  });
});

describe('a cookie that is renewed', () => {
  const change = (who: Awaited<ReturnType<typeof somebody>>, key?: string) =>
    who.browser.call('changePassword', {
      body: { password: PASSWORD, newPassword: NEW_PASSWORD },
      token: who.token,
      key,
    });

  it('twice at once, by two accounts in one browser, never gives two tokens for a third account', async () => {
    const { victim, browser } = await victimAndBrowser();
    const people = [await somebody(world, false), await somebody(world, false)];
    for (const { browser: own } of people) own.cookies.set(COOKIE, browser.cookies.get(COOKIE) ?? '');
    expect((await Promise.all(people.map((who) => change(who)))).map(({ status }) => status)).toEqual([200, 200]);
    const known = [];
    for (const { browser: own } of people) known.push(await isKnown(own, victim));
    expect(known.filter(Boolean)).toHaveLength(1);
    expect(await isKnown(browser, victim)).toBe(false);
  });

  it('is the same if the response was lost and the call is repeated, and stays known', async () => {
    const { victim, browser } = await victimAndBrowser();
    const who = await somebody(world, false);
    const before = browser.cookies.get(COOKIE) ?? '';
    const given = [];
    for (const _ of ['lost', 'again']) {
      who.browser.cookies.set(COOKIE, before);
      expect((await change(who, `renew-${who.member.id}`)).status).toBe(200);
      given.push(who.browser.cookies.get(COOKIE));
    }
    expect(given[1]).toBe(given[0]);
    expect(await isKnown(who.browser, victim)).toBe(true);
  });

  it('by its own account keeps that account’s count of mails; failures of the old password do not count for the new one', async () => {
    const who = await somebody(world, false);
    const copy = copyOf(who.browser);
    for (let asked = 0; asked < BUDGETS.resetPassword.hourly; asked += 1)
      expect(await mail(who.browser, who.member)).toBe('sent');
    for (let guess = 0; guess <= FREE_PASSWORDS; guess += 1) expect(await wrongPassword(copy, who.member)).toBe(401);
    expect(await wrongPassword(copy, who.member)).toBe(429);
    expect((await change(who)).status).toBe(200);
    expect(await mail(who.browser, who.member)).toBe('too_many_mails');
    expect(
      (await who.browser.call('createToken', { body: { username: who.member.username, password: NEW_PASSWORD } })).body
        .result,
    ).toBe('granted');
  });
});
